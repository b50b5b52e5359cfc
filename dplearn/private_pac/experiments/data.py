"""Lecture 2 on real data: which mushrooms are edible?

The learner sees the first n records of one shuffle, which is drawn once (the whole file at the largest n).  Its law
over all conjunctions is computed, and its expected error is read off: on the records it saw, where the theory speaks,
and on those it did not see.  The list of literals is taken as public, but it was chosen with a look at these records
(seven of the first eight reject no edible mushroom): the page says so.
"""

from functools import lru_cache

import numpy as np

from ... import private_pac
from ...concepts import Conjunctions
from ...data import load_mushroom
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


@lru_cache
def mistakes(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Mistakes of every conjunction of the first d literals on the n records seen and on the others, (2, 2^d), and the
    numbers of records."""
    data = load_mushroom()
    order = np.random.default_rng(SHUFFLE).permutation(data.n)
    cells, counts = data.literals(LITERALS[:d]) @ (1 << np.arange(d)), np.zeros((2, 2, 2**d), int)
    np.add.at(counts, (data.y[order].astype(int), (np.arange(data.n) >= n).astype(int), cells[order]), 1)
    return Conjunctions(d).mistakes(*counts), np.array([[n], [data.n - n]])


def _expected_on(part: int):
    """Expected errors on the records seen (0), or on the others (1)."""
    def error(s, epsilon):
        wrong, records = mistakes(s.n, s.d)
        return laws(wrong[0], epsilon) @ wrong[part] / (records[part, 0] or np.nan)

    return error


def _best(s, x) -> float:
    return mistakes(s.n, s.d)[0][0].min() / s.n


def _bound(s, epsilon):
    return _best(s, epsilon) + private_pac.expected_gap_bound_sharp.curve(2**s.d, epsilon, s.n)


mushrooms = Experiment(
    "mushrooms",
    "Edible or not: mistakes of the private conjunction",
    "How often does the private conjunction of at most d literals err on mushrooms?",
    parameters=(
        EPSILON,
        log_integer("n", "n", "records seen", 30, 8124, 4062, steps=41),
        integer("d", "d", "literals offered", 1, len(LITERALS), 8),
    ),
    y=Axis("share of mistakes", 0.0, 0.25),
    series=(
        Series("bound", "bound", "best + 2W((|C|−1)/e)/(εn), records seen  (DR14, 11.1, sharp)", _bound, "sharp"),
        Series("unseen", "", "exact expected error on the records not seen", _expected_on(1), "exact", "attack",
               "points"),
        Series("exact", "private", "exact expected error on the records seen", _expected_on(0), "exact"),
        Series("best", "best of C", "best of C on the records seen", _best, "exact", "truth"),
    ),
    points=49,
)
