"""How often the walk errs on its own sample, and the best union of intervals beside it.

**Problem.** Err_S is the share of the sample on which an answer of the walk, drawn at the example's own place, is wrong,
in expectation over the coins.  Opt_S(k) is the least share of mistakes of a function that says 0 first and changes at most
k times (k = 1: a rising threshold; k = 2m: a union of m intervals).  Lemma 5.2 of DF18:

    Err_S <= Opt_S(k) + (k+2) T/n + e^(-εT/2).

**Bands, the idea of the proof.** Cut the steps by height: band v holds the steps between v and v + 1.  In a band the steps
alternate, up and down, so labels do too.  An up and a down step together err with probability at most 1, while a function with
k changes errs on one of two neighbors in the band but for k + 1 places.  Steps that stay at T or -T err with
probability σ(-εT/2).

**Sharper, for distinct points.** Call a piece of the best function good in a band if the function is right there once more than
wrong.  Bands v >= 0 are first crossed upwards, by a label 1, while the first piece says 0: at most k of the k + 1 pieces are
good there.  Below 0 all may be.  With parity (a pair costs at most 1, a step without partner σ(-ε|end|/2)) band v
and its mirror -v-1 together cost at most k + σ(-ε(v+1)/2) more than the function:

    n Err_S <= n Opt_S + kT + σ(-ε/2) + ... + σ(-εT/2) + (steps that stay) σ(-εT/2).

**Ties.** Both need points that are distinct, or tied points that share a label: the proof sees the walk just after the
example, the algorithm stands behind the whole tie.  With keys (`tie_keys`) all points are distinct.

References: DF18, Lemma 5.2 and the class Thr_{N,k} of Section 5.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import epsilons, go_together, plain
from .predictor import predict_probability

__all__ = ["best_intervals", "empirical_error", "empirical_error_bound", "empirical_error_bound_sharp"]

MOST_CLAMP = 10**9


def empirical_error(x, y, *, clamp, epsilon, tie_keys=None) -> float:
    """Err_S of the walk, exactly: the mean over the sample of P[answer at x_i is not y_i].

    Arguments and errors as in `predict_probability`.  Without `tie_keys` an example's answer comes from behind its whole
    tie; with them from just behind the example.  Cost: a sort and a walk, 0.1 s for n = 1e6.
    """
    p = predict_probability(x, y, x, clamp=clamp, epsilon=epsilon, tie_keys=tie_keys, query_keys=tie_keys)
    return float(np.abs(np.asarray(y, float) - p).mean())


def empirical_error_bound(optimum, k, clamp, n, epsilon):
    """Lemma 5.2 as printed: Opt + (k+2) T/n + e^(-εT/2), an upper bound on Err_S.

    Parameters
    ----------
    optimum : float or array in [0, 1]
        Opt_S of functions with at most (or, on a domain of N points, exactly) k changes.
    k : int >= 0
    clamp : int >= 1
        DF18's T.
    n : int >= 1
    epsilon : float > 0

    Returns
    -------
    float or array (all arguments broadcast).  Above 1 it says nothing.

    Notes
    -----
    Holds where the points are distinct, or tied points share a label.  False for ties of both labels: 6 ones, then 2 zeros at
    one place, T = 1, ε = 6: Err_S = 0.72629 > 0.67479.  Source: DF18, Lemma 5.2.
    """
    optimum, k, clamp, n, epsilon = _arguments(optimum, k, clamp, n, epsilon)
    return plain(optimum + (k + 2) * clamp / n + np.exp(-epsilon * clamp / 2))


def empirical_error_bound_sharp(optimum, k, clamp, n, epsilon, *, stays=None):
    """Opt + (kT + σ(-ε/2) + ... + σ(-εT/2) + stays σ(-εT/2))/n, for distinct points.

    Arguments as in `empirical_error_bound`; `stays` counts the steps that stay at an end (left out: n of them).
    Never above the printed bound.  Proof in the module's note.
    """
    optimum, k, clamp, n, epsilon = _arguments(optimum, k, clamp, n, epsilon)
    stays = n if stays is None else check.array("stays", stays, low=0)
    go_together(optimum=optimum, stays=stays)
    if (stays > n).any():
        raise ValueError(f"stays must be at most n; got {stays.max():g} of {n.min():g}")
    half = half_steps(epsilon, clamp)
    return plain(optimum + (k * clamp + half + stays * expit(-epsilon * clamp / 2)) / n)


def best_intervals(x, y, k, *, domain_size=None) -> tuple[np.ndarray, np.ndarray]:
    """Opt_S for each number of changes up to k, with the best function.

    Parameters
    ----------
    x : array (n,) of finite numbers, in any order
    y : array (n,) of 0/1
    k : int in 0..10,000
    domain_size : int, optional
        N.  Then x must hold whole numbers 1..N, N <= 1e6, and functions have exactly 0, 1, ..., k <= N + 1 changes, at different
        places of 1..N+1 (DF18's Thr_{N,k}; `concepts.IntervalUnions`).  Left out: at most so many.

    Returns
    -------
    errors : array (k+1,), the least share of mistakes with 0, 1, ..., k changes
    endpoints : array of the changes of a best function with at most (exactly) k, increasing.
        It says 0 below the first, 1 from the first up to below the second, and so on.  Without `domain_size` the fewest that do.

    Notes
    -----
    Dynamic programming over the distinct points, one running minimum a change: cost O(nk) after a sort.
    """
    x = check.array("x", x, (None,))
    y = check.labels("y", y, len(x))
    exact = domain_size is not None
    if exact:
        size = check.integer("domain_size", domain_size, 1, 10**6)
        grid, index = np.arange(1, size + 2), check.array("x", x, low=1, high=size, integral=True) - 1
    else:
        grid, index = np.unique(x, return_inverse=True)
        size = len(grid)
    k = check.integer("k", k, 0, min(10_000, size + 1) if exact else 10_000)
    ones, zeros = np.bincount(index[y], minlength=size), np.bincount(index[~y], minlength=size)
    costs, cuts = least_mistakes(ones, zeros, k, exact=exact)
    return costs / len(x), grid[cuts]


def least_mistakes(ones, zeros, k, *, exact=False):
    """Least cost of functions with 0..k changes on weighted cells, and the cells where a best one (with k) changes.

    `ones` and `zeros` (cells,) are the weights of both labels.  With `exact`, exactly so many changes, at different boundaries
    0..cells (boundary b lies before cell b); else at most so many, and boundary `cells` is of no use.
    """
    cells = len(ones)
    prefix = [np.concatenate([[0], np.cumsum(w)]) for w in (ones, zeros)]     # cost of saying 0, of saying 1
    value, steps, costs = prefix[0], [], [prefix[0][-1]]
    for j in range(1, k + 1):
        cost = prefix[j % 2]
        # value[b]: least cost of the first b cells with j - 1 changes; the j-th comes at b, after the one before it if exact
        before = value if not exact or j == 1 else np.concatenate([[np.inf], value[:-1] + np.diff(prefix[(j - 1) % 2])])
        gap = before - cost
        least = np.minimum.accumulate(gap)
        steps.append((gap, least))
        value = least + cost
        costs.append(value[-1])
    best = np.array(costs if exact else np.minimum.accumulate(costs), dtype=float)
    changes = k if exact else int(np.flatnonzero(best == best[-1])[0])
    cuts, place = [], cells
    for j in range(changes, 0, -1):
        gap, least = steps[j - 1]
        place = int(np.flatnonzero(gap[: place + 1] == least[place])[-1])
        cuts.append(place)
        place -= 1 if exact and j > 1 else 0
    return best, np.array(cuts[::-1], dtype=int)


def half_steps(epsilon, clamp):
    """σ(-ε/2) + σ(-2ε/2) + ... + σ(-εT/2), for arrays of ε and T: to ε = 1/2 by Euler-Maclaurin (error < 1e-9), then by terms."""
    epsilon, clamp = np.broadcast_arrays(np.asarray(epsilon, float), np.asarray(clamp, float))
    total, smooth = np.empty(epsilon.shape), epsilon <= 0.5
    total[smooth] = _smooth_sum(epsilon[smooth] / 2, clamp[smooth])
    total[~smooth] = _term_sum(epsilon[~smooth], clamp[~smooth])
    return total


def _smooth_sum(h, top):
    def softplus(j):                                       # the integral of σ(-hj) is -ln(1 + e^(-hj))/h
        return np.logaddexp(0, -h * j) / h

    def ends(j):                                           # f, f', f''', f^(5) at j, up to signs and factors
        w = expit(h * j) * expit(-h * j)
        return expit(-h * j) / 2, -h * w / 12, h**3 * w * (1 - 6 * w) / 720, -(h**5) * w * (1 - 30 * w + 120 * w * w) / 30240

    low, high = ends(0.0), ends(top)
    corrections = sum(b - a for a, b in zip(low[1:], high[1:]))
    return softplus(0.0) - softplus(top) + high[0] - low[0] + corrections


def _term_sum(epsilon, top):
    j = np.arange(1, 170)                                  # for ε > 1/2 the rest is below e^-42
    terms = expit(-epsilon[..., None] * j / 2)
    return np.where(j <= top[..., None], terms, 0.0).sum(axis=-1)


def _arguments(optimum, k, clamp, n, epsilon, *, least=1):
    """What both bounds take, checked and broadcast; n as floats, at least `least`."""
    optimum = check.array("optimum", optimum, low=0, high=1)
    k = check.array("k", k, low=0, high=MOST_CLAMP, integral=True)
    clamp = check.array("clamp", clamp, low=1, high=MOST_CLAMP, integral=True)
    n = check.array("n", n, low=least, integral=True).astype(float)
    return go_together(optimum=optimum, k=k, clamp=clamp, n=n, epsilon=epsilons(epsilon))
