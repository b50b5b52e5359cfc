"""Lecture 4's experiments: curves against the mathematics rooms and loss matrices, simulation against exact values, budgets."""

import itertools

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments, experts, private_experts
from dplearn.private_experts.experiments import actions as first_half
from dplearn.private_experts.experiments import cost as second_half
from dplearn.privacy import advanced_composition, bounded_range_composition_delta, hockey_stick, zcdp_epsilon

ALL = ["action_profile", "ln_claim", "permitted_eta", "privacy_price", "private_regret", "read_a_day", "six_profiles", "six_rates"]


def may_be_nan(name, key, setting, x):
    """Where a curve says by NaN that it does not apply."""
    if (name, key) == ("read_a_day", "permitted"):
        return x > private_experts.private_eta(1.0, 1e-6, setting.T, analysis="bounded-range-optimal")
    if name == "private_regret" and key == "printed":
        return np.full(len(x), setting.epsilon**2 > 32 * np.log(1 / setting.delta) * np.log(setting.n_experts))
    return np.zeros(len(x), bool)


@pytest.mark.parametrize("name", ALL)
def test_curves_are_there_at_random_settings(name):
    experiment = getattr(experiments, name)
    for setting in random_settings(experiment, 60):
        for line in experiment.picture(setting).lines:
            np.testing.assert_array_equal(np.isnan(line.y), may_be_nan(name, line.series.key, setting, line.x))


# ---- read_a_day ----------------------------------------------------------------------------------------

def test_best_guess_by_hand_and_by_the_law():
    e = experiments.read_a_day
    # two days: one pick, that of the winner with chance σ(η)
    assert values(e, "exact", e.setting(T=2), [np.log(3)])[0] == pytest.approx(0.75, rel=1e-12)
    for T, eta in itertools.product((2, 5, 60), (0.01, 0.3, 4.0)):
        exact = values(e, "exact", e.setting(T=T), [eta])[0]
        assert exact == pytest.approx(private_experts.attack_success(*private_experts.worst_pair(T), eta=eta), rel=1e-9)


def test_played_games_are_the_exact_success():
    e = experiments.read_a_day
    for T, runs in ((2, 20_000), (3, 20_000), (100, 20_000), (100_000, 5_000)):
        s = e.setting(T=T)
        right = first_half.draw_day(s, e.simulated_x, np.random.default_rng(T), runs).mean(axis=0)
        # Hoeffding, 4 x 34 places, false alarm 1e-6 in all
        assert (np.abs(right - values(e, "exact", s, e.simulated_x)) <= np.sqrt(np.log(2 * 136 / 1e-6) / (2 * runs))).all()


def test_game_on_actions_drawn_one_by_one():
    T, eta, runs = 12, 0.4, 20_000
    lost, won = private_experts.worst_pair(T)
    rng, right = np.random.default_rng(8), 0
    for losses, winner in ((lost, 1), (won, 0)):
        picks = experts.draw_actions(experts.hedge_probabilities(losses, eta=eta), rng=rng, runs=runs)[:, 1:]
        right += ((picks == winner).mean(axis=1) > 0.5).mean() / 2     # 11 picks: no ties
    exact = values(experiments.read_a_day, "exact", experiments.read_a_day.setting(T=T), [eta])[0]
    assert abs(right - exact) <= np.sqrt(np.log(2e6) / (2 * 2 * runs))  # Hoeffding, false alarm 1e-6
    assert 0.6 < exact < 0.9


def test_no_row_leaks_more_than_the_ceiling():
    e, rng = experiments.read_a_day, np.random.default_rng(4)
    for _ in range(60):
        T, K, eta = int(rng.integers(2, 30)), int(rng.integers(2, 5)), float(np.exp(rng.uniform(-4, 1)))
        losses = rng.integers(0, 2, (T, K)).astype(float)
        neighbor = losses.copy()
        neighbor[rng.integers(T)] = rng.integers(0, 2, K)
        if (neighbor == losses).all():
            continue
        success = private_experts.attack_success(losses, neighbor, eta=eta)
        assert success <= values(e, "sharp", e.setting(T=T), [eta])[0] + 1e-12
    for s in random_settings(e, 30):
        x = np.geomspace(0.0005, 10, 40)
        exact, sharp, permitted = (values(e, key, s, x) for key in ("exact", "sharp", "permitted"))
        assert (exact <= sharp + 1e-9).all()
        assert (permitted[~np.isnan(permitted)] <= private_experts.attack_ceiling(1.0, 1e-6)).all()


# ---- action_profile ------------------------------------------------------------------------------------

def matrices(pair, T):
    """The pair of neighbors as loss matrices."""
    if pair == "swap":
        return private_experts.worst_pair(T)
    if pair == "steady":
        losses, day = np.tile([1.0, 0.0], (T, 1)), max(T // 2, T - first_half.LATE)
    elif pair == "fair":
        losses, day = np.random.default_rng(first_half.WALK).integers(0, 2, (first_half.T_MOST, 2))[:T].astype(float), 0
        losses[0] = 1, 0
    else:
        losses, day = np.array([[1.0, 0.0] if t % 2 == 0 else [0.0, 1.0] for t in range(T)]), 0
    neighbor = losses.copy()
    neighbor[day] = 0, 1
    return losses, neighbor


@pytest.mark.parametrize("pair", list(first_half.PAIRS))
def test_exact_profile_is_that_of_the_matrices(pair):
    e = experiments.action_profile
    epsilon = np.geomspace(0.01, 10, 25)
    for T, eta in itertools.product((10, 37, 500, 5000), (1e-4, 0.0075, 0.1, 1.0)):
        s = e.setting(T=T, eta=eta, pair=pair)
        expected = private_experts.rwm_profile(*matrices(pair, T), epsilon, eta=eta)
        seen = expected > first_half.UNSEEN
        exact = values(e, "exact", s, epsilon)
        assert e.picture(s).at_marker()["exact"] == pytest.approx(private_experts.rwm_profile(*matrices(pair, T), s.epsilon, eta=eta), rel=1e-9)
        np.testing.assert_allclose(exact[seen], expected[seen], rtol=1e-9)
        assert (exact[~seen] <= first_half.UNSEEN).all()


@pytest.mark.parametrize("pair", list(first_half.PAIRS))
def test_exact_profile_by_all_sequences(pair):
    T, eta = 10, 0.3
    laws = []
    for losses in matrices(pair, T):
        rows = experts.hedge_probabilities(losses, eta=eta)
        laws.append(np.array([np.prod(rows[np.arange(T), picks]) for picks in itertools.product((0, 1), repeat=T)]))
    for epsilon in (0.01, 0.2, 0.5, 1.0):
        truth = max(hockey_stick(*laws, epsilon), hockey_stick(*laws[::-1], epsilon))
        s = experiments.action_profile.setting(T=T, eta=eta, pair=pair)
        assert values(experiments.action_profile, "exact", s, [epsilon])[0] == pytest.approx(truth, abs=1e-14, rel=1e-9)
        assert truth > 1e-4


def test_every_analysis_is_above_the_truth():
    e, epsilon = experiments.six_profiles, np.geomspace(0.01, 10, 33)
    for s in random_settings(e, 60):
        basic, advanced, kov, zcdp, exact, optimal = (values(e, k, s, epsilon) for k in ("basic", "advanced", "kov", "zcdp", "exact", "optimal"))
        for bound in (basic, advanced, kov, zcdp, optimal):
            assert (exact <= bound * (1 + 1e-8) + 1e-13).all() and (bound <= 1).all(), s
        for closer, bound in ((optimal, zcdp), (optimal, kov), (kov, advanced), (kov, basic)):
            assert (closer <= bound * (1 + 1e-8) + 1e-13).all(), s


def test_solved_for_delta_is_the_inverse():
    e = experiments.action_profile
    s = e.setting()
    for delta in (1e-9, 1e-4, 0.3):
        advanced = advanced_composition(2 * s.eta, s.T - 1, delta)
        zcdp = zcdp_epsilon((s.T - 1) * s.eta**2 / 2, delta)
        assert values(e, "advanced", s, [advanced])[0] == pytest.approx(delta, rel=1e-8)
        assert values(e, "zcdp", s, [zcdp])[0] == pytest.approx(delta, rel=1e-8)


@pytest.mark.parametrize("few, all_six", [("action_profile", "six_profiles"), ("permitted_eta", "six_rates")])
def test_the_lecture_draws_some_of_the_six(few, all_six):
    few, all_six = getattr(experiments, few), getattr(experiments, all_six)
    values_of_all = all_six.at()
    assert few.at() == {key: values_of_all[key] for key in few.at()} and len(few.at()) == 4


# ---- permitted_eta, ln_claim ---------------------------------------------------------------------------

RULES = {"basic": "basic", "dr14": "dr14", "drv": "drv", "kov": "kov", "zcdp": "bounded-range", "optimal": "bounded-range-optimal"}


def test_permitted_rates_are_the_rules():
    e, T = experiments.six_rates, np.array([10.0, 77.0, 1000.0, 100_000.0])
    for s in random_settings(e, 25):
        rate = {key: values(e, key, s, T) / np.sqrt(T) for key in (*RULES, "limit")}
        for key, rule in RULES.items():
            np.testing.assert_allclose(rate[key], private_experts.private_eta(s.epsilon, s.delta, T, analysis=rule), rtol=1e-12)
        np.testing.assert_allclose(rate["limit"], private_experts.worst_pair_eta(s.epsilon, s.delta, T), rtol=1e-12)
        for lower, upper in (("dr14", "drv"), ("drv", "kov"), ("kov", "optimal"), ("zcdp", "optimal"), ("optimal", "limit")):
            assert (rate[lower] <= rate[upper] * (1 + 1e-6)).all(), (s, lower, upper)
        # what the limit says: a percent more, and the exact pair breaks the budget
        broken = private_experts.worst_pair_profile(T, s.epsilon, eta=1.01 * rate["limit"])
        assert (broken > s.delta).all()


def test_claim_of_the_notes_is_broken_and_the_corrections_hold():
    e = experiments.ln_claim
    for T, alpha, claimed, exact in ((10_000, 0.001, 4.54e-5, 5.951386e-3), (2000, 0.01, 2.06e-9, 9.774e-9), (10_000, 0.005, 1.93e-22, 3.36e-10)):
        s = e.setting(alpha=alpha)
        assert values(e, "claim", s, [T])[0] == pytest.approx(claimed, rel=2e-3)
        assert values(e, "exact", s, [T])[0] == pytest.approx(exact, rel=2e-3)
    T = np.unique(np.round(np.geomspace(10, 1e5, 60)))
    for s in random_settings(e, 40):
        truth = bounded_range_composition_delta(2 * s.alpha, T - 1, 12 * T * s.alpha**2)   # no mechanism of this range is worse
        claim, exact, drv, zcdp = (values(e, key, s, T) for key in ("claim", "exact", "drv", "zcdp"))
        assert (exact <= truth * (1 + 1e-8)).all() and (truth <= np.minimum(drv, zcdp) * (1 + 1e-8) + 1e-300).all()
        if s.alpha < 0.005:
            assert exact[-1] > claim[-1]
        if s.alpha > 8 / 529:
            assert (exact <= claim).all()


# ---- the cost in regret --------------------------------------------------------------------------------

def test_prices_of_the_story():
    prices = experiments.privacy_price.picture(experiments.privacy_price.setting()).at_marker()
    for key, price in {"basic": 1357, "dr14": 45.1, "drv": 23.4, "kov": 18.1, "zcdp": 11.5, "optimal": 9.1}.items():
        assert prices[key] == pytest.approx(price, rel=5e-3)
    s = experiments.privacy_price.setting()
    for key, free in {"dr14": 90.2, "zcdp": 31.8, "optimal": 28.9}.items():
        at = private_experts.free_epsilon(10, 1e-6, analysis=RULES[key], T=s.T)
        assert at == pytest.approx(free, abs=0.1)
        below, above = values(experiments.privacy_price, key, s, [0.97 * at, 1.0001 * at])
        assert below > 1 + 1e-5 and above == pytest.approx(1, abs=1e-9)


def test_price_falls_and_is_at_least_one():
    e, epsilon = experiments.privacy_price, np.geomspace(0.05, 100, 25)
    for s in random_settings(e, 40):
        for key in RULES:
            price = values(e, key, s, epsilon)
            assert (price >= 1 - 1e-9).all() and (np.diff(price) <= 1e-9 * price[1:]).all()


@pytest.mark.parametrize("opponent", list(second_half.OPPONENTS))
def test_regret_is_that_of_the_matrix_and_of_the_runs(opponent):
    e, T = experiments.private_regret, np.array([10.0, 63.0, 400.0])
    for analysis, K in (("bounded-range-optimal", 2), ("dr14", 10), ("basic", 3)):
        s = e.setting(opponent=opponent, analysis=analysis, n_experts=K, epsilon=2.0)
        eta = private_experts.private_rate(T, K, 2.0, s.delta, analysis=analysis)
        np.testing.assert_allclose(second_half.rates(s, T), eta, rtol=1e-12)
        exact, free = values(e, "exact", s, T), values(e, "free", s, T)
        best = experts.learning_rate(T, K, rule="hoeffding")
        for i, t in enumerate(T.astype(int)):
            for rate, curve in ((eta[i], exact[i]), (best[i], free[i])):
                losses = experts.opponent_losses(opponent, t, K, eta=rate)
                assert curve == pytest.approx(experts.expected_regret(losses, eta=rate)[-1] / t, rel=1e-8, abs=1e-10)
        drawn = second_half.draw_private_regret(s, T, np.random.default_rng(6), 4000).mean(axis=0)
        # Hoeffding: T independent rounds in [0, 1] a run, 3 opponents x 3 settings x 3 places, false alarm 1e-6 in all
        assert (np.abs(drawn - exact) <= np.sqrt(np.log(2 * 27 / 1e-6) / (2 * 4000 * T))).all()


def test_regret_bounds_hold():
    e, T = experiments.private_regret, np.array([10.0, 100.0, 3000.0, 100_000.0])
    for s in random_settings(e, 60):
        exact, sharp, free, printed = (values(e, key, s, T) for key in ("exact", "sharp", "free", "printed"))
        assert (exact <= sharp * (1 + 1e-9)).all()
        assert (free <= experts.regret_bound_sharp(T, s.n_experts) / T * (1 + 1e-9)).all()
        if not np.isnan(printed).any():
            at_dr14 = private_experts.private_regret_bound_sharp(T, s.n_experts, s.epsilon, s.delta, analysis="dr14") / T
            assert (at_dr14 <= printed * (1 + 1e-9)).all()


def test_the_optimal_analysis_cannot_be_improved():
    """Day 1 costs k of K experts or the others, then nobody loses: the best k comes as near to DDR20's δ as K is large."""
    T, eta, epsilon, K = 20, 0.1, 1.0, 101
    bound = values(experiments.six_profiles, "optimal", experiments.six_profiles.setting(T=T, eta=eta), [epsilon])[0]
    deltas = []
    for k in range(30, 80):
        losses = np.zeros((T, K))
        losses[0, :k] = 1
        neighbor = losses.copy()
        neighbor[0] = 1 - losses[0]
        deltas.append(private_experts.rwm_profile(losses, neighbor, epsilon, eta=eta))
    assert 0.99 * bound < max(deltas) <= bound
    assert max(deltas) > 1.1 * private_experts.worst_pair_profile(T, epsilon, eta=eta)
