"""The sparse vector technique: many tests against a threshold, paid for only when one comes out above.

Queries arrive one at a time.  Each noisy value is compared with a noisy threshold, and "below" is said until the first
"above": an *epoch*.  Values move by at most Δ between neighbors (REPLACE_ONE in this package).  With noise Lap(b₁) on the
threshold, drawn once, and fresh Lap(b₂) on each test, an epoch is (Δ/b₁ + 2Δ/b₂)-private however many tests say "below": add
Δ to the threshold's noise, and every "below" of x is a "below" of x'; that costs Δ/b₁ once.  Only the test that came out
above pays for itself, and twice, as threshold and value may move apart.  A noisy answer to it, Lap(b₃), costs Δ/b₃ more.

U17 gives all three the scale 1/(ε₀ n), Δ = 1/n: 3ε₀ for the search and ε₀ for the answer, and no less.  The search's 3ε₀ is
approached by three values far above the threshold that are all said to be below, and then one far below it, said to
be above (`hard_pair_epsilon("u17", 3, ...)`).  `split_scales` divides a budget better.

References: U17, "Online Private MW"; DR14, section 3.6; Lyu, Su and Li 2017, "Understanding the sparse vector technique for
differential privacy".
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon, plain
from .._quadrature import log_first_above

__all__ = ["first_above_law", "sign_leak_delta", "split_scales"]

_LEAST_VARIANCE = 2 ** (2 / 3)   # ε₂/ε₁ that minimises b₁² + b₂² = (Δ/ε₁)² + (2Δ/ε₂)²


def split_scales(*, l1_sensitivity, epsilon_search, epsilon_answer=None):
    """Laplace scales of threshold, tests and answer for a search of ε₁ + ε₂ = epsilon_search and an answer of ε₃.

    Parameters
    ----------
    l1_sensitivity : float in [1e-100, 1e100], Δ: the most one value moves between neighbors
    epsilon_search, epsilon_answer : float in [1e-100, 1e100]; no answer if None

    Returns
    -------
    (Δ/ε₁, 2Δ/ε₂) with ε₁ : ε₂ = 1 : 2^{2/3}, which gives the noise of a comparison the least variance; with an answer
    also Δ/ε₃.  An epoch is then (epsilon_search + epsilon_answer)-private.  Source: Lyu, Su and Li 2017, section 4.2.
    """
    sensitivity = check.real("l1_sensitivity", l1_sensitivity, 1e-100, 1e100)
    search = one_epsilon(epsilon_search, "epsilon_search")
    first = search / (1 + _LEAST_VARIANCE)
    scales = (sensitivity / first, 2 * sensitivity / (search - first))
    return scales if epsilon_answer is None else (*scales, sensitivity / one_epsilon(epsilon_answer, "epsilon_answer"))


def first_above_law(values, *, threshold, threshold_scale, test_scale) -> np.ndarray:
    """The law of one epoch: which test is the first to come out above.

    Parameters
    ----------
    values : array (k,), 1 <= k <= 256, the private values in the order asked
    threshold : float
    threshold_scale, test_scale : float > 0, the Laplace scales; their ratio within a factor 1000 of 1

    Returns
    -------
    array (k + 1,), the last entry "never"; sums to 1 to 1e-12, relative error about 1e-12.

    Notes
    -----
    Privacy: (Δ/threshold_scale + 2Δ/test_scale, 0)-DP under the relation of Δ, whatever k.  U17's epoch has both scales
    1/(ε₀ n); `mechanisms.above_threshold_probabilities` is the case 2Δ/ε, 4Δ/ε.  Cost: as there.
    """
    values = check.array("values", values, (None,), low=-1e100, high=1e100)
    if len(values) > 256:
        raise ValueError(f"values must hold at most 256 for the exact law; got {len(values)}")
    threshold, shared = check.real("threshold", threshold, -1e100, 1e100), check.real("threshold_scale", threshold_scale, 1e-100)
    width = check.real("test_scale", test_scale, shared / 1000, shared * 1000) / shared
    return np.exp(log_first_above((values - threshold) / shared, width))


def sign_leak_delta(c):
    """Pr[Lap(1) - Lap(1) > c] = e^{-c}(1/2 + c/4), c >= 0: the δ that U17's update gives away, whatever ε.

    U17 moves the weights by the *true* sign of the error.  With errors +h and -h on neighbors (n odd, half the records
    on either side) the tests have one law, and the updates are different for certain: once a test has come out above,
    the data sets are told apart.  That has probability `sign_leak_delta` at c = ε₀ n (α - h), for the first query alone.
    The sign of (noisy answer - public answer) costs nothing more and has no such leak.

    c : float or array, the same shape comes back.
    """
    c = check.array("c", c, low=0)
    return plain(np.exp(-c) * (0.5 + c / 4))
