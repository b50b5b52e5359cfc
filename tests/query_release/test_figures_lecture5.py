"""Lecture 5's drawings: the words agree with the numbers, nothing is clipped."""

import numpy as np
import pytest

from dplearn.query_release import figures as lecture5
from dplearn.query_release.deeper import figures as deeper_lecture5

P = np.array([0.4, 0.1, 0.2, 0.3])
ROWS = np.array([[1, 1, 0, 0], [0, 1, 0, 1]])
NAMED = dict(names=("first", "second"), cells=["00", "10", "01", "11"])
SPREAD = {"noise on tables": np.linspace(0.001, 0.002, 24), "MWEM": np.linspace(0.002, 0.004, 24)}

SIZES = {"cells": {8: 0.001, 9: 0.002, 16: 0.02}, "PMW": {8: 0.005, 9: 0.006, 16: 0.012}}
SQUARES = {(n, b): ("PMW", 0.5 + b * n / 4000) for n in (300, 1000) for b in (8, 12)}

DRAWINGS = [
    lambda: deeper_lecture5.errors_by_size({f"ε = {e}": SIZES for e in (1, 0.1)}),
    lambda: deeper_lecture5.who_errs_least({f"lists {i}": SQUARES for i in range(8)}, x="people", y="bits",
                                           ahead="is ahead"),
    lambda: lecture5.distribution_and_queries(P, ROWS, **NAMED),
    lambda: deeper_lecture5.online_answers(np.linspace(0, 0.12, 500), np.arange(500) % 50 == 0, alpha=0.1),
    lambda: lecture5.release_spread({f"ε = {e}": SPREAD for e in (1, 10)}, learned=("MWEM",)),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_online_answers_are_drawn_where_they_are_and_counted():
    errors, updated = np.array([0.05, 0.2, 0.01, 0.3, 0.02]), np.array([0, 1, 0, 1, 0])
    fig, words = deeper_lecture5.online_answers(errors, updated, alpha=0.1)
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
