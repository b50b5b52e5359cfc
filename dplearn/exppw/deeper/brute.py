"""What the companions of lecture 7 add to `dplearn.exppw.brute`."""

from __future__ import annotations

import numpy as np

from ...brute import compositions, multinomial
from ..brute import step, wrong


def expected_error(masses, chances, n: int, T: int, epsilon: float) -> float:
    """E Err_P of the walk on pieces of a line with these masses and chances of the label 1.

    Leave one out: the walk through n + 1 points is asked before each step, for all counts of the pieces.
    """
    v = np.arange(-T, T + 1)
    up, down = (np.eye(2 * T + 1)[step(v, y, T) + T] for y in (1, 0))
    pieces = [(p * up + (1 - p) * down, wrong(v, p, epsilon)) for p in chances]
    counts, total = compositions(n + 1, len(masses)), 0.0
    for count, weight in zip(counts, multinomial(counts, np.array(masses))):
        law = np.eye(2 * T + 1)[T]
        for (move, errs), points in zip(pieces, count):
            for _ in range(points):
                total += weight * float(law @ errs) / (n + 1)
                law = law @ move
    return total
