"""Unions of intervals: the best one on a sample, and a private one for everybody.

Opt_S(k) is the least share of mistakes of a function that says 0 first and changes at most k times (k = 1: a rising
threshold; k = 2m: a union of m intervals): what the walk's mistakes are measured against, not private.
`published_chances` is the walk's rival: the exponential mechanism over all these functions, which answers every query
for one ε.  References: DF18, the class Thr_{N,k} of Section 5.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon


def best_intervals(x, y, k) -> tuple[np.ndarray, np.ndarray]:
    """Opt_S for each number of changes up to k, with the best function.

    Parameters
    ----------
    x : array (n,) of finite numbers, in any order
    y : array (n,) of 0/1
    k : int in 0..10,000

    Returns
    -------
    errors : array (k+1,), the least share of mistakes with at most 0, 1, ..., k changes
    endpoints : array of the changes of a best function with at most k, the fewest that do, increasing.
        It says 0 below the first, 1 from the first up to below the second, and so on.

    Notes
    -----
    Dynamic programming over the distinct points, one running minimum a change: cost O(nk) after a sort.
    """
    x = check.array("x", x, (None,))
    y, k = check.labels("y", y, len(x)), check.integer("k", k, 0, 10_000)
    grid, index = np.unique(x, return_inverse=True)
    # 0 and 1 on the first b points of the grid: the cost
    saying = [np.append(0, np.bincount(index[label], minlength=len(grid)).cumsum()) for label in (y, ~y)]
    value, gaps, costs = saying[0], [], [saying[0][-1]]
    for j in range(1, k + 1):
        gaps.append(value - saying[j % 2])                   # what it is worth to have the j-th change before point b
        value = np.minimum.accumulate(gaps[-1]) + saying[j % 2]
        costs.append(value[-1])
    best = np.minimum.accumulate(np.array(costs, float))
    cuts, place = [], len(grid)
    for gap in gaps[: int(np.argmax(best == best[-1]))][::-1]:
        place -= int(np.argmin(gap[place::-1]))
        cuts.append(place)
    return best / len(x), grid[np.array(cuts[::-1], int)]


def published_chances(ones, zeros, k, *, epsilon):
    """The chance that a published function says 1, at each place.

    The exponential mechanism draws one of all functions that say 0 first and change before at most k of the places,
    with weight e^(-ε·mistakes/2).  The function drawn is ε-DP (REPLACE_ONE), and so are all its answers together; these
    chances are its law, not for release.

    Parameters
    ----------
    ones, zeros : arrays (places,) >= 0, examples of both labels at each place, in order; the places are public
    k : int in 0..10,000
    epsilon : float in [1e-100, 1e100]

    Returns
    -------
    array (places,).

    Notes
    -----
    A function stands in state 0, 1, ... up to k, its changes so far.  Sums over all beginnings and all ends of
    functions, as for hidden Markov chains: cost O(k places), in logarithms.
    """
    ones = check.array("ones", ones, (None,), low=0)
    zeros, k = check.array("zeros", zeros, ones.shape, low=0), check.integer("k", k, 0, 10_000)
    said = [-one_epsilon(epsilon) / 2 * (zeros if state % 2 else ones) for state in range(k + 1)]
    begin = _sums(said, [0, 0, *[-np.inf] * k][:k + 1])
    end = _sums([factor[::-1] for factor in said[::-1]], [0] * (k + 1))[::-1]
    both = np.array([one + other[::-1] - factor for one, other, factor in zip(begin, end, said)])
    both = np.exp(both - both.max(axis=0))
    return both[1::2].sum(axis=0) / both.sum(axis=0)


def _sums(said, begin):
    """Logarithms of the weights of all beginnings that stand in each state at each place; `begin`: of those that begin
    in it."""
    rows, before = [], np.full(len(said[0]), -np.inf)       # before: in the state before, at the place before
    for factor, start in zip(said, begin):
        total = factor.cumsum()
        entered = np.logaddexp.accumulate(np.append(start, before - (total - factor)))[1:]
        rows.append(total + entered)
        before = np.append(-np.inf, rows[-1][:-1])
    return rows
