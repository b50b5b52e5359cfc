"""The questions of lecture 7: what their curves show, against the package's algorithms, plain loops and each other."""

import numpy as np
import pytest
from asking import random_settings, values

from dplearn import exppw, private_pac
from dplearn.concepts import IntervalUnions
from dplearn import experiments
from dplearn.exppw import brute
from dplearn.exppw.experiments import data as real
from dplearn.exppw.experiments import errors, new_points


# ---- errors --------------------------------------------------------------------------------------------


def test_error_on_the_sample_is_the_walks():
    e = experiments.exppw_empirical
    for s in random_settings(e, 6):
        T = np.array([1.0, s.clamp, 300.0])
        y, optimum = errors.sample(s.n, s.k, s.noise)
        direct = [exppw.empirical_error(np.arange(s.n), y, clamp=int(t), epsilon=s.epsilon) for t in T]
        np.testing.assert_allclose(values(e, "exact", s, T), direct, atol=1e-12)
        assert optimum == exppw.best_intervals(np.arange(s.n), y, s.k)[0][s.k] and (s.noise > 0 or optimum == 0)


def test_sample_sizes_keep_their_promises():
    e = experiments.exppw_sample_size
    for s in random_settings(e, 20):
        printed, sharp, free = (values(e, key, s, np.array([4.0])) for key in ("printed", "sharp", "free"))
        rate = min(s.epsilon, 1.0)
        promised = exppw.population_error_bound(0.0, s.k, s.alpha * np.exp(-rate), rate, int(printed[0]))
        assert free <= sharp <= printed and promised == pytest.approx(s.alpha)
    for N, k in ((16, 1), (16, 3), (32, 8)):
        assert new_points.log_class(np.log2(N), k) == pytest.approx(np.log(IntervalUnions(N, k).n_hypotheses))


# ---- exppw_intervals -----------------------------------------------------------------------------------


def test_the_walk_on_real_data_by_its_answers():
    s, at = experiments.exppw_intervals.setting(), np.array([0.1, 1.0])
    (x, y), (query, truth) = real.halves(s.task)
    keys, errors = np.random.default_rng(real.KEYS).random(len(y)), []
    # a query's key: before all, or behind one
    behind = {place: np.r_[-1.0, keys[x == place]] for place in np.unique(query)}
    places = np.repeat(list(behind), [len(k) for k in behind.values()])
    for clamp, epsilon in zip(real.chosen_clamps(s.task, at, s.intervals), at):
        p = exppw.predict_probability(x, y, places, clamp=clamp, epsilon=epsilon, tie_keys=keys,
                                      query_keys=np.concatenate(list(behind.values())))
        mean = {place: p[places == place].mean() for place in behind}
        errors.append(np.abs([mean[q] for q in query] - truth.astype(int)).mean())
    assert values(experiments.exppw_intervals, "walk", s, at) == pytest.approx(errors, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_published_chances_by_all_functions(seed):
    rng = np.random.default_rng(seed)
    places, k, epsilon = int(rng.integers(1, 9)), int(rng.integers(0, 6)), float(rng.uniform(0.05, 3))
    ones, zeros = rng.integers(0, 9, (2, places))
    functions = brute.functions(places, k)
    law = private_pac.learner_probabilities_from_mistakes(np.where(functions, zeros, ones).sum(axis=1), epsilon=epsilon)
    assert exppw.published_chances(ones, zeros, k, epsilon=epsilon) == pytest.approx(law @ functions, abs=1e-12)
