"""Lecture 3's drawings: the words agree with the numbers, nothing is clipped."""

import re
from functools import partial

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts import figures
from dplearn.experts.deeper import figures as deeper_figures
from dplearn.experts.deeper.statements.u17 import LOSSES, SHARES

DAYS, BY_HAND, RATE = np.array(LOSSES) / 100, np.array(SHARES) / 100, experts.learning_rate(3, 4, rule="capped")


def season(T=60, n_experts=6, eta=0.5, seed=3, world="mixed"):
    return experts.run_race(T, n_experts, eta=eta, rng=np.random.default_rng(seed), world=world)


RACE = season()
FOUR, NAMES = RACE.losses[:, :4], [t.name for t in RACE.tipsters[:4]]


@pytest.mark.parametrize("draw", [
    lambda: deeper_figures.three_days(DAYS, BY_HAND, eta=RATE),
    lambda: deeper_figures.three_days([[0, 1]], [[1, 0]], eta=100),
    lambda: deeper_figures.three_days(np.ones((4, 6)), np.full((4, 6), 1 / 6), eta=0.1),
    lambda: deeper_figures.two_forms(FOUR, NAMES, eta=0.5), lambda: deeper_figures.two_forms([[0, 1]], "ab", eta=1),
    *(partial(figures.race_figure, race) for race in (RACE, season(T=1, n_experts=2), season(eta=30.0, T=2000),
                                                      season(T=200, n_experts=8, world="takeover"))),
])
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def states(words, template, *values, **slack):
    """Whether the words hold the template with these numbers in place of its #s, nearly."""
    pattern = re.escape(template).replace(r"\#", "([0-9.e-]*[0-9])")
    return [float(found) for found in re.search(pattern, words).groups()] == pytest.approx(values, **slack)


def test_a_seasons_words_state_its_numbers():
    r = season(T=40, n_experts=4, seed=2)
    words = figures.race_figure(r)[1]
    paid, least = r.losses[np.arange(40), r.actions].sum(), r.losses.sum(axis=0).min()
    assert f"The bettor lost {paid:.0f}, the best tipster, {r.tipsters[r.best].name}, {least:.0f}" in words
    assert states(words, "Expected regret # (exact), sharpened bound #, printed bound #",
                  r.expected_regret[-1], r.bound_sharp[-1], r.bound[-1], rel=0.005)
    assert "promises nothing" in figures.race_figure(season(eta=1e-4))[0].texts[0].get_text()
