"""Final project, Question 1: laws on which an audit that looks at some neighbors alone is caught."""

from __future__ import annotations

import math

import numpy as np
from dplearn.privacy import Relation, all_datasets

from ..grading.question import need

WAYS = {  # to look at some pairs alone; the probabilities on x are held against e^at times those on y
    "a person joins, or what stands earlier": lambda x, y, sizes: (sum(x), x) < (sum(y), y),
    "a person leaves, or what stands later": lambda x, y, sizes: (sum(x), x) > (sum(y), y),
    "the first value moves": lambda x, y, sizes: x[0] != y[0],
    "the first value stays": lambda x, y, sizes: x[0] == y[0],
    "a smallest data set": lambda x, y, sizes: min(sum(x), sum(y)) == sizes[0],
    "a largest data set": lambda x, y, sizes: max(sum(x), sum(y)) == sizes[-1],
}


def neighbors(table: dict, relation: Relation) -> np.ndarray:
    """All pairs of neighbors in the table, both ways round, by their places in it."""
    step = np.array(list(table))[None] - np.array(list(table))[:, None]
    moved, grown = abs(step).sum(axis=2), step.sum(axis=2)
    return np.argwhere(moved == 1 if relation is Relation.ADD_REMOVE else (moved == 2) & (grown == 0))


def excess(table: dict, at: float, pairs: np.ndarray) -> np.ndarray:
    """By pair and output: the probability beyond e^at times that on the neighbor."""
    laws = np.array(list(table.values()))
    return np.maximum(laws[pairs[:, 0]] - math.exp(at) * laws[pairs[:, 1]], 0)


def truth(table: dict, at: float, relation: Relation) -> float:
    """The smallest δ."""
    return float(excess(table, at, neighbors(table, relation)).sum(axis=1).max())


def drawn(relation: Relation, way, more: int, rng) -> tuple[dict, float]:
    """A table and a level where one way alone finds at most 80% of δ, a single output too, and the other relation more
    of it (more = 1) or less (-1)."""
    other = Relation.REPLACE_ONE if relation is Relation.ADD_REMOVE else Relation.ADD_REMOVE
    while True:
        values, first, at = int(rng.integers(3, 5)), int(rng.integers(1, 3)), float(rng.uniform(0.1, 1))
        common, table = rng.dirichlet([2] * 4) * (rng.integers(8) != np.arange(4)), {}  # often one output is rare
        sizes = range(first, first + 3)
        for people in (x for size in sizes for x in all_datasets(range(values), size)):
            share = 0.9 * rng.random() ** 6  # most laws are much like the common one
            law = (1 - share) * common + share * rng.dirichlet([0.5] * 4) * (rng.random(4) < 0.8)
            table[tuple(np.bincount(people, minlength=values).tolist())] = law / law.sum()
        keys, pairs = list(table), neighbors(table, relation)
        over, seen = excess(table, at, pairs), np.array([way(keys[i], keys[j], sizes) for i, j in pairs])
        delta = over.sum(axis=1)
        found = delta.max()
        if (found > 0.05 and max(delta[seen].max(), over.max()) < 0.8 * found
                and more * (truth(table, at, other) - found) > 0.05 * found):
            return table, at


def audits(ask, case):
    """The student's audit, of laws that are the grader's own."""
    rng = case.rng("audit")
    for place, way in enumerate(WAYS.values()):
        table, at = drawn(case.RELATION, way, (-1) ** place, rng)
        true, said = truth(table, at, case.RELATION), float(ask("smallest_delta", table, at))
        need(math.isclose(said, true, rel_tol=1e-6, abs_tol=1e-9),
             f"smallest_delta is {said:.5g} on a table of {len(table)} data sets with at = {at:.3g}: too "
             f"{'small: some pair of neighbors needs more' if said < true else 'large'}")
    yield
