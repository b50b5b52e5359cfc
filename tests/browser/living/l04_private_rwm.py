"""Lecture 4: the tally of the picks under either secret, and the exact δ(ε) between its two laws."""

import functools

import numpy as np

from dplearn import experts, private_experts
from dplearn.private_experts import deeper


@functools.cache
def tally(T, eta):
    """Under each secret of the swap the law of the number of later picks of expert 1: Hedge's picks, added up."""
    pair = [experts.hedge_probabilities(season, eta=eta)[1:, 0] for season in deeper.worst_pair(T)]
    return [functools.reduce(lambda law, p: np.convolve(law, [1 - p, p]), season, np.ones(1)) for season in pair]


def laws(rows, T, eta, epsilon):
    """In `worst_pair` the first expert loses on day 1, so its neighbor is the season where he was right."""
    other, right = tally(T, eta)
    N = np.array(rows["N"], int)
    assert set(N) == {n for n in range(T) if abs(2 * n - T + 1) < 6.3 * np.sqrt(T - 1)}, "what the axis holds"
    return {"P": right[N], "Q": other[N]}


def sums(rows, T, eta, epsilon):
    pair = deeper.worst_pair(T)
    delta, guess = private_experts.rwm_profile(*pair, epsilon, eta=eta), private_experts.attack_success(*pair, eta=eta)
    said = {"overlap": 2 - 2 * guess, "TV": 2 * guess - 1, "guess": guess, "delta": delta}
    return {"value": np.array([said[name] for name in rows["sum"]])}


CASES = [[(laws, "P", "Q"), (sums, "sum", "value")]]
