"""Lecture 4's experiments: curves by other routes, simulation against exact values, what the story reads off."""

import itertools

import numpy as np
import pytest

from asking import hoeffding, random_settings, values

from dplearn import data, experiments, experts, private_experts
from dplearn.private_experts import linear_learner, linear_learner_probabilities
from dplearn.private_experts import deeper
from dplearn.private_experts.deeper.experiments import actions as deeper_actions, linear
from dplearn.private_experts.experiments import actions, cost

EXCESS, CENSUS, GAME = experiments.linear_excess, experiments.linear_census, experiments.read_a_day


# ---- the game, and the profile -----------------------------------------------------------------------


@pytest.mark.parametrize("T, runs", [(2, 2_000), (100, 2_000), (100_000, 2_000)])
def test_played_games_are_the_exact_success(T, runs):
    s, x = GAME.setting(T=T), GAME.simulated_x
    right = actions.draw_day(s, x, np.random.default_rng(T), runs).mean(axis=0)
    assert (np.abs(right - values(GAME, "exact", s, x)) <= hoeffding(runs, 4 * len(x))).all()
    if T <= 100:
        exact = private_experts.attack_success(*deeper.worst_pair(T), eta=0.3)
        assert values(GAME, "exact", s, [0.3])[0] == pytest.approx(exact, rel=1e-9)


def test_no_row_leaks_more_than_the_ceiling():
    rng = np.random.default_rng(4)
    for _ in range(20):
        T, K, eta = int(rng.integers(2, 30)), int(rng.integers(2, 5)), float(np.exp(rng.uniform(-4, 1)))
        losses = rng.integers(0, 2, (T, K)).astype(float)
        neighbor = losses.copy()
        day = rng.integers(T)
        neighbor[day] = 1 - losses[day]
        success = private_experts.attack_success(losses, neighbor, eta=eta)
        assert success <= private_experts.guess_bound(T, eta) + 1e-12


def matrices(pair, T):
    """The pair of neighbors as loss matrices."""
    losses = np.array([[1.0, 0.0] if t % 2 == 0 else [0.0, 1.0] for t in range(T)])
    if pair == "swap":
        losses[1:] = 0
    elif pair == "fair":
        losses = np.random.default_rng(deeper_actions.WALK).integers(0, 2, (actions.T_MOST, 2))[:T].astype(float)
        losses[0] = 1, 0
    neighbor = losses.copy()
    neighbor[0] = 0, 1
    return losses, neighbor


@pytest.mark.parametrize("pair", list(deeper_actions.PAIRS))
def test_exact_profile_is_that_of_the_matrices(pair):
    epsilon = np.geomspace(0.01, 10, 25)
    for T, eta in itertools.product((37, 2000), (1e-4, 0.1)):
        expected = private_experts.rwm_profile(*matrices(pair, T), epsilon, eta=eta)
        found = values(experiments.six_profiles, "exact", experiments.six_profiles.setting(T=T, eta=eta, pair=pair),
                       epsilon)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_every_analysis_is_above_the_truth():
    e, epsilon = experiments.six_profiles, np.geomspace(0.01, 10, 33)
    for s in random_settings(e, 20):
        c = {series.key: values(e, series.key, s, epsilon) for series in e.series}
        for closer, bound in (("exact", "optimal"), ("optimal", "zcdp"), ("optimal", "kov"), ("kov", "advanced"),
                              ("kov", "basic")):
            assert (c[closer] <= c[bound] * (1 + 1e-8) + 1e-13).all() and (c[bound] <= 1).all(), (s, closer, bound)


# ---- the cost in regret --------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", list(cost.OPPONENTS))
def test_regret_is_that_of_the_matrix_and_of_the_runs(opponent):
    e, T = experiments.private_regret, np.array([10.0, 63.0, 400.0])
    for analysis, K in (("bounded-range-optimal", 2), ("basic", 3)):
        s = e.setting(opponent=opponent, analysis=analysis, n_experts=K, epsilon=2.0)
        exact = values(e, "exact", s, T)
        for t, eta, curve in zip(T.astype(int), cost.rates(s, T), exact):
            losses = experts.opponent_losses(opponent, t, K, eta=eta)
            assert curve == pytest.approx(experts.expected_regret(losses, eta=eta)[-1] / t, rel=1e-8, abs=1e-10)
        drawn = cost.draw_private_regret(s, T, np.random.default_rng(6), 1000).mean(axis=0)
        # T independent rounds in [0, 1] a run, 3 opponents x 2 settings x 3 places
        assert (np.abs(drawn - exact) <= hoeffding(1000 * T, 18)).all()


# ---- the linear learner --------------------------------------------------------------------------------


def test_excess_against_simulation_of_everything():
    """The learner on fresh records, where that is cheap; the quick draws of the figure everywhere."""
    s, x = EXCESS.setting(d=5, epsilon=5, delta=0.01, gap=0.5, analysis="bounded-range-optimal"), EXCESS.simulated_x
    exact, rng, few = linear.exact_excess(s, x), np.random.default_rng(2), np.flatnonzero(x <= 200)[::3]
    mu = np.array([-0.5, 0, 0, 0, 0])
    for j in few:
        full = [linear_learner(np.where(rng.random((int(x[j]), 5)) < (1 + mu) / 2, 1.0, -1.0), epsilon=5, delta=0.01,
                               analysis="bounded-range-optimal", rng=rng) @ mu - mu.min() for _ in range(300)]
        assert abs(np.mean(full) - exact[j]) < 0.5 * hoeffding(300, len(few))
    quick, slack = EXCESS.draw(s)(rng, 3000), 0.5 * hoeffding(3000, len(x))
    # a curve that does not fall would be seen
    assert (np.abs(quick.mean(axis=0) - exact) < slack).all() and exact[0] - exact[-1] > 4 * slack


def test_the_curve_between_the_places_is_off_by_less_than_a_line():
    for s in random_settings(EXCESS, 5, 6):
        x = EXCESS.x_values(s).astype(int)
        rates = private_experts.linear_eta(x, s.epsilon, s.delta, analysis=s.analysis)
        truth = deeper.expected_excess_risk(x, s.d, s.gap, rates)
        off, seen = np.abs(linear.exact_excess(s, x) / truth - 1), truth >= EXCESS.y.low
        assert off[seen].max() < 0.01 and off[np.isin(x, EXCESS.simulated_x[::2]) | (x == s.n)].max() < 1e-6, s


# ---- the census --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n, eta", [(1000, 0.3), (45_222, 0.0002)])
def test_one_pass_is_the_learner_on_the_records(n, eta):
    losses = data.literal_losses(data.load_adult_bits()).losses
    order = np.random.default_rng(linear.SHUFFLE).permutation(len(losses))
    theta = linear_learner_probabilities(losses[order[:n]], eta=eta).mean(axis=0)
    assert linear.census_error(n, eta) == pytest.approx((1 + theta @ losses.mean(axis=0)) / 2, abs=1e-12)


@pytest.mark.parametrize("n", linear.N_RECORDS)
def test_the_polynomial_is_the_pass(n):
    etas = np.append(10 ** np.random.default_rng(5).uniform(-5, 1, 4), [1e-9, linear.MOST_SCALE]) / np.sqrt(int(n))
    passes = [linear.census_error(int(n), eta) for eta in etas]
    np.testing.assert_allclose(linear.learner_error(CENSUS.setting(n=n), etas), passes, rtol=0, atol=1e-7)
    for delta, analysis in itertools.product((1e-10, 0.01), ("dr14", "bounded-range")):  # no setting leaves it
        assert private_experts.linear_eta(int(n), 10.0, delta, analysis=analysis) * np.sqrt(int(n)) < linear.MOST_SCALE
    assert experts.learning_rate(int(n), 30, rule="hoeffding", loss_range=2.0) * np.sqrt(int(n)) < linear.MOST_SCALE
