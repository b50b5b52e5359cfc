"""Lecture 3's doors, its drawings and its data, each parameter with every kind of nonsense."""

import nonsense
import numpy as np
from nonsense import RNG, calls

from dplearn import data, experts

LOSSES, LAWS = np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.0]]), np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
RELATIVES, SHARES, DRAWN = [[1.1, 0.9], [0.8, 1.3]], [0.5, 0.5], {"rng": RNG, "runs": 2}
WIDE, EACH = {"losses": LOSSES, "eta": 0.3,
              "loss_range": 2.0}, [{"name": name, "n_experts": 3, "eta": 0.3} for name in experts.OPPONENTS]
GOOD = {
    "losses": LOSSES, "eta": 0.3, "rewards": LOSSES, "relatives": RELATIVES, "portfolios": SHARES, "actions": (0, 1),
    "n_experts": 3,
    "probabilities": LAWS, "rule": "hoeffding",
}


def plain(*parameters):
    return calls({name: GOOD[name] for name in parameters})


TABLE = {
    **{name: calls(WIDE) for name in ("expected_losses", "expected_regret", "hedge_probabilities", "log_potential")},
    **{name: plain("losses") for name in ("follow_the_leader", "uniform", "against_the_leader")},
    **{name: plain("relatives") for name in ("best_constant_rebalanced", "buy_and_hold", "universal_portfolio")},
    **{name: plain("relatives", "eta") for name in ("exponentiated_gradient", "exponentiated_gradient_bound_sharp")},
    **{name: calls({"actions": (0, 1), "n_experts": 3}, {"actions": (), "n_experts": 3})
       for name in ("first_choice", "grudge")},
    "adversarial_search": calls({"T": 4, "n_experts": 3, "eta": 0.3, "rng": RNG, "steps": 5},
                                work=("T", "n_experts", "steps")),
    "doubling_probabilities": plain("losses", "rule"),
    "draw_actions": calls({"probabilities": LAWS, **DRAWN}, work=("runs",)),
    "opponent_losses": calls(*({"T": 5, "rng": RNG, **one} for one in EACH), work=("T", "n_experts")),
    "play_tree": calls({"opponent": experts.grudge, "T": 3, "n_experts": 2, "eta": 0.3}, callback=("opponent",)),
    "realised_regret": calls({"losses": LOSSES, "actions": [[2, 0], [1, 1]]}),
    "regret_at": calls(*({"T": [5, 20], **one} for one in EACH)),
    "regret_of": calls({"losses": LOSSES, "probabilities": LAWS, "loss_range": 2.0}),
    "reward_probabilities": plain("rewards", "eta"), "weights_probabilities": plain("losses", "eta"),
    "run_race": calls({"T": 5, "n_experts": 3, "eta": 0.3, "rng": RNG, "world": "takeover"}, work=("T",)),
    "wealth": calls({"relatives": RELATIVES, "portfolios": SHARES},
                    {"relatives": RELATIVES, "portfolios": [SHARES, [0.0, 1.0]]}),
    "worst_of_two": calls({"T": 4, "eta": 0.3}, work=("T",)),
    "potential": plain("losses", "eta"),
    "race_figure": calls({"race": experts.run_race(3, 2, eta=1, rng=np.random.default_rng(1))}),
    "three_days": calls({"losses": LOSSES, "shares": LAWS, "eta": 0.3}),
    "two_forms": calls({"losses": LOSSES, "names": ("a", "b", "c"), "eta": 0.3}, free=("names",)),
    **{f"load_{name}": calls() for name in ("horse_races", "nfl_elo", "nyse", "weather")},
    "ExpertData": calls({"title": "coins", "names": ("a", "b"), "losses": [[0.5, 1.0]], "rounds": "days",
                         "loss": "cents", "loss_range": 2.0},
                        text=("title", "rounds", "loss")),
    "Stocks.of": calls({"name": "ibm"}, of=lambda name: data.load_nyse().of("coke", name)),
    "nfl_forecasters": calls({"games": data.load_nfl_elo()}), "racing_rules": calls({"races": data.load_horse_races()}),
    "stock_experts": calls({"stocks": data.load_nyse(), "low": 0.5, "high": 2.0}),
    "weather_rules": calls({"city": "Seattle"}),
}

globals().update(nonsense.tests(
    TABLE, "dplearn.experts", "dplearn.experts.figures",
    *(f"dplearn.data.{name}" for name in ("expert_data", "football", "races", "stocks", "weather")),
    results=("draw_regret", "race_words", "CityWeather", "FootballGames", "Forecasters", "HorseRaces", "RacingRules", "StockExperts",
             "Stocks", "forecasters")))
