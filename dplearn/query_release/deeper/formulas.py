"""What the companions of lecture 5 add to `dplearn.query_release.formulas`."""

from __future__ import annotations

import numpy as np
from scipy.special import gammainccinv

from ...formula import BETA, N_QUERIES, T, UNIVERSE, formula, formulas
from ..calibration import STEP
from ..formulas import N, SCALE, SHARE, WIDTH


@formula("b √(2|X| s(1−s))", given=(UNIVERSE, SCALE, SHARE), bounds="exact", variant="exact",
         tex=r"b\sqrt{2|X|\,s(1-s)}", source="variances add up; module `cells`")
def cells_deviation(universe_size, scale, share):
    """The standard deviation of an answer that counts a share s of all cells, Laplace noise once on each and the total
    mended."""
    return scale * np.sqrt(2 * universe_size * share * (1 - share))


@formula("2w ln(|Q|T/β)/(ε₀n)", given=(N_QUERIES, N, STEP, T, BETA, WIDTH), positional=5, variant="corrected",
         tex=r"2w\ln(|Q|T/\beta)/(\varepsilon_0n)", source="U17-PMW2, for sure and not in expectation")
def selection_bound_whp(n_queries, n, epsilon_step, T, beta, width):
    """With probability at least 1 - β no choice of T steps loses more.

    A loss of g or more has probability at most |Q| e^{-ε₀ n g/(2w)}, whatever happened before; a union over the steps.
    """
    return 2 * width * (np.log(n_queries) + np.log(T) - np.log(beta)) / (epsilon_step * n)


@selection_bound_whp.variant("sharp", "2w (ln|Q| + γ/T)/(ε₀n)", tex=r"2w(\ln|Q| + \gamma/T)/(\varepsilon_0n)",
                             source="losses have exponential tails, and tails add; γ is the 1−β quantile of Gamma(T)")
def selection_bound_whp_sharp(n_queries, n, epsilon_step, T, beta, width):
    """With probability at least 1 - β the average over the T steps loses no more, which is all that the error asks for.

    ε₀ n g/(2w) is at most ln|Q| + an exponential variable, in law; γ/T tends to 1 as T grows.
    """
    return 2 * width * (np.log(n_queries) + gammainccinv(T, beta) / T) / (epsilon_step * n)


__all__ = [*formulas(globals())]
