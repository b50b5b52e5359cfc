"""Averages over votes: limits, numbers of parts, and exact errors in agnostic worlds (cards compare laws with brute
force)."""

import itertools
import math

import numpy as np
import pytest

import dplearn.pac.deeper
import dplearn.prediction.deeper
from dplearn import pac, prediction
from dplearn.concepts import Points, Thresholds
from dplearn.prediction.deeper import best_average
from dplearn.prediction.deeper.experiments._agnostic_worlds import AgnosticWorld

ALPHAS, EPSILONS = (0.01, 0.1, 0.3, 0.5), (0.02, 0.3, 1.0, math.log(2), 3.0, 12.0)


def test_limits():
    said = prediction.average_probability_laplace([0.0, 0.3, 1.0], 7, epsilon=[[1e-100], [1e100]])
    assert said == pytest.approx(np.array([[0.5, 0.5, 0.5], [0, 0.3, 1]]))
    assert prediction.deeper.average_epsilon_laplace(10**6, epsilon=1.0) == pytest.approx(math.log(2 + math.exp(-1)))
    assert prediction.deeper.average_epsilon_laplace([1, 5], epsilon=1e-12) == pytest.approx([1e-12, 1e-12], rel=1e-6)
    assert prediction.deeper.average_epsilon_laplace(10**15, epsilon=40.0) == pytest.approx(math.log(80))
    assert prediction.deeper.clipped_average_epsilon([1, 10**15], [0.5, 1e-3]) == pytest.approx([math.log(3), 2e-12],
                                                                                                rel=0.01)


def test_parts():
    for alpha, epsilon in itertools.product(ALPHAS, EPSILONS):
        least = prediction.clipped_parts_sharp(alpha, epsilon)
        noise = prediction.laplace_parts_sharp(alpha, epsilon)
        assert prediction.deeper.best_average_parts(alpha, epsilon) <= min(least, noise)
        assert prediction.deeper.clipped_average_epsilon(least, alpha) <= epsilon * (1 + 1e-12)
        assert least == 1 or prediction.deeper.clipped_average_epsilon(least - 1, alpha) > epsilon
    assert [f(0.1, 1) for f in (prediction.laplace_parts, prediction.clipped_parts,
                                prediction.clipped_parts_sharp)] == [20, 12, 8]
    assert prediction.clipped_parts(0.1, 800.0) == 1                       # e^800 is no float


def test_the_least_r_of_the_best_coin():
    """It keeps its promise; fewer parts do not (the start decides), and once enough is always enough."""
    for alpha, epsilon in itertools.product(ALPHAS, EPSILONS):
        r = prediction.deeper.best_average_parts(alpha, epsilon)
        for parts in {r, r + 1, 3 * r}:
            k = np.arange(parts + 1)
            p = prediction.deeper.best_average_probability(k, parts, alpha=alpha, epsilon=epsilon)
            assert np.abs(p - k / parts).max() <= alpha / 2 * (1 + 1e-9)
            assert np.abs(np.diff(np.log([p, 1 - p]))).max() <= epsilon * (1 + 1e-9)
            np.testing.assert_allclose(p + p[::-1], 1.0, rtol=1e-12)
        for parts in range(max(1, r - 60), r + 60):
            assert (best_average._largest_rule(parts, alpha, epsilon) is None) == (parts < r)
    with pytest.raises(ValueError, match="n_parts"):
        prediction.deeper.best_average_probability(0, r - 1 or 1, alpha=1e-3, epsilon=0.1)


# ---- worlds ----------------------------------------------------------------------------------------

WORLDS = {
    "noisy thresholds": AgnosticWorld(Thresholds(3), [0.4, 0.3, 0.3], [0.9, 0.6, 0.2]),
    "points that disagree": AgnosticWorld(Points(3), [1 / 3] * 3, [1.0, 1.0, 1.0]),
    "clean thresholds": AgnosticWorld(Thresholds(3), [0.4, 0.2, 0.4], [1.0, 1.0, 0.0]),
    "two cells": AgnosticWorld(Thresholds(2), [0.5, 0.5], [0.6, 0.45]),
}
in_each_world = pytest.mark.parametrize("world", WORLDS.values(), ids=list(WORLDS))


def mean_error(world, m):
    """The expected error of the ERM on m examples, over all ordered samples, with `pac.erm` itself."""
    cells, total = world.concept_class.domain(), 0.0
    for sample in itertools.product(itertools.product(range(len(cells)), (0, 1)), repeat=m):
        chance = math.prod(world.mass[i] * (world.label_one[i] if y else 1 - world.label_one[i]) for i, y in sample)
        total += chance * world.errors[pac.deeper.erm(world.concept_class, cells[[i for i, _ in sample]],
                                               [y for _, y in sample])]
    return total


@in_each_world
def test_an_average_errs_like_its_voters(world):
    for m in (1, 2, 4):
        assert world.expected_error(np.arange(8) / 7, m) == pytest.approx(mean_error(world, m), rel=1e-12)
