"""Lecture 4's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import numpy as np
import pytest

from dplearn.private_experts import figures as lecture4
from dplearn.private_experts import deeper


def seasons(T, K, day=0, seed=4):
    losses = np.random.default_rng(seed).integers(0, 2, (T, K)).astype(float)
    losses[day, :2] = 0, 1
    neighbor = losses.copy()
    neighbor[day, :2] = 1, 0
    return losses, neighbor


DRAWINGS = [
    lambda: lecture4.one_pick(*deeper.worst_pair(400), eta=0.001, days=(2,)),
    lambda: lecture4.one_pick(*seasons(5, 4, day=1), eta=5, days=(3, 4, 5)),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)
