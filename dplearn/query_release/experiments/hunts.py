"""Lecture 5, the hunt without privacy: multiplicative weights against the worst query, on the 24 hours of a day.

A record is an hour of the day; a query asks for the share of records in a set of hours.  Errors are absolute, so on
both sides, whether or not the hunt is allowed to see both.
"""

from functools import cache

import numpy as np

from ... import data, query_release as qr

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
