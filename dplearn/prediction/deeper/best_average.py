"""The best private coin for an average: as near to k/r as the clipped average, with about 3.6 times fewer parts (ours).

Clipping leaves the average alone until it must not fall further, and there, at the corner, one vote weighs most.  Any
rule p with |p(k) - k/r| <= α/2 has excess at most α/2, so which r allows an ε-private one?  Let it rise as early as it
may: the largest such rule is U(0) = α/2 and

    U(k) = min(k/r + α/2,  e^ε U(k-1),  1 - e^{-ε}(1 - U(k-1))),

the last two being privacy for the labels 1 and 0.  Every such rule lies below U, so there is one if and only if
U(k) >= k/r - α/2 for all k; and with U its mirror image 1 - U(r-k), so the mean of the two is one that treats the
labels alike.

For small ε and α the test is α(e^{εk} + 1)/2 >= k/r, and (e^x + 1)/x is least, 3.591, where x = 1 + e^{-x}: r =
0.557/(αε), where clipping takes 2/(αε).  Relation: REPLACE_ONE; r is public.
"""

from __future__ import annotations

import math
from bisect import bisect_left

import numpy as np
from scipy import special

from ...formula import EPSILON, formula
from ..number_formulas import CLIP, clipped_parts_sharp

MOST_PARTS = 20_000
HALF = CLIP.but(high=0.5, open="(")


def _largest_rule(n_parts: int, alpha: float, epsilon: float) -> np.ndarray | None:
    """U(0..r), or None if it falls below k/r - α/2 (room for rounding: 1e-12 of the value)."""
    growth, shrink = math.exp(min(epsilon, 700.0)), math.exp(-epsilon)
    rule = [alpha / 2]
    for k in range(1, n_parts + 1):
        rule.append(min(k / n_parts + alpha / 2, growth * rule[-1], 1 - shrink * (1 - rule[-1])))
        if rule[-1] < (k / n_parts - alpha / 2) * (1 - 1e-12):
            return None
    return np.array(rule)


@formula("least r at which some ε-private rule stays within α/2 of v/r", given=(HALF, EPSILON), scalar=True,
         sized=True, tex=r"\min\{r : U(v) \ge \tfrac vr - \tfrac\alpha2\}", source="ours", card="DF18-OURS-COIN",
         variant="exact", bounds="exact",
         needs=lambda alpha, epsilon: clipped_parts_sharp.curve(alpha, epsilon) <= MOST_PARTS,
         needs_words="`clipped_parts_sharp`, an upper limit, at most 20,000")
def best_average_parts(alpha, epsilon):
    """The least r at which some ε-private rule stays within α/2 of the average of r votes.

    About 0.557/(αε) for small ε and α.
    """
    most = int(clipped_parts_sharp.curve(alpha, epsilon))
    k = np.arange(1, math.ceil(2 / epsilon) + 2)          # k/(1 + e^{εk}) falls beyond 1.28/ε
    need = np.max(k * special.expit(-epsilon * k)) * 2 / alpha * (1 - 1e-12)      # what U(k) <= α e^{εk}/2 asks for
    least = min(max(1, math.ceil(need)), most)
    if _largest_rule(least, alpha, epsilon) is not None:  # as a rule
        return least
    return bisect_left(range(most), True, lo=least, key=lambda r: _largest_rule(r, alpha, epsilon) is not None)
