"""Lecture 5's drawings: the words agree with the numbers, nothing is clipped."""

import numpy as np
import pytest

from dplearn.query_release import figures as lecture5

P = np.array([0.4, 0.1, 0.2, 0.3])
ROWS = np.array([[1, 1, 0, 0], [0, 1, 0, 1]])
NAMED = dict(names=("first", "second"), cells=["00", "10", "01", "11"])
SPREAD = {"noise on tables": np.linspace(0.001, 0.002, 24), "MWEM": np.linspace(0.002, 0.004, 24)}

DRAWINGS = [
    lambda: lecture5.distribution_and_queries(P, ROWS, **NAMED),
    lambda: lecture5.release_spread({f"ε = {e}": SPREAD for e in (1, 10)}, learned=("MWEM",)),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)
