"""Worlds with real learners: closed forms against quadrature, enumeration, and records drawn and learned one by one."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate

from dplearn import pac, prediction
from dplearn import brute as ground_brute
from dplearn.prediction import brute
from dplearn.prediction.experiments._soft_majority_worlds import TableWorld, ThresholdWorld

RNG = np.random.default_rng
WORLDS = [ThresholdWorld(), TableWorld(16), TableWorld(1, 0.1), TableWorld(5, 0.3)]
each_world = pytest.mark.parametrize("world", WORLDS, ids=["thresholds", "table of 16", "one cell", "table of 5"])
SETTINGS = [(1, 1, 1.0), (23, 20, 1.0)]  # r, m, ε


def coin_error(wrong, n_parts, epsilon):
    return brute.sigma(-epsilon * (n_parts - 2 * np.asarray(wrong)) / 2)


def at_a_point(p, n_parts, epsilon):
    """E h(Bin(r, p))."""
    return ground_brute.binomial(n_parts, p) @ coin_error(np.arange(n_parts + 1), n_parts,
                                                   epsilon) if 0 < p < 1 else coin_error(p * n_parts, n_parts, epsilon)


def assert_mean(errors, mean):
    """Bernstein (Maurer and Pontil) for errors in [0, 1]:
    with L = ln(2/q) = 16 both sides fail with 2q = 4e^-16 < 5e-7.
    """
    room = 7 * 16 / (3 * (len(errors) - 1)) + math.sqrt(2 * errors.var(ddof=1) * 16 / len(errors))
    assert abs(errors.mean() - mean) < room


@pytest.mark.parametrize("n_parts, size, epsilon",
                         [(1, 1, 1.0), (200, 7, 0.1), (3, 10**6, 1.0)])
def test_threshold_closed_form(n_parts, size, epsilon):
    """Against quadrature of E h(Bin(r, (1 - s)^m)) over the distance s."""
    far = min(0.5, 60 / size)  # beyond, (1 - s)^m < e^-60: no model is wrong
    value = integrate.quad(lambda s: at_a_point((1 - s) ** size, n_parts, epsilon), 0, far, limit=800,
                           epsabs=1e-15, epsrel=1e-11, points=[far / 60, far / 10])[0]
    value += (1 - far) * at_a_point(0.0, n_parts, epsilon)
    assert ThresholdWorld().error(n_parts, size, epsilon) == pytest.approx(value, rel=1e-9)


def test_threshold_against_real_learners():
    """1000 data sets of 5 parts of 20 records on a grid of 64 points, whose exact mean is a sum over the grid."""
    N, errors, rng, points = 64, [], RNG(4), np.arange(1, 65)
    for _ in range(1000):
        x = rng.integers(1, N + 1, size=(5, 20))
        cuts = np.array([pac.threshold_learner(part, part <= N // 2, N) for part in x])
        says_one = prediction.soft_majority_probability((points <= cuts[:, None]).sum(axis=0), 5, epsilon=1.0)
        errors.append(np.where(points <= N // 2, 1 - says_one, says_one).mean())
    exact = sum(at_a_point((1 - i / N) ** 20, 5, 1.0) for i in range(1, 33)) / N + at_a_point(0.0, 5, 1.0) / 2
    assert_mean(np.array(errors), exact)
    assert abs(exact - ThresholdWorld().error(5, 20, 1.0)) < 1 / N


@each_world
@pytest.mark.parametrize("n_parts, size, epsilon", SETTINGS)
def test_draws_match_the_exact_mean(world, n_parts, size, epsilon):
    assert_mean(world.draw(n_parts, size, epsilon, RNG(6), 5_000), world.error(n_parts, size, epsilon))


@each_world
def test_quantile_and_size(world):
    """Single models (r = 1, no coin) exceed the β-quantile a share β of the time (Chernoff:
    > 0.08 of 4000 has chance < 1e-12), and m inverts it.
    """
    for size in (5, 50):
        assert (world.draw(1, size, 1e9, RNG(10), 4000) > world.part_error_quantile(np.array(size),
            0.05) + 1e-9).mean() <= 0.08
    for alpha, beta in itertools.product((0.003, 0.025, 0.11), np.array((0.3, 1e-5))):
        m = np.asarray(world.part_size(alpha, beta))
        assert world.part_error_quantile(m, beta) <= alpha * (1 + 1e-9)
        assert m == 1 or world.part_error_quantile(m - 1, beta) > alpha
