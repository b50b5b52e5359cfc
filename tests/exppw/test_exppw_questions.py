"""The questions of lecture 7: what their curves show, against the package's algorithms, plain loops and each other."""

import numpy as np
import pytest
from asking import random_settings, values

from dplearn import data, exppw, private_pac
from dplearn.concepts import IntervalUnions
from dplearn import experiments
from dplearn.exppw import brute
from dplearn.exppw.deeper import brute as deeper_brute
from dplearn.exppw.experiments import data as real
from dplearn.exppw.experiments import errors, new_points

# ---- exppw_true_epsilon --------------------------------------------------------------------------------


def test_the_dots_sit_on_the_formula():
    e, T = experiments.exppw_true_epsilon, np.arange(1.0, 101)
    for s in (e.setting(epsilon=epsilon) for epsilon in (0.01, 0.3, 1.0, 10.0)):
        found, true = (values(e, key, s, T) for key in ("enumerated", "walk"))
        assert found[:6] == pytest.approx(true[:6], rel=1e-12) and np.isnan(found[6:]).all()


# ---- errors --------------------------------------------------------------------------------------------


def test_error_on_the_sample_is_the_walks():
    e = experiments.exppw_empirical
    for s in random_settings(e, 12):
        T = np.array([1.0, s.clamp, 300.0])
        y, optimum = errors.sample(s.n, s.k, s.noise)
        direct = [exppw.empirical_error(np.arange(s.n), y, clamp=int(t), epsilon=s.epsilon) for t in T]
        np.testing.assert_allclose(values(e, "exact", s, T), direct, atol=1e-12)
        assert optimum == exppw.best_intervals(np.arange(s.n), y, s.k)[0][s.k] and (s.noise > 0 or optimum == 0)


@pytest.mark.parametrize("name, key", [("exppw_empirical", "exact"), ("exppw_population", "exact"),
                                       ("exppw_ties", "keys"), ("exppw_ties", "data")])
def test_exact_errors_lie_below_the_sharp_bound(name, key):
    e = getattr(experiments, name)
    for s in random_settings(e, 60):
        exact, sharp = (values(e, which, s, e.x_values(s)) for which in (key, "sharp"))
        assert not (exact > sharp + 1e-12).any()


def test_sample_sizes_keep_their_promises():
    e = experiments.exppw_sample_size
    for s in random_settings(e, 60):
        printed, sharp, free = (values(e, key, s, np.array([4.0])) for key in ("printed", "sharp", "free"))
        assert sharp <= 1.03 * printed and free <= 1.05 * sharp
        if s.case == "realizable":
            rate = min(s.epsilon, 1.0)
            promised = exppw.population_error_bound(0.0, s.k, s.alpha * np.exp(-rate), rate, int(printed[0]))
            assert promised == pytest.approx(s.alpha)
    for N, k in ((16, 1), (16, 3), (32, 8)):
        assert new_points.log_class(np.log2(N), k) == pytest.approx(np.log(IntervalUnions(N, k).n_hypotheses))


# ---- exppw_intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ["rush_hour_by_hour", "first_team_wins_by_elo"])
def test_the_walk_on_real_data_by_its_answers(task):
    s, at = experiments.exppw_intervals.setting(task=task), np.array([0.1, 1.0])
    (x, y), (query, truth) = real.halves(task)
    rng, seen, new = np.random.default_rng(real.KEYS), np.zeros(2), np.zeros(2)
    for keys in [rng.random(len(y)) for _ in range(real.KEY_DRAWS)]:
        # a query's key: before all, or behind one
        behind = {place: np.r_[-1.0, keys[x == place]] for place in np.unique(query)}
        places = np.repeat(list(behind), [len(k) for k in behind.values()])
        for i, clamp in enumerate(real.chosen_clamps(task, tuple(at), s.intervals)):
            how = dict(clamp=clamp, epsilon=at[i], tie_keys=keys)
            seen[i] += exppw.empirical_error(x, y, **how) / real.KEY_DRAWS
            p = exppw.predict_probability(x, y, places, query_keys=np.concatenate(list(behind.values())), **how)
            mean = {place: p[places == place].mean() for place in behind}
            new[i] += np.abs([mean[q] for q in query] - truth.astype(int)).mean() / real.KEY_DRAWS
    for key, wanted in (("seen", seen), ("walk", new)):
        assert values(experiments.exppw_intervals, key, s, at) == pytest.approx(wanted, abs=1e-12)


def test_rivals_on_real_data():
    """Rush hours: 24 places, so all functions with at most four changes can be listed."""
    task, e = "rush_hour_by_hour", experiments.exppw_intervals
    (x, y), (query, truth) = real.halves(task)
    says = np.searchsorted(exppw.best_intervals(x, y, 4)[1], query, side="right") % 2 == 1
    s, functions = e.setting(task=task), deeper_brute.few_changes(24, 4)
    mistakes, wrong = ((functions[:, places] != labels).sum(axis=1) for places, labels in ((x, y), (query, truth)))
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=0.3)
    wanted = {"best": (says != truth).mean(), "published": law @ wrong / len(truth)}
    assert {key: values(e, key, s, [0.3])[0] for key in wanted} == pytest.approx(wanted, abs=1e-12)


def test_cells_hold_all_records_and_are_few():
    for task in data.interval_tasks():
        for cells, whole in zip(real._cells(task), real.counts(task)):
            assert cells.sum(axis=1).tolist() == whole.sum(axis=1).tolist()
            assert cells.shape[1] == whole.shape[1] <= real.CELLS or cells.shape[1] <= real.CELLS + 1


@pytest.mark.parametrize("seed", range(12))
def test_published_chances_by_all_functions(seed):
    rng = np.random.default_rng(seed)
    places, k, epsilon = int(rng.integers(1, 9)), int(rng.integers(0, 6)), float(rng.uniform(0.05, 3))
    ones, zeros = rng.integers(0, 9, (2, places))
    functions = brute.functions(places, k)
    law = private_pac.learner_probabilities_from_mistakes(np.where(functions, zeros, ones).sum(axis=1), epsilon=epsilon)
    assert exppw.published_chances(ones, zeros, k, epsilon=epsilon) == pytest.approx(law @ functions, abs=1e-12)


def test_published_chances_of_many_records_stay_finite():
    ones, zeros = np.tile([[9000, 1], [2, 8000]], 300)
    says = exppw.published_chances(ones, zeros, 40, epsilon=10.0)
    assert np.isfinite(says).all() and says.min() >= 0 and says.max() <= 1 and says[0] > 0.999


def test_halves_are_a_split():
    for task in data.interval_tasks():
        (x, y), (query, truth) = real.halves(task)
        assert sorted([*x, *query]) == sorted(data.load_interval_task(task).ranks - 1)
        assert 0 <= len(truth) - len(y) <= 1
