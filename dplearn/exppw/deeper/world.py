"""What the companions of lecture 7 add to `dplearn.exppw.world`."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from ... import _validate as check
from ..world import TOLERANCE, _piece, log_unmet, settled_error, wrong

ORDERS = ("keys", "data", "zeros-first")


def tied_error(chance, n, *, clamp, epsilon, order) -> float:
    """E Err_P where all points sit at one place, by the order that ties are taken in.

    Parameters
    ----------
    chance : float in [0, 1], of the label 1, for the data and for the query
    n : int >= 0
    clamp : int in 1..20,000
    epsilon : float > 0
    order : "keys" (uniform keys for data and query: leave one out), "data" (as drawn) or "zeros-first"
        (Python's ``sorted`` on pairs (x, y); without keys the query stands behind all)

    Returns
    -------
    float, exact (to 1e-9).  Zeros first: the zeros fill the walk, then the last 2T ones turn it round, so the
        minority may win.  All three orders are ε-DP.  With keys and as drawn NaN where n is too small for the walk to
        settle, as it is for a chance near 1/2.
    """
    p, T = chance, clamp
    if check.choice("order", order, ORDERS) == "zeros-first":
        if bdtr(2 * T - 1, n, p) < 1e-15:                               # with 2T ones or more the walk ends at T
            return float(wrong(T, p, epsilon))
        ones = np.arange(min(2 * T, n) + 1.0)
        ends = np.minimum(T, np.maximum(-T, ones - n) + ones)
        up_to = bdtr(ones, n, p)
        return float(np.diff(up_to, prepend=0) @ wrong(ends, p, epsilon) + (1 - up_to[-1]) * wrong(T, p, epsilon))
    if log_unmet(1.0, p, T, n) > np.log(TOLERANCE):
        return np.nan
    if order == "keys":
        return float(settled_error(0, p, n, clamp=T, epsilon=epsilon))
    return _piece(p, T, epsilon)[1]
