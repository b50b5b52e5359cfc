"""What a budget permits in one step of private multiplicative weights, and what the steps done have cost.

Each step draws a query with probability ∝ exp(ε₀ n <q, p^t - p*>/2), for queries whose entries lie in an interval of
length 1 (of length w: ε₀ n/(2w)).  Under REPLACE_ONE, with n public, an answer <q, p*> moves by at most 1/n: one step is
the exponential mechanism, ε₀-DP, and its privacy losses lie in an interval of length ε₀ (bounded range).  p^t comes from
the queries drawn before and is public, so T steps are T such mechanisms.  A calibration is the rule that turns a budget
(ε, δ) into ε₀; L = ln(1/δ):

* "basic"          ε/T, δ = 0;
* "advanced"       DR14's Theorem 3.20, solved for ε₀;
* "pure-optimal"   the largest ε₀ of T steps of which nothing is known but that they are ε₀-DP;
* "printed"        ε/√(T L), as in U17;
* "bounded-range"  √(8/T) (√(L + ε) - √L): T steps of range ε₀ are T ε₀²/8-zCDP.  For few steps,
  T < (√(L + ε) + √L)²/8, about L/2, "basic" permits more.

**The steps are adaptive**: which mechanism step t is, the queries drawn before decide.  The rules above allow for that.
The optimal composition of fixed bounded-range steps (`privacy.bounded_range_composition_step`) does not, so it
is not on the list.

**As printed.** U17 calls for "advanced composition", which does not give ε/√(T L): at ε = 1, δ = 1e-6, T = 1000 Theorem
3.20 certifies ε = 1.487, and for steps that are only ε₀-DP the exact δ(1) is 1.04e-5, ten times too much.  For the
exponential mechanism the rule is true all the same: T ε₀²/8 = ε²/(8L) of zCDP gives ε²/(8L) + ε/√2, at most ε for

    ε <= 8 (1 - 1/√2) L = 2.343 L.

Beyond, this proof ends (basic composition proves the rule for every ε, but for T <= L alone), and further on it is false: at
δ = 1e-6, T = 1000 and ε = 60 (4.34 L) the algorithm with U17's own η, on two cells, one record and two queries, has
δ(60) > 5e-5 (`count_profile`).

**Stopping early.**  A run that may stop at any of T steps is (ε, δ)-private by the rules above, whatever made it stop: it is a
part of the whole run.  The smaller ε of the k steps done (`selection_guarantee`) is true if what was chosen did not decide k.
Otherwise it can be passed: at ε₀ = 0.1 and δ = 1e-6, who stops at the worst of 1000 steps is past it with chance 1.8e-6.

**Report noisy max instead** ("or find-noisy-max!"): with Laplace noise a step is ε₀-DP, but not of range ε₀: scores
(0, 1, 1, 1) and (1, 0, 1, 1) at ε₀ = 1 have privacy losses 1.155 apart.  So "printed" and "bounded-range" lose their
proof; "basic", "advanced" and "pure-optimal" (`NOISY_MAX_CALIBRATIONS`) ask only for ε₀-DP steps.

References: U17, "Exponential Mechanism" and "Putting the Private in Private MW"; DR14, Theorems 3.16 and 3.20; Bun and
Steinke 2016; Durfee and Rogers 2019; Cesar and Rogers 2021; Kairouz, Oh and Viswanath 2015; Dong, Durfee and Rogers
2020 (adaptive steps of bounded range compose worse than fixed ones).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import epsilons, go_together, grid, plain
from ..privacy import Guarantee, Relation, pure_composition_step
from ..privacy.composition import advanced_step

__all__ = [
    "CALIBRATIONS", "NOISY_MAX_CALIBRATIONS",
    "certified_epsilon", "printed_step_epsilon", "selection_guarantee", "step_epsilon",
]  # fmt: skip

CALIBRATIONS = {
    "basic": "basic composition, ε/T",
    "advanced": "advanced composition (DR14, Theorem 3.20), solved",
    "pure-optimal": "optimal composition of pure steps",
    "printed": "as printed in U17, ε/√(T ln(1/δ))",
    "bounded-range": "bounded range, by zCDP",
}
NOISY_MAX_CALIBRATIONS = ("basic", "advanced", "pure-optimal")

MOST_T = 10**15
MOST_OPTIMAL_T = 10**7                       # of "pure-optimal"
PRINTED_LIMIT = 8 * (1 - np.sqrt(0.5))      # "printed" holds for ε up to this times ln(1/δ)


def step_epsilon(epsilon, delta, T, *, calibration="bounded-range"):
    """The ε₀ of one step with which T steps are (ε, δ)-private, by one of `CALIBRATIONS`.

    Parameters
    ----------
    epsilon : float or array in [1e-100, 1e100]; in [1e-4, 200] for "pure-optimal"
    delta : float or array in (0, 1), in [1e-100, 1) for "pure-optimal"; "basic" takes 0 too, and does not use it
    T : int or array, 1 <= T <= 1e15, 1e7 for "pure-optimal"
    calibration : one of `CALIBRATIONS`

    Returns
    -------
    float or array (broadcast shape).  Errs low: by at most 1e-13, relative, or ("pure-optimal") so little that δ is missed
    by 2e-7, relative.

    Raises
    ------
    ValueError
        For bad arguments; for "printed" with ε > 8 (1 - 1/√2) ln(1/δ), where its proof ends and, further on, the rule is
        false (`printed_step_epsilon` gives the formula all the same).

    Notes
    -----
    Privacy of T selections by the exponential mechanism with this ε₀: (ε, δ)-DP under REPLACE_ONE ("basic": (ε, 0)); private:
    the records; public: n, the queries, T, η.  Cost for 97 values: 0.1 ms, "pure-optimal" 2 to 4 ms.
    """
    check.choice("calibration", calibration, CALIBRATIONS)
    epsilon, delta, T = _budget(epsilon, delta, T, calibration)
    if calibration == "printed":
        _refuse_beyond_printed(epsilon, delta)
    return plain(_RULES[calibration](epsilon, delta, T))


def printed_step_epsilon(epsilon, delta, T):
    """ε/√(T ln(1/δ)) as U17 prints it, for every ε > 0, δ in (0, 1), T >= 1.

    Proved private for ε <= 8 (1 - 1/√2) ln(1/δ): `step_epsilon` checks this, and this function is for looking at what
    happens beyond.
    """
    return plain(_printed(*_budget(epsilon, delta, T, "printed")))


def certified_epsilon(epsilon_step, delta, steps):
    """The ε that `steps` selections of ε₀ have certainly not passed, at the δ given.

    min(k ε₀, ρ + 2 √(ρ ln(1/δ))) with ρ = k ε₀²/8: basic composition, and bounded range by zCDP.

    Parameters
    ----------
    epsilon_step : float or array in [1e-100, 1e100]
    delta : float or array in [0, 1); 0 leaves k ε₀
    steps : int or array, 0 <= steps <= 1e15 (0 steps cost nothing)

    Returns
    -------
    float or array (broadcast shape): an upper bound on the true ε, REPLACE_ONE.  Holds for adaptive steps, in a number that
    their outcomes do not decide ("Stopping early" above), and for the exponential mechanism only: steps that are no more than
    ε₀-DP may cost four times the ρ.
    """
    step, steps = epsilons(epsilon_step, "epsilon_step"), check.array("steps", steps, low=0, high=MOST_T, integral=True)
    delta = check.array("delta", delta, low=0, high=np.nextafter(1.0, 0.0))
    go_together(epsilon_step=step, delta=delta, steps=steps)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        root = np.sqrt(steps / 8) * step
        by_zcdp = np.where(root > 0, root * (root + 2 * np.sqrt(-np.log(delta))), 0.0)
    return plain(np.minimum(steps * step, by_zcdp))


def selection_guarantee(epsilon_step, delta, steps) -> Guarantee:
    """`certified_epsilon` of k steps as a `privacy.Guarantee` (REPLACE_ONE); its δ is 0 where k ε₀ is the smaller."""
    step, delta = check.positive("epsilon_step", epsilon_step), check.delta("delta", delta)
    steps = check.integer("steps", steps, 0, MOST_T)
    epsilon = certified_epsilon(step, delta, steps)
    note = f"records private; n, queries and η public; {steps} selections of ε₀ = {step:.6g}"
    return Guarantee(epsilon, 0.0 if epsilon == steps * step else delta, Relation.REPLACE_ONE, note)


# ---- the rules -----------------------------------------------------------------------------------

def _printed(epsilon, delta, T):
    return epsilon / np.sqrt(-T * np.log(delta))


def root_rho(epsilon, log):
    """√(L + ε) - √L, without cancellation: its square is the largest ρ that zCDP's conversion allows; arrays, not checked."""
    return epsilon / (np.sqrt(log + epsilon) + np.sqrt(log))


def _bounded_range(epsilon, delta, T):
    return np.sqrt(8 / T) * root_rho(epsilon, -np.log(delta)) * (1 - 2e-15)   # low by a few roundings: ε is not passed


_RULES = {
    "basic": lambda epsilon, delta, T: epsilon / T + 0 * delta,
    "advanced": advanced_step,
    "pure-optimal": pure_composition_step,
    "printed": _printed,
    "bounded-range": _bounded_range,
}


def _refuse_beyond_printed(epsilon, delta):
    most = -PRINTED_LIMIT * np.log(delta)
    beyond = epsilon > most
    if beyond.any():
        value, limit = (np.broadcast_to(a, beyond.shape)[beyond][0] for a in (epsilon, most))
        raise ValueError(
            f"epsilon must be at most 8 (1 - 1/sqrt(2)) ln(1/delta) = {limit:.6g} for calibration='printed'; got {value:g}. "
            "Beyond, the proof of epsilon/sqrt(T ln(1/delta)) ends and further on it fails, e.g. T=1000, epsilon=60, delta=1e-6: "
            "the exact delta(60) of two cells, one record and two queries is above 5e-5"
        )


def _budget(epsilon, delta, T, calibration):
    most = MOST_OPTIMAL_T if calibration == "pure-optimal" else MOST_T
    epsilon, T = epsilons(epsilon), check.array("T", T, low=1, high=most, integral=True)
    no_delta = calibration == "basic"
    delta = check.array("delta", delta, low=0, high=np.nextafter(1.0, 0.0)) if no_delta else grid("delta", delta, high=1)
    go_together(epsilon=epsilon, delta=delta, T=T)
    return epsilon, delta, T
