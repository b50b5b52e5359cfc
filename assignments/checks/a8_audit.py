"""Final project, Question 1: laws of the grader's own, on which the student's audit is tried."""

from __future__ import annotations

import numpy as np
from dplearn.privacy import Relation, all_datasets, hockey_stick

from ..grading import checking
from ..grading.question import need
from .counts import near, neighbors


def drawn_laws(many: int, rng, zeros: bool) -> np.ndarray:
    """Of four outputs, half of each law common to all; one output is rare, and some chances are 0 if so wanted."""
    common = rng.dirichlet([2] * 4) * (rng.integers(4) != np.arange(4))
    laws = (common + rng.dirichlet([0.5] * 4, many)) * (rng.random((many, 4)) < (0.9 if zeros else 1))
    return laws / laws.sum(axis=1, keepdims=True)


def tables(relation: Relation, rng) -> list[tuple[dict, float]]:
    """Laws by data set, and a level.  First the ends of what is stated: two data sets alone, and 150 of five sizes,
    some without neighbors; then all of three sizes.  Which pair is the worst is drawn."""
    two = [(2, 1), near((2, 1), relation)[0]]
    kinds = [(two, 0.0), (two, 3.0), (sized(5, range(1, 6), rng)[:150], 0.0)]
    for at in [0.0, 3.0, *rng.uniform(0.1, 2, 2).tolist()] * 3:
        kinds.append((sized(int(rng.integers(3, 5)), range(1, 4), rng), at))
    return [(dict(zip(keys, drawn_laws(len(keys), rng, i > 6))), at) for i, (keys, at) in enumerate(kinds)]


def sized(values: int, sizes: range, rng) -> list[tuple]:
    """All data sets of these sizes, as counts, in any order."""
    found = [tuple(np.bincount(x, minlength=values).tolist())
             for size in sizes for x in all_datasets(range(values), size)]
    return [found[i] for i in rng.permutation(len(found))]


def smallest_delta(table: dict, at: float, relation: Relation) -> float:
    laws = np.array(list(table.values()))[neighbors(list(table), relation)]
    return float(hockey_stick(laws[:, 0], laws[:, 1], at).max())


def audits(ask, case):
    """The student's audit, of all tables."""
    for table, at in tables(case.RELATION, case.rng("audit")):
        words = f"on a table of {len(table)} data sets with at = {at:.3g}"
        true = smallest_delta(table, at, case.RELATION)
        said = checking.number(ask("smallest_delta", table, at), words)
        need(abs(said - true) <= checking.TOLERANCE,
             f"smallest_delta is {said:.7g} {words}: too "
             f"{'small: some pair of neighbors needs more' if said < true else 'large'}")
    yield
