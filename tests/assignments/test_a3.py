"""Assignment 3: what its questions are graded by, against enumeration, simulation and the lecture's code."""

import itertools
import math

import numpy as np
import pytest
from dplearn import experts

from assignments.checks import a3
from assignments.checks import a3_truth as truth
from assignments.grading import checking

QUARTERS = np.random.default_rng(3).integers(0, 5, size=(4, 2)) / 4


@pytest.mark.parametrize("ties", (0, 1))
def test_the_perturbed_leader_played(ties):
    """200,000 picks of each round by inverting Pr[Z >= z] = Q^z (false alarm 5e-8)."""
    rng, q = np.random.default_rng(1), 0.6
    for t, law in enumerate(truth.perturbed(QUARTERS, q, ties)):
        zero, one = (QUARTERS[:t].sum(axis=0) - np.floor(np.log(rng.random((200_000, 2))) / math.log(q))).T
        checking.follows(np.where(zero == one, ties, one < zero).astype(int), law, f"round {t + 1}")


@pytest.mark.parametrize("T, K, eta", [(5, 3, 0.3), (4, 4, 0.7)])
@pytest.mark.parametrize("form", range(3))
def test_the_largest_regret_among_all_tables(T, K, eta, form):
    right = a3.right_ones(K, form)
    rows = [1 - np.isin(range(K), side) for side in itertools.combinations(range(K), right)]
    tables = [np.array(table, dtype=float) for table in itertools.product(rows, repeat=T)]
    most = max(experts.expected_regret(table, eta=eta)[-1] for table in tables)
    assert most == pytest.approx(truth.largest_regret(T, K, eta, right))


def test_sleepers():
    """All awake: Hedge.  Else m as the question says it, multiplied out; and the regret that each kind promises."""
    losses, awake, eta = a3._seasons(np.random.default_rng(2), [(30, 4, 0.7)])[0]
    for kind in ("keep their share", "lose as the bettor"):
        together = truth.sleeping(losses, np.ones_like(awake), eta, kind)
        assert together == pytest.approx(experts.hedge_probabilities(losses, eta=eta))
        law, weight = truth.sleeping(losses, awake, eta, kind), np.ones(4)
        for p, loss, up in zip(law, losses, awake):
            assert p == pytest.approx(weight * up / (weight @ up))
            after = weight * np.exp(-eta * loss)
            m = p @ loss if kind == "lose as the bettor" else -np.log(after @ up / (weight @ up)) / eta
            share = weight @ ~up / weight.sum()
            weight = np.where(up, after, weight * np.exp(-eta * m))
            assert kind == "lose as the bettor" or weight @ ~up / weight.sum() == pytest.approx(share)
        regret = ((law * losses).sum(axis=1, keepdims=True) - losses)
        rounds = awake.sum(axis=0) if kind == "keep their share" else 30
        assert ((regret * awake).sum(axis=0) <= np.log(4) / eta + eta / 8 * rounds).all()


def test_the_bound_that_is_to_be_proved():
    """Fixed share on random and hostile losses, against every sequence with its S; and (c), (d)."""
    for T, K, a, eta in itertools.product((2, 5), (2, 3), (0.05, 0.5), (0.3, 3.0)):
        for seed in range(4):
            losses = np.random.default_rng(seed).integers(0, 2, size=(T, K)).astype(float)
            weight, paid = np.full(K, 1 / K), 0.0
            for loss in losses:
                paid += weight @ loss / weight.sum()
                after = weight * np.exp(-eta * loss)
                weight = (1 - a) * after + a / K * after.sum()
            assert weight.sum() <= math.exp(eta**2 * T / 8 - eta * paid) + 1e-12
            for picks in itertools.product(range(K), repeat=T):
                S = sum(i != j for i, j in itertools.pairwise(picks))
                price = math.log(K) + S * math.log(K / a) - (T - 1 - S) * math.log(1 - a)
                assert paid - losses[range(T), picks].sum() <= eta * T / 8 + price / eta + 1e-12
    for T, K in itertools.product((2, 3, 50), (2, 9)):
        for S in range(T):
            bracket = math.log(K) + S * math.log(K * T) - (T - 1 - S) * math.log(1 - 1 / T)
            assert bracket <= (S + 1) * math.log(K) + S * math.log(T) + 1
        losses = np.repeat(np.eye(2)[::-1], T // 2 or 1, axis=0)
        assert all(experts.expected_losses(losses, eta=eta).sum() >= len(losses) / 4 for eta in (1e-6, 0.1, 1, 50))
