"""Sample sizes and bounds of lecture 1: Occam's razor (LN, Theorem 1; N17), VC bounds, Sauer's lemma.

Every bound is worked out in logarithms, so that |C| may be astronomically large (``log_size``).  The failure event
is "some hypothesis whose error exceeds α is still consistent".  Nothing here is private.  (`deeper`: agnostic bounds.)
"""

from __future__ import annotations

import math

import numpy as np

from ..formula import ALPHA, BETA, CLASS, N, VC_DIM, formula, formulas, least_size

ALPHA_BAD = ALPHA.but(words="error above which a hypothesis is bad")
TWO_OR_MORE = CLASS.but(low=2)


@formula("|C| e^(−αn)", given=(CLASS, ALPHA_BAD, N), tex=r"|C| e^{-\alpha n}", card="N17-OCCAM",
         source="LN, Theorem 1 (proof); N17, “Occam's razor”", log=True, positional=3)
def occam_bound(log_size, alpha, n):
    """Bound on the probability that some bad hypothesis is consistent with n examples."""
    return log_size - alpha * n


@occam_bound.variant("sharp", "|C| (1−α)ⁿ", tex=r"|C| (1-\alpha)^n", source="LN, Theorem 1 (proof)")
def occam_bound_sharp(log_size, alpha, n):
    """The same bound without the step 1 - α <= e^(-α)."""
    return log_size + n * np.log1p(-alpha)


def _least(log_size, rate, beta):
    """The least n with ln|C| - rate n <= ln β; the quotient that solves it may round across an integer."""
    return least_size((log_size - math.log(beta)) / rate, lambda n: log_size - rate * n <= math.log(beta))


@formula("(ln|C| + ln 1/β)/α", given=(CLASS, ALPHA_BAD, BETA), tex=r"\frac{\ln|C| + \ln(1/\beta)}{\alpha}",
         card="N17-OCCAM",
         source="N17, “Occam's razor”", sized=True, scalar=True, positional=3)
def occam_sample_size(log_size, alpha, beta):
    """The least n >= 1 at which `occam_bound` is at most β: enough examples for every consistent learner."""
    return _least(log_size, alpha, beta)


@occam_sample_size.variant("sharp", "(ln|C| + ln 1/β)/−ln(1−α)", tex=r"\frac{\ln|C| + \ln(1/\beta)}{-\ln(1-\alpha)}",
                           source="LN, Theorem 1 (proof)")
def occam_sample_size_sharp(log_size, alpha, beta):
    """The least n >= 1 at which `occam_bound.sharp` is at most β."""
    return _least(log_size, -math.log1p(-alpha), beta)


@formula("2 ln|C|/α", given=(TWO_OR_MORE, ALPHA_BAD), tex=r"\frac{2\ln|C|}{\alpha}", card="LN-T1",
         source="LN, Theorem 1", sized=True)
def theorem1_sample_size(log_size, alpha):
    """Sample size of LN, Theorem 1.  It has no β: the failure probability there is e^(-αn/2) = 1/|C| (before rounding
    up)."""
    return 2 * log_size / alpha


@formula("e^(−αn/2)", given=(TWO_OR_MORE, ALPHA_BAD, N), tex=r"e^{-\alpha n/2}", card="LN-T1", source="LN, Theorem 1",
         needs=lambda log_size, alpha, n: n >= np.ceil(2 * log_size / alpha), needs_words="n >= 2 ln|C|/α", log=True,
         positional=3)
def theorem1_bound(log_size, alpha, n):
    """The failure bound that LN, Theorem 1 prints, from its sample size on."""
    return -alpha * n / 2


@formula("max(4/α log₂ 2/β, 8d/α log₂ 13/α)", given=(VC_DIM, ALPHA_BAD, BETA), card="N17-VC", sized=True, positional=3,
         tex=r"\max\{\frac{4}{\alpha}\log_2\frac{2}{\beta}, \frac{8d}{\alpha}\log_2\frac{13}{\alpha}\}",
         source="Blumer et al. 1989, Theorem 2.1 (cited, not proved here): N17's O((d log(1/α) + log(1/β))/α)")
def vc_sample_size(vc_dim, alpha, beta):
    """Examples that suffice for every consistent learner."""
    return np.maximum(4 * (1 - np.log2(beta)) / alpha, 8 * vc_dim * (math.log2(13) - np.log2(alpha)) / alpha)


@formula("(en/d)ᵈ", given=(N, VC_DIM), tex=r"(en/d)^d", card="N17-VC", source="N17, “VC dimension”",
         needs=lambda n, vc_dim: n >= vc_dim, needs_words="n >= d", log=True)
def sauer_bound_simple(n, vc_dim):
    """An upper bound on the number of label patterns on n points; for n < d it can fall below the truth."""
    return vc_dim * (1 + np.log(n) - np.log(vc_dim))


@sauer_bound_simple.variant("sharp", "Σ over i ≤ d of (n choose i)", tex=r"\sum_{i \le d}\binom{n}{i}", needs=None,
                            needs_words="",
                            given=(N.but(high=10**6), VC_DIM.but(low=0, high=1000)), scalar=True, log=False,
                            source="Sauer's lemma; N17 prints 2^d for n <= d, where it is 2ⁿ")
def sauer_bound(n, vc_dim):
    """Sauer's lemma: at most so many label patterns on n points; 2^n for n <= d.  Held at 9e307 beyond."""
    return min(sum(math.comb(n, i) for i in range(min(n, vc_dim) + 1)), 2**1023)


__all__ = [*formulas(globals())]
