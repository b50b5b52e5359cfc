"""Lecture 6's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import numpy as np
import pytest

from dplearn import prediction
from dplearn.prediction import figures as lecture6


def records(n, n_parts, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.random(n)
    return x, x <= 0.5, prediction.split_parts(n, n_parts, rng=rng)


DRAWINGS = [
    lambda: lecture6.votes_on_the_line(*records(180, 9), epsilon=1.0, marked=3),
    lambda: lecture6.votes_on_the_line(*records(2000, 40), epsilon=0.01),
    lambda: lecture6.votes_on_the_line([0.3], [0], [0], epsilon=100),
    lambda: lecture6.two_passes(16),
    lambda: lecture6.one_disease(40, 1.0),
    lambda: lecture6.one_disease(3, 0.05),
    lambda: lecture6.one_disease(400, 10),
    lambda: lecture6.coins_for_an_average(0.1, 0.5),
    lambda: lecture6.coins_for_an_average(0.02, 0.05),
    lambda: lecture6.coins_for_an_average(0.5, 10),
    lambda: lecture6.two_passes(2, share=4),
    lambda: lecture6.two_passes(64, share=0.05),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_curve_is_the_soft_majority_of_the_thresholds_drawn():
    x, y, part = records(60, 5)
    fig, words = lecture6.votes_on_the_line(x, y, part, epsilon=0.7)
    cuts = [max(x[(part == i) & y]) for i in range(5)]
    grid, chance = fig.axes[1].lines[0].get_data()
    for point, value in list(zip(grid, chance))[::37]:
        votes = sum(point <= cut for cut in cuts)
        assert value == pytest.approx(1 / (1 + np.exp(-0.7 * (2 * votes - 5) / 2)))
    assert f"from {min(cuts):.3f} to {max(cuts):.3f}" in words and f"{chance[0]:.3f} at x = 0" in words


def test_the_dashed_curve_is_the_neighbor_without_the_ringed_label():
    x, y, part = records(60, 5)
    marked = int(np.where(y, x, 0).argmax())
    solid, dashed = (line.get_ydata() for line in lecture6.votes_on_the_line(x, y, part, epsilon=0.7, marked=marked)[0].axes[1].lines)
    neighbor = lecture6.votes_on_the_line(np.where(np.arange(60) == marked, 0.9, x), y & (np.arange(60) != marked), part, epsilon=0.7)[0]
    assert np.allclose(dashed, neighbor.axes[1].lines[0].get_ydata())
    assert 0 < np.log(solid / dashed).max() <= 0.7


@pytest.mark.parametrize("change, name", [(dict(x=[0.2, 1.5]), "x"), (dict(y=[0, 2]), "y"), (dict(part=[0, 2]), "part"), (dict(epsilon=0), "epsilon"),
                                          (dict(marked=2), "marked"), (dict(part=[0]), "part")])
def test_refuses(change, name):
    good = dict(x=[0.2, 0.5], y=[1, 0], part=[0, 1], epsilon=1.0)
    lecture6.votes_on_the_line(**good)
    with pytest.raises(ValueError, match=name):
        lecture6.votes_on_the_line(**good | change)


def test_two_passes_are_the_passes():
    """Silent others: 0, then ±η; others at x = 1, y = 0: each step takes the share η of w away."""
    fig, words = lecture6.two_passes(9, share=0.5)
    step = 1 / 6
    for axes, kept in zip(fig.axes, (1.0, 1 - step)):
        paths = [axes.lines[2 * k].get_ydata() for k in (0, 1)]
        assert paths[0] == pytest.approx(np.append(0, step * kept ** np.arange(8))) and paths[0] == pytest.approx(-paths[1])
        assert axes.lines[1].get_ydata()[0] == pytest.approx(paths[0].mean()) and f"{2 * paths[0].mean():.3f}" in axes.get_title(loc="left")
    assert f"{2 * step:.3f} apart" in words and f"{2 * step * 8 / 9:.3f}" in words
    for bad in (dict(n=1), dict(n=65), dict(n=5, share=0)):
        with pytest.raises(ValueError, match="n" if len(bad) == 1 else "share"):
            lecture6.two_passes(**bad)


def test_one_disease_shows_the_votes_and_the_coin():
    fig, words = lecture6.one_disease(4, 1.0)
    axes = fig.axes[0]
    heights = [bar.get_height() for bar in axes.patches]
    assert heights == pytest.approx(np.array([16, 32, 24, 8, 1]) / 32) and "most often 1." in words
    assert axes.lines[0].get_ydata() == pytest.approx(prediction.soft_majority_probability(np.arange(5), 4, epsilon=1.0))
    for bad in ((2, 1.0), (40, 0)):
        with pytest.raises(ValueError):
            lecture6.one_disease(*bad)


def test_the_coins_drawn_are_private_and_near():
    fig, words = lecture6.coins_for_an_average(0.1, 0.5)
    for line, r in zip(fig.axes[0].lines[1:], (20, 25, 11)):
        share, chance = line.get_data()
        assert len(share) == r + 1 and np.abs(chance - share).max() <= 0.05 + 1e-12
        assert max(np.abs(np.diff(np.log(v))).max() for v in (chance, 1 - chance)) <= 0.5 + 1e-12
        assert f" {r} parts" in words or f" with {r}" in words
