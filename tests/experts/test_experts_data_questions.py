"""Lecture 3's experiments on real data: known figures, curves beside the functions they show, bounds in order, costs."""


import numpy as np
import pytest

from dplearn import data, experiments, experts
from dplearn.experts.experiments import data as module

SPEEDS = (0.01, 0.2, 1, 7, 100)


def values(experiment, key, x, **setting):
    """One curve at the places x."""
    series = next(s for s in experiment.series if s.key == key)
    return series.values(experiment.setting(**setting), np.asarray(x, dtype=float))


# ---- regret on a loss matrix ---------------------------------------------------------------------------

FIGURES = [("racing", {}, 262, 10.48, 18.33), ("forecasters", {"source": "both"}, 2908, 30.06, 53.19),
           ("forecasters", {"source": "nfl"}, 16494, 64.69, 130.955), ("forecasters", {"source": "nyse"}, 5651, 2.85, 100.62)]


@pytest.mark.parametrize("name, setting, T, exact, bound", FIGURES)
def test_known_figures(name, setting, T, exact, bound):
    e = getattr(experiments, name)
    assert values(e, "exact", [T], **setting)[0] == pytest.approx(exact, abs=0.005)
    assert values(e, "bound", [T], **setting)[0] == pytest.approx(bound, abs=0.005)


def matrices():
    yield experiments.racing, {}, data.racing_rules(data.load_horse_races())
    for city in ("Seattle", "New York", "both"):
        yield experiments.forecasters, {"source": city}, data.weather_rules(city)
    yield experiments.forecasters, {"source": "nfl"}, data.nfl_forecasters(data.load_nfl_elo())
    yield experiments.forecasters, {"source": "nyse"}, data.stock_experts(data.load_nyse())


@pytest.mark.parametrize("e, setting, d", list(matrices()), ids=lambda v: v.get("source") if isinstance(v, dict) else "")
def test_curves_are_the_algorithms(e, setting, d):
    """At a few rounds, from the laws themselves and a plain sum: not from the fast pass that the curves use."""
    at, running = np.array([1, 2, 17, 100, 261]), d.losses[:262].cumsum(axis=0)
    for speed in SPEEDS:
        eta = speed * np.sqrt(8 * np.log(d.n_experts) / d.T)
        laws = {"exact": experts.hedge_probabilities(d.losses[:262], eta=eta), "uniform": np.full((262, d.n_experts), 1 / d.n_experts),
                "leader": experts.follow_the_leader(d.losses[:262])}
        for key, law in laws.items():
            want = (law * d.losses[:262]).sum(axis=1).cumsum() - running.min(axis=1)
            assert values(e, key, at, speed=speed, **setting) == pytest.approx(want[at - 1], abs=1e-9), (key, speed)
        bound = eta * at / 8 + np.log(d.n_experts) / eta
        assert values(e, "bound", at, speed=speed, **setting) == pytest.approx(bound, rel=1e-12)


@pytest.mark.parametrize("e, setting, d", list(matrices()), ids=lambda v: v.get("source") if isinstance(v, dict) else "")
def test_no_curve_is_above_its_bound(e, setting, d):
    t = np.arange(1, d.T + 1)
    for speed in SPEEDS:
        exact, bound = (values(e, key, t, speed=speed, **setting) for key in ("exact", "bound"))
        assert (exact <= bound + 1e-9).all()
        eta = speed * np.sqrt(8 * np.log(d.n_experts) / d.T)
        assert (bound <= experts.regret_bound(t, d.n_experts, eta) + 1e-9).all()  # as printed


def test_nothing_is_drawn_beyond_the_data():
    x = [1453, 1454, 1455, 16494]
    for series in experiments.forecasters.series:
        drawn = ~np.isnan(values(experiments.forecasters, series.key, x, source="Seattle"))
        assert drawn.tolist() == [True, True, False, False], series.key


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_bettors_law_is_that_of_drawn_seasons(speed):
    """Of 20,000 seasons a share of .95 or more is at most `most`, and at least `least`: Hoeffding's slack, false alarm 1e-6 in all."""
    e, runs, at = experiments.racing, 20_000, np.array([1, 5, 50, 150, 262])
    losses = data.racing_rules(data.load_horse_races()).losses
    law = experts.hedge_probabilities(losses, eta=speed * np.sqrt(8 * np.log(13) / 262))
    actions = experts.draw_actions(law, rng=np.random.default_rng(int(100 * speed)), runs=runs)
    seasons = experts.realised_regret(losses, actions)[:, at - 1]
    most, least, exact = (values(e, key, at, speed=speed) for key in ("most", "least", "exact"))
    slack = np.sqrt(np.log(4 * len(at) * len(SPEEDS) / 1e-6) / (2 * runs))
    assert ((seasons <= most).mean(axis=0) >= 0.95 - slack).all() and ((seasons >= least).mean(axis=0) >= 0.95 - slack).all()
    assert ((seasons < most).mean(axis=0) <= 0.95 + slack).all() and ((seasons > least).mean(axis=0) <= 0.95 + slack).all()
    assert (least <= exact + 1).all() and (exact <= most + 1).all()


def test_a_bettor_is_one_of_the_seasons():
    """Whole wins, the same for a seed and others for others, between no loss at all and a loss in every race."""
    e, t = experiments.racing, np.arange(1, 263)
    seasons = np.array([values(e, "season", t, seed=seed) for seed in e.parameter("seed").values])
    assert (seasons == np.round(seasons)).all() and (values(e, "season", t, seed=3) == seasons[2]).all()
    assert len(np.unique(seasons, axis=0)) == 20
    steps = np.diff(seasons)
    assert set(np.unique(steps)) <= {-1.0, 0.0, 1.0}
    best = module.expert_data("racing").losses.cumsum(axis=0).min(axis=1)
    assert (seasons + best >= 0).all() and (seasons + best <= t).all()


# ---- wealth -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("market, figures", [
    ("all", {"mix": 250.60, "stock": 54.14, "even": 27.08, "gradient": 27.09, "hold": 14.50}),
    ("iroqu_kinar", {"mix": 73.70, "stock": 8.92, "universal": 38.67, "hold": 6.52}),
    ("comme_kinar", {"stock": 52.02, "universal": 78.47}), ("comme_meico", {"stock": 52.02, "universal": 72.63}),
    ("ibm_coke", {"stock": 13.36, "universal": 14.18})])
def test_published_wealth(market, figures):
    for key, figure in figures.items():
        assert values(experiments.stocks, key, [5651], market=market, eta=0.05)[0] == pytest.approx(figure, abs=0.006), key
    assert np.isnan(values(experiments.stocks, "universal", [5651], market=market)[0]) == (market == "all")


@pytest.mark.parametrize("market, eta", [("all", 0.1), ("all", 10.0), ("iroqu_kinar", 1.0), ("ibm_coke", 0.01), ("comme_meico", 2.51)])
def test_gradient_at_all_positions_at_once_is_the_algorithm(market, eta):
    """Slider positions come from one batch over η, others from the algorithm itself."""
    assert eta in module.ETA.values
    x, t = module.market(market), np.arange(1, 5652)
    want = experts.wealth(x, experts.exponentiated_gradient(x, eta=eta))
    assert values(experiments.stocks, "gradient", t, market=market, eta=eta) == pytest.approx(want, rel=1e-9)
    near = values(experiments.stocks, "gradient", t, market=market, eta=min(eta * (1 + 1e-9), 10.0))
    assert near == pytest.approx(want, rel=1e-5)


@pytest.mark.parametrize("market", module.MARKETS)
def test_who_must_stay_below_or_above_whom(market):
    """Every day: buy and hold between floor and best-so-far stock; at the end nobody rebalanced beats the best mix."""
    e, t, x = experiments.stocks, np.arange(1, 5652), module.market(market)
    hold, floor = (values(e, key, t, market=market) for key in ("hold", "floor"))
    assert (hold >= floor * (1 - 1e-9)).all() and (hold <= x.cumprod(axis=0).max(axis=1) * (1 + 1e-9)).all()
    end = {key: values(e, key, [5651], market=market)[0] for key in ("mix", "stock", "even", "universal")}
    assert all(end[key] <= end["mix"] * (1 + 1e-9) for key in ("stock", "even", "universal") if not np.isnan(end[key]))
    for eta in module.ETA.values:
        short = np.log(end["mix"] / values(e, "gradient", [5651], market=market, eta=eta)[0])
        assert short <= experts.exponentiated_gradient_bound_sharp(x, eta=eta) + 1e-9
