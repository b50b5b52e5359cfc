"""Hedge at T = 100,000 and K = 36: our law and our regret beside textbook loops and beside what memory allows.

usage: python tests/benchmarks/hedge.py [--T 100000] [--K 36] [--repeats 7]

Every line is measured in this run and given for each round and expert.  Quick ones are the best of the repeats, the
loops run once.  Loops return regret (they hold no law), so `expected_regret` is what they compare with.  Floors: a
copy of the loss matrix (what returning a law costs at the least), and one exponential an entry, in the cache.
"""

import math
import os

import numpy as np
from timing import options, table

from dplearn import experts


def textbook_lists(losses: list[list[float]], eta: float) -> float:
    """DR14's Algorithm 15 in plain Python: weights in a list, its regret."""
    weights, paid = [1.0] * len(losses[0]), 0.0
    totals = [0.0] * len(weights)
    for row in losses:
        total = sum(weights)
        paid += sum(w / total * loss for w, loss in zip(weights, row))
        weights = [w / total * math.exp(-eta * loss) for w, loss in zip(weights, row)]  # /total: no underflow to 0/0
        totals = [so_far + loss for so_far, loss in zip(totals, row)]
    return paid - min(totals)


def numpy_each_round(losses: np.ndarray, eta: float) -> float:
    """The same with a numpy operation a step: what a student writes next."""
    weights, paid = np.ones(losses.shape[1]), 0.0
    for row in losses:
        law = weights / weights.sum()
        paid += law @ row
        weights = law * np.exp(-eta * row)
    return paid - losses.sum(axis=0).min()


def cumsum_log_sum_exp(losses: np.ndarray, eta: float) -> np.ndarray:
    """No loop, whole matrices at each step: the law."""
    scores = -eta * (np.cumsum(losses, axis=0) - losses)
    top = scores.max(axis=1, keepdims=True)
    return np.exp(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)))


def main() -> None:
    """Print the times and their ratios."""
    o = options(__doc__, T=100_000, K=36, repeats=7)
    T, K, repeats = o.T, o.K, o.repeats
    losses = np.random.default_rng(1).random((T, K))
    rows, eta = losses.tolist(), experts.learning_rate(T, K, rule="hoeffding")
    ours, space = experts.expected_regret(losses, eta=eta)[-1], np.empty_like(losses)
    for name, regret in [("lists", textbook_lists(rows, eta)), ("numpy each round", numpy_each_round(losses, eta)),
                         ("cumsum", experts.regret_of(losses, cumsum_log_sum_exp(losses, eta))[-1])]:
        assert abs(regret - ours) < 1e-9 * T, (name, regret, ours)
    cached = np.random.default_rng(2).random(1 << 14) - 1
    result, blocks = np.empty_like(cached), range(losses.size // cached.size)
    table(f"T = {T:,}, K = {K}, regret {ours:.3f} by every way; load {os.getloadavg()[0]:.1f}", {
        "textbook loop, lists": (lambda: textbook_lists(rows, eta), 1),
        "textbook loop, numpy each round": (lambda: numpy_each_round(losses, eta), 1),
        "cumsum + log-sum-exp, whole matrices": (lambda: cumsum_log_sum_exp(losses, eta), repeats),
        "hedge_probabilities": (lambda: experts.hedge_probabilities(losses, eta=eta), repeats),
        "expected_regret": (lambda: experts.expected_regret(losses, eta=eta), repeats),
        "floor: one exponential an entry": (lambda: [np.exp(cached, out=result) for _ in blocks], repeats),
        "floor: copy of the matrix": (lambda: np.copyto(space, losses), repeats),
    }, losses.size, ours="expected_regret")


if __name__ == "__main__":
    main()
