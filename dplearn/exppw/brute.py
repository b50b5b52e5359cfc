"""Brute force for the walk: step by step, all data sets, all counts of points.

Oracles share nothing with what they judge.  `step` is the one place where they clamp.  Nothing here is random or
private.
"""

from __future__ import annotations

import itertools

import numpy as np
from scipy.special import expit as sigma


def step(v, y, T: int):
    """Up for a label 1, down for a 0, held in [-T, T]."""
    return np.clip(v + 2 * np.asarray(y, int) - 1, -T, T)


def walk(labels, T: int) -> np.ndarray:
    """v_0 .. v_n step by step, along the last axis; rows walk side by side."""
    labels = np.asarray(labels, int)
    v = [np.zeros(labels.shape[:-1], int)]
    for y in np.moveaxis(labels, -1, 0):
        v.append(step(v[-1], y, T))
    return np.stack(v, axis=-1)


def wrong(v, chance, epsilon: float):
    """How often an answer from v errs where a label is 1 with this chance."""
    return chance * sigma(-epsilon * v / 2) + (1 - chance) * sigma(epsilon * v / 2)


def end(x, y, query, T: int, *, literal: bool = False) -> int:
    """Where the walk stands at a query: ties in data order; Figure 1 to the letter takes one example more, where there
    is one.
    """
    order = sorted(range(len(x)), key=lambda i: x[i])
    taken = sum(value <= query for value in x) + literal
    return int(walk([y[i] for i in order[:taken]], T)[-1])


def ends(n: int, points: int, T: int, rule=end) -> np.ndarray:
    """The walk's end on every data set of n examples with x in 1..points: shape (2 points,)*n + (points,) for the
    queries.
    """
    records = [(x, y) for x in range(1, points + 1) for y in (0, 1)]
    table = [[rule([r[0] for r in data], [r[1] for r in data], q, T) for q in range(1, points + 1)]
             for data in itertools.product(records, repeat=n)]
    return np.array(table).reshape((len(records),) * n + (points,))


def moved(v, less=None, of=np.asarray):
    """How far `of` the end goes when one of the first axes' examples is replaced, or leaves: then `less` are the ends
    without one."""
    v = of(v)
    other = [None] * (v.ndim - 1) if less is None else [np.expand_dims(of(less), i) for i in range(v.ndim - 1)]
    return max(np.ptp(v, axis=i).max() if w is None else np.abs(v - w).max() for i, w in enumerate(other))


def loss(v, rate: float, less=None) -> float:
    """The largest privacy loss of a label with Pr[1] = σ(rate v) between such neighbors."""
    return float(max(moved(v, less, lambda end: np.logaddexp(0, sign * rate * end)) for sign in (1, -1)))


def labelings(n: int) -> np.ndarray:
    """All 2^n sequences of n labels."""
    return np.array(list(itertools.product((0, 1), repeat=n))).reshape(2**n, n)


def functions(n: int, k: int) -> np.ndarray:
    """All 0/1 functions on n places that say 0 first and change at most k times."""
    rows = labelings(n)
    return rows[(np.diff(rows, axis=1, prepend=0) != 0).sum(axis=1) <= k]


def least_mistakes(labels: np.ndarray, k: int) -> np.ndarray:
    """The fewest mistakes on each row of labels of a function with at most k changes."""
    return (labels[..., None, :] != functions(labels.shape[-1], k)).sum(axis=-1).min(axis=-1)
