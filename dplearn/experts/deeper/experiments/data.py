"""Lecture 3 on real data: forecasters, a stock market.

* `forecasters`: Hedge over rules that forecast the weather;
* `stocks`: money on the experts, so that the gain is log-wealth: exponentiated gradient and its comparators.

The losses are fixed by history, so every curve is exact, by one pass over the matrix.  The learning rate of the first
is a multiple (`speed`) of Hoeffding's, which needs the number of rounds alone.  No edge is claimed: the stocks were
chosen in hindsight, and nobody pays for trading.
"""

from functools import cache, lru_cache

import numpy as np

from .... import data, experts
from ....experiment import Axis, Choice, Experiment, Series, integer, log_integer, log_scale
from ... import deeper
from ...experiments.race import WAYS
from ...experiments.race import best_rate

SPEED = log_scale("speed", "c", "rate η over √(8 ln K/T)", 0.01, 100, 1, steps=81)
SOURCES = {"both": "Seattle, then New York: to t = 2,908", "Seattle": "weather, Seattle: to t = 1,454",
           "New York": "weather, New York: to t = 1,454"}


def losses_of(name: str) -> np.ndarray:
    """The losses (T, K) of the experts called so."""
    return data.weather_rules(name).losses


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
MARKETS = {"all": "all 36 stocks", "iroqu_kinar": "iroqu and kinar", "comme_kinar": "comme and kinar",
           "comme_meico": "comme and meico", "ibm_coke": "ibm and coke"}
ETA = log_scale("eta", "η", "learning rate of EG", 0.01, 10, 0.1, steps=31)


@cache
def market(name: str) -> np.ndarray:
    """Price relatives (5651, K) of the market called so."""
    stocks = data.load_nyse()
    return stocks.relatives if name == "all" else stocks.of(*name.split("_"))


@cache
def _wealth_of() -> dict[tuple[str, str | float], np.ndarray]:
    """Wealth (T,) of every way in every market, of EG at every slider position: 1 s, once, and then no setting has to
    wait.
    """
    found = {}
    for name in MARKETS:
        x, K = market(name), market(name).shape[1]
        shares = {"hold": deeper.buy_and_hold(x), "even": np.full(K, 1 / K),
                  "stock": np.eye(K)[x.prod(axis=0).argmax()], "mix": deeper.best_constant_rebalanced(x)}
        shares |= zip(ETA.values, deeper.exponentiated_gradient(x, eta=ETA.values))
        found |= {(name, way): deeper.wealth(x, held) for way, held in shares.items()}
    return found


def _wealth(way: str):
    return lambda s, x: _at(_wealth_of()[s.market, way], x)


def _gradient(s, x):
    """EG(η); a rate between two slider positions is computed when asked for (35 ms)."""
    if s.eta in ETA.values:
        return _wealth(s.eta)(s, x)
    relatives = market(s.market)
    return _at(deeper.wealth(relatives, deeper.exponentiated_gradient(relatives, eta=s.eta)), x)


stocks = Experiment(
    "stocks",
    "Wealth: the best mix, and what can be had without knowing it",
    "What does 1 grow to, for those who knew the best stock or the best mix, and for those who did not?",
    parameters=(
        integer("day", "t", "trading days so far", 1, 5651, 5651, steps=226),
        Choice("market", "market", MARKETS, "comme_kinar"),
        ETA,
    ),
    y=Axis("wealth, from 1", 0.3, 300, log=True),
    series=(
        Series("mix", "best mix", "best constant rebalanced portfolio, in hindsight", _wealth("mix"), "exact", "truth"),
        Series("stock", "best stock", "best stock, in hindsight", _wealth("stock"), "exact", "truth"),
        Series("even", "even mix", "even shares, rebalanced daily", _wealth("even"), "baseline"),
        Series("gradient", "EG", "exponentiated gradient, EG(η)", _gradient, "exact", "nonprivate"),
        Series("hold", "buy and hold", "buy and hold: Hedge on −ln x at η = 1", _wealth("hold"), "exact"),
        Series("floor", "floor", "best stock/K: below which buy and hold never falls",
               lambda s, x: _wealth("stock")(s, x) / market(s.market).shape[1], "sharp"),
    ),
    points=201,
)
