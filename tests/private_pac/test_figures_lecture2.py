"""Lecture 2's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest
from scipy.stats import binom

from dplearn.private_pac import figures
from dplearn.private_pac.deeper import figures as deeper_figures

X = np.array([1, 3, 4, 6, 8, 10, 11, 13, 15])
CYCLE = [[1, 0, 1], [0, 1, 1], [1, 1, 0]]


@pytest.mark.parametrize("draw", [
    lambda: deeper_figures.solution_cubes(CYCLE, [1, 0, 0]), lambda: deeper_figures.chord(1),
    lambda: deeper_figures.chord(5),
    lambda: deeper_figures.lower_tails(0.1),
])
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_cubes_count_solutions():
    assert "8, 4, 2, 0 of them" in deeper_figures.solution_cubes(CYCLE, [1, 0, 0])[1]
    assert "8, 4, 2, 2, 1 of them" in deeper_figures.solution_cubes([*CYCLE, [1, 0, 0]], [1, 0, 1, 0])[1]


def test_the_chord_has_the_height_of_the_total_variation():
    for epsilon in (0.1, 1, 5):
        words = deeper_figures.chord(epsilon)[1]
        assert f"height {np.tanh(epsilon / 2):.3f}" in words and f"and {np.tanh(epsilon / 4):.3f}" in words


def test_the_tails_are_in_their_order():
    exact, chernoff, hoeffding = map(float, re.findall(r"exact (\S+), Chernoff's bound (\S+), Hoeffding's (\S+)\.",
                                                       deeper_figures.lower_tails(0.1)[1])[0])
    assert exact < chernoff < hoeffding and exact == pytest.approx(binom.cdf(50, 1000, 0.1), rel=0.02)


@pytest.mark.parametrize("change, name", [({"ann": 9}, "ann"), ({"N": 12}, "x"), ({"epsilon": 0}, "epsilon"),
                                          ({"y": X[:3] < 8, "ann": 0}, "y")])
def test_a_sample_that_does_not_fit_is_refused(change, name):
    with pytest.raises(ValueError, match=name):
        figures.output_laws(**{"x": X, "y": X < 8, "ann": 4, "N": 16, "epsilon": 1, **change})
