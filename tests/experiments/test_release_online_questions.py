"""Lecture 5's experiments on queries that arrive one at a time: curves against the algorithm played out and against laws in full."""

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments
from dplearn.experiments import query_release_online as online

# ---- online_updates ------------------------------------------------------------------------------------


def play(stream, truth, alpha, eta):
    """Non-noisy online multiplicative weights, in full; `stream(p)` gives the next query or None.  Returns the number of updates."""
    weights, updates = np.ones(len(truth)), 0
    while True:
        p = weights / weights.sum()
        query = stream(p)
        if query is None:
            return updates
        error = query @ (p - truth)
        if abs(error) > alpha:
            weights, updates = weights * np.exp(-eta * np.sign(error) * query), updates + 1


@pytest.mark.parametrize("alpha, times, d", [(0.1, 0.5, 4), (0.1, 4, 6), (0.37, 1, 5), (0.05, 1, 4)])
def test_the_adversary_played_out(alpha, times, d):
    """Each h asked until the algorithm answers it; the truth has all records in the first cell."""
    eta, truth = times * alpha, np.eye(2**d)[0]
    elsewhere = 1 - truth
    levels = np.linspace(-np.log(2.0**d - 1), np.log(1 / alpha - 1), online.LEVELS + 1)[1:]
    heights = iter([*(alpha * (1 + np.exp(levels))), None])
    height = next(heights)

    def stream(p):
        nonlocal height
        while height is not None and height * (1 - p[0]) <= alpha + 1e-12:
            height = next(heights)
        return None if height is None else height * elsewhere

    assert levels.max() < 20 and (alpha * (1 + np.exp(levels)) <= 1 + 1e-12).all()
    assert online.forced_updates(np.array([alpha]), d, eta)[0] == play(stream, truth, alpha, eta)


@pytest.mark.parametrize("alpha, times", [(0.1, 0.5), (0.23, 4), (0.03, 4), (0.4, 1)])
def test_a_survey_played_out(alpha, times):
    """Random questions, each asked many times: the updates are those that each bit needs by itself."""
    d, eta, rng = 4, times * alpha, np.random.default_rng(7)
    bits = np.arange(2**d)[:, None] >> np.arange(d) & 1
    for _ in range(5):
        shares = rng.random(d)
        truth = np.prod(np.where(bits, shares, 1 - shares), axis=1)
        stream = iter([*rng.integers(0, 2 * d, 4_000), None])

        def ask(p):
            i = next(stream)
            return None if i is None else bits[:, i] if i < d else 1 - bits[:, i - d]

        assert play(ask, truth, alpha, eta) == online.survey_updates(shares, alpha, eta).sum()
    assert online.survey_updates(1.0, alpha, eta) == online.survey_updates(0.0, alpha, eta)


def test_few_random_questions_played_out():
    """The simulation's minimum of asked and needed: 30 questions in a survey, in an order drawn at random."""
    d, alpha, rng, e = 4, 0.1, np.random.default_rng(3), experiments.online_updates
    bits = np.arange(2**d)[:, None] >> np.arange(d) & 1
    played = []
    for _ in range(300):
        shares = rng.random(d)
        truth = np.prod(np.where(bits, shares, 1 - shares), axis=1)
        stream = iter([*rng.integers(0, d, 30), None])
        played.append(play(lambda p: None if (i := next(stream)) is None else bits[:, i], truth, alpha, alpha / 2))
    drawn = online.draw_updates(e.setting(d=d, k=30), np.array([alpha]), np.random.default_rng(4), 20_000)
    # Hoeffding for both means, updates in [0, 30]; false alarm 1e-6
    slack = 30 * np.sqrt(np.log(4e6) / 2) * (300**-0.5 + 20_000**-0.5)
    assert abs(np.mean(played) - drawn.mean()) <= slack and drawn.mean() > 5


def test_bounds_are_above_and_nearly_reached():
    e, alpha = experiments.online_updates, np.geomspace(0.01, 0.4, 30)
    nearest = 0.0
    for s in [e.setting(), *random_settings(e, 40)]:
        printed, sharp, forced, survey = (values(e, key, s, alpha) for key in ("printed", "sharp", "forced", "survey"))
        assert (sharp < printed).all() and (forced < sharp).all() and (survey < sharp).all()
        drawn = online.draw_updates(s, alpha, np.random.default_rng(1), 50)
        assert (drawn <= s.k).all() and (drawn < sharp).all() and (drawn <= survey).all()
        nearest = max(nearest, (forced / sharp).max())
    assert nearest > 0.9


def test_online_updates_as_told():
    shown = experiments.online_updates.picture(experiments.online_updates.setting()).at_marker()
    assert shown == pytest.approx({"printed": 4436, "sharp": 2366, "forced": 2180, "survey": 704}, rel=3e-4)
