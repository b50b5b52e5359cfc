"""What the grader of assignment 6 takes for true, by other ways than its own."""

import itertools

import numpy as np
import pytest

from assignments.checks import a6_truth as truth


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("anyone", [False, True])
def test_the_most_parts_that_neighbors_touch(size, anyone):
    """By hand, and over all sets of so many records."""
    assert len(truth.touched([[0, size], [1, 2 * size], [size]], size, anyone)) == (3 if anyone else 2)
    rng = np.random.default_rng(6)
    for _ in range(20):
        parts = [rng.permutation(7)[:rng.integers(1, 4)].tolist() for _ in range(6)]
        most = max(sum(any(i in group for i in part) for part in parts)
                   for group in itertools.combinations(range(9), size) if anyone or group in homes(size))
        assert len(truth.touched(parts, size, anyone)) == most


def homes(size):
    return [tuple(range(i, i + size)) for i in range(0, 9, size) if i + size <= 9]
