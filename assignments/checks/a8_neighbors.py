"""Final project: pairs of neighbors from all that the questions allow, and whether laws keep their promise on them.

Small data with all neighbors, lopsided large ones, any of the stated range, and ways from data of one kind to data of
another, a person at a time: a mechanism that is bold on some kind of data alone must change somewhere on the way.  All
but the small ones are drawn anew for each answer.
"""

from __future__ import annotations

import itertools

import numpy as np
from dplearn.privacy import Relation, all_datasets, hockey_stick

from ..grading import checking
from ..grading.question import need

LEAST = 1e-290  # smaller probabilities count as this: quotients of floats near 1e-320 are far off


def near(counts, relation: Relation, group: int = 1):
    """All data after at most so many people, all alike, went from one value to another, joined or left; not the empty
    data set."""
    for i, j in itertools.product(range(len(counts)), (None, *range(len(counts)))):
        moved, some = list(counts), min(group, counts[i])
        if relation is Relation.REPLACE_ONE and j not in (None, i) and some:
            moved[i], moved[j] = moved[i] - some, moved[j] + some
            yield tuple(moved)
        elif relation is Relation.ADD_REMOVE and j is None:
            moved[i] += group
            yield tuple(moved)
            if some := min(some, sum(counts) - 1):
                moved[i] -= group + some
                yield tuple(moved)


def small(relation: Relation, n: int, values: int, group: int = 1) -> list:
    """All pairs of neighbors of which one has n records, as counts."""
    replace = relation is Relation.REPLACE_ONE
    sizes = (n,) if replace else range(max(1, n - group), n + group + 1)
    some = np.array([np.bincount(x, minlength=values) for k in sizes for x in all_datasets(range(values), k)])
    off, sums = abs(some[:, None] - some).sum(axis=2), some.sum(axis=1)
    found = np.argwhere((off > 0) & (off <= group * (1 + replace)) & (sums[:, None] == n))
    return [(tuple(some[i].tolist()), tuple(some[j].tolist())) for i, j in found if i < j or sums[j] != n]


def large(relation: Relation, values: int, rng, group: int = 1) -> list:
    """Neighbors of up to 3,000 people: all at one place, at two, everywhere, drawn."""
    many, ends = int(rng.integers(300, 600)), (0, values - 1, int(rng.integers(values)))
    some = [{x: 3000} for x in ends] + [{0: many, 1: many}]
    some += [dict(zip(rng.permutation(values).tolist(), (a * many, many))) for a in (1, 2, 4)]
    some = [tuple(one.get(x, 0) for x in range(values)) for one in some]
    some += [(many // 8,) * values, *(tuple(rng.integers(0, high, values).tolist()) for high in (4, 60))]
    return [(c, d) for c in some if sum(c) for d in drawn(list(near(c, relation, group)), 40, rng)]


def drawn(some: list, most: int, rng) -> list:
    """So many of them at most."""
    return [some[i] for i in rng.permutation(len(some))[:most]]


def anywhere(relation: Relation, values: tuple[int, int], rng, group: int = 1):
    """Six neighbors of up to 3,000 people (even in the logarithm) at some of the values, most of them at few."""
    k = int(rng.integers(values[0], values[1] + 1))
    share = rng.dirichlet([1] * k) ** rng.integers(4) * (rng.permutation(k) < rng.integers(1, k + 1))
    counts = tuple(rng.multinomial(round(3000 ** rng.random()), share / share.sum()).tolist())
    return [(counts, other) for other in drawn(list(near(counts, relation, group)), 6, rng)]


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
    kinds: dict[tuple, list] = {}
    for a, b, budget in pairs:
        kinds.setdefault((len(a), budget), []).append((a, b))
    worst, relation = {}, case.RELATION.value + (f", {group} people," if group > 1 else "")
    for (values, budget), some in kinds.items():
        names, shape = sorted({c for pair in some for c in pair}), case.losses(task, [1] * values).shape
        place = {c: i for i, c in enumerate(names)}
        table = np.maximum([checking.law(laws[c, budget], shape, f"for counts {c}") for c in names], LEAST)
        rows = np.array([(place[a], place[b]) for a, b in some])
        p, q = table[rows[:, 0]], table[rows[:, 1]]
        epsilon, delta = (*budget, 0.0)[:2]
        if delta:
            true = np.maximum(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
            k = int(true.argmax())
            need(true[k] <= delta + checking.TOLERANCE,
                 f"claims (ε, δ) = ({epsilon:.4g}, {delta:.4g}), leaks: δ is {true[k]:.4g} between the {relation} "
                 f"neighbors {some[k][0]} and {some[k][1]}")
        else:
            checking.private(table, rows, names, epsilon, relation)
        worst[values, budget] = float(abs(np.log(p / q)).max()) / epsilon
    return worst
