"""Answers from the walk: who comes before a query, where the walk stands there, and the law of the answer.

**Ties.** Examples with the same x need an order.  Without `tie_keys` it is the order of the data (a stable sort), and
all examples with x_i <= query come before the query.  With `tie_keys` example i stands at the pair (x_i, u_i) and a
query at (query, its key), compared as words are: first x, then the key.  Keys are drawn once, independently of the
data; record i keeps its key when it is replaced.  Then privacy holds for every choice of keys, so also on average
over them, and if keys are drawn uniformly for the data and for each query, no two points are tied.

**Privacy.** Private: the examples; released: one label for one query, ε-DP under REPLACE_ONE.  A removed example
moves the walk's end by at most 1 (Lemma 5.1), a replaced one by at most 2 (`formulas.walk_epsilon`).  Probabilities
themselves are not for release, and k answers cost kε by basic composition.

**A form that looks alike** is here for audits, not for use: `figure_one_probability`, Figure 1 of DF18 to the letter.
Other orders of tied examples are in `deeper.predictor`.

References: DF18, Figure 1 and Lemma 5.1.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import one_epsilon
from .walk import projected_walk


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
    array (q,), or a float for one query.  Not private: show answers drawn from these chances, not the numbers.

    Raises
    ------
    ValueError
        For shapes that do not match, labels other than 0/1, NaN, or one kind of keys without the other.

    Notes
    -----
    Cost: a sort of x, and 20 to 200 ns a query (a binary search).  Source: DF18, Figure 1, the guard corrected.
    """
    return _answers(x, y, query, clamp, epsilon, tie_keys, query_keys)


def figure_one_probability(x, y, query, *, clamp, epsilon):
    """P[answer 1] by DF18's Figure 1 to the letter: the first example *after* the query is taken too, where there is
    one.

    Its loop tests x_i before it counts i up.  Which example comes next depends on the others: a replaced one can move
    the end by 3. Arguments, result and errors as in `predict_probability` (ties in data order).  **Not** ε-DP: see
    `deeper.figure_one_epsilon`.
    """
    return _answers(x, y, query, clamp, epsilon, more=1)


def _answers(x, y, query, clamp, epsilon, tie_keys=None, query_keys=None, more=0):
    """The answers' chances with `more` examples taken than come before the query."""
    epsilon, x = one_epsilon(epsilon), check.array("x", x, (None,))
    y, query = check.labels("y", y, len(x)), check.array("query", query, allow_empty=True)
    if query.ndim > 1:
        raise ValueError(f"query must have shape (any,) or be one number; got shape {query.shape}")
    if (tie_keys is None) != (query_keys is None):
        raise ValueError(f"tie_keys and query_keys must be given together; got tie_keys={tie_keys!r}, "
                         f"query_keys={query_keys!r}")
    places, asked = _places("tie_keys", x, tie_keys), _places("query_keys", query, query_keys)
    order = np.argsort(places, kind="stable")
    taken = np.searchsorted(places[order], asked, side="right") + more
    return expit(epsilon * projected_walk(y[order], clamp)[np.minimum(taken, len(x))] / 2)[()]


def _places(name, x, keys) -> np.ndarray:
    """x, or with keys complex numbers, which numpy orders as words: by the first part, then by the second."""
    return x if keys is None else x + 1j * check.array(name, keys, x.shape, allow_empty=True)


def empirical_error(x, y, *, clamp, epsilon, tie_keys=None) -> float:
    """Err_S of the walk, exactly: the mean over the sample of P[answer at x_i is not y_i].

    Arguments and errors as in `predict_probability`.  Without `tie_keys` an example's answer comes from behind its
    whole tie; with them from just behind the example.  Cost: a sort and a walk, 0.1 s for n = 1e6.
    """
    p = predict_probability(x, y, x, clamp=clamp, epsilon=epsilon, tie_keys=tie_keys, query_keys=tie_keys)
    return float(np.abs(np.asarray(y, float) - p).mean())


def tie_order(x, *, tie_keys=None) -> np.ndarray:
    """The order in which the walk takes the examples: by x, ties in data order or by their keys.

    x : array (n,) of finite numbers; tie_keys : array (n,), optional.  Returns an array (n,) of indices, which
    depends on nothing but x, the keys and the places in the data: never on labels.  Cost: a sort.
    """
    return np.argsort(_places("tie_keys", check.array("x", x, (None,)), tie_keys), kind="stable")
