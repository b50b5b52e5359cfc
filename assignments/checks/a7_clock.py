"""Assignment 7, Question 3, the walk round the clock: the walk, neighbors all over the stated range, the check."""

from __future__ import annotations

import itertools
import math

import numpy as np
from dplearn.privacy import Relation

from ..grading import checking
from ..grading.question import Mistake, Question, need


def sigma(z):
    """1/(1 + e^-z)."""
    return 1 / (1 + np.exp(-z))


def height(hours, y, query: float, day: float, clamp: int, reach: float) -> int:
    """The end of the walk round the clock."""
    v = 0
    order = sorted((-((query - h) % day), i) for i, h in enumerate(hours))
    for minus, i in order:
        if -minus < reach * day:
            v = max(-clamp, min(clamp, v + 2 * int(y[i]) - 1))
    return v


def _clocks(relation: Relation):
    """All data sets of three records on a clock of four hours with their neighbors; long lopsided ones."""
    records = list(itertools.product((0.0, 1.0, 3.0), (0, 1)))
    sets = list(itertools.product(records, repeat=3))
    ones = [((1.0, 1),) * k for k in (40, 39)]
    mixed = [((0.0, 0),) * 20 + ((1.0, 1),) * k for k in (40, 39)]
    if relation is Relation.ADD_REMOVE:
        pairs = [(d, d[:i] + d[i + 1:]) for d in sets for i in range(3)] + [tuple(ones), tuple(mixed)]
    else:
        pairs = [(d, d[:i] + (r,) + d[i + 1:]) for d in sets for i in range(3) for r in records if r > d[i]]
        pairs += [(d, d[:-1] + ((h, b),)) for d in (ones[0], mixed[0]) for h, b in ((1.0, 0), (3.0, 0))]
    return pairs


def largest(relation: Relation) -> float:
    """The largest private rate by ε.  A step of the walk moves an end by 1; another record (replace-one) takes the
    ends apart by 2 at most, however long the walk; the ratio of σ(rv) and σ(r(v - 2)) comes near to e^2r."""
    return 0.5 if relation is Relation.REPLACE_ONE else 1.0


def telling(relation: Relation, clamp: int, rng) -> float:
    """An ε for which the loss at the clamp comes near to ε, and no probability there is below `SURE`."""
    return float(np.clip(rng.uniform(5, 6.7) / largest(relation) / clamp, 0.1, 2))


def _anywhere(relation: Relation, rng):
    """Pairs of neighbors from the whole stated range, its ends first: ((records, query, day, clamp, ε), the neighbor's
    records).  Crowds of one mind, or at one hour, among them; the differing record often walks last."""
    ends = [(1, 24, 1, 0.1), (300, 48, 30, 0.1), (300, 48, 1, 2.0), (300, 2, 30, 0.1), (30, 48, 30, 2.0),
            (2, 2, 1, 2.0)]
    while len(ends) < 46:
        clamp = int(rng.integers(1, 31))
        ends.append((int(rng.choice([clamp, rng.integers(1, 300)])), 2 * int(rng.integers(1, 25)), clamp,
                     float(rng.choice([rng.uniform(0.1, 2), telling(relation, clamp, rng)]))))
    for n, day, clamp, epsilon in ends:
        share = rng.choice([0.0, 0.0, 0.1, 0.5, 0.9, 1.0])
        query, anywhere = float(rng.integers(0, 4 * day)) / 4, rng.integers(0, 4 * day, n + 1) / 4
        hours = np.full(n, (query - 0.25) % day) if rng.random() < 0.5 else anywhere[1:]
        data = tuple(zip(hours.tolist(), (rng.random(n) < share).astype(int).tolist()))
        own = query if rng.random() < 0.7 else float(anywhere[0]), int(rng.random() > share)
        place = int(rng.choice([n - 1, rng.integers(n)]))
        if relation is Relation.REPLACE_ONE:
            other = data[:place] + (own,) + data[place + 1:]
        else:
            other = data + (own,) if n < 300 and rng.random() < 0.7 else data[:place] + data[place + 1:]
        yield (data, query, day, clamp, epsilon), other


def _words(data) -> str:
    """Records in few words."""
    kinds = sorted(set(data))
    return str(data) if len(data) < 5 else f"{len(data)} records" if len(kinds) > 4 else \
        " and ".join(f"{data.count(r)} × {r}" for r in kinds)


EDGES = (  # with T = 1: at the reach, of age 0, ties, over midnight on a short day, older than a smaller hour
    ([5.0], [1], 11.0, 12), ([3.0], [0], 3.0, 10), ([3.0] * 3, [1, 1, 0], 4.0, 8), ([5.0], [1], 1.0, 6),
    ([1.0, 7.0, 1.0], [1, 0, 1], 2.0, 8), ([], [], 0.0, 2), ([5.25], [1], 5.0, 6))
SURE = 1e-3  # in the audit smaller probabilities count as this: floats that are right may have lost their digits


def check_circle(ask, case):
    """A chance, private on small clocks and anywhere, the largest rate, the walk."""
    rng, relation = case.rng("circle"), case.RELATION

    def chances(some):
        """Of (records, query, day, clamp, ε) each."""
        calls = [([h for h, _ in data], [b for _, b in data], *rest) for data, *rest in some]
        p = np.array([checking.number(value, f"for {len(hours)} records, query {query}, day {day}, clamp {clamp}, "
                                             f"ε = {epsilon:.3g}") for value, (hours, _, query, day, clamp, epsilon)
                      in zip(ask.each("circle_chance", calls), calls)])
        need(((p >= 0) & (p <= 1)).all(), "a probability, from 0 to 1, is wanted")
        return p

    far = list(_anywhere(relation, rng))
    hidden = [one for one, _ in far] + [(other, *rest) for (_, *rest), other in far]
    hidden += [(tuple(zip(hours, y)), query, day, 1, round(float(rng.uniform(0.3, 2)), 2))
               for hours, y, query, day in EDGES]
    found = chances(hidden)
    yield

    useful = chances([(((1.5, 1), (2.5, 1)) * 30, 2.0, 24, 8, 1.0)])[0]
    need(useful > 0.9, "of no use: sixty ones, half an hour before the query or behind it, ε = 1, T = 8, and the "
                       f"answer 1 has probability {useful:.3g}")
    for epsilon, clamp in ((1.0, 3), (telling(relation, 30, rng), 30)):
        pairs = _clocks(relation)
        names = sorted({d for pair in pairs for d in pair}, key=lambda d: (len(d), d))
        p, place = chances([(d, 1.0, 4, clamp, epsilon) for d in names]), {d: i for i, d in enumerate(names)}
        _private(p, [(place[a], place[b]) for a, b in pairs], list(map(_words, names)), epsilon, relation)
    for i, ((data, *_, epsilon), other) in enumerate(far):
        _private(found[[i, i + len(far)]], [(0, 1)], [_words(data), _words(other)], epsilon, relation)
    yield

    proved = largest(relation)
    crowds = []  # all walk, whatever the reach, none over midnight
    for epsilon, clamp, k in ((0.1, 1, 1), (2.0, 30, 1), (0.1, 30, 30), *((e, 12, 1 + int(2 / e)) for e in
                                                                         rng.uniform(0.2, 2, 9).tolist())):
        day = 2 * int(rng.integers(1, 25))
        query, age = (float(rng.integers(low, high)) / 4 for low, high in ((day, 4 * day), (1, day + 1)))
        crowds.append((((query - age, int(rng.integers(2))),) * k, query, day, clamp, epsilon))
    rates = []
    for p, (data, *_, epsilon) in zip(chances(crowds), crowds):
        v = len(data) * (2 * data[0][1] - 1)
        near = abs(p - sigma(proved * epsilon * v)) <= checking.TOLERANCE
        rates.append(proved if near else (math.log(p / (1 - p)) if 0 < p < 1 else math.copysign(99, p - 0.5))
                     / epsilon / v)
    checking.timid(min(rates), proved, f" under {relation.value}")
    need(max(rates) <= proved, f"bolder than what can be proved for all T and n under {relation.value}: your rate is "
                               f"{max(rates) / proved:.4g} of that")
    yield
    for p, (data, query, day, clamp, epsilon) in zip(found, hidden):
        end = height([h for h, _ in data], [b for _, b in data], query, day, clamp, case.REACH)
        need(abs(p - sigma(proved * epsilon * end)) <= checking.TOLERANCE,
             f"not the walk that was asked for, REACH = {case.REACH}: {len(data)} records, query {query}, day {day}, "
             f"clamp {clamp}")
    yield


def _private(p, pairs, said, epsilon: float, relation: Relation) -> None:
    checking.private(np.maximum(np.stack([p, 1 - p], axis=1), SURE), np.array(pairs), said, epsilon, relation.value)


RATE = "rate = epsilon / 2 if RELATION is privacy.Relation.REPLACE_ONE else epsilon"

CIRCLE = Question(
    "circle", minutes=55, goals=(1, 2), check=check_circle,
    gates={"a probability": 1, "private": 2, "the largest rate": 1, "the walk": 2},
    mistakes=(
        Mistake("no noise", {RATE: "rate = 30 / clamp"}, 1, "leaks"),
        Mistake("half the rate", {RATE: RATE + "\n    rate = rate / 2"}, 3, "timid|of no use"),
        Mistake("the other relation", {RATE: RATE.replace("is priv", "is not priv")}, 3, "leaks|timid|of no use"),
        Mistake("a line, not a circle", {") % day": ") + 1e9 * (np.asarray(hours, dtype=float) > query)"}, 4,
                "not the walk"),
        Mistake("age 0 stays out", {"if age[i] < REACH": "if 0 < age[i] < REACH"}, 4, "not the walk"),
        Mistake("the clamp at the end alone", {"min(clamp, max(-clamp, v + (1 if y[i] else -1)))":
                "v + (1 if y[i] else -1)",
                "    rate =": "    v = min(clamp, max(-clamp, v))\n    rate ="}, 4, "not the walk"),
        Mistake("behaves on small cases alone", {RATE: RATE + "\n    rate = rate if len(y) < 20 else 3 * rate"}, 1,
                "leaks|between"),
    ))
