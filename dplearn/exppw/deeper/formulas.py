"""What the companions of lecture 7 add to `dplearn.exppw.formulas`."""

from __future__ import annotations

import numpy as np

from ...formula import EPSILON, formula, formulas
from ..formulas import CLAMP, _loss_of_zero, clamp


@formula(
    "ln((1+e^(εT/2))/(1+e^(ε(T−3)/2)))", given=(CLAMP, EPSILON), variant="exact", bounds="exact",
    source="DF18, Figure 1 to the letter",
    tex=r"\ln\frac{1+e^{\varepsilon T/2}}{1+e^{\varepsilon(T-3)/2}}", card="DF18-F1")
def figure_one_epsilon(clamp, epsilon):
    """The true ε (REPLACE_ONE) of an answer by Figure 1 to the letter, for n >= clamp: above ε for T >= 3 and moderate
    ε, 1.5ε in the limit.

    One example moved from before the query to the first place after it loses its own step, and its new step takes the
    place of the one that was first: 1 + 2 (2 in all at T = 1).  The worst pair: T examples of label 1, of which T - 1
    lie up to the query; one of these becomes the first after it, with label 0.
    """
    return _loss_of_zero(epsilon, clamp, np.minimum(3, 2 * clamp))


__all__ = [*formulas(globals())]
