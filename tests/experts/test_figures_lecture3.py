"""Lecture 3's drawings: the words agree with the numbers, nothing is clipped."""

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts import figures


def season(T=60, n_experts=6, eta=0.5, seed=3, world="mixed"):
    return experts.run_race(T, n_experts, eta=eta, rng=np.random.default_rng(seed), world=world)


@pytest.mark.parametrize("draw", [
    lambda: figures.race_figure(season(T=1, n_experts=2)),
    lambda: figures.race_figure(season(T=200, n_experts=8, world="takeover")),
])
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)
