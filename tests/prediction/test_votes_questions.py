"""Lecture 6's questions: curves against accounts and plain loops, every run under its ceiling, real records,
orders that are more than bounds.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from asking import ends, random_settings, values
from dplearn import data, prediction, simulate
from dplearn.estimators import PrivatePredictor
from dplearn import experiments
from dplearn.prediction import deeper
from dplearn.prediction.deeper.experiments import many
from dplearn.prediction.experiments import membership, soft_majority

SURE = 1 - 1e-6  # a band of this confidence misses the truth with chance 1e-6 at most


def curves(experiment, setting):
    """(x, {key: curve})."""
    picture = experiment.picture(setting)
    return picture.lines[0].x, {line.series.key: line.y for line in picture.lines}


# ---- the soft majority ---------------------------------------------------------------------------------


@pytest.mark.parametrize("world", soft_majority.WORLDS)
def test_the_promise_begins_with_the_theorems_parts_and_is_kept(world):
    for alpha, epsilon in ((0.1, 1.0), (0.02, 0.3), (0.4, 4.0)):
        n = 1_000_000   # beyond the slider's end
        x, y = curves(experiments.soft_majority_parts,
                      SimpleNamespace(n_parts=23, n=n, epsilon=epsilon, alpha=alpha, world=world))
        promised = ~np.isnan(y["promise"])
        enough = n // x >= soft_majority.MAKE[world].part_size(alpha / 4, soft_majority.BETA / x)
        assert promised.any() and (promised == (enough & (x >= prediction.n_parts(alpha, epsilon)))).all()
        assert (y["printed"][promised] <= alpha * (1 + 1e-9)).all() and (y["exact"][promised] <= alpha).all()


def test_exact_below_sharp_and_within_the_proof():
    for setting in random_settings(experiments.soft_majority_parts, 60):
        _, y = curves(experiments.soft_majority_parts, setting)
        assert (y["exact"] <= y["sharp"] * (1 + 1e-9)).all()
        assert (y["exact"] <= y["printed"] + 0.05).all()            # 0.05 = β: outside it the error is at most 1


# ---- costs ---------------------------------------------------------------------------------------------


def test_prices():
    for setting in ends(experiments.prediction_price):
        _, y = curves(experiments.prediction_price, setting)
        assert (y["none"] <= y["sharp"]).all() and (np.diff(y["learning"]) >= 0).all()
        assert y["learning"][-1] > 3 * y["learning"][0]
        assert all(len(set(y[key])) == 1 for key in ("printed", "sharp", "none"))   # N does not enter


# ---- averages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["points", "thresholds", "clean"])
@pytest.mark.parametrize("n_parts, part_size", [(3, 2), (40, 6), (200, 1)])
def test_drawn_learners_against_the_exact_error(world, n_parts, part_size):
    """Errors in [0, 1], 2,000 data sets, Hoeffding and a union bound over 81 comparisons: 0.0687,
    false alarm below 1e-6.
    """
    setting = experiments.prediction_average.setting(world=world, n_parts=n_parts, part_size=part_size)
    drawn = experiments.prediction_average.draw(setting)(np.random.default_rng(6), 2000).mean(axis=0)
    assert np.abs(drawn - values(experiments.prediction_average, "noisy", setting,
                                 experiments.prediction_average.simulated_x)).max() < 0.0687


def test_the_average_keeps_its_promise_and_the_soft_majority_does_not():
    for setting in ends(experiments.prediction_average):
        x, y = curves(experiments.prediction_average, setting)
        there = ~np.isnan(y["clipped"])
        assert (there == (x >= deeper.clipped_average_epsilon(setting.n_parts, setting.alpha))).all()
        assert (y["clipped"][there] <= y["promise"][there] + 1e-12).all()
        # Lemma 4.5: at most the mean |noise|
        assert (y["noisy"] <= y["plain"] + 1 / (setting.n_parts * x) + 1e-12).all()
    _, y = curves(experiments.prediction_average, experiments.prediction_average.setting(epsilon=1.0))
    assert (y["soft"] > y["promise"])[-10:].all() and (y["plain"] == 0).all()


def test_agnostic_sizes_in_order():
    for setting in ends(experiments.prediction_agnostic_size):
        _, y = curves(experiments.prediction_agnostic_size, setting)
        _, best = curves(experiments.prediction_agnostic_size, SimpleNamespace(**{**vars(setting), "rule": "best"}))
        assert (best["sharp"] <= y["sharp"]).all() and (np.fmax(y["lower"], y["none"]) < y["sharp"]).all()


# ---- many questions --------------------------------------------------------------------------------------


def test_the_order_of_the_accounts():
    for setting in random_settings(experiments.prediction_budget, 40):
        _, y = curves(experiments.prediction_budget, setting)
        exact, zcdp, optimal, advanced, basic = map(np.nan_to_num, y.values())
        assert (exact >= zcdp).all() and (exact >= optimal).all() and (optimal >= np.maximum(basic, advanced)).all()
        assert all((np.diff(curve) >= 0).all() for curve in (basic, advanced, optimal, zcdp, exact))


def test_error_is_that_of_the_classifier():
    adult, (records, asked) = data.load_adult(), many.adult_records()
    for n, r, epsilon in ((2000, 1, 0.5), (8000, 31, 0.05)):
        model = PrivatePredictor(epsilon=epsilon, n_parts=r, random_state=many.SHUFFLE)
        model.fit(adult.x[records[:n]], adult.y[records[:n]])
        right = model.predict_proba(adult.x[asked])[np.arange(many.ASKED), adult.y[asked].astype(int)]
        assert many.expected_error(n, r, epsilon) == pytest.approx(1 - right.mean(), rel=1e-12)


def test_parts_drown_the_coin_and_starve_the_trees():
    e = experiments.prediction_adult
    x, weak = curves(e, e.setting(n="2000", epsilon=0.003))
    assert weak["private"][0] > 0.499 and (np.diff(weak["private"]) < 0).all()       # more parts, louder votes
    # only ties are left to the coin
    np.testing.assert_allclose(weak["vote"], [many.expected_error(2000, int(r), 1e6) for r in x], atol=1e-12)
    # no press of a slider trains new trees
    assert set(e.parameter("n_parts").values) == set(x.astype(int).tolist())


# ---- membership --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", random_settings(experiments.membership_attack, 8), ids=str)
def test_every_run_is_under_every_ceiling(setting):
    epsilon = np.geomspace(0.05, 10, 9)
    ceiling, informed = (values(experiments.membership_attack, key, setting, epsilon)
                         for key in ("ceiling", "informed"))
    drawn = membership.draw_private(setting, epsilon, np.random.default_rng(1), 30)
    # one vote more or less, at these votes
    assert (np.abs(drawn) <= informed + 1e-12).all() and (informed <= ceiling + 1e-12).all()


def test_no_noise_and_one_part_is_the_line_without_privacy():
    """At ε = 10 and k = 101 the coin hardly ever errs: the table's mean and a simulated one, their bands (Bernstein,
    1e-6 each) must meet.
    """
    setting = experiments.membership_attack.setting(n_parts=1, asked=101, epsilon=10.0, n=100)
    drawn = membership.draw_private(setting, np.array([10.0]), np.random.default_rng(2), 4000)
    here = simulate.estimate(simulate.Moments.of(drawn), band="bernstein", confidence=SURE, support=(-1, 1))
    # the table's own band; a run's variance is below 0.05
    half = simulate.bernstein_halfwidth(0.05, membership.RUNS, SURE, 2.0)
    assert here.low - half < membership.neighbor_table()(100) < here.high + half


@pytest.mark.parametrize("whom", membership.WHOM)
def test_the_attack_gains_the_gap(whom):
    experiment, group = experiments.membership_overfit, list(membership.WHOM).index(whom)
    setting, rng = experiment.setting(n=500, whom=whom), np.random.default_rng(6)
    shares = [membership.tree_run(500, experiment.simulated_x.astype(int), rng)[group] for _ in range(3)]
    drawn = experiment.draw(setting)(np.random.default_rng(6), 3)
    assert drawn == pytest.approx(np.array([members - fresh for members, fresh in shares]))
    _, y = curves(experiment, setting)
    assert y["gap"] == pytest.approx(y["members"] - y["fresh"]) and y["gap"][-1] > 0.1


# ---- fresh data ----------------------------------------------------------------------------------------------


def test_generalization_curves():
    log = np.geomspace(0.005, 10, 400)
    e = experiments.prediction_generalization
    for setting in ends(e):
        printed, false, sharp, markov, floor = (values(e, key, setting, log)
                                                for key in ("printed", "false", "sharp", "markov", "floor"))
        assert (sharp > floor).all() and (sharp <= markov * (1 + 1e-12)).all()
        wrong = log <= setting.epsilon / 4
        assert (np.isnan(false) == ~wrong).all() and (false[wrong] == printed[wrong]).all()
