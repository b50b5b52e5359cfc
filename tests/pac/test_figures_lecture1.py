"""Lecture 1's drawing: nothing is clipped, and what it says was counted."""

import re

from asking import hoeffding

from dplearn.pac import figures, occam

WORLDS = {"cuts": (occam.threshold_world(5, 0.1), 20), "points": (occam.point_world(3, 0.1), 8)}


def test_the_map(assert_sound_drawing):
    assert_sound_drawing(lambda: figures.survivors_map(WORLDS, 0.1, 40, 1))
    words = figures.survivors_map(WORLDS, 0.1, 500, 1)[1]
    failed = int(re.search(r"points, 8 examples: (\d+) of 500", words)[1])
    assert abs(failed / 500 - occam.exact_failure(occam.point_world(3, 0.1), 0.1, 8)[0]) <= hoeffding(500)
