"""A size against a plain search; that errors lie below the bounds is their cards'."""

import numpy as np
import pytest

from dplearn import exppw


@pytest.mark.parametrize("k, alpha, epsilon", [(1, 0.05, 0.1), (3, 0.4, 5.0), (0, 0.95, 0.3), (2, 1e-3, 0.05)])
def test_leave_one_out_size_is_the_least(k, alpha, epsilon):
    T, n = np.arange(1, int(200 / epsilon)), exppw.leave_one_out_size(k, alpha, epsilon)
    here, below = (exppw.population_error_bound_sharp(0.0, k, T, epsilon, m).min() for m in (n, n - 1))
    assert here <= alpha * (1 + 1e-9) and (below > alpha or n == 1)
