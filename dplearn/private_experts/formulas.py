"""What privacy costs in regret: DR14's Theorems 11.3 and 11.4, LN's Theorem 3 corrected, and where privacy is free.

Randomized weighted majority with a small enough η is private, so every regret bound of `experts` is a
bound for the private algorithm: put the η that an analysis permits (`calibration.private_eta`) into it.

**Units.** DR14 states AVERAGE regret (per round).  Here regret is CUMULATIVE, T times that, except in functions
whose name has `avg_`.  L = ln(1/δ), K = `n_experts` (DR14's k), losses in [0, 1] unless `loss_range=2.0` says [-1, 1].

**The forms of Theorem 11.3** (average), at DR14's η = ε/√(32 T L):

    first:   ε/√(32 T L) + √(32 L) ln K/(ε √T)       η + ln K/(ηT): holds for every ε
    second:  √(128 L) ln K/(ε √T)                    twice the larger term: needs ε² <= 32 L ln K
    sharp:   η/8 + ln K/(ηT)                         Hoeffding's lemma, for the η of any analysis

**Where privacy is free.** A permitted η falls as c/√T for every analysis but basic composition, and so does the η that
one would choose without privacy, √(8 ln K/T).  The ratio of the two stays, so the price is a factor that T does not
change: (q + 1/q)/2 for an η that is q <= 1 times the free one.  Per round both regrets vanish.  From a certain ε on
(`free_epsilon`) the permitted η reaches the free one, and privacy costs nothing at all.

Nothing here reads data.  Relation of the rates: ONE_ROUND.

References: DR14, Theorems 11.2 to 11.4; LN, Theorem 3; Dong, Roth and Su 2019 (the Gaussian limit).
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize

from .. import _validate as check
from .. import experts
from .._bounds import epsilons, go_together, grid, plain
from ..privacy import advanced_composition, bounded_range_composition_delta, pure_composition_delta, zcdp_epsilon
from ..privacy.optimal import gaussian_curve
from .calibration import ANALYSES, private_eta

FORMS = {"first": "ε/√(32TL) + √(32L) ln K/(ε√T)", "second": "√(128L) ln K/(ε√T), for ε² <= 32 L ln K"}
MOST_ROUNDS = 10**15


def _arguments(T, n_experts, epsilon, delta, least_rounds=1):
    """T, ln K, ε and L = ln(1/δ) as arrays that broadcast."""
    T = check.array("T", T, low=least_rounds, high=MOST_ROUNDS, integral=True).astype(float)
    log_experts = np.log(check.array("n_experts", n_experts, low=2, high=MOST_ROUNDS, integral=True))
    epsilon, delta = epsilons(epsilon), grid("delta", delta, high=1)
    go_together(T=T, n_experts=log_experts, epsilon=epsilon, delta=delta)
    return T, log_experts, epsilon, -np.log(delta)


# ---- Theorem 11.3 --------------------------------------------------------------------------------

def dr14_printed_avg_regret(T, n_experts, epsilon, delta):
    """√(128 L) ln K/(ε √T): the second form of Theorem 11.3 with no hypothesis, as it is printed.  AVERAGE.

    Not a bound for ε² > 32 L ln K: at T = 100, K = 2, δ = 0.5, ε = 200 it is 0.003264, and on alternating losses
    the algorithm's exact expected regret is 0.242945.  For showing just that; use `private_regret_bound`.
    Arguments as there.
    """
    T, log_experts, epsilon, log = _arguments(T, n_experts, epsilon, delta)
    return plain(np.sqrt(128 * log / T) * log_experts / epsilon)


def avg_private_regret_bound(T, n_experts, epsilon, delta, *, form="first"):
    """Theorem 11.3 in its own units: `private_regret_bound` divided by T.  Arguments and errors as there."""
    check.choice("form", form, FORMS)
    T, log_experts, epsilon, log = _arguments(T, n_experts, epsilon, delta)
    if form == "second":
        _needs_small_epsilon(epsilon, log, log_experts)
        return dr14_printed_avg_regret(T, n_experts, epsilon, delta)
    eta = epsilon / np.sqrt(32 * T * log)
    return plain(eta + log_experts / (eta * T))


def private_regret_bound(T, n_experts, epsilon, delta, *, form="first"):
    """CUMULATIVE expected regret of RWM at DR14's η = ε/√(32 T ln(1/δ)): Theorem 11.3 as printed, times T.

    Parameters
    ----------
    T : int or array >= 1
    n_experts : int or array >= 2
    epsilon : float or array > 0
    delta : float or array in (0, 1)
    form : {"first", "second"}
        The two lines of the theorem (module docstring).

    Returns
    -------
    float, or an array of the broadcast shape.

    Raises
    ------
    ValueError
        With form="second" where ε² > 32 L ln K: there the second line is smaller than the first, and false
        (`dr14_printed_avg_regret` has a counterexample).  The first line holds for every ε.

    Notes
    -----
    Holds for any losses fixed in advance, in [0, 1] or in [-1, 1].  A statement on regret alone: that this η is
    (ε, δ)-private under ONE_ROUND is Theorem 11.2 (losses in [0, 1], ε <= 48 L; `calibration`).
    Source: DR14, Theorem 11.3.
    """
    average = avg_private_regret_bound(T, n_experts, epsilon, delta, form=form)
    return plain(average * check.array("T", T, low=1, integral=True))


def _needs_small_epsilon(epsilon, log, log_experts):
    most = np.sqrt(32 * log * log_experts)
    if (epsilon > most).any():
        first = np.argmax(epsilon > most)
        at = [np.broadcast_to(v, np.broadcast(epsilon, most).shape).ravel()[first] for v in (most, epsilon)]
        raise ValueError(f"epsilon must be at most sqrt(32 ln(1/delta) ln K) = {at[0]:g} for this form; got {at[1]:g}")


# ---- the sharpened bound, for any analysis --------------------------------------------------------

def private_rate(T, n_experts, epsilon, delta, *, analysis="bounded-range", loss_range=1.0):
    """The η to run with: the largest that the analysis permits, but not above the best non-private √(8 ln K/T)/r.

    A smaller η is private too (the analysis's bound on a step shrinks with η), and beyond the non-private optimum a larger one buys
    only regret.  (ε, δ)-DP under ONE_ROUND: private are the losses of one round, public all actions.
    Arguments as in `private_regret_bound_sharp`.
    """
    free = experts.learning_rate(T, n_experts, rule="hoeffding", loss_range=loss_range)
    return plain(np.minimum(private_eta(epsilon, delta, T, analysis=analysis, loss_range=loss_range), free))


def private_regret_bound_sharp(T, n_experts, epsilon, delta, *, analysis="bounded-range", loss_range=1.0):
    """CUMULATIVE expected regret at `private_rate`: η r² T/8 + ln K/η, for the η of any analysis.

    Parameters
    ----------
    T : int or array >= 2
    n_experts : int or array >= 2
    epsilon : float or array > 0
    delta : float in (0, 1)
    analysis : a key of `calibration.ANALYSES`
    loss_range : 1.0 or 2.0
        r: losses in [0, 1], or in [-1, 1], where a step costs twice as much privacy.

    Returns
    -------
    float or array: at least r √(T ln K/2), which it equals where privacy is free.  Falls as ε grows.

    Raises ValueError outside the analysis's hypotheses.  Sharpens DR14, Theorem 11.3 (Hoeffding's lemma).
    """
    eta = private_rate(T, n_experts, epsilon, delta, analysis=analysis, loss_range=loss_range)
    return experts.regret_bound_sharp(T, n_experts, eta, loss_range=loss_range)


def corrected_theorem3_rate(epsilon, delta, T):
    """η = ε/√(2(T-1)(L + ε)): (ε, δ)-DP under ONE_ROUND for every ε > 0 and δ in (0, 1), T >= 2, losses in [0, 1].

    Each of the T - 1 actions that depend on a row has bounded range 2η, so all together are ρ-zCDP with
    ρ = (T-1) η²/2 = ε²/(4(L + ε)), and ρ + 2√(ρL) <= ε.  A little below the "bounded-range" rate, and simple.
    """
    T, _, epsilon, log = _arguments(T, 2, epsilon, delta, least_rounds=2)
    return plain(epsilon / np.sqrt(2 * (T - 1) * (log + epsilon)))


def corrected_theorem3_bound(T, n_experts, epsilon, delta):
    """CUMULATIVE regret at `corrected_theorem3_rate`: ηT/8 + ln K √(2(T-1)(L + ε))/ε.  LN's Theorem 3, corrected.

    LN claims ln K √(T/ε) up to a constant, with δ = e^{-Ω(√(Tε))}; no η does that.  The regret of a private η scales as
    1/ε.  Arguments as in `private_regret_bound`, T >= 2; any losses in [0, 1] fixed in advance.
    """
    return experts.regret_bound_sharp(T, n_experts, corrected_theorem3_rate(epsilon, delta, T))


# ---- Theorem 11.4 --------------------------------------------------------------------------------

def private_realised_bound(T, n_experts, epsilon, delta, beta, *, loss_range=1.0):
    """CUMULATIVE realised regret with probability >= 1 - β, Theorem 11.4 as printed, times T.

    T times √(128 L) ln K/(ε√T) + √(ln(K/β)/T), at DR14's η = ε/√(32 T L).

    Parameters
    ----------
    T, n_experts, epsilon, delta
        As in `private_regret_bound` with form="second", whose hypothesis ε² <= 32 L ln K this needs too.
    beta : float or array in (0, 1)
    loss_range : 1.0 or 2.0
        The theorem means [0, 1]; the sentence before it says [-1, 1].  There the deviation that the proof gives is
        √(2 ln(1/β)/T), which the printed √(ln(K/β)/T) covers only if K >= 1/β: otherwise this raises.

    Returns
    -------
    float or array.

    Notes
    -----
    The realised loss minus its expectation sums T independent terms in intervals of length r, so Hoeffding's
    inequality asks for r √(T ln(1/β)/2): no union over experts.  Source: DR14, Theorem 11.4.
    """
    T_, log_experts, _, _ = _arguments(T, n_experts, epsilon, delta)
    log_beta = -np.log(grid("beta", beta, high=1))
    if check.choice("loss_range", loss_range, (1.0, 2.0)) == 2.0 and (log_experts < log_beta * (1 - 1e-12)).any():
        raise ValueError(f"beta must be at least 1/n_experts for losses in [-1, 1]; got {np.exp(-np.max(log_beta)):g}")
    expected = private_regret_bound(T, n_experts, epsilon, delta, form="second")
    return plain(expected + np.sqrt(T_ * (log_experts + log_beta)))


# ---- the price of privacy ------------------------------------------------------------------------

def price_of_privacy(n_experts, epsilon, delta):
    """√(32 L ln K)/ε: how many times larger the second form of Theorem 11.3 is than 2√(ln K/T).  T drops out.

    At least 1 where the form holds (ε² <= 32 L ln K; raises beyond).  DR14 writes Ω of it and means O.
    """
    _, log_experts, epsilon, log = _arguments(1, n_experts, epsilon, delta)
    _needs_small_epsilon(epsilon, log, log_experts)
    return plain(np.sqrt(32 * log * log_experts) / epsilon)


def price_of_privacy_sharp(T, n_experts, epsilon, delta, *, analysis="bounded-range", loss_range=1.0):
    """`private_regret_bound_sharp` over its value without privacy: (q + 1/q)/2 >= 1, 1 where it is free.

    q is `private_rate` over the best rate without privacy, √(8 ln K/T)/r for losses in an interval of length r.
    """
    bound = private_regret_bound_sharp(T, n_experts, epsilon, delta, analysis=analysis, loss_range=loss_range)
    return plain(bound / experts.regret_bound_sharp(T, n_experts, loss_range=loss_range))


def free_epsilon(n_experts, delta, *, analysis="bounded-range", T=None) -> float:
    """The ε from which the analysis permits √(8 ln K/T), the best η without privacy.  Losses in [0, 1].

    Parameters
    ----------
    n_experts : int >= 2
    delta : float in (0, 1)
    analysis : a key of `calibration.ANALYSES`
    T : int in [2, 1e7], or None for the limit of long horizons

    Returns
    -------
    float
        With u = √(8 ln K) and L = ln(1/δ), in the limit: "dr14" u √(32 L) (for every T); "drv" 2u √(2L) + 4u²;
        "bounded-range" u √(2L) + u²/2; "kov" and "bounded-range-optimal": the ε of the Gaussian mechanism with shift 2u
        and u.  Infinite where no ε will do: "basic" as T grows, "dr14" beyond its hypothesis ε <= 48 L.  0 where δ alone
        pays for all.  Good to 1e-6 relative.
    """
    u = math.sqrt(8 * math.log(check.integer("n_experts", n_experts, 2)))
    log = -math.log(check.fraction("delta", delta))
    analysis = check.choice("analysis", analysis, ANALYSES)
    T = None if T is None else check.integer("T", T, 2, 10**7)
    if analysis == "dr14":
        free = u * math.sqrt(32 * log)
        return free if free <= 48 * log else math.inf
    if analysis == "basic":
        return math.inf if T is None else 2 * math.sqrt(T) * u
    if analysis == "bounded-range":
        return zcdp_epsilon(u * u / 2 * (1 if T is None else (T - 1) / T), delta)
    if analysis == "drv":
        return 2 * u * math.sqrt(2 * log) + 4 * u * u if T is None else advanced_composition(2 * u / math.sqrt(T), T - 1, delta)
    worst = 2 * u if analysis == "kov" else u     # shift of the Gaussian pair that the steps tend to
    composed = pure_composition_delta if analysis == "kov" else bounded_range_composition_delta

    def excess(epsilon):
        if T is not None:
            return composed(2 * u / math.sqrt(T), T - 1, epsilon) - delta
        return float(gaussian_curve(worst, epsilon)[0]) - delta

    if excess(0.0) <= 0:
        return 0.0
    return float(optimize.brentq(excess, 0.0, 1.01 * zcdp_epsilon(worst * worst / 2, delta), xtol=1e-12))
