"""What the companions of lecture 1 add to `dplearn.pac.formulas`."""

from __future__ import annotations

import math

import numpy as np

from ...formula import ALPHA, BETA, CLASS, N, formula, formulas


@formula("√(ln(2|C|/β)/2n)", given=(CLASS, BETA, N), tex=r"\sqrt{\frac{\ln(2|C|/\beta)}{2n}}", card="DR14-11.1-UC",
         positional=3,
         source="Hoeffding for each hypothesis and a union bound; DR14, section 11.1, with its constant")
def uniform_convergence_bound(log_size, beta, n):
    """With probability 1 - β all errors on n i.i.d. examples, labeled in any way, are this close to the true ones."""
    return np.sqrt((log_size + math.log(2) - np.log(beta)) / 2 / n)


@formula("2 ln(2|C|/β)/α²", given=(CLASS, ALPHA.but(words="excess error"), BETA),
         tex=r"\frac{2\ln(2|C|/\beta)}{\alpha^2}", card="DR14-11.1-UC",
         source="Uniform convergence to α/2, used twice; DR14, section 11.1 (printed there without constant)",
         sized=True, positional=3)
def agnostic_sample_size(log_size, alpha, beta):
    """Examples from which the empirical minimizer is within α of the best of C, with probability 1 - β."""
    return 2 * (log_size + math.log(2) - np.log(beta)) / alpha / alpha


__all__ = [*formulas(globals())]
