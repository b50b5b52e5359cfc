"""Lecture 2's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest
from scipy.stats import binom

from dplearn import private_pac
from dplearn.concepts import Thresholds
from dplearn.private_pac import figures as lecture2

X = np.array([1, 3, 4, 6, 8, 10, 11, 13, 15])


def drawings():
    yield lecture2.output_laws(X, X < 8, 4, N=16, epsilons=(3, 0.5))
    yield lecture2.output_laws([2, 2, 3], [1, 1, 0], 2, N=3, epsilons=(1,))
    yield lecture2.solution_cubes([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [1, 0, 0])
    yield lecture2.chord(1)
    yield lecture2.chord(5)
    yield lecture2.lower_tails(0.1)


@pytest.mark.parametrize("index", range(6))
def test_every_text_lies_inside_the_picture_and_bytes_repeat(index, assert_sound_drawing):
    assert_sound_drawing(lambda: list(drawings())[index])


def test_the_words_state_the_ratios():
    words = lecture2.output_laws(X, X < 8, 4, N=16, epsilons=(3, 0.5))[1]
    for epsilon, factor in zip((3, 0.5), re.findall(r"= ([0-9.]+) times", words)):
        laws = [private_pac.learner_probabilities(Thresholds(16), X, np.where(X == 8, b, X < 8), epsilon=epsilon) for b in (0, 1)]
        assert float(factor) == pytest.approx(max((laws[1] / laws[0]).max(), (laws[0] / laws[1]).max()), abs=0.005)


def test_the_cubes_count_solutions():
    assert "8, 4, 2, 0 of them" in lecture2.solution_cubes([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [1, 0, 0])[1]
    assert "8, 4, 2, 2, 1 of them" in lecture2.solution_cubes([[1, 0, 1], [0, 1, 1], [1, 1, 0], [1, 0, 0]], [1, 0, 1, 0])[1]


def test_the_chord_has_the_height_of_the_total_variation():
    for epsilon in (0.1, 1, 5):
        words = lecture2.chord(epsilon)[1]
        assert f"height {np.tanh(epsilon / 2):.3f}" in words and f"and {np.tanh(epsilon / 4):.3f}" in words


def test_the_tails_are_in_their_order():
    numbers = re.findall(r"exact (\S+), Chernoff's bound (\S+), Hoeffding's (\S+)\.", lecture2.lower_tails(0.1)[1])[0]
    exact, chernoff, hoeffding = map(float, numbers)
    assert exact < chernoff < hoeffding and exact == pytest.approx(binom.cdf(50, 1000, 0.1), rel=0.02)


@pytest.mark.parametrize("call, name", [
    (lambda: lecture2.chord(0), "epsilon"),
    (lambda: lecture2.lower_tails(0.5), "alpha"),
    (lambda: lecture2.lower_tails(0.1, n_max=10), "n_max"),
    (lambda: lecture2.output_laws(X, X < 8, 9, N=16, epsilons=(1,)), "ann"),
    (lambda: lecture2.output_laws(X, X < 8, 4, N=12, epsilons=(1,)), "x"),
    (lambda: lecture2.output_laws(X, X > 8, 4, N=16, epsilons=(1,)), "y"),
    (lambda: lecture2.output_laws(X, X[:3] < 8, 0, N=16, epsilons=(1,)), "y"),
    (lambda: lecture2.output_laws(X, X < 8, 4, N=0, epsilons=(1,)), "N"),
    (lambda: lecture2.output_laws(X, X < 8, 4, N=16, epsilons=(0,)), "epsilons"),
    (lambda: lecture2.output_laws(X, X < 8, 4, N=16, epsilons=(np.nan,)), "epsilons"),
    (lambda: lecture2.solution_cubes([[1, 0]], [1]), "x"),
    (lambda: lecture2.solution_cubes([[1, 0, 1]] * 6, [1] * 6), "x"),
    (lambda: lecture2.solution_cubes([[1, 0, 1]], [2]), "y"),
])
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()
