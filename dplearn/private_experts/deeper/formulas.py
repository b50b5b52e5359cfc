"""What the companions of lecture 4 add to `dplearn.private_experts.formulas`."""

from __future__ import annotations

import numpy as np

from ... import experts
from ...formula import BETA, DELTA, EPSILON, ETA, T, Domain, formula, formulas
from ...privacy import pure_composition_step
from ..formulas import (
    BUDGET, K, PRICED, RECORDS, SMALL, _second_term_is_larger, corrected_theorem3_rate, private_rate,
    private_regret_bound, private_regret_bound_sharp,
)

COORDINATES = Domain("d", "d", "number of coordinates", 1, 10**15, integral=True, tries=(5, 1, 1000))


@formula("the η at which the swap's δ is δ", given=BUDGET, tex=r"\eta_{\mathrm{swap}}", positional=3,
         source="Kairouz, Oh and Viswanath 2015", card="DR14-T11.2-LADDER", variant="exact", bounds="exact")
def worst_pair_eta(epsilon, delta, T):
    """The largest η for which the pair (1, 0) / (0, 1), then zeros, is still (ε, δ)-close after T actions.

    An upper limit: whatever the analysis, RWM with a larger η is not (ε, δ)-private under ONE_ROUND (nor, for few
    rounds, with quite as large an η: uneven pairs are a little worse).  Errs low by as much as `private_eta`; ranges
    as for "kov".
    """
    return pure_composition_step(epsilon, delta, T - 1)


@formula("ηT/8 + ln K/η at `corrected_theorem3_rate`", given=PRICED, source="LN, Theorem 3, corrected",
         card="LN-T3-CORRECTED",
         tex=r"\frac{\alpha T}{8} + \frac{\ln K}{\varepsilon}\sqrt{2(T-1)(L+\varepsilon)}", variant="corrected")
def corrected_theorem3_bound(T, n_experts, epsilon, delta):
    """CUMULATIVE regret of MW at the corrected rate of LN's Theorem 3, for any losses in [0, 1] fixed in advance.

    LN claims ln K √(T/ε) up to a constant, with δ = e^{-Ω(√(Tε))}; no η does that.  The regret of a private η scales
    as 1/ε.
    """
    return experts.regret_bound_sharp(T, n_experts, corrected_theorem3_rate.record.body(epsilon, delta, T))


@formula("√(128 T ln(1/δ)) ln K/ε + √(T ln(K/β))", given=(*PRICED, BETA),
         source="DR14, Theorem 11.4, times T",
         tex=r"\frac{\sqrt{128T\ln(1/\delta)}\ln K}{\varepsilon} + \sqrt{T\ln(K/\beta)}", card="DR14-T11.4", **SMALL)
def private_realised_bound(T, n_experts, epsilon, delta, beta):
    """CUMULATIVE realised regret with probability >= 1 - β, at DR14's η, for losses in [0, 1].

    The theorem means losses in [0, 1]; the sentence before it says [-1, 1], where the deviation that the proof gives is
    √(2T ln(1/β)), which the printed one covers only if K >= 1/β.  The realised loss minus its expectation sums T
    independent terms in intervals of length r, so Hoeffding's inequality asks for r √(T ln(1/β)/2): no union over
    experts.
    """
    deviation = np.sqrt(T * (np.log(n_experts) - np.log(beta)))
    return private_regret_bound.record.body(T, n_experts, epsilon, delta) + deviation


@formula("√(32 ln(1/δ) ln K)/ε", given=(K, EPSILON, DELTA), tex=r"\frac{\sqrt{32\ln(1/\delta)\ln K}}{\varepsilon}",
         source="DR14, after Theorem 11.4", card="DR14-T11.4-PRICE", bounds="exact", **SMALL)
def price_of_privacy(n_experts, epsilon, delta):
    """How many times larger `private_regret_bound` is than the bound without privacy, 2√(T ln K); at least 1.  T
    drops out."""
    return np.sqrt(-32 * np.log(delta) * np.log(n_experts)) / epsilon


@price_of_privacy.variant("sharp", "(q + 1/q)/2, q = η/√(8 ln K/T)", tex=r"\frac{q + 1/q}{2}",
                          source="Hoeffding's bound at both rates",
                          given=private_rate.record.given, needs=private_rate.record.needs,
                          needs_words=private_rate.record.needs_words)
def price_of_privacy_sharp(T, n_experts, epsilon, delta, analysis, loss_range):
    """`private_regret_bound_sharp` over its value without privacy: at least 1, and 1 where privacy is free."""
    bound = private_regret_bound_sharp.record.body(T, n_experts, epsilon, delta, analysis, loss_range)
    return bound / experts.regret_bound_sharp(T, n_experts, loss_range=loss_range)


@formula("η/2 + ln d/(ηn) (+ 3√(2 ln(3/β)/n))", given=(RECORDS, COORDINATES, ETA, BETA.but(default=None)),
         variant="corrected",
         tex=r"\frac\eta2 + \frac{\ln d}{\eta n} + 3\sqrt{\tfrac{2\ln(3/\beta)}{n}}",
         source="DR14, Theorem 11.6, explicit", card="DR14-T11.6")
def excess_risk_bound(n, d, eta, beta):
    """Bound on LinearLearner's excess risk for i.i.d. records: in expectation (`beta` None), or with probability >= 1
    - β.

    Per record, so values above 2 say nothing.  Write i* for the best coordinate, p_t for the law of a_t, and

        <θ, μ> - μ_{i*} = (1/n) Σ [<p_t, x_t> - x_{t,i*}]  +  (1/n) Σ [<a_t, μ> - <p_t, x_t> + x_{t,i*} - μ_{i*}].

    The first sum is regret: at most η/2 + ln d/(ηn) for every sequence (Hoeffding's lemma, range 2).  Given the past,
    a_t and x_t are independent, so each bracket of the second has mean zero.  With probability 1 - β, DR14's three
    events (actions, records under the actions, the best coordinate's own mean), each in an interval of length 2 and at
    β/3, add 3 √(2 ln(3/β)/n).
    """
    expected = experts.regret_bound_sharp(n, d, eta, loss_range=2.0) / n
    return expected if beta is None else expected + 3 * np.sqrt(2 * (np.log(3) - np.log(beta)) / n)


__all__ = [*formulas(globals())]
