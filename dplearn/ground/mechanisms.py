"""The mechanisms of the lectures, each with its output law apart from its sampler.

A *score* (or value, or query) is computed from a data set x; its sensitivity Δ is the most it can
change between neighbors.  The relation enters through Δ alone: every function here is ε-private
under whichever relation its Δ was computed for (the course's default is REPLACE_ONE; a count has
Δ = 1 under REPLACE_ONE and ADD_REMOVE alike, a mean over n records has 1/n under REPLACE_ONE).
The scores are private; Δ, ε, thresholds, and the number of candidates are public.

* exponential mechanism: candidate r with probability ∝ exp(ε s_r/(2Δ)).  ε-DP, and of *bounded range* ε: for
  neighbors all privacy losses lie in one interval of length ε, so steps compose as ε²/8-zCDP;
* Laplace noise; randomized response on a bit;
* above-threshold, the core of the sparse vector technique: stops at the first query above (its law, with any scales:
  `query_release.deeper.first_above_law`; there is the law of report-noisy-max, too).

`*_probabilities` give the law on finite cases, which the audit in `privacy` compares over
neighbors; the samplers take an explicit generator.  The samplers are for teaching: floating-point
noise has gaps through which data leak (Mironov 2012), so do not release real data with them.

References: McSherry and Talwar 2007, DR14 Theorem 3.10 (exponential mechanism); Durfee and Rogers
2019 (bounded range); DR14 Theorem 3.6 (Laplace); DR14 Algorithm 1, Theorem 3.23
(above-threshold).
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from . import _validate as check


def _rate(name: str, sensitivity, epsilon) -> float:
    """ε/Δ, one over the scale of Laplace noise."""
    epsilon, sensitivity = check.positive("epsilon", epsilon), check.positive(name, sensitivity)
    rate = epsilon / sensitivity
    if not 1e-300 < rate < 1e300:
        raise ValueError(f"epsilon/{name} must be in (1e-300, 1e300); got {epsilon}/{sensitivity}")
    return rate


def _scaled(scores: np.ndarray, score_sensitivity, epsilon) -> np.ndarray:
    """ε/(2Δ) · (score - max), at most 0; -inf where it leaves the range of floats."""
    halves = scores / 2 - scores.max(axis=-1, keepdims=True) / 2  # halves: the gap itself may overflow
    with np.errstate(over="ignore"):
        return _rate("score_sensitivity", score_sensitivity, epsilon) * halves


def _size(size) -> tuple[int, ...]:
    return () if size is None else (check.integer("size", size, 1, 10**9),)


def _value(array):
    """A 0-d result as a Python number."""
    return array.item() if np.ndim(array) == 0 else array


def exponential_probabilities(scores, *, score_sensitivity, epsilon) -> np.ndarray:
    """The exponential mechanism's law: Pr[r] ∝ exp(ε s_r/(2Δ)), along the last axis.

    Parameters
    ----------
    scores : array (..., candidates), any finite floats, larger is better
    score_sensitivity : float > 0
        Δ: the most any one candidate's score changes between neighbors.
    epsilon : float > 0

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
    scores = check.array("scores", scores)
    if scores.ndim == 0:
        raise ValueError(f"scores must have a last axis of candidates; got the number {scores}")
    weights = np.exp(_scaled(scores, score_sensitivity, epsilon))  # the common factor e^(ε max s/(2Δ)) cancels
    return weights / weights.sum(axis=-1, keepdims=True)


def exponential_mechanism(scores, *, score_sensitivity, epsilon, rng):
    """Draw candidates from the exponential mechanism; arguments and privacy as in `exponential_probabilities`.

    Returns an int for scores (candidates,), an array (...) of indices in general.
    """
    rng = check.generator("rng", rng)
    p = exponential_probabilities(scores, score_sensitivity=score_sensitivity, epsilon=epsilon)
    cdf = np.cumsum(p, axis=-1)
    index = (cdf <= (rng.random(p.shape[:-1]) * cdf[..., -1])[..., None]).sum(axis=-1)
    last = p.shape[-1] - 1 - np.argmax(p[..., ::-1] > 0, axis=-1)
    # u · total may round up to the total: an outcome of probability zero is never drawn
    return _value(np.minimum(index, last))


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
    value, scale = check.array("value", value), 1 / _rate("l1_sensitivity", l1_sensitivity, epsilon)
    rng, size = check.generator("rng", rng), _size(size)
    with np.errstate(over="ignore"):
        noisy = value + scale * rng.laplace(size=size + value.shape)
    if not np.isfinite(noisy).all():
        raise ValueError(f"value and l1_sensitivity/epsilon must leave room in a float; got scale {scale:g}")
    return _value(noisy)


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
    lean = np.where(bit == 1, epsilon, -epsilon)
    return expit(np.stack([-lean, lean], axis=-1))


def randomized_response(bit, *, epsilon, rng):
    """Draw reports; arguments as in `randomized_response_probabilities`, result (...) of 0/1."""
    p = randomized_response_probabilities(bit, epsilon=epsilon)
    return _value((check.generator("rng", rng).random(p.shape[:-1]) < p[..., 1]).astype(np.int64))


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
    values = check.array("query_values", query_values, (None,), low=-1e300, high=1e300)
    threshold = check.real("threshold", threshold, -1e300, 1e300)
    rate = _rate("l1_sensitivity", l1_sensitivity, epsilon)
    rng, size = check.generator("rng", rng), _size(size)
    noisy_threshold = threshold + 2 / rate * rng.laplace(size=size + (1,))
    above = values + 4 / rate * rng.laplace(size=size + values.shape) >= noisy_threshold
    first = np.where(above.any(axis=-1), np.argmax(above, axis=-1), len(values))
    return _value(first)
