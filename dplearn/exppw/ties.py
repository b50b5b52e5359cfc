"""All points at one place: what the order of ties does to the walk's expected error, exactly.

**Problem.** n labels are 1 with chance p each, and so is the query's.  Without keys the query stands behind all of them, and only
the order in which the walk takes them is left to choose:

* sorted by label (Python's ``sorted`` on pairs (x, y)), the last 2T labels decide, and these are the minority's;
* as drawn, the walk ends in the law of its n-th step;
* with uniform keys for data and query the query stands behind 0..n labels with the same chance: leave one out.

References: DF18, Theorem 5.3, which the first order breaks (N = 1: 0.88070 > 0.16578).
"""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import one_epsilon
from .world import (
    MOST_CLAMP, MOST_N, TOLERANCE, LineWorld, answer_error, expected_error, log_unmet, stationary_law, step_of,
)

__all__ = ["tied_error"]

ORDERS = ("keys", "data", "zeros-first", "ones-first")


def tied_error(chance, n, *, clamp, epsilon, order) -> float:
    """E Err_P where all points sit at one place, by the order that ties are taken in.

    Parameters
    ----------
    chance : float in [0, 1], of the label 1
    n : int >= 0
    clamp : int in 1..20,000 (at most 500 for "data")
    epsilon : float > 0
    order : "keys" (uniform keys for data and query), "data" (as drawn), "zeros-first" (Python's ``sorted`` on pairs (x, y)) or
        "ones-first"

    Returns
    -------
    float, exact (to 1e-9).  Orders by label: the majority fills the walk, then the last 2T labels of the other kind turn it
    round, so the minority wins.  All four orders are ε-DP: a replaced example leaves the order of the others as it is.
    """
    p, n = check.real("chance", chance, 0, 1), check.integer("n", n, 0, MOST_N)
    T, epsilon = check.integer("clamp", clamp, 1, MOST_CLAMP), one_epsilon(epsilon)
    order = check.choice("order", order, ORDERS)
    if order == "keys":
        return expected_error(LineWorld(np.ones(1), np.array([p])), n, clamp=T, epsilon=epsilon)
    if order == "data":
        return _drawn_order_error(p, n, check.integer("clamp", T, 1, 500), epsilon)
    last = p if order == "zeros-first" else 1 - p                       # chance of the label that comes last
    error = answer_error(last, T, epsilon)
    if bdtr(2 * T - 1, n, last) < 1e-15:                                # with 2T late labels or more the walk ends at T
        return float(error[-1])
    late = np.arange(min(2 * T, n + 1))
    ends = np.minimum(T, np.maximum(-T, late - n) + late)
    weights = np.exp(log_binomial(late, n, last)) if 0 < last < 1 else (late == n * last).astype(float)
    return float(weights @ error[ends + T] + max(0.0, 1 - weights.sum()) * error[-1])


def _drawn_order_error(p, n, T, epsilon) -> float:
    error = answer_error(p, T, epsilon)
    if log_unmet(1.0, p, T, np.array([float(n)]))[0] < np.log(TOLERANCE):
        return float(stationary_law(p, T) @ error)
    power = np.linalg.matrix_power(step_of(np.eye(2 * T + 1), p), n)
    return float(power[T] @ error)
