"""What the companions of lecture 4 add to `dplearn.private_experts.brute`."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.special import ndtr

from ...experts.deeper.brute import sequence_law
from ..brute import swap_log_delta


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
