"""Lecture 2's drawings: the words agree with the numbers, nothing is clipped."""

import numpy as np
import pytest

from dplearn.private_pac.deeper import figures as deeper_figures

DRAWINGS = {"cubes": lambda: deeper_figures.solution_cubes([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [1, 0, 0]),
            "chord": lambda: deeper_figures.chord(1)}


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(name, assert_sound_drawing):
    assert_sound_drawing(DRAWINGS[name])


def test_the_words_say_what_was_computed():
    assert "8, 4, 2, 0 of them" in DRAWINGS["cubes"]()[1]
    assert f"height {np.tanh(1 / 2):.3f}" in DRAWINGS["chord"]()[1]
