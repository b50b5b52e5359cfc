"""Lecture 1's experiments: bounds in order, simulation beside exact values, every slider's ends."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import beta as beta_law

from dplearn import experiments, pac
from dplearn.pac import occam
from dplearn.concepts import Conjunctions, IntervalUnions, Thresholds
from dplearn.data import load_interval_task
from dplearn.pac.experiments import sizes as first
from dplearn.pac.experiments import samples as second

FALSE_ALARM = 1e-6  # of a whole test; divided among its comparisons (Bonferroni)


def curves(experiment, **values):
    """The computed curves by key, and x."""
    picture = experiment.picture(experiment.setting(**values))
    return {line.series.key: line.y for line in picture.lines}, picture.lines[0].x


# ------------------------------------------------------------------ events: Clopper-Pearson


def assert_covers(hits, runs, truth, comparisons):
    """Every true probability inside its Clopper-Pearson interval at level FALSE_ALARM / comparisons."""
    tail = FALSE_ALARM / comparisons / 2
    low = np.where(hits > 0, beta_law.ppf(tail, np.maximum(hits, 1), runs - hits + 1), 0)
    high = np.where(hits < runs, beta_law.isf(tail, hits + 1, np.maximum(runs - hits, 1)), 1)
    assert ((low <= truth + 1e-12) & (truth <= high + 1e-12)).all()


OCCAM_GRID = [(w, d, a) for w in first.WORLDS for d in (2, 5, 12) for a in (0.01, 0.03, 0.4)]


@pytest.mark.parametrize("world, d, alpha", OCCAM_GRID)
def test_occam_orders_its_curves_and_its_runs_agree(world, d, alpha):
    experiment = experiments.occam
    computed, x = curves(experiment, world=world, d=d, alpha=alpha)
    slack = 1 + 1e-6  # the survivors' errors are rounded to twelve digits
    assert (computed["exact"] <= computed["survivors"] * slack + 1e-300).all()
    size = first.WORLDS[world][0](d, alpha).concept_class.n_hypotheses
    assert (computed["survivors"] <= pac.occam_bound.sharp(size, alpha, x) * slack + 1e-300).all()
    assert (computed["survivors"] <= computed["printed"] * slack).all()
    runs = 400 if d == 12 else 4000
    hits = experiment.draw(experiment.setting(world=world, d=d, alpha=alpha))(np.random.default_rng(d),
            runs).sum(axis=0)
    at = np.isin(x, experiment.simulated_x)
    assert_covers(hits, runs, computed["exact"][at], comparisons=len(OCCAM_GRID) * len(hits))


def test_expected_survivors_by_adding_up_every_hypothesis():
    experiment = experiments.occam
    for world in first.WORLDS:
        setting = experiment.setting(world=world, d=4, alpha=0.11)
        made = first.WORLDS[world][0](4, 0.11)
        errors = made.errors()[made.bad(0.11)]
        for n in (1, 7, 90):
            want = sum((1 - e) ** n for e in errors)
            assert first.expected_survivors(setting, np.array([n]))[0] == pytest.approx(want, rel=1e-8)


# ------------------------------------------------------------------ sample sizes and growth


@pytest.mark.parametrize("family, world",
                         [("thresholds", "thresholds"), ("conjunctions", "conjunctions"), ("points", "points")])
def test_needed_is_the_least_n_at_which_the_exact_failure_reaches_beta(family, world):
    for d, alpha, beta in itertools.product((2, 3, 7, 12), (0.01, 0.12, 0.4), (1e-6, 0.005, 0.4)):
        setting = experiments.sample_size.setting(d=d, alpha=alpha, beta=beta, family=family)
        n = int(first.needed(setting, np.array([d]))[0])
        made = first.WORLDS[world][0](d, alpha)
        assert occam.exact_failure(made, alpha, n)[0] <= beta * (1 + 1e-9)
        assert n == 1 or occam.exact_failure(made, alpha, n - 1)[0] > beta * (1 - 1e-9)


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
    for family, d in itertools.product(first.FAMILIES, range(1, 9)):
        computed, x = curves(experiments.growth, family=family, d=d)
        assert (computed["exact"] <= computed["sauer"]).all()
        assert (computed["exact"] <= computed["all"]).all()
        applies = ~np.isnan(computed["simple"])
        assert (computed["sauer"][applies] <= computed["simple"][applies] * (1 + 1e-12)).all()
        if family in ("unions", "thresholds"):
            assert (computed["exact"] == computed["sauer"]).all()
    # By brute force on a line that is long enough for three points with gaps.
    assert pac.dichotomies(IntervalUnions(9, 2), [2, 5, 8]) == first._dichotomies("unions", 2, 3) == 7


# ------------------------------------------------------------------ means: Bernstein


def bernstein_radius(samples, comparisons):
    """Half width of the two-sided empirical Bernstein interval for outcomes in [0, 1] (Maurer and Pontil 2009, Theorem
    4)."""
    runs, log = len(samples), math.log(4 * comparisons / FALSE_ALARM)
    return np.sqrt(2 * samples.var(axis=0, ddof=1) * log / runs) + 7 * log / (3 * (runs - 1))


def test_memorizer_runs_agree_with_the_exact_mean():
    experiment = experiments.memorizer
    for d, runs in ((1, 20_000), (5, 5_000), (10, 800)):
        computed, x = curves(experiment, d=d)
        samples = experiment.draw(experiment.setting(d=d))(np.random.default_rng(d), runs)
        exact = computed["exact"][np.isin(x, experiment.simulated_x)]
        assert (np.abs(samples.mean(axis=0) - exact) <= bernstein_radius(samples, 3 * len(exact))).all()
        assert (computed["exact"] <= computed["bound"]).all() and (computed["learner"] <= computed["small"]).all()


def test_memorizer_against_drawn_records():
    """The same mean from records: 3,000 samples of 6 records on 4 cells; Hoeffding radius at 1e-6."""
    rng, exact = np.random.default_rng(8), 0.5 * 0.75**6
    x = rng.integers(0, 4, (3000, 6))
    unseen = (x[:, :, None] != np.arange(4)).all(axis=1)
    errors = (unseen & (rng.random(unseen.shape) < 0.5)).mean(axis=1)
    assert abs(errors.mean() - exact) <= math.sqrt(math.log(2 / FALSE_ALARM) / (2 * 3000))
    assert curves(experiments.memorizer, d=2,
                  n=6)[0]["exact"][curves(experiments.memorizer, d=2, n=6)[1] == 6] == pytest.approx(exact)


def test_elimination_error_by_enumerating_the_surviving_bits():
    setting = experiments.memorizer.setting(d=3)
    for n in (1, 2, 5):
        q = 0.5**n
        want = sum(math.comb(3, k) * q**k * (1 - q) ** (3 - k) * (1 - 0.5**k) for k in range(4))
        assert second.conjunction_mean_error(setting, np.array([n]))[0] == pytest.approx(want, rel=1e-12)


def test_one_fixed_hypothesis_by_summing_the_binomial():
    setting = experiments.overfit.setting(d=3, noise=0.1)
    p = second._noisy(3, 0.1)[2][0]
    assert p == pytest.approx(0.75 * 0.9 + 0.25 * 0.1)
    for n in (10, 33):
        want = sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) * abs(k / n - p) for k in range(n + 1))
        assert second.fixed_hypothesis_gap(setting, np.array([n]))[0] == pytest.approx(want, rel=1e-9)


def test_overfit_runs_lie_between_one_hypothesis_and_the_bound():
    experiment = experiments.overfit
    grid = [(1, 0.0), (5, 0.1), (8, 0.4)]
    for d, noise in grid:
        computed, x = curves(experiment, d=d, noise=noise, beta=0.05)
        samples = experiment.draw(experiment.setting(d=d, noise=noise))(np.random.default_rng(d), 400)
        at = np.isin(x, experiment.simulated_x)
        radius = bernstein_radius(samples, 2 * len(grid) * samples.shape[1])
        mean = samples.mean(axis=0)
        assert (computed["fixed"][at] <= mean + radius).all()
        assert (mean <= computed["mean"][at] + radius).all()
        # The share of runs beyond the printed bound is at most β = 0.05, up to Clopper-Pearson's lower limit.
        beyond = (samples > computed["printed"][at]).sum(axis=0)
        low = np.where(beyond > 0, beta_law.ppf(FALSE_ALARM / samples.size, np.maximum(beyond, 1), 400 - beyond + 1), 0)
        assert (low <= 0.05).all()
        assert (computed["mean"] <= computed["printed"]).all()


def test_overfit_statistic_is_the_largest_gap_of_drawn_records():
    """One run's counts, recomputed from the class's predictions on records."""
    conjunctions, joint, errors = second._noisy(3, 0.2)
    rng = np.random.default_rng(5)
    draws = rng.choice(16, 40, p=joint.ravel())
    x, y = conjunctions.domain()[draws % 8], draws // 8
    gaps = np.abs((conjunctions.predictions(x) != y.astype(bool)).mean(axis=1) - errors)
    counts = np.bincount(draws, minlength=16).reshape(2, 8)
    assert gaps.max() == pytest.approx(np.abs(conjunctions.mistakes(*counts) / 40 - errors).max())
    truth = np.abs(Conjunctions(3).predictions(conjunctions.domain()) ^ conjunctions.label_cells(3)).mean(axis=1)
    np.testing.assert_allclose(errors, 0.2 + 0.6 * truth)


# ------------------------------------------------------------------ real records


def test_best_cuts_against_all_intervals():
    rng = np.random.default_rng(4)
    for N in (1, 2, 3, 8):
        weights = rng.integers(-4, 5, (60, N))
        for shape in ("threshold", "interval"):
            a, b = second.best_cuts(weights, shape)
            for row, low, high in zip(weights, a, b):
                pairs = [(i, j) for i in range(N + 1) for j in range(i, N + 1) if shape == "interval" or i == 0
                         or j == N]
                assert 0 <= low <= high <= N and row[low:high].sum() == max(row[i:j].sum() for i, j in pairs)
                assert shape == "interval" or low == 0 or high == N


def test_number_of_rules_by_listing_them():
    for task in ("rush_hour_by_hour", "never_married_by_age"):
        N = load_interval_task(task).domain_size
        below = Thresholds(N).predictions(np.arange(1, N + 1))
        cuts = {row.tobytes() for row in np.concatenate([below, ~below])}
        assert second._n_rules(experiments.real_threshold.setting(task=task)) == len(cuts)
        place = np.arange(N)
        intervals = {((place >= i) & (place < j)).tobytes() for i in range(N + 1) for j in range(i, N + 1)}
        assert second._n_rules(experiments.real_threshold.setting(task=task, shape="interval")) == len(intervals)


def test_best_threshold_of_the_data_room():
    known = {"never_married_by_age": 0.1816, "forty_hours_by_age": 0.2131, "good_cut_by_depth": 0.0666,
             "rush_hour_by_hour": 0.2487}
    for task, error in known.items():
        computed, _ = curves(experiments.real_threshold, task=task)
        np.testing.assert_allclose(computed["best"], error, atol=6e-5)


def test_real_runs_lie_between_the_best_rule_and_the_bound_on_the_mean():
    experiment = experiments.real_threshold
    grid = list(itertools.product(second.TASKS, ("threshold", "interval")))
    for task, shape in grid:
        computed, x = curves(experiment, task=task, shape=shape)
        samples = experiment.draw(experiment.setting(task=task, shape=shape))(np.random.default_rng(1), 60)
        at = np.isin(x, experiment.simulated_x)
        assert (samples >= computed["best"][at] - 1e-12).all()
        radius = bernstein_radius(samples, len(grid) * samples.shape[1])
        assert (samples.mean(axis=0) <= computed["mean"][at] + radius).all()
        assert (computed["mean"] <= computed["printed"]).all()
