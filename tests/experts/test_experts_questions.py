"""Lecture 3's experiments with opponents: curves against the experts room and by brute force, runs against exact values."""

import itertools

import numpy as np
import pytest
from scipy import stats

from asking import ends, values

from dplearn import experiments, experts, simulate
from dplearn.experts.experiments import regret as closed
from dplearn.experts.experiments import race

ALL = ["adaptive_opponent", "doubling", "expert_regret", "learning_rate", "one_race", "one_round"]
SIMULATED = ["adaptive_opponent", "one_race"]
TINY = 1e-10  # rounding of exact values, as a share of the unit


# ---- every slider position ---------------------------------------------------------------------------

@pytest.mark.parametrize("name", ALL)
def test_every_end_gives_finite_curves(name):
    experiment = getattr(experiments, name)
    for setting in ends(experiment):
        for line in experiment.picture(setting).lines:
            last = experts.LARGEST_LN_RATE if (name, line.series.key) == ("one_round", "printed") else np.inf
            np.testing.assert_array_equal(np.isnan(line.y), line.x > last)


@pytest.mark.parametrize("name", ["learning_rate", "adaptive_opponent"])
def test_exact_below_sharp_below_printed_everywhere(name):
    experiment, count = getattr(experiments, name), 0
    for setting in ends(experiment):
        x = experiment.x_values(setting)
        exact, sharp, printed = (values(experiment, key, setting, x) for key in ("exact", "sharp", "printed"))
        assert (exact <= sharp * (1 + TINY)).all() and (sharp < printed).all(), setting
        count += len(x)
    assert count > 500


@pytest.mark.parametrize("name", SIMULATED)
def test_draws_do_not_see_the_marker(name):
    experiment = getattr(experiments, name)
    for setting in ends(experiment)[::17]:
        drawn = experiment.draw(setting)(np.random.default_rng(3), 2)
        assert drawn.shape == (2, len(experiment.simulated_x)) and np.isfinite(drawn).all()
        if isinstance(experiment.x, str):
            moved = experiment.setting(**{**vars(setting), experiment.x: experiment.parameter(experiment.x).low})
            np.testing.assert_array_equal(drawn, experiment.draw(moved)(np.random.default_rng(3), 2))


# ---- runs against exact values -----------------------------------------------------------------------

FALSE_ALARM = 1e-6


def halfwidth(width, runs, points):
    """Hoeffding's inequality, two sides, all points: wrong with chance at most FALSE_ALARM."""
    return width * np.sqrt(np.log(2 * points / FALSE_ALARM) / (2 * runs))


@pytest.mark.parametrize("opponent", race.RACES)
def test_one_race_simulated_and_exact(opponent):
    s, x, runs = experiments.one_race.setting(opponent=opponent, n_experts=4, speed=2.0), np.array([1, 100, 999, 2000]), 300
    drawn = race.draw_one_race(s, x, simulate.stream(1, "one_race test", 0), runs)
    exact = values(experiments.one_race, "exact", s, x)
    # Only what is paid is random, and after t rounds it is a sum of t independent terms in [0, 1].
    assert (np.abs(drawn.mean(axis=0) - exact) < np.sqrt(x) * halfwidth(1.0, runs, len(x))).all()


@pytest.mark.parametrize("eta", [0.05, 1.0])
def test_adaptive_opponent_simulated_and_exact(eta):
    s, x, runs = experiments.adaptive_opponent.setting(eta=eta), np.array([2, 20, 60]), 3000
    drawn = race.draw_adaptive_opponent(s, x, simulate.stream(1, "adaptive test", 0), runs)
    exact = values(experiments.adaptive_opponent, "exact", s, x)
    assert (np.abs(drawn.mean(axis=0) - exact) < halfwidth(2 * x, runs, len(x))).all()


def test_adaptive_opponent_is_the_tree_of_all_paths():
    s = experiments.adaptive_opponent.setting(eta=0.7)
    for T in (2, 5, 9):
        tree = experts.play_tree(experts.grudge, T, 2, eta=0.7)
        assert values(experiments.adaptive_opponent, "exact", s, [T])[0] == pytest.approx(tree.expected_regret, abs=1e-12)


# ---- expert_regret, learning_rate ----------------------------------------------------------------------

@pytest.mark.parametrize("n_experts", [2, 5, 12])
def test_expert_regret_is_that_of_the_matrix_and_of_the_coins(n_experts):
    e = experiments.expert_regret
    s = e.setting(n_experts=n_experts)
    for T in (10, 33, 200):
        eta = np.sqrt(8 * np.log(n_experts) / T)
        losses = experts.opponent_losses("worst", T, n_experts, eta=eta)
        bound = np.sqrt(T * np.log(n_experts) / 2)
        mass = stats.binom.sf(np.arange(T), T, 0.5) ** n_experts  # E min of the counts is the sum of Pr[all > k]
        assert values(e, "worst", s, [T])[0] * bound == pytest.approx(experts.expected_regret(losses, eta=eta)[-1], abs=1e-9)
        assert values(e, "fair", s, [T])[0] * bound == pytest.approx(T / 2 - mass.sum(), abs=1e-9)
        assert values(e, "bound", s, [T])[0] == pytest.approx(1)


def test_expert_regret_lies_under_its_bound_everywhere():
    for setting in ends(experiments.expert_regret):
        line = {line.series.key: line.y for line in experiments.expert_regret.picture(setting).lines}
        assert (line["worst"] <= 1 + TINY).all() and (line["fair"] <= line["worst"] * (1 + TINY)).all()


@pytest.mark.parametrize("opponent", ["steady", "alternating", "worst", "drifting"])
def test_regret_per_round_is_that_of_the_matrix(opponent):
    for T, n_experts, eta in ((10, 2, 0.1), (33, 5, 0.1), (200, 12, 0.3)):
        matrix = experts.expected_regret(experts.opponent_losses(opponent, T, n_experts, eta=eta), eta=eta)[-1]
        per_round = experiments.learning_rate.setting(opponent=opponent, T=T, n_experts=n_experts)
        assert values(experiments.learning_rate, "exact", per_round, [eta])[0] * T == pytest.approx(matrix, abs=1e-10)


def test_fair_coins_do_not_see_eta():
    s, eta = experiments.learning_rate.setting(opponent="fair", T=50, n_experts=3), np.array([0.001, 1.0, 10.0])
    mass = stats.binom.sf(np.arange(50), 50, 0.5) ** 3  # E min of three counts is the sum of Pr[all > k]
    np.testing.assert_allclose(values(experiments.learning_rate, "exact", s, eta) * 50, 25 - mass.sum(), rtol=1e-9)


def test_the_best_rate_is_where_the_bounds_turn():
    s, eta = experiments.learning_rate.setting(T=1000, n_experts=10), np.geomspace(0.001, 10, 4001)
    for key, rule in (("printed", "printed"), ("sharp", "hoeffding")):
        turn = eta[values(experiments.learning_rate, key, s, eta).argmin()]
        assert turn == pytest.approx(experts.learning_rate(1000, 10, rule=rule), rel=0.003)


# ---- one_round ---------------------------------------------------------------------------------------

def test_one_round_is_the_largest_over_all_laws():
    """No law on a grid of [0, 1], drawn at random or on two points, goes beyond the worst p; p on a fine grid comes near."""
    rng, x = np.random.default_rng(4), np.linspace(0, 1, 21)
    shares = np.linspace(0, 1, 2001)
    laws = rng.dirichlet(np.full(21, 0.1), 2000)
    for eta in (0.05, 1.0, 1.79, 4.0):
        largest = closed.largest_log_gain(eta)
        assert (np.log(laws @ np.exp(eta * x)) - eta * laws @ x <= largest + 1e-12).all()
        best = closed.log_gain(eta, shares).max()
        assert largest * (1 - 1e-5) <= best <= largest * (1 + 1e-12)
        assert largest <= eta**2 / 8


def test_lns_step_ends_at_its_root():
    s, root = experiments.one_round.setting(), experts.LARGEST_LN_RATE
    below, above = values(experiments.one_round, "step", s, [root - 1e-6, root + 1e-6])
    assert below < 1 < above and root == pytest.approx(1.7932821329, abs=1e-9)
    assert np.isnan(values(experiments.one_round, "printed", s, [root + 1e-6])).all()


def test_one_round_curves_lie_in_their_order():
    for share in (0.01, 0.3, 0.5, 0.99):
        s = experiments.one_round.setting(share=share)
        line = {line.series.key: line.y for line in experiments.one_round.picture(s).lines}
        assert (line["share"] <= line["exact"] * (1 + TINY)).all() and (line["exact"] <= line["sharp"] * (1 + TINY)).all()
        assert (line["exact"] <= line["step"]).all()


# ---- doubling ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("opponent", ["steady", "alternating", "worst"])
@pytest.mark.parametrize("n_experts", [2, 3, 10])
@pytest.mark.parametrize("rule", ["printed", "hoeffding"])
def test_doubling_regret_is_that_of_the_matrix(opponent, n_experts, rule):
    """The opponent's rounds put together epoch by epoch, Hedge with its restarts on them, the best expert of all rounds."""
    for T in (1, 2, 10, 31, 100):
        parts, start = [], 1
        while start <= T:
            eta = experts.learning_rate(start, n_experts, rule=rule)
            parts.append(experts.opponent_losses(opponent, min(start, T - start + 1), n_experts, eta=eta))
            start *= 2
        losses = np.concatenate(parts)
        matrix = experts.regret_of(losses, experts.doubling_probabilities(losses, rule=rule))[-1]
        assert closed.doubling_regret(opponent, [T], n_experts, rule=rule)[0] == pytest.approx(matrix, abs=1e-10)


def test_doubling_stays_under_its_bounds():
    for setting in ends(experiments.doubling):
        line = {line.series.key: line.y for line in experiments.doubling.picture(setting).lines}
        for below, above in (("exact_doubling", "epochs"), ("epochs", "closed"), ("exact", "sharp")):
            assert (line[below] <= line[above] * (1 + TINY)).all()


# ---- one_race ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("opponent", race.RACES)
def test_one_race_under_the_bound_at_every_round(opponent):
    for speed, n_experts in itertools.product((0.01, 1.0, 100.0), (2, 10, 50)):
        s, t = experiments.one_race.setting(opponent=opponent, speed=speed, n_experts=n_experts), np.arange(1, race.ROUNDS + 1)
        assert (values(experiments.one_race, "exact", s, t) <= values(experiments.one_race, "sharp", s, t) * (1 + TINY)).all()


def test_the_naive_ways_fail_where_they_should():
    last = [race.ROUNDS]
    alternating, steady = (experiments.one_race.setting(opponent=o) for o in ("alternating", "steady"))
    assert values(experiments.one_race, "leader", alternating, last)[0] == race.ROUNDS / 2  # every round is lost
    assert values(experiments.one_race, "uniform", steady, last)[0] == pytest.approx(0.9 * race.ROUNDS)
    assert values(experiments.one_race, "leader", steady, last)[0] == 1  # the first tie goes to expert 0, then the best one leads


def test_the_menu_names_every_opponent():
    assert list(closed.OPPONENTS) == list(experts.OPPONENTS)
    assert all(words.startswith(name) and len(words) <= 34 for name, words in race.RACES.items())  # a menu shows 34 letters


def test_a_race_is_its_seed():
    first, again, other = race.race_losses("iid", 5, 1), race.race_losses.__wrapped__("iid", 5, 1), race.race_losses("iid", 5, 2)
    assert (first == again).all() and (first != other).any() and not first.flags.writeable
    # Hoeffding: each of the two shares is off by t or more with chance at most 2 exp(-2 t² ROUNDS) = FALSE_ALARM/2.
    t = np.sqrt(np.log(4 / FALSE_ALARM) / (2 * race.ROUNDS))
    assert abs(first[:, -1].mean() - race.GOOD) < t and abs(first[:, 0].mean() - race.OTHERS) < t
