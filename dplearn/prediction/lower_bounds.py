"""What private prediction must cost: DF18's Theorem 4.3 as printed, a form that holds, and the exact end of its argument.

The world: d points on which the class has all 2^d labelings; d - 1 of them share the mass 4α, the last has the rest.  To err
by at most α with probability 11/12, whatever the labels, a predictor must err with probability at most 1/3 at one of the
d - 1 points, on average over random labels (even at most 1/4 · 11/12 + 1/12 = 5/16; the source's 1/3 is kept).  Of n examples
t ~ Bin(n, 4α/(d-1)) show that point.  Flip their labels, one at a time: t steps lead from a data set that says 1 to one that
says 0, and the law of the answer moves little at each.

* `lower_bound`: d/(32εα), as printed, "for all α, ε".  FALSE for d = 1 (`constants_sample_size` is enough, ln(1/α) and not
  1/α) and for α >= 1/2 (no examples at all, a fair coin).  Its proof needs t <= 1/(4ε) with probability 23/24 (printed
  1/24), which fails for ε above about 1/24 however large d is.
* `lower_bound_sharp`: ln(3/2)(d-1)/(4αε) for d >= 2, α <= 1/4.  Proof: with t copies the chance g(t) to be right is at most
  h(t) = 4/3 - (5/3)/(1 + e^{εt}), by group privacy with δ = ε/3; h is concave, so 2/3 <= E g <= h(E t), and E t >= ln(3/2)/ε.
* `bit_error`, `smallest_error`, `smallest_sample_size`: the argument carried to its end.  The steps bind both labels, so the
  walk from w to 1 - w passes 1/2, and the least error after t copies has a closed form which a predictor attains.

(ε, δ) means private for each answer, REPLACE_ONE.  Nothing here reads data.  Source: DF18, Theorem 4.3; the rest is ours.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import MOST_SAMPLE_SIZE, grid, one_epsilon, whole

NEGLIGIBLE = 1e-17   # errors below this are not told from 0
MOST_COPIES = 2_000_000
MOST_TERMS = 20_000_000


def lower_bound(vc_dim, alpha, epsilon) -> float:
    """d/(32εα), as DF18, Theorem 4.3 prints it.  False for d = 1 with small α, and for α >= 1/2.

    Parameters
    ----------
    vc_dim : int >= 1
    alpha : float in (0, 1)
        Error, to be kept with probability 11/12.
    epsilon : float in [1e-100, 1e100]
        For (ε, ε/3)-private answers.

    Returns
    -------
    float
        For d >= 2 and α <= 1/4 it is below `lower_bound_sharp`, hence true.  Between 1/4 and 1/2 it is unproven.
    """
    vc_dim, alpha = check.integer("vc_dim", vc_dim, 1, 2**53), check.fraction("alpha", alpha)
    return _finite(vc_dim / 32 / one_epsilon(epsilon) / alpha)


def lower_bound_sharp(vc_dim, alpha, epsilon) -> float:
    """ln(3/2)(d - 1)/(4αε): (ε, ε/3)-private prediction with error α at confidence 11/12 needs as many examples.

    Parameters
    ----------
    vc_dim : int >= 2
    alpha : float in (0, 1/4]
    epsilon : float in [1e-100, 1e100]

    Raises
    ------
    ValueError
        Outside these hypotheses, where the statement is false or unproven.

    Notes
    -----
    Proof in the module's note; it implies the printed bound within its hypotheses, as ln(3/2)/4 (d-1)/d >= 1/32.
    """
    vc_dim = check.integer("vc_dim", vc_dim, 2, 2**53)
    alpha = check.real("alpha", alpha, 0, 0.25, open_low=True)
    return _finite(math.log(1.5) * (vc_dim - 1) / 4 / alpha / one_epsilon(epsilon))


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("alpha and epsilon must be large enough for a bound below 1e308; got one that is not")
    return value


def constants_sample_size(alpha, epsilon) -> int:
    """Least n at which the soft majority of n labels errs by at most α for the class of the two constants (d = 1).

    alpha in (0, 1), epsilon in [1e-100, 1e100].  Each example is a part of its own and votes right; the coin errs with
    probability sigma(-εn/2), so n = ceil(2 ln(1/α - 1)/ε), and 0 for α >= 1/2.  It refutes `lower_bound` at d = 1.
    """
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    return whole(2 * (math.log1p(-alpha) - math.log(alpha)) / epsilon) if alpha < 0.5 else 0


def bit_error(copies, *, epsilon, delta=0.0):
    """The least chance to be wrong about a bit that t examples show, all alike, at (ε, δ).

    Parameters
    ----------
    copies : int or array >= 0, at most 2,000,000
        t.
    epsilon : float in [1e-100, 1e100]
    delta : float in [0, 1)

    Returns
    -------
    float or ndarray
        w(0) = 1/2, w(1) = (1 - δ)/(1 + e^ε), w(t) = max(0, (w(t-2) - δ)e^{-ε}).  With δ = 0: e^{-εt/2}/2 for even t, less by
        1/cosh(ε/2) for odd t.

    Notes
    -----
    No predictor is better: by symmetry its chances w, ..., 1 - w along the t flips are mirrored, so they pass 1/2 half-way
    (or step over it from w to 1 - w), and one step takes x to at most e^ε x + δ.  Answering by w(ones - zeros) is private.
    The soft majority's sigma(-εt/2) is at most twice as large for even t.
    """
    copies = check.array("copies", copies, low=0, integral=True)
    if copies.max() > MOST_COPIES:
        raise ValueError(f"copies must be at most {MOST_COPIES}; got {copies.max()}")
    epsilon, delta = one_epsilon(epsilon), check.delta("delta", delta)
    value = _bit_errors(int(copies.max()), epsilon, delta)[copies]
    return float(value) if np.ndim(value) == 0 else value


def _bit_errors(most: int, epsilon: float, delta: float) -> np.ndarray:
    """w(0..most): the recursion w -> (w - δ)e^{-ε} solved, from 1/2 for even t and (1 - δ)/(1 + e^ε) for odd t."""
    t = np.arange(most + 1)
    with np.errstate(over="ignore", under="ignore"):
        odd = (1 - delta) * math.exp(-epsilon) / (1 + math.exp(-epsilon))
        start = np.where(t % 2 == 0, 0.5, odd)
        shrunk = np.exp(-epsilon * (t // 2))
        # δ (e^{-ε} + ... + e^{-kε}) = δ (1 - e^{-kε})/(e^ε - 1)
        return np.maximum(start * shrunk - delta * (1 - shrunk) / math.expm1(min(epsilon, 700.0)), 0.0)


def _law_of_errors(epsilon: float, delta: float):
    """(t, w(t)) for all t whose w is not negligible."""
    pure = 2 * (math.log(1 / NEGLIGIBLE) + epsilon) / epsilon
    most = pure if delta == 0 else min(pure, 2 * (math.log1p(math.expm1(min(epsilon, 700.0)) / delta) + epsilon) / epsilon)
    if most > MOST_COPIES:
        raise ValueError(f"epsilon must be large enough for a sum of at most {MOST_COPIES} terms; got {epsilon}")
    w = _bit_errors(math.ceil(most) + 2, epsilon, delta)
    w = w[:np.flatnonzero(w > NEGLIGIBLE)[-1] + 1]
    return np.arange(len(w)), w


def _mean_errors(n: np.ndarray, mass: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
    """E w(Bin(n, mass)) for arrays n and mass of one shape (m,)."""
    inside = mass < 1
    share = np.where(inside, mass, 0.5)[:, None]
    copies = np.minimum(t, n[:, None])
    chances = np.where(t <= n[:, None], np.exp(log_binomial(copies, n[:, None], share)), 0.0)
    alone = np.where(n < len(w), w[np.minimum(n, len(w) - 1)], 0.0)
    return np.where(inside, chances @ w, alone)


def smallest_error(n, mass, *, epsilon, delta=0.0) -> float:
    """E w(t), t ~ Bin(n, mass): the least error at a point of this probability whose label is a fair bit.

    Parameters
    ----------
    n : int, 0 .. 2^53
    mass : float in (0, 1]
    epsilon : float in [1e-100, 1e100], large enough for a sum of 2,000,000 terms (about 4e-5)
    delta : float in [0, 1)

    Returns
    -------
    float
        No (ε, δ)-private predictor does better on average over the label, and one does as well.  Below 1e-17 it counts as 0.
    """
    n, mass = check.integer("n", n, 0, MOST_SAMPLE_SIZE), check.real("mass", mass, 0, 1, open_low=True)
    law = _law_of_errors(one_epsilon(epsilon), check.delta("delta", delta))
    return float(_mean_errors(np.array([n]), np.array([mass]), *law)[0])


def smallest_sample_size(vc_dim, alpha, epsilon, *, delta=0.0):
    """Least n with `smallest_error` <= 1/3 at mass 4α/(d - 1): what the world of Theorem 4.3 asks for, exactly.

    Parameters
    ----------
    vc_dim : int >= 2
    alpha : float in (0, 1/4], or array (m,)
    epsilon : float in [1e-100, 1e100], large enough as in `smallest_error`
    delta : float in [0, 1)
        ε/3 is the theorem's.

    Returns
    -------
    int or array (m,) of int64
        A lower bound on what prediction with error α at confidence 11/12 needs, and the best one that 1/3 gives: at n a
        predictor errs with probability at most 1/3 at each of the d - 1 points.  At δ = ε/3 never below `lower_bound_sharp`.
        Cost: some 15 sums of up to 80/ε terms for each α (1.9/ε at δ = ε/3).
    """
    vc_dim = check.integer("vc_dim", vc_dim, 2, 2**53)
    alphas, epsilon = grid("alpha", alpha, high=0.25, open_high=False), one_epsilon(epsilon)
    if alphas.ndim > 1:
        raise ValueError(f"alpha must be a number or have shape (m,); got shape {alphas.shape}")
    t, w = _law_of_errors(epsilon, check.delta("delta", delta))
    mass = 4 * np.atleast_1d(alphas) / (vc_dim - 1)
    if alphas.size * len(t) > MOST_TERMS:
        raise ValueError(f"alpha and epsilon must ask for at most {MOST_TERMS} terms; got {alphas.size * len(t)}")
    # w(t) <= e^{-εt/2}/2, and E e^{-εt/2} <= exp(-n mass (1 - e^{-ε/2})).
    with np.errstate(over="ignore", divide="ignore"):
        high = np.ceil(math.log(1.5) / -math.expm1(-epsilon / 2) / mass)
    if not high.max() < MOST_SAMPLE_SIZE:
        raise ValueError(f"alpha and the other parameters must keep n below 2**53; got alpha={alphas.min()}, vc_dim={vc_dim}")
    high, low = high.astype(np.int64), np.zeros(len(mass), np.int64)
    while (high - low > 1).any():
        middle = (low + high) // 2
        enough = _mean_errors(middle, mass, t, w) <= 1 / 3
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return int(high[0]) if alphas.ndim == 0 else high
