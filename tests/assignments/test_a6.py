"""What the grader of assignment 6 takes for true, by other ways than its own."""

import itertools

import numpy as np
import pytest

from assignments.checks import a6_truth as truth


@pytest.mark.parametrize("n, m, shift, circle", [(5, 2, 2, True), (5, 3, 2, False), (5, 4, 3, True), (4, 4, 2, False),
                                                 (4, 1, 2, True), (1, 1, 3, True)])
@pytest.mark.parametrize("together", [False, True])
def test_the_most_votes_that_neighbors_move(n, m, shift, circle, together):
    """Every data set with two places and two labels, every replacement of one record, or of two side by side; and these
    are all the pairs that an audit takes."""
    parts = truth.parts_of(n, m, shift, circle)
    lists = list(itertools.product(itertools.product((0, 1), repeat=2), repeat=n))
    counts = {d: truth.vote(*zip(*d), 0, parts, 2, 1.0)[1] for d in lists}
    counts = {d: np.log(p / (1 - p)) / 2 for d, p in counts.items()}  # votes for 1, up to a constant
    pairs = set()
    for d, i in itertools.product(lists, range(n)):
        seats = {i, (i + 1) % n} if together and (circle or i + 1 < n) else {i}
        for new in itertools.product(lists[0][:1] + ((0, 1), (1, 0), (1, 1)), repeat=len(seats)):
            there = dict(zip(seats, new))
            pairs.add((d, tuple(there.get(j, record) for j, record in enumerate(d))))
    assert max(abs(counts[d] - counts[e]) for d, e in pairs) == pytest.approx(
        truth.moved(n, m, shift, circle, together).max())
    places = np.array([[2 * a + b for a, b in d] for d in lists])
    assert {(lists[i], lists[j]) for i, j in truth.near(places, circle, together)} == {p for p in pairs if p[0] < p[1]}
