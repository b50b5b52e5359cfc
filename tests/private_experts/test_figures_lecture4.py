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
    lambda: lecture4.season_laws(*seasons(60, 3), etas=(1, 0.1, 0.02)),
    lambda: lecture4.season_laws(*seasons(400, 2, day=300), etas=(20,)),
    lambda: lecture4.season_laws(*private_experts.worst_pair(2), etas=(0.001, 1, 2, 3)),
    lambda: lecture4.privacy_losses(*seasons(60, 3), eta=0.2, days=(2, 40, 60), epsilon=1.0),
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
            assert float(re.search(r"δ = ([-0-9.e]+)\.$", words)[1]) == pytest.approx(privacy.hockey_stick(p, q,
                epsilon), rel=0.005)


def test_the_dots_lie_on_the_lines():
    left = lecture4.privacy_losses(*seasons(60, 3), eta=0.2, days=(2, 40, 60), epsilon=1.0)[0].axes[0]
    lines, dots = left.lines[::2], left.lines[1::2]
    assert len(lines) == len(dots) == 3
    for line, dot in zip(lines, dots):
        slope = np.diff(line.get_ydata()) / np.diff(line.get_xdata())
        on_line = line.get_ydata()[0] + slope * (dot.get_xdata() - line.get_xdata()[0])
        np.testing.assert_allclose(dot.get_ydata(), on_line, atol=1e-12)
        assert slope == pytest.approx(0.2)


@pytest.mark.parametrize("draw, name", [
    (lambda x, y: lecture4.season_laws(x, 1 - x, etas=(1,)), "neighbor"),                       # all days differ
    (lambda x, y: lecture4.season_laws(*seasons(3, 2, day=2), etas=(1,)), "neighbor"),
    # the last day teaches nothing
    (lambda x, y: lecture4.season_laws(*seasons(401, 2), etas=(1,)), "losses"),
    (lambda x, y: lecture4.season_laws(x, y, etas=(1,) * 5), "etas"),
    (lambda x, y: lecture4.privacy_losses(x, np.where(x == y, x, 0.5), eta=1, days=(2,), epsilon=1), "0 or 1"),
    (lambda x, y: lecture4.privacy_losses(x, y, eta=1, days=(1,), epsilon=1), "days"),
])
def test_no_season_to_draw(draw, name):
    with pytest.raises(ValueError, match=name):
        draw(*seasons(6, 3))
