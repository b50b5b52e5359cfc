"""Lecture 3's experiments: curves against the algorithms and by brute force, runs against exact values, what lies below
what.
"""

import numpy as np
import pytest
from asking import ends, random_settings, values

from dplearn import experiments, experts, simulate
from dplearn.experts.experiments import data as real
from dplearn.experts.experiments import race, regret

FALSE_ALARM = 1e-6
BELOW = {  # curves, each at most the next one wherever both are drawn
    "adaptive_opponent": ["exact < sharp < printed"], "learning_rate": ["exact < sharp < printed"],
    "expert_regret": ["fair < worst < bound"],
    "one_round": ["share < exact < sharp < printed", "exact < step"],
    "doubling": ["exact_doubling < epochs < closed", "exact < sharp"],
    "one_race": ["exact < sharp"], "racing": ["exact < bound"], "forecasters": ["exact < bound"],
    "stocks": ["floor < hold"],
}


@pytest.mark.parametrize("name", BELOW)
def test_curves_lie_in_their_order(name):
    experiment = getattr(experiments, name)
    for setting in ends(experiment)[::3] + random_settings(experiment, 20):
        line = {line.series.key: line.y for line in experiment.picture(setting).lines}
        for chain in BELOW[name]:
            keys = chain.split(" < ")
            for small, large in zip(keys, keys[1:]):
                drawn = ~(np.isnan(line[small]) | np.isnan(line[large]))
                assert (line[small] <= line[large] * (1 + 1e-10) + 1e-9)[drawn].all(), (small, large, setting)


def test_closed_forms_on_the_page_are_those_of_matrices():
    """Regret per round and as a share of the bound, beside the losses themselves."""
    for opponent in ("steady", "alternating", "worst", "drifting"):
        for T, n_experts, eta in ((10, 2, 0.1), (33, 5, 0.1), (200, 12, 0.3)):
            matrix = experts.expected_regret(experts.opponent_losses(opponent, T, n_experts, eta=eta), eta=eta)[-1]
            setting = experiments.learning_rate.setting(opponent=opponent, T=T, n_experts=n_experts)
            assert values(experiments.learning_rate, "exact", setting, [eta])[0] * T == pytest.approx(matrix, abs=1e-10)
    s, eta = experiments.expert_regret.setting(n_experts=5), np.sqrt(8 * np.log(5) / 33)
    matrix = experts.expected_regret(experts.opponent_losses("worst", 33, 5, eta=eta), eta=eta)[-1]
    assert values(experiments.expert_regret, "worst", s,
                  [33])[0] == pytest.approx(matrix / np.sqrt(33 * np.log(5) / 2), abs=1e-9)


def test_one_round_is_the_largest_over_all_laws():
    """No law on a grid of [0, 1], drawn at random, goes beyond the worst p; p on a fine grid comes near."""
    rng, x = np.random.default_rng(4), np.linspace(0, 1, 21)
    laws = rng.dirichlet(np.full(21, 0.1), 2000)
    for eta in (0.05, 1.0, 1.79, 4.0):
        largest = regret.log_gain(eta)
        assert (np.log(laws @ np.exp(eta * x)) - eta * laws @ x <= largest + 1e-12).all()
        assert largest * (1 - 1e-5) <= regret.log_gain(eta, np.linspace(0, 1, 2001)).max() <= largest * (1 + 1e-12)


@pytest.mark.parametrize("opponent", regret.RESTARTED)
@pytest.mark.parametrize("n_experts", [2, 3, 10])
def test_doubling_regret_is_that_of_the_matrix(opponent, n_experts):
    """The opponent's rounds put together epoch by epoch, Hedge with its restarts on them, the best expert of all
    rounds.
    """
    for T in (1, 2, 10, 31, 100):
        starts = 2 ** np.arange(T.bit_length())
        losses = np.concatenate([experts.opponent_losses(opponent, min(n, T - n + 1), n_experts,
                                                         eta=regret.best_rate(n, n_experts)) for n in starts])
        matrix = experts.regret_of(losses, experts.doubling_probabilities(losses, rule="hoeffding"))[-1]
        assert regret.doubling_regret(opponent, [T], n_experts)[0] == pytest.approx(matrix, abs=1e-10)


# ---- runs against exact values -------------------------------------------------------------------------


def halfwidth(width, runs, points):
    """Hoeffding's inequality, two sides, all points: wrong with chance at most FALSE_ALARM."""
    return width * np.sqrt(np.log(2 * points / FALSE_ALARM) / (2 * runs))


@pytest.mark.parametrize("opponent", race.RACES)
def test_one_race_simulated_and_exact(opponent):
    s, x, runs = experiments.one_race.setting(opponent=opponent, n_experts=4,
                                              speed=2.0), np.array([1, 100, 999, 2000]), 300
    drawn = race.draw_one_race(s, x, simulate.stream(1, "one_race test", 0), runs)
    # Only what is paid is random, and after t rounds it is a sum of t independent terms in [0, 1].
    apart = np.abs(drawn.mean(axis=0) - values(experiments.one_race, "exact", s, x))
    assert (apart < np.sqrt(x) * halfwidth(1.0, runs, len(x))).all()


def test_adaptive_opponent_simulated_and_by_the_tree_of_all_paths():
    s, x, runs = experiments.adaptive_opponent.setting(eta=0.7), np.array([2, 5, 9, 60]), 3000
    drawn = race.draw_adaptive_opponent(s, x, simulate.stream(1, "adaptive test", 0), runs)
    exact = values(experiments.adaptive_opponent, "exact", s, x)
    assert (np.abs(drawn.mean(axis=0) - exact) < halfwidth(2 * x, runs, len(x))).all()
    trees = [experts.play_tree(experts.grudge, int(T), 2, eta=0.7).expected_regret for T in x[:3]]
    np.testing.assert_allclose(exact[:3], trees, rtol=0, atol=1e-12)


def test_a_race_is_its_seed():
    first, again, other = (make("iid", 5, seed, None)["losses"] for make, seed in
                           ((race.race_of, 1), (race.race_of.__wrapped__, 1), (race.race_of, 2)))
    assert (first == again).all() and (first != other).any()
    # Hoeffding: each of the two shares is off by t or more with chance at most 2 exp(-2 t² ROUNDS) = FALSE_ALARM/2.
    t = np.sqrt(np.log(4 / FALSE_ALARM) / (2 * race.ROUNDS))
    assert abs(first[:, -1].mean() - race.GOOD) < t and abs(first[:, 0].mean() - race.OTHERS) < t


# ---- real data -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["racing", *real.SOURCES])
def test_curves_on_real_data_are_the_algorithms(name):
    """At a few rounds, from the laws themselves and a plain sum; beyond the data nothing is drawn."""
    e = experiments.racing if name == "racing" else experiments.forecasters
    d, at = real.expert_data(name), np.array([1, 2, 17, 100, 261])
    menu, losses = {} if name == "racing" else {"source": name}, d.losses[:262]
    for speed in (0.01, 1, 100):
        eta, s = speed * np.sqrt(8 * np.log(d.n_experts) / d.T), e.setting(speed=speed, **menu)
        laws = {"exact": experts.hedge_probabilities(losses, eta=eta),
                "uniform": np.full(losses.shape, 1 / d.n_experts),
                "leader": experts.follow_the_leader(losses)}
        for key, law in laws.items():
            want = (law * losses).sum(axis=1).cumsum() - losses.cumsum(axis=0).min(axis=1)
            assert values(e, key, s, at) == pytest.approx(want[at - 1], abs=1e-9), (key, speed)
            assert np.isnan(values(e, key, s, [d.T, d.T + 1])).tolist() == [False, True]
        assert values(e, "bound", s, at) == pytest.approx(eta * at / 8 + np.log(d.n_experts) / eta, rel=1e-12)


@pytest.mark.parametrize("speed", [0.2, 1, 7])
def test_a_bettors_law_is_that_of_drawn_seasons(speed):
    """Of 20,000 seasons a share of .95 or more is at most `most`, and at least `least`: Hoeffding's slack, false alarm
    1e-6 in all.
    """
    e, runs, at = experiments.racing, 20_000, np.array([10, 100, 262])
    s, losses = e.setting(speed=speed), real.expert_data("racing").losses
    law = experts.hedge_probabilities(losses, eta=speed * np.sqrt(8 * np.log(13) / 262))
    actions = experts.draw_actions(law, rng=simulate.stream(1, "bettors", int(10 * speed)), runs=runs)
    seasons = experts.realised_regret(losses, actions)[:, at - 1]
    most, least = (values(e, key, s, at) for key in ("most", "least"))
    slack = np.sqrt(np.log(4 * len(at) * 3 / FALSE_ALARM) / (2 * runs))
    assert min((seasons <= most).mean(axis=0).min(), (seasons >= least).mean(axis=0).min()) >= 0.95 - slack
    assert max((seasons < most).mean(axis=0).max(), (seasons > least).mean(axis=0).max()) <= 0.95 + slack


def test_a_bettor_is_one_of_the_seasons():
    """Whole wins, one more or less a race, others for other seeds."""
    e, t = experiments.racing, np.arange(1, 263)
    seasons = np.array([values(e, "season", e.setting(seed=seed), t) for seed in e.parameter("seed").values])
    assert len(np.unique(seasons, axis=0)) == 20 and set(np.unique(np.diff(seasons))) <= {-1.0, 0.0, 1.0}
    assert (values(e, "season", e.setting(seed=3), t) == seasons[2]).all()


@pytest.mark.parametrize("market, eta",
                         [("all", 0.1), ("all", 10.0), ("iroqu_kinar", 1.0), ("ibm_coke", 0.01), ("comme_meico", 0.3)])
def test_gradient_at_all_positions_at_once_is_the_algorithm(market, eta):
    """Slider positions come from one batch over η, others alone."""
    x, t, e = real.market(market), np.arange(1, 5652), experiments.stocks
    want = experts.wealth(x, experts.exponentiated_gradient(x, eta=eta))
    assert values(e, "gradient", e.setting(market=market, eta=eta), t) == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize("market", real.MARKETS)
def test_who_must_stay_below_whom(market):
    """Buy and hold below the best stock so far, every day; at the end nobody rebalanced beats the best mix, EG as
    promised.
    """
    e, t, x = experiments.stocks, np.arange(1, 5652), real.market(market)
    assert (values(e, "hold", e.setting(market=market), t) <= x.cumprod(axis=0).max(axis=1) * (1 + 1e-9)).all()
    for eta in real.ETA.values:
        row = e.at(market=market, eta=eta)
        assert all(row[key] <= row["mix"] * (1 + 1e-9) for key in ("stock", "even", "universal")
                   if not np.isnan(row[key]))
        assert np.log(row["mix"] / row["gradient"]) <= experts.exponentiated_gradient_bound_sharp(x, eta=eta) + 1e-9
