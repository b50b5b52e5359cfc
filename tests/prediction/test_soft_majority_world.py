"""Worlds with real learners: closed forms against quadrature and enumeration."""

import itertools

import numpy as np
import pytest
from scipy import integrate

from dplearn import brute as ground_brute
from dplearn.prediction import brute
from dplearn.prediction.experiments._soft_majority_worlds import TableWorld, ThresholdWorld


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
    assert ThresholdWorld().error(n_parts, size, epsilon) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("world", [TableWorld(4), TableWorld(1, 0.1), TableWorld(5, 0.3)], ids=str)
def test_table_by_all_parts(world):
    """Every part of up to 3 records: the cells that it misses, and how often they are more than the quantile."""
    d, size = world.n_cells, 3
    parts = np.indices((d + 1,) * size).reshape(size, -1)          # cell d: elsewhere, where all agree
    weights = np.append(np.full(d, world.mass / d), 1 - world.mass)[parts].prod(axis=0)
    missed = np.array([(parts != cell).all(axis=0) for cell in range(d)])
    errors = missed.sum(axis=0) * world.mass / d
    assert world.part_error(size) == pytest.approx(weights @ errors)
    exact = world.mass * at_a_point(weights @ missed[0], 7, 1.0) + (1 - world.mass) * at_a_point(0.0, 7, 1.0)
    assert world.error(7, size, 1.0) == pytest.approx(exact)
    for beta in (0.3, 0.01):
        assert weights @ (errors > world.part_error_quantile(np.array(size), np.array(beta)) + 1e-9) <= beta


@pytest.mark.parametrize("world", [ThresholdWorld(), TableWorld(16), TableWorld(1, 0.1)], ids=["line", "16", "1"])
def test_the_size_inverts_the_quantile(world):
    for alpha, beta in itertools.product((0.003, 0.025, 0.11), np.array((0.3, 1e-5))):
        m = np.asarray(world.part_size(alpha, beta))
        assert world.part_error_quantile(m, beta) <= alpha * (1 + 1e-9)
        assert m == 1 or world.part_error_quantile(m - 1, beta) > alpha
