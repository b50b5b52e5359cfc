"""What the grader of assignment 3 takes for true: the law of a leader, the largest regret."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from scipy import stats

# ---- the perturbed leader ----------------------------------------------------------------------------

DIFFERENCES = np.arange(-400, 401)  # of Z_0 and Z_1: all but 2 Q^400 < 1e-38


def perturbed(losses, q: float, ties: int) -> np.ndarray:
    """The law before each round."""
    lost = np.cumsum(losses, axis=0) - losses
    edge = DIFFERENCES[:, None] + lost[:, 1] - lost[:, 0]
    first = stats.dlaplace.pmf(DIFFERENCES, -math.log(q)) @ ((edge > 0) | ((edge == 0) & (ties == 0)))
    return np.stack([first, 1 - first], axis=1)


# ---- an enemy with a rule ----------------------------------------------------------------------------

@functools.cache
def largest_regret(T: int, K: int, eta: float, right: int) -> float:
    """The largest of all tables in which so many experts a round are right.

    Round by round, the most that Hedge can have paid at each sorted list of how often each was right; the list decides
    what the best one has.
    """
    paid = {(0,) * K: 0.0}
    for _ in range(T):
        after: dict[tuple, float] = {}
        for counts, so_far in paid.items():
            weight = [math.exp(eta * (c - counts[-1])) for c in counts]
            for side in itertools.combinations(range(K), right):
                then = tuple(sorted(c + (i in side) for i, c in enumerate(counts)))
                pays = so_far + 1 - sum(weight[i] for i in side) / sum(weight)
                after[then] = max(after.get(then, -math.inf), pays)
        paid = after
    return max(total - (T - counts[-1]) for counts, total in paid.items())
