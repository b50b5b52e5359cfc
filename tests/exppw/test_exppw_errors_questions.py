"""Lecture 7's questions on errors: curves against the mathematics room and plain loops, bounds in order, runs, costs."""


import numpy as np
import pytest

from asking import ends, random_settings, values

from dplearn import data, experiments, exppw, private_pac, simulate
from dplearn.concepts import IntervalUnions, Thresholds
from dplearn.exppw.experiments import data as real
from dplearn.exppw.experiments import errors
from dplearn.exppw.experiments import new_points as population


# ---- exppw_empirical -----------------------------------------------------------------------------------

@pytest.mark.parametrize("n", [1, 63, 64, 65, 1000])
def test_walks_for_many_clamps(n):
    y, clamps = np.random.default_rng(n).random(n) < 0.4, np.array([1, 2, 7, 50, 300])
    many = errors.walks(y, clamps)
    for row, T in zip(many, clamps):
        np.testing.assert_array_equal(row, exppw.projected_walk(y, int(T))[1:])


def test_exact_curve_is_the_room_s():
    e = experiments.exppw_empirical
    for s in random_settings(e, 12):
        T = np.array([1.0, s.clamp, 300.0])
        y, optimum = errors.sample(s.n, s.k, s.noise)
        x = np.arange(s.n)
        direct = [exppw.empirical_error(x, y, clamp=int(t), epsilon=s.epsilon) for t in T]
        np.testing.assert_allclose(values(e, "exact", s, T), direct, atol=1e-12)
        assert optimum == exppw.best_intervals(x, y, s.k)[0][s.k] and (s.noise > 0 or optimum == 0)


def test_bounds_are_in_order_everywhere():
    e = experiments.exppw_empirical
    for s in random_settings(e, 60) + ends(e)[::5]:
        x = e.x_values(s)
        best, exact, sharp, printed = (values(e, key, s, x) for key in ("best", "exact", "sharp", "printed"))
        assert (exact <= sharp + 1e-12).all() and (sharp <= printed).all()
        assert (best <= sharp).all()


# ---- exppw_ties ----------------------------------------------------------------------------------------

def test_ties_at_the_ledger_s_setting():
    e = experiments.exppw_ties
    at = e.picture(e.setting()).at_marker()
    assert f"{at['zeros']:.5f} {at['printed']:.5f}" == "0.88070 0.16578"
    assert at["keys"] <= at["sharp"] <= at["printed"] and at["data"] <= at["sharp"]


def test_tie_curves():
    e = experiments.exppw_ties
    for s in random_settings(e, 25):
        q, T = np.array([0.0, 0.05, 0.3, 0.7, 1.0]), exppw.clamp(s.alpha, s.epsilon)
        zeros, keys, sharp = (values(e, key, s, q) for key in ("zeros", "keys", "sharp"))
        for i, v in enumerate(q):
            setting = dict(clamp=T, epsilon=s.epsilon)
            assert zeros[i] == pytest.approx(exppw.tied_error(v, s.n, order="zeros-first", **setting), abs=1e-12)
            assert np.isnan(keys[i]) or keys[i] == pytest.approx(exppw.tied_error(v, s.n, order="keys", **setting), abs=1e-9)
        assert not (keys > sharp + 1e-12).any()


# ---- exppw_population ----------------------------------------------------------------------------------

def test_population_bounds_are_in_order():
    e, exact_somewhere = experiments.exppw_population, 0
    for s in random_settings(e, 80) + ends(e)[::7]:
        x = e.x_values(s)
        exact, sharp, printed = (values(e, key, s, x) for key in ("exact", "sharp", "printed"))
        assert not (exact > sharp).any() and not (sharp > printed).any() and not (exact < -1e-9).any()
        assert np.array_equal(np.isnan(printed), x < exppw.sample_size(s.alpha, s.epsilon, s.k))
        assert not np.isnan(exact[x >= 100_000]).any()
        exact_somewhere += not np.isnan(exact).all()
    assert exact_somewhere > 60


@pytest.mark.parametrize("setting", [{}, {"k": 4, "noise": 0.0, "epsilon": 0.2}, {"k": 2, "noise": 0.4, "alpha": 0.2, "epsilon": 2.0}])
def test_simulation_meets_the_exact_error(setting):
    e, runs = experiments.exppw_population, 1500
    s = e.setting(**setting)
    exact = values(e, "exact", s, e.simulated_x)
    drawn = population.draw_population(s, e.simulated_x, simulate.stream(1, "population question", 0), runs)
    half = simulate.bernstein_halfwidth(drawn.var(axis=0, ddof=1), runs, 1 - 1e-7, 1.0)          # false alarm 1e-7 a place
    known = ~np.isnan(exact)
    assert known.sum() >= 4 and (np.abs(drawn.mean(axis=0) - exact)[known] <= half[known]).all()


# ---- exppw_sample_size ---------------------------------------------------------------------------------

def test_sample_sizes_keep_their_promises():
    e = experiments.exppw_sample_size
    for s in random_settings(e, 60):
        bits = np.array([4.0, 20.0, 64.0])
        printed, sharp, exponential, free = (values(e, key, s, bits) for key in ("printed", "sharp", "exponential", "free"))
        assert (np.diff(exponential) > 0).all() and len(set(printed)) == len(set(sharp)) == len(set(free)) == 1
        assert sharp[0] <= 1.03 * printed[0] and free[0] <= 1.05 * sharp[0]
        optimum = 0.0 if s.case == "realizable" else 0.5
        n, clamp, epsilon = exppw.best_setting(s.alpha, s.epsilon, s.k, optimum=optimum)
        assert n == sharp[0] and exppw.population_error_bound_sharp(optimum, s.k, clamp, epsilon, n) <= optimum + s.alpha + 1e-12
        if s.case == "realizable":
            rate = min(s.epsilon, 1.0)
            bound = exppw.population_error_bound(0.0, s.k, s.alpha * np.exp(-rate), rate, int(printed[0]))
            assert bound == pytest.approx(s.alpha)


def test_log_class_counts_the_class():
    for N, k in ((16, 1), (16, 3), (32, 8)):
        assert population.log_class(np.log2(N), k) == pytest.approx(np.log(IntervalUnions(N, k).n_hypotheses))


# ---- exppw_intervals -----------------------------------------------------------------------------------

@pytest.mark.parametrize("task", ["rush_hour_by_hour", "first_team_wins_by_elo"])
def test_the_walk_on_real_data_by_its_answers(task):
    e = experiments.exppw_intervals
    s, at = e.setting(task=task), np.array([0.1, 1.0])
    (x, y), (query, truth) = real.halves(task)
    rng, seen, new = np.random.default_rng(real.KEYS), np.zeros(2), np.zeros(2)
    for keys in [rng.random(len(y)) for _ in range(real.KEY_DRAWS)]:
        behind = {place: np.r_[-1.0, keys[x == place]] for place in np.unique(query)}     # a query's key: before all, or behind one
        places = np.repeat(list(behind), [len(k) for k in behind.values()])
        for i, epsilon in enumerate(at):
            setting = dict(clamp=real.chosen_clamp(task, epsilon, s.intervals), epsilon=epsilon, tie_keys=keys)
            seen[i] += exppw.empirical_error(x, y, **setting) / real.KEY_DRAWS
            p = exppw.predict_probability(x, y, places, query_keys=np.concatenate(list(behind.values())), **setting)
            mean = {place: p[places == place].mean() for place in behind}
            new[i] += np.mean([abs(mean[q] - t) for q, t in zip(query, truth)]) / real.KEY_DRAWS
    np.testing.assert_allclose(values(e, "seen", s, at), seen, atol=1e-12)
    np.testing.assert_allclose(values(e, "walk", s, at), new, atol=1e-12)


def test_a_place_by_hand(monkeypatch):
    """Three examples at one place, one query there: the query stands behind 0, 1, 2 or 3 of them with the same chance."""
    sample, queries = (np.zeros(3, int), np.array([True, True, True])), (np.zeros(1, int), np.array([False]))
    monkeypatch.setattr(real, "halves", lambda task: (sample, queries))
    monkeypatch.setattr(real, "counts", lambda task: (np.array([[0], [3]]), np.array([[1], [0]])))
    old, new = real.margins.__wrapped__("any")[1]
    assert old.tolist() == [0, 0, 1] and new.tolist() == [0.75, 0.25, 0]      # wrong from v = 1 three times, unsure once


def test_baselines_on_real_data():
    task, e = "rush_hour_by_hour", experiments.exppw_intervals
    (x, y), (query, truth) = real.halves(task)
    ends_ = exppw.best_intervals(x, y, 4)[1]
    says = np.searchsorted(ends_, query, side="right") % 2 == 1
    s, size = e.setting(task=task), data.load_interval_task(task).domain_size
    assert values(e, "best", s, [1.0])[0] == pytest.approx((says != truth).mean())
    falling = Thresholds(size).predictions(x + 1)
    rows = np.concatenate([falling, ~falling])
    wrong = (rows != y).sum(axis=1)
    law = private_pac.learner_probabilities_from_mistakes(wrong, epsilon=0.3)
    falling = Thresholds(size).predictions(query + 1)
    error = law @ (np.concatenate([falling, ~falling]) != truth).mean(axis=1)
    assert values(e, "exponential", s, [0.3])[0] == pytest.approx(error, abs=1e-12)


def test_halves_are_a_split():
    for task in data.interval_tasks():
        (x, y), (query, truth) = real.halves(task)
        whole = data.load_interval_task(task)
        assert len(y) + len(truth) == whole.n and abs(len(y) - len(truth)) <= 1
        assert np.bincount(np.r_[x, query])[whole.ranks - 1].sum() == np.square(np.bincount(whole.ranks)).sum()
