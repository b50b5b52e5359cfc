"""Lecture 6's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import numpy as np
import pytest

from dplearn.prediction import figures
from dplearn.prediction.deeper import figures as deeper_figures

DRAWINGS = [
    *(lambda at=at: figures.one_disease(*at) for at in ((40, 1.0, 0.1), (3, 0.05, 0.9), (400, 10, 0.01))),
    *(lambda at=at: deeper_figures.coins_for_an_average(*at) for at in ((0.1, 0.5), (0.02, 0.05), (0.5, 10))),
    *(lambda n=n, share=share: deeper_figures.two_passes(n, share=share) for n, share in ((16, 1), (2, 4), (64, 0.05))),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_two_passes_are_the_passes():
    """Silent others: 0, then ±η; others at x = 1, y = 0: each step takes the share η of w away."""
    fig, words = deeper_figures.two_passes(9, share=0.5)
    step = 1 / 6
    for axes, kept in zip(fig.axes, (1.0, 1 - step)):
        paths = [axes.lines[2 * k].get_ydata() for k in (0, 1)]
        assert paths[0] == pytest.approx(np.append(0,
                step * kept ** np.arange(8))) and paths[0] == pytest.approx(-paths[1])
        assert axes.lines[1].get_ydata()[0] == pytest.approx(paths[0].mean())
        assert f"{2 * paths[0].mean():.3f}" in axes.get_title(loc="left")
    assert f"{2 * step:.3f} apart" in words and f"{2 * step * 8 / 9:.3f}" in words


def test_one_disease_shows_the_votes_the_coin_and_the_average():
    fig, words = figures.one_disease(4, 1.0, 0.6)
    top, low = fig.axes
    law = np.array([16, 32, 24, 8, 1]) / 81
    assert [bar.get_height() for bar in top.patches] == pytest.approx(law) and "most often 1." in words
    coin, average = (line.get_ydata() for line in low.lines[:2])
    assert coin == pytest.approx(1 / (1 + np.exp(2.0 - np.arange(5))))
    assert average == pytest.approx([.3, .3, .5, .7, .7])
    shown = [text.get_text()[-7:] for text in low.get_legend().get_texts()]
    assert shown == [f"{law @ p:.0%} yes" for p in (coin, average)]
