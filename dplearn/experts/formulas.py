"""Learning rates and regret bounds: as printed, sharpened by Hoeffding's lemma, and what follows from them.

Every bound is on the CUMULATIVE expected regret of Hedge after T rounds with losses in [0, 1]
(`loss_range=2.0`: in [-1, 1]); divide by T for DR14's average.  A bound that would leave the floats is
held at the largest one, where it still holds: the regret is never above T times the range.

**The sharpened bound**, for every η > 0.  Let W^t = sum_i e^{-η L_i(t-1)} and r the range.  Hoeffding's
lemma, ln E e^{cX} <= c E X + c² r²/8 for X in an interval of length r, with c = -η and X the loss of an
expert drawn from p_t:

    ln W^{t+1} - ln W^t = ln E e^{-ηX} <= -η <p_t, l_t> + η² r²/8.

Summed over t, with W^1 = K and W^{T+1} >= e^{-η L_i(T)} for each i, and divided by η:

    sum_t <p_t, l_t> - L_i(T) <= η r² T/8 + ln K/η,    r √(T ln K/2) at η = √(8 ln K/T)/r.

The printed bounds follow from it, being larger: r²/8 <= 1/2 < 1 for both ranges.

References: LN, Theorem 2; DR14, Theorems 11.1 and 11.4; U17, "Multiplicative Weights Update Rule";
Hoeffding 1963; Cesa-Bianchi and Lugosi 2006, Theorems 2.2 and 2.3 (doubling).
"""

from __future__ import annotations

import numpy as np
from scipy import optimize

from .. import _validate as check
from .._bounds import go_together, plain, whole

RULES = {
    "printed": "√(ln K/T): LN and DR14",
    "capped": "min(√(ln K/T), 1): U17",
    "hoeffding": "√(8 ln K/T): the best η of the sharpened bound",
}
MOST_ROUNDS = 10**15
LARGEST = np.finfo(float).max
# LN's proof uses e^x <= 1 + x + x² for 0 <= x <= η: true up to this root, 1.79...
LARGEST_LN_RATE = float(optimize.brentq(lambda x: np.expm1(x) - x - x * x, 1.0, 2.0, xtol=1e-15))


def width(loss_range) -> float:
    """The length of the interval of losses: 1.0 for [0, 1], 2.0 for [-1, 1]."""
    return float(check.choice("loss_range", loss_range, (1.0, 2.0)))


def _rounds(T) -> np.ndarray:
    return check.array("T", T, low=1, high=MOST_ROUNDS, integral=True).astype(float)


def _log_experts(n_experts, least: int = 1) -> np.ndarray:
    return np.log(check.array("n_experts", n_experts, low=least, high=MOST_ROUNDS, integral=True))


def _rates(eta) -> np.ndarray:
    eta = check.array("eta", eta, high=1e300)
    if (eta <= 0).any():
        raise ValueError(f"eta must be > 0; got {eta.min()}")
    return eta


def _setting(T, n_experts, eta=None, least: int = 1):
    """T, ln K and η (None stays) as arrays whose shapes go together."""
    T, log_experts, eta = _rounds(T), _log_experts(n_experts, least), None if eta is None else _rates(eta)
    go_together(T=T, n_experts=log_experts, **({} if eta is None else {"eta": eta}))
    return T, log_experts, eta


def _finite(value):
    """`plain`, never beyond the largest float."""
    return plain(np.minimum(value, LARGEST))


def two_terms(T, log_experts, eta, factor):
    """factor η T + ln K/η, held at the largest float."""
    with np.errstate(over="ignore"):
        return _finite(factor * eta * T + log_experts / eta)


def learning_rate(T, n_experts, *, rule, loss_range=1.0):
    """η for a known number of rounds, by one of ``RULES``.

    Parameters
    ----------
    T : int or array of int >= 1
    n_experts : int or array of int >= 2 (ln 1 = 0 leaves no rate)
    rule : "printed" √(ln K/T), "capped" min(√(ln K/T), 1), "hoeffding" √(8 ln K/T)
    loss_range : 1.0 or 2.0, optional
        2.0 halves Hoeffding's rate; the printed ones know no range.

    Returns
    -------
    float, or an array for arrays.
    """
    (T, log_experts, _), r = _setting(T, n_experts, least=2), width(loss_range)
    rule = check.choice("rule", rule, RULES)
    eta = np.sqrt(log_experts / T)
    if rule == "hoeffding":
        return _finite(np.sqrt(8) * eta / r)
    return _finite(np.minimum(eta, 1) if rule == "capped" else eta)


def regret_bound(T, n_experts, eta=None, *, loss_range=1.0):
    """The regret bound as printed: η T + ln K/η; without η, 2√(T ln K) (at η = √(ln K/T), capped at 1 or not).

    Parameters
    ----------
    T, n_experts : int >= 1, or arrays
    eta : float > 0 or array, optional
    loss_range : 1.0 or 2.0, optional
        The printed form holds for losses in [-1, 1] too, word for word.

    Returns
    -------
    float, or an array for arrays: cumulative.

    Notes
    -----
    Holds for every η > 0 (module docstring), though LN's proof stops at 1.79: `rewards_gap_bound`.
    Sources: DR14, Theorem 11.1 (times T); U17; LN, Theorem 2.
    """
    width(loss_range)
    T, log_experts, eta = _setting(T, n_experts, eta)
    if eta is None:
        return _finite(2 * np.sqrt(T * log_experts))
    return two_terms(T, log_experts, eta, 1.0)


def regret_bound_sharp(T, n_experts, eta=None, *, loss_range=1.0):
    """The sharpened bound η r² T/8 + ln K/η for every η > 0; without η, r √(T ln K/2) (at η = √(8 ln K/T)/r).

    Arguments and result as in `regret_bound`; r is the loss range.  Proof: module docstring.
    """
    r = width(loss_range)
    T, log_experts, eta = _setting(T, n_experts, eta)
    if eta is None:
        return _finite(r * np.sqrt(T * log_experts / 2))
    return two_terms(T, log_experts, eta, r * r / 8)


def rewards_gap_bound(T, n_experts, eta):
    """LN's Theorem 2 with its hypothesis 0 < α <= 1.79 (``LARGEST_LN_RATE``): η T + ln K/η below the best reward.

    Arguments and result as in `regret_bound`, rewards in [0, 1].  Raises ValueError for η beyond the root, where LN's
    step e^x <= 1 + x + x² fails; the bound itself goes on holding (`regret_bound`).
    """
    eta = _rates(eta)
    if (eta > LARGEST_LN_RATE).any():
        raise ValueError(f"eta must be in (0, {LARGEST_LN_RATE:.7g}], where e^x <= 1 + x + x^2 holds; got {eta.max():g}")
    return regret_bound(T, n_experts, eta)


def doubling_bound(T, n_experts, *, rule="printed", form="epochs", loss_range=1.0):
    """Regret of `doubling_probabilities` after T rounds, T unknown to it.

    Parameters
    ----------
    T : int or array of int >= 1
    n_experts : int >= 2
    rule : "printed" (regret_bound in each epoch) or "hoeffding" (regret_bound_sharp)
    form : "epochs" or "closed"
    loss_range : 1.0 or 2.0, optional

    Returns
    -------
    float, or an array for arrays: cumulative.

    Notes
    -----
    The best expert of all rounds loses in the epochs together at least what the best of each epoch loses, so regrets
    add up.  "epochs": epoch m has n = 2^m rounds (the last one those that are left) and η_m for 2^m, and its bound
    is c η_m n + ln K/η_m; their sum.  "closed": each is at most B √(2^m), B the bound for one round, and
    sum_{m<=M} √2^m < √2^{M+1}/(√2 - 1) <= √(2T)/(√2 - 1), hence √2/(√2 - 1) = 3.414... times the bound for known T.
    """
    check.choice("rule", rule, ("printed", "hoeffding"))
    check.choice("form", form, ("epochs", "closed"))
    one = regret_bound if rule == "printed" else regret_bound_sharp
    n_experts = check.integer("n_experts", n_experts, 2, MOST_ROUNDS)
    if form == "closed":
        return _finite(np.sqrt(2) / (np.sqrt(2) - 1) * one(T, n_experts, loss_range=loss_range))
    T = _rounds(T)
    total = np.zeros(T.shape)
    for start in 2 ** np.arange(int(T.max()).bit_length()):
        n = np.clip(T - start + 1, 1, start).astype(int)
        eta = learning_rate(start, n_experts, rule=rule, loss_range=loss_range)
        total += np.where(T >= start, one(n, n_experts, eta, loss_range=loss_range), 0)
    return _finite(total)


def realised_regret_term(T, beta, *, loss_range=1.0):
    """What realised regret exceeds expected regret by with probability at most β: r √(T ln(1/β)/2), cumulative.

    Parameters
    ----------
    T : int or array of int >= 1
    beta : float in (0, 1)
    loss_range : 1.0 or 2.0, optional

    Notes
    -----
    One-sided Hoeffding-Azuma: given the past, a round's loss lies in an interval of length r around <p_t, l_t>.
    Holds at each T by itself, also for losses that depend on past actions.  DR14's Theorem 11.4 has √(T ln(K/β)).
    """
    r, beta = width(loss_range), check.fraction("beta", beta)
    return _finite(r * np.sqrt(_rounds(T) * np.log(1 / beta) / 2))


def rounds_needed(alpha, n_experts) -> int:
    """Rounds from which on regret_bound(T, K)/T is at most α: the least T >= 4 ln K/α², α in (0, 1).

    DR14 below Theorem 11.1, where "at most" should be "at least".  Needs η = √(ln K/T).
    """
    alpha, n_experts = check.fraction("alpha", alpha), check.integer("n_experts", n_experts, 1, MOST_ROUNDS)
    with np.errstate(over="ignore"):
        return whole(4 * np.log(n_experts) / alpha / alpha)


def rounds_needed_sharp(alpha, n_experts) -> int:
    """Rounds from which on regret_bound_sharp(T, K)/T is at most α: the least T >= ln K/(2α²), an eighth of DR14's."""
    alpha, n_experts = check.fraction("alpha", alpha), check.integer("n_experts", n_experts, 1, MOST_ROUNDS)
    with np.errstate(over="ignore"):
        return whole(np.log(n_experts) / 2 / alpha / alpha)
