"""Lecture 1's experiments: bounds in order, simulation beside exact values, every slider's ends."""

import itertools

import numpy as np
import pytest
from asking import values
from scipy.stats import binom

from dplearn import experiments, pac
from dplearn.concepts import IntervalUnions, Thresholds
from dplearn.data import load_interval_task
from dplearn.pac import occam
from dplearn.pac.deeper.experiments import samples as deeper_second
from dplearn.pac.experiments import samples as second
from dplearn.pac.deeper.experiments import sizes as deeper_first
from dplearn.pac.experiments import sizes as first
from dplearn.simulate import bernstein_halfwidth, clopper_pearson

FALSE_ALARM = 1e-6  # of a whole test; divided among its comparisons (Bonferroni)


def curves(experiment, **setting):
    """The computed curves by key, and x."""
    picture = experiment.picture(experiment.setting(**setting))
    return {line.series.key: line.y for line in picture.lines}, picture.lines[0].x


def drawn(experiment, runs, **setting):
    """Runs, and the computed curves at their places."""
    s, x = experiment.setting(**setting), experiment.simulated_x
    found = experiment.draw(s)(np.random.default_rng(runs), runs)
    return found, {series.key: values(experiment, series.key, s, x) for series in experiment.series}


OCCAM_GRID = [(w, d, a) for w in first.WORLDS for d in (2, 5, 12) for a in (0.01, 0.03, 0.4)]


@pytest.mark.parametrize("world, d, alpha", OCCAM_GRID)
def test_occam_orders_its_curves_and_its_runs_agree(world, d, alpha):
    runs, size = 400 if d == 12 else 4000, first.WORLDS[world][0](d, alpha).concept_class.n_hypotheses
    failed, computed = drawn(experiments.occam, runs, world=world, d=d, alpha=alpha)
    slack = 1 + 1e-6  # the survivors' errors are rounded to twelve digits
    assert (computed["exact"] <= computed["survivors"] * slack + 1e-300).all()
    bound = pac.occam_bound.sharp(size, alpha, experiments.occam.simulated_x.astype(int))
    assert (computed["survivors"] <= bound * slack + 1e-300).all()
    low, high = clopper_pearson(failed.sum(axis=0), runs, 1 - FALSE_ALARM / (len(OCCAM_GRID) * len(bound)))
    assert ((low <= computed["exact"] + 1e-12) & (computed["exact"] <= high + 1e-12)).all()


@pytest.mark.parametrize("kind", first.WORLDS)
def test_expected_survivors_by_adding_up_every_hypothesis(kind):
    world = first.WORLDS[kind][0](4, 0.11)
    errors, n = world.errors()[world.bad(0.11)], np.array([1, 7, 90])
    found = first.expected_survivors(experiments.occam.setting(world=kind, d=4, alpha=0.11), n)
    np.testing.assert_allclose(found, ((1 - errors) ** n[:, None]).sum(axis=1), rtol=1e-8)


# ------------------------------------------------------------------ sample sizes and growth


@pytest.mark.parametrize("family", ["thresholds", "conjunctions", "points"])
def test_needed_is_the_least_n_at_which_the_exact_failure_reaches_beta(family):
    for d, alpha, beta in itertools.product((2, 3, 7, 12), (0.01, 0.12, 0.4), (1e-6, 0.005, 0.4)):
        setting = experiments.sample_size.setting(d=d, alpha=alpha, beta=beta, family=family)
        n = int(first.needed(setting, [d])[0])
        before, at = occam.exact_failure(first.WORLDS[family][0](d, alpha), alpha, [max(n - 1, 1), n])
        assert at <= beta * (1 + 1e-9) and (n == 1 or before > beta * (1 - 1e-9))


@pytest.mark.parametrize("family", ["thresholds", "conjunctions", "points"])
def test_enough_is_never_less_than_needed(family):
    for alpha, beta in itertools.product((0.01, 0.1, 0.125, 0.4), (1e-6, 0.009, 0.5)):
        computed, _ = curves(experiments.sample_size, family=family, alpha=alpha, beta=beta)
        assert (computed["exact"] <= computed["occam"]).all()
        assert (computed["exact"] <= computed["vc"]).all()


def test_the_finer_grid_is_the_class_of_thresholds():
    for alpha, beta in itertools.product((0.01, 0.1, 0.4), (0.001, 0.05, 0.5)):
        computed, x = curves(experiments.finer_grid, alpha=alpha, beta=beta)
        setting = experiments.sample_size.setting(family="thresholds", alpha=alpha, beta=beta)
        np.testing.assert_array_equal(computed["exact"], first.needed(setting, x))
        assert computed["bound"].tolist() == [pac.occam_sample_size(2**int(d) + 1, alpha, beta) for d in x]
        assert (computed["exact"] <= computed["bound"]).all()


def test_growth_is_under_sauer_and_met_by_unions_of_intervals():
    for family, d in itertools.product(deeper_first.FAMILIES, range(1, 9)):
        computed, _ = curves(experiments.growth, family=family, d=d)
        assert (computed["exact"] <= np.minimum(computed["sauer"], computed["all"])).all()
        if family in ("unions", "thresholds"):
            assert (computed["exact"] == computed["sauer"]).all()
    # By brute force on a line that is long enough for three points with gaps.
    assert pac.dichotomies(IntervalUnions(9, 2), [2, 5, 8]) == deeper_first._dichotomies("unions", 2, 3) == 7


# ------------------------------------------------------------------ means: empirical Bernstein (Maurer, Pontil)


def radius(found, comparisons):
    """Half width of the band around the means of runs with outcomes in [0, 1]."""
    return bernstein_halfwidth(found.var(axis=0, ddof=1), len(found), 1 - FALSE_ALARM / comparisons, 1.0)


@pytest.mark.parametrize("d, runs", [(1, 20_000), (5, 5_000), (10, 800)])
def test_memorizer_runs_agree_with_the_exact_mean(d, runs):
    found, computed = drawn(experiments.memorizer, runs, d=d)
    assert (np.abs(found.mean(axis=0) - computed["exact"]) <= radius(found, 3 * found.shape[1])).all()
    assert (computed["exact"] <= computed["bound"]).all() and (computed["learner"] <= computed["small"]).all()


def test_elimination_error_by_enumerating_the_surviving_bits():
    n, k = np.array([1, 2, 5]), np.arange(4)
    want = binom.pmf(k, 3, 0.5 ** n[:, None]) @ (1 - 0.5**k)
    np.testing.assert_allclose(second.conjunction_mean_error(experiments.memorizer.setting(d=3), n), want, rtol=1e-12)


@pytest.mark.parametrize("n", [10, 33])
def test_one_fixed_hypothesis_by_summing_the_binomial(n):
    p, k = 0.75 * 0.9 + 0.25 * 0.1, np.arange(n + 1)
    want = binom.pmf(k, n, p) @ np.abs(k / n - p)
    setting = experiments.overfit.setting(d=3, noise=0.1)
    assert deeper_second.fixed_hypothesis_gap(setting, np.array([n]))[0] == pytest.approx(want, rel=1e-9)


OVERFIT = [(experiments.overfit, 400, "fixed", {"d": d, "noise": noise}) for d, noise in ((1, 0.0), (5, 0.1), (8, 0.4))]
REAL = [(experiments.real_threshold, 60, "best", {"task": task, "shape": shape})
        for task in deeper_second.TASKS for shape in ("threshold", "interval")]


@pytest.mark.parametrize("experiment, runs, below, setting", OVERFIT + REAL)
def test_runs_lie_between_the_curve_below_and_the_bounds(experiment, runs, below, setting):
    """Means of the runs; the share of runs beyond the printed bound is at most β = 0.05 (Clopper-Pearson)."""
    found, computed = drawn(experiment, runs, **setting)
    comparisons = 2 * len(OVERFIT + REAL) * found.shape[1]
    mean, off = found.mean(axis=0), radius(found, comparisons)
    assert (computed[below] <= mean + off).all() and (mean <= computed["mean"] + off).all()
    assert (clopper_pearson((found > computed["printed"]).sum(axis=0), runs, 1 - FALSE_ALARM / comparisons)[0]
            <= 0.05).all()
    assert (computed["mean"] <= computed["printed"]).all()
    assert below == "fixed" or (found >= computed["best"] - 1e-12).all()


def test_noisy_errors_by_the_definition():
    conjunctions, _, errors = deeper_second._noisy(3, 0.2)
    table = conjunctions.predictions(conjunctions.domain())
    np.testing.assert_allclose(errors, 0.2 + 0.6 * (table ^ table[3]).mean(axis=1))


# ------------------------------------------------------------------ real records


@pytest.mark.parametrize("shape", ["threshold", "interval"])
def test_best_cuts_against_all_intervals(shape):
    rng = np.random.default_rng(4)
    for N in (1, 2, 3, 8):
        pairs = [(i, j) for i in range(N + 1) for j in range(i, N + 1) if shape == "interval" or i == 0 or j == N]
        weights = rng.integers(-4, 5, (60, N))
        for row, *pair in zip(weights, *deeper_second.best_cuts(weights, shape)):
            gains = {(i, j): row[i:j].sum() for i, j in pairs}
            assert gains[tuple(pair)] == max(gains.values())


@pytest.mark.parametrize("task", ["rush_hour_by_hour", "never_married_by_age"])
def test_number_of_rules_by_listing_them(task):
    N = load_interval_task(task).domain_size
    below, place = Thresholds(N).predictions(np.arange(1, N + 1)), np.arange(N)
    rules = {"threshold": np.concatenate([below, ~below]),
             "interval": [(place >= i) & (place < j) for i in range(N + 1) for j in range(i, N + 1)]}
    for shape, listed in rules.items():
        setting = experiments.real_threshold.setting(task=task, shape=shape)
        assert deeper_second._n_rules(setting) == len(np.unique(listed, axis=0))


@pytest.mark.parametrize("task, error", [("never_married_by_age", 0.1816), ("forty_hours_by_age", 0.2131),
                                         ("good_cut_by_depth", 0.0666), ("rush_hour_by_hour", 0.2487)])
def test_best_threshold_of_the_data_room(task, error):
    assert curves(experiments.real_threshold, task=task)[0]["best"][0] == pytest.approx(error, abs=6e-5)
