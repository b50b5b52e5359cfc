"""Who holds the numbers in the prose of companion 2c."""

import math

import numpy as np
from claims import prints
from scipy.special import lambertw

from dplearn import experiments
from dplearn.pac.occam import threshold_world
from dplearn.private_pac import point_world_failure, private_occam_bound_sharp

occam, printed = experiments.private_occam.at, prints("deeper/2c-three-proofs")
# least n of LN's sum, the same with Chernoff, the one line, exact in the world of points; ε = 1
COARSE, FINE = printed("α = 0.1   ε = 1 "), printed("α = 0.01  ε = 1 ")


def mean_weight(bad):
    """The mean of the summed weights of the bad, or the good, thresholds at n = 237."""
    errors = threshold_world(6, 0.1).errors()
    return ((1 + errors[(errors > 0.1) == bad] * math.expm1(-0.25)) ** 237).sum()


def off(n):
    """The one line over the truth; the step 1 - x <= e^-x costs more and more."""
    return private_occam_bound_sharp(64, 0.1, 0.5, n) / point_world_failure(64, 0.1, 0.5, n)


CLAIMS = {
    "ask for {a:,.0f} examples where one line asks for {b:.0f}?": (COARSE[0], COARSE[2]),
    "**Answer: of neither.** The sum is {printed:.2f}, which says nothing about a probability, and the learner fails "
    "with probability {exact:.6f}. (The curve *one line* is section 3's: {sharp:.5f}.": occam,
    "From $n = 300$ to 1,000 it stays within a factor of 1.4 of the truth": max(off(300), off(1000)) < 1.4,
    "**Answer: 10⁻⁸.** Near $10^{-8}$.": 5e-9 < printed("at most 50 mistakes:")[0] < 2e-8,
    "Up to $\\varepsilon = {x:.3f}$ we have": math.floor(1000 * (4 + 2 * lambertw(-2 * math.exp(-2)).real)) / 1000,
    "At $\\varepsilon = 1$ LN's grows by a factor of 100, the other two by 10, and so does the exact need":
        np.allclose(np.divide(FINE, COARSE), [100, 10, 10, 10], rtol=0.02),
    "asks for almost 200,000 examples": 195_000 < FINE[0] < 200_000,
    "very small for a large class, {p:.3f} for two hypotheses": 1 / 2 + 1 / 2**3,  # 1/|C| + |C|^-3, LN-PPAC
    "The line says {x:.2f}, and": printed("one line")[0],
    "the bad cuts have mean weight {x:.3f}": mean_weight(True),
    "their mean weight is {x:.1f}": mean_weight(False),
    "the learner fails with probability below 1%": printed("one line")[1] < 0.008,
}

GIVEN = r"""
$n = 8\ln|C|/
$|C| = 64$, $n = 500$, $\alpha = 0.1$, $\varepsilon = 0.5$. Is the sum within a factor of 10 of the true failure
probability? Of 1,000?
From $n = 300$ to 1,000 it stays within a factor of 1.4 of the truth
raise $\varepsilon$ from 0.5 to 10 near $n = 1{,}000$
$\alpha = 0.1$, $n = 1{,}000$: 50 mistakes or fewer where 100 are expected
0.001, $10^{-5}$, $10^{-8}$?
$|C| = 2^{10}$, $\beta = 0.05$. How do the three sample sizes change when $\alpha$ falls from 0.1 to 0.01?
At $\alpha = 0.01$ LN's sum
on 64 doses, drawn evenly, the target in the middle; $\alpha = 0.1$, $\varepsilon = 0.5$, $n = 237$
"""

