"""Who holds the numbers in the prose of companion 2a."""

import math

import numpy as np
from claims import prints
from scipy.special import lambertw

from dplearn import experiments
from dplearn.private_pac import expected_gap_bound_sharp, generalization_gap_bound

mushrooms = experiments.mushrooms.at
printed = prints("deeper/2a-generalization")
MEAN, OFF = printed("4,000 samples: excess")
PROMISED = dict(zip(("explicit", "stability"), printed("promised: explicit")))


def small_sample():
    """The bound and the largest gap of two hypotheses at ε = 0.1, n = 10, over all numbers of mistakes."""
    k = np.arange(11)
    assert 2 * (1 + lambertw(1 / math.e).real) / 0.1 > 10
    return expected_gap_bound_sharp(2, 0.1, 10), (k / 10 / (1 + np.exp(0.05 * k))).max()


CLAIMS = {
    "the height is $\\tanh\\frac\\varepsilon2$: {a:.3f} at $\\varepsilon = 1$. The attacker is right in at most "
    "{b:.0%}.": (generalization_gap_bound(1), 0.5 + generalization_gap_bound(1) / 2),
    "is then $\\tanh\\frac\\varepsilon4$: {a:.3f}, or {b:.0%}.": (math.tanh(0.25), 0.5 + math.tanh(0.25) / 2),
    "({n} settings: Ann's place": 16 * 4,
    "**Answer: 0.35 and 0.1.** {a:.3f} and {b:.3f}; at $\\varepsilon = 0.1$ no more than {c:.4f}.":
        tuple(printed(start)[0] for start in ("fewest mistakes", "ε = 1   ", "ε = 0.1   ")),
    "Both bounds promise an excess $\\mathrm{err}_P - \\mathrm{OPT}$ below 0.15":
        max(PROMISED.values()) < 0.15,
    "Between 0.005 and 0.006, on average": 0.005 < MEAN - OFF < MEAN + OFF < 0.006,
    "has a floor, $\\tanh\\frac\\varepsilon4 = {x:.3f}$": math.tanh(0.5 / 4),
    "Near $\\varepsilon = 1$ the dots lie above it": mushrooms(epsilon=1)["unseen"] > mushrooms(epsilon=1)["bound"],
    "even the best rule of those seen makes {rest:.1%} mistakes in this split and not {best:.1%}":
        (mushrooms(epsilon=10)["unseen"], mushrooms()["best"]),
    "the bound says {bound:.3f}, and the largest gap is {gap:.3f}": small_sample,
}

GIVEN = r"""
outputs with $r > 1$
\mathbb{E}_\nu\, r = 1.
contributes 0 above and 1 below
to zero gives $x_h = 1 + F$
its mean is 1, and it lies
the chord over $r = 1$
at $\varepsilon = 1$. The attacker
Take 8 equally likely points
all $2^8$ labelings
On 8 examples
with $\varepsilon = 1$: near 0, 0.1, 0.35 or 0.5?
at $\varepsilon = 0.1$ no more
Thresholds on 32 points, 40% of the labels wrong, $n = 1{,}000$, $\varepsilon = 0.5$
0.1, 0.03 or 0.005?
(with probability 0.95)
All 8,124 records, $\varepsilon = 0.1$
Near $\varepsilon = 1$ the dots
For $|C| = 2$, $\varepsilon = 0.1$, $n = 10$ they do not fit
"""

PLAIN = {
    "recalls what is needed": "what the page takes from the lecture",
}
