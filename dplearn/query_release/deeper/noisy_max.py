"""Report-noisy-max: the candidate with the largest score after Laplace noise, and its law."""

from __future__ import annotations

import math

import numpy as np

from ... import _validate as check
from ..._quadrature import REACH, log_integrals, log_laplace_cdf
from ...mechanisms import _scaled

MOST_CANDIDATES = 256  # of the law found by quadrature


def report_noisy_max_probabilities(scores, *, score_sensitivity, epsilon) -> np.ndarray:
    """The law of report-noisy-max: the index of the largest score + Laplace noise of scale 2Δ/ε.

    Parameters
    ----------
    scores : array (candidates,), at most 256
    score_sensitivity, epsilon : as in `mechanisms.exponential_probabilities`

    Returns
    -------
    array (candidates,), sums to 1 to 1e-12: relative error about 1e-12, by quadrature on panels on
    which the integrand is smooth.

    Notes
    -----
    Privacy: (ε, 0)-DP under the relation of Δ.  Cost: about candidates² · 10^4 operations.
    Source: DR14, Claim 3.9 (counts under ADD_REMOVE, scale Δ/ε); the factor 2 covers all scores.
    """
    scores = check.array("scores", scores, (None,))
    if len(scores) > MOST_CANDIDATES:
        raise ValueError(f"scores must hold at most {MOST_CANDIDATES} for the exact law; got {len(scores)}")
    a = np.maximum(_scaled(scores, score_sensitivity, epsilon), -2 * REACH)  # below, no probability is left to tell

    def log_integrand(y):  # y: the winner's noisy score
        gap = y[:, None] - a
        log_f = log_laplace_cdf(gap)
        return log_f.sum(axis=1, keepdims=True) - log_f - np.abs(gap) - math.log(2)

    return np.exp(log_integrals(log_integrand, a, -REACH, REACH, len(a)))
