"""Lecture 2 on real data: the private learner's exact law, so nothing here is drawn at random.

* `mushrooms`: a private conjunction that says which mushrooms are edible;
* `private_interval`: a private threshold on one of the tasks on the line.

The learner sees the first n records of a fixed shuffle (the whole file at the largest n).  Its law over all
hypotheses is computed, and its expected error is read off: on the records it saw, where the theory speaks, and on
those it did not see.  The grid of a task is public: it comes from the unit of x.  The list of literals is taken as public,
but it was chosen with a look at these records (seven of the first eight reject no edible mushroom): the page says so.
"""

from __future__ import annotations

import functools

import numpy as np

from ... import private_pac
from ...concepts import Conjunctions, Thresholds
from ...data import load_interval_task, load_mushroom
from ...experiment import Axis, Choice, Experiment, Parameter, Series

EPSILON = Parameter("epsilon", "ε", "privacy", 0.001, 10, 0.1, log=True)
SHUFFLE = 11  # seed of the order in which records arrive

# Candidate literals in the order in which they become available as d grows.
LITERALS = (
    "odor is not foul", "spore_print_color is not green", "odor is not creosote", "odor is not fishy",
    "gill_size is broad", "odor is not pungent", "odor is not spicy", "odor is not musty",
    "ring_type is not large", "stalk_root is not missing",
)


def _order(n: int) -> np.ndarray:
    return np.random.default_rng(SHUFFLE).permutation(n)


def _spread(law, seen, rest):
    """Expected error on the records seen and on the rest (NaN where none is left), from mistakes and their number."""
    return tuple((law * m).sum(axis=1) / n if n else np.full(len(law), np.nan) for m, n in (seen, rest))


@functools.lru_cache(maxsize=64)
def mushroom_mistakes(n: int, d: int):
    """Mistakes of all 2^d conjunctions of the first d literals: (on the n records seen, n), (on the others, their number)."""
    data = load_mushroom()
    cells = data.literals(LITERALS[:d]) @ (1 << np.arange(d))
    order, conjunctions = _order(data.n), Conjunctions(d)
    return _two_parts(conjunctions, cells[order], data.y[order], n, 2**d)


def _two_parts(concept_class, cells, y, n, size):
    parts = []
    for part in (slice(None, n), slice(n, None)):
        zeros = np.bincount(cells[part][~y[part]], minlength=size)
        ones = np.bincount(cells[part][y[part]], minlength=size)
        parts.append((concept_class.mistakes(zeros, ones), len(y[part])))
    return tuple(parts)


@functools.lru_cache(maxsize=64)
def interval_mistakes(task: str, n: int):
    """Mistakes of all thresholds [x <= t] (or [x > t], see `RISING`) on a task: seen and unseen, as `mushroom_mistakes`."""
    data = load_interval_task(task)
    order = _order(data.n)
    y = ~data.y if task in RISING else data.y                            # [x > t] errs on y where [x <= t] errs on not y
    return _two_parts(Thresholds(data.domain_size), data.ranks[order] - 1, y[order], n, data.domain_size)


TASKS = {"never_married_by_age": "never married, by age", "forty_hours_by_age": "40 hours a week or more, by age",
         "good_cut_by_depth": "diamond cut at least very good, by depth", "busy_by_hour_of_week": "busy bike hour, by hour of the week"}
RISING = ("forty_hours_by_age", "busy_by_hour_of_week")                  # tasks whose label tends to 1 for large x


@functools.lru_cache(maxsize=8)
def _curves(kind: str, key, n: int, epsilon: bytes):
    """Expected errors (seen, unseen) for the ε packed in bytes: two series ask for the same law."""
    seen, rest = mushroom_mistakes(n, key) if kind == "mushrooms" else interval_mistakes(key, n)
    rates = np.frombuffer(epsilon)
    law = np.exp(-(seen[0] - seen[0].min())[None] * rates[:, None] / 2)   # the best has weight 1: the sum cannot underflow
    return _spread(law / law.sum(axis=1, keepdims=True), seen, rest)


def _parts(s):
    return mushroom_mistakes(s.n, s.d) if hasattr(s, "d") else interval_mistakes(s.task, s.n)


def _expected(part: int):
    def values(s, epsilon):
        kind, key = ("mushrooms", s.d) if hasattr(s, "d") else ("interval", s.task)
        return _curves(kind, key, s.n, np.ascontiguousarray(epsilon, dtype=float).tobytes())[part]
    return values


def _best(s, epsilon):
    mistakes, n = _parts(s)[0]
    return np.full(len(epsilon), mistakes.min() / n)


def _bound(s, epsilon):
    mistakes, n = _parts(s)[0]
    return mistakes.min() / n + private_pac.expected_gap_tight(len(mistakes), epsilon, n)


SERIES = (
    Series("bound", "bound", "best + 2W((|C|−1)/e)/(εn), records seen  (DR14, 11.1, tight)", _bound, kind="sharp"),
    Series("unseen", "", "exact expected error on the records not seen", _expected(1), kind="exact", role="attack", mark="points"),
    Series("exact", "private", "exact expected error on the records seen", _expected(0), kind="exact"),
    Series("best", "best of C", "best of C on the records seen", _best, kind="exact", role="truth"),
)

mushrooms = Experiment(
    name="mushrooms",
    title="Edible or not: the private conjunction becomes the best one as εn grows",
    question="How often does the private conjunction of at most d literals err on mushrooms?",
    parameters=(
        EPSILON,
        Parameter("n", "n", "records seen", 30, 8124, 4062, log=True, integer=True, steps=41),
        Parameter("d", "d", "literals offered", 1, len(LITERALS), 8, integer=True),
    ),
    x="epsilon",
    y=Axis("share of mistakes", 0.0, 0.25),
    series=SERIES,
    points=49,
)

private_interval = Experiment(
    name="private_interval",
    title="The private threshold becomes the best one as εn grows",
    question="How often does the private threshold err on a task on the line?",
    parameters=(
        EPSILON,
        Parameter("n", "n", "records seen", 30, 10_000, 1000, log=True, integer=True, steps=61),
        Choice("task", "task", TASKS, "never_married_by_age"),
    ),
    x="epsilon",
    y=Axis("share of mistakes", 0.0, 0.6),
    series=SERIES,
    points=49,
)
