"""Integrals of piecewise smooth, log-scale integrands on a line: one noise shared by many events.

The laws of report-noisy-max and above-threshold are integrals over one Laplace variable of products
of Laplace distribution functions.  Between the *breaks* (where one of them has its kink) the
integrand is a sum of exponentials, so Gauss-Legendre on short panels is exact to rounding.
All in logs: a probability of 1e-200 keeps its digits.
`log_first_above` is the law that above-threshold and the sparse vector variants share.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import logsumexp

REACH = 745.0  # e^-745 is the smallest float: noise beyond has no probability that can be written


def log_laplace_cdf(x):
    """ln Pr[Lap(1) <= x]."""
    return np.where(x < 0, np.minimum(x, 0) - math.log(2), np.log1p(-0.5 * np.exp(-np.maximum(x, 0))))


def _panels(breaks, low, high, rate):
    """Edges from low to high: every break, and steps so short that 16 nodes are exact to rounding.

    Between breaks the integrands are sums of exponentials with exponents up to `rate`; 16-point
    Gauss-Legendre has relative error below 1e-15 for e^(rate x) on panels of length 4/rate.
    """
    inside = breaks[(breaks > low) & (breaks < high)]
    knots = np.unique(np.concatenate([[low, high], inside]))
    steps = np.maximum(1, np.ceil(np.diff(knots) * rate / 4)).astype(np.int64)
    starts = np.repeat(knots[:-1], steps)
    width = np.repeat(np.diff(knots) / steps, steps)
    within = np.arange(len(starts)) - np.repeat(np.cumsum(steps) - steps, steps)
    return starts + width * within, width


def log_integrals(log_integrand, breaks, low, high, rate):
    """ln ∫ exp(log_integrand(x)_i) dx for each i; log_integrand maps (m,) to (m, outcomes)."""
    left, width = _panels(breaks, low, high, rate)
    nodes, weights = np.polynomial.legendre.leggauss(16)
    step = 4096
    middle = [log_integrand(left[s : s + step] + width[s : s + step] / 2) for s in range(0, len(left), step)]
    middle = np.concatenate(middle)
    # inside a panel the log integrand moves by at most 4; below 60 less than its peak nothing counts
    alive = np.flatnonzero((middle >= middle.max(axis=0) - 60).any(axis=1))
    parts = []
    for some in np.array_split(alive, len(alive) // 256 + 1):
        x = left[some, None] + width[some, None] * (nodes + 1) / 2
        values = log_integrand(x.ravel()) + (np.log(width[some, None]) + np.log(weights / 2)).ravel()[:, None]
        parts.append(logsumexp(values, axis=0))
    return logsumexp(parts, axis=0)


def log_first_above(gaps, width):
    """ln of the law of the first i with gaps_i + width · Lap(1) >= Lap(1), one right-hand side for all; last entry:
    never.

    Unit: the scale of the shared noise.  gaps (k,) = (value - threshold)/unit, width > 0; returns (k + 1,).
    """
    gaps = np.clip(gaps, -4 * REACH, 4 * REACH)

    def log_integrand(z):  # z: the noise of the threshold
        below = (z[:, None] - gaps) / width
        log_below = np.cumsum(log_laplace_cdf(below), axis=1)
        stop = log_laplace_cdf(-below)
        stop[:, 1:] += log_below[:, :-1]
        return np.concatenate([stop, log_below[:, -1:]], axis=1) - np.abs(z)[:, None] - math.log(2)

    return log_integrals(log_integrand, np.append(gaps, 0.0), -REACH, REACH, 2 + len(gaps) / width)
