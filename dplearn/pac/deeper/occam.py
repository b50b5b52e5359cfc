"""What the companions of lecture 1 add to `dplearn.pac.occam`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..occam import _alpha, _tolerant


def threshold_all_zero_failure(N, alpha, n, *, rule) -> float:
    """Pr[error > α] of a threshold learner that has seen no 1: target c_0, uniform points (N17, example 1), exactly.

    The slide lets it return h = 0 "or a random h in C".  For thresholds that is false: a random c_j is bad with
    probability about 1 - α at every n.  A random consistent hypothesis works.

    Parameters
    ----------
    N : int, 1 .. 10^7
    alpha : float in [1e-6, 1)
    n : int >= 1
        Number of examples; all are labeled 0.
    rule : "random", a uniformly random h in C, or "random-consistent", one among the consistent
    """
    N, n = check.integer("N", N, 1, 10**7), check.integer("n", n, 1, 2**50)
    errors = np.arange(N + 1) / N
    bad = errors > _tolerant(_alpha(alpha))
    if check.choice("rule", rule, ("random", "random-consistent")) == "random":
        return float(bad.mean())
    # Smallest example m: c_0, ..., c_(m-1) are consistent, and Pr[smallest > m] = (1 - m/N)^n.
    share_bad = bad[:-1].cumsum() / np.arange(1, N + 1)
    return float(-np.diff((1 - errors) ** n) @ share_bad)
