"""A world on the line in which the walk's expected error on new points is known exactly, and one place where all points
are tied.

**Problem.** The line is cut into k + 1 equal pieces with true labels 0, 1, 0, ...; points are spread evenly and
untied, and each label is wrong with chance `noise`, so the best function with k changes errs with chance `noise` (up
to 1/2).  What is E Err_P of the walk trained on n points?  (k = 0: one place whose points carry uniform keys; `noise`
is the chance of a label 1.)

**Leave one out.** E Err_P is 1/(n+1) times the expected error of the walk through n + 1 points, each answered from
where the walk stands *before* it.  Inside piece r the walk is a birth-death chain P_r on -T..T with chance p_r of a
label 1, and an answer from v errs with chance g_r(v) = p_r σ(-εv/2) + (1-p_r) σ(εv/2).  Let π_r be its stationary
law, ḡ = π_r·g_r, and h_r solve h - P_r h = g_r - ḡ with π_r·h = 0.  A stretch of N steps from the law μ then errs Nḡ
+ (μ - μP^N)·h times.  With μ_r the expected law on entry to piece r

    (n+1) E Err_P = (n+1) ḡ + Σ_r (μ_r - μ_{r+1})·h_r,

and a piece with true label 1 is the mirror image of one with 0.

**Large n.** Walks from -T and T with the same labels have met once the labels of a piece add up to 2T or more in the
favored direction; so μ_{r+1} is within min_s e^(2Ts) (1 - m + m(p e^-s + q e^s))^(n+1) of π_r (m = 1/(k+1), p the
larger chance), in total variation, and with μ_{r+1} = π_r the formula costs O(T) at any n.  It is used where what is
left out is below 1e-9.

References: DF18, Theorem 5.3, which zeros sorted first break (N = 1: 0.88070 > 0.16578).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np
from scipy.special import expit, softmax, xlogy

TOLERANCE = 1e-9
_TILTS = np.geomspace(1e-3, 20, 65)                      # the s that are tried


def settled_error(k, noise, n, *, clamp, epsilon) -> np.ndarray:
    """E Err_P of the walk, exactly: over sample, query, label and coins; n so large that the walk forgets each piece
    within the next.

    Parameters
    ----------
    k : int in 0..99
    noise : float in [0, 1]
    n : array of integers >= 0, or one
    clamp : int in 1..20,000
    epsilon : float > 0

    Returns
    -------
    array like n.  Right to 1e-9 (a proved remainder, see the module's note); NaN where n is too small, as any n is for
    a noise of 1/2.  Cost: O(T + len(n)), well below 1 ms.
    """
    points = np.asarray(n) + 1.0
    law, mean, excess = _piece(noise, clamp, epsilon)
    # from a piece to the next one, its mirror image
    change = excess[::-1] - excess
    left_out = np.exp(log_unmet(1 / (k + 1), noise, clamp, points)) * (k * np.ptp(change) + np.ptp(excess))
    return np.where(left_out / points < TOLERANCE, mean + (excess[clamp] + k * law @ change) / points, np.nan)


@lru_cache(maxsize=64)
def _piece(chance, clamp, epsilon):
    """π, ḡ and h of the module's note."""
    v = np.arange(-clamp, clamp + 1.0)
    error, law = wrong(v, chance, epsilon), softmax(xlogy(clamp + v, chance) + xlogy(clamp - v, 1 - chance))
    # Flow over the cut (v, v+1): π(v) p (h(v+1) - h(v)) = -Σ_{u <= v} π(u) (g(u) - ḡ); summed where π is small.
    p, side = max(chance, 1 - chance), 1 if chance >= 0.5 else -1
    flow = np.fromiter(accumulate((error - law @ error)[::side].tolist(), lambda f, c: c + (1 - p) / p * f), float)
    excess = np.concatenate([[0.0], np.cumsum(-flow[:-1] / p)])[::side]
    return law, float(law @ error), excess - law @ excess


def wrong(v, chance, epsilon):
    """How often an answer from v errs where a label is 1 with this chance: g of the module's note."""
    return chance * expit(-epsilon * v / 2) + (1 - chance) * expit(epsilon * v / 2)


def log_unmet(mass, chance, clamp, points):
    """ln of the bound on P[walks from both ends have not met in this piece], the least over a grid of s."""
    p = max(chance, 1 - chance)
    step = np.log1p(mass * (p * np.expm1(-_TILTS) + (1 - p) * np.expm1(_TILTS)))
    return np.minimum((2 * clamp * _TILTS + np.multiply.outer(points, step)).min(axis=-1), 0.0)
