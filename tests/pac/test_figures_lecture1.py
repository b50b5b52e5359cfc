"""Lecture 1's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest
from asking import hoeffding

from dplearn.pac import occam
from dplearn.concepts import Conjunctions
from dplearn.pac import figures as lecture1
from dplearn.pac import deeper
from dplearn.pac.deeper import figures as deeper_lecture1

ANDS = Conjunctions(6)
X1 = np.array([[0, 0, 1, 0, 1, 1], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0]])
FIT = deeper.consistent_hypotheses(ANDS, X1, [1, 0, 1])


def drawings():
    yield deeper_lecture1.and_lattice(6, {"one": FIT, "all": np.ones(64, bool)})
    yield lecture1.survivors_map({"thresholds": (occam.threshold_world(5, 0.1), 20),
                                  "points": (occam.point_world(3, 0.1), 8)}, 0.1, 40, 1)


@pytest.mark.parametrize("index", range(2))
def test_every_text_lies_inside_the_picture_and_bytes_repeat(index, assert_sound_drawing):
    assert_sound_drawing(lambda: list(drawings())[index])


def test_the_words_state_what_was_counted():
    words = deeper_lecture1.and_lattice(6, {"one": FIT, "all": np.ones(64, bool)})[1]
    assert "one: 1 of 64 fit; all: 64 of 64 fit" in words


def test_the_map_marks_the_target_where_the_good_cuts_would_stand():
    world = occam.threshold_world(5, 0.1)
    figure, _ = lecture1.survivors_map({"thresholds": (world, 20)}, 0.1, 40, 1)
    assert figure.axes[0].get_lines()[0].get_xdata()[0] == np.flatnonzero(world.bad(0.1) & (np.arange(33)
            < 16)).size - 0.5


def test_the_map_counts_runs_as_the_exact_failure_says():
    """500 runs of the point world; Hoeffding radius at false-alarm rate 1e-6."""
    world, runs = occam.point_world(3, 0.1), 500
    words = lecture1.survivors_map({"points": (world, 8)}, 0.1, runs, 7)[1]
    failed = int(re.search(r"(\d+) of 500 samples fail", words)[1])
    assert abs(failed / runs - occam.exact_failure(world, 0.1, 8)[0]) <= hoeffding(runs)
