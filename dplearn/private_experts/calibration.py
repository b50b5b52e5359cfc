"""The learning rate that a privacy budget permits, by six analyses, and the rate that none can pass.

Private is one round: neighbors are loss matrices that differ in the whole row of one round
(ONE_ROUND).  Released are all T actions.  Randomized weighted majority draws the action of round t
from p_t ∝ e^{-η (losses of the rounds before t)}; another row in one round moves each exponent by at
most η and the normalizer by as much, so each action is 2η-DP, and its privacy losses lie in an
interval of length 2η (bounded range).  The action of the first round sees no data: T - 1 steps
count.  Given the losses, which are fixed, they are independent: non-adaptive composition.  So privacy comes
from η alone, and an analysis of composition is a rule for η:

* "basic"                  η = ε/(2T), δ = 0 (LN; T as printed, T - 1 would do);
* "dr14"                   η = ε/sqrt(32 T L), L = ln(1/δ) (DR14, Theorem 11.2; T as printed);
* "drv"                    DR14's Theorem 3.20 solved for T - 1 steps of 2η;
* "kov"                    optimal composition of T - 1 pure steps of 2η;
* "bounded-range"          η = sqrt(2/(T-1)) (sqrt(L + ε) - sqrt(L)): T - 1 steps of range 2η are
                           (T-1) η²/2-zCDP;
* "bounded-range-optimal"  optimal non-adaptive composition of T - 1 steps of range 2η.

From above: for the rows (1, 0) and (0, 1) of the first of T rounds, zeros in all others, the actions after it are
T - 1 randomized responses with log-ratio ±η.  `worst_pair_eta` is where their exact profile reaches δ.
It is twice the "kov" rate, as the pair's step is half as large as "kov" has to fear.  With more experts, of whom a
share f loses in the one row and 1 - f in the other, every step has losses t and t - 2η for a t that f chooses: so for
K large the "bounded-range-optimal" rate is the truth, not only a bound (T = 100, ε = 1, δ = 1e-6: limit 0.024157 for
two experts split evenly, 0.023893 for 6 of 10, 0.023850 for 570 of 1,000; permitted: 0.023850).

Theorem 11.2 is printed for all ε, but rests on Corollary 3.21, which DR14 states for ε < 1.  By bounded range it is true
for ε <= 48 L (ε²/(64 L) + ε/4 <= ε), by basic composition for T <= 8 L.  Beyond both nothing is proved, and a little
further on it fails: for long horizons from 49.7 L on at δ = 1e-6, from 65 L on at δ = 1/2; e.g. T = 1000, ε = 20,
δ = 0.9, where the pair's exact δ(ε) is above 0.9997.

For losses in [-1, 1] the exponents move by 2η: steps are 4η-DP and 4η-bounded-range, rates half as large.

References: DR14, Theorems 3.16, 3.20, 11.2, Corollary 3.21 and section 11.2; LN, section 2 (MW by basic composition);
Kairouz, Oh and Viswanath 2015; Cesar and Rogers 2021; Dong, Durfee and Rogers 2020.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import epsilons, go_together, grid, plain
from ..privacy import Guarantee, Relation, bounded_range_composition_step, pure_composition_step
from ..privacy.composition import advanced_step

__all__ = ["ANALYSES", "dr14_printed_eta", "eta_guarantee", "private_eta", "worst_pair_eta"]

ANALYSES = {
    "basic": "basic composition, ε/(2T)",
    "dr14": "DR14, Theorem 11.2, ε/√(32 T ln(1/δ))",
    "drv": "advanced composition (DR14, Theorem 3.20), solved",
    "kov": "optimal composition of pure steps",
    "bounded-range": "bounded range, by zCDP",
    "bounded-range-optimal": "optimal composition of bounded-range steps",
}

MOST_T = 10**7
DR14_LIMIT = 48.0     # Theorem 11.2 holds for ε up to this times ln(1/δ)


def private_eta(epsilon, delta, T, *, analysis, loss_range=1.0):
    """The learning rate with which all T actions are (ε, δ)-private, by one of `ANALYSES`.

    Parameters
    ----------
    epsilon : float or array in [1e-100, 1e100]; in [1e-4, 200] for "kov" and "bounded-range-optimal"
    delta : float or array in (0, 1); there in [1e-100, 1)
    T : int or array, 2 <= T <= 1e7
    analysis : one of `ANALYSES`
    loss_range : {1.0, 2.0}
        1.0 for losses in [0, 1], 2.0 for losses in [-1, 1] (half the rate).

    Returns
    -------
    float or array (broadcast shape).  Never above what the analysis permits; solved rates are below it by at most
    1e-13 ("drv") or so little that δ is missed by 2e-7, relative (the two optimal ones).

    Raises
    ------
    ValueError
        For bad arguments; for "dr14" with ε > 48 ln(1/δ), where the theorem is not proved and, further on, false
        (`dr14_printed_eta` gives the formula all the same).

    Notes
    -----
    Privacy of RWM run with this η: (ε, δ)-DP under ONE_ROUND ("basic": (ε, 0)); private: one row of losses, public: T, K,
    η, the actions.  Rows may also be chosen in view of earlier actions (adaptive composition) for every analysis but
    "bounded-range-optimal".  Cost for 97 values: 0.1 ms, the two optimal ones 2 to 4 ms.
    """
    epsilon, delta, T = _budget(epsilon, delta, T)
    check.choice("analysis", analysis, ANALYSES)
    loss_range = check.choice("loss_range", loss_range, (1.0, 2.0))
    if analysis == "dr14":
        _refuse_beyond_dr14(epsilon, delta)
    return plain(_RULES[analysis](epsilon, delta, T) / loss_range)


def worst_pair_eta(epsilon, delta, T, *, loss_range=1.0):
    """The largest η for which the pair (1, 0) / (0, 1), then zeros, is still (ε, δ)-close after T actions.

    Arguments as in `private_eta` (the ranges of "kov"); with losses in [-1, 1] the pair is (1, -1) / (-1, 1).  An
    upper limit: whatever the analysis, RWM with a larger η is not (ε, δ)-private under ONE_ROUND (nor, for few rounds,
    with quite as large an η: uneven pairs are a little worse, see the module's note).
    Errs low by as much as `private_eta`: its δ is at most 2e-7 (relative) below δ.
    """
    epsilon, delta, T = _budget(epsilon, delta, T)
    loss_range = check.choice("loss_range", loss_range, (1.0, 2.0))
    return plain(pure_composition_step(epsilon, delta, T - 1) / loss_range)


def dr14_printed_eta(epsilon, delta, T):
    """ε/sqrt(32 T ln(1/δ)) as DR14's Theorem 11.2 prints it, for every ε > 0, δ in (0, 1), T >= 2.

    Proved private for ε <= 48 ln(1/δ), for losses in [0, 1]: `private_eta` checks this, and this function is for looking
    at what happens beyond.
    """
    epsilon, delta, T = _budget(epsilon, delta, T)
    return plain(_dr14(epsilon, delta, T))


def eta_guarantee(epsilon, delta, *, analysis) -> Guarantee:
    """What RWM with `private_eta(epsilon, delta, T, analysis=analysis)` promises, as a `privacy.Guarantee` (ONE_ROUND)."""
    words = ANALYSES[check.choice("analysis", analysis, ANALYSES)]
    epsilon, delta = check.positive("epsilon", epsilon), check.fraction("delta", delta)
    if analysis == "dr14":
        _refuse_beyond_dr14(np.array(epsilon), np.array(delta))
    note = f"one row of losses is private, the actions are public; {words}"
    return Guarantee(epsilon, 0.0 if analysis == "basic" else delta, Relation.ONE_ROUND, note)


# ---- the rules -----------------------------------------------------------------------------------

def _dr14(epsilon, delta, T):
    return epsilon / np.sqrt(-32 * T * np.log(delta))


def _bounded_range(epsilon, delta, T):
    log = -np.log(delta)
    return np.sqrt(2 / (T - 1)) * epsilon / (np.sqrt(log + epsilon) + np.sqrt(log))   # no cancellation


_RULES = {
    "basic": lambda epsilon, delta, T: epsilon / (2 * T) + 0 * delta,
    "dr14": _dr14,
    "drv": lambda epsilon, delta, T: advanced_step(epsilon, delta, T - 1) / 2,
    "kov": lambda epsilon, delta, T: pure_composition_step(epsilon, delta, T - 1) / 2,
    "bounded-range": _bounded_range,
    "bounded-range-optimal": lambda epsilon, delta, T: bounded_range_composition_step(epsilon, delta, T - 1) / 2,
}


def _refuse_beyond_dr14(epsilon, delta):
    beyond = epsilon + np.zeros(delta.shape) > -DR14_LIMIT * np.log(delta)
    if beyond.any():
        value, limit = (np.broadcast_to(a, beyond.shape)[beyond][0] for a in (epsilon, -DR14_LIMIT * np.log(delta)))
        raise ValueError(
            f"epsilon must be at most 48 ln(1/delta) = {limit:.6g} for analysis='dr14'; got {value:g}. DR14's Theorem 11.2 "
            "is not proved beyond for long horizons and fails further on, e.g. T=1000, epsilon=20, delta=0.9: the exact delta(20) of the pair (1,0)/(0,1) is above 0.9997"
        )


def _budget(epsilon, delta, T):
    epsilon, delta = epsilons(epsilon), grid("delta", delta, high=1)
    T = check.array("T", T, low=2, high=MOST_T, integral=True)
    go_together(epsilon=epsilon, delta=delta, T=T)
    return epsilon, delta, T
