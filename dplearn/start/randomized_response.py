"""Counting with coins: the share of "yes" among n people who each answer with randomized response.

Each person holds a bit b_i and reports it truthfully with probability e^ε/(1 + e^ε), flipped
otherwise.  One report is ε-differentially private under REPLACE_ONE (one person's bit replaced by
the other), exactly: the log-ratio of its two laws is ε.  The mean of n reports is pulled towards
1/2 by the factor tanh(ε/2); undoing that pull gives an unbiased estimate of the true share

    share = 1/2 + (mean - 1/2) / tanh(ε/2).

This module gives the estimate, the exact probability that it is off by more than a tolerance, and
Hoeffding's bound on that probability.  What is random here are the coins; the bits are fixed.

References: Warner 1965, "Randomized response"; Hoeffding 1963, Theorem 1.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._binomial import log_binomial
from ..formula import EPSILON, Domain, N, formula

MOST_DRAWS = 10**8  # surveys in one answer
TOLERANCE = Domain("tolerance", "τ", "error of the estimate", 0, 1, "()", tries=(0.1, 0.01, 0.5))


def shrinkage(epsilon: float) -> float:
    """tanh(ε/2): how far the mean of the reports is pulled towards 1/2, in (0, 1]."""
    # Below 1e-100 undoing the pull would leave the floats.
    return float(np.tanh(check.real("epsilon", epsilon, 1e-100) / 2))


def share_estimate(reports, *, epsilon: float) -> float:
    """The unbiased estimate of the share of ones from reports of shape (n,), each 0 or 1.

    It may leave [0, 1] when n is small.  Privacy: a function of ε-private reports, so ε-DP.
    """
    reports = check.labels("reports", reports)
    return float(0.5 + (reports.mean() - 0.5) / shrinkage(epsilon))


def _report_counts(n, share, epsilon):
    """(people who hold 1, people who hold 0, probability of a report 1 from each kind)."""
    truthful = (1 + shrinkage(epsilon)) / 2
    ones = np.round(n * check.real("share", share, 0, 1)).astype(np.int64)
    return ones, n - ones, truthful, 1 - truthful


@formula("2e^(−2n(τ·tanh(ε/2))²)", given=(N.but(words="number of people asked"), EPSILON, TOLERANCE), positional=1,
         tex=r"2e^{-2n(\tau\tanh(\varepsilon/2))^2}", source="Hoeffding 1963, Theorem 1")
def error_bound(n, epsilon, tolerance):
    """Bound on Pr[|estimate - share| >= tolerance], for every true share; above 1, where it says nothing, for small
    n."""
    return 2 * np.exp(-2.0 * n * (tolerance * np.tanh(epsilon / 2)) ** 2)


def error_probability(n: int, *, epsilon: float, tolerance: float, share: float) -> float:
    """Pr[|estimate - share| >= tolerance], exact to an absolute error of 1e-9 (1e-12 for n up to 10^5).

    `share` times n is rounded to a whole number of people.  The number of reports "1" is a sum of
    two independent binomials: for each value of the first, the second must fall into a tail.
    Both are cut where they leave out less than 1e-16.  Cost O(sqrt(n)).
    """
    n = check.integer("n", n, 1, 10**9)
    ones, zeros, truthful, flipped = _report_counts(n, share, epsilon)
    # a count that lies on the tolerance belongs to the event despite rounding
    margin = n * (check.fraction("tolerance", tolerance) * shrinkage(epsilon) - 1e-9)
    a, weight = _law(ones, truthful)
    b, mass = _law(zeros, flipped)
    left, upto = ones * truthful + zeros * flipped - a, np.append(0.0, np.cumsum(mass))
    near = upto[np.searchsorted(b, left + margin)] - upto[np.searchsorted(b, left - margin, side="right")]
    return float(np.clip(1 - weight @ near, 0, 1))


def _law(n: int, p: float) -> tuple[np.ndarray, np.ndarray]:
    """Where Bin(n, p) has mass, and that mass: whole for small n, 9 standard deviations and more for large."""
    reach = 9 * np.sqrt(n * p * (1 - p)) + 60
    k = np.arange(max(0, int(n * p - reach)), min(n, int(n * p + reach)) + 1)
    mass = np.exp(log_binomial(k, n, p))
    return k, mass / mass.sum()


def draw_errors(n, *, epsilon: float, share: float, rng: np.random.Generator, runs: int) -> np.ndarray:
    """|estimate - share| for `runs` independent surveys at each of the sizes n, (sizes,): shape (runs, sizes).

    Draws the two counts of reports "1" (their law is known), not the reports: cost O(runs) at any n.
    """
    check.generator("rng", rng)
    n = check.array("n", n, (None,), low=1, high=1e9, integral=True)
    runs = check.integer("runs", runs, 1, MOST_DRAWS // len(n))
    ones, zeros, truthful, flipped = _report_counts(n, share, epsilon)
    reports = rng.binomial(ones, truthful, (runs, len(n))) + rng.binomial(zeros, flipped, (runs, len(n)))
    return np.abs(0.5 + (reports / n - 0.5) / shrinkage(epsilon) - ones / n)
