"""Lecture 2 on real data: the private learner's exact law on one split of the records.

* `mushrooms`: a private conjunction that says which mushrooms are edible;
* `private_interval`: a private threshold on one of the tasks on the line.

The learner sees the first n records of one shuffle, which is drawn once (the whole file at the largest n).  Its law
over all hypotheses is computed, and its expected error is read off: on the records it saw, where the theory speaks, and
on those it did not see.  The grid of a task is public: it comes from the unit of x.  The list of literals is taken as
public, but it was chosen with a look at these records (seven of the first eight reject no edible mushroom): the page
says so.
"""

from functools import lru_cache

import numpy as np

from ... import private_pac
from ...concepts import Conjunctions, Thresholds
from ...data import load_interval_task, load_mushroom
from ...experiment import Axis, Experiment, Series, integer, log_integer, log_scale
from .common import laws

EPSILON = log_scale("epsilon", "ε", "privacy", 0.001, 10, 0.1)
SHUFFLE = 11  # seed of the order in which records arrive

# Candidate literals in the order in which they become available as d grows.
LITERALS = (
    "odor is not foul", "spore_print_color is not green", "odor is not creosote", "odor is not fishy",
    "gill_size is broad", "odor is not pungent", "odor is not spicy", "odor is not musty",
    "ring_type is not large", "stalk_root is not missing",
)

# label tends to 1 for large x: [x > t] errs on y where [x <= t] errs on not y
RISING = ("forty_hours_by_age", "busy_by_hour_of_week")


@lru_cache
def mistakes(task: str, n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Mistakes of every hypothesis on the n records seen and on the others, (2, |C|), and the numbers of records.

    `task` is "mushrooms", with the conjunctions of the first d literals, or one of `TASKS`, with all thresholds.
    """
    data = load_mushroom() if task == "mushrooms" else load_interval_task(task)
    if task == "mushrooms":
        concept_class, cells = Conjunctions(d), data.literals(LITERALS[:d]) @ (1 << np.arange(d))
    else:
        concept_class, cells = Thresholds(data.domain_size), data.ranks - 1
    order = np.random.default_rng(SHUFFLE).permutation(data.n)
    labels, counts = data.y[order] ^ (task in RISING), np.zeros((2, 2, concept_class.domain_size), int)
    np.add.at(counts, (labels.astype(int), (np.arange(data.n) >= n).astype(int), cells[order]), 1)
    return concept_class.mistakes(*counts), np.array([[n], [data.n - n]])


@lru_cache
def _expected(task: str, n: int, d: int, epsilon: bytes) -> np.ndarray:
    """Expected errors, (2, ε), for the ε packed in bytes: two series ask for the same law."""
    wrong, records = mistakes(task, n, d)
    return (laws(wrong[0], np.frombuffer(epsilon)) @ (wrong / np.where(records, records, np.nan)).T).T


def _key(s):
    return getattr(s, "task", "mushrooms"), s.n, getattr(s, "d", 0)


def _expected_on(part: int):
    return lambda s, epsilon: _expected(*_key(s), np.ascontiguousarray(epsilon, dtype=float).tobytes())[part]


def _best(s) -> float:
    return mistakes(*_key(s))[0][0].min() / s.n


def _bound(s, epsilon):
    return _best(s) + private_pac.expected_gap_bound_sharp.curve(mistakes(*_key(s))[0].shape[1], epsilon, s.n)


def _question(name: str, title: str, question: str, most: float, *parameters) -> Experiment:
    return Experiment(name, title, question, (EPSILON, *parameters), Axis("share of mistakes", 0.0, most), series=(
        Series("bound", "bound", "best + 2W((|C|−1)/e)/(εn), records seen  (DR14, 11.1, sharp)", _bound, "sharp"),
        Series("unseen", "", "exact expected error on the records not seen", _expected_on(1), "exact",
               "attack", "points"),
        Series("exact", "private", "exact expected error on the records seen", _expected_on(0), "exact"),
        Series("best", "best of C", "best of C on the records seen", lambda s, x: _best(s), "exact", "truth"),
    ), points=49)


mushrooms = _question(
    "mushrooms", "Edible or not: mistakes of the private conjunction",
    "How often does the private conjunction of at most d literals err on mushrooms?", 0.25,
    log_integer("n", "n", "records seen", 30, 8124, 4062, steps=41),
    integer("d", "d", "literals offered", 1, len(LITERALS), 8),
)
