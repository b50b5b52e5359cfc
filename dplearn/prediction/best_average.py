"""The best private coin for an average: as near to k/r as the clipped average, with about 3.6 times fewer parts (ours).

Clipping leaves the average alone until it must not fall further, and there, at the corner, one vote weighs most.  Any rule p with
|p(k) - k/r| <= α/2 has excess at most α/2, so which r allows an ε-private one?  Let it rise as early as it may: the largest
such rule is U(0) = α/2 and

    U(k) = min(k/r + α/2,  e^ε U(k-1),  1 - e^{-ε}(1 - U(k-1))),

the last two being privacy for the labels 1 and 0.  Every such rule lies below U, so there is one if and only if
U(k) >= k/r - α/2 for all k; and with U its mirror image 1 - U(r-k), so the mean of the two is one that treats the labels alike.

For small ε and α the test is α(e^{εk} + 1)/2 >= k/r, and (e^x + 1)/x is least, 3.591, where x = 1 + e^{-x}: r = 0.557/(αε),
where clipping takes 2/(αε).  Relation: REPLACE_ONE; r is public.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import one_epsilon, plain, smallest_n
from .averaging import clipped_parts_sharp

MOST_PARTS = 1_000_000


def _largest_rule(n_parts: int, alpha: float, epsilon: float) -> np.ndarray | None:
    """U(0..r), or None if it falls below k/r - α/2 (room for rounding: 1e-12 of the value)."""
    growth, shrink, value = math.exp(min(epsilon, 700.0)), math.exp(-epsilon), alpha / 2
    rule = [value]
    for k in range(1, n_parts + 1):
        value = min(k / n_parts + alpha / 2, growth * value, 1 - shrink * (1 - value))
        if value < (k / n_parts - alpha / 2) * (1 - 1e-12):
            return None
        rule.append(value)
    return np.array(rule)


def _enough(n_parts: int, alpha: float, epsilon: float) -> bool:
    """Whether U stays above k/r - α/2, from its start alone: some 2/ε steps.

    Once U has met its upper line it follows it until the mirror image of the start, where the same test is passed.
    """
    growth, shrink, value = math.exp(min(epsilon, 700.0)), math.exp(-epsilon), alpha / 2
    for k in range(1, n_parts // 2 + 1):
        line = k / n_parts
        value = min(growth * value, 1 - shrink * (1 - value))
        if value >= line + alpha / 2:
            return True
        if value < (line - alpha / 2) * (1 - 1e-12):
            return False
    return _largest_rule(n_parts, alpha, epsilon) is not None


def best_average_parts(alpha, epsilon) -> int:
    """The least r at which some ε-private rule stays within α/2 of the average of r votes.

    Parameters
    ----------
    alpha : float in (0, 1/2]
    epsilon : float in [1e-100, 1e100], at which `clipped_parts_sharp`, an upper limit, is at most 10^6

    Returns
    -------
    int
        About 0.557/(αε) for small ε and α.  Cost: about 4/ε operations.
    """
    alpha, epsilon = check.real("alpha", alpha, 0, 0.5, open_low=True), one_epsilon(epsilon)
    most = clipped_parts_sharp(alpha, epsilon)
    if most > MOST_PARTS:
        raise ValueError(f"alpha and epsilon must keep the number of parts at most {MOST_PARTS}; it may be {most}")
    k = np.arange(1, math.ceil(2 / epsilon) + 2)          # k/(1 + e^{εk}) falls beyond 1.28/ε
    need = np.max(k * special.expit(-epsilon * k)) * 2 / alpha * (1 - 1e-12)      # what U(k) <= α e^{εk}/2 asks for
    least = min(max(1, math.ceil(need)), most)
    if _enough(least, alpha, epsilon):                    # as a rule
        return least
    return least + smallest_n(lambda more: _enough(least + more, alpha, epsilon), most - least)


def best_average_probability(votes_for_one, n_parts, *, alpha, epsilon):
    """Pr[answer 1] of the best coin: (U(k) + 1 - U(r-k))/2, within α/2 of k/r and ε-DP (REPLACE_ONE).

    Parameters
    ----------
    votes_for_one : int or array, 0 .. n_parts
    n_parts : int, from `best_average_parts` to 10^6
    alpha : float in (0, 1/2]
    epsilon : float in [1e-100, 1e100]

    Raises
    ------
    ValueError
        When there are more votes than parts, or so few parts that no rule is both private and near.
    """
    r = check.integer("n_parts", n_parts, 1, MOST_PARTS)
    votes = check.array("votes_for_one", votes_for_one, low=0, high=r, integral=True)
    alpha, epsilon = check.real("alpha", alpha, 0, 0.5, open_low=True), one_epsilon(epsilon)
    rule = _largest_rule(r, alpha, epsilon)
    if rule is None:
        raise ValueError(f"n_parts must be at least best_average_parts({alpha:g}, {epsilon:g}) = {best_average_parts(alpha, epsilon)}; got {r}")
    return plain(((rule + 1 - rule[::-1]) / 2)[votes])
