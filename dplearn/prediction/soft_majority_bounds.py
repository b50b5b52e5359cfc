"""What the soft majority is worth: DF18's Theorem 4.1 at every r, the sharp form, and the examples that each asks for.

Let every part's model err with probability at most a.  At the point x let w of the r models be wrong; then the coin errs
with probability h(w) = sigma(-ε (r - 2w)/2), and w/r is a on the average over x.

**As proved in DF18.**  By Markov's inequality w >= r/3 has probability at most 3a, and h(w) <= e^{-εr/6} otherwise:

    error <= 3a + e^{-εr/6}.        With a = α/4 and r = ceil(6 ln(4/α)/ε) that is α.

**Sharp.**  The mean of h(w) is at most h(0) + a s, with s the steepest chord of h from 0, s = max_w (h(w) - h(0)) r/w: the
chord lies above h.  Nothing better holds for all models (let the fraction a r/w* of the points be missed by the same number
w* of models, by turns), and it is never above the first.  It is linear in a, so that it holds in expectation too:
E[error] <= h(0) + s E[part error].

**Short.** s < 2: up to w = r/2 the convex h stays below its chord, of slope at most 1, and later w/r > 1/2 and h < 1.  So

    error <= 2a + e^{-εr/2},       and with a = α/4 already r = ceil(2 ln(2/α)/ε) parts, a third, make it α.

A failure probability β for all r models together leaves β/r for each.  Nothing here reads data.
Source: DF18, Theorem 4.1; the sharp form is ours.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import MOST_SAMPLE_SIZE, go_together, one_epsilon, plain, whole
from .soft_majority import _parts

_TRIED = 200  # numbers of parts that the sharp sample size tries


def n_parts(alpha, epsilon) -> int:
    """r = ceil(6 ln(4/α)/ε), the number of parts of Theorem 4.1.

    Parameters
    ----------
    alpha : float in (0, 1)
        Error allowed.
    epsilon : float in [1e-100, 1e100]
        Privacy of each answer; r must stay below 2^53.
    """
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    return whole(6 * (math.log(4) - math.log(alpha)) / epsilon)


def soft_majority_error_bound(part_error, n_parts, *, epsilon):
    """3a + e^{-εr/6}: the error of the soft majority of r models that err with probability at most a each.

    Parameters
    ----------
    part_error : float or array in [0, 1], a
    n_parts : int or array >= 1
    epsilon : float in [1e-100, 1e100]

    Returns
    -------
    float or ndarray
        May exceed 1, where it says nothing.  The error counts the coin.

    Notes
    -----
    The proof of DF18, Theorem 4.1, at any r and a.
    """
    error, parts = _models(part_error, n_parts)
    return plain(3 * error + np.exp(-one_epsilon(epsilon) * parts / 6))


def soft_majority_error_bound_sharp(part_error, n_parts, *, epsilon):
    """h(0) + s a, at most h(r): the least bound that knows r, ε and the models' errors only (see the module's note).

    Parameters as `soft_majority_error_bound`, and never above it.  With the models' MEAN error in place of a it bounds the
    expected error.  Equal to the largest error that such models can have wherever a <= w*/r.
    """
    _models(part_error, n_parts)
    error, parts, epsilon = np.asarray(part_error, float), _parts(n_parts), one_epsilon(epsilon)
    line = _coin_error(0, parts, epsilon) + steepest_chord(parts, epsilon) * error
    return plain(np.minimum(line, _coin_error(parts, parts, epsilon)))


def _models(part_error, n_parts):
    return go_together(part_error=check.array("part_error", part_error, low=0, high=1), n_parts=_parts(n_parts))


def _coin_error(wrong, parts, epsilon):
    """h(w): the coin's chance to be wrong when w of the r votes are."""
    return special.expit(-epsilon * (parts - 2 * wrong) / 2)


def steepest_chord(parts, epsilon: float) -> np.ndarray:
    """s = max over w = 1..r of (h(w) - h(0)) r/w, for arrays of r.

    h is convex up to r/2 and concave after it, so the chord from 0 steepens until it touches h, at one place u = w/r in
    [1/2, 1]; the best whole number lies beside it.  (u to 2^-31: the slope is flat there, and good to rounding.)
    """
    parts = np.asarray(parts, dtype=float)
    half = epsilon * parts / 2
    low, high = np.full(parts.shape, 0.5), np.ones(parts.shape)
    at_zero = special.expit(-half)
    for _ in range(30):
        u = (low + high) / 2
        h = special.expit(half * (2 * u - 1))
        rising = 2 * half * u * h * special.expit(-half * (2 * u - 1)) > h - at_zero
        low, high = np.where(rising, u, low), np.where(rising, high, u)
    slopes = []
    for w in (np.floor(low * parts), np.floor(low * parts) + 1):
        w = np.clip(w, 1, parts)
        slopes.append((_coin_error(w, parts, epsilon) - at_zero) * (parts / w))
    return np.maximum(*slopes)


def soft_majority_sample_size(alpha, beta, epsilon, part_size) -> int:
    """n = r m(α/4, β/r) with r = ceil(6 ln(4/α)/ε): the examples of Theorem 4.1.

    Parameters
    ----------
    alpha, beta : float in (0, 1)
        With probability 1 - β over the examples, the answer to a random query is wrong with probability at most α.
    epsilon : float in [1e-100, 1e100]
        Privacy of each answer.
    part_size : function (alpha, beta) -> int
        The examples m that the learner needs without privacy, such as
        ``lambda a, b: pac.vc_sample_size(d, a, b)`` or ``lambda a, b: pac.occam_sample_size(size, a, b)``.

    Returns
    -------
    int, below 2^53

    Notes
    -----
    Source: DF18, Theorem 4.1, whose proof prints m(α/4, β/t) where it needs β/r.
    """
    parts = n_parts(alpha, epsilon)
    beta, part_size = check.fraction("beta", beta), check.function("part_size", part_size)
    return _total(parts, alpha / 4, beta, part_size)


def soft_majority_sample_size_sharp(alpha, beta, epsilon, part_size) -> tuple[int, int]:
    """(r, n) with the fewest examples n = r m(a, β/r) for which the sharp bound h(0) + s a is α.

    Parameters
    ----------
    As `soft_majority_sample_size`; `part_size` must not grow with its first argument.

    Returns
    -------
    (int, int)
        The number of parts and the examples in all.  The best among at most 200 values of r from a sixth of Theorem 4.1's
        up to that, which is one of them: n is never above `soft_majority_sample_size`.
    """
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    most = n_parts(alpha, epsilon)
    beta, part_size = check.fraction("beta", beta), check.function("part_size", part_size)
    tried = np.unique(np.append(np.round(np.geomspace(max(1, most // 6), most, _TRIED)), most))
    error = (alpha - _coin_error(0, tried, epsilon)) / steepest_chord(tried, epsilon)
    sizes = [(_total(int(r), min(float(a), 1 - 1e-12), beta, part_size), int(r)) for r, a in zip(tried, error) if a > alpha / 100]
    n, parts = min(sizes)
    return parts, n


def _total(parts: int, alpha: float, beta: float, part_size) -> int:
    """r m(alpha, β/r), with what the caller's function gives checked."""
    size = check.integer("part_size", part_size(alpha, beta / parts), 1, MOST_SAMPLE_SIZE)
    if parts * size >= MOST_SAMPLE_SIZE:
        raise ValueError(f"alpha and the other parameters must keep the sample size below 2**53; it would be {parts * size:.3g}")
    return parts * size
