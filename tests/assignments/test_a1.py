"""Assignment 1: what is to be proved of half-planes.  (The learners' numbers are found by the solution and by the right
answers of `answers/a1.py` in other ways.)"""

import itertools

import numpy as np


def test_half_planes_make_at_most_14_patterns_on_four_points():
    """All sets of four points of a 3 x 3 grid; normals in many directions, cuts at and between all values."""
    turns, most = np.linspace(0, 2 * np.pi, 720, endpoint=False) + 1e-3, []
    for four in itertools.combinations(itertools.product(range(3), repeat=2), 4):
        values = np.stack([np.cos(turns), np.sin(turns)], axis=1) @ np.array(four).T
        made = {tuple(v >= b) for v in values for b in (*v, 9.0)}
        most.append(len(made))
        assert all(tuple(not y for y in pattern) in made for pattern in made)
    assert max(most) == 14
