"""Answers from the walk: who comes before a query, where the walk stands there, and the law of the answer.

**Ties.** Examples with the same x need an order.  Without `tie_keys` it is the order of the data (a stable sort), and all
examples with x_i <= query come before the query.  With `tie_keys` example i stands at the pair (x_i, u_i) and a query at
(query, its key), compared as words are: first x, then the key.  Keys are drawn once, independently of the data;
record i keeps its key when it is replaced.  Then privacy holds for every choice of keys, so also on average over them, and
if keys are drawn uniformly for the data and for each query, no two points are tied.

**Privacy.** Private: the examples; released: one label for one query, ε-DP under REPLACE_ONE.  A removed example moves the
walk's end by at most 1 (Lemma 5.1), a replaced one by at most 2.  Probabilities themselves are not for release, and k
answers cost kε by basic composition.

References: DF18, Figure 1 (with the guard corrected: see `variants.figure_one_probability`) and Lemma 5.1.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import epsilons, go_together, one_epsilon
from ..privacy import Relation
from .walk import projected_walk

__all__ = ["predict", "predict_probability", "tie_order", "walk_epsilon"]


def tie_order(x, *, tie_keys=None) -> np.ndarray:
    """The order in which the walk takes the examples: by x, ties in data order or by their keys.

    Parameters
    ----------
    x : array (n,) of finite numbers
    tie_keys : array (n,), optional

    Returns
    -------
    array (n,) of indices.  It depends on nothing but x, the keys and the places in the data: never on labels.
    Cost: a sort.
    """
    return _order(check.array("x", x, (None,)), tie_keys)


def predict_probability(x, y, query, *, clamp, epsilon, tie_keys=None, query_keys=None):
    """P[answer 1] at each query: σ(εv/2), with v the walk's end after the examples that come before the query.

    Parameters
    ----------
    x : array (n,) of finite numbers, in any order
    y : array (n,) of 0/1
    query : array (q,) of finite numbers, or one number
    clamp : int >= 1
        DF18's T.
    epsilon : float in [1e-100, 1e100]
    tie_keys, query_keys : array (n,) and array (q,), optional, both or neither
        See the module's docstring.

    Returns
    -------
    array (q,), or a float for one query.  Not private: show answers (`predict`), not these numbers.

    Raises
    ------
    ValueError
        For shapes that do not match, labels other than 0/1, NaN, or one kind of keys without the other.

    Notes
    -----
    Cost: a sort of x, and 20 to 200 ns a query (a binary search).  Source: DF18, Figure 1.
    """
    epsilon = one_epsilon(epsilon)
    x, y, query, tie_keys, query_keys = _checked(x, y, query, tie_keys, query_keys)
    order = _order(x, tie_keys)
    walk = projected_walk(y[order], clamp)
    taken = _places(x[order], None if tie_keys is None else tie_keys[order], query, query_keys)
    return expit(epsilon * walk[taken] / 2)[()]


def predict(x, y, query, *, clamp, epsilon, rng, tie_keys=None, query_keys=None):
    """A label for each query, drawn afresh: each label costs ε.

    Arguments and errors as in `predict_probability`, and `rng`, a `numpy.random.Generator`.  The result is an array (q,) of
    0/1, or an int for one query.
    """
    check.generator("rng", rng)
    p = predict_probability(x, y, query, clamp=clamp, epsilon=epsilon, tie_keys=tie_keys, query_keys=query_keys)
    return (rng.random(np.shape(p)) < p).astype(np.int64)[()]


def walk_epsilon(clamp, epsilon, *, relation=Relation.REPLACE_ONE, n=None):
    """The true ε of one answer: the largest privacy loss over all neighbors, in closed form.

    Parameters
    ----------
    clamp : int >= 1, or array of such
        DF18's T.
    epsilon : float in [1e-100, 1e100], or array of such
    relation : REPLACE_ONE or ADD_REMOVE
    n : int >= 1, optional
        The number of examples (of the larger data set under ADD_REMOVE); left out: n >= clamp.

    Returns
    -------
    float or array: ln((1 + e^(εt/2)) / (1 + e^(ε(t-m)/2))) with t = min(clamp, n) and m = 2 (replaced) or 1 (removed).

    Notes
    -----
    Below ε and ε/2, and near them for large εt.  The loss of the answer 0 between ends v and v - m grows with v, so the worst
    pair has t examples up to the query, all of label 1, and one of them is changed to 0 (or leaves).  Source: DF18,
    Lemma 5.1, made exact.
    """
    relation = check.choice("relation", relation, (Relation.REPLACE_ONE, Relation.ADD_REMOVE))
    top, epsilon = _settings(clamp, epsilon)
    if n is not None:
        top = np.minimum(top, check.integer("n", n, 1))
    return _loss_zero(epsilon, top, 2 if relation is Relation.REPLACE_ONE else 1)


def _settings(clamp, epsilon):
    """Clamps (as floats) and ε, of one shape."""
    return go_together(clamp=check.array("clamp", clamp, low=1, integral=True).astype(float), epsilon=epsilons(epsilon))


def _loss_zero(epsilon, top, change):
    """ln P[0 | v = top - change] / P[0 | v = top]; log1p and expm1 keep tiny ε and huge εT."""
    low = epsilon * (top - change) / 2
    result = np.logaddexp(0, epsilon * top / 2) - np.logaddexp(0, low)
    # for small ε the difference of two near ln 2 would cancel: ln(1 + (e^d - 1) σ(low)), d = ε change/2
    d = epsilon * change / 2
    return np.where(d < 1, np.log1p(np.expm1(np.minimum(d, 1)) * expit(low)), result)[()]


def _order(x, tie_keys) -> np.ndarray:
    if tie_keys is None:
        return np.argsort(x, kind="stable")
    return np.argsort(_pairs(x, check.array("tie_keys", tie_keys, x.shape)), kind="stable")


def _pairs(x, keys) -> np.ndarray:
    """Pairs as complex numbers, which numpy orders as words: by the first part, then by the second."""
    pairs = np.empty(x.shape, complex)
    pairs.real, pairs.imag = x, keys
    return pairs


def _places(x_sorted, keys_sorted, query, query_keys) -> np.ndarray:
    """How many examples come before each query."""
    if keys_sorted is None:
        return np.searchsorted(x_sorted, query, side="right")
    return np.searchsorted(_pairs(x_sorted, keys_sorted), _pairs(query, query_keys), side="right")


def _checked(x, y, query, tie_keys, query_keys):
    """Arguments of one kind and matching shapes."""
    x = check.array("x", x, (None,))
    y = check.labels("y", y, len(x))
    query = check.array("query", query, allow_empty=True)
    if query.ndim > 1:
        raise ValueError(f"query must have shape (any,) or be one number; got shape {query.shape}")
    if (tie_keys is None) != (query_keys is None):
        raise ValueError(f"tie_keys and query_keys must be given together; got tie_keys={tie_keys!r}, query_keys={query_keys!r}")
    if tie_keys is not None:
        tie_keys = check.array("tie_keys", tie_keys, x.shape)
        query_keys = check.array("query_keys", query_keys, query.shape, allow_empty=True)
    return x, y, query, tie_keys, query_keys
