"""What the companions of lecture 5 add to `dplearn.query_release.online_formulas`."""

from __future__ import annotations

import numpy as np

from ...formula import ALPHA, BETA, DELTA, EPSILON, ETA, N_QUERIES, UNIVERSE, Domain, formula, formulas
from ..calibration import root_rho

CELLS = UNIVERSE.but(low=2)
THRESHOLD = ALPHA.but(words="threshold of the error", low=1e-9)  # the number of updates stays below 1e20
DISTANCE = Domain("c", "c", "threshold over the value, in noise scales", 0, tries=(1.0, 0.0, 14.0))


@formula("4 ln|X|/α²", given=(CELLS, THRESHOLD), tex=r"4\ln|X|/\alpha^2", card="U17-ONL",
         source="U17, “Online MW”, key claim")
def online_updates_bound(universe_size, alpha):
    """Updates of online multiplicative weights with η = α/2 are strictly fewer, for queries in [-1, 1].

    U errors above α sum to more than αU, and to at most ηU + ln|X|/η.
    """
    return 4 * np.log(universe_size) / alpha**2


@online_updates_bound.variant(
    "sharp", "ln|X|/(ηα − η²/8)", tex=r"\ln|X|/(\eta\alpha - \eta^2/8)", source="Hoeffding's lemma in the proof",
    given=(CELLS, THRESHOLD, ETA.but(low=1e-100, high=8.0, default=None, tries=())),
    needs=lambda universe_size, alpha, eta: eta is None or eta < 8 * alpha, needs_words="eta < 8 alpha")
def online_updates_bound_sharp(universe_size, alpha, eta):
    """The same for queries of width 1, by Hoeffding's lemma; without η its least value, ln|X|/(2α²) at η = 4α."""
    eta = 4 * alpha if eta is None else eta
    return np.log(universe_size) / (eta * (alpha - eta / 8))


SETTING = (CELLS, N_QUERIES.but(words="number of queries asked, adaptively chosen"), THRESHOLD, BETA, EPSILON, DELTA)


@formula("⌈4 ln((k + 2T + 1)/β)/(ε₀ α)⌉, ε₀ = (√(L + ε) − √L)/√(5T)", given=SETTING, sized=True, variant="corrected",
         tex=r"\frac{4}{\varepsilon_0\alpha}\ln\frac{k+2T+1}{\beta},\ "
             r"\varepsilon_0 = (\sqrt{L+\varepsilon}-\sqrt L)/\sqrt{5T}",
         source="explicit form of U17, “Online Private MW”", card="U17-ONL-EXPLICIT")
def online_sample_size(universe_size, n_queries, alpha, beta, epsilon, delta):
    """How many records are enough for online private multiplicative weights: an explicit form of U17's master theorem.

    With so many, with probability at least 1 - β, all k answers err by at most 3α/2 and fewer than T = ⌈2 ln|X|/α²⌉
    updates occur; (ε, δ)-DP, REPLACE_ONE.  For queries of width 1; all noises are Lap(1/(ε₀ n)), η = 2α, and an update
    takes its sign from the noisy answer.  An epoch costs 3 ε₀ for sparse vector and ε₀ for the answer, so T epochs are
    T (9 + 1) ε₀²/2-zCDP.  With probability 1 - β all noises (k tests, a threshold and an answer an epoch) are at most
    α/4: then an update means an error above α/2, its sign is right, and no update means an error of at most 3α/2.
    At most 8 √10 ln((k + 2T + 1)/β) √(ln|X| (L + ε))/(ε α²), rounded up, where 2 ln|X|/α² is whole.
    """
    T = np.maximum(np.ceil(2 * np.log(universe_size) / alpha**2), 1)
    return 4 * (np.log(n_queries + 2 * T + 1) - np.log(beta)) * np.sqrt(5 * T) / (
        root_rho(epsilon, -np.log(delta)) * alpha)


@formula("e^(−c)(1/2 + c/4)", given=(DISTANCE,), tex=r"e^{-c}(\frac12 + \frac c4)", bounds="exact", variant="exact",
         source="U17, “Online Private MW”, update", card="U17-ONL-SIGN")
def sign_leak_delta(c):
    """Pr[Lap(1) - Lap(1) > c]: the δ that U17's update gives away, whatever ε.

    U17 moves the weights by the *true* sign of the error.  With errors +h and -h on neighbors (n odd, half the records
    on either side) the tests have one law, and the updates are different for certain: once a test has come out above,
    the data sets are told apart.  That has this probability at c = ε₀ n (α - h), for the first query alone.
    The sign of (noisy answer - public answer) costs nothing more and has no such leak.
    """
    return np.exp(-c) * (0.5 + c / 4)


__all__ = [*formulas(globals())]
