"""Final project, Question 1: laws on which an audit that looks at some neighbors alone is caught."""

from __future__ import annotations

import functools
import math

import numpy as np
from dplearn.privacy import Relation, all_datasets

from ..grading import checking
from ..grading.question import need

WAYS = {  # to look at some pairs alone; the probabilities on x are held against e^at times those on y
    "a person joins, or what stands earlier": lambda x, y, sizes: (sum(x), x) < (sum(y), y),
    "a person leaves, or what stands later": lambda x, y, sizes: (sum(x), x) > (sum(y), y),
    "the first value moves": lambda x, y, sizes: x[0] != y[0],
    "the first value stays": lambda x, y, sizes: x[0] == y[0],
    "a smallest data set": lambda x, y, sizes: min(sum(x), sum(y)) == sizes[0],
    "a largest data set": lambda x, y, sizes: max(sum(x), sum(y)) == sizes[-1],
}


def neighbors(keys, relation: Relation) -> np.ndarray:
    """All pairs of neighbors among them, both ways round, by their places."""
    step = np.array(keys)[None] - np.array(keys)[:, None]
    moved, grown = abs(step).sum(axis=2), step.sum(axis=2)
    return np.argwhere(moved == 1 if relation is Relation.ADD_REMOVE else (moved == 2) & (grown == 0))


def truth(laws: np.ndarray, at: float, pairs: np.ndarray) -> tuple[np.ndarray, float]:
    """By pair the smallest δ; the largest δ of a single output."""
    over = np.maximum(laws[pairs[:, 0]] - math.exp(at) * laws[pairs[:, 1]], 0)
    return over.sum(axis=1), over.max()


@functools.cache
def grid(values: int, sizes: range) -> tuple[list, dict]:
    """All data sets of these sizes, as counts; their neighbors by relation."""
    keys = [tuple(np.bincount(x, minlength=values).tolist())
            for size in sizes for x in all_datasets(range(values), size)]
    return keys, {relation: neighbors(keys, relation) for relation in (Relation.REPLACE_ONE, Relation.ADD_REMOVE)}


@functools.cache
def looked_at(values: int, sizes: range, relation: Relation, way: str) -> np.ndarray:
    """Which pairs are seen one way."""
    keys, pairs = grid(values, sizes)
    return np.array([WAYS[way](keys[i], keys[j], sizes) for i, j in pairs[relation]])


def drawn_laws(many: int, rng) -> np.ndarray:
    """Of four outputs: most much like a common one, some outputs of probability 0, often one is rare."""
    common, share = rng.dirichlet([2] * 4) * (rng.integers(8) != np.arange(4)), 0.9 * rng.random((many, 1)) ** 6
    laws = (1 - share) * common + share * rng.dirichlet([0.5] * 4, many) * (rng.random((many, 4)) < 0.8)
    return laws / laws.sum(axis=1, keepdims=True)


def drawn(relation: Relation, way: str, more: int, rng) -> tuple[dict, float]:
    """A table and a level where one way alone finds at most 80% of δ, a single output too, and the other relation more
    of it (more = 1) or less (-1)."""
    other = Relation.REPLACE_ONE if relation is Relation.ADD_REMOVE else Relation.ADD_REMOVE
    while True:
        values, first, at = int(rng.integers(3, 5)), int(rng.integers(1, 3)), float(rng.uniform(0.1, 1))
        sizes = range(first, first + 3)
        keys, pairs = grid(values, sizes)
        laws = drawn_laws(len(keys), rng)
        delta, single = truth(laws, at, pairs[relation])
        found = delta.max()
        if (found > 0.05 and max(delta[looked_at(values, sizes, relation, way)].max(), single) < 0.8 * found
                and more * (truth(laws, at, pairs[other])[0].max() - found) > 0.05 * found):
            return dict(zip(keys, laws)), at


def ends(relation: Relation, rng):
    """The ends of what is stated: two data sets alone, at both ends of `at`; 150 data sets, some without neighbors."""
    few = [(2, 1), (1, 2) if relation is Relation.REPLACE_ONE else (3, 1)]
    for at in (0.0, 3.0):
        chances = rng.uniform((0.4, 0.005), (0.9, 0.015))
        yield dict(zip(few, np.stack([chances, 1 - chances], axis=1))), at
    keys, _ = grid(5, range(1, 6))
    yield dict(zip([keys[i] for i in rng.permutation(len(keys))[:150]], drawn_laws(150, rng))), 0.0


def audits(ask, case):
    """The student's audit, of laws that are the grader's own."""
    rng = case.rng("audit")
    tables = [drawn(case.RELATION, way, (-1) ** place, rng) for place, way in enumerate(WAYS)]
    for table, at in tables + list(ends(case.RELATION, rng)):
        laws, words = np.array(list(table.values())), f"on a table of {len(table)} data sets with at = {at:.3g}"
        true = float(truth(laws, at, neighbors(list(table), case.RELATION))[0].max())
        said = checking.number(ask("smallest_delta", table, at), words)
        need(abs(said - true) <= checking.TOLERANCE,
             f"smallest_delta is {said:.7g} {words}: too "
             f"{'small: some pair of neighbors needs more' if said < true else 'large'}")
    yield
