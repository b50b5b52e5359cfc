"""A run: round after round the same experts lose.  Its expected loss and the law of its loss, in closed form.

Let the losers' weights at the start be e^c times the weights of the rest, in total.  Every round of the run
multiplies them by e^{-η}, so round j = 0, 1, ... is lost with probability σ(c - ηj), σ(x) = 1/(1 + e^{-x}),
independently of the others (the losses are fixed beforehand).  Two closed forms follow.

**Mean.**  S = Σ_{j<n} σ(c - ηj).  Rounds with c - ηj > 0 are counted as 1 - σ(ηj - c), so that only sums which
start at c <= 0 remain.  These die out within 38/η rounds: summed one by one for η > 0.2, by Euler and
Maclaurin for smaller η, where the integral is the mix loss -ln(1 - σ(c) (1 - e^{-ηn}))/η and what follows
the fourth correction is below 3e-14 of the sum.

**Law.**  The number N of lost rounds has generating function Π_j (1 + z e^{c-ηj}) / (1 + e^{c-ηj}).  By the
q-binomial theorem Pr[N = k] is proportional to e^{ck} ρ^{k(k-1)/2} [n choose k]_ρ with ρ = e^{-η}, hence

    Pr[N = k + 1] / Pr[N = k] = e^{c-ηk} (1 - ρ^{n-k}) / (1 - ρ^{k+1}).

The ratios fall, the mean is within 1 of the mode (Darroch 1964), and by Bernstein's inequality all but 2e-16
of the law lies within √(74 v) + 26 of the mean, v being the variance.

Private to the package; arguments are checked by the callers.  References: Andrews, "The Theory of
Partitions" (1976), Theorem 3.3 (q-binomial theorem).
"""

from __future__ import annotations

import numpy as np

_DIRECT = 0.2   # η above it: sums of at most 38/0.2 terms
_TERMS = 38.0   # e^-38 is less than the last digit
_BERNOULLI = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600)  # B_2k/(2k)!


def _odd_derivatives(s):
    """σ', σ''', σ^(5), σ^(7) where σ has the value s."""
    v = s * (1 - s)
    return v, v * (1 - 6 * v), v * (1 - v * (30 - 120 * v)), v * (1 - v * (126 - v * (1680 - 5040 * v)))


def _smooth_sum(c, eta, n):
    """Σ_{j<n} σ(c - ηj) for c <= 0 and η <= 0.2, by Euler and Maclaurin."""
    first, last = (e / (1 + e) for e in (np.exp(c), np.exp(c - eta * n)))
    result = -np.log1p(first * np.expm1(-eta * n)) / eta + (first - last) / 2
    for k, (factor, at_first, at_last) in enumerate(zip(_BERNOULLI, _odd_derivatives(first), _odd_derivatives(last))):
        result += factor * eta ** (2 * k + 1) * (at_first - at_last)
    return result


def _direct_sum(c, eta, n):
    """The same for η > 0.2, term by term."""
    j = np.arange(int(min(n.max(), np.ceil(_TERMS / eta.min()) + 1)))
    weight = np.exp(c[:, None] - eta[:, None] * j)
    return np.where(j < n[:, None], weight / (1 + weight), 0.0).sum(axis=1)


def _falling_sum(c, eta, n):
    """Σ_{j<n} σ(c - ηj) for c <= 0; arrays of one shape (m,)."""
    result, smooth = np.empty(c.shape), eta <= _DIRECT
    for part, rule in ((smooth, _smooth_sum), (~smooth, _direct_sum)):
        if part.any():
            result[part] = rule(c[part], eta[part], n[part])
    return result


def run_mean(log_odds, eta, rounds) -> np.ndarray:
    """Expected number of lost rounds among `rounds` of a run whose losers start with odds e^log_odds.

    Arrays that broadcast (rounds: whole numbers >= 0); relative error about 1e-13, cost O(1) for each entry.
    """
    c, eta, n = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (log_odds, eta, rounds)))
    shape = c.shape
    c, eta, n = c.ravel(), eta.ravel(), n.ravel()
    # Rounds before the losers' weight has fallen to half of all: they are counted backwards from the crossing.
    with np.errstate(over="ignore"):
        heavy = np.where(c > 0, np.minimum(np.floor(np.maximum(c, 0) / eta) + 1, n), 0.0)
    if heavy.any():
        backwards = _falling_sum(np.minimum(eta * (heavy - 1) - c, 0), eta, heavy)
        result = heavy - backwards + _falling_sum(np.minimum(c - eta * heavy, 0), eta, n - heavy)
    else:
        result = _falling_sum(np.minimum(c, 0), eta, n)
    return result.reshape(shape)


def run_law(log_odds: float, eta: float, rounds: int, mean: float) -> tuple[int, np.ndarray]:
    """The law of the number of lost rounds: (k₀, p) with p[i] = Pr[N = k₀ + i], up to 2e-16 in total.

    `mean` is `run_mean` of the same run (for many runs it is had in one call).

    Cost O(√v) for a variance v <= min(rounds/4, 1/η + 1/4).
    """
    reach = np.sqrt(74 * min(rounds / 4, 1 / eta + 0.25)) + 26
    low, high = max(0, int(mean - reach)), min(int(rounds), int(mean + reach) + 1)
    k = np.arange(low, high, dtype=float)
    with np.errstate(over="ignore"):
        steps = log_odds - eta * k + np.log(-np.expm1(-eta * (rounds - k))) - np.log(-np.expm1(-eta * (k + 1)))
    log_law = np.concatenate([[0.0], np.cumsum(steps)])
    law = np.exp(log_law - log_law.max())
    return low, law / law.sum()
