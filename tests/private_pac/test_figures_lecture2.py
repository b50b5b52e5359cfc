"""Lecture 2's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest
from scipy.stats import binom

from dplearn.private_pac import figures
from dplearn.private_pac.deeper import figures as deeper_figures

X = np.array([1, 3, 4, 6, 8, 10, 11, 13, 15])
DRAWINGS = {"cubes": lambda: deeper_figures.solution_cubes([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [1, 0, 0]),
            "chord": lambda: deeper_figures.chord(1), "tails": lambda: deeper_figures.lower_tails(0.1)}


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(name, assert_sound_drawing):
    assert_sound_drawing(DRAWINGS[name])


def test_the_words_say_what_was_computed():
    assert "8, 4, 2, 0 of them" in DRAWINGS["cubes"]()[1]
    assert f"height {np.tanh(1 / 2):.3f}" in DRAWINGS["chord"]()[1]
    exact = float(re.search(r"exact (\S+),", DRAWINGS["tails"]()[1])[1])
    assert exact == pytest.approx(binom.cdf(50, 1000, 0.1), rel=0.02)


@pytest.mark.parametrize("change, name", [({"ann": 9}, "ann"), ({"N": 12}, "x"), ({"y": X[:3] < 8, "ann": 0}, "y")])
def test_a_sample_that_does_not_fit_is_refused(change, name):
    with pytest.raises(ValueError, match=name):
        figures.output_laws(**{"x": X, "y": X < 8, "ann": 4, "N": 16, "epsilon": 1, **change})
