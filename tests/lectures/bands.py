"""The bands of the walk through all label sequences of n points, one by one: what lectures 7 and 7a count in them."""

import numpy as np

from dplearn import exppw
from dplearn.exppw import brute


def bands(n: int, T: int, k: int, epsilon: float) -> dict:
    """Band v -> by labeling: steps in it, mistakes on them of the best function with at most k changes, and of answers
    from the walk before and after each step."""
    labels, points = brute.labelings(n), np.arange(n)
    walk = brute.walk(labels, T)
    ends = (exppw.best_intervals(points, y, k)[1] for y in labels)
    best = np.array([np.searchsorted(end, points, side="right") % 2 for end in ends]) != labels
    before, after = (brute.wrong(v, labels, epsilon) for v in (walk[:, :-1], walk[:, 1:]))
    low = np.where(np.diff(walk) != 0, np.minimum(walk[:, 1:], walk[:, :-1]), T)  # T: no step
    return {v: [(what * (low == v)).sum(axis=1) for what in (1, best, before, after)] for v in range(-T, T)}
