"""What the companions of lecture 7 add to `dplearn.exppw.world`."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from ... import _validate as check
from ..._bounds import plain
from ..world import MOST_N, TOLERANCE, _checked, _piece, log_unmet, settled_error, wrong

ORDERS = ("keys", "data", "zeros-first")


def expected_error(k, noise, n, *, clamp, epsilon):
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
    float, or array like n.  Right to 1e-9 (a proved remainder, see the module's note).

    Raises
    ------
    ValueError
        Where n is too small (`settled_error` gives NaN there), as any n is for a noise of 1/2.

    Notes
    -----
    Cost: O(T + len(n)), well below 1 ms.
    """
    error = settled_error(k, noise, n, clamp=clamp, epsilon=epsilon)
    if np.isnan(error).any():
        raise ValueError(f"n must be so large that a walk with clamp {clamp} forgets each piece within the next; got "
                         f"{np.min(n)}")
    return plain(error)


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
        minority may win.  All three orders are ε-DP.

    Raises
    ------
    ValueError
        With keys and as drawn: where n is too small for the walk to settle, as it is for a chance near 1/2.
    """
    p, n = check.real("chance", chance, 0, 1), check.integer("n", n, 0, MOST_N)
    check.choice("order", order, ORDERS)
    _, _, T, epsilon = _checked(0, p, clamp, epsilon)
    error = settled_tie(p, n, T, epsilon, order)
    if np.isnan(error):
        raise ValueError(f"n must be so large that a walk with clamp {T} settles; got {n}")
    return error


def settled_tie(p, n, T, epsilon, order) -> float:
    """The same for a curve: NaN where n is too small."""
    if order == "zeros-first":
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
