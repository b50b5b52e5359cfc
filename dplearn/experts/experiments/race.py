"""Lecture 3, one loss sequence round by round: Hedge, the leader's follower and the uniform choice on the same 200
rounds."""

from functools import lru_cache

import numpy as np

from ... import experts, simulate
from ...experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_scale

ROUNDS = 200
WAYS = {"leader": experts.follow_the_leader, "uniform": experts.uniform}


def best_rate(T, n_experts):
    """η* = √(8 ln K/T), the best one of the sharpened bound."""
    return experts.learning_rate.curve(T, n_experts, rule="hoeffding")


def race_rate(s) -> float:
    """η: `speed` times the best one of the sharpened bound for all rounds."""
    return s.speed * best_rate(ROUNDS, s.n_experts)


def _which(s) -> tuple:
    """What makes the losses; η is part of it for the one opponent that answers it: the others' are kept while η moves.
    """
    return s.opponent, s.n_experts, s.race, race_rate(s) if s.opponent == "runaway" else None


@lru_cache(maxsize=16)
def race_of(opponent: str, n_experts: int, race: int, eta) -> dict[str, np.ndarray]:
    """The losses (ROUNDS, n_experts), and the regret (ROUNDS,) of the simple ways; `race` seeds the coins of "fair"."""
    rng = simulate.stream(race, f"one_race {opponent}", 0)
    losses = experts.opponent_losses(opponent, ROUNDS, n_experts, eta=eta, rng=rng)
    return {"losses": losses} | {way: experts.regret_of(losses, law(losses)) for way, law in WAYS.items()}


def _simple(way):
    return lambda s, t: race_of(*_which(s))[way][t.astype(int) - 1]


@lru_cache(maxsize=2)
def _law(which: tuple, eta: float) -> np.ndarray:
    return experts.hedge_probabilities(race_of(*which)["losses"], eta=eta)


def draw_one_race(s, x, rng, runs):
    """Realised regret of Hedge after each round in x: the same losses in every run, other picks."""
    actions = experts.draw_actions(_law(_which(s), race_rate(s)), rng=rng, runs=runs)
    return experts.realised_regret(race_of(*_which(s))["losses"], actions)[:, x.astype(int) - 1]


one_race = Experiment(
    "one_race",
    "Hedge's expected regret stays below its bound, whatever the losses",
    "200 rounds, η* = √(8 ln K/200): how far behind the best expert so far is each way to choose?",
    parameters=(
        Choice("opponent", "losses", experts.OPPONENTS, "runaway"),
        log_scale("speed", "η/η*", "rate over best rate", 0.01, 100, 1.0),
        integer("n_experts", "K", "experts", 2, 50, 10),
        integer("race", "seed", "sequence of coins", 1, 20, 1),
    ),
    x=Axis("round t", 2, ROUNDS, integer=True),
    y=Axis("cumulative regret", -3.0, 30.0),
    series=(
        Series.of(experts.regret_bound_sharp, "sharp", "bound", x="T", eta=race_rate,
                  label="ηt/8 + ln K/η  (Hoeffding's lemma)"),
        Series("exact", "Hedge", "Hedge, exact expected regret",
               lambda s, t: experts.expected_regret(race_of(*_which(s))["losses"], eta=race_rate(s))[t.astype(int) - 1],
               "exact"),
        Series("leader", "leader", "follow the leader", _simple("leader"), "exact", "attack"),
        Series("uniform", "uniform", "random choice, exact", _simple("uniform"), "baseline"),
    ),
    simulation=Simulation(draw_one_race, "Hedge's realised regret, mean over its picks", chunk=100, band="normal",
                          runs=1_000, static_runs=1_000),
    points=100,  # every second round, so that losses in turn do not show as waves
)
