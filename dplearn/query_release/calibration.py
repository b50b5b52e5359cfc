"""What a budget permits in one step of private multiplicative weights, and what the steps done have cost.

Each step draws a query with probability ∝ exp(ε₀ n <q, p^t - p*>/2), for queries whose entries lie in an interval of
length 1 (of length w: ε₀ n/(2w)).  Under REPLACE_ONE, with n public, an answer <q, p*> moves by at most 1/n: one step
is the exponential mechanism, ε₀-DP, and its privacy losses lie in an interval of length ε₀ (bounded range).  p^t
comes from the queries drawn before and is public, so T steps are T such mechanisms.  A calibration is the rule that
turns a budget (ε, δ) into ε₀; L = ln(1/δ):

* "basic"          ε/T, δ = 0;
* "advanced"       DR14's Theorem 3.20, solved for ε₀;
* "pure-optimal"   the largest ε₀ of T steps of which nothing is known but that they are ε₀-DP;
* "printed"        ε/√(T L), as in U17;
* "bounded-range"  √(8/T) (√(L + ε) - √L): T steps of range ε₀ are T ε₀²/8-zCDP.  For few steps,
  T < (√(L + ε) + √L)²/8, about L/2, "basic" permits more.

**The steps are adaptive**: which mechanism step t is, the queries drawn before decide.  The rules above allow for that.
The optimal composition of fixed bounded-range steps (`privacy.bounded_range_composition_step`) does not, so it
is not on the list.

**As printed.** U17 sets ε/√(T L) and names no theorem.  DR14's Theorem 3.20 does not give it: at ε = 1, δ = 1e-6,
T = 1000 it certifies ε = 1.487, and for steps that are only ε₀-DP the exact δ(1) is 1.04e-5, ten times too much.  For
the exponential mechanism the rule is true all the same: T ε₀²/8 = ε²/(8L) of zCDP gives ε²/(8L) + ε/√2, at most ε for

    ε <= 8 (1 - 1/√2) L = 2.343 L.

Beyond, this proof ends (basic composition proves the rule for every ε, but for T <= L alone), and further on it is
false: at δ = 1e-6, T = 1000 and ε = 60 (4.34 L) the algorithm with U17's own η, on two cells, one record and two
queries, has δ(60) > 5e-5 (card U17-PMW-DP).

**Stopping early.**  A run that may stop at any of T steps is (ε, δ)-private by the rules above, whatever made it
stop: it is a part of the whole run.  The smaller ε of the k steps done (`selection_guarantee`) is true if what was
chosen did not decide k.  Otherwise it can be passed: at ε₀ = 0.1 and δ = 1e-6, who stops at the worst of 1000 steps
is past it with chance 1.8e-6.

**Report noisy max instead** ("or find-noisy-max!"): with Laplace noise a step is ε₀-DP, and its losses need not lie in
an interval of length ε₀.  So "printed" and "bounded-range" lose their proof; "basic", "advanced" and "pure-optimal" ask
only for ε₀-DP steps.

References: U17, "Exponential Mechanism" and "Putting the Private in Private MW"; DR14, Theorems 3.16 and 3.20; Bun and
Steinke 2016; Durfee and Rogers 2019; Cesar and Rogers 2021; Kairouz, Oh and Viswanath 2015; Dong, Durfee and Rogers
2020 (adaptive steps of bounded range compose worse than fixed ones).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from ..formula import DELTA, EPSILON, Domain, T, formula
from ..privacy import Guarantee, Relation, pure_composition_step
from ..privacy.composition import advanced_step

MOST_T = 10**15
CALIBRATIONS = ("basic", "advanced", "pure-optimal", "printed", "bounded-range")
STEP = EPSILON.but(name="epsilon_step", symbol="ε₀", words="privacy of one choice", tries=(0.1, 0.01, 1.0))
DELTA_OR_ZERO = DELTA.but(open=")")
CALIBRATION = Domain("calibration", "", "how a budget becomes ε₀, one of `CALIBRATIONS`",
                     options=CALIBRATIONS, default="bounded-range")
STEPS = T.but(name="steps", symbol="k", words="steps done", low=0)
PLACE = "U17, “Putting the Private in Private MW”"
PRINTED_LIMIT = 8 * (1 - np.sqrt(0.5))      # "printed" is proved for ε up to this times ln(1/δ)


@formula("ε/√(TL)", given=(EPSILON, DELTA, T), positional=3, tex=r"\varepsilon/\sqrt{T\ln(1/\delta)}", source=PLACE,
         card="U17-PMW-DP", bounds="exact")
def printed_step_epsilon(epsilon, delta, T):
    """The ε₀ of one of T choices as U17 prints it, for every ε: to look at what happens where it is not private.

    Proved private for ε <= 8 (1 - 1/√2) ln(1/δ), and `step_epsilon` asks for that.
    """
    return epsilon / np.sqrt(-T * np.log(delta))


def root_rho(epsilon, log):
    """√(L + ε) - √L, without cancellation: its square is the largest ρ that zCDP's conversion allows; arrays,
    not checked."""
    return epsilon / (np.sqrt(log + epsilon) + np.sqrt(log))


_RULES = {
    "basic": lambda epsilon, delta, T: epsilon / T + 0 * delta,
    "advanced": advanced_step,
    "pure-optimal": pure_composition_step,
    "printed": printed_step_epsilon.record.body,
    # low by a few roundings: ε is not passed
    "bounded-range": lambda epsilon, delta, T: np.sqrt(8 / T) * root_rho(epsilon, -np.log(delta)) * (1 - 2e-15),
}


def _proved(epsilon, delta, T, calibration):
    if calibration == "basic":
        return True
    most = -PRINTED_LIMIT * np.log(delta) if calibration == "printed" else np.inf
    return (delta > 0) & (epsilon <= most) & (T <= (10**7 if calibration == "pure-optimal" else MOST_T))


@formula("√(8/T) (√(L+ε) − √L)", given=(EPSILON, DELTA_OR_ZERO, T, CALIBRATION), positional=3, variant="sharp",
         tex=r"\sqrt{8/T}\,(\sqrt{L+\varepsilon} - \sqrt L)",
         source="Cesar and Rogers 2021 (bounded range), Bun and Steinke 2016 (zCDP)",
         card="U17-PMW-DP-SHARP", bounds="exact", needs=_proved,
         needs_words="delta > 0 (but for calibration='basic'), T <= 1e7 for 'pure-optimal', and for 'printed' epsilon"
         " <= 8 (1 - 1/sqrt(2)) ln(1/delta): beyond, its proof ends, and further on it fails, e.g. T=1000, "
         "epsilon=60, delta=1e-6: the exact delta(60) of two cells, one record and two queries is above 5e-5")
def step_epsilon(epsilon, delta, T, calibration):
    """The ε₀ of one step with which T choices by the exponential mechanism are (ε, δ)-private, by one of
    `CALIBRATIONS`.

    The formula is that of bounded range.  Errs low: by at most 1e-13, relative, or ("pure-optimal") so little that δ
    is missed by 2e-7.  "pure-optimal" takes ε in [1e-4, 200] and δ >= 1e-100; "basic" does not use δ and gives (ε,
    0).

    Privacy: (ε, δ)-DP under REPLACE_ONE for adaptive steps; private: the records; public: n, the queries, T, η.
    """
    return _RULES[calibration](epsilon, delta, T)


@formula("min(k ε₀, ρ + 2√(ρL)), ρ = k ε₀²/8", given=(STEP, DELTA_OR_ZERO, STEPS), positional=3, variant="sharp",
         tex=r"\min(k\varepsilon_0, \rho + 2\sqrt{\rho L}), \rho = k\varepsilon_0^2/8",
         source="Bun and Steinke 2016; Cesar and Rogers 2021", card="U17-PMW-DP-SHARP")
def certified_epsilon(epsilon_step, delta, steps):
    """The ε that so many choices have certainly not passed, at the δ given: basic composition, and bounded
    range by zCDP.

    REPLACE_ONE; for adaptive steps, in a number that their outcomes do not decide ("Stopping early" in
    `calibration`), and for the exponential mechanism only: steps that are no more than ε₀-DP may cost four times the
    ρ.
    """
    root = np.sqrt(steps / 8) * epsilon_step
    by_zcdp = np.where(root > 0, root * (root + 2 * np.sqrt(-np.log(delta))), 0.0)
    return np.minimum(steps * epsilon_step, by_zcdp)


def selection_guarantee(epsilon_step, delta, steps) -> Guarantee:
    """`certified_epsilon` of k steps, single numbers, as a `privacy.Guarantee`; its δ is 0 where k ε₀ is the
    smaller."""
    step, delta = check.positive("epsilon_step", epsilon_step), check.delta("delta", delta)
    steps = check.integer("steps", steps, 0, MOST_T)
    epsilon = certified_epsilon(step, delta, steps)
    note = f"records private; n, queries and η public; {steps} selections of ε₀ = {step:.6g}"
    return Guarantee(epsilon, 0.0 if epsilon == steps * step else delta, Relation.REPLACE_ONE, note)
