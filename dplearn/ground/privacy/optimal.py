"""Optimal composition: the exact δ(ε) of m steps of which only the size is known, and its inverse.

Two kinds of step, each of its own size:

* pure: every step is ε₀-DP.  The worst such step is randomized response with log-ratio ±ε₀, so the
  composition is exactly as private as m of those (adaptive or not);
* bounded range: for neighbors the privacy losses of all outputs of a step lie in an interval of
  length b (the exponential mechanism).  Of fixed, not adaptively chosen, steps the worst are m
  copies of one law with losses t and t - b, for the worst t in (0, b).

Either way a step has two losses, t and t - b (pure: t = ε₀, b = 2ε₀), and the number I of low ones is
binomial.  With v and u the chance of the low loss on x' and on x, and l the largest i with
mt - ib > ε,

    δ = Pr[Bin(m, u) <= l] - e^ε Pr[Bin(m, v) <= l],    v = (1 - e^-t)/(1 - e^-b),  u = v e^(t-b).

For bounded range the worst t given l is t_l = (ε + (l + 1) b)/(m + 1), where the derivative in t
vanishes; the value then has a single maximum in l (tested exhaustively up to m = 60 and by scans at
larger m, not proved), near m/2 - 2ε/(3b), that is t near b/2 + ε/(3m).

Digits: a tail from the incomplete beta function is good to 2e-12.  The difference loses as many
digits as its first term is larger than it.  Relative error below 1e-8 for m <= 1e6 and b >= 1e-5 (typically 1e-12).
Beyond ε = 700 the second tail leaves the floats and counts as 0: an upper bound.

The relation of the steps is the relation of the total.

References: Kairouz, Oh and Viswanath 2015, Theorem 3.3 (pure steps); Dong, Durfee and Rogers 2020
(bounded range, non-adaptive); Dong, Roth and Su 2022, Corollary 2.13 (the Gaussian limit).
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import go_together, plain

MOST_STEPS = 10**7
LEAST_STEP, MOST_STEP = 5e-324, 250.0   # above 0; e^-500 is a normal number, and leaves room
LEAST_EPSILON, MOST_EPSILON = 1e-4, 200.0   # of the inverses
LEAST_DELTA = 1e-100
_MARGIN = 1e-7         # an inverse aims this much (relative) below δ, and stops within half of it from there,
_NARROW = 1e-13        # or where it is known to this (relative)


def pure_composition_delta(epsilon_step, steps, epsilon):
    """δ(ε) of `steps` releases of which each is (epsilon_step, 0)-private: optimal composition.

    Parameters
    ----------
    epsilon_step : float or array in (0, 250]
    steps : int or array, 0 <= steps <= 1e7
    epsilon : float or array >= 0

    Returns
    -------
    float or array (broadcast shape).  Exact to 1e-8 relative for steps <= 1e6; no composition of such steps is
    worse, and m-fold randomized response is as bad.  Values under 1e-300 may become 0.

    Notes
    -----
    Cost: at most about 5 µs for each value of an array.  Holds for adaptively chosen steps, under the relation of
    the steps.
    Source: Kairouz, Oh and Viswanath 2015, Theorem 3.3.
    """
    step = check.array("epsilon_step", epsilon_step, low=LEAST_STEP, high=MOST_STEP)
    return _evaluated(_pure, 2 * step, steps, epsilon)


def bounded_range_composition_delta(range_step, steps, epsilon):
    """δ(ε) of `steps` non-adaptive releases, each with privacy losses in an interval of length range_step.

    Parameters
    ----------
    range_step : float or array in (0, 500]
    steps : int or array, 0 <= steps <= 1e7
    epsilon : float or array >= 0

    Returns
    -------
    float or array (broadcast shape), exact to 1e-8 relative for steps <= 1e6, and attained by some mechanisms.

    Notes
    -----
    Not valid where a step's mechanism depends on earlier outputs (there the optimum is larger).  Never above
    `pure_composition_delta(range_step, ...)` and never below `pure_composition_delta(range_step / 2, ...)`.
    Cost: at most about 15 µs for each value of an array.  Source: Dong, Durfee and Rogers 2020 (non-adaptive
    composition).
    """
    step = check.array("range_step", range_step, low=LEAST_STEP, high=2 * MOST_STEP)
    return _evaluated(_bounded_range, step, steps, epsilon)


def pure_composition_step(epsilon, delta, steps):
    """The largest ε₀ for which `steps` releases, each (ε₀, 0)-private, are (epsilon, delta)-private.

    Parameters
    ----------
    epsilon : float or array in [1e-4, 200]
    delta : float or array in [1e-100, 1)
    steps : int or array, 1 <= steps <= 1e7

    Returns
    -------
    float or array (broadcast shape).  Errs low: `pure_composition_delta` of it is at most δ and within 2e-7 of
    it, relative, for δ >= 1e-12 and ε >= 0.01 (or ε₀ is known to 1e-13, where floats are too coarse for that δ).
    Cost: about 20 µs for each value.
    """
    return _largest_step(_pure, epsilon, delta, steps) / 2


def bounded_range_composition_step(epsilon, delta, steps):
    """The largest range b for which `steps` non-adaptive b-bounded-range releases are (epsilon, delta)-private.

    Arguments and error as in `pure_composition_step`, for `bounded_range_composition_delta`.  Cost: about
    60 µs for each value.
    """
    return _largest_step(_bounded_range, epsilon, delta, steps)


def gaussian_delta(mu, epsilon):
    """δ(ε) of N(0, 1) against N(μ, 1), the Gaussian mechanism with sensitivity μσ: Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ).

    `mu` in [1e-6, 1e6] and `epsilon` >= 0, floats or arrays that broadcast; relative error below 1e-9 while δ >
    1e-300.  `gaussian_mu` is the inverse.  Balle and Wang 2018.
    """
    mu, epsilon = go_together(mu=check.array("mu", mu, low=1e-6, high=1e6),
                              epsilon=check.array("epsilon", epsilon, low=0, high=1e100))
    return plain(_gaussian(mu, epsilon)[0])


def gaussian_mu(epsilon, delta):
    """The largest μ for which N(0, 1) against N(μ, 1) is (ε, δ)-close: Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ) = δ.

    Many small steps act like this pair: ε₀ sqrt(m) of `pure_composition_step` and b sqrt(m)/2 of
    `bounded_range_composition_step` tend to μ.  `epsilon` in [1e-4, 200], `delta` in [1e-100, 1), broadcast;
    errs low by at most 2e-7 (relative) in δ.
    """
    epsilon, delta = _budget(epsilon, delta)
    return plain(_largest_mu(epsilon.ravel(), delta.ravel()).reshape(epsilon.shape))


def _budget(epsilon, delta):
    return go_together(epsilon=check.array("epsilon", epsilon, low=LEAST_EPSILON, high=MOST_EPSILON),
                       delta=check.array("delta", delta, low=LEAST_DELTA, high=np.nextafter(1.0, 0.0)))


def _evaluated(curve, b, steps, epsilon):
    steps = check.array("steps", steps, low=0, high=MOST_STEPS, integral=True).astype(float)
    b, steps, epsilon = go_together(step=b, steps=steps, epsilon=check.array("epsilon", epsilon, low=0))
    result, some = np.zeros(b.shape), steps * b * curve.reach > epsilon
    if some.any():
        result[some] = curve(b[some], steps[some], epsilon[some])[0]
    return plain(result)


# ---- the two curves: δ and its derivative in b ---------------------------------------------------

def _pure(b, m, epsilon):
    """δ and dδ/db of m steps of randomized response with log-ratio ±b/2; flat arrays, mb/2 > ε."""
    low = np.maximum(np.ceil(m / 2 - epsilon / b) - 1, 0.0)
    gap = np.maximum((m / 2 - low) * b - epsilon, 0.0)
    delta, chance = _two_losses(low, m, b / 2, b, epsilon, b / 2)
    return delta, (m - low) / 2 * chance * (special.expit(-b / 2) + np.exp(-gap) * special.expit(b / 2))


_pure.reach = 0.5


def _bounded_range(b, m, epsilon):
    """δ and dδ/db of m steps of range b, at the worst t; flat arrays, mb > ε.

    t_l is stationary, so the derivative in b is that at fixed t.
    """
    most = np.maximum(np.ceil(m - epsilon / b) - 1, 0.0)
    x = epsilon / (m * b)
    best = np.clip(np.rint((m - 1) / 2 - m * x * (2 / 3 - 0.06 * x**2 * (1 + x**2))), 0.0, most)  # by large deviations
    delta, slope = np.zeros(b.shape), np.zeros(b.shape)
    climb = np.arange(b.size)
    while climb.size:  # compare with both neighbors, until none is higher
        around = np.clip(best[climb] + np.array([[0.0], [-1.0], [1.0]]), 0.0, most[climb])
        values, slopes = _at_worst_t(around, *(a[climb] for a in (m, b, epsilon)))
        stay = np.array([[1 + 1e-11], [1.0], [1.0]])  # among equals up to rounding
        top, columns = (values * stay).argmax(axis=0), np.arange(climb.size)
        delta[climb], slope[climb] = values[top, columns], slopes[top, columns]
        moved, best[climb] = around[top, columns] != best[climb], around[top, columns]
        climb = climb[moved]
    return delta, slope


_bounded_range.reach = 1.0


def _at_worst_t(low, m, b, epsilon):
    low, m, b, epsilon = np.broadcast_arrays(low, m, b, epsilon)
    gap = np.maximum(((m - low) * b - epsilon) / (m + 1), 1e-60)   # b - t_l
    delta, chance = _two_losses(low, m, b - gap, b, epsilon, gap)
    return delta, (m - low) * chance * np.expm1(b - gap) / np.expm1(b)


def _two_losses(low, m, t, b, epsilon, high):
    """Pr[Bin(m, u) <= low] - e^ε Pr[Bin(m, v) <= low], and Pr[Bin(m, u) = low]; high = b - t."""
    p = np.expm1(-high) / np.expm1(-b)          # chance of the high loss t on x, 1 - u
    first = special.betainc(m - low, low + 1, p)
    delta = first - np.exp(np.minimum(epsilon, 700.0)) * special.betainc(m - low, low + 1, np.exp(-t) * p)
    u = np.exp(-high) * np.expm1(-t) / np.expm1(-b)
    return np.clip(delta, 0.0, 1.0), _chance(low, m, p, u)


def _chance(low, m, p, u):
    """Pr[Bin(m, u) = low] with p = 1 - u, from the smaller of the two."""
    few = p < 0.5
    return np.exp(log_binomial(np.where(few, m - low, low), m, np.where(few, p, u)))


# ---- the inverses --------------------------------------------------------------------------------

def _largest_mu(epsilon, delta):
    """The μ at which the Gaussian pair reaches δ; flat arrays."""
    log = -np.log(delta)
    low = np.sqrt(2) * epsilon / (np.sqrt(log + epsilon) + np.sqrt(log))   # by zCDP
    return _newton(lambda mu, at: _gaussian(mu, epsilon[at]), low, low, np.full(low.shape, 1e3), delta, 0 * low)


def _largest_step(curve, epsilon, delta, steps):
    """The b at which `curve` reaches δ, from the Gaussian limit by Newton's method."""
    steps = check.array("steps", steps, low=1, high=MOST_STEPS, integral=True).astype(float)
    epsilon, delta = _budget(epsilon, delta)
    mu = _largest_mu(epsilon.ravel(), delta.ravel()).reshape(epsilon.shape)   # once, for all numbers of steps
    epsilon, delta, steps = go_together(epsilon=epsilon, delta=delta, steps=steps)
    mu, epsilon, delta, flat = (a.ravel() for a in (np.broadcast_to(mu, steps.shape), epsilon, delta, steps))
    one = 2 * (np.logaddexp(np.log(delta), epsilon) - np.log1p(-delta))   # the b of a single pure step
    low = epsilon / (flat * curve.reach) * (1 - 1e-15)                    # no loss passes ε
    b = _newton(lambda x, at: curve(x, flat[at], epsilon[at]), 2 * mu / np.sqrt(flat), low, one, delta, low)
    return plain(b.reshape(steps.shape))


def _gaussian(mu, epsilon):
    """δ(ε) of N(0, 1) against N(μ, 1) and its derivative in μ, by Mills ratios: both terms share the factor φ(z)."""
    z = mu / 2 - epsilon / mu
    density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    mills = special.erfcx(np.stack([-np.minimum(z, 0), mu - z]) / np.sqrt(2)) * np.sqrt(np.pi / 2)
    first = np.where(z < 0, density * mills[0], special.ndtr(z))
    return first - density * mills[1], density


def _newton(curve, start, low, high, delta, zero):
    """Where curve(x, at) = (value, derivative) rises to δ, from below; value(low) <= δ < value(high).

    Newton's method in ln(x - zero) and ln value (nearly straight: powers of x - zero at first, then the Gaussian
    limit), failing that in x and value, failing that bisection.  `at` says which entries x belongs to.
    """
    low, high, target = low.copy(), high.copy(), delta * (1 - _MARGIN)
    x, left = np.clip(start, low, high), np.arange(low.size)
    for _ in range(200):  # bisection alone needs fewer than 70
        if not left.size:
            break
        old, (value, slope) = x[left], curve(x[left], left)
        below, ratio = value <= delta[left] * (1 - _MARGIN / 2), value / target[left]
        low[left], high[left] = np.where(below, old, low[left]), np.where(below, high[left], old)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            above = old - zero[left]
            by_logs = zero[left] + above * np.exp(-np.log(ratio) * value / (slope * above))
            new = np.sqrt(low[left]) * np.sqrt(high[left])
            for attempt in (old - (value - target[left]) / slope, by_logs):
                new = np.where((attempt > low[left]) & (attempt < high[left]), attempt, new)
        x[left] = new
        left = left[~(below & (ratio > 1 - _MARGIN / 2)) & (high[left] > low[left] * (1 + _NARROW))]
    return low
