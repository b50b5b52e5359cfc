"""Brute force for lecture 4's cards and tests: the swap's binomial sum, sequences of actions, the law of θ.

Oracles share nothing with the fast forms that they judge; those of lecture 3 are offered too.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy import optimize
from scipy.special import ndtr

from ..brute import binomial_log_pmf
from ..experts.brute import (  # noqa: F401
    all_losses, hard_losses, hardest, laws, realised_law, sequence_law, some_losses,
)


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


def swap_delta(steps: int, a: float, epsilon: float) -> float:
    """e^ of `swap_log_delta`."""
    return math.exp(swap_log_delta(steps, a, epsilon))


def gaussian_delta(mu: float, epsilon: float) -> float:
    """δ(ε) of N(0, 1) against N(μ, 1): where the bits above tend with steps, at a sqrt(steps) = μ."""
    return float(ndtr(mu / 2 - epsilon / mu) - math.exp(epsilon) * ndtr(-mu / 2 - epsilon / mu))


def share_law(records, eta: float) -> np.ndarray:
    """Pr[the second coordinate is chosen c times], c = 0 .. T, d = 2: what θ tells, from all sequences of actions."""
    chosen = np.array([sum(path) for path in itertools.product((0, 1), repeat=len(records))])
    return np.bincount(chosen, sequence_law(records, eta))


def crossing(steps: int, odds, delta: float) -> float:
    """The ε/ln(1/δ) at which δ(ε) of the swap with `odds`(ε) passes δ."""
    log = -math.log(delta)
    return optimize.brentq(lambda c: swap_log_delta(steps, odds(c * log), c * log) + log, 3.0, 100.0, xtol=1e-6)
