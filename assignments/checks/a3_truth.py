"""What the grader of assignment 3 takes for true: laws of a leader, sleepers and a bandit; the largest regret."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from scipy import stats
from scipy.special import softmax

# ---- the perturbed leader ----------------------------------------------------------------------------

DIFFERENCES = np.arange(-400, 401)  # of Z_0 and Z_1: all but 2 Q^400 < 1e-38


def _shares(q: float) -> np.ndarray:
    return stats.dlaplace.pmf(DIFFERENCES, -math.log(q))


def _follows(losses, ties: int) -> np.ndarray:
    """Whether expert 0 is followed, of each difference and before each round."""
    lost = np.cumsum(losses, axis=0) - losses
    edge = DIFFERENCES[:, None] + lost[:, 1] - lost[:, 0]
    return (edge > 0) | ((edge == 0) & (ties == 0))


def perturbed(losses, q: float, ties: int) -> np.ndarray:
    """The law before each round."""
    first = _shares(q) @ _follows(losses, ties)
    return np.stack([first, 1 - first], axis=1)


def season(losses, q: float, ties: int, once: bool, rounds) -> np.ndarray:
    """The law of the picks of these rounds together; expert 1 in the last of n adds 1 to the place, in the first
    2^(n - 1)."""
    if once:
        places = ~_follows(losses, ties)[:, rounds] @ (1 << np.arange(len(rounds))[::-1])
        return np.bincount(places, _shares(q), 1 << len(rounds))
    return functools.reduce(np.multiply.outer, perturbed(losses, q, ties)[rounds]).ravel()


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


# ---- sleeping experts --------------------------------------------------------------------------------

def sleeping(losses, awake, eta: float, sleepers: str, start: np.ndarray | float = 0.0) -> np.ndarray:
    """The law before each round.  Logarithms of weights, all divided after each round by e^(-η m): sleepers' stay."""
    log, law = np.zeros(losses.shape[1]) + start, np.zeros(losses.shape)
    total = np.logaddexp.reduce  # of logarithms; scipy's logsumexp takes ten times as long for so few
    for t, up in enumerate(awake):
        law[t, up] = p = np.exp(log[up] - total(log[up]))
        own = -eta * losses[t, up]
        if sleepers == "lose as the bettor":
            log[up] += own + eta * (p @ losses[t, up])
        else:
            log[up] += own + total(log[up]) - total(log[up] + own)
    return law


# ---- who is not looked at ----------------------------------------------------------------------------

def seen_from(pick: int, beside: int, K: int) -> tuple[int, int]:
    return pick, (pick + beside) % K


def bandit_law(losses, eta: float, gamma: float, beside: int) -> np.ndarray:
    """The law of each round's pick, by all sequences of earlier picks."""
    (T, K), paths = losses.shape, [(np.zeros(losses.shape[1]), 1.0)]
    law = np.zeros((T, K))
    for t, loss in enumerate(losses):
        later = []
        for total, chance in paths:
            p = (1 - gamma) * softmax(-eta * total) + gamma / K
            law[t] += chance * p
            for pick in range(K):
                seen = np.isin(range(K), seen_from(pick, beside, K))
                later.append((total + seen * loss / (p + np.roll(p, beside)), chance * p[pick]))
        paths = later
    return law
