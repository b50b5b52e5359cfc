"""Lecture 3's drawings: the words agree with the numbers, nothing is clipped, bad input is refused."""

import re

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts import figures as lecture3

DAYS = np.array([[80, 60, 10, 40], [10, 50, 80, 10], [20, 50, 50, 20]]) / 100
SHARES = np.array([[25, 25, 25, 25], [10, 20, 50, 20], [20, 10, 20, 50]]) / 100
RATE = experts.learning_rate(3, 4, rule="capped")
RACE = experts.run_race(60, 6, eta=0.5, rng=np.random.default_rng(3))
NAMES = [t.name for t in RACE.tipsters]


DRAWINGS = (
    lambda: lecture3.three_days(DAYS, SHARES, eta=RATE),
    lambda: lecture3.three_days([[0, 1]], [[1, 0]], eta=100),
    lambda: lecture3.three_days(np.ones((4, 6)), np.full((4, 6), 1 / 6), eta=0.1),
    lambda: lecture3.two_forms(RACE.losses[:, :4], NAMES[:4], eta=0.5),
    lambda: lecture3.two_forms([[0, 1]], "ab", eta=1),
    lambda: lecture3.potential(RACE.losses, eta=0.5),
    lambda: lecture3.potential(experts.opponent_losses("alternating", 500, 100), eta=5),
    lambda: lecture3.potential([[0, 1]], eta=0.001),
)


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def numbers(pattern, words):
    """What stands where the pattern has parentheses, as floats."""
    return [float(number) for number in re.search(pattern, words).groups()]


def test_three_days_state_what_is_lost():
    words = lecture3.three_days(DAYS, SHARES, eta=RATE)[1]
    paid = (SHARES * DAYS).sum(axis=1)
    weights = np.exp(-RATE * np.vstack([np.zeros(4), DAYS.cumsum(axis=0)[:-1]]))
    hedge = (weights * DAYS).sum(axis=1) / weights.sum(axis=1)
    for day in range(3):
        assert numbers(rf"Day {day + 1}: by hand ([0-9.]+), Hedge ([0-9.]+[0-9])", words) == pytest.approx([paid[day], hedge[day]], abs=6e-4)
    assert numbers(r"In all ([0-9.]+) and ([0-9.]+); the best financier alone ([0-9.]+[0-9])", words) == pytest.approx(
        [1.295, hedge.sum(), 0.7], abs=6e-4)


def test_two_forms_are_one_law():
    words = lecture3.two_forms(RACE.losses[:, :4], NAMES[:4], eta=0.5)[1]
    assert numbers("differ by less than ([0-9e-]+)", words)[0] <= 1e-12
    weights = np.exp(-0.5 * RACE.losses[:, :4].sum(axis=0))
    for name, p in zip(NAMES, weights / weights.sum()):
        assert numbers(f"{name} ([0-9]\\.[0-9]+)", words)[0] == pytest.approx(p, abs=0.006)


@pytest.mark.parametrize("losses, eta", [(RACE.losses, 0.5), (experts.opponent_losses("worst", 300, 5, eta=0.2), 0.2)])
def test_the_potential_lies_between_zero_and_its_ceilings(losses, eta):
    figure, words = lecture3.potential(losses, eta=eta)
    printed, sharp, watched = (line.get_ydata() for line in figure.axes[0].lines[:3])
    T, K = losses.shape
    weights = np.exp(-eta * losses.sum(axis=0))
    assert watched[0] == pytest.approx(np.log(K)) and watched[-1] == pytest.approx(-np.log(weights.max() / weights.sum()), abs=1e-9)
    assert (watched >= 0).all() and (watched <= sharp + 1e-12).all() and (sharp <= printed).all()
    regret, bound = numbers(r"Regret ([0-9.]+), bound by Hoeffding ([0-9.]+[0-9])", words)
    assert regret == pytest.approx(experts.expected_regret(losses, eta=eta)[-1], rel=0.01)
    assert bound == pytest.approx(experts.regret_bound_sharp(T, K, eta), rel=0.01)
    assert sharp[-1] == pytest.approx(eta * (experts.regret_bound_sharp(T, K, eta) - experts.expected_regret(losses, eta=eta)[-1]))


@pytest.mark.parametrize("call, name", [
    (lambda: lecture3.three_days(DAYS * 2, SHARES, eta=1), "losses"),
    (lambda: lecture3.three_days(DAYS, SHARES * 2, eta=1), "shares"),
    (lambda: lecture3.three_days(DAYS, SHARES[:2], eta=1), "shares"),
    (lambda: lecture3.three_days(np.vstack([DAYS, DAYS]), np.vstack([SHARES, SHARES]), eta=1), "losses"),
    (lambda: lecture3.three_days(np.ones((2, 7)), np.full((2, 7), 1 / 7), eta=1), "losses"),
    (lambda: lecture3.three_days(DAYS, SHARES, eta=0), "eta"),
    (lambda: lecture3.two_forms(DAYS, ["a", "b", "c"], eta=1), "names"),
    (lambda: lecture3.two_forms(RACE.losses, NAMES, eta=1), "losses"),
    (lambda: lecture3.two_forms(DAYS, list("abcd"), eta=101), "eta"),
    (lambda: lecture3.potential(DAYS[:, :1], eta=1), "losses"),
    (lambda: lecture3.potential([[np.nan, 1]], eta=1), "losses"),
    (lambda: lecture3.potential(DAYS, eta="much"), "eta"),
])
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()
