"""What the grader of assignment 6 takes for true, by other ways than its own."""

import itertools

import numpy as np
import pytest

from assignments.checks import a6, a6_truth as truth
from assignments.grading.assignment import assignments
from assignments.grading.question import Wrong


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


def test_a_rate_that_is_too_large_where_parts_differ_leaks():
    class Bold:
        def each(self, name, calls):
            made = []
            for parts, said, epsilon in calls:
                rate = epsilon / (2 * len(truth.touched(parts, case.SIZE, False))) * (1 + (len(set(said)) > 1))
                votes = np.exp(rate * np.bincount(said, minlength=2))
                made.append(votes / votes.sum())
            return made

    for i in range(12):
        case = next(a for a in assignments() if a.short == "a6").case(f"student {i}", "secret")
        gates = a6.check_overlap(Bold(), case, 0)
        next(gates)
        with pytest.raises(Wrong, match="leaks"):
            next(gates)
