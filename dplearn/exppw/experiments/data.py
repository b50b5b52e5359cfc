"""Lecture 7 on real data: the walk on eight tasks of one number, `exppw_intervals`.

A fixed shuffle splits each task in two halves: sample and new points.  Points with the same x are walked in the order
of random keys; a new point's own key falls between those of the sample at its place, each gap with
the same chance, so its error is exact over that key and the coins.  T follows a public rule: the best one of
`CLAMPS` for the leave-one-out bound at this n, ε and k.

Its rival publishes m intervals by the exponential mechanism.  Their ends are values that occur (taken as public), or,
where these are more than `CELLS`, the ends of so many equal parts of their range.
"""

from functools import cache, lru_cache

import numpy as np

from ... import exppw
from ...data import load_interval_task
from ...experiment import Axis, Choice, Experiment, Series, integer, log_scale
from .errors import errs

SPLIT, KEYS = 11, 12                                    # seeds of the split and of the keys
CLAMPS = np.unique(np.geomspace(1, 3000, 61).round().astype(int))
MOST_INTERVALS, CELLS = 8, 512

TASKS = {
    "never_married_by_age": "never married, by age", "forty_hours_by_age": "40 hours a week or more, by age",
    "income_by_age_if_married": "high income, married, by age", "one_carat_by_price": "diamond of a carat, by price",
    "good_cut_by_depth": "good diamond cut, by depth", "rush_hour_by_hour": "rush hour of bikes, by hour",
    "busy_by_hour_of_week": "busy bike hour of the week", "first_team_wins_by_elo": "NFL win, by Elo difference",
}


@cache
def halves(task: str):
    """(ranks, labels) of the sample and of the new points; ranks 0..N-1."""
    data = load_interval_task(task)
    order = np.random.default_rng(SPLIT).permutation(data.n)
    parts = np.split(order, [data.n // 2])
    return tuple((data.ranks[part] - 1, data.y[part]) for part in parts)


@cache
def counts(task: str):
    """Numbers of zeros and ones at each rank, (2, N), for the sample and for the new points."""
    size = load_interval_task(task).domain_size
    return tuple(np.bincount(2 * ranks + y, minlength=2 * size).reshape(size, 2).T for ranks, y in halves(task))


@lru_cache
def margins(task: str):
    """For each T of `CLAMPS`, weights of v (2y - 1) = -T..T at the new points; they sum to 1.

    All that errors need, whatever ε; 0.1 to 0.5 s a task, once.
    """
    (ranks, y), (seen, new) = halves(task)[0], counts(task)
    at_place = seen.sum(axis=0)
    # A new point at a place with c examples stands behind 0..c of them, and behind all at earlier places.
    place = np.repeat(np.arange(len(at_place)), at_place + 1)
    behind = np.arange(len(place)) - place                               # how many examples it stands behind
    share = new[:, place] / (at_place[place] + 1)
    labels = y[np.lexsort((np.random.default_rng(KEYS).random(len(y)), ranks))]
    table = {}
    for clamp in CLAMPS.tolist():
        slots = exppw.projected_walk(labels, clamp)[behind]
        weights = sum(np.bincount(clamp + sign * slots, some, 2 * clamp + 1) for sign, some in zip((-1, 1), share))
        table[clamp] = weights / weights.sum()
    return table


def chosen_clamps(task: str, epsilon, intervals: int) -> list[int]:
    """The public rule for T at each ε."""
    n = len(halves(task)[0][1])
    bound = exppw.population_error_bound_sharp.curve
    return [int(CLAMPS[bound(0.0, 2 * intervals, CLAMPS, e, n).argmin()]) for e in epsilon]


def walk_error(s, epsilon):
    """Expected error of the walk on the new points."""
    return [errs(margins(s.task)[T], e) for T, e in zip(chosen_clamps(s.task, epsilon, s.intervals), epsilon)]


@cache
def best_error(task: str, intervals: int) -> float:
    """Error on the new points of the best union of so many intervals on the sample."""
    sample, (asked, truth) = halves(task)
    ends = exppw.best_intervals(*sample, 2 * intervals)[1]
    return float((np.searchsorted(ends, asked, side="right") % 2 != truth).mean())


@cache
def _cells(task: str):
    """Numbers of zeros and ones as in `counts`, at the places where published intervals may end."""
    values = np.unique(load_interval_task(task).x)
    part = (values - values[0]) / np.ptp(values) * CELLS if len(values) > CELLS else np.arange(len(values))
    return [np.add.reduceat(c, np.unique(part.astype(int), return_index=True)[1], axis=1) for c in counts(task)]


@lru_cache(maxsize=4096)
def published_error(task: str, intervals: int, epsilon: float) -> float:
    """Expected error on the new points of m intervals published by the exponential mechanism."""
    (zeros, ones), (new_zeros, new_ones) = _cells(task)
    says = exppw.published_chances(ones, zeros, 2 * intervals, epsilon=epsilon)
    return float((new_zeros @ says + new_ones @ (1 - says)) / (new_zeros + new_ones).sum())


exppw_intervals = Experiment(
    "exppw_intervals",
    "Real data: one answer by the walk, or intervals published for all",
    "How often do the walk and published intervals err on new points of a real task, as ε grows?",
    parameters=(
        log_scale("epsilon", "ε", "privacy of one answer, or of the intervals", 0.01, 10, 0.5, steps=91),
        integer("intervals", "m", "intervals: k = 2m changes", 1, MOST_INTERVALS, 2),
        Choice("task", "task", TASKS, "rush_hour_by_hour"),
    ),
    y=Axis("share of mistakes", 0.0, 0.6),
    series=(
        Series("walk", "the walk", "the walk on the other half, exact over coins and its keys", walk_error, "exact"),
        Series("published", "m published", "m published intervals (exponential mechanism), other half",
               lambda s, e: [published_error(s.task, s.intervals, v) for v in e.tolist()], "exact", "private"),
        Series("best", "m intervals", "best m intervals of the sample, other half, no privacy",
               lambda s, e: best_error(s.task, s.intervals), "exact", "truth"),
    ),
    points=33,
)
