"""The sparse vector technique: many tests against a threshold, paid for only when one comes out above.

Queries arrive one at a time.  Each noisy value is compared with a noisy threshold, and "below" is said until the first
"above": an *epoch*.  Values move by at most Δ between neighbors (REPLACE_ONE in this package).  With noise Lap(b₁) on
the threshold, drawn once, and fresh Lap(b₂) on each test, an epoch is (Δ/b₁ + 2Δ/b₂)-private however many tests say
"below": add Δ to the threshold's noise, and every "below" of x is a "below" of x'; that costs Δ/b₁ once.  Only the
test that came out above pays for itself, and twice, as threshold and value may move apart.  A noisy answer to it,
Lap(b₃), costs Δ/b₃ more.

U17 gives all three the scale 1/(ε₀ n), Δ = 1/n: 3ε₀ for the search and ε₀ for the answer, and no less.  The search's
3ε₀ is approached by three values far above the threshold that are all said to be below, and then one far below it,
said to be above.  `split_scales` divides a budget better; `deeper.first_above_law` is the law of an epoch.

References: U17, "Online Private MW"; DR14, section 3.6; Lyu, Su and Li 2017, "Understanding the sparse vector technique
for differential privacy".
"""

from __future__ import annotations

from .. import _validate as check
from .._bounds import one_epsilon

LEAST_VARIANCE = 2 ** (2 / 3)   # ε₂/ε₁ that minimises b₁² + b₂² = (Δ/ε₁)² + (2Δ/ε₂)²


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
    first = search / (1 + LEAST_VARIANCE)
    scales = (sensitivity / first, 2 * sensitivity / (search - first))
    return scales if epsilon_answer is None else (*scales, sensitivity / one_epsilon(epsilon_answer, "epsilon_answer"))
