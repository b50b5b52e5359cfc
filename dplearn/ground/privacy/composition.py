"""What several releases cost together: the classical bounds, in closed form.

A course of k releases, each ε₀-private, is kε₀-private (basic composition: ε and δ add up).  For a small δ one
can pay about sqrt(k) instead of k: by DR14's advanced composition, or by zero-concentrated
differential privacy (zCDP), whose budget ρ simply adds up.  Mechanisms with *bounded range* b
(for neighbors the privacy losses of all outputs lie in an interval of length b: the exponential
mechanism with ε has range ε) are b²/8-zCDP, four times less than the ε²/2 of a general
ε-private step.  The exact value for a given pair of data sets is in `profile`.

All of these hold for adaptively chosen releases, under any one neighboring relation: the
relation of the steps is the relation of the total.  Logarithms are natural, δ is the chance
left over, all figures are upper bounds (the true ε is never larger).

References: DR14, Theorems 3.16 (basic) and 3.20 (advanced); Bun and Steinke 2016,
Proposition 1.3 and Lemma 2.3 (zCDP); Cesar and Rogers 2021 (bounded range);
Dong, Durfee and Rogers 2020.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check
from ..formula import EPSILON, Domain, formula

MOST = 1e100    # of an ε: its products with numbers of steps are floats
LEVEL = EPSILON.but(low=0)
STEP = Domain("epsilon_step", "ε₀", "privacy of a step", 1e-50, 100, tries=(0.01, 0.001, 1.0))
STEPS = Domain("steps", "k", "number of steps", 1, 10**15, integral=True, tries=(100, 1, 10_000))
RHO = Domain("rho", "ρ", "budget of zCDP", 1e-100, 1e100, tries=(0.01, 0.001, 1.0))


def advanced_composition(epsilon_step, steps, delta) -> float:
    """ε of `steps` releases, each (epsilon_step, 0)-private, for the δ given.

    sqrt(2 k ln(1/δ)) ε₀ + k ε₀ (e^ε₀ - 1), as printed in DR14, Theorem 3.20.  For large ε₀ it is
    worse than basic composition's k ε₀: take the smaller of the two yourself, the theorem does not.

    Parameters
    ----------
    epsilon_step : float in (0, 600] (beyond, e^ε₀ overflows)
    steps : int in 1 .. 10^15
    delta : float in (0, 1)
    """
    step = check.real("epsilon_step", epsilon_step, 0, 600, open_low=True)
    steps, delta = check.integer("steps", steps, 1, 10**15), check.fraction("delta", delta)
    return math.sqrt(-2 * steps * math.log(delta)) * step + steps * step * math.expm1(step)


def zcdp_epsilon(rho, delta) -> float:
    """ρ-zCDP implies (ρ + 2 sqrt(ρ ln(1/δ)), δ)-DP (Bun and Steinke 2016, Proposition 1.3).

    `rho` in [0, 1e100] and `delta` in (0, 1).  An upper bound on the best ε; simple rather than optimal.
    """
    rho, delta = check.real("rho", rho, 0, MOST), check.fraction("delta", delta)
    return rho + 2 * math.sqrt(-rho * math.log(delta))


@formula("e^(−(ε−ρ)²/(4ρ)) for ε > ρ", given=(RHO, LEVEL), tex=r"e^{-(\varepsilon-\rho)^2/(4\rho)}",
         source="Bun and Steinke 2016, Proposition 1.3")
def zcdp_delta(rho, epsilon):
    """δ from (ρ, ε): the one at which `zcdp_epsilon` gives ε, and 1 where it gives more for every δ."""
    return np.exp(-np.maximum(epsilon - rho, 0.0) ** 2 / (4 * rho))


@formula("the δ at which Theorem 3.20 gives ε", given=(STEP, STEPS, LEVEL), source="DR14, Theorem 3.20, solved",
         tex=r"e^{-(\varepsilon - k\varepsilon_0(e^{\varepsilon_0} - 1))^2/(2k\varepsilon_0^2)}")
def advanced_composition_delta(epsilon_step, steps, epsilon):
    """δ from (ε₀, k, ε): the one at which `advanced_composition` gives ε, and 1 where it gives more for every δ."""
    left = np.maximum(epsilon - steps * epsilon_step * np.expm1(epsilon_step), 0.0)
    return np.exp(-((left / epsilon_step) ** 2) / (2 * steps))


def zcdp_rho(epsilon, delta) -> float:
    """The largest ρ for which `zcdp_epsilon` gives ε: (sqrt(L + ε) - sqrt(L))², L = ln(1/δ).

    `epsilon` > 0 and `delta` in (0, 1).  At least ε²/(4 (L + ε)).
    """
    epsilon, log = check.positive("epsilon", epsilon), -math.log(check.fraction("delta", delta))
    root = epsilon / (math.sqrt(log + epsilon) + math.sqrt(log))  # the difference, without cancellation
    return root * root


def bounded_range_rho(b) -> float:
    """ρ = b²/8 of a b-bounded-range mechanism (Cesar and Rogers 2021).

    The reason in two lines: ψ(a) = ln E_Q[(P/Q)^a] vanishes at 0 and 1, and ψ'' is the variance of
    a variable in an interval of length b, at most b²/4; so ψ(a) <= b² a (a - 1)/8.

    `b` in (0, 1e100] is the length of the interval of privacy losses: ε for the exponential mechanism.
    """
    return check.real("b", b, 0, MOST, open_low=True) ** 2 / 8


def advanced_step(epsilon, delta, steps) -> np.ndarray:
    """The ε₀ at which `advanced_composition` of `steps` releases gives ε; arrays that broadcast, not checked.

    The root of g(e) = sqrt(2kL) e + k e (exp(e) - 1) - ε, low by at most 1e-13, relative.  g is convex and rises, so
    Newton's method falls onto the root from any point above it.
    """
    slope = np.sqrt(-2 * steps * np.log(delta))
    e = np.minimum(epsilon / slope, np.maximum(1.0, np.log1p(epsilon / steps)))   # either is above the root
    for _ in range(100):
        e, last = e - (slope * e + steps * e * np.expm1(e) - epsilon) / (slope
                                                                         + steps * (np.expm1(e) + e * np.exp(e))), e
        if (last - e <= 1e-15 * e).all():
            break
    return e * (1 - 2e-14)
