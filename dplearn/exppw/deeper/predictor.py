"""Orders of tied examples that companion 7a tries, for audits and not for use.

A fixed order of labels (Python's ``sorted`` on pairs puts zeros first) keeps privacy, since a replaced example leaves
the order of the others alone; but it can be wrong on nearly all points.  Putting the majority last mends that, and
breaks privacy: one example decides the order of all.  A sort that is not stable breaks it too: where it puts tied
examples depends on the x of all others.
"""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..predictor import predict_probability

TIE_RULES = ("zeros-first", "ones-first", "majority-last", "heapsort")


def tie_rule_order(x, y, *, rule) -> np.ndarray:
    """The order of the examples by x, where something else than their places in the data decides ties.

    Parameters
    ----------
    x : array (n,)
    y : array (n,) of 0/1
    rule : "zeros-first", "ones-first", "majority-last" or "heapsort"
        majority-last: among tied examples, those with the commoner label of the whole sample come last (equal counts:
        ones). heapsort: as ``numpy.argsort(x, kind="heapsort")`` happens to leave them.

    Returns
    -------
    array (n,) of indices.
    """
    x = check.array("x", x, (None,))
    y = check.labels("y", y, len(x))
    if check.choice("rule", rule, TIE_RULES) == "heapsort":
        return np.argsort(x, kind="heapsort")
    last = 2 * y.sum() >= len(y) if rule == "majority-last" else rule == "zeros-first"
    return np.lexsort((y == last, x))


def tie_rule_probability(x, y, query, *, clamp, epsilon, rule):
    """P[answer 1] with ties by a rule; arguments as in `predict_probability` and `tie_rule_order`.

    ε-DP (REPLACE_ONE) with "zeros-first" and "ones-first"; **not** with "majority-last" (10 examples at one x, clamp
    3 and ε = 1 cost 1.388), nor with "heapsort" (8 examples at two x: 1.008).
    """
    order = tie_rule_order(x, y, rule=rule)
    return predict_probability(np.asarray(x)[order], np.asarray(y)[order], query, clamp=clamp, epsilon=epsilon)
