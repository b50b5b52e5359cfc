"""The questions of lecture 7: what their curves show, against the package's algorithms, plain loops and each other."""

import numpy as np
import pytest
from asking import random_settings, values

from dplearn import data, exppw, private_pac
from dplearn.concepts import IntervalUnions, Thresholds
from dplearn.exppw import brute, experiments
from dplearn.exppw.experiments import data as real
from dplearn.exppw.experiments import errors, new_points, walk

QUERIES = np.linspace(0, 1, 41)

# ---- exppw_walk ----------------------------------------------------------------------------------------


def plain_sample(s):
    """x and y of the sample, its first n examples of the stream, sorted by x; labels one by one."""
    x, place, coin = walk._stream()
    first = place < s.n
    label = np.floor(np.minimum(x[first], 1 - 1e-9) * (s.k + 1)).astype(int) % 2
    return x[first], label ^ (coin[first] < np.float32(s.noise))


LONG = [experiments.exppw_walk.setting(n=10**6, clamp=50, noise=0.5, neighbor=kind) for kind in ("removed", "flipped")]


@pytest.mark.parametrize("s", random_settings(experiments.exppw_walk, 40) + LONG, ids=str)
def test_the_picture_is_what_the_package_answers(s):
    """The walk and its neighbor's; with a long clamp, 10^6 examples and no signal the two are slow to meet."""
    x, y = plain_sample(s)
    e, queries = experiments.exppw_walk, np.concatenate([QUERIES, np.linspace(0.4999, 0.52, 100)])
    p = exppw.predict_probability(x, y, queries, clamp=s.clamp, epsilon=s.epsilon)
    shown, own = (s.clamp * values(e, key, s, queries) for key in ("neighbor", "walk"))
    assert values(e, "answer", s, queries) == pytest.approx(p, abs=1e-12) == brute.sigma(s.epsilon * own / 2)
    if s.neighbor == "none":
        assert np.isnan(shown).all()
        return
    i = min(((x <= 1 / (s.k + 1)).sum() if s.k else 0) + (s.clamp + 1) // 2, s.n - 1)
    if s.neighbor == "removed":
        x, y = np.delete(x, i), np.delete(y, i)
    else:
        y[i] = 1 - y[i]
    wanted = exppw.projected_walk(y, s.clamp)[np.searchsorted(x, queries, side="right")]
    assert shown == pytest.approx(wanted, abs=1e-9)
    assert np.abs(shown - own).max() <= {"removed": 1, "flipped": 2}[s.neighbor] + 1e-9


@pytest.mark.parametrize("k", range(6))
def test_the_clean_label_has_its_k_ends_and_no_other(k):
    clean = values(experiments.exppw_walk, "clean", experiments.exppw_walk.setting(k=k), np.arange(121) / 120)
    ends = [120 * j // (k + 1) for j in range(1, k + 1)]
    wanted = (np.arange(121)[:, None] >= ends).sum(axis=1) % 2.0
    wanted[ends] = 0.5
    assert clean.tolist() == wanted.tolist()


def test_sliders_keep_the_sample():
    """More examples keep the earlier ones, more noise keeps what is turned."""
    assert set(walk._first(10)) < set(walk._first(60)) < set(walk._first(1000)) < set(walk._first(10**6))
    clean, little, more = (walk.sample(500, noise, 2) for noise in (0.0, 0.1, 0.3))
    assert ((clean != little) <= (clean != more)).all() and 0 < (clean != little).sum() < (clean != more).sum()


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


def test_baselines_on_real_data():
    task, e = "rush_hour_by_hour", experiments.exppw_intervals
    (x, y), (query, truth) = real.halves(task)
    says = np.searchsorted(exppw.best_intervals(x, y, 4)[1], query, side="right") % 2 == 1
    line = Thresholds(data.load_interval_task(task).domain_size)
    wrong, new = (np.concatenate([line.predictions(places + 1) ^ labels, ~line.predictions(places + 1) ^ labels])
                  for places, labels in ((x, y), (query, truth)))
    law = private_pac.learner_probabilities_from_mistakes(wrong.sum(axis=1), epsilon=0.3)
    wanted = {"best": (says != truth).mean(), "exponential": law @ new.mean(axis=1),
              "threshold": new.mean(axis=1)[wrong.sum(axis=1).argmin()]}
    s = e.setting(task=task)
    assert {key: values(e, key, s, [0.3])[0] for key in wanted} == pytest.approx(wanted, abs=1e-12)


def test_halves_are_a_split():
    for task in data.interval_tasks():
        (x, y), (query, truth) = real.halves(task)
        assert sorted([*x, *query]) == sorted(data.load_interval_task(task).ranks - 1)
        assert 0 <= len(truth) - len(y) <= 1
