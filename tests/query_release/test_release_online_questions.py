"""Lecture 5's experiments on queries that arrive one at a time: curves and draws against the algorithm played in full."""

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.query_release.experiments import online

# ---- online_updates ------------------------------------------------------------------------------------


def play(stream, truth, alpha, eta):
    """The updates of non-noisy online multiplicative weights, played in full; `stream(p)` gives the next query or None."""
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


# ---- online_cards --------------------------------------------------------------------------------------

def one_by_one(s, n, rng):
    """The largest error of `query_release.OnlinePMW` on all 2^d cells, card by card; once its budget is spent p^t answers."""
    bits, means = np.arange(2**s.d)[:, None] >> np.arange(s.d) & 1, online.shares(s.d)
    p_star = np.prod(np.where(bits, means, 1 - means), axis=1)
    desk = qr.OnlinePMW(p_star, n=n, epsilon=s.epsilon, delta=1e-6, alpha=0.1, max_updates=s.T, eta=s.eta, rng=rng)
    worst = 0.0
    for chosen, weights in zip(*(part[:s.k] for part in online.cards(s.d))):
        card = np.zeros(s.d)
        np.add.at(card, chosen, weights)
        query = np.minimum(bits @ card, 1)
        try:
            answer = desk.answer(query)
        except qr.BudgetSpent:
            answer = query @ desk.histogram
        worst = max(worst, abs(answer - query @ p_star))
    return worst


@pytest.mark.parametrize("T, n", [(5, 300), (20, 3000), (30, 1000)])
def test_largest_error_as_if_card_by_card(T, n):
    s, rng = experiments.online_cards.setting(d=4, k=100, T=T), np.random.default_rng(3)
    played = np.round([one_by_one(s, n, rng) for _ in range(150)], 5)        # weights are kept in single precision
    drawn = np.round([online.largest_error(s, n, rng) for _ in range(1500)], 5)
    # Kolmogorov and Smirnov: the distance of the two empirical laws, false alarm below 1e-6 (three settings)
    places = np.sort(np.concatenate([played, drawn]))
    distance = np.abs(np.searchsorted(np.sort(played), places, "right") / 150 - np.searchsorted(np.sort(drawn), places, "right") / 1500).max()
    assert distance <= np.sqrt(np.log(2 * 3 / 1e-6) / 2 * (1 / 150 + 1 / 1500))


def test_the_cards_are_all_different_and_average_three_questions():
    chosen, weights = online.cards(24)
    assert chosen.shape == weights.shape == (online.MOST_CARDS, 3)
    np.testing.assert_allclose(weights.sum(axis=1), 1, rtol=1e-5)
    assert (chosen[:24] == np.arange(24)[:, None]).all() and len(np.unique(np.hstack([chosen, weights])[24:], axis=0)) == online.MOST_CARDS - 24


def test_noisy_cells_by_adding_cells():
    """Gaussian noise on 2^d cells, made to sum to 1 again: the largest error over the d shares."""
    s, n, d, runs = experiments.online_cards.setting(d=6), 5000, 6, 4000
    sigma = qr.answer_scale(1, n=n, epsilon=1.0, delta=1e-6, by="marginal", noise="gaussian")
    noise = np.random.default_rng(2).normal(scale=sigma, size=(runs, 2**d))
    noise -= noise.mean(axis=1, keepdims=True)
    worst = np.abs(noise @ (np.arange(2**d)[:, None] >> np.arange(d) & 1)).max(axis=1)
    assert worst.mean() == pytest.approx(online.noisy_cells(s, np.array([n]))[0], rel=6 * worst.std() / worst.mean() / np.sqrt(runs))


def test_who_wins_depends_on_width_people_and_cards():
    at = experiments.online_cards.at
    assert at()["told"] < 0.1 < at()["own"] < at()["blind"] < at()["cells"]
    assert at(d=16)["cells"] < 0.1 and at(n=300_000)["own"] < 0.1 and at(k=10_000)["own"] < 0.1
