"""Lecture 5's experiments on the sparse vector technique: fast curves against the package's exact laws and plain sums."""

import itertools

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.query_release.experiments import sparse

Z = np.linspace(-80, 80, 160_001)      # a plain sum over the threshold's noise, step 1/1000


def cdf(x):
    return np.where(x < 0, np.exp(np.minimum(x, 0)) / 2, 1 - np.exp(-np.maximum(x, 0)) / 2)


def plain_event(k, below, above, width=1.0):
    """Pr[k tests say below, the next one above] by the trapezoid rule: error of the order of the step squared."""
    return np.trapezoid(np.exp(-np.abs(Z)) / 2 * cdf((Z - below) / width) ** k * cdf((above - Z) / width), Z)


# ---- epoch_cost ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("reach, step", [(0, 0.5), (3, 0.1), (2.5, 2.0)])
def test_epochs_by_a_plain_sum(reach, step):
    s = experiments.epoch_cost.setting(reach=reach, epsilon_step=step)
    for k in (1, 5, 300, 20_000):
        for key, side in (("surprise", 1), ("plain", -1)):
            if plain_event(k, side * reach, -reach) < 1e-200:
                continue
            expected = np.log(plain_event(k, side * reach, -reach) / plain_event(k, side * reach + step, -reach - step)) / step
            assert values(experiments.epoch_cost, key, s, [k])[0] == pytest.approx(expected, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("reach, step", [(0, 0.5), (5, 0.1), (20, 2.0), (12, 0.01)])
def test_epochs_by_the_law_of_an_epoch(reach, step):
    e, s = experiments.epoch_cost, experiments.epoch_cost.setting(reach=reach, epsilon_step=step)
    scales = {"surprise": (1.0, 1.0), "plain": (1.0, 1.0), "split": qr.split_scales(l1_sensitivity=step, epsilon_search=step)}
    for k, (key, (threshold, test)) in itertools.product((1, 2, 3, 40), scales.items()):
        x = np.full(k + 1, float(reach if key != "plain" else -reach))
        x[-1] = -reach
        neighbor = x + np.where(np.arange(k + 1) < k, step, -step)
        here, there = (qr.first_above_law(v, threshold=0.0, threshold_scale=threshold, test_scale=test)[k]
                       for v in (x, neighbor))
        assert values(e, key, s, [k])[0] == pytest.approx(np.log(here / there) / step, abs=1e-9 / step)


def test_no_epoch_costs_more_than_three():
    e, k = experiments.epoch_cost, np.unique(np.geomspace(1, 1e6, 25).round())
    for s in [e.setting(), *random_settings(e, 15)]:
        surprise, answer, usual, split = (values(e, key, s, k) for key in ("surprise", "answer", "plain", "split"))
        assert max(surprise.max(), usual.max()) <= 3 + 1e-9 and split.max() <= 1 + 1e-9
        assert (np.diff(surprise) >= -1e-9).all() and (np.diff(usual) >= -1e-9).all() and (usual <= surprise + 1e-9).all()
        np.testing.assert_array_equal(answer, surprise + 1)
    assert usual.max() >= 0.9 and surprise.max() > 2.99


def test_epoch_cost_as_told():
    shown = experiments.epoch_cost.picture(experiments.epoch_cost.setting()).at_marker()
    assert shown == pytest.approx({"surprise": 3, "answer": 4, "plain": 2.83, "split": 1, "limit": 4, "claim": 1}, abs=5e-3)


# ---- broken_sparse -------------------------------------------------------------------------------------

@pytest.mark.parametrize("c, reach", [(1, 0.0), (3, 5.0), (10, 20.0)])
def test_variants_are_the_hard_pairs(c, reach):
    names, e = {"chen": "chen", "roth": "roth", "lee": "lee-clifton", "u17": "u17", "correct": "lyu"}, experiments.broken_sparse
    for (key, variant), k in itertools.product(names.items(), (1, 2, 7, 40)):
        exact = qr.hard_pair_epsilon(variant, k, epsilon=1.0, c=c, reach=reach)
        assert values(e, key, e.setting(c=c, reach=reach), [k])[0] == pytest.approx(exact, abs=1e-8), (key, k)


def test_limits_of_the_variants():
    e, k = experiments.broken_sparse, np.arange(1, 41)
    for s in [e.setting(), *random_settings(e, 25)]:
        chen, roth, lee, u17, correct = (values(e, key, s, k) for key in ("chen", "roth", "lee", "u17", "correct"))
        assert (correct <= 1 + 1e-9).all() and (u17 <= 3 + 1e-9).all() and (lee <= (1 + 6 * s.c) / 4 + 1e-9).all()
        assert chen[-1] > 38 and roth[-1] > roth[0] and u17[-1] > 2.9 and lee[-1] > 0.98 * (1 + 6 * s.c) / 4


def test_broken_sparse_as_told():
    shown = experiments.broken_sparse.picture(experiments.broken_sparse.setting()).at_marker()
    assert shown == pytest.approx({"chen": 19.97, "roth": 3.83, "lee": 4.75, "u17": 3, "correct": 1, "claim": 1}, abs=6e-3)


# ---- sign_leak -----------------------------------------------------------------------------------------

def test_told_apart_once_and_often():
    c = np.linspace(0, 30, 31)
    np.testing.assert_allclose(sparse.told_apart(c, 1), np.exp(-c) * (0.5 + c / 4), rtol=1e-12)
    for k in (3, 1000, 10**6):
        exact = sparse.told_apart(c, k)
        plain = [np.trapezoid(np.exp(-np.abs(Z)) / 2 * -np.expm1(k * np.log(cdf(v + Z))), Z) for v in c[::5]]
        np.testing.assert_allclose(exact[::5], plain, rtol=1e-5)
        assert (exact <= k * np.exp(-c) * (0.5 + c / 4) * (1 + 1e-12)).all()     # the union bound


def test_told_apart_in_the_algorithm():
    """Three records and two neighbors: errors of 1/6 and -1/6, the same query asked k times, everything published, exactly."""
    alpha = 0.4
    budget = qr.online_budget(n=3, epsilon=20, delta=1e-6, max_updates=1, calibration="equal")
    c = np.array([(alpha - 1 / 6) / budget.test_scale])
    for k, sign in itertools.product((1, 3), ("true", "noisy")):
        queries = np.tile([1.0, 0.0], (k, 1))
        laws = [qr.online_law(np.array([r, 3 - r]) / 3, queries, budget=budget, alpha=alpha, sign=sign) for r in (1, 2)]
        apart = laws[0][laws[1] == 0].sum()
        assert apart == pytest.approx(0 if sign == "noisy" else sparse.told_apart(c, k)[0], rel=1e-9)


def test_games_played_are_the_exact_chance():
    e, runs = experiments.sign_leak, 20_000
    for k in (1, 50, 10**6):
        s = e.setting(k=k)
        played = sparse.draw_told_apart(s, e.simulated_x, np.random.default_rng(k), runs).mean(axis=0)
        # Hoeffding, 3 x 16 places, false alarm 1e-6 in all
        assert (np.abs(played - sparse.told_apart(e.simulated_x, k)) <= np.sqrt(np.log(2 * 48 / 1e-6) / (2 * runs))).all()


def test_sign_leak_as_told():
    shown = experiments.sign_leak.picture(experiments.sign_leak.setting()).at_marker()
    assert shown == pytest.approx({"asked": 0.0535, "once": 1.36e-4, "delta": 1e-6}, rel=3e-3)
