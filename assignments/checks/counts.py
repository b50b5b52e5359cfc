"""Data sets as counts of records by value, their neighbors, and counts with noise."""

from __future__ import annotations

import functools

import numpy as np
from dplearn.privacy import Relation
from scipy import stats


def near(counts, relation: Relation, rng=None, most: int = 0) -> list[tuple]:
    """All neighbors (not the empty data set); or `most` of them, drawn."""
    size, there = range(len(counts)), [i for i, count in enumerate(counts) if count]
    if relation is Relation.REPLACE_ONE:
        steps = [{i: -1, j: 1} for i in there for j in size if j != i]
    else:
        steps = [{i: 1} for i in size] + [{i: -1} for i in there if sum(counts) > 1]
    if most:
        steps = [steps[i] for i in rng.permutation(len(steps))[:most]]
    return [tuple(count + step.get(i, 0) for i, count in enumerate(counts)) for step in steps]


def neighbors(keys, relation: Relation) -> np.ndarray:
    """All pairs of neighbors among them, both ways round, by their places."""
    step = np.array(keys)[None] - np.array(keys)[:, None]
    moved, grown = abs(step).sum(axis=2), step.sum(axis=2)
    return np.argwhere(moved == 1 if relation is Relation.ADD_REMOVE else (moved == 2) & (grown == 0))


@functools.cache  # scipy takes half a millisecond, and a panel asks for the same some hundred times
def noisy(count: int, rate: float, low: int, high: int) -> np.ndarray:
    """The law of a count with noise ∝ e^(-rate |k|), put back into low..high."""
    return np.diff(stats.dlaplace.cdf(np.arange(low, high) - float(count), rate), prepend=0.0, append=1.0)
