"""Learning rates and regret bounds: as printed, sharpened by Hoeffding's lemma, and what follows from them.

Every bound is on the CUMULATIVE expected regret of Hedge after T rounds with losses in [0, 1]
(`loss_range=2.0`: in [-1, 1]); divide by T for DR14's average.  A bound that would leave the floats is
held at the largest one, where it still holds: the regret is never above T times the range.

**The sharpened bound**, for every η > 0.  Let W^t = sum_i e^{-η L_i(t-1)} and B the range.  Hoeffding's
lemma, ln E e^{cX} <= c E X + c² B²/8 for X in an interval of length B, with c = -η and X the loss of an
expert drawn from p_t:

    ln W^{t+1} - ln W^t = ln E e^{-ηX} <= -η <p_t, l_t> + η² B²/8.

Summed over t, with W^1 = K and W^{T+1} >= e^{-η L_i(T)} for each i, and divided by η:

    sum_t <p_t, l_t> - L_i(T) <= η B² T/8 + ln K/η,    B √(T ln K/2) at η = √(8 ln K/T)/B.

The printed bounds follow from it, being larger: B²/8 <= 1/2 < 1 for both ranges.

References: LN, Theorem 2; DR14, Theorems 11.1 and 11.4; U17, "Multiplicative Weights Update Rule";
Hoeffding 1963; Cesa-Bianchi and Lugosi 2006, Theorems 2.2 and 2.3 (doubling).
"""

from __future__ import annotations

import numpy as np

from ..formula import ALPHA, ETA, N_EXPERTS, T, Domain, formula, formulas

RULES = {
    "printed": "√(ln K/T): LN and DR14",
    "capped": "min(√(ln K/T), 1): U17",
    "hoeffding": "√(8 ln K/T): the best η of the sharpened bound",
}
LOSS_RANGE = Domain("loss_range", "B", "losses in [0, 1], or in [-1, 1]", options=(1.0, 2.0), default=1.0)
RIVALS = N_EXPERTS.but(low=2)  # ln 1 = 0 leaves no rate
HORIZON = (T, N_EXPERTS, ETA.but(default=None, words="learning rate; without it the best one of this bound"),
           LOSS_RANGE)

def two_terms(T, log_experts, eta, factor):
    """factor η T + ln K/η, at its least over η where that is None."""
    return 2 * np.sqrt(factor * T * log_experts) if eta is None else factor * eta * T + log_experts / eta


@formula("√(ln K/T), √(8 ln K/T)/B",
         given=(T, RIVALS, Domain("rule", "rule", "a key of ``RULES``", options=tuple(RULES)), LOSS_RANGE),
         tex=r"\sqrt{\ln K/T}, \sqrt{8\ln K/T}/B", source="LN, Theorem 2; DR14, Theorem 11.1; U17", bounds="exact")
def learning_rate(T, n_experts, rule, loss_range):
    """η for a known number of rounds, by one of ``RULES``: "printed" √(ln K/T), "capped" min(√(ln K/T), 1), "hoeffding"
    √(8 ln K/T)/B.

    The printed rates know no range B of the losses.
    """
    eta = np.sqrt(np.log(n_experts) / T)
    return {"printed": eta, "capped": np.minimum(eta, 1), "hoeffding": np.sqrt(8) * eta / loss_range}[rule]


@formula("ηT + ln K/η", given=HORIZON, tex=r"\eta T + \frac{\ln K}\eta", card="DR14-T11.1", positional=3,
         source="LN, Theorem 2; DR14, Theorem 11.1 (times T); U17")
def regret_bound(T, n_experts, eta, loss_range):
    """The regret bound as printed: η T + ln K/η; without η, 2√(T ln K) (at η = √(ln K/T), capped at 1 or not).

    Cumulative.  Holds for every η > 0, though LN's proof stops at 1.79, and word for word for losses in [-1, 1].
    """
    return two_terms(T, np.log(n_experts), eta, 1.0)


@regret_bound.variant("sharp", "η B² T/8 + ln K/η", tex=r"\frac{\eta B^2T}8 + \frac{\ln K}\eta",
                      card="DR14-T11.1-SHARP",
                      source="Cesa-Bianchi and Lugosi 2006, Theorem 2.2")
def regret_bound_sharp(T, n_experts, eta, loss_range):
    """The regret bound by Hoeffding's lemma: η B² T/8 + ln K/η for every η > 0; without η, B √(T ln K/2) (at η = √(8 ln
    K/T)/B).

    Cumulative.  Proof: docstring of `dplearn.experts.formulas`.
    """
    return two_terms(T, np.log(n_experts), eta, loss_range**2 / 8)


@formula("4 ln K/α²", given=(ALPHA.but(low=1e-6, open=")"), N_EXPERTS), tex=r"4\ln K/\alpha^2",
         source="DR14, below Theorem 11.1", sized=True,
         card="DR14-T11.1-ROUNDS")
def rounds_needed(alpha, n_experts):
    """Rounds from which on regret_bound(T, K)/T is at most α, at η = √(ln K/T); DR14 prints "at most" for "at least".
    """
    return 4 * np.log(n_experts) / alpha**2


@rounds_needed.variant("sharp", "ln K/(2α²)", tex=r"\ln K/(2\alpha^2)", source="from the sharpened bound")
def rounds_needed_sharp(alpha, n_experts):
    """Rounds from which on regret_bound_sharp(T, K)/T is at most α: an eighth of DR14's."""
    return np.log(n_experts) / 2 / alpha**2


__all__ = ["RULES", *formulas(globals())]
