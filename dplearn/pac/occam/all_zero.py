"""N17's "(or a random h in C)": what to return when every label is 0.

The slides on points and thresholds let the learner return h = 0 "or a random h in C" when it has
seen no 1.  For thresholds that is false: with target c_0 every label is 0, and a random c_j is bad
with probability about 1 - α at every n.  A random *consistent* hypothesis works.
"""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from .worlds import check_alpha, tolerant

RULES = ("zero", "random", "random-consistent")


def threshold_all_zero_failure(N, alpha, n, *, rule) -> float:
    """Failure of a threshold learner on all-zero labels: target c_0, uniform points (N17, example 1).

    Parameters
    ----------
    N : int, 1 .. 10^7
    alpha : float in [1e-6, 1)
    n : int >= 1
        Number of examples; all are labeled 0.
    rule : {"zero", "random", "random-consistent"}
        Return h = 0; a uniformly random h in C, as the slide allows; a uniformly random h among
        the consistent ones.

    Returns
    -------
    float
        Pr[error > α], exactly.  For "random" it does not depend on n: the slide's learner fails.
    """
    N, alpha = check.integer("N", N, 1, 10**7), check_alpha(alpha)
    n, rule = check.integer("n", n, 1, 2**50), check.choice("rule", rule, RULES)
    if rule == "zero":
        return 0.0
    j = np.arange(N + 1)
    n_good = int(np.count_nonzero(j / N <= tolerant(alpha)))  # c_0, ..., c_(n_good - 1)
    if rule == "random":
        return (N + 1 - n_good) / (N + 1)
    # Smallest example m: c_0, ..., c_(m-1) are consistent, and Pr[smallest >= m] = ((N - m + 1)/N)^n.
    m = j[1:]
    with np.errstate(divide="ignore", under="ignore"):
        at_least = np.exp(n * np.log((N - j) / N))
    chance = at_least[:-1] - at_least[1:]
    return float(np.sum(chance * np.maximum(m - n_good, 0) / m))


def point_all_zero_failure(N, alpha, n, *, rule, mass=0.0) -> float:
    """Failure of a point learner together with all-zero labels (N17, example 0).

    The target c_j has mass `mass`, one other point x_0 the rest.

    Parameters
    ----------
    N : int >= 2
    alpha : float in [1e-6, 1)
    n : int >= 1
        Number of examples.
    rule : {"zero", "random", "random-consistent"}
        As for `threshold_all_zero_failure`.
    mass : float in [0, 1)
        Probability of the target's point; 0 is the slide's counterexample, where a random h in
        C is c_(x_0), wrong everywhere, with probability 1/N at every n.

    Returns
    -------
    float
        Pr[all labels are 0 and error > α], exactly.
    """
    N, alpha, n = check.integer("N", N, 2, 2**50), check_alpha(alpha), check.integer("n", n, 1, 2**50)
    rule, mass = check.choice("rule", rule, RULES), check.real("mass", mass, 0, 1, open_high=True)
    unseen = float(np.exp(n * np.log1p(-mass)))
    lost = mass > tolerant(alpha)  # whether h = 0, and every c_i but c_j and c_(x_0), is bad
    if rule == "zero":
        return unseen * lost
    if rule == "random":
        return unseen * (1 + (N - 2) * lost) / N
    return unseen * ((N - 2) / (N - 1)) * lost
