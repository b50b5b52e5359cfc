"""Lecture 5's drawings: the words agree with the numbers, nothing is clipped."""

import re

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.query_release import brute
from dplearn.query_release import figures as lecture5

P = np.array([0.4, 0.1, 0.2, 0.3])
ROWS = np.array([[1, 1, 0, 0], [0, 1, 0, 1]])
NAMED = dict(names=("first", "second"), cells=["00", "10", "01", "11"])
BELL = np.exp(-((np.arange(24) - 12) ** 2) / 12.5)
BELL /= BELL.sum()
DAY = qr.with_negations(np.tri(24)[:-1])
SPREAD = {"noise on tables": np.linspace(0.001, 0.002, 24), "MWEM": np.linspace(0.002, 0.004, 24)}

DRAWINGS = [
    lambda: lecture5.distribution_and_queries(P, ROWS, **NAMED),
    lambda: lecture5.distribution_and_queries(P, ROWS[:1], names=("one",), cells=NAMED["cells"]),
    lambda: lecture5.first_steps(BELL, DAY, eta=0.01, steps=(1, 2, 100, 500)),
    lambda: lecture5.first_steps([0, 1], np.eye(2), eta=20, steps=(3,)),
    lambda: lecture5.online_answers(np.linspace(0, 0.12, 500), np.arange(500) % 50 == 0, alpha=0.1),
    lambda: lecture5.online_answers([0.3, 0.3], [0, 0], alpha=0.5),
    lambda: lecture5.release_spread({f"ε = {e}": SPREAD for e in (1, 10)}, learned=("MWEM",)),
    lambda: lecture5.release_spread({"one": {"a": [0.5]}}, learned=()),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def stated(words, name):
    return [float(number) for number in re.findall(rf"{name}:? ([0-9.]+?)[;.]?(?:\s|$)", words)]


def test_the_blue_bars_add_up_to_the_answer_that_is_stated():
    fig, words = lecture5.distribution_and_queries(P, ROWS, **NAMED)
    for ax, name, answer in zip(fig.axes, NAMED["names"], (0.5, 0.4)):
        blue = [bar for bar in ax.patches if bar.get_facecolor()[2] > bar.get_facecolor()[0] + 0.3]
        assert sum(bar.get_height() for bar in blue) == pytest.approx(answer)
        assert stated(words, name) == pytest.approx([answer], abs=5e-4)


def test_the_titles_state_the_worst_error_of_each_step():
    rows, steps = np.vstack([np.tri(24)[:-1], -np.tri(24)[:-1]]), (1, 2, 8)
    errors = brute.hunt(BELL, rows, 8, 0.5)[2]
    words = lecture5.first_steps(BELL, DAY, eta=0.5, steps=steps)[1]
    assert stated(words, "error") == pytest.approx([errors[t - 1] for t in steps], abs=5e-4)


def test_online_answers_are_drawn_where_they_are_and_counted():
    errors, updated = np.array([0.05, 0.2, 0.01, 0.3, 0.02]), np.array([0, 1, 0, 1, 0])
    fig, words = lecture5.online_answers(errors, updated, alpha=0.1)
    lazy, moved = fig.axes[0].lines[:2]
    assert lazy.get_xydata().tolist() == [[1, 0.05], [3, 0.01], [5, 0.02]]
    assert moved.get_xydata().tolist() == [[2, 0.2], [4, 0.3]]
    assert fig.axes[1].lines[0].get_ydata().tolist() == [0, 1, 1, 2, 2]
    assert "largest error is 0.300" in words and "2 updates, the last of them at question 4" in words


def test_each_release_is_a_dot_and_the_mean_a_bar():
    fig, words = lecture5.release_spread({"here": SPREAD}, learned=("MWEM",))
    *dots, means = (line.get_xdata() for line in fig.axes[0].lines)
    assert [one.tolist() for one in dots] == [errors.tolist() for errors in SPREAD.values()]
    assert means == pytest.approx([0.0015, 0.003])
    assert "noise on tables 0.0015 (0.0010 to 0.0020); MWEM 0.0030 (0.0020 to 0.0040)" in words
    assert "mean of 24" in words
    with pytest.raises(ValueError, match="the same ways"):
        lecture5.release_spread({"a": {"b": [1.0]}, "c": {"d": [1.0]}}, learned=())
