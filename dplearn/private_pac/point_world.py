"""The world of points: the private learner's exact failure probability, and the examples that it needs there.

The target's point has mass a, just above α, and one other point the rest.  K ~ Bin(n, a) examples show the target's
point, and the learner fails with probability E B/(1+B), B = (N-2) e^{-εK/2} + e^{-εn/2}.  That sum has up to 10^6
terms, and one move of a slider asks for hundreds of such sums (seconds, where this takes 3 ms).  Here it is taken over
at most 181 equally spaced k.  The summand is a bell much wider than the spacing, and for such functions equally spaced
sums converge faster than any power of the spacing.  Tests hold it to the plain sum.
"""

from __future__ import annotations

import numpy as np

from .._binomial import log_binomial

HALF = 90  # of the k, to either side of the middle


def target_mass(alpha):
    """The target's mass, just above α."""
    return alpha * (1 + 1e-6)


def log_others(log_size):
    """ln(N - 2) from ln N >= ln 2."""
    rest = -np.expm1(np.log(2) - log_size)
    return log_size + np.log(rest, out=np.full(np.shape(rest), -np.inf), where=rest > 1e-12)


def log_failure_given(k, n, epsilon, log_others):
    """ln B/(1+B): failure of the learner given k target examples among n (broadcast)."""
    log_b = np.logaddexp(log_others - epsilon * k / 2, -epsilon * n / 2)
    return -np.logaddexp(0.0, -log_b)


def log_failure(log_size, alpha, epsilon, n):
    """ln of `point_world_failure`; checked arguments, broadcast."""
    log_size, alpha, epsilon, n = (np.asarray(v, float)[..., None]
                                   for v in np.broadcast_arrays(log_size, alpha, epsilon, n))
    rest, a = log_others(log_size), target_mass(alpha)
    # The bell's middle: the binomial's mean while the learner fails for sure, the tilted mean once failure falls like
    # e^{-εk/2}, and in between the k where B is about one (N = 2: B does not see k).
    tilt = a * np.exp(-epsilon / 2)
    middle = np.clip(np.where(np.isinf(rest), np.inf, 2 * rest / epsilon), n * tilt / (1 - a + tilt), n * a)
    step = np.ceil((9 * np.sqrt(middle * (1 - middle / n)) + 30) / HALF)
    k = np.round(middle) + step * np.arange(-HALF, HALF + 1)
    inside = (k >= 0) & (k <= n)
    k = np.where(inside, k, 0)
    terms = np.where(inside, log_binomial(k, n, a) + log_failure_given(k, n, epsilon, rest), -np.inf)
    most = terms.max(axis=-1)
    return np.minimum(most + np.log(step[..., 0] * np.exp(terms - most[..., None]).sum(axis=-1)), 0.0)


def sample_size(log_size, alpha, epsilon, beta, enough):
    """The smallest n with failure at most β, in floats; `enough` is a sufficient n (a valid bound).

    ln failure bends down in n, so secants through n - 1 and n lead from the right to the crossing and not beyond it.
    """
    if enough.max() > 1e8:
        raise ValueError(f"alpha and the other parameters must keep the search for n below 1e8; the bound is "
                         f"{enough.max():.3g}")
    n, steps = enough, np.inf
    while np.any(steps):  # 0 where failure at n is at most β, and at n - 1 above it
        at = log_failure(log_size, alpha, epsilon, n)
        before = np.where(n > 1, log_failure(log_size, alpha, epsilon, np.maximum(n - 1, 1)), 0.0)
        steps = np.floor((at - np.log(beta)) / np.minimum(at - before, -1e-12))  # rounding leaves some slope
        n, steps = np.maximum(n - steps, 1), np.minimum(steps, n - 1)
    return n
