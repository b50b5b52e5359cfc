"""What the grader of assignment 3 takes for true: laws of a leader, sleepers and a bandit; the largest regret."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np


# ---- the perturbed leader ----------------------------------------------------------------------------

def lost_before(losses: np.ndarray) -> np.ndarray:
    return np.cumsum(losses, axis=0) - losses


DIFFERENCES = np.arange(-400, 401)  # of Z_0 and Z_1: all but 2 Q^400 < 1e-38


def _follows(losses: np.ndarray, ties: int) -> np.ndarray:
    """Whether expert 0 is followed, of each difference and before each round."""
    gap = -np.subtract(*lost_before(losses).T)
    edge = DIFFERENCES[:, None] + gap
    return (edge > 0) | ((edge == 0) & (ties == 0))


def _shares(q: float) -> np.ndarray:
    """Pr[Z_0 - Z_1 = d], as the sum of Pr[Z_0 = z + d] Pr[Z_1 = z]."""
    one = (1 - q) * q ** np.arange(801)
    return np.array([one[abs(d):] @ one[:801 - abs(d)] for d in DIFFERENCES])


def perturbed(losses, q: float, ties: int) -> np.ndarray:
    """The law before each round."""
    first = _shares(q) @ _follows(np.asarray(losses), ties)
    return np.stack([first, 1 - first], axis=1)


def season(losses, q: float, ties: int, once: bool, rounds) -> np.ndarray:
    """The law of the picks of these rounds together; expert 1 in the last of n adds 1 to the place, in the first
    2^(n - 1)."""
    if once:
        places = ~_follows(np.asarray(losses), ties)[:, rounds] @ (1 << np.arange(len(rounds))[::-1])
        return np.bincount(places, _shares(q), 1 << len(rounds))
    return functools.reduce(np.multiply.outer, perturbed(losses, q, ties)[rounds]).ravel()


# ---- an enemy with a rule ----------------------------------------------------------------------------

def hedge_regret(losses: np.ndarray, eta: float) -> float:
    """The expected regret of Hedge."""
    before = lost_before(losses)
    weight = np.exp(-eta * (before - before.min(axis=1, keepdims=True)))
    return float((weight * losses).sum(axis=1) @ (1 / weight.sum(axis=1)) - losses.sum(axis=0).min())


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
    for t, up in enumerate(awake):
        law[t, up] = p = softmax(log[up])
        own = -eta * losses[t, up]
        if sleepers == "lose as the bettor":
            log[up] += own + eta * (p @ losses[t, up])
        else:
            log[up] = np.logaddexp.reduce(log[up]) + log[up] + own - np.logaddexp.reduce(log[up] + own)
    return law


def softmax(log: np.ndarray) -> np.ndarray:
    p = np.exp(log - log.max())
    return p / p.sum()


# ---- who is not looked at ----------------------------------------------------------------------------

def seen_from(pick: int, beside: int, K: int) -> tuple[int, int]:
    return pick, (pick + beside) % K


def bandit_law(losses, eta: float, gamma: float, beside: int) -> np.ndarray:
    """The law of each round's pick, by all sequences of earlier picks."""
    T, K = losses.shape
    law = np.zeros((T, K))
    for picks in itertools.product(range(K), repeat=T - 1):
        chance, total, weight = 1.0, np.zeros(K), np.full(K, 1 / K)
        for t in range(T):
            p = (1 - gamma) * weight + gamma / K
            if not any(picks[t:]):  # each beginning counts once
                law[t] += chance * p
            if t < T - 1:
                for i in seen_from(picks[t], beside, K):
                    total[i] += losses[t, i] / sum(p[j] for j in range(K) if i in seen_from(j, beside, K))
                chance, weight = chance * p[picks[t]], softmax(-eta * total)
    return law
