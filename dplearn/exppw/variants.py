"""Forms of the walk that look alike, and what privacy they really have.

* `figure_one_probability`: Figure 1 of DF18 read literally.  Its loop tests x_i before it counts i up, so the first
  example *after* the query is taken too.  Which example that is depends on the others: a replaced one can then move the
  end by 3, and cost up to 1.5ε.
* `intro_epsilon`: Section 2.2 of DF18 speaks of a factor e^ε for each step; that is σ(εv), the walk's law at 2ε.
* `tie_rule_probability`: other orders of tied examples.  A fixed order of labels (Python's ``sorted`` on pairs puts zeros
  first) keeps privacy, since a replaced example leaves the order of the others alone; but it can be wrong on nearly all points.
  Putting the majority last mends that, and breaks privacy: one example decides the order of all.  A sort that is not stable
  breaks it too: where it puts tied examples depends on the x of all others.  numpy's heapsort is one; its default sort is
  another, whose order differs between machines.

**Privacy.** As each function says; the laws here are for audits, not for use.

References: DF18, Figure 1, Section 2.2 and Lemma 5.1.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import epsilons, one_epsilon
from .predictor import _checked, _loss_zero, _places, _settings, predict_probability, walk_epsilon
from .walk import projected_walk

__all__ = ["TIE_RULES", "figure_one_epsilon", "figure_one_probability", "intro_epsilon",
           "tie_rule_order", "tie_rule_probability"]

TIE_RULES = ("zeros-first", "ones-first", "majority-last", "heapsort")


def figure_one_probability(x, y, query, *, clamp, epsilon):
    """P[answer 1] by DF18's Figure 1 to the letter: with x_0 = -infinity, and stopping after n examples.

    Arguments, result and errors as in `predict_probability` (ties in data order).  **Not** ε-DP: see `figure_one_epsilon`.
    """
    epsilon = one_epsilon(epsilon)
    x, y, query, _, _ = _checked(x, y, query, None, None)
    order = np.argsort(x, kind="stable")
    taken = np.minimum(_places(x[order], None, query, None) + 1, len(x))
    return expit(epsilon * projected_walk(y[order], clamp)[taken] / 2)[()]


def figure_one_epsilon(clamp, epsilon):
    """The true ε (REPLACE_ONE) of an answer by Figure 1 to the letter, for n >= clamp examples; float or array.

    ln((1 + e^(εT/2)) / (1 + e^(ε(T-m)/2))), m = min(3, 2T): above ε for T >= 3 and moderate ε, and 1.5ε in the limit.

    Notes
    -----
    One example moved from before the query to the first place after it loses its own step, and its new step takes the place of
    the one that was first: 1 + 2.  The worst pair: T examples of label 1, of which T - 1 lie up to the query; one of these becomes the
    first after it, with label 0.
    """
    top, epsilon = _settings(clamp, epsilon)
    return _loss_zero(epsilon, top, np.minimum(3.0, 2 * top))


def intro_epsilon(clamp, epsilon):
    """The true ε (REPLACE_ONE) with the factor e^ε for each step of the walk, for n >= clamp: that of the walk at 2ε; float or array."""
    return walk_epsilon(clamp, 2 * epsilons(epsilon))


def tie_rule_order(x, y, *, rule) -> np.ndarray:
    """The order of the examples by x, where something else than their places in the data decides ties.

    Parameters
    ----------
    x : array (n,)
    y : array (n,) of 0/1
    rule : "zeros-first", "ones-first", "majority-last" or "heapsort"
        majority-last: among tied examples, those with the commoner label of the whole sample come last (equal counts: ones).
        heapsort: as ``numpy.argsort(x, kind="heapsort")`` happens to leave them.

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

    ε-DP (REPLACE_ONE) with "zeros-first" and "ones-first"; **not** with "majority-last" (10 examples at one x, clamp 3 and
    ε = 1 cost 1.388), nor with "heapsort" (8 examples at two x: 1.008).
    """
    order = tie_rule_order(x, y, rule=rule)
    return predict_probability(np.asarray(x)[order], np.asarray(y)[order], query, clamp=clamp, epsilon=epsilon)
