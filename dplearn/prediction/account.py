"""What a budget buys: how many answers, and how private each may be, by four ways of adding up.

Every answer of the soft majority is ε₀-DP, and more: it is the exponential mechanism on two labels, so between
neighbors its two privacy losses are t and t - ε₀ with 0 < t < ε₀ (bounded range; t says how the votes stand).  With L =
ln(1/δ), k answers together are (ε, δ)-private

* "basic"          for k ε₀ <= ε, δ = 0;
* "advanced"       by DR14's Theorem 3.20;
* "optimal"        by the optimal composition of k answers of which nothing is known but that they are ε₀-DP;
* "bounded-range"  for ρ + 2 √(ρ L) <= ε, ρ = k ε₀²/8 (zCDP).

**Who chooses the questions?**  An asker who chooses the next question after seeing the answers chooses t as well.  All
four hold for such an asker.  The k-fold product of the worst law with losses t and t - ε₀ does not: it is for questions
*fixed beforehand*.  With five parts and ε₀ = 1 an asker who adapts gets δ(1) = 0.0977 out of three answers, and it says
0.0949 (companion 6c).

Early stop: who may ask k questions and stops earlier, for whatever reason, has seen a part of the whole; its (ε, δ)
holds.

Relation: that of one answer, REPLACE_ONE in this room.  Answers that are ε₀-DP in another way than by an
exponential mechanism (Laplace noise, the coins of `averaging`) may use "basic", "advanced" and "optimal" alone.

References: DF18, section 1 (a budget for many queries); DR14, Theorems 3.16 and 3.20; Kairouz, Oh and Viswanath 2015;
Cesar and Rogers 2021; Dong, Durfee and Rogers 2020.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import first_true, go_together
from ..privacy import pure_composition_delta

ADAPTIVE_COMPOSITIONS = ("basic", "advanced", "optimal", "bounded-range")   # whatever the next question depends on
MOST_ANSWERS = 10**7
MOST_EPSILON, LEAST_EPSILON = 200.0, 1e-4     # of a total
MOST_STEP = 50.0
_RELATIVE = 1e-12                             # 3 · 0.1 buys 3 answers at 0.1, floats or not


def answers_bought(epsilon_total, delta, epsilon_step, *, composition="bounded-range"):
    """How many answers of `epsilon_step` each are (epsilon_total, delta)-private together: the largest number
    certified.

    Parameters
    ----------
    epsilon_total : float or array in [1e-4, 200]
    delta : float or array in [1e-100, 1); "basic" takes 0 too, and does not use it
    epsilon_step : float or array in [1e-6, 50], the ε of one answer
    composition : one of `ADAPTIVE_COMPOSITIONS`

    Returns
    -------
    int or array of int64 (broadcast shape), 0 where not even one answer fits; 10^7 where there would be more.

    Notes
    -----
    "basic", "advanced" and "bounded-range" in closed form; "optimal" by a search over k, as δ at ε grows
    with k: some 23 evaluations of at most 15 µs for each value.  `deeper.answer_epsilon` is the inverse.
    """
    check.choice("composition", composition, ADAPTIVE_COMPOSITIONS)
    total, delta, step = _budget(composition, epsilon_total, delta, epsilon_step=check.array(
        "epsilon_step", epsilon_step, low=1e-6, high=MOST_STEP))
    bought = _BOUGHT[composition](total.ravel(), delta.ravel(), step.ravel())
    bought = np.minimum(bought, MOST_ANSWERS).astype(np.int64)
    return int(bought[0]) if total.shape == () else bought.reshape(total.shape)


def _budget(composition, total, delta, **third):
    """Total ε, δ and a third array, broadcast; δ = 0 is for basic composition alone."""
    total = check.array("epsilon_total", total, low=LEAST_EPSILON, high=MOST_EPSILON)
    delta = check.array("delta", delta, low=0.0 if composition == "basic" else 1e-100, high=np.nextafter(1.0, 0.0))
    return go_together(epsilon_total=total, delta=delta, **third)


def _basic(total, delta, step):
    return np.floor(total / step * (1 + _RELATIVE))


def _advanced(total, delta, step):
    """The root in √k of k ε₀ (e^ε₀ - 1) + √k ε₀ √(2L) = ε."""
    linear, growth = step * np.sqrt(-2 * np.log(delta)), step * np.expm1(step)
    return np.floor((2 * total / (linear + np.sqrt(linear**2 + 4 * growth * total))) ** 2 * (1 + _RELATIVE))


def _zcdp(total, delta, step):
    """ρ = (√(L + ε) - √L)², written without cancellation, in units of ε₀²/8."""
    root = total / (np.sqrt(total - np.log(delta)) + np.sqrt(-np.log(delta)))
    return np.floor(8 * (root / step) ** 2 * (1 + _RELATIVE))


def _optimal(total, delta, step):
    """The largest k <= MOST_ANSWERS whose δ at ε, which grows with k, is at most δ; flat arrays."""
    def fails(k):
        return pure_composition_delta(step, k + 1, total) > delta * (1 + 1e-9)        # the curve's own relative error

    least = np.minimum(_basic(total, delta, step), MOST_ANSWERS).astype(np.int64)    # kε₀ <= ε: δ = 0
    return first_true(least, np.full_like(least, MOST_ANSWERS), fails)


_BOUGHT = {"basic": _basic, "advanced": _advanced, "optimal": _optimal, "bounded-range": _zcdp}
