"""Lecture 6's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import numpy as np
import pytest

from dplearn import prediction
from dplearn.prediction import figures


def records(n, n_parts):
    rng = np.random.default_rng(1)
    x = rng.random(n)
    return x, x <= 0.5, prediction.split_parts(n, n_parts, rng=rng)


DRAWINGS = [
    lambda: figures.votes_on_the_line(*records(180, 9), epsilon=1.0, marked=3),
    lambda: figures.votes_on_the_line(*records(2000, 40), epsilon=0.01, marked=0),
    lambda: figures.votes_on_the_line([0.3], [0], [0], epsilon=100, marked=0),
    *(lambda at=at: figures.one_disease(*at) for at in ((40, 1.0), (3, 0.05), (400, 10))),
    *(lambda at=at: figures.coins_for_an_average(*at) for at in ((0.1, 0.5), (0.02, 0.05), (0.5, 10))),
    *(lambda n=n, share=share: figures.two_passes(n, share=share) for n, share in ((16, 1), (2, 4), (64, 0.05))),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_curves_are_the_soft_majority_of_the_thresholds_drawn_and_of_the_neighbor():
    x, y, part = records(60, 5)
    marked = int(np.where(y, x, 0).argmax())
    fig, words = figures.votes_on_the_line(x, y, part, epsilon=0.7, marked=marked)
    cuts = [max(x[(part == i) & y]) for i in range(5)]
    grid, chance = fig.axes[1].lines[0].get_data()
    votes = (grid <= np.array(cuts)[:, None]).sum(axis=0)
    assert chance == pytest.approx(1 / (1 + np.exp(-0.7 * (2 * votes - 5) / 2)))
    assert f"from {min(cuts):.3f} to {max(cuts):.3f}" in words and f"{chance[0]:.3f} at x = 0" in words
    there = np.arange(60) == marked
    other, _ = figures.votes_on_the_line(np.where(there, 0.9, x), y & ~there, part, epsilon=0.7, marked=0)
    neighbor = other.axes[1].lines[0].get_ydata()
    dashed = fig.axes[1].lines[1].get_ydata()
    assert np.allclose(dashed, neighbor) and 0 < np.log(chance / dashed).max() <= 0.7


def test_two_passes_are_the_passes():
    """Silent others: 0, then ±η; others at x = 1, y = 0: each step takes the share η of w away."""
    fig, words = figures.two_passes(9, share=0.5)
    step = 1 / 6
    for axes, kept in zip(fig.axes, (1.0, 1 - step)):
        paths = [axes.lines[2 * k].get_ydata() for k in (0, 1)]
        assert paths[0] == pytest.approx(np.append(0,
                step * kept ** np.arange(8))) and paths[0] == pytest.approx(-paths[1])
        assert axes.lines[1].get_ydata()[0] == pytest.approx(paths[0].mean())
        assert f"{2 * paths[0].mean():.3f}" in axes.get_title(loc="left")
    assert f"{2 * step:.3f} apart" in words and f"{2 * step * 8 / 9:.3f}" in words


def test_one_disease_shows_the_votes_and_the_coin():
    fig, words = figures.one_disease(4, 1.0)
    assert [bar.get_height() for bar in fig.axes[0].patches] == pytest.approx(np.array([16, 32, 24, 8,
        1]) / 32) and "most often 1." in words
    assert fig.axes[0].lines[0].get_ydata() == pytest.approx(prediction.soft_majority_probability(np.arange(5), 4,
        epsilon=1.0))
