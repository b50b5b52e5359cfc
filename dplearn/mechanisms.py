"""The mechanisms of the lectures, each with its output law apart from its sampler.

A *score* (or value, or query) is computed from a data set x; its sensitivity Δ is the most it can
change between neighbors.  The relation enters through Δ alone: every function here is ε-private
under whichever relation its Δ was computed for (the course's default is REPLACE_ONE; a count has
Δ = 1 under REPLACE_ONE and ADD_REMOVE alike, a mean over n records has 1/n under REPLACE_ONE).
The scores are private; Δ, ε, thresholds, and the number of candidates are public.

* exponential mechanism: candidate r with probability ∝ exp(ε s_r/(2Δ)).  `monotone` scores (on
  neighbors all move the same way) may use exp(ε s_r/Δ).  ε-DP, and of *bounded range* ε: for
  neighbors all privacy losses lie in one interval of length ε, so steps compose as ε²/8-zCDP;
* report-noisy-max: the candidate with the largest noisy score, with Laplace or exponential noise;
* Laplace and discrete Laplace (geometric) noise; randomized response on a bit;
* above-threshold, the core of the sparse vector technique: stops at the first query above.

`*_probabilities` give the law on finite cases, which the audit in `privacy` compares over
neighbors; the samplers take an explicit generator.  The samplers are for teaching: floating-point
noise has gaps through which data leak (Mironov 2012), so do not release real data with them.

References: McSherry and Talwar 2007, DR14 Theorem 3.10 (exponential mechanism); Durfee and Rogers
2019 (bounded range); DR14 Claim 3.9 (noisy max); McKenna and Sheldon 2020, Ding et al. 2021
(permute-and-flip is exponential noise); DR14 Theorem 3.6 (Laplace); Ghosh, Roughgarden and
Sundararajan 2012 (geometric); DR14 Algorithm 1, Theorem 3.23 (above-threshold).
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit

from . import _validate as check
from ._quadrature import REACH, log_first_above, log_integrals, log_laplace_cdf

__all__ = [
    "exponential_probabilities", "exponential_mechanism",
    "report_noisy_max_probabilities", "report_noisy_max",
    "laplace_scale", "laplace",
    "discrete_laplace_probabilities", "discrete_laplace",
    "randomized_response_probabilities", "randomized_response",
    "above_threshold_probabilities", "above_threshold",
]  # fmt: skip

_MOST_CANDIDATES = 256  # of the laws found by quadrature


def _rate(name: str, sensitivity, epsilon, monotone=True) -> float:
    """ε/Δ (or ε/(2Δ) when not monotone): what multiplies a score in the exponent."""
    monotone = check.flag("monotone", monotone)
    epsilon, sensitivity = check.positive("epsilon", epsilon), check.positive(name, sensitivity)
    rate = epsilon / sensitivity * (1.0 if monotone else 0.5)
    if not 1e-300 < rate < 1e300:
        raise ValueError(f"epsilon/{name} must be in (1e-300, 1e300); got {epsilon}/{sensitivity}")
    return rate


def _scaled(scores: np.ndarray, rate: float) -> np.ndarray:
    """rate · (score - max), at most 0; -inf where it leaves the range of floats."""
    halves = scores / 2 - scores.max(axis=-1, keepdims=True) / 2  # halves: the gap itself may overflow
    with np.errstate(over="ignore"):
        return 2.0 * (rate * halves)


def _size(size) -> tuple[int, ...]:
    return () if size is None else (check.integer("size", size, 1, 10**9),)


def _pick(probabilities: np.ndarray, size: tuple, rng) -> np.ndarray:
    """Inverse cdf along the last axis; an outcome of probability zero is never drawn."""
    cdf = np.cumsum(probabilities, axis=-1)
    u = rng.random(size + probabilities.shape[:-1])
    if probabilities.ndim == 1:
        index = np.searchsorted(cdf, u * cdf[-1], side="right")
    else:
        index = (cdf <= (u * cdf[..., -1])[..., None]).sum(axis=-1)
    last = probabilities.shape[-1] - 1 - np.argmax(probabilities[..., ::-1] > 0, axis=-1)
    return np.minimum(index, last)  # u · total may round up to the total


def _value(array):
    """A 0-d result as a Python number."""
    return array.item() if np.ndim(array) == 0 else array


def exponential_probabilities(scores, *, score_sensitivity, epsilon, monotone: bool = False) -> np.ndarray:
    """The exponential mechanism's law: Pr[r] ∝ exp(ε s_r/(2Δ)), along the last axis.

    Parameters
    ----------
    scores : array (..., candidates), any finite floats, larger is better
    score_sensitivity : float > 0
        Δ: the most any one candidate's score changes between neighbors.
    epsilon : float > 0
    monotone : bool
        True if between neighbors all scores move the same way (counts under ADD_REMOVE): the
        weight is then exp(ε s_r/Δ).  Counts under REPLACE_ONE are not monotone.

    Returns
    -------
    array (..., candidates), sums to 1; probabilities below 1e-323 come out as 0.

    Notes
    -----
    Privacy: (ε, 0)-DP and ε-bounded range under the relation of Δ.  Cost: one exp an entry.
    Source: DR14, Theorem 3.10; LN, "private PAC learning".

    Raises
    ------
    ValueError
        For scores that are empty or not finite, and for Δ or ε not positive.
    """
    scores = _scores(scores)
    rate = _rate("score_sensitivity", score_sensitivity, epsilon, monotone)  # ε/(2Δ), or ε/Δ when monotone
    weights = np.exp(_scaled(scores, rate))  # e^(rate · (s_r - max s)): the common factor cancels
    return weights / weights.sum(axis=-1, keepdims=True)


def _scores(scores, most=None) -> np.ndarray:
    scores = check.array("scores", scores, (None,) if most else None)
    if scores.ndim == 0:
        raise ValueError(f"scores must have a last axis of candidates; got the number {scores}")
    if most and len(scores) > most:
        raise ValueError(f"scores must hold at most {most} candidates for the exact law; got {len(scores)}")
    return scores


def exponential_mechanism(scores, *, score_sensitivity, epsilon, rng, monotone: bool = False, size=None):
    """Draw candidates from `exponential_probabilities` (same arguments, same privacy for each draw).

    `size` independent draws: int for scores (candidates,), array (size, ...) of indices in general.
    """
    rng, size = check.generator("rng", rng), _size(size)
    p = exponential_probabilities(
        scores, score_sensitivity=score_sensitivity, epsilon=epsilon, monotone=monotone
    )
    return _value(_pick(p, size, rng))


def report_noisy_max_probabilities(
    scores, *, score_sensitivity, epsilon, noise: str = "laplace", monotone: bool = False
) -> np.ndarray:
    """The law of report-noisy-max: the index of the largest score + noise.

    Parameters
    ----------
    scores : array (candidates,), at most 256
    score_sensitivity, epsilon, monotone : as in `exponential_probabilities`
    noise : {"laplace", "exponential"}
        Of scale 2Δ/ε (Δ/ε if monotone).  Exponential noise gives permute-and-flip, never worse
        than the exponential mechanism; Gumbel noise would give the exponential mechanism itself.

    Returns
    -------
    array (candidates,), sums to 1 to 1e-12: relative error about 1e-12, by quadrature on panels on
    which the integrand is smooth (for exponential noise a polynomial, integrated exactly).

    Notes
    -----
    Privacy: (ε, 0)-DP under the relation of Δ.  Cost: about candidates² · 10^4 operations.
    Source: DR14, Claim 3.9 (counts, monotone); the factor 2 covers all scores.
    """
    check.choice("noise", noise, ("laplace", "exponential"))
    a = _scaled(_scores(scores, _MOST_CANDIDATES), _rate("score_sensitivity", score_sensitivity, epsilon, monotone))
    a = np.maximum(a, -2 * REACH)  # farther below, no probability is left to tell
    k = len(a)
    if noise == "exponential":
        # permute and flip: a place t uniform in [0, 1] in the order, all before it having failed
        nodes, weights = np.polynomial.legendre.leggauss(k // 2 + 1)
        log_miss = np.log1p(-np.exp(a) * (nodes[:, None] + 1) / 2)
        others = log_miss.sum(axis=1, keepdims=True) - log_miss
        return np.exp(a) * ((weights / 2) @ np.exp(others))

    def log_integrand(y):  # y: the winner's noisy score
        gap = y[:, None] - a
        log_f = log_laplace_cdf(gap)
        return log_f.sum(axis=1, keepdims=True) - log_f - np.abs(gap) - math.log(2)

    return np.exp(log_integrals(log_integrand, a, -REACH, REACH, k))


def report_noisy_max(
    scores, *, score_sensitivity, epsilon, rng, noise: str = "laplace", monotone: bool = False, size=None
):
    """Draw from report-noisy-max; arguments and privacy as in `report_noisy_max_probabilities`.

    scores (..., candidates) of any number; returns indices, shape (size, ...) or an int.
    Memory: size times the scores.
    """
    check.choice("noise", noise, ("laplace", "exponential"))
    rng, size = check.generator("rng", rng), _size(size)
    scores = _scores(scores)
    a = _scaled(scores, _rate("score_sensitivity", score_sensitivity, epsilon, monotone))
    draw = rng.laplace if noise == "laplace" else rng.exponential
    return _value(np.argmax(a + draw(size=size + a.shape), axis=-1))


def laplace_scale(*, l1_sensitivity, epsilon) -> float:
    """The scale b = Δ₁/ε of Laplace noise (standard deviation b sqrt(2)).

    l1_sensitivity > 0: the most Σ|v_i - v'_i| over neighbors.  Source: DR14, Definition 3.3.
    """
    return 1 / _rate("l1_sensitivity", l1_sensitivity, epsilon)


def laplace(value, *, l1_sensitivity, epsilon, rng, size=None):
    """value + independent Laplace noise of scale Δ₁/ε on each coordinate.

    Parameters
    ----------
    value : float or array, the private answer
    l1_sensitivity : float > 0, of the whole array
    epsilon : float > 0
    rng : numpy.random.Generator
    size : int or None, independent releases (each costs ε)

    Returns
    -------
    float or array like value, with a leading axis of length `size` if given.

    Notes
    -----
    Privacy: (ε, 0)-DP for the whole array under the relation of Δ₁.  Source: DR14, Theorem 3.6.
    """
    value, scale = check.array("value", value), laplace_scale(l1_sensitivity=l1_sensitivity, epsilon=epsilon)
    rng, size = check.generator("rng", rng), _size(size)
    with np.errstate(over="ignore"):
        noisy = value + scale * rng.laplace(size=size + value.shape)
    if not np.isfinite(noisy).all():
        raise ValueError(f"value and l1_sensitivity/epsilon must leave room in a float; got scale {scale:g}")
    return _value(noisy)


def discrete_laplace_probabilities(value, *, sensitivity, epsilon, support, clamp: bool = False) -> np.ndarray:
    """The geometric mechanism's law: Pr[k] = tanh(a/2) e^(-a |k - value|), a = ε/Δ, on integers.

    Parameters
    ----------
    value : int, the private count
    sensitivity : float > 0, the most the count changes between neighbors
    epsilon : float > 0
    support : integers (outcomes,) at which the law is wanted
    clamp : bool
        If True, `support` must be consecutive, and results beyond its ends are moved to the
        ends: the truncated geometric mechanism, a law that sums to 1.

    Returns
    -------
    array (outcomes,); without `clamp` it sums to at most 1.

    Notes
    -----
    Privacy: (ε, 0)-DP under the relation of Δ.  Source: Ghosh, Roughgarden, Sundararajan 2012.
    """
    rate = _rate("sensitivity", sensitivity, epsilon)
    value = check.integer("value", value, -(2**53), 2**53)
    support = check.array("support", support, (None,), low=-(2**53), high=2**53, integral=True)
    gap = np.abs(support - value).astype(float)
    with np.errstate(over="ignore"):
        p = math.tanh(rate / 2) * np.exp(-rate * gap)
    if check.flag("clamp", clamp):
        if (np.diff(support) != 1).any():
            raise ValueError("support must be consecutive increasing integers when clamp is set")
        if len(support) == 1:
            return np.ones(1)
        p[0] = _tail(value - int(support[0]), rate)
        p[-1] = _tail(int(support[-1]) - value, rate)
    return p


def _tail(m: int, rate: float) -> float:
    """Pr[noise >= m] of the discrete Laplace with log-ratio `rate`."""
    if m > 0:
        return float(np.exp(-min(rate * m, 800.0)) * expit(rate))
    return float(1 - np.exp(-min(rate * (1 - m), 800.0)) * expit(rate))


def discrete_laplace(value, *, sensitivity, epsilon, rng, size=None):
    """value + discrete Laplace noise: the difference of two geometric variables.

    value: int or integer array (independent noise on each; `sensitivity` is then the L1 sensitivity
    of the whole array); ε/Δ at least 1e-9, so that the noise stays far inside int64.
    Privacy as in `discrete_laplace_probabilities`.
    """
    rate = _rate("sensitivity", sensitivity, epsilon)
    if rate < 1e-9:
        raise ValueError(f"epsilon/sensitivity must be at least 1e-9; got {rate:g}")
    value = check.array("value", value, low=-(2**53), high=2**53, integral=True)
    rng, shape = check.generator("rng", rng), _size(size) + value.shape
    success = -math.expm1(-rate)
    return _value(value + rng.geometric(success, shape) - rng.geometric(success, shape))


def randomized_response_probabilities(bit, *, epsilon) -> np.ndarray:
    """Randomized response: report a bit truly with probability e^ε/(1 + e^ε).

    Parameters
    ----------
    bit : 0/1 or array of them, shape (...)
    epsilon : float > 0

    Returns
    -------
    array (..., 2): probabilities of reporting 0 and 1.

    Notes
    -----
    Privacy: (ε, 0)-DP for the bit (REPLACE_ONE on a data set of one bit), and exactly so.
    Source: Warner 1965; DR14, section 3.2.
    """
    bit = check.array("bit", bit, low=0, high=1, integral=True)
    epsilon = check.positive("epsilon", epsilon)
    one = expit(np.where(bit == 1, epsilon, -epsilon))
    return np.stack([expit(np.where(bit == 1, -epsilon, epsilon)), one], axis=-1)


def randomized_response(bit, *, epsilon, rng, size=None):
    """Draw reports; arguments as in `randomized_response_probabilities`, result (size, ...) of 0/1."""
    p = randomized_response_probabilities(bit, epsilon=epsilon)
    rng, size = check.generator("rng", rng), _size(size)
    return _value((rng.random(size + p.shape[:-1]) < p[..., 1]).astype(np.int64))


def above_threshold_probabilities(query_values, *, threshold, epsilon, l1_sensitivity=1.0) -> np.ndarray:
    """The law of the index at which `above_threshold` stops.

    Parameters and privacy as there; at most 256 queries.

    Returns
    -------
    array (n_queries + 1,): the last entry is "never".  Sums to 1 to 1e-12, relative error about
    1e-12: quadrature over the threshold's noise on panels on which the integrand is smooth.
    Cost: about n_queries² · 10^4 operations.
    """
    values, threshold, rate = _stream(query_values, threshold, epsilon, l1_sensitivity)
    if len(values) > _MOST_CANDIDATES:
        raise ValueError(f"query_values must hold at most {_MOST_CANDIDATES} for the exact law; got {len(values)}")
    with np.errstate(over="ignore"):  # in units of the threshold's scale 2Δ/ε
        gaps = rate / 2 * (values - threshold)
    return np.exp(log_first_above(gaps, 2.0))  # the queries' noise is twice as wide


def _stream(query_values, threshold, epsilon, l1_sensitivity):
    values = check.array("query_values", query_values, (None,), low=-1e300, high=1e300)
    threshold = check.real("threshold", threshold, -1e300, 1e300)
    return values, threshold, _rate("l1_sensitivity", l1_sensitivity, epsilon)


def above_threshold(query_values, *, threshold, epsilon, rng, l1_sensitivity=1.0, size=None):
    """Stop at the first query whose noisy value reaches the noisy threshold.

    The threshold gets Lap(2Δ/ε) once, each query fresh Lap(4Δ/ε); only the index of the first query
    above is released, and nothing after it.  To go on, start anew with a fresh threshold and a
    fresh budget.

    Parameters
    ----------
    query_values : array (n_queries,), the private answers in the order asked
    threshold : float, public
    epsilon : float > 0, for the whole stream however long
    l1_sensitivity : float > 0
        Δ: the most any single query's answer changes between neighbors.
    rng : numpy.random.Generator
    size : int or None, independent runs

    Returns
    -------
    int or array (size,): the index of the first above, n_queries for "never".

    Notes
    -----
    Privacy: (ε, 0)-DP under the relation of Δ.  Source: DR14, Algorithm 1 and Theorem 3.23.
    """
    values, threshold, rate = _stream(query_values, threshold, epsilon, l1_sensitivity)
    rng, size = check.generator("rng", rng), _size(size)
    noisy_threshold = threshold + 2 / rate * rng.laplace(size=size + (1,))
    above = values + 4 / rate * rng.laplace(size=size + values.shape) >= noisy_threshold
    first = np.where(above.any(axis=-1), np.argmax(above, axis=-1), len(values))
    return _value(first)
