"""Brute force for lecture 6's cards and tests: every pattern of votes, every asker, linear programs for "no one can".

Oracles like those of `dplearn.brute`: they share nothing with the package's closed forms that they judge.
Nothing here is random or private.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.special import expit as sigma


def coin(votes: int, parts: int, rate: float) -> float:
    """Pr[1] when a label has the weight e^{rate · its votes}."""
    return float(sigma(rate * (2 * votes - parts)))


def vote_loss(parts: int, chance) -> float:
    """The largest privacy loss of a label with Pr[1] = chance(votes): all 2^r patterns of votes, all changes of one."""
    worst = 0.0
    for pattern, i in itertools.product(itertools.product((0, 1), repeat=parts), range(parts)):
        p, q = chance(sum(pattern)), chance(sum(pattern) - 2 * pattern[i] + 1)
        for a, b in ((p, q), (1 - p, 1 - q)):
            if a > 0:
                worst = max(worst, math.log(a / b) if b > 0 else math.inf)
    return worst


def worst_asker(pairs, k: int, epsilon: float) -> tuple[float, float]:
    """(largest log-ratio of the answers, their δ at ε): k questions, each chosen after the answers before it.

    A question is a pair of chances of the answer 1, on the two data sets.
    """
    def best(p, q, left):
        if not left:
            return math.log(p / q), max(0.0, p - math.exp(epsilon) * q)
        found = []
        for a, b in pairs:
            one, zero = best(p * a, q * b, left - 1), best(p * (1 - a), q * (1 - b), left - 1)
            found.append((max(one[0], zero[0]), one[1] + zero[1]))
        return tuple(map(max, zip(*found)))

    return best(1.0, 1.0, k)


def worst_mixture(values, mean: float) -> float:
    """max of E f(w) over laws of w on 0 .. r with E w <= mean: a line through two points of f, or one of them."""
    low, high = np.triu_indices(len(values))
    share = np.clip((mean - low) / np.maximum(high - low, 1), 0, 1)  # of `high`, if the mean lies between the two
    values = np.asarray(values)
    return float(((1 - share) * values[low] + share * values[high])[low <= mean].max())
