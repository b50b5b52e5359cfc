"""Lecture 6's drawings: every text lies inside the picture, and bytes repeat."""

import pytest

from dplearn.prediction import figures

DRAWINGS = [
    *(lambda at=at: figures.one_disease(*at) for at in ((40, 1.0, 0.1), (3, 0.05, 0.9), (400, 10, 0.01))),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)
