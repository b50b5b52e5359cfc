"""Lecture 1's experiments: bounds in order, simulation beside exact values."""

import itertools

import numpy as np
import pytest
from asking import hoeffding, values
from scipy.stats import binom

from dplearn import experiments, pac
from dplearn.pac import occam
from dplearn.pac.deeper.experiments import samples as deeper_samples
from dplearn.pac.experiments import sizes
from dplearn.simulate import clopper_pearson

FALSE_ALARM = 1e-6  # of a whole test; divided among its comparisons (Bonferroni)


def drawn(experiment, runs, **setting):
    """Runs, and the computed curves at their places."""
    s, x = experiment.setting(**setting), experiment.simulated_x
    found = experiment.draw(s)(np.random.default_rng(runs), runs)
    return found, {series.key: values(experiment, series.key, s, x) for series in experiment.series}


OCCAM_GRID = [(w, d, a) for w in sizes.WORLDS for d, a in ((2, 0.4), (5, 0.03), (12, 0.01))]


@pytest.mark.parametrize("world, d, alpha", OCCAM_GRID)
def test_occam_orders_its_curves_and_its_runs_agree(world, d, alpha):
    runs = 200 if d == 12 else 1000
    failed, computed = drawn(experiments.occam, runs, world=world, d=d, alpha=alpha)
    slack = 1 + 1e-6  # the survivors' errors are rounded to twelve digits
    assert (computed["exact"] <= computed["survivors"] * slack + 1e-300).all()
    assert (computed["survivors"] <= computed["printed"] * slack + 1e-300).all()
    low, high = clopper_pearson(failed.sum(axis=0), runs, 1 - FALSE_ALARM / (len(OCCAM_GRID) * failed.shape[1]))
    assert ((low <= computed["exact"] + 1e-12) & (computed["exact"] <= high + 1e-12)).all()


def test_expected_survivors_by_adding_up_every_hypothesis():
    world = sizes.WORLDS["conjunctions"][0](4, 0.11)
    errors, n = world.errors()[world.bad(0.11)], np.array([1, 7, 90])
    found = sizes.expected_survivors(experiments.occam.setting(world="conjunctions", d=4, alpha=0.11), n)
    np.testing.assert_allclose(found, ((1 - errors) ** n[:, None]).sum(axis=1), rtol=1e-8)


@pytest.mark.parametrize("family", ["thresholds", "conjunctions"])
def test_needed_is_the_least_n_at_which_the_exact_failure_reaches_beta(family):
    for d, alpha, beta in itertools.product((2, 12), (0.01, 0.4), (1e-6, 0.005)):
        setting = experiments.sample_size.setting(d=d, alpha=alpha, beta=beta, family=family)
        n, occams, vc = (int(values(experiments.sample_size, key, setting, [d])[0]) for key in ("exact", "occam", "vc"))
        before, at = occam.exact_failure(sizes.WORLDS[family][0](d, alpha), alpha, [max(n - 1, 1), n])
        assert at <= beta * (1 + 1e-9) and (n == 1 or before > beta * (1 - 1e-9)) and n <= min(occams, vc)
        if family == "thresholds" and beta > 0.001:
            finer = [values(experiments.finer_grid, key, experiments.finer_grid.setting(alpha=alpha, beta=beta), [d])[0]
                     for key in ("exact", "bound")]
            assert finer == [n, pac.occam_sample_size(2**d + 1, alpha, beta)]


# ------------------------------------------------------------------ means of runs with outcomes in [0, 1]


@pytest.mark.parametrize("d, runs", [(1, 3000), (10, 400)])
def test_memorizer_runs_agree_with_the_exact_mean(d, runs):
    found, computed = drawn(experiments.memorizer, runs, d=d)
    assert (np.abs(found.mean(axis=0) - computed["exact"]) <= hoeffding(runs, 2 * found.shape[1])).all()
    q, k = 0.5 ** experiments.memorizer.simulated_x[:, None], np.arange(d + 1)   # bits that never showed a 0
    np.testing.assert_allclose(computed["learner"], binom.pmf(k, d, q) @ (1 - 0.5**k), rtol=1e-9, atol=1e-12)
    assert (computed["exact"] <= computed["bound"]).all() and (computed["learner"] <= computed["small"]).all()


def test_one_fixed_hypothesis_by_summing_the_binomial():
    n, p, k = 33, 0.75 * 0.9 + 0.25 * 0.1, np.arange(34)
    want = binom.pmf(k, n, p) @ np.abs(k / n - p)
    setting = experiments.overfit.setting(d=3, noise=0.1)
    assert deeper_samples.fixed_hypothesis_gap(setting, np.array([n]))[0] == pytest.approx(want, rel=1e-9)


OVERFIT = [(experiments.overfit, 200, "fixed", {"d": d, "noise": noise}) for d, noise in ((1, 0.0), (8, 0.4))]
REAL = [(experiments.real_threshold, 60, "best", {"task": task}) for task in deeper_samples.TASKS]


@pytest.mark.parametrize("experiment, runs, below, setting", OVERFIT + REAL)
def test_runs_lie_between_the_curve_below_and_the_bounds(experiment, runs, below, setting):
    """Means of the runs; the share of runs beyond the printed bound is at most β = 0.05 (Clopper-Pearson)."""
    found, computed = drawn(experiment, runs, **setting)
    comparisons = 2 * len(OVERFIT + REAL) * found.shape[1]
    mean, off = found.mean(axis=0), hoeffding(runs, comparisons)
    assert (computed[below] <= mean + off).all() and (mean <= computed["mean"] + off).all()
    assert (clopper_pearson((found > computed["printed"]).sum(axis=0), runs, 1 - FALSE_ALARM / comparisons)[0]
            <= 0.05).all()
    assert below == "fixed" or (found >= computed["best"] - 1e-12).all()


# ------------------------------------------------------------------ real records


def test_best_cuts_against_all_cuts():
    rng = np.random.default_rng(4)
    for N in (1, 8):
        weights = rng.integers(-4, 5, (30, N))
        for row, a, b in zip(weights, *deeper_samples.best_cuts(weights)):
            gains = {pair: row[slice(*pair)].sum() for k in range(N + 1) for pair in ((0, k), (k, N))}
            assert gains[a, b] == max(gains.values())
