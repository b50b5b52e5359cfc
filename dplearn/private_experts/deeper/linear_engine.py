"""An engine for LinearLearner's excess risk where it is known: independent ±1 coordinates.

A record is x in {-1, 1}^d with independent coordinates, the first of mean -gap, the others fair coins.  Offered: the
expected excess risk of θ, without simulation.

**Why an integral does it.** Before round m + 1 the weights are e^{-ηS_i}, S_i a sum of m coins.  Add independent
standard Gumbel variables G_i: the largest of G_i - ηS_i stands at i with probability w_i/(w_1 + ... + w_d).  So with
F_i(y) = Pr[G_i - ηS_i <= y] = E exp(-e^{-y-ηS_i}) and f_i its derivative,

    E p(1) = ∫ f_1(y) F_2(y) ... F_d(y) dy,

and the product is one power.  The integrand and the binomial weights are analytic
and fall off fast on both sides, where evenly spaced sums converge exponentially fast.  The rounds are summed by a
polynomial in √m through some of them.

References: DR14, section 11.3 (the learner); Trefethen and Weideman 2014 (evenly spaced sums).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.polynomial.chebyshev import chebvander

from ... import _validate as check
from ..._binomial import log_binomial
from ..._bounds import go_together, plain

MOST_N, MOST_D = 10**6, 1000
LEAST_ETA = 1e-100
ROUNDS = 28           # rounds at which the law is computed, of each n
STEP = 0.5            # of y: an error of about e^{-π²/STEP} = 3e-9
REACH = 5.5           # standard deviations of S kept on each side: 4e-8 lies beyond


def expected_excess_risk(n, d, gap, eta):
    """E <θ, μ> - min μ of LinearLearner with d coordinates of means -gap, 0, ..., 0, without simulation.

    Parameters
    ----------
    n : int or array, 1 <= n <= 1e6
    d : int, 2 <= d <= 1000
    gap : float in (0, 1)
    eta : float or array >= 1e-100 (broadcast with n), with η√n <= 4: the private rates for ε <= 50

    Returns
    -------
    float or array in [0, gap].  Stated error: 1e-5 of gap for gap <= 0.5 and η√n <= 1, the range of the figures, 1e-3
    beyond.

    Notes
    -----
    gap (1 - (p_1(1) + ... + p_n(1))/n) with the E p_t(1) of the module's note.  Cost: about 0.3 ms for each n
    up to η√n = 1, 2 ms at 4, the first call for an n adds up to 10 ms at n = 1e5.
    """
    n, eta = go_together(n=check.array("n", n, low=1, high=MOST_N, integral=True),
                         eta=check.array("eta", eta, low=LEAST_ETA, high=4))
    d, gap = check.integer("d", d, 2, MOST_D), check.fraction("gap", gap)
    shape, n, eta = n.shape, n.ravel(), eta.ravel()
    if ((scale := eta * np.sqrt(n)) > 4).any():
        raise ValueError(f"eta must be at most 4/sqrt(n); got {eta[scale.argmax()]:g} at n = {n[scale.argmax()]}")
    rules = [_rounds(int(k)) for k in n]
    mean = np.array([weights @ _best_share(m, rate, d, gap) for (m, weights), rate in zip(rules, eta)])
    return plain(np.clip(gap * (1 - mean), 0.0, gap).reshape(shape))


@lru_cache(maxsize=4096)
def _rounds(n: int):
    """Rounds m in 0..n-1 and weights for which Σ weights · f(m) is the mean of f over all, f a polynomial in √m."""
    every = np.arange(n)
    if n <= 2 * ROUNDS:
        return every, np.full(n, 1 / n)
    place = (1 - np.cos(np.pi * np.arange(ROUNDS) / (ROUNDS - 1))) / 2
    nodes = np.unique(np.round((n - 1) * place**2).astype(int))
    here, all_ = (chebvander(2 * np.sqrt(m / (n - 1)) - 1, len(nodes) - 1) for m in (nodes, every))
    return nodes, np.linalg.solve(here.T, all_.mean(axis=0))


def _coins(ones, m, mean):
    """Binomial weights of these numbers of ones among m coins: 0 outside 0..m, and the last axis sums to 1."""
    inside = (ones >= 0) & (ones <= m)
    weight = np.where(inside, np.exp(log_binomial(np.where(inside, ones, 0), m, (1 + mean) / 2)), 0.0)
    return weight / weight.sum(axis=-1, keepdims=True)


def _best_share(m, eta, d, gap) -> np.ndarray:
    """E p(1) after m records (an array) at rate η: the module's integral, S at evenly spaced numbers of ones."""
    # every so many numbers of ones are enough: by the spread of S, and by that of ηS beside a Gumbel variable
    stride = np.maximum(1, np.floor(np.minimum(0.45 * np.sqrt(m * (1 - gap**2)), 0.25 / eta)))
    reach = np.ceil((REACH * np.sqrt(m) / 2 + 1) / stride).max()
    beside, m = stride[:, None] * np.arange(-reach, reach + 1), m[:, None]

    def sums(mean):
        ones = np.round(m * (1 + mean) / 2) + beside
        return -eta * (2 * ones - m), _coins(ones, m, mean)[:, :, None]

    (good, good_weight), (fair, fair_weight) = sums(-gap), sums(0.0)
    spread, center = REACH * eta * np.sqrt(m), eta * gap * m
    low = np.maximum(center, np.log(d - 1)) - spread - 3.2  # below, the largest is never
    high = np.maximum(center + spread + 21.0, low + STEP)
    y = low + STEP * np.arange(np.ceil((high - low).max() / STEP) + 1)
    # e^{-y-ηS} as a product, about the good coordinate's center where its factors would overflow
    t = np.exp(center - y)[:, :, None] * np.exp(good - center)[:, None, :]
    density = (t * np.exp(-t)) @ good_weight
    others = np.exp(-np.exp(-y)[:, :, None] * np.exp(fair)[:, None, :]) @ fair_weight
    return STEP * (density * others ** (d - 1)).sum(axis=(1, 2))
