"""A world with real learners: closed forms against quadrature, the size against its inverse."""

import itertools

import numpy as np
import pytest
from scipy import integrate

from dplearn import brute as ground_brute, prediction
from dplearn.prediction import brute
from dplearn.prediction.experiments import soft_majority


def coin_error(wrong, n_parts, epsilon):
    return brute.sigma(-epsilon * (n_parts - 2 * np.asarray(wrong)) / 2)


def at_a_point(p, n_parts, epsilon):
    """E h(Bin(r, p))."""
    return ground_brute.binomial(n_parts, p) @ coin_error(np.arange(n_parts + 1), n_parts,
                                                   epsilon) if 0 < p < 1 else coin_error(p * n_parts, n_parts, epsilon)


@pytest.mark.parametrize("n_parts, size, epsilon",
                         [(1, 1, 1.0), (200, 7, 0.1), (3, 10**6, 1.0)])
def test_threshold_closed_form(n_parts, size, epsilon):
    """Against quadrature of E h(Bin(r, (1 - s)^m)) over the distance s."""
    far = min(0.5, 60 / size)  # beyond, (1 - s)^m < e^-60: no model is wrong
    value = integrate.quad(lambda s: at_a_point((1 - s) ** size, n_parts, epsilon), 0, far, limit=800,
                           epsabs=1e-15, epsrel=1e-11, points=[far / 60, far / 10])[0]
    value += (1 - far) * at_a_point(0.0, n_parts, epsilon)
    assert soft_majority.error(n_parts, size, epsilon) == pytest.approx(value, rel=1e-9)


def test_the_size_inverts_the_quantile():
    for alpha, beta in itertools.product((0.003, 0.025, 0.11), np.array((0.3, 1e-5))):
        m = prediction.threshold_sample_size(alpha, beta)
        assert soft_majority.part_error_quantile(m, beta) <= alpha * (1 + 1e-9)
        assert m == 1 or soft_majority.part_error_quantile(m - 1, beta) > alpha
