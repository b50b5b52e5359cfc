"""What is promised for queries that arrive one at a time: the number of updates, and U17's master theorem with its constants.

Online multiplicative weights answers from p^t, and only where the error is above a threshold α does it look at the data and move
p^t.  Each update is a step of multiplicative weights with a loss ℓ = ±q for which <ℓ, p^t - p*> > α; the regret of U steps is at
most ηU w²/8 + ln|X|/η, so U (α - ηw²/8) < ln|X|/η: few updates, however many queries.  As printed, with the cruder ηU + ln|X|/η.

U17's theorem for the private version is asymptotic, and with its noise of 1/(ε₀ n) throughout one epoch costs 4 ε₀, not ε₀.
`online_sample_size` has all constants.

Nothing here reads data.  L = ln(1/δ), natural logarithms; errors are absolute and two-sided.

References: U17, "Online MW", "Online Private MW" and "Master Theorem for Query Release"; Hardt and Rothblum 2010.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import epsilons, go_together, grid, plain
from .formulas import log_size, records, sizes
from .calibration import root_rho

__all__ = ["online_alpha", "online_sample_size", "online_updates_bound", "online_updates_bound_sharp"]

LEAST_ALPHA = 1e-9    # the number of updates stays below 1e20


def online_updates_bound(universe_size, alpha, *, noisy=False):
    """4 ln|X|/α²: updates of online multiplicative weights are strictly fewer, with η = α/2, as printed.

    Parameters
    ----------
    universe_size : int or array >= 2
    alpha : float or array in (1e-9, 1), the threshold: an update needs an error above it
    noisy : bool
        True: noise may move test and threshold by α/2 together, so an update needs an error above α/2 only: 16 ln|X|/α²,
        with η = α/4.

    Returns
    -------
    float or array, for queries in [-1, 1].
    U errors above α sum to more than αU, and to at most ηU + ln|X|/η.  Source: U17, "Online MW", Key Claim.
    """
    return plain(4 * _over_square(universe_size, alpha, noisy))


def online_updates_bound_sharp(universe_size, alpha, *, noisy=False, eta=None):
    """ln|X|/(ηγ - η²/8), γ = α, or α/2 if noisy: the same for queries of width 1, by Hoeffding's lemma.

    Without η its least value, ln|X|/(2γ²) at η = 4γ.  `eta` float or array in (1e-100, 8γ): beyond nothing is promised.  Other
    arguments as in `online_updates_bound`.
    """
    least = _over_square(universe_size, alpha, noisy) / 2
    if eta is None:
        return plain(least)
    eta = grid("eta", eta, low=1e-100, high=8.0)
    go_together(bound=least, eta=eta)
    times = eta / ((2 if noisy else 4) * np.asarray(alpha))                # η in units of the best one
    if (times >= 2).any():
        raise ValueError(f"eta must be below {4 if noisy else 8} alpha; got {np.max(times) / 2:g} times that")
    return plain(least / (times * (2 - times)))


def online_sample_size(universe_size, n_queries, epsilon, delta, alpha, beta):
    """How many records are enough for online private multiplicative weights: an explicit form of U17's master theorem.

    Parameters
    ----------
    universe_size : int or array >= 2
    n_queries : int or array >= 1, k, all queries asked, adaptively chosen
    epsilon : float or array > 0
    delta, beta : float or array in (0, 1)
    alpha : float or array > 1e-9, the threshold

    Returns
    -------
    float or array, whole.  With so many records, with probability at least 1 - β, all k answers err by at most 3α/2 and fewer
    than T = ⌈2 ln|X|/α²⌉ updates occur; (ε, δ)-DP, REPLACE_ONE.

    Notes
    -----
    For queries of width 1; all noises are Lap(1/(ε₀ n)), η = 2α, and an update takes its sign from the noisy answer.  An
    epoch costs 3 ε₀ for sparse vector and ε₀ for the answer, T epochs are T (9 + 1) ε₀²/2-zCDP: ε₀ = √(ρ/(5T)),
    ρ = (√(L+ε) - √L)².  n is such that ln((k + 2T + 1)/β)/(ε₀ n) <= α/4: with probability 1 - β all noises (k tests, a
    threshold and an answer an epoch) are at most α/4.  Then an update means an error above α/2, its sign is right, and no
    update means an error of at most 3α/2.
    At most 8 √10 ln((k + 2T + 1)/β) √(ln|X| (L + ε))/(ε α²), rounded up, where 2 ln|X|/α² is whole.
    """
    setting, alpha = _online(universe_size, n_queries, epsilon, delta, beta), grid("alpha", alpha, low=LEAST_ALPHA, high=1e100)
    return plain(np.ceil(_online_need(*setting, alpha)))


def online_alpha(universe_size, n_queries, n, epsilon, delta, beta):
    """The least α for which `online_sample_size` is at most n: answers err by at most 3α/2, with probability 1 - β.

    `n` int or array >= 1; other arguments as there.  Errs high, by at most 1e-12 relative; above 1 it promises nothing.
    """
    setting, n = _online(universe_size, n_queries, epsilon, delta, beta), records(n)
    *setting, n = go_together(universe_size=setting[0], n_queries=setting[1], epsilon=setting[2], beta=setting[3], n=n)
    one_update = np.sqrt(2 * setting[0])                                   # from this α on T = 1 and the need is ∝ 1/α
    high = np.maximum(one_update, one_update * _online_need(*setting, one_update) / n) * (1 + 1e-9)
    low = high * 1e-12
    for _ in range(70):                                                    # the need falls as α grows
        middle = np.sqrt(low) * np.sqrt(high)
        enough = _online_need(*setting, middle) <= n
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return plain(high)


# ---- shared -------------------------------------------------------------------------------------

def _over_square(universe_size, alpha, noisy):
    log_universe, alpha = log_size("universe_size", universe_size, 2), grid("alpha", alpha, low=LEAST_ALPHA, high=1)
    go_together(universe_size=log_universe, alpha=alpha)
    return log_universe / (alpha / 2 if check.flag("noisy", noisy) else alpha) ** 2


def _online(universe_size, n_queries, epsilon, delta, beta):
    """ln|X|, k, √ρ and β of the online theorem."""
    log_universe, k = log_size("universe_size", universe_size, 2), sizes("n_queries", n_queries)
    epsilon, delta, beta = epsilons(epsilon), grid("delta", delta, high=1), grid("beta", beta, high=1)
    go_together(universe_size=log_universe, n_queries=k, epsilon=epsilon, delta=delta, beta=beta)
    return log_universe, k, root_rho(epsilon, -np.log(delta)), beta


def _online_need(log_universe, k, root_rho, beta, alpha):
    """The real n at which all noises stay below α/4."""
    go_together(universe_size=log_universe, n_queries=k, epsilon=root_rho, beta=beta, alpha=alpha)
    T = np.maximum(np.ceil(2 * log_universe / alpha**2), 1)
    return 4 * (np.log(k + 2 * T + 1) - np.log(beta)) * np.sqrt(5 * T) / (root_rho * alpha)
