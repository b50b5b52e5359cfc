"""Brute force for lecture 4's cards and tests: the swap's binomial sum, sequences of actions, the law of θ.

Oracles share nothing with the fast forms that they judge; those of lecture 3 are offered too.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize

from ..brute import binomial_log_pmf


def swap_log_delta(steps: int, a: float, epsilon: float) -> float:
    """ln δ(ε) of `steps` bits that are 1 with odds e^a on one side and e^-a on the other, by the direct sum.

    So it is for the actions 2 .. T when the first losses (1, 0) become (0, 1) and all others are 0: steps = T - 1,
    and a = η (losses ±1: 2η).  The loss of k ones is a (2k - steps).  -inf where no loss exceeds ε.
    """
    excess = a * (2.0 * np.arange(steps + 1) - steps) - epsilon
    over = excess > 0
    if not over.any():
        return -math.inf
    logs = binomial_log_pmf(steps, 1 / (1 + math.exp(-a)))[over] + np.log(-np.expm1(-excess[over]))
    return float(logs.max() + math.log(np.exp(logs - logs.max()).sum()))


def crossing(steps: int, odds, delta: float) -> float:
    """The ε/ln(1/δ) at which δ(ε) of the swap with `odds`(ε) passes δ."""
    log = -math.log(delta)
    return optimize.brentq(lambda c: swap_log_delta(steps, odds(c * log), c * log) + log, 3.0, 100.0, xtol=1e-6)
