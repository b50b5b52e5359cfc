"""Lecture 4: reading one day's losses out of the actions, exactly and played, and the ceiling that privacy sets."""

import itertools
import math

import numpy as np
import pytest

from dplearn.experts import draw_actions, hedge_probabilities
from dplearn.private_experts.attack import attack_ceiling, attack_success, guess_success
from dplearn.private_experts.profile import rwm_profile, worst_pair, worst_pair_profile
from dplearn.privacy import max_advantage, total_variation


def sequence_law(laws):
    return np.array([math.prod(row[a] for row, a in zip(laws, actions))
                     for actions in itertools.product(range(laws.shape[1]), repeat=len(laws))])


def with_row(losses, day, row):
    changed = losses.copy()
    changed[day] = row
    return changed


def slack(runs, comparisons=1):
    """Hoeffding: each of `comparisons` means of booleans leaves this band with chance 1e-6/comparisons at most."""
    return math.sqrt(math.log(2e6 * comparisons) / (2 * runs))


@pytest.mark.parametrize("values", [(0, 1), (0, 0.5, 1), None])
@pytest.mark.parametrize("eta", [0.1, 1.0, 5.0])
def test_success_by_all_sequences(values, eta):
    rng = np.random.default_rng(1)
    for T, K, day in [(4, 3, 0), (4, 3, 2), (5, 2, 1), (3, 4, 0)]:
        losses = rng.random((T, K)) if values is None else rng.choice(values, (T, K)).astype(float)
        neighbor = with_row(losses, day, 1 - losses[day] * 0.5)
        p, q = (sequence_law(hedge_probabilities(x, eta=eta)) for x in (losses, neighbor))
        truth = (1 + total_variation(p, q)) / 2
        success = attack_success(losses, neighbor, eta=eta)
        assert truth - 1e-13 <= success <= truth + (1e-13 if values else 1e-6)
        assert guess_success(losses, [losses[day], neighbor[day]], day, eta=eta) == pytest.approx(truth, rel=1e-12)
        # M candidates: the largest probability of each sequence, summed
        rows = np.concatenate([1 - np.eye(K), [np.ones(K)]])
        laws = [sequence_law(hedge_probabilities(with_row(losses, day, row), eta=eta)) for row in rows]
        assert guess_success(losses, rows, day, eta=eta) == pytest.approx(np.max(laws, axis=0).sum() / (K + 1), rel=1e-12)


@pytest.mark.parametrize("eta", [0.02, 0.2, 2.0])
def test_played_attack(eta):
    """The likeliest of three rows, guessed from actions drawn one by one."""
    rng, runs = np.random.default_rng(2), 20_000
    losses, rows = rng.integers(0, 2, (60, 3)).astype(float), 1 - np.eye(3)
    laws, right = np.stack([hedge_probabilities(with_row(losses, 3, row), eta=eta) for row in rows]), 0
    for c in range(3):
        actions = draw_actions(laws[c], rng=rng, runs=runs)
        guess = np.log(laws[:, np.arange(60), actions]).sum(axis=-1).argmax(axis=0)
        right += (guess == c).mean() / 3
    assert abs(right - guess_success(losses, rows, 3, eta=eta)) < slack(3 * runs, 3)


def test_the_attack_wins_and_loses():
    losses, neighbor = worst_pair(1000)
    assert attack_success(losses, neighbor, eta=1.0) > 1 - 1e-12             # a day is an open book
    # at the rate that is best for regret: Φ(sqrt(2 ln 2)), whatever T
    best = math.sqrt(8 * math.log(2) / 1000)
    assert attack_success(losses, neighbor, eta=best) == pytest.approx((1 + math.erf(math.sqrt(math.log(2)))) / 2, abs=1e-3)
    assert 0.5 < attack_success(losses, neighbor, eta=1 / 2000) < 0.51       # basic composition, ε = 1
    assert guess_success(np.zeros((40, 3)), 1 - np.eye(3), 0, eta=5.0) > 0.999
    assert guess_success(np.zeros((40, 3)), 1 - np.eye(3), 0, eta=1e-6) == pytest.approx(1 / 3, abs=1e-5)
    # a day after which nothing is played, or that scales all alike: blind guessing
    assert attack_success(losses, with_row(losses, 999, [1, 0]), eta=9.0) == 0.5
    assert attack_success(losses, with_row(losses, 5, [1, 1]), eta=9.0) == 0.5


def test_ceiling():
    assert attack_ceiling(0.0) == 0.5 and attack_ceiling(0.0, candidates=5) == pytest.approx(0.2)
    assert attack_ceiling(math.log(3)) == pytest.approx(0.75) and attack_ceiling(1.0, 1.0, candidates=4) == pytest.approx(1.0)
    for epsilon, delta in [(0.3, 0.0), (1.0, 1e-3), (4.0, 0.2)]:
        assert attack_ceiling(epsilon, delta) == pytest.approx((1 + max_advantage(epsilon, delta)) / 2, rel=1e-14)
    assert attack_ceiling([0.0, 1.0], 0.1).shape == (2,) and attack_ceiling(1000.0) == 1.0


def test_success_is_under_the_ceiling_of_every_point_of_the_profile():
    rng, epsilons = np.random.default_rng(3), np.linspace(0, 4, 41)
    for eta in (0.01, 0.1, 1.0):
        losses = rng.integers(0, 2, (200, 4)).astype(float)
        neighbor = with_row(losses, 0, [1, 1, 0, 0])
        success = attack_success(losses, neighbor, eta=eta)
        ceilings = attack_ceiling(epsilons, rwm_profile(losses, neighbor, epsilons, eta=eta))
        assert (success <= ceilings + 1e-12).all() and success == pytest.approx(ceilings[0], rel=1e-12)
        # and a profile half as large would be caught: its ceiling at ε = 0 lies below the attack
        assert success > attack_ceiling(0.0, rwm_profile(losses, neighbor, 0.0, eta=eta) / 2)
    # M candidates, all pairs neighbors: δ of the worst of them
    rows, base = 1 - np.eye(3), np.zeros((30, 3))
    for eta in (0.05, 0.5):
        success = guess_success(base, rows, 0, eta=eta)
        for epsilon in (0.0, 0.5, 2.0):
            delta = max(rwm_profile(with_row(base, 0, a), with_row(base, 0, b), epsilon, eta=eta)
                        for a, b in itertools.permutations(rows, 2))
            assert success <= attack_ceiling(epsilon, delta, candidates=3) + 1e-12


def test_success_of_the_closed_form():
    for T, eta in [(10**4, 0.003), (10**5, 0.00237)]:
        success = attack_success(*worst_pair(T), eta=eta)
        assert success == pytest.approx((1 + worst_pair_profile(T, 0.0, eta=eta)) / 2, rel=1e-11)
        # T randomized responses: the normal law of the losses, N(μ²/2, μ²), μ = 2 · η/2 · sqrt(T), error 1/sqrt(T)
        assert success == pytest.approx((1 + math.erf(eta * math.sqrt(T) / (2 * math.sqrt(2)))) / 2, abs=2 / math.sqrt(T))


def test_bad_arguments():
    (losses, _), rows = worst_pair(6, 3), 1 - np.eye(3)
    for call, name in [(lambda: attack_success(losses, losses, eta=1.0), "neighbor"),
                       (lambda: attack_ceiling(-1.0), "epsilon"), (lambda: attack_ceiling(1.0, 2.0), "delta"),
                       (lambda: attack_ceiling(1.0, candidates=1), "candidates"),
                       (lambda: guess_success(losses, rows, 5, eta=1.0), "day"),
                       (lambda: guess_success(losses, rows[:1], 0, eta=1.0), "rows"),
                       (lambda: guess_success(losses, rows[:, :2], 0, eta=1.0), "rows"),
                       (lambda: guess_success(losses, rows, 0, eta=-1.0), "eta"),
                       (lambda: guess_success(np.zeros((10**4, 3)), rows, 0, eta=1.0), "losses")]:
        with pytest.raises(ValueError, match=name):
            call()
