"""Lecture 7's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import numpy as np
import pytest

from dplearn import exppw
from dplearn.exppw import figures as lecture7

LABELS = np.random.default_rng(7).integers(0, 2, 40)
GAPS = {"rush hour": np.array([[0.01, 0.02], [0.03, -0.01]]), "one carat": np.array([[0.152, 0.0], [0.14, 0.1]])}
DRAWINGS = [lambda: lecture7.walk_and_neighbor(LABELS, 11, clamp=4), lambda: lecture7.walk_and_neighbor([1, 0], 1, clamp=1),
            lambda: lecture7.walk_and_neighbor(np.ones(60, int), 0, clamp=60), lambda: lecture7.one_band(LABELS, 1, clamp=4, k=2),
            lambda: lecture7.one_band([1, 0], -1, clamp=1, k=0), lambda: lecture7.one_band(np.zeros(60, int), -60, clamp=60, k=1),
            lambda: lecture7.walk_against_vote(GAPS, (0.05, 1.0))]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_walks_drawn_are_the_packages():
    fig, words = lecture7.walk_and_neighbor(LABELS, 11, clamp=4)
    top, below = fig.axes
    lines = {line.get_label(): line.get_ydata() for line in top.lines}
    walk, other = lines["the walk"], lines["without example 12"]
    assert walk.tolist() == exppw.projected_walk(LABELS, 4).tolist()
    assert np.delete(other, 12).tolist() == exppw.projected_walk(np.delete(LABELS, 11), 4).tolist()
    apart = below.lines[0].get_ydata()
    assert (apart == walk - other).all() and np.abs(apart).max() == 1 and not apart[:12].any()
    assert "at most 1" in words and words.endswith(f"at the end {apart[-1]}.")


@pytest.mark.parametrize("change", [{"removed": 40}, {"removed": -1}, {"clamp": 0}, {"clamp": 61}, {"y_sorted": [1]}, {"y_sorted": [0, 2]}])
def test_bad_input(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        lecture7.walk_and_neighbor(**{"y_sorted": LABELS, "removed": 3, "clamp": 4} | change)


def test_the_steps_of_a_band_alternate_and_the_words_count_them():
    labels = np.random.default_rng(3).random(50) < np.repeat([0.3, 0.8], 25)
    fig, words = lecture7.one_band(labels, 0, clamp=3, k=1)
    top, below = fig.axes
    up, down = (next(line for line in top.lines if line.get_label().startswith(name)) for name in ("up", "down"))
    order = np.argsort(np.r_[up.get_xdata(), down.get_xdata()])
    kinds = np.repeat([1, 0], [len(up.get_xdata()), len(down.get_xdata())])[order]
    assert kinds[0] == 1 and (np.diff(kinds) != 0).all()
    assert f"up {kinds.sum()}, down {(1 - kinds).sum()}." in words
    errors, ends = exppw.best_intervals(np.arange(50), labels, 1)
    wrong = below.lines[1].get_xdata() - 0.5
    steps = np.sort(np.r_[up.get_xdata(), down.get_xdata()] - 0.5).astype(int)
    assert wrong.tolist() == [i for i in steps if (i >= ends[0]) != labels[i]] and words.endswith(f"{len(wrong)}.")


@pytest.mark.parametrize("change", [{"band": 4}, {"band": -5}, {"clamp": 0}, {"k": -1}, {"y_sorted": [1]}, {"y_sorted": [0, 2]}])
def test_bad_input_to_a_band(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        lecture7.one_band(**{"y_sorted": LABELS, "band": 0, "clamp": 4, "k": 1} | change)


def test_the_duel_shows_means_and_ranges():
    fig, words = lecture7.walk_against_vote(GAPS, (0.05, 1.0))
    (ax,) = fig.axes
    means = [line.get_xdata() for line in ax.lines if line.get_label().startswith("ε")]
    assert np.allclose(means, [[2, 14.6], [0.5, 5]]) and words.endswith(
        "rush hour +2.0 and +0.5; one carat +14.6 and +5.0. Ranges that cross zero: rush hour at ε = 1.")
    ranges = sorted((segment[0][0], segment[1][0]) for lines in ax.collections for segment in lines.get_segments())
    assert np.allclose(ranges, [(-1, 2), (0, 10), (1, 3), (14, 15.2)])


@pytest.mark.parametrize("gaps", [{}, [1], {"a": np.zeros(3)}, {"a": np.full((2, 2), 2.0)}, {1: np.zeros((2, 2))}])
def test_bad_input_to_the_duel(gaps):
    with pytest.raises(ValueError, match="gaps"):
        lecture7.walk_against_vote(gaps, (0.05, 1.0))
