"""The soft majority's law, split, bounds and sizes, and the moments on fresh data: by hand and by brute force (audits
and cards hold the rest).
"""

import itertools

import numpy as np
import pytest
from asking import hoeffding

from dplearn import pac, prediction
from dplearn.prediction import brute

GRID = list(itertools.product((0.4, 0.001), (0.01, 30.0)))  # α, ε


def test_split_is_uniform():
    """All 6 ways to deal 4 records into two parts of two: Hoeffding, false alarm 1e-6."""
    rng, runs = np.random.default_rng(2), 5000
    _, counts = np.unique([prediction.split_parts(4, 2, rng=rng) for _ in range(runs)], axis=0, return_counts=True)
    assert len(counts) == 6 and (abs(counts / runs - 1 / 6) < hoeffding(runs, 6)).all()
    assert sorted(np.bincount(prediction.split_parts(1000, 7, rng=rng))) == [142] + [143] * 6


@pytest.mark.parametrize("n_parts, epsilon", list(itertools.product([1, 7, 40], [0.01, 3.0])))
def test_sharp_bound_is_the_largest_error(n_parts, epsilon):
    """The most that E h(w) can be when E w/r <= a; equal up to the place where the chord touches h."""
    h = brute.sigma(-epsilon * (n_parts - 2 * np.arange(n_parts + 1)) / 2)
    touches = np.argmax((h[1:] - h[0]) / np.arange(1, n_parts + 1)) + 1
    for a in (0.0, 0.1, 0.5):
        most, sharp = brute.worst_mixture(h, a * n_parts), prediction.soft_majority_error_bound_sharp(a, n_parts,
            epsilon=epsilon)
        assert most <= sharp + 1e-12 and (a * n_parts > touches or sharp == pytest.approx(most, abs=1e-12))


@pytest.mark.parametrize("alpha, epsilon", GRID)
def test_sharp_sample_size(alpha, epsilon):
    """It keeps its promise, with the fewest examples, and costs no more than Theorem 4.1."""
    def part_size(a, b):
        return pac.vc_sample_size(1, a, b)

    parts, n = prediction.soft_majority_sample_size_sharp(alpha, 0.05, epsilon, part_size)
    assert n <= prediction.soft_majority_sample_size(alpha, 0.05, epsilon, part_size) and n % parts == 0
    at_zero, at_one = (prediction.soft_majority_error_bound_sharp(a, parts, epsilon=epsilon) for a in (0, 1e-9))
    a = (alpha - at_zero) / (at_one - at_zero) * 1e-9
    assert part_size(a * (1 - 1e-4), 0.05 / parts) >= n // parts >= part_size(a * (1 + 1e-4), 0.05 / parts)
