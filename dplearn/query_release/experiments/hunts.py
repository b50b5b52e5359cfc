"""Lecture 5, the hunt without privacy: multiplicative weights against the worst query, on the 24 hours of a day.

* `hunt`: p* beside p^t and the average of p^1..p^t, and the cells that lose weight, step by step;
* `hunt_error`: the worst error after T steps beside its bounds, and what is left of them where one side alone is asked.

A record is an hour of the day; a query asks for the share of records in a set of hours.  Errors are absolute, so on
both sides, whether or not the hunt is allowed to see both.
"""

from functools import cache, lru_cache
from itertools import islice

import numpy as np

from ... import data, query_release as qr
from ...experiment import Axis, Choice, Experiment, Series, integer, log_integer, log_scale
from ...experts import learning_rate

HOURS = 24
WORLDS = {"bikes": "real: 2,951 busy hours of bike hire", "noon": "one peak, at noon", "one": "all records in one hour",
          "flat": "nearly even"}
SETS = {"intervals": "hours a to b, both sides", "thresholds": "before hour a, both sides",
        "one-sided": "before hour a, one side"}
DATA, QUERIES = Choice("data", "records", WORLDS, "bikes"), Choice("queries", "queries", SETS, "intervals")


@cache
def day(world: str) -> np.ndarray:
    """p*, the share of records in each hour, shape (24,)."""
    hour = np.arange(HOURS)
    if world == "bikes":
        task = data.load_interval_task("rush_hour_by_hour")
        weights = np.bincount(task.x[task.y].astype(int), minlength=HOURS)
    else:
        weights = {"noon": np.exp(-((hour - 12) ** 2) / 12.5), "one": hour == 8,
                   "flat": 1 + np.sin(2 * np.pi * hour / HOURS) / 4}[world]
    return weights / weights.sum()


@cache
def sets(name: str) -> qr.Workload:
    """The sets of hours that are asked, as 0/1 queries."""
    hour = np.arange(HOURS)
    if name == "intervals":
        return qr.DenseQueries([(a <= hour) & (hour <= b) for a in hour for b in hour[a:] if b - a < HOURS - 1])
    return qr.DenseQueries([hour < a for a in hour[1:]])


@cache
def hunted(name: str) -> qr.Workload:
    """The queries that the hunt looks at."""
    return sets(name) if name == "one-sided" else qr.with_negations(sets(name))


def divergence(p: np.ndarray) -> float:
    """KL(p || uniform) = ln|X| - entropy."""
    return float(np.log(len(p)) + p @ np.log(np.where(p > 0, p, 1)))


# ---- hunt ------------------------------------------------------------------------------------------

STEPS = 100
STRIP = 0.24  # height of the dots


@lru_cache
def _run(world: str, queries: str, speed: float) -> tuple[np.ndarray, list[int]]:
    """p^1..p^T, shape (T, 24), and the queries chosen."""
    eta = speed * learning_rate(STEPS, HOURS, rule="hoeffding")
    steps = list(islice(qr.hunt_steps(day(world), hunted(queries), eta=eta), STEPS))
    return np.array([step.p for step in steps]), [step.chosen for step in steps]


def _at(values):
    """A curve over hours made from the run's p^1..p^t, shape (t, 24)."""
    def curve(s, hour):
        path, _ = _run(s.data, s.queries, s.speed)
        return np.broadcast_to(values(s, path[: s.t]), HOURS)[hour.astype(int)]
    return curve


def _losers(s, path):
    """The height of the strip where q^t is largest, so that e^(-η q^t) takes weight away; NaN elsewhere."""
    query = hunted(s.queries).query(_run(s.data, s.queries, s.speed)[1][s.t - 1])
    return np.where(query == query.max(), STRIP, np.nan)


hunt = Experiment(
    "hunt",
    "Each step takes weight from the hours where the worst query is largest",
    "24 hours, one query a step: how does pᵗ find p*?",
    parameters=(
        integer("t", "t", "step", 1, STEPS, 8),
        log_scale("speed", "η/η*", "rate over √(8 ln 24/100)", 0.1, 10, 1, steps=41),
        DATA, QUERIES,
        integer("hour", "x", "hour of the day", 0, HOURS - 1, 8),
    ),
    x="hour",
    y=Axis("share of records in the hour", 0, 0.25),
    series=(
        Series("losers", "qᵗ", "dots at 0.24: hours that lose weight (qᵗ is largest there)",
               _at(_losers), "exact", "attack", "points"),
        Series("truth", "p*", "p*: the records", lambda s, x: day(s.data)[x.astype(int)], "exact", "truth", "step"),
        Series("now", "pᵗ", "pᵗ, before the step", _at(lambda s, path: path[-1]), "exact", "nonprivate", "step"),
        Series("average", "average", "p̂: average of p¹..pᵗ", _at(lambda s, path: path.mean(axis=0)), "exact",
               mark="step"),
        Series("error", "worst error", "worst error of p̂, over all queries",
               _at(lambda s, path: qr.max_error(sets(s.queries), day(s.data), path.mean(axis=0))), "baseline"),
    ),
    points=HOURS,
)


# ---- hunt_error ------------------------------------------------------------------------------------

LONGEST, PLACES = 316, 11  # four places in ten-fold steps


def _rate(T):
    return learning_rate(T, HOURS, rule="hoeffding")


@cache
def _errors(world: str, queries: str, T: int) -> np.ndarray:
    """The errors of the average of p^1..p^T and of p^(T+1)."""
    run = qr.multiplicative_weights(day(world), hunted(queries), T, eta=_rate(T))
    return qr.max_error(sets(queries), day(world), np.array([run.histogram, run.last]))


def _error(which):
    return lambda s, T: [_errors(s.data, s.queries, t)[which] for t in T]


hunt_error = Experiment(
    "hunt_error",
    "Hunting both sides, the average of T steps errs less than 1/√T allows",
    "T steps at η = √(8 ln|X|/T): how well does their average answer the worst query?",
    parameters=(log_integer("T", "T", "steps", 1, LONGEST, 100, steps=PLACES), DATA, QUERIES),
    y=Axis("worst error over all queries", 0.003, 5, log=True),
    series=(
        Series.of(qr.approximation_bound, "printed", "printed", label="2√(ln|X|/T)  (U17)", universe_size=HOURS),
        Series.of(qr.approximation_bound.sharp, "sharp", "Hoeffding", label="√(ln|X|/(2T))  (Hoeffding's lemma)",
                  universe_size=HOURS),
        Series("kl", "KL", "KL(p*‖uniform)/(ηT) + η/8  (what the proof needs)",
               lambda s, T: qr.approximation_bound_at.curve(HOURS, T, eta=_rate(T), kl=divergence(day(s.data))),
               "sharp", "truth"),
        Series("average", "average", "average of p¹..pᵀ, exact", _error(0), "exact"),
        Series("last", "last", "pᵀ⁺¹ alone, exact", _error(1), "exact", "nonprivate"),
    ),
    points=PLACES,
)
