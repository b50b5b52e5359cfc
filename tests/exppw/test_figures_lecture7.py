"""Lecture 7's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import numpy as np
import pytest

from dplearn import exppw
from dplearn.exppw import figures as lecture7
from dplearn.exppw.deeper import figures as deeper_lecture7

LABELS = np.random.default_rng(7).integers(0, 2, 40)
GAPS = {"rush hour": np.array([[0.01, 0.02], [0.03, -0.01]]), "one carat": np.array([[0.152, 0.0], [0.14, 0.1]])}
DRAWINGS = [lambda: lecture7.one_band(LABELS, 1, clamp=4, k=2),
            lambda: lecture7.one_band(np.zeros(60, int), -60, clamp=60, k=1),
            lambda: deeper_lecture7.walk_against_vote(GAPS, (0.05, 1.0))]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_steps_of_a_band_alternate_and_the_words_count_them():
    labels = np.random.default_rng(3).random(50) < np.repeat([0.3, 0.8], 25)
    fig, words = lecture7.one_band(labels, 0, clamp=3, k=1)
    top, below = fig.axes
    up, down = (line.get_xdata() - 1 for line in top.lines if line.get_label().startswith(("up", "down")))
    steps = np.sort(np.r_[up, down])
    kinds = np.isin(steps, up)
    assert kinds[0] and (np.diff(kinds.astype(int)) != 0).all() and f"up {len(up)}, down {len(down)}." in words
    cut = exppw.best_intervals(np.arange(50), labels, 1)[1][0]
    wrong = below.lines[1].get_xdata() - 1
    assert wrong.tolist() == [i for i in steps if (i >= cut) != labels[i]] and words.endswith(f"{len(wrong)}.")


def test_the_duel_shows_means_and_ranges():
    fig, words = deeper_lecture7.walk_against_vote(GAPS, (0.05, 1.0))
    (ax,) = fig.axes
    means = [line.get_xdata() for line in ax.lines if line.get_label().startswith("ε")]
    assert np.allclose(means, [[2, 14.6], [0.5, 5]]) and words.endswith(
        "rush hour +2.0 and +0.5; one carat +14.6 and +5.0. Ranges that cross zero: rush hour at ε = 1.")
    ranges = sorted((segment[0][0], segment[1][0]) for lines in ax.collections for segment in lines.get_segments())
    assert np.allclose(ranges, [(-1, 2), (0, 10), (1, 3), (14, 15.2)])
