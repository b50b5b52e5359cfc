"""What private prediction must cost: the argument of DF18's Theorem 4.3, carried to its exact end (its bounds:
`number_formulas`).

The world: d points on which the class has all 2^d labelings; d - 1 of them share the mass 4α, the last has the rest.
To err by at most α with probability 11/12, whatever the labels, a predictor must err with probability at most 1/3 at
one of the d - 1 points, on average over random labels (even at most 1/4 · 11/12 + 1/12 = 5/16; the source's 1/3 is
kept).  Of n examples t ~ Bin(n, 4α/(d-1)) show that point.  Flip their labels, one at a time: t steps lead from a data
set that says 1 to one that says 0, and the law of the answer moves little at each.  The steps bind both labels, so the
walk from w to 1 - w passes 1/2, and the least error after t copies has a closed form which a predictor attains:
`bit_error`.

(ε, δ) means private for each answer, REPLACE_ONE.  Nothing here reads data.  Source: DF18, Theorem 4.3; the rest is
ours.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit

from ... import _validate as check
from ..._binomial import log_binomial
from ..._bounds import MOST_SAMPLE_SIZE, first_true, go_together, grid, one_epsilon, plain
from ...formula import ALPHA, DELTA, EPSILON, Domain, formula

NEGLIGIBLE = 1e-17   # errors below this are not told from 0
MOST_TERMS = 2_000_000


@formula("⌈2 ln(1/α − 1)/ε⌉", given=(ALPHA.but(high=0.5), EPSILON), sized=True, variant="exact", bounds="exact",
         tex=r"\lceil 2\ln(1/\alpha - 1)/\varepsilon\rceil", source="ours", card="DF18-T4.3")
def constants_sample_size(alpha, epsilon):
    """Least n at which the soft majority of n labels errs by at most α < 1/2 for the two constants (d = 1).

    Each example is a part of its own and votes right; the coin errs with probability sigma(-εn/2).  It refutes
    `lower_bound` at d = 1.
    """
    return 2 * (np.log1p(-alpha) - np.log(alpha)) / epsilon


@formula("max(0, w(t − 2) − δ)e^(−ε), w(0) = 1/2, w(1) = (1 − δ)/(1 + e^ε)", variant="exact", bounds="exact",
         given=(Domain("copies", "t", "examples that show the bit", 0, integral=True, tries=(0, 1, 10)), EPSILON,
                DELTA.but(low=0, open=")", default=0.0)), tex=r"w(t) = \max(0, w(t-2)-\delta)\,e^{-\varepsilon}",
         source="ours", positional=1)
def bit_error(copies, epsilon, delta):
    """w(t), the least chance to be wrong about a bit that t examples show, all alike, at (ε, δ).

    With δ = 0: e^{-εt/2}/2 for even t, less by 1/cosh(ε/2) for odd t.  No predictor is better: by symmetry its chances
    w, ..., 1 - w along the t flips are mirrored, so they pass 1/2 half-way (or step over it from w to 1 - w), and one
    step takes x to at most e^ε x + δ.  Answering by w(ones - zeros) is private.  The soft majority's sigma(-εt/2) is at
    most twice as large for even t.
    """
    start, shrunk = np.where(copies % 2 == 0, 0.5, (1 - delta) * expit(-epsilon)), np.exp(-epsilon * (copies // 2))
    # δ (e^{-ε} + ... + e^{-kε}) = δ (1 - e^{-kε})/(e^ε - 1)
    return np.maximum(start * shrunk - delta * (1 - shrunk) / np.expm1(np.minimum(epsilon, 700.0)), 0.0)


def _errors(epsilon: float, delta: float, times: int) -> np.ndarray:
    """w(0), w(1) ... as far as they are not negligible; there may be `times` sums over them."""
    most = math.log(1 / NEGLIGIBLE) / epsilon
    if delta > 0:
        most = min(most, math.log1p(math.expm1(min(epsilon, 700.0)) / delta) / epsilon)
    if (2 * most + 4) * times > MOST_TERMS:
        raise ValueError(f"epsilon must be large enough for sums of at most {MOST_TERMS} terms; got {epsilon}")
    w = bit_error(np.arange(2 * math.ceil(most) + 4), epsilon=epsilon, delta=delta)
    return w[:np.flatnonzero(w > NEGLIGIBLE)[-1] + 1]


def _mean_error(n, mass, w):
    """E w(Bin(n, mass)) for arrays n and mass of one shape."""
    t, n, mass = np.arange(len(w)), n[..., None], np.minimum(mass, 1 - 2**-53)[..., None]
    return np.where(t <= n, np.exp(log_binomial(np.minimum(t, n), n, mass)), 0.0) @ w


def smallest_error(n, mass, *, epsilon, delta=0.0):
    """E w(t), t ~ Bin(n, mass): the least error at a point of this probability whose label is a fair bit.

    Parameters
    ----------
    n : int or array, 0 .. 2^53
    mass : float or array in (0, 1]
    epsilon : float in [1e-100, 1e100], large enough for a sum of 2,000,000 terms (about 4e-5)
    delta : float in [0, 1)

    Returns
    -------
    float or ndarray
        No (ε, δ)-private predictor does better on average over the label, and one does as well.  Below 1e-17 it counts
        as 0.
    """
    n = check.array("n", n, low=0, high=MOST_SAMPLE_SIZE, integral=True)
    n, mass = go_together(n=n, mass=grid("mass", mass, high=1, open_high=False))
    return plain(_mean_error(n, mass, _errors(one_epsilon(epsilon), check.delta("delta", delta), n.size)))


def smallest_sample_size(vc_dim, alpha, epsilon, *, delta=0.0):
    """Least n with `smallest_error` <= 1/3 at mass 4α/(d - 1): what the world of Theorem 4.3 asks for, exactly.

    Parameters
    ----------
    vc_dim : int >= 2
    alpha : float or array in (0, 1/4]
    epsilon : float in [1e-100, 1e100], large enough as in `smallest_error`
    delta : float in [0, 1)
        ε/3 is the theorem's.

    Returns
    -------
    int, or array of int64
        A lower bound on what prediction with error α at confidence 11/12 needs, and the best one that 1/3 gives: at n a
        predictor errs with probability at most 1/3 at each of the d - 1 points.  At δ = ε/3 never below
        `lower_bound_sharp`. Cost: some 15 sums of up to 80/ε terms for each α (1.9/ε at δ = ε/3).
    """
    vc_dim = check.integer("vc_dim", vc_dim, 2, 2**53)
    alpha, epsilon = grid("alpha", alpha, high=0.25, open_high=False), one_epsilon(epsilon)
    w, mass = _errors(epsilon, check.delta("delta", delta), alpha.size), 4 * alpha / (vc_dim - 1)
    # w(t) <= e^{-εt/2}/2, and E e^{-εt/2} <= exp(-n mass (1 - e^{-ε/2})).
    with np.errstate(over="ignore", divide="ignore"):
        high = np.ceil(math.log(1.5) / -math.expm1(-epsilon / 2) / mass)
    if not high.max() < MOST_SAMPLE_SIZE:
        raise ValueError(f"alpha and vc_dim must keep n below 2**53; got alpha={alpha.min()}, vc_dim={vc_dim}")
    high = high.astype(np.int64)
    least = first_true(np.ones_like(high), high, lambda n: _mean_error(n, mass, w) <= 1 / 3)
    return int(least) if least.ndim == 0 else least
