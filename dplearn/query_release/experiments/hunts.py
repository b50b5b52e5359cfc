"""Lecture 5, the hunt without privacy: multiplicative weights against the worst query, on the 24 hours of a day.

A record is an hour of the day; a query asks for the share of records in a set of hours.  Errors are absolute, so on
both sides, whether or not the hunt is allowed to see both.
"""

from functools import cache

import numpy as np

from ... import data, query_release as qr
from ..multiplicative import gibbs

HOURS = 24


@cache
def day(world: str) -> np.ndarray:
    """p*, the share of records in each hour, shape (24,): "bikes", or all in "one" hour."""
    if world == "one":
        return np.eye(HOURS)[8]
    task = data.load_interval_task("rush_hour_by_hour")
    weights = np.bincount(task.x[task.y].astype(int), minlength=HOURS)
    return weights / weights.sum()


@cache
def hunted() -> qr.Workload:
    """Is a record in hours a to b, for all a and b, as 0/1 queries; and their negations."""
    hour = np.arange(HOURS)
    return qr.with_negations(
        qr.DenseQueries([(a <= hour) & (hour <= b) for a in hour for b in hour[a:] if b - a < HOURS - 1]))


def of_all_sets(histogram, eta: float, T: int) -> np.ndarray:
    """The hunt where every set of cells is a query: by how much the worst answer of p^1..p^T is off, shape (T,).

    None is tried: the worst set is that of all cells where p^t > p*, with the set of all others, as far off below.
    """
    losses, errors = np.zeros(len(histogram)), []
    for _ in range(T):
        off = gibbs(losses, eta) - histogram
        errors.append(off.clip(0).sum())
        losses += off > 0
    return np.array(errors)
