"""Final project: pairs of neighbors from all that the questions allow, and whether laws keep their promise on them.

Small data with all neighbors, lopsided large ones, and any of the stated range; all but the small ones are drawn anew
for each answer.
"""

from __future__ import annotations

import itertools

import numpy as np
from dplearn.privacy import Relation, all_datasets, hockey_stick

from ..grading import checking
from ..grading.question import need
from .counts import near

LEAST = 1e-290  # smaller probabilities count as this: quotients of floats near 1e-320 are far off


def small(relation: Relation, n: int, values: int) -> list:
    """All pairs of neighbors of which one has n records, as counts."""
    data = [tuple(np.bincount(x, minlength=values).tolist()) for x in all_datasets(range(values), n)]
    return [(x, y) for x in data for y in near(x, relation) if sum(x) != sum(y) or x < y]


def large(relation: Relation, values: int, rng) -> list:
    """Neighbors of up to 3,000 people: all at one place, at two, everywhere, drawn."""
    many, (one, *two), some = int(rng.integers(300, 600)), rng.permutation(values)[:3], np.zeros((10, values), int)
    some[[0, 1, 2], [0, values - 1, one]] = 3000
    some[3, :2] = 1500
    for i, times in enumerate((1, 2, 4), 4):
        some[i, two] = times * many, many
    some[7:] = np.full(values, many // 8), rng.integers(0, 4, values), rng.integers(0, 60, values)
    return [(c, d) for c in map(tuple, some.tolist()) if sum(c) for d in near(c, relation, rng, 40)]


def anywhere(relation: Relation, rng) -> list:
    """Six neighbors of up to 3,000 people (even in the logarithm) at some of 5 to 12 values, most of them at few."""
    k = int(rng.integers(5, 13))
    share = rng.dirichlet([1] * k) ** rng.integers(4) * (rng.permutation(k) < rng.integers(1, k + 1))
    counts = tuple(rng.multinomial(round(3000 ** rng.random()), share / share.sum()).tolist())
    return [(counts, other) for other in near(counts, relation, rng, 6)]


def audited(ask, case, pairs: list) -> dict[tuple, float]:
    """Raise unless the student's laws keep each (counts, neighbor, budget), a budget (ε, δ);
    the largest loss, divided by ε, for each number of values and budget."""
    asked = sorted({(c, budget) for *both, budget in pairs for c in both})
    laws = dict(zip(asked, ask.each("mechanism_law", [(list(c), *budget) for c, budget in asked])))
    worst, relation = {}, case.RELATION.value
    for key in dict.fromkeys((len(a), budget) for a, _, budget in pairs):
        values, budget = key
        some = [(a, b) for a, b, to in pairs if (len(a), to) == key]
        names, shape = sorted(set(itertools.chain(*some))), case.losses(case.TASK, [1] * values).shape
        place = {c: i for i, c in enumerate(names)}
        table = np.maximum([checking.law(laws[c, budget], shape, f"for counts {c}") for c in names], LEAST)
        rows = np.array([(place[a], place[b]) for a, b in some])
        p, q = table[rows.T]
        epsilon, delta = budget
        if delta:
            true = np.maximum(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
            k = int(true.argmax())
            need(true[k] <= delta + checking.TOLERANCE,
                 f"claims (ε, δ) = ({epsilon:.4g}, {delta:.4g}), leaks: δ is {true[k]:.4g} between the {relation} "
                 f"neighbors {some[k][0]} and {some[k][1]}")
        else:
            checking.private(table, rows, names, epsilon, relation)
        worst[key] = float(abs(np.log(p / q)).max()) / epsilon
    return worst
