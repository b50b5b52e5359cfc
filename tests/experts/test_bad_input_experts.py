"""Lecture 3's doors, its drawings and its data, each parameter with every kind of nonsense."""

import inspect

import nonsense
import numpy as np
from nonsense import RNG, calls

from dplearn import data, experts
from dplearn.experts import figures

LAWS = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
GOOD = {  # of a parameter, whatever function has it
    "losses": np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.0]]), "rewards": LAWS, "probabilities": LAWS, "shares": LAWS,
    "actions": (0, 1), "relatives": [[1.1, 0.9], [0.8, 1.3]], "portfolios": [0.5, 0.5], "eta": 0.3, "loss_range": 2.0,
    "rule": "hoeffding", "T": 5, "n_experts": 3, "opponent": experts.grudge, "rng": RNG, "runs": 2, "steps": 5,
    "world": "takeover", "names": ("a", "b", "c"),
    "race": experts.run_race(3, 2, eta=1, rng=np.random.default_rng(1)),
}
WORK = {"adversarial_search": ("T", "n_experts", "steps"), "draw_actions": ("runs",), "run_race": ("T",),
        "worst_of_two": ("T",), "play_tree": ("T", "n_experts")}
PUBLIC = {name: f for name, f in nonsense.public_callables("dplearn.experts", "dplearn.experts.figures").items()
          if set(inspect.signature(f).parameters) <= set(GOOD) and not hasattr(f, "record")}
TABLE = {
    **{name: calls({p: GOOD[p] for p in inspect.signature(f).parameters}, work=WORK.get(name, ()),
                   callback=("opponent",), free=("names",)) for name, f in PUBLIC.items()},
    "opponent_losses": calls(*({"name": name, "T": 5, "n_experts": 3, "eta": 0.3, "rng": RNG}
                               for name in experts.OPPONENTS), work=("T", "n_experts")),
    "regret_at": calls(*({"name": name, "T": [5, 20], "n_experts": 3, "eta": 0.3} for name in experts.OPPONENTS)),
    **{f"load_{name}": calls() for name in ("horse_races", "nfl_elo", "nyse", "weather")},
    "ExpertData": calls({"title": "coins", "names": ("a", "b"), "losses": [[0.5, 1.0]], "rounds": "days",
                         "loss": "cents", "loss_range": 2.0}, text=("title", "rounds", "loss")),
    "Stocks.of": calls({"name": "ibm"}, of=lambda name: data.load_nyse().of("coke", name)),
    "nfl_forecasters": calls({"games": data.load_nfl_elo()}), "racing_rules": calls({"races": data.load_horse_races()}),
    "stock_experts": calls({"stocks": data.load_nyse(), "low": 0.5, "high": 2.0}),
    "weather_rules": calls({"city": "Seattle"}),
}

globals().update(nonsense.tests(
    TABLE, "dplearn.experts", "dplearn.experts.figures",
    *(f"dplearn.data.{name}" for name in ("expert_data", "football", "races", "stocks", "weather")),
    results=("draw_regret", "CityWeather", "FootballGames", "Forecasters", "HorseRaces", "RacingRules",
             "StockExperts", "Stocks", "forecasters")))
