"""What is promised for queries that arrive one at a time: updates, and U17's master theorem with its constants.

Online multiplicative weights answers from p^t, and only where the error is above a threshold α does it look at the data
and move p^t.  Each update is a step of multiplicative weights with a loss ℓ = ±q for which <ℓ, p^t - p*> > α; the
regret of U steps is at most ηU w²/8 + ln|X|/η, so U (α - ηw²/8) < ln|X|/η: few updates, however many queries.  As
printed, with the cruder ηU + ln|X|/η.  Where noise may move test and threshold by α/2 together, an update needs an
error above α/2 only: the bounds on updates are those of α/2.

U17's theorem for the private version is asymptotic, and with its noise of 1/(ε₀ n) throughout one epoch costs 4 ε₀, not
ε₀.  `deeper.online_sample_size` has all constants.

Nothing here reads data.  L = ln(1/δ), natural logarithms; errors are absolute and two-sided.

References: U17, "Online MW", "Online Private MW" and "Master Theorem for Query Release"; Hardt and Rothblum 2010.
"""

from __future__ import annotations

import numpy as np

from ..formula import ALPHA, UNIVERSE, formula, formulas


@formula("⌈2 ln|X|/α²⌉", given=(UNIVERSE, ALPHA.but(low=1e-5)), tex=r"\lceil 2\ln|X|/\alpha^2\rceil",
         source="U17-ONL with α/2 for α", bounds="exact", sized=True, card="U17-ONL-EXPLICIT")
def planned_updates(universe_size, alpha):
    """T, the updates to pay for: while noise takes at most α/2 of the threshold α, fewer occur (with η = 2α)."""
    return np.maximum(2 * np.log(universe_size) / alpha**2, 1)


@formula("2α", given=(ALPHA,), tex=r"2\alpha", source="U17-ONL with α/2 for α", bounds="exact")
def online_eta(alpha):
    """The learning rate at which an error above α/2 takes most from KL(p*||p^t): α²/2."""
    return 2 * alpha


__all__ = [*formulas(globals())]
