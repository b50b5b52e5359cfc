"""Lecture 1's drawings: nothing is clipped, and what they say was counted."""

import re

import numpy as np
import pytest
from asking import hoeffding

from dplearn.pac import figures, occam
from dplearn.pac.deeper import figures as deeper_figures

FIT = np.arange(64) == 16
DRAWINGS = {"lattice": lambda: deeper_figures.and_lattice(6, {"one": FIT, "all": np.ones(64, bool)}),
            "map": lambda: figures.survivors_map({"cuts": (occam.threshold_world(5, 0.1), 20),
                                                  "points": (occam.point_world(3, 0.1), 8)}, 0.1, 500, 1)}


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(name, assert_sound_drawing):
    assert_sound_drawing(DRAWINGS[name])


def test_the_words_state_what_was_counted():
    assert "one: 1 of 64 fit; all: 64 of 64 fit" in DRAWINGS["lattice"]()[1]
    failed = int(re.search(r"points, 8 examples: (\d+) of 500", DRAWINGS["map"]()[1])[1])
    assert abs(failed / 500 - occam.exact_failure(occam.point_world(3, 0.1), 0.1, 8)[0]) <= hoeffding(500)
