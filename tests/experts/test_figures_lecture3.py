"""Lecture 3's drawings: the words agree with the numbers, nothing is clipped."""

import re

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts import figures as lecture3
from dplearn.experts.statements.u17 import LOSSES, SHARES

DAYS, BY_HAND = np.array(LOSSES) / 100, np.array(SHARES) / 100
RATE = experts.learning_rate(3, 4, rule="capped")


def season(T=60, n_experts=6, eta=0.5, seed=3, world="mixed"):
    return experts.run_race(T, n_experts, eta=eta, rng=np.random.default_rng(seed), world=world)


RACE = season()
NAMES = [t.name for t in RACE.tipsters]
DRAWINGS = (
    lambda: lecture3.three_days(DAYS, BY_HAND, eta=RATE),
    lambda: lecture3.three_days([[0, 1]], [[1, 0]], eta=100),
    lambda: lecture3.three_days(np.ones((4, 6)), np.full((4, 6), 1 / 6), eta=0.1),
    lambda: lecture3.two_forms(RACE.losses[:, :4], NAMES[:4], eta=0.5),
    lambda: lecture3.two_forms([[0, 1]], "ab", eta=1),
    lambda: lecture3.potential(RACE.losses, eta=0.5),
    lambda: lecture3.potential(experts.opponent_losses("alternating", 500, 100), eta=5),
    lambda: lecture3.potential([[0, 1]], eta=0.001),
    lambda: lecture3.race_figure(RACE),
    lambda: lecture3.race_figure(season(T=1, n_experts=2)),
    lambda: lecture3.race_figure(season(T=200, n_experts=8, world="takeover")),
    lambda: lecture3.race_figure(season(eta=30.0, T=2000)),
)


@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def numbers(pattern, words):
    """What stands where the pattern has parentheses, as floats."""
    return [float(number.rstrip(".")) for number in re.search(pattern, words).groups()]


def test_three_days_state_what_is_lost():
    words, number = lecture3.three_days(DAYS, BY_HAND, eta=RATE)[1], "([0-9.]+[0-9])"
    paid, hedge = (BY_HAND * DAYS).sum(axis=1), experts.expected_losses(DAYS, eta=RATE)
    for day in range(3):
        assert numbers(rf"Day {day + 1}: by hand {number}, Hedge {number}",
                       words) == pytest.approx([paid[day], hedge[day]], abs=6e-4)
    assert numbers(rf"In all {number} and {number}; the best financier alone {number}",
                   words) == pytest.approx([1.295, hedge.sum(), 0.7], abs=6e-4)


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
    regret, bound = experts.expected_regret(losses, eta=eta)[-1], experts.regret_bound_sharp(*losses.shape, eta)
    weights = np.exp(-eta * losses.sum(axis=0))
    assert watched[[0, -1]] == pytest.approx([np.log(losses.shape[1]), -np.log(weights.max() / weights.sum())],
                                             abs=1e-9)
    assert (watched >= 0).all() and (watched <= sharp + 1e-12).all() and (sharp <= printed).all()
    assert numbers(r"Regret ([0-9.]+), bound by Hoeffding ([0-9.]+[0-9])",
                   words) == pytest.approx([regret, bound], rel=0.01)
    assert sharp[-1] == pytest.approx(eta * (bound - regret))


def test_a_seasons_words_state_its_numbers():
    r = season(T=40, n_experts=4, seed=2)
    words = lecture3.race_words(r)
    paid, least = r.losses[np.arange(40), r.actions].sum(), r.losses.sum(axis=0).min()
    assert f"The bettor lost {paid:.0f}, the best tipster, {r.tipsters[r.best].name}, {least:.0f}" in words
    found = [numbers(rf"{name} ([0-9.]+)", words)[0]
             for name in ("Expected regret", "sharpened bound", "printed bound")]
    assert found == pytest.approx([r.expected_regret[-1], r.bound_sharp[-1], r.bound[-1]], rel=0.005)
    assert "promises nothing" in lecture3.race_figure(season(eta=1e-4))[0].texts[0].get_text()
