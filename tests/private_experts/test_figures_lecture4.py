"""Lecture 4's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest

from dplearn import privacy, private_experts
from dplearn.private_experts import brute, figures as lecture4


def seasons(T, K, day=0, seed=4):
    losses = np.random.default_rng(seed).integers(0, 2, (T, K)).astype(float)
    losses[day, :2] = 0, 1
    neighbor = losses.copy()
    neighbor[day, :2] = 1, 0
    return losses, neighbor


DRAWINGS = [
    lambda: lecture4.season_laws(*seasons(400, 2, day=300), etas=(20,)),
    lambda: lecture4.season_laws(*private_experts.worst_pair(2), etas=(0.001, 1, 2, 3)),
    lambda: lecture4.privacy_losses(*private_experts.worst_pair(400), eta=0.001, days=(2,), epsilon=0),
    lambda: lecture4.privacy_losses(*seasons(5, 4, day=1), eta=5, days=(3, 4, 5), epsilon=3),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_words_state_success_and_delta():
    x, y = seasons(6, 3)
    for eta in (0.3, 1.0):
        p, q = brute.sequence_law(x, eta), brute.sequence_law(y, eta)
        said = float(re.search(r"probability ([0-9.]+)\.", lecture4.season_laws(x, y, etas=(eta,))[1])[1])
        assert said == pytest.approx(0.5 + privacy.total_variation(p, q) / 2, abs=0.0005)
        for epsilon in (0.0, 0.4):
            words = lecture4.privacy_losses(x, y, eta=eta, days=(2,), epsilon=epsilon)[1]
            said = float(re.search(r"δ = ([-0-9.e]+)\.$", words)[1])
            assert said == pytest.approx(privacy.hockey_stick(p, q, epsilon), rel=0.005)


@pytest.mark.parametrize("T, day, etas, name", [(3, 2, (1,), "neighbor"),  # the last day teaches nothing
                                                (401, 0, (1,), "losses"), (6, 0, (1,) * 5, "etas")])
def test_no_season_to_draw(T, day, etas, name):
    with pytest.raises(ValueError, match=name):
        lecture4.season_laws(*seasons(T, 2, day=day), etas=etas)
