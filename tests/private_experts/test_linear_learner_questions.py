"""Lecture 4's linear learner: bounds in order, simulation against exact values, the census by other routes, costs."""

import itertools

import numpy as np
import pytest

from asking import random_settings

from dplearn import data, experiments, experts, private_experts
from dplearn.private_experts.experiments import linear as module

EXCESS, CENSUS = experiments.linear_excess, experiments.linear_census
FALSE_ALARM = 1e-6


def curves(experiment, setting):
    return {line.series.key: line.y for line in experiment.picture(setting).lines}


def hoeffding(width, runs, statements):
    """Half-width that the mean of `runs` values in an interval leaves with probability FALSE_ALARM in all."""
    return width * np.sqrt(np.log(2 * statements / FALSE_ALARM) / (2 * runs))


# ---- linear_excess ------------------------------------------------------------------------------------


def test_exact_below_its_bounds():
    count = 0
    for s in random_settings(EXCESS, 60, 1):
        c = curves(EXCESS, s)
        x = EXCESS.x_values(s)
        joined = 1 + 0.01 * ~(np.isin(x, EXCESS.simulated_x[::2]) | (x == s.n))  # between the places the curve is joined, within 1%
        assert (c["exact"] <= c["sharp"] * joined).all() and (c["sharp"] < c["printed"]).all(), s
        assert (c["exact"] <= c["uniform"] * (1 + 1e-4)).all(), s   # it never does worse than not looking
        # The stated errors of the two exact values are 1e-5 and 1e-6 of the gap.
        assert (c["one_draw"] <= private_experts.exponential_linear_bound(x.astype(int), s.d, s.epsilon) + 1e-6).all(), s
        count += len(c["exact"])
    assert count >= 900


def test_curves_are_those_of_the_mathematics_room():
    s = EXCESS.setting(n=10_000, epsilon=2, delta=1e-3, d=7, gap=0.3, analysis="bounded-range")
    picture = EXCESS.picture(s)
    eta = private_experts.linear_eta(10_000, 2, 1e-3, analysis="bounded-range")
    values = picture.at_marker()
    assert values["printed"] == pytest.approx(private_experts.excess_risk_bound(10_000, 7, 2, 1e-3, 0.05, analysis="bounded-range"), rel=1e-12)
    assert values["sharp"] == pytest.approx(eta / 2 + np.log(7) / (eta * 10_000), rel=1e-12)
    assert values["exact"] == pytest.approx(private_experts.expected_excess_risk(10_000, 7, 0.3, eta), rel=1e-6)
    assert values["uniform"] == pytest.approx(0.3 * 6 / 7, rel=1e-12)


@pytest.mark.parametrize("analysis", module.ANALYSES)
def test_exact_against_simulation_of_everything(analysis):
    """Records, laws and actions drawn in full, where that is cheap; the quick draws of the figure everywhere."""
    s = EXCESS.setting(d=5, epsilon=5, delta=0.01, gap=0.5, analysis=analysis)
    x = EXCESS.simulated_x
    exact = module.exact_excess(s, x)
    rng, mu, runs = np.random.default_rng(2), private_experts.one_good_coordinate(5, 0.5), 1000
    few = np.flatnonzero(x <= 700)
    for j in few:
        eta = private_experts.linear_eta(int(x[j]), 5, 0.01, analysis=analysis)
        full = private_experts.draw_excess_risk(mu, int(x[j]), eta=eta, rng=rng, runs=runs)
        assert abs(full.mean() - exact[j]) < hoeffding(0.5, runs, len(few))
    quick = EXCESS.draw(s)(rng, 20_000)
    assert quick.shape == (20_000, len(x)) and (quick >= 0).all() and (quick <= 0.5).all()
    slack = hoeffding(0.5, 20_000, len(x))
    assert (np.abs(quick.mean(axis=0) - exact) < slack).all()
    assert exact[0] - exact[-1] > 4 * slack  # a curve that does not fall would be seen


def test_one_draw_against_simulation():
    s, rng, runs = EXCESS.setting(d=30, epsilon=2, gap=0.1), np.random.default_rng(3), 5000
    x = EXCESS.simulated_x
    exact, mu = module.one_draw_excess(s, x), private_experts.one_good_coordinate(30, 0.1)
    for n, value in zip(x.astype(int), exact):
        sample = private_experts.draw_exponential_risk(mu, int(n), epsilon=2, rng=rng, runs=runs)
        assert abs(sample.mean() - value) < hoeffding(0.1, runs, len(x))
    assert (np.diff(exact) <= 0).all() and exact[0] > 0.092 and exact[-1] < 1e-6


def test_figures_for_practitioners():
    """What the figure is for: at n = 1e5 and ε = 1 the learner knows little, and one draw knows the coordinate."""
    values = {a: EXCESS.picture(EXCESS.setting(n=100_000, gap=0.2, analysis=a)).at_marker() for a in module.ANALYSES}
    assert [round(values[a]["exact"], 4) for a in module.ANALYSES] == [0.1552, 0.0997, 0.0799]
    assert round(values["dr14"]["uniform"], 4) == 0.19 and values["dr14"]["one_draw"] < 1e-5


def test_better_analyses_lose_less():
    for s in random_settings(EXCESS, 20, 4):
        exact = [module.exact_excess(EXCESS.setting(**(vars(s) | {"analysis": a})), EXCESS.x_values(s)) for a in module.ANALYSES]
        for more, less in itertools.pairwise(exact):
            assert (less <= more + 2e-5 * s.gap).all(), s


def test_curves_between_the_places_are_off_by_less_than_a_line():
    for s in random_settings(EXCESS, 24, 6):
        x = EXCESS.x_values(s).astype(int)
        rates = private_experts.linear_eta(x, s.epsilon, s.delta, analysis=s.analysis)
        truth = {"exact": private_experts.expected_excess_risk(x, s.d, s.gap, rates),
                 "one_draw": private_experts.expected_exponential_risk(x, s.d, s.gap, s.epsilon)}
        drawn = curves(EXCESS, s)
        for key, every, most in (("exact", 2, 0.01), ("one_draw", 1, 0.05)):
            exact_there = np.isin(x, EXCESS.simulated_x[::every]) | (x == s.n)
            off, seen = np.abs(drawn[key] / np.maximum(truth[key], module.LEAST * s.gap) - 1), truth[key] >= EXCESS.y.low
            assert off[seen].max(initial=0) < most and off[seen & exact_there].max(initial=0) < 1e-6, (key, s)


def test_the_marker_moves_along_kept_curves():
    positions = EXCESS.parameter("n").values
    module._excess.cache_clear()
    markers = positions[0], positions[3], 10_000, positions[-1]
    for n in markers:
        EXCESS.picture(EXCESS.setting(n=n))
    assert len(positions) == module.PLACES and module._excess.cache_info().misses == 1 + len(markers)  # all places once, and the marker


# ---- linear_census ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n, eta", [(1000, 0.001), (1000, 0.3), (10_000, 0.02), (45_222, 0.0002), (45_222, 0.047)])
def test_one_pass_is_the_learner_on_the_records(n, eta):
    bits = data.load_adult_bits()
    losses = data.literal_losses(bits).losses
    order = np.random.default_rng(module.SHUFFLE).permutation(bits.n)
    theta = private_experts.expected_theta(losses[order[:n]], eta=eta)
    assert module.census_error(n, eta) == pytest.approx((1 + theta @ losses.mean(axis=0)) / 2, abs=1e-12)


def test_the_polynomial_is_the_pass():
    rng = np.random.default_rng(5)
    for n in module.N_RECORDS:
        s = CENSUS.setting(n=n)
        etas = np.append(10 ** rng.uniform(-5, 1, 12), [1e-9, module.MOST_SCALE]) / np.sqrt(int(n))
        passes = [module.census_error(int(n), eta) for eta in etas]
        np.testing.assert_allclose(module.learner_error(s, etas), passes, rtol=0, atol=1e-7)


def test_no_setting_leaves_the_polynomial():
    for n, delta, analysis in itertools.product(module.N_RECORDS, (1e-10, 0.01), ("dr14", "bounded-range")):
        eta = private_experts.linear_eta(int(n), 10.0, delta, analysis=analysis)
        assert eta * np.sqrt(int(n)) < module.MOST_SCALE
    assert experts.learning_rate(1000, 30, rule="hoeffding", loss_range=2.0) * np.sqrt(1000) < module.MOST_SCALE


def test_census_values():
    values = CENSUS.picture(CENSUS.setting()).at_marker()
    bits = data.load_adult_bits()
    table = data.literal_losses(bits)
    errors = (1 + table.losses.mean(axis=0)) / 2
    assert table.names[errors.argmin()] == "capital_gain_pos"
    assert values["best"] == errors.min() and round(values["best"], 4) == 0.2266
    law = private_experts.exponential_linear(table.losses, epsilon=1.0)
    assert values["one_draw"] == pytest.approx(law @ errors, abs=1e-12)
    assert [round(values[k], 3) for k in ("dr14", "ranged", "free", "one_draw")] == [0.333, 0.294, 0.230, 0.227]


def test_drawn_thetas_have_the_expected_error():
    s, runs = CENSUS.setting(n="1000", epsilon=5), 400
    eta = private_experts.linear_eta(1000, 5.0, s.delta, analysis="bounded-range")
    losses, mu = module.census()
    records = np.hstack([losses[:1000], -losses[:1000]])
    thetas = private_experts.linear_learner_runs(records, eta=eta, rng=np.random.default_rng(6), runs=runs)
    error = (1 + thetas @ mu) / 2
    assert abs(error.mean() - CENSUS.picture(s).at_marker()["ranged"]) < hoeffding(1.0, runs, 1)


def test_census_order():
    """More privacy never helps; the printed rate is the smaller one; nobody beats the best literal."""
    for n, delta in itertools.product(module.N_RECORDS, (1e-10, 1e-6, 0.01)):
        c = curves(CENSUS, CENSUS.setting(n=n, delta=delta))
        for key in ("dr14", "ranged", "one_draw"):
            assert (np.diff(c[key]) < 1e-7).all() and (c[key] >= c["best"] - 1e-9).all() and (c[key] < 0.5).all(), (key, n)
        assert (c["one_draw"] < c["ranged"]).all() and (c["ranged"] <= c["dr14"]).all()
