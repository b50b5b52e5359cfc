"""What the companions of lecture 4 add to `dplearn.private_experts.formulas`."""

from __future__ import annotations

import numpy as np

from ... import experts
from ...formula import formula, formulas
from ...privacy import pure_composition_step
from ..formulas import BUDGET, private_rate, private_regret_bound_sharp


@formula("the η at which the swap's δ is δ", given=BUDGET, tex=r"\eta_{\mathrm{swap}}", positional=3,
         source="Kairouz, Oh and Viswanath 2015", card="DR14-T11.2-LADDER", variant="exact", bounds="exact")
def worst_pair_eta(epsilon, delta, T):
    """The largest η for which the pair (1, 0) / (0, 1), then zeros, is still (ε, δ)-close after T actions.

    An upper limit: whatever the analysis, RWM with a larger η is not (ε, δ)-private under ONE_ROUND (nor, for few
    rounds, with quite as large an η: uneven pairs are a little worse).  Errs low by as much as `private_eta`; ranges
    as for "kov".
    """
    return pure_composition_step(epsilon, delta, T - 1)


@formula("ε/√(2(T−1)(ln(1/δ) + ε))", given=BUDGET, tex=r"\varepsilon/\sqrt{2(T-1)(L+\varepsilon)}", positional=3,
         source="LN, Theorem 3, corrected", card="LN-T3-CORRECTED", variant="corrected", bounds="exact")
def corrected_theorem3_rate(epsilon, delta, T):
    """η with which MW is (ε, δ)-DP under ONE_ROUND for every ε and δ, losses in [0, 1].

    Each of the T - 1 actions that depend on a row has bounded range 2η, so all together are ρ-zCDP with
    ρ = (T-1) η²/2 = ε²/(4(L + ε)), and ρ + 2√(ρL) <= ε.  A little below the "bounded-range" rate, and simple.
    """
    return epsilon / np.sqrt(2 * (T - 1) * (epsilon - np.log(delta)))


@formula("(q + 1/q)/2, q = η/√(8 ln K/T)", given=private_rate.record.given, tex=r"\frac{q + 1/q}{2}",
         source="Hoeffding's bound at both rates", card="DR14-T11.4-PRICE", variant="sharp", bounds="exact",
         needs=private_rate.record.needs, needs_words=private_rate.record.needs_words)
def price_of_privacy_sharp(T, n_experts, epsilon, delta, analysis, loss_range):
    """`private_regret_bound_sharp` over its value without privacy: at least 1, and 1 where privacy is free."""
    bound = private_regret_bound_sharp.record.body(T, n_experts, epsilon, delta, analysis, loss_range)
    return bound / experts.regret_bound_sharp(T, n_experts, loss_range=loss_range)


__all__ = [*formulas(globals())]
