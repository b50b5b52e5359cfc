"""Final project: pairs of neighbors from all that the questions allow, and whether laws keep their promise on them.

Small data with all neighbors, lopsided large ones, any of the stated range, and ways from data of one kind to data of
another, a person at a time: a mechanism that is bold on some kind of data alone must change somewhere on the way.  All
but the small ones are drawn anew for each answer.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np
from dplearn.privacy import Relation, all_datasets, hockey_stick

from ..grading import checking
from ..grading.question import need
from .counts import near

LEAST = 1e-290  # smaller probabilities count as this: quotients of floats near 1e-320 are far off


@functools.cache
def small(relation: Relation, n: int, values: int, group: int = 1) -> list:
    """All pairs of neighbors of which one has n records, as counts."""
    replace = relation is Relation.REPLACE_ONE
    some = [tuple(np.bincount(x, minlength=values).tolist())
            for size in ((n,) if replace else range(max(1, n - group), n + group + 1))
            for x in all_datasets(range(values), size)]
    return [(x, y) for x, y in itertools.combinations(some, 2)
            if n in (sum(x), sum(y)) and sum(abs(a - b) for a, b in zip(x, y)) <= group * (1 + replace)]


def large(relation: Relation, values: int, rng, group: int = 1) -> list:
    """Neighbors of up to 3,000 people: all at one place, at two, everywhere, drawn."""
    many, (one, *two), some = int(rng.integers(300, 600)), rng.permutation(values)[:3], np.zeros((10, values), int)
    some[[0, 1, 2], [0, values - 1, one]] = 3000
    some[3, :2] = many
    for i, times in enumerate((1, 2, 4), 4):
        some[i, two] = times * many, many
    some[7:] = np.full(values, many // 8), rng.integers(0, 4, values), rng.integers(0, 60, values)
    return [(c, d) for c in map(tuple, some.tolist()) if sum(c) for d in near(c, relation, group, rng, 40)]


def anywhere(relation: Relation, values: tuple[int, int], rng, group: int = 1):
    """Six neighbors of up to 3,000 people (even in the logarithm) at some of the values, most of them at few."""
    k = int(rng.integers(values[0], values[1] + 1))
    share = rng.dirichlet([1] * k) ** rng.integers(4) * (rng.permutation(k) < rng.integers(1, k + 1))
    counts = tuple(rng.multinomial(round(3000 ** rng.random()), share / share.sum()).tolist())
    return [(counts, other) for other in near(counts, relation, group, rng, 6)]


def way(counts, relation: Relation, rng, group: int = 1) -> list:
    """Pairs of neighbors on the way to all people at one place: one after the other goes there, or leaves."""
    most = int(np.argmax(counts))
    now, path = list(counts), [tuple(counts)]
    for x in rng.permutation(np.repeat(np.arange(len(counts)), counts)).tolist():
        if x != most:
            now[x] -= 1
            now[most] += relation is Relation.REPLACE_ONE
            path.append(tuple(now))
    return [*zip(path, path[1:]), *(zip(path, path[group:]) if group > 1 else ())]


def audited(ask, case, task: str, name: str, pairs: list, group: int = 1) -> dict[tuple, float]:
    """Raise unless the laws of the function `name` keep each (counts, neighbor, budget), budgets (ε,) or (ε, δ);
    the largest loss, divided by ε, for each number of values and budget."""
    asked = sorted({(c, budget) for *both, budget in pairs for c in both})
    laws = dict(zip(asked, ask.each(name, [(list(c), *budget) for c, budget in asked])))
    worst, relation = {}, case.RELATION.value + (f" (at most {group} people)" if group > 1 else "")
    for key in dict.fromkeys((len(a), budget) for a, _, budget in pairs):
        values, budget = key
        some = [(a, b) for a, b, to in pairs if (len(a), to) == key]
        names, shape = sorted(set(itertools.chain(*some))), case.losses(task, [1] * values).shape
        place = {c: i for i, c in enumerate(names)}
        table = np.maximum([checking.law(laws[c, budget], shape, f"for counts {c}") for c in names], LEAST)
        rows = np.array([(place[a], place[b]) for a, b in some])
        p, q = table[rows.T]
        epsilon, delta = (*budget, 0.0)[:2]
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
