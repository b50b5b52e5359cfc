"""Lecture 5, the hunt without privacy: multiplicative weights against the worst query, on the 24 hours of a day.

* `hunt`: p* beside p^t and the average of p^1..p^t, and the cells that lose weight, step by step;
* `hunt_error`: the worst error after T steps beside its bounds, and what is left of them where one side alone is asked.

A record is an hour of the day; a query asks for the share of records in a set of hours.  Errors are absolute, so on both
sides, whether or not the hunt is allowed to see both.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

import numpy as np

from ... import data, query_release
from ...experts import learning_rate
from ...experiment import Axis, Choice, Experiment, Parameter, Series

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
def sets(name: str) -> query_release.Workload:
    """The sets of hours that are asked, as 0/1 queries."""
    hour = np.arange(HOURS)
    if name == "intervals":
        return query_release.DenseQueries([(a <= hour) & (hour <= b) for a in hour for b in hour[a:] if b - a < HOURS - 1])
    return query_release.DenseQueries([hour < a for a in hour[1:]])


@cache
def hunted(name: str) -> query_release.Workload:
    """The queries that the hunt looks at."""
    return sets(name) if name == "one-sided" else query_release.with_negations(sets(name))


def divergence(p: np.ndarray) -> float:
    """KL(p || uniform) = ln|X| - entropy."""
    return float(np.log(len(p)) + p @ np.log(np.where(p > 0, p, 1)))


# ---- hunt ------------------------------------------------------------------------------------------

STEPS = 100
STRIP = 0.24  # height of the dots


@lru_cache(maxsize=16)
def _run(world: str, queries: str, speed: float) -> query_release.Hunt:
    eta = speed * learning_rate(STEPS, HOURS, rule="hoeffding")
    return query_release.multiplicative_weights(day(world), hunted(queries), STEPS, eta=eta, keep=True)


def _at(values):
    """A curve over hours made from the run's p^1..p^t, shape (t, 24)."""
    def curve(s, hour):
        path = _run(s.data, s.queries, s.speed).trajectory[: s.t]
        return np.broadcast_to(values(s, path), HOURS)[hour.astype(int)]
    return curve


def _losers(s, path):
    """The height of the strip where q^t is largest, so that e^(-η q^t) takes weight away; NaN elsewhere."""
    query = hunted(s.queries).query(int(_run(s.data, s.queries, s.speed).chosen[s.t - 1]))
    return np.where(query == query.max(), STRIP, np.nan)


hunt = Experiment(
    name="hunt",
    title="Each step takes weight from the hours where the worst query is largest",
    question="24 hours, one query a step: how does pᵗ find p*?",
    parameters=(
        Parameter("t", "t", "step", 1, STEPS, 8, integer=True),
        Parameter("speed", "η/η*", "rate over √(8 ln 24/100)", 0.1, 10, 1, log=True, steps=41),
        DATA, QUERIES,
        Parameter("hour", "x", "hour of the day", 0, HOURS - 1, 8, integer=True),
    ),
    x="hour",
    y=Axis("share of records in the hour", 0, 0.25),
    series=(
        Series("losers", "qᵗ", "dots at 0.24: hours that lose weight (qᵗ is largest there)",
               _at(_losers), kind="exact", role="attack", mark="points"),
        Series("truth", "p*", "p*: the records",
               lambda s, x: day(s.data)[x.astype(int)], kind="exact", role="truth", mark="step"),
        Series("now", "pᵗ", "pᵗ, before the step", _at(lambda s, path: path[-1]), kind="exact", role="nonprivate", mark="step"),
        Series("average", "average", "p̂: average of p¹..pᵗ", _at(lambda s, path: path.mean(axis=0)), kind="exact", mark="step"),
        Series("error", "worst error", "worst error of p̂, over all queries",
               _at(lambda s, path: query_release.max_error(sets(s.queries), day(s.data), path.mean(axis=0))), kind="baseline"),
    ),
    points=HOURS,
)


# ---- hunt_error ------------------------------------------------------------------------------------

LONGEST, PLACES = 316, 11  # four places in ten-fold steps


def _rate(T):
    return learning_rate(T, HOURS, rule="hoeffding")


@cache
def _errors() -> dict[tuple, np.ndarray]:
    """For all worlds and queries the errors of the average of p^1..p^T and of p^(T+1), shape (2, places): once, half a second."""
    found = {}
    for world, queries in product(WORLDS, SETS):
        runs = [query_release.multiplicative_weights(day(world), hunted(queries), T, eta=_rate(T))
                for T in hunt_error.simulated_x]
        histograms = np.array([[run.histogram for run in runs], [run.last for run in runs]])
        found[world, queries] = query_release.max_error(sets(queries), day(world), histograms)
    return found


def _error(which):
    return lambda s, T: _errors()[s.data, s.queries][which, np.searchsorted(hunt_error.simulated_x, T)]


def kl_bound(s, T):
    """The sharpened proof before KL is bounded by ln|X|, at the η of the hunt."""
    return query_release.approximation_bound_sharp(HOURS, T, eta=_rate(T), kl=divergence(day(s.data)))


hunt_error = Experiment(
    name="hunt_error",
    title="Hunting both sides, the average of T steps errs less than 1/√T allows",
    question="T steps at η = √(8 ln|X|/T): how well does their average answer the worst query?",
    parameters=(Parameter("T", "T", "steps", 1, LONGEST, 100, log=True, integer=True, steps=PLACES), DATA, QUERIES),
    x="T",
    y=Axis("worst error over all queries", 0.003, 5, log=True),
    series=(
        Series("printed", "printed", "2√(ln|X|/T)  (U17)", lambda s, T: query_release.approximation_bound(HOURS, T)),
        Series("sharp", "Hoeffding", "√(ln|X|/(2T))  (Hoeffding's lemma)",
               lambda s, T: query_release.approximation_bound_sharp(HOURS, T), kind="sharp"),
        Series("kl", "KL", "KL(p*‖uniform)/(ηT) + η/8  (what the proof needs)", kl_bound, kind="sharp", role="truth"),
        Series("average", "average", "average of p¹..pᵀ, exact", _error(0), kind="exact"),
        Series("last", "last", "pᵀ⁺¹ alone, exact", _error(1), kind="exact", role="nonprivate"),
    ),
    points=PLACES,
)
