"""Lecture 5's experiments on queries that arrive one at a time: curves and draws against the algorithm played in full."""

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.experiments import query_release_online as online
from dplearn.privacy import pure_composition_step

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


# ---- online_error --------------------------------------------------------------------------------------

def one_by_one(s, n, rng, runs):
    """Online PMW in full, query by query, each run with questions of its own: the share of answers within 3α/2."""
    b = qr.online_budget(n=n, epsilon=s.epsilon, delta=1e-6, max_updates=s.T)
    bits = np.arange(2**s.d)[:, None] >> np.arange(s.d) & 1
    means = qr.survey_means("rising shares", s.d, n=n)
    weights, updates, good = np.ones((runs, 2**s.d)), np.zeros(runs, int), np.zeros(runs)
    threshold = s.alpha + b.threshold_scale * rng.laplace(size=runs)
    for _ in range(s.k):
        i = rng.integers(s.d, size=runs)
        query, truth = bits[:, i].T, means[i]
        public = (weights * query).sum(axis=1) / weights.sum(axis=1)
        live = updates < s.T
        above = live & (np.abs(truth - public) + b.test_scale * rng.laplace(size=runs) > threshold)
        noisy = truth + b.answer_scale * rng.laplace(size=runs)
        good += live & (np.abs(np.where(above, noisy, public) - truth) <= 1.5 * s.alpha)
        down = np.where(noisy < public, 1, -1)[:, None] * query
        weights = np.where(above[:, None], weights * np.exp(-2 * s.alpha * down), weights)
        threshold = np.where(above, s.alpha + b.threshold_scale * rng.laplace(size=runs), threshold)
        updates += above
    return good / s.k


@pytest.mark.parametrize("setting, n", [
    ({"d": 3, "T": 5, "alpha": 0.1}, 300), ({"d": 2, "T": 30, "alpha": 0.2, "epsilon": 10.0}, 100),
    ({"d": 4, "T": 40, "alpha": 0.07}, 5000), ({"d": 3, "T": 8, "alpha": 0.25}, 150),
])
def test_shares_drawn_as_if_query_by_query(setting, n):
    s, runs = experiments.online_error.setting(**setting), 20_000
    s.k = 60
    played = one_by_one(s, n, np.random.default_rng(1), runs)
    drawn = online.draw_share(s, np.array([n]), np.random.default_rng(2), runs)[:, 0]
    # Hoeffding for both means, shares in [0, 1]; 4 settings, false alarm 1e-6 in all
    assert abs(played.mean() - drawn.mean()) <= 2 * np.sqrt(np.log(16 / 1e-6) / (2 * runs))
    assert 0.05 < drawn.mean() < 0.98
    # and the spread: the chance to have at least half of the answers good
    assert abs((played >= 0.5).mean() - (drawn >= 0.5).mean()) <= 2 * np.sqrt(np.log(16 / 1e-6) / (2 * runs))


def test_the_promise_is_kept_where_it_is_made():
    """T as the theorem has it, from its n on: the mean share is at least 1 - β."""
    e, runs = experiments.online_error, 500
    for d, alpha, epsilon in ((2, 0.25, 10.0), (3, 0.25, 1.0), (2, 0.2, 0.5)):
        T = qr.planned_updates(2**d, alpha)
        s = e.setting(d=d, alpha=alpha, epsilon=epsilon, T=T, k=10_000)
        n = np.array([qr.online_sample_size(2**d, s.k, epsilon, 1e-6, alpha, 0.05)])
        share = online.draw_share(s, n, np.random.default_rng(d), runs)
        assert share.mean() >= 0.95 - np.sqrt(np.log(3 / 1e-6) / (2 * runs))     # Hoeffding, false alarm 1e-6
        promised = values(e, "promised", s, [n[0] - 1, n[0]])
        assert np.isnan(promised[0]) and promised[1] == 0.95


def test_own_noise_and_no_data():
    e, n = experiments.online_error, np.geomspace(1000, 1e7, 9)
    for s in [e.setting(), *random_settings(e, 20)]:
        step = pure_composition_step(s.epsilon, 1e-6, s.k)       # a Laplace answer of scale 1/(step n)
        expected = 1 - np.exp(-1.5 * s.alpha * n * max(step, s.epsilon / s.k))
        np.testing.assert_allclose(values(e, "laplace", s, n), expected, rtol=1e-9)
    assert values(e, "blind", e.setting(), n)[0] == 2 / 8        # shares .05, .179, .307, .436 and their mirror: .436 and .564


def test_online_error_as_told():
    e = experiments.online_error
    shown = e.picture(e.setting()).at_marker()
    assert np.isnan(shown.pop("promised")) and shown == pytest.approx({"laplace": 0.286, "blind": 0.25}, abs=6e-4)
    assert e.simulate(e.setting(), seed=1, runs=60).mean[3] > 0.99           # at n = 31,623
    assert qr.online_sample_size(2**8, 10**7, 1.0, 1e-6, 0.1, 0.05) == pytest.approx(4.31e5, rel=1e-3)
