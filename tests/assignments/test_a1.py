"""Assignment 1: what is shattered, and what is to be proved of half-planes.  (What learners do by all samples: the
solution and the right answers of `answers/a1.py` are other ways to the same numbers.)"""

import itertools

import numpy as np
from dplearn import pac

from assignments.checks import a1_truth as truth


def test_shattering_and_sauers_number():
    interval = np.array([[a <= i < b for i in range(5)] for a in range(6) for b in range(a, 6)]).astype(int)
    interval = np.unique(interval, axis=0)
    assert truth.shatters(interval, 2) and not truth.shatters(interval, 3)
    assert len(interval) == pac.sauer_bound(5, 2) == 16
    assert not truth.shatters(interval[:1], 1)


def test_half_planes_make_at_most_14_patterns_on_four_points():
    """All sets of four points of a 3 x 3 grid; normals in many directions, cuts at and between all values."""
    turns, most = np.linspace(0, 2 * np.pi, 720, endpoint=False) + 1e-3, []
    for four in itertools.combinations(itertools.product(range(3), repeat=2), 4):
        values = np.stack([np.cos(turns), np.sin(turns)], axis=1) @ np.array(four).T
        made = {tuple(v >= b) for v in values for b in (*v, 9.0)}
        most.append(len(made))
        assert all(tuple(not y for y in pattern) in made for pattern in made)
    assert max(most) == 14
