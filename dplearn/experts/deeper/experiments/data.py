"""Lecture 3 on real data: Hedge over rules that forecast the weather.

The losses are fixed by history, so every curve is exact, by one pass over the matrix.  The learning rate is a multiple
(`speed`) of Hoeffding's, which needs the number of rounds alone.
"""

from functools import lru_cache

import numpy as np

from .... import experts
from ....data.deeper import weather_rules
from ....experiment import Axis, Choice, Experiment, Series, log_integer, log_scale
from ...experiments.race import WAYS
from ...experiments.race import best_rate

SPEED = log_scale("speed", "c", "rate η over √(8 ln K/T)", 0.01, 100, 1, steps=81)
SOURCES = {"both": "both cities: 2,908 days", "Seattle": "Seattle: 1,454 days", "New York": "New York: 1,454 days"}


def losses_of(name: str) -> np.ndarray:
    """The losses (T, K) of the experts called so."""
    return weather_rules(name).losses


def rate(name: str, speed: float) -> float:
    """η for these data."""
    return speed * best_rate(*losses_of(name).shape)


@lru_cache
def _regret(name: str, way: str, speed: float | None) -> np.ndarray:
    """Exact expected regret of a way to choose after each round, or Hedge's bound, (T,): the marker moves along it."""
    losses = losses_of(name)
    if way in WAYS:
        return experts.regret_of(losses, WAYS[way](losses))
    eta, (T, K) = rate(name, speed), losses.shape
    if way == "hedge":
        return experts.expected_regret(losses, eta=eta)
    return experts.regret_bound_sharp.curve(np.arange(1, T + 1), K, eta)


def _at(path: np.ndarray, x) -> np.ndarray:
    """A path (T,) after the rounds x, NaN beyond its end."""
    t = np.asarray(x, dtype=int)
    return np.where(t <= len(path), path[np.minimum(t, len(path)) - 1], np.nan)


def _curve(way):
    return lambda s, x: _at(_regret(s.source, way, None if way in WAYS else s.speed), x)


forecasters = Experiment(
    "forecasters",
    "Regret stops growing once the best expert stands out",
    "How far behind the best expert is one who listens to all of them?",
    parameters=(
        log_integer("t", "t", "days so far", 1, 2908, 2908, steps=101),
        Choice("source", "data", SOURCES, "both"),
        SPEED,
    ),
    y=Axis("loss beyond the best expert's so far", 0.3, 1000, log=True),
    series=(
        Series("uniform", "uniform", "a rule drawn evenly each day, exact", _curve("uniform"), "baseline"),
        Series("bound", "bound", "ηt/8 + ln K/η: bound for Hedge  (Hoeffding)", _curve("bound"), "sharp"),
        Series("exact", "Hedge", "Hedge, expected regret, exact", _curve("hedge"), "exact"),
        Series("leader", "leader", "follow the leader, exact", _curve("leader"), "exact", "attack"),
    ),
    points=161,
)
