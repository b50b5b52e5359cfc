"""What private prediction must cost: DF18's Theorem 4.3 as printed, where it is false, and a form that holds.

The world: d points on which the class has all 2^d labelings; d - 1 of them share the mass 4α, the last has the rest.
To err by at most α with probability 11/12, whatever the labels, a predictor must err with probability at most 1/3 at
one of the d - 1 points, on average over random labels (even at most 1/4 · 11/12 + 1/12 = 5/16; the source's 1/3 is
kept).  Of n examples t ~ Bin(n, 4α/(d-1)) show that point.  Flip their labels, one at a time: t steps lead from a data
set that says 1 to one that says 0, and the law of the answer moves little at each (`dplearn.prediction.number_formulas`
has the rest of the proof).

(ε, δ) means private for each answer, REPLACE_ONE.  Source: DF18, Theorem 4.3; the sharp form is ours.
"""

from __future__ import annotations

import numpy as np

from ...formula import ALPHA, EPSILON, VC_DIM, formula, formulas


@formula("⌈2 ln(1/α − 1)/ε⌉", given=(ALPHA.but(high=0.5), EPSILON), sized=True, variant="exact", bounds="exact",
         tex=r"\lceil 2\ln(1/\alpha - 1)/\varepsilon\rceil", source="ours", card="DF18-T4.3")
def constants_sample_size(alpha, epsilon):
    """Least n at which the soft majority of n labels errs by at most α < 1/2 for the two constants (d = 1).

    Each example is a part of its own and votes right; the coin errs with probability sigma(-εn/2).  It refutes
    `lower_bound` at d = 1.
    """
    return 2 * (np.log1p(-alpha) - np.log(alpha)) / epsilon


@formula("d/(32εα)", given=(VC_DIM, ALPHA, EPSILON), tex=r"\frac{d}{32\,\varepsilon\alpha}",
         source="DF18, Theorem 4.3", card="DF18-T4.3", bounds="lower", holds=False, positional=3)
def lower_bound(vc_dim, alpha, epsilon):
    """Examples that (ε, ε/3)-private prediction with error α at confidence 11/12 needs, as printed.

    Not for every class of d = 1 (two constants, small α), nor for α >= 1/2.  For d >= 2 and α <= 1/4 it is below the
    sharp one, hence true; between 1/4 and 1/2 it is unproven.
    """
    return vc_dim / 32 / epsilon / alpha


@lower_bound.variant("sharp", "ln(3/2)(d − 1)/(4αε)", tex=r"\frac{\ln(3/2)(d-1)}{4\alpha\varepsilon}", source="ours",
                     card="DF18-OURS-T4.3", holds=True,
                     given=(VC_DIM.but(low=2), ALPHA.but(high=0.25, open="("), EPSILON))
def lower_bound_sharp(vc_dim, alpha, epsilon):
    """The same with a proof (module's note); it implies the printed one within its hypotheses, as ln(3/2)/4 (d-1)/d >=
    1/32."""
    return np.log(1.5) * (vc_dim - 1) / 4 / alpha / epsilon


__all__ = [*formulas(globals())]
