"""Assignment 7, Question 3, the walk round the clock: the walk, neighbors all over the stated range, the check."""

from __future__ import annotations

import itertools

import numpy as np
from dplearn.exppw import projected_walk
from dplearn.privacy import Relation, all_datasets, neighboring_pairs
from scipy.special import expit, logit

from ..grading import checking
from ..grading.question import Mistake, Question, need


def height(hours, y, query: float, day: float, clamp: int, reach: float) -> int:
    """The end of the walk round the clock."""
    ages = [(query - hour) % day for hour in hours]
    order = sorted(range(len(ages)), key=lambda i: -ages[i])
    return int(projected_walk(np.array([y[i] for i in order if ages[i] < reach * day], int), clamp)[-1])


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
    sizes = [(1, 24, 1, 0.1), (300, 48, 30, 0.1), (300, 48, 1, 2.0), (30, 48, 30, 2.0), (2, 2, 1, 2.0)]
    for clamp in rng.integers(1, 31, 41).tolist():
        sizes.append((int(rng.choice([clamp, rng.integers(1, 300)])), 2 * int(rng.integers(1, 25)), clamp,
                      float(rng.choice([rng.uniform(0.1, 2), telling(relation, clamp, rng)]))))
    for n, day, clamp, epsilon in sizes:
        share, place = rng.choice([0.0, 0.0, 0.1, 0.5, 0.9, 1.0]), int(rng.choice([n - 1, rng.integers(n)]))
        query, *hours = (rng.integers(0, 4 * day, n + 1) / 4).tolist()
        if rng.random() < 0.5:
            hours = [(query - 0.25) % day] * n
        data = tuple(zip(hours, (rng.random(n) < share).astype(int).tolist()))
        own = (query if rng.random() < 0.7 else float(rng.integers(0, 4 * day) / 4), int(rng.random() > share)),
        if relation is Relation.REPLACE_ONE:
            other = data[:place] + own + data[place + 1:]
        else:
            other = data + own if n < 300 and rng.random() < 0.7 else data[:place] + data[place + 1:]
        yield (data, query, day, clamp, epsilon), other


def small_clocks(relation: Relation) -> list:
    """All data sets of two or three records on a clock of four hours, with their neighbors."""
    records = tuple(itertools.product((0.0, 1.0, 3.0), (0, 1)))
    sets = all_datasets(records, 3 if relation is Relation.REPLACE_ONE else 2, ordered=True)
    return list(neighboring_pairs(sets, records, relation, ordered=True))


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

    def private(p, pairs, names, epsilon):
        said = [str(data) if len(data) < 5 else f"{len(data)} records, {sum(b for _, b in data)} of label 1"
                for data in names]
        checking.private(np.maximum(np.stack([p, 1 - p], axis=1), SURE), np.array(pairs), said, epsilon, relation.value)

    def right(data, query, day, clamp, epsilon):
        end = height([h for h, _ in data], [b for _, b in data], query, day, clamp, case.REACH)
        return expit(largest(relation) * epsilon * end)

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
        pairs = small_clocks(relation)
        names = list(dict.fromkeys(itertools.chain(*pairs)))
        place = {data: i for i, data in enumerate(names)}
        private(chances([(data, 1.0, 4, clamp, epsilon) for data in names]), [(place[a], place[b]) for a, b in pairs],
                names, epsilon)
    for i, ((data, *_, epsilon), other) in enumerate(far):
        private(found[[i, i + len(far)]], [(0, 1)], (data, other), epsilon)
    yield
    crowds, rates = [], []  # all walk, whatever the reach, none over midnight
    for epsilon, clamp, k in ((0.1, 1, 1), (2.0, 30, 1), (0.1, 30, 30),
                              *((e, 12, 1 + int(2 / e)) for e in rng.uniform(0.2, 2, 9).tolist())):
        day = 2 * int(rng.integers(1, 25))
        query, age = int(rng.integers(day, 4 * day)) / 4, int(rng.integers(1, day + 1)) / 4
        crowds.append((((query - age, int(rng.integers(2))),) * k, query, day, clamp, epsilon))
    proved = largest(relation)
    for p, (data, *rest, epsilon) in zip(chances(crowds), crowds):
        near = abs(p - right(data, *rest, epsilon)) <= checking.TOLERANCE
        rates.append(proved if near else logit(np.clip(p, 1e-30, 1 - 1e-15)) / epsilon / len(data)
                     * (2 * data[0][1] - 1))
    checking.timid(min(rates), proved, f" under {relation.value}")
    need(max(rates) <= proved, f"bolder than what can be proved for all T and n under {relation.value}: your rate is "
                               f"{max(rates) / proved:.4g} of that")
    yield
    for p, one in zip(found, hidden):
        need(abs(p - right(*one)) <= checking.TOLERANCE, f"not the walk that was asked for, REACH = {case.REACH}: "
             f"{len(one[0])} records, query {one[1]}, day {one[2]}, clamp {one[3]}")
    yield


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
