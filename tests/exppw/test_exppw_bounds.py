"""Rounding, sizes against plain searches; that errors lie below the bounds is their cards'."""

import itertools

import numpy as np
import pytest
from scipy.special import expit

from dplearn import exppw
from dplearn.exppw.formulas import half_steps


def test_half_steps_are_the_sum():
    for epsilon, clamp in itertools.product((1e-4, 0.01, 0.3, 0.5, 1.0, 3.0, 30.0), (1, 2, 5, 12, 13, 100, 20_000)):
        plain = expit(-epsilon * np.arange(1, clamp + 1) / 2).sum()
        assert float(half_steps(epsilon, clamp)) == pytest.approx(plain, abs=1e-10)


# ---- Theorem 5.3 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("k, alpha, epsilon", [(1, 0.05, 0.1), (3, 0.4, 5.0), (0, 0.95, 0.3), (2, 1e-3, 0.05)])
def test_leave_one_out_size_is_the_least(k, alpha, epsilon):
    T, n = np.arange(1, int(200 / epsilon)), exppw.leave_one_out_size(k, alpha, epsilon)
    here, below = (exppw.population_error_bound_sharp(0.0, k, T, epsilon, m).min() for m in (n, n - 1))
    assert here <= alpha * (1 + 1e-9) and (below > alpha or n == 1)
