"""The best union of intervals on a sample: what the walk's mistakes are measured against.

Opt_S(k) is the least share of mistakes of a function that says 0 first and changes at most k times (k = 1: a rising
threshold; k = 2m: a union of m intervals).  Not private.  References: DF18, the class Thr_{N,k} of Section 5.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check


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
    costs, cuts = least_mistakes(*(np.bincount(index[label], minlength=len(grid)) for label in (y, ~y)), k)
    return costs / len(x), grid[cuts]


def least_mistakes(ones, zeros, k):
    """Least cost of functions with at most 0..k changes on weighted cells, and the cells where a best one changes.

    `ones` and `zeros` (cells,) are the weights of both labels.
    """
    # 0 and 1 on the first b cells: the cost
    saying = [np.concatenate([[0], np.cumsum(weights)]) for weights in (ones, zeros)]
    value, gaps, costs = saying[0], [], [saying[0][-1]]
    for j in range(1, k + 1):
        gaps.append(value - saying[j % 2])                   # what it is worth to have the j-th change before cell b
        value = np.minimum.accumulate(gaps[-1]) + saying[j % 2]
        costs.append(value[-1])
    best = np.minimum.accumulate(np.array(costs, float))
    cuts, place = [], len(ones)
    for gap in gaps[: int(np.argmax(best == best[-1]))][::-1]:
        place -= int(np.argmin(gap[place::-1]))
        cuts.append(place)
    return best, np.array(cuts[::-1], int)
