"""Lecture 5, the hunt without privacy: multiplicative weights against the worst query, on the 24 hours of a day.

`hunt_error`: the worst error after T steps beside its bounds, and what is left of them where one side alone is asked.

A record is an hour of the day; a query asks for the share of records in a set of hours.  Errors are absolute, so on
both sides, whether or not the hunt is allowed to see both.
"""

from functools import cache

import numpy as np

from ... import data, query_release as qr

HOURS = 24


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
