"""The learning rates that a privacy budget permits, and what they cost in regret.

**Privacy from η alone.** Private is one round: neighbors are loss matrices that differ in the whole row of one round
(ONE_ROUND).  Released are all T actions.  Randomized weighted majority draws the action of round t from p_t ∝ e^{-η
(losses of the rounds before t)}; another row in one round moves each exponent by at most η and the normalizer by as
much, so each action is 2η-DP, and its privacy losses lie in an interval of length 2η (bounded range).  The action of
the first round sees no data: T - 1 steps count.  Given the losses, which are fixed, they are independent: non-adaptive
composition.  So an analysis of composition is a rule for η (`ANALYSES`): "basic" and "dr14" count T steps, as printed,
the others T - 1; "bounded-range" uses that steps of range 2η are (T-1) η²/2-zCDP.  For losses in [-1, 1] all exponents
move twice as far, and rates are half as large.

**From above.** For the rows (1, 0) and (0, 1) of the first of T rounds, zeros in all others, the actions after it are
T - 1 randomized responses with log-ratio ±η (`worst_pair_profile`); `deeper.worst_pair_eta` is where their exact δ
reaches δ.  It is twice the "kov" rate, as the pair's step is half as large as "kov" has to fear.  With more experts,
of whom a share f loses in the one row and 1 - f in the other, every step has losses t and t - 2η for a t that f
chooses: so for K large the "bounded-range-optimal" rate is the truth, not only a bound.

**Theorem 11.2** is printed for all ε, but rests on Corollary 3.21, which DR14 states for ε < 1.  With L = ln(1/δ) it is
true for ε <= 48 L (ε²/(64 L) + ε/4 <= ε), and for every ε if T <= 8 L (basic composition).  Beyond, at T = 1000,
ε = 20, δ = 0.9, the pair's exact δ(ε) is above 0.9997.

**Regret** is CUMULATIVE and expected (DR14 states averages), K = `n_experts` (DR14's k).  Every regret bound of
`experts` holds at a private η.  A permitted η falls as c/√T for every analysis but basic composition, and so does the η
that one would choose without privacy, √(8 ln K/T): the price of privacy is a factor that T does not change, (q + 1/q)/2
for an η that is q <= 1 times the free one.  From a certain ε on the permitted η reaches the free one, and privacy costs
nothing.

References: DR14, Theorems 3.20 and 11.2 to 11.6; LN, section 2 and Theorem 3; Kairouz, Oh and Viswanath 2015; Cesar and
Rogers 2021; Dong, Durfee and Rogers 2020.
"""

from __future__ import annotations

import numpy as np

from .. import experts
from ..formula import DELTA, EPSILON, ETA, N, N_EXPERTS, T, Domain, formula, formulas
from ..privacy import bounded_range_composition_step, pure_composition_delta, pure_composition_step
from ..privacy.composition import advanced_step

ANALYSES = {
    "basic": "basic composition, ε/(2T)",
    "dr14": "DR14, Theorem 11.2, ε/√(32 T ln(1/δ))",
    "drv": "advanced composition (DR14, Theorem 3.20), solved",
    "kov": "optimal composition of pure steps",
    "bounded-range": "bounded range, by zCDP",
    "bounded-range-optimal": "optimal composition of bounded-range steps",
}
ROUNDS = T.but(low=2, high=10**7, tries=(100, 2, 10_000))
K = N_EXPERTS.but(low=2)
ANALYSIS = Domain("analysis", "analysis", "how the steps are composed", options=tuple(ANALYSES))
RANGED = ANALYSIS.but(default="bounded-range")
LOSS_RANGE = Domain("loss_range", "r", "losses in [0, 1] (1.0) or in [-1, 1] (2.0)", options=(1.0, 2.0), default=1.0)
BUDGET = (EPSILON, DELTA, ROUNDS)
PRICED = (ROUNDS, K, EPSILON, DELTA)
RECORDS = N.but(high=10**7)
LEVEL = EPSILON.but(low=0)


def _bounded_range(epsilon, delta, T):
    log = -np.log(delta)
    return np.sqrt(2 / (T - 1)) * epsilon / (np.sqrt(log + epsilon) + np.sqrt(log))  # no cancellation


@formula("ε/√(32 T ln(1/δ))", given=BUDGET, tex=r"\frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}", positional=3,
         source="DR14, Theorem 11.2", card="DR14-T11.2", bounds="exact", holds=False)
def dr14_printed_eta(epsilon, delta, T):
    """η of Theorem 11.2 as printed, for every ε: private for ε <= 48 ln(1/δ), and here to see what happens beyond."""
    return epsilon / np.sqrt(-32 * T * np.log(delta))


RULES = {
    "basic": lambda epsilon, delta, T: epsilon / (2 * T) + 0 * delta,
    "dr14": dr14_printed_eta.record.body,
    "drv": lambda epsilon, delta, T: advanced_step(epsilon, delta, T - 1) / 2,
    "kov": lambda epsilon, delta, T: pure_composition_step(epsilon, delta, T - 1) / 2,
    "bounded-range": _bounded_range,
    "bounded-range-optimal": lambda epsilon, delta, T: bounded_range_composition_step(epsilon, delta, T - 1) / 2,
}


def _proved(epsilon, delta, T, analysis, loss_range):
    return (analysis != "dr14") | (epsilon <= -48 * np.log(delta))


@formula("η by one of six analyses", given=(*BUDGET, ANALYSIS, LOSS_RANGE), tex=r"\eta(\varepsilon, \delta, T)",
         positional=3,
         source="see ANALYSES", card="DR14-T11.2-LADDER", variant="corrected", bounds="exact", needs=_proved,
         needs_words="epsilon <= 48 ln(1/delta) for 'dr14': false at T=1000, epsilon=20, delta=0.9")
def private_eta(epsilon, delta, T, analysis, loss_range):
    """The learning rate with which all T actions are (ε, δ)-private, by one of `ANALYSES`.

    Never above what the analysis permits; solved rates are below it by at most 1e-13 ("drv") or so little that δ is
    missed by 2e-7, relative ("kov" and "bounded-range-optimal", which want ε in [1e-4, 200] and δ >= 1e-100).

    Privacy of RWM run with this η: (ε, δ)-DP under ONE_ROUND ("basic": (ε, 0)); private: one row of losses, public: T,
    K, η, the actions.  Rows may also be chosen in view of earlier actions (adaptive composition) for every analysis but
    "bounded-range-optimal".  Cost for 97 values: 0.1 ms, the two optimal ones 2 to 4 ms.
    """
    return RULES[analysis](epsilon, delta, T) / loss_range


@formula("δ(ε) of T − 1 randomized responses ±η", given=(T.but(high=10**7), LEVEL, ETA.but(high=250)),
         tex=r"\delta_{\mathrm{swap}}(\varepsilon)", source="Kairouz, Oh and Viswanath 2015", card="LN-MWDP",
         variant="exact", bounds="exact")
def worst_pair_profile(T, epsilon, eta):
    """δ(ε) of RWM(η) where the first row (1, 0) becomes (0, 1), zeros after: exact to 1e-8 relative for T <= 1e6.

    No (ε, δ) below it can hold for all neighbors, so no analysis can permit a larger η than the one at which this
    reaches δ.
    """
    return pure_composition_delta(eta, T - 1, epsilon)


@formula("min(η of the analysis, √(8 ln K/T)/r)", given=(*PRICED, RANGED, LOSS_RANGE),
         tex=r"\min(\eta, \sqrt{8\ln K/T}/r)",
         source="DR14, Theorem 11.3, sharpened", card="DR14-T11.3", variant="sharp", bounds="exact",
         needs=lambda T, n_experts, **rest: _proved(T=T, **rest), needs_words=private_eta.record.needs_words)
def private_rate(T, n_experts, epsilon, delta, analysis, loss_range):
    """The η to run with: the largest that the analysis permits, but not above the best without privacy, √(8 ln K/T)/r.

    A smaller η is private too (the analysis's bound on a step shrinks with η), and beyond the non-private optimum a
    larger one buys only regret.  (ε, δ)-DP under ONE_ROUND: private are the losses of one round, public all actions.
    """
    free = experts.learning_rate.record.body(T, n_experts, rule="hoeffding", loss_range=loss_range)
    return np.minimum(RULES[analysis](epsilon, delta, T) / loss_range, free)


def _second_term_is_larger(epsilon, delta, n_experts, **rest):
    return epsilon**2 <= -32 * np.log(delta) * np.log(n_experts)


SMALL = {"needs": _second_term_is_larger, "needs_words": "epsilon**2 <= 32 ln(1/delta) ln K"}


@formula("√(128 T ln(1/δ)) ln K/ε", given=PRICED, tex=r"\frac{\sqrt{128T\ln(1/\delta)}\ln K}{\varepsilon}",
         source="DR14, Theorem 11.3, times T", card="DR14-T11.3", **SMALL)
def private_regret_bound(T, n_experts, epsilon, delta):
    """CUMULATIVE expected regret of RWM at DR14's η = ε/√(32 T ln(1/δ)), for losses fixed in advance, in [0, 1] or
    [-1, 1].

    Twice the larger term of ηT + ln K/η at this η.  DR14 prints no hypothesis; without it this is no bound:
    at T = 100, K = 2, δ = 0.5, ε = 200 it is 0.3264, and on alternating losses the algorithm's exact regret is 24.2945.
    """
    return np.sqrt(-128 * T * np.log(delta)) * np.log(n_experts) / epsilon


@formula("η r² T/8 + ln K/η at `private_rate`", given=private_rate.record.given,
         tex=r"\frac{\eta r^2T}{8} + \frac{\ln K}{\eta}",
         source="DR14, Theorem 11.3 by Hoeffding's lemma", card="DR14-T11.3", variant="sharp",
         needs=private_rate.record.needs, needs_words=private_rate.record.needs_words)
def private_regret_bound_sharp(T, n_experts, epsilon, delta, analysis, loss_range):
    """CUMULATIVE expected regret at `private_rate`, for the η of any analysis.

    At least r √(T ln K/2), which it equals where privacy is free.  Falls as ε grows.
    """
    eta = private_rate.record.body(T, n_experts, epsilon, delta, analysis, loss_range)
    return experts.regret_bound_sharp(T, n_experts, eta, loss_range=loss_range)


@formula("(e^ε + δ)/(e^ε + 1)", given=(LEVEL, DELTA.but(open="", default=0.0)), variant="exact",
         tex=r"\frac{e^\varepsilon + \delta}{e^\varepsilon + 1}", source="Kairouz, Oh and Viswanath 2015")
def attack_ceiling(epsilon, delta):
    """What (ε, δ)-privacy leaves to any guess between two equally likely rows: a chance of success, at least 1/2.

    The guess "row c" is made with chance P_c(A_c) <= e^ε P_{c'}(A_c) + δ on row c; sum over both.  Holds under any
    relation in which the rows are neighbors.
    """
    small = np.exp(-epsilon)
    return (1 + delta * small) / (1 + small)


@formula("1/2 + η√(T−1)/4", given=(ROUNDS, ETA), tex=r"\frac12 + \frac{\eta\sqrt{T-1}}{4}",
         source="Pinsker, steps of range 2η", variant="sharp")
def guess_bound(T, eta):
    """Bound on the chance that a guess between two rows of one day is right, from all actions, on any day."""
    return 0.5 + eta * np.sqrt(T - 1) / 4


@formula("e^(−Tη)", given=(T, ETA), tex=r"e^{-T\alpha}", source="LN, before Theorem 3", card="LN-MWDP", holds=False)
def many_days_delta(T, eta):
    """δ with which MW(η), LN's α = η, is said to be (12Tη², δ)-private: false for small η and every large T."""
    return np.exp(-T * eta)


@many_days_delta.variant("corrected", "e^(−2Tη²)", tex=r"e^{-2T\alpha^2}", source="DR14, Theorem 3.20",
                         card="LN-MWDP-CORRECTED", holds=True,
                         needs=lambda T, eta: eta <= 0.628, needs_words="eta <= 0.628")
def many_days_delta_corrected(T, eta):
    """What advanced composition of steps of 2η gives."""
    return np.exp(-2 * T * eta**2)


@many_days_delta.variant("sharp", "e^(−66.125Tη²)", tex=r"e^{-66.125\,T\alpha^2}", source="bounded range",
                         card="LN-MWDP-CORRECTED", holds=True)
def many_days_delta_sharp(T, eta):
    """What zCDP of steps of range 2η gives, for every η: ρ + 2√(ρL) <= 12Tη² at ρ = (T-1)η²/2, L = 11.5²/2 Tη²."""
    return np.exp(-66.125 * T * eta**2)


@formula("ε/√(32 n ln(1/δ)), or half of another η", given=(RECORDS, EPSILON, DELTA, ANALYSIS.but(default="dr14")),
         positional=3,
         tex=r"\frac{\varepsilon}{\sqrt{32n\ln(1/\delta)}}", source="DR14, Algorithm 17 and Theorem 11.5",
         card="DR14-T11.5", bounds="exact",
         needs=lambda n, epsilon, delta, analysis: epsilon <= -8 * np.log(delta) if analysis == "dr14" else n >= 2,
         needs_words="epsilon <= 8 ln(1/delta) for 'dr14', n >= 2 for the others")
def linear_eta(n, epsilon, delta, analysis):
    """The learning rate of LinearLearner on n records in [-1, 1]^d: all actions together are (ε, δ)-DP under ONE_ROUND.

    "dr14" is what Algorithm 17 prints.  Its proof counts 2η a step where it is 4η, yet the statement stands for ε <= 8
    L, as the steps' range 4η gives ρ = 2nη² = ε²/(16 L) and ρ + 2√(ρL) = ε²/(16 L) + ε/2 <= ε.  Far beyond it is
    false.  The other `ANALYSES` start from steps that are 4η-DP with range 4η.
    """
    return RULES["dr14"](epsilon, delta, n) if analysis == "dr14" else RULES[analysis](epsilon, delta,
                                                                                       np.maximum(n, 2)) / 2


__all__ = ["ANALYSES", *formulas(globals())]
