"""Assignment 3: the largest regret among all tables, and what is to be proved of fixed share."""

import itertools
import math

import numpy as np
import pytest
from dplearn import experts

from assignments.checks import a3
from assignments.checks import a3_truth as truth


@pytest.mark.parametrize("T, K, eta", [(5, 3, 0.3), (4, 4, 0.7)])
@pytest.mark.parametrize("form", range(3))
def test_the_largest_regret_among_all_tables(T, K, eta, form):
    right = a3.right_ones(K, form)
    rows = [1 - np.isin(range(K), side) for side in itertools.combinations(range(K), right)]
    tables = [np.array(table, dtype=float) for table in itertools.product(rows, repeat=T)]
    most = max(experts.expected_regret(table, eta=eta)[-1] for table in tables)
    assert most == pytest.approx(truth.largest_regret(T, K, eta, right))


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
