"""Lecture 5's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest

from dplearn import query_release
from dplearn.query_release import figures as lecture5

P = np.array([0.4, 0.1, 0.2, 0.3])
ROWS = np.array([[1, 1, 0, 0], [0, 1, 0, 1]])
CELLS = ["00", "10", "01", "11"]
DAY = query_release.with_negations(np.tri(24)[:-1])

SPREAD = {"noise on tables": np.linspace(0.001, 0.002, 24), "MWEM": np.linspace(0.002, 0.004, 24)}


def day():
    weights = np.exp(-((np.arange(24) - 12) ** 2) / 12.5)
    return weights / weights.sum()


DRAWINGS = [
    lambda: lecture5.distribution_and_queries(P, ROWS, names=("first", "second"), cells=CELLS),
    lambda: lecture5.distribution_and_queries(P, ROWS[:1], names=("one",), cells=CELLS),
    lambda: lecture5.first_steps(day(), DAY, eta=0.5, steps=(1, 2, 8)),
    lambda: lecture5.first_steps(day(), DAY, eta=0.01, steps=(1, 2, 100, 500)),
    lambda: lecture5.first_steps([0, 1], np.eye(2), eta=20, steps=(3,)),
    lambda: lecture5.online_answers(np.linspace(0, 0.12, 500), np.arange(500) % 50 == 0, alpha=0.1),
    lambda: lecture5.online_answers([0.3, 0.3], [0, 0], alpha=0.5),
    lambda: lecture5.release_spread({"ε = 1": SPREAD, "ε = 0.1": {way: 10 * errors for way, errors in SPREAD.items()}}, learned=("MWEM",)),
    lambda: lecture5.release_spread({"one": {"a": [0.5]}}, learned=()),
]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_blue_bars_add_up_to_the_answer_that_is_stated():
    fig, words = lecture5.distribution_and_queries(P, ROWS, names=("first", "second"), cells=CELLS)
    for ax, name, answer in zip(fig.axes, ("first", "second"), (0.5, 0.4)):
        counted = sum(bar.get_height() for bar in ax.patches if matplotlib_blue(bar))
        assert counted == pytest.approx(answer)
        assert float(re.search(rf"{name}: ([0-9.]+?)[;.]?(?:\s|$)", words)[1]) == pytest.approx(answer, abs=5e-4)


def matplotlib_blue(bar):
    red, _, blue, _ = bar.get_facecolor()
    return blue > red + 0.3


def test_the_titles_state_the_worst_error_of_each_step():
    steps, eta = (1, 2, 8), 0.5
    p, found, losses = np.full(24, 1 / 24), [], np.zeros(24)
    rows = np.vstack([np.tri(24)[:-1], -np.tri(24)[:-1]])
    for _ in range(8):
        errors = rows @ (p - day())
        found.append(errors.max())
        losses += rows[errors.argmax()]
        p = np.exp(-eta * losses) / np.exp(-eta * losses).sum()
    words = lecture5.first_steps(day(), DAY, eta=eta, steps=steps)[1]
    assert [float(e) for e in re.findall(r"error ([0-9.]+?)[;.]?(?:\s|$)", words)] == pytest.approx(
        [found[t - 1] for t in steps], abs=5e-4)


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
    lines = fig.axes[0].lines
    assert [line.get_xdata().tolist() for line in lines[::2]] == [SPREAD[way].tolist() for way in ("MWEM", "noise on tables")]  # from below
    assert [line.get_xdata()[0] for line in lines[1::2]] == pytest.approx([0.003, 0.0015])
    assert "noise on tables 0.0015 (0.0010 to 0.0020); MWEM 0.0030 (0.0020 to 0.0040)" in words and "mean of 24" in words


@pytest.mark.parametrize("call, name", [
    (lambda: lecture5.release_spread({}, learned=()), "panels"),
    (lambda: lecture5.release_spread({"a": {"b": [0.0]}}, learned=()), "errors of b"),
    (lambda: lecture5.release_spread({"a": {"b": [1.0]}, "c": {"d": [1.0]}}, learned=()), "panels"),
    (lambda: lecture5.release_spread({"a": {"b": [1.0]}}, learned=("c",)), "learned"),
    (lambda: lecture5.distribution_and_queries(P * 2, ROWS, names=("a", "b"), cells=CELLS), "histogram"),
    (lambda: lecture5.distribution_and_queries(np.full(41, 1 / 41), np.ones((1, 41)), names=("a",), cells=["c"] * 41), "histogram"),
    (lambda: lecture5.distribution_and_queries(P, ROWS / 2, names=("a", "b"), cells=CELLS), "queries"),
    (lambda: lecture5.distribution_and_queries(P, np.ones((5, 4)), names="abcde", cells=CELLS), "queries"),
    (lambda: lecture5.distribution_and_queries(P, ROWS, names=("a",), cells=CELLS), "names"),
    (lambda: lecture5.distribution_and_queries(P, ROWS, names=("a", "b"), cells=CELLS[:3]), "cells"),
    (lambda: lecture5.first_steps(P, ROWS, eta=0, steps=(1,)), "eta"),
    (lambda: lecture5.first_steps(P, ROWS, eta=1, steps=()), "steps"),
    (lambda: lecture5.first_steps(P, ROWS, eta=1, steps=(0, 1)), "steps"),
    (lambda: lecture5.first_steps(P, ROWS, eta=1, steps=(2, 1)), "steps"),
    (lambda: lecture5.first_steps(P, ROWS, eta=1, steps=(1, 2, 3, 4, 5)), "steps"),
    (lambda: lecture5.online_answers([0.1], [0], alpha=0.1), "errors"),
    (lambda: lecture5.online_answers([0.1, -0.1], [0, 0], alpha=0.1), "errors"),
    (lambda: lecture5.online_answers([0.1, 0.1], [0, 2], alpha=0.1), "updated"),
    (lambda: lecture5.online_answers([0.1, 0.1], [0, 1], alpha=1.5), "alpha"),
    (lambda: lecture5.first_steps(P[:2] / P[:2].sum(), ROWS, eta=1, steps=(1,)), "histogram"),
])
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()
