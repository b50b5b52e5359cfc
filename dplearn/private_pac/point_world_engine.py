"""Engine of `point_world_failure`: the exact failure probability, fast enough to follow a thumb.

The plain sum is E B/(1+B) over K ~ Bin(n, a), B = (N-2) e^{-εK/2} + e^{-εn/2}; `brute.point_world_failure` writes it
out.  Here it is taken over some 91 equally spaced k.  The summand is a bell much wider than the spacing, and for such
functions equally spaced sums converge faster than any power of the spacing; where the bell has a bend (where B is about
one), the spacing is at most 2.5/ε, so that the poles of B/(1+B) stay far from it.  Tests hold it to the plain sum:
relative error below 2e-7.
"""

from __future__ import annotations

import itertools

import numpy as np

from .._binomial import log_binomial

HALF_NODES = 45


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


def failure(log_size, alpha, epsilon, n):
    """Checked arguments, broadcast; see `point_world_failure`."""
    log_size, alpha, epsilon, n = np.broadcast_arrays(log_size, alpha, epsilon, np.asarray(n, float))
    rest, a = log_others(log_size), target_mass(alpha)
    tilt = a * np.exp(-epsilon / 2)
    # The summand's mode: the binomial's mean while the learner fails for sure, the tilted mean once failure
    # falls like e^{-εk/2}, and in between the k where B is about one (N = 2: B does not see k).
    bend = np.where(np.isinf(rest), np.inf, 2 * rest / epsilon)
    mode = np.clip(bend, n * tilt / (1 - a + tilt), n * a)
    reach = 9 * np.sqrt(mode * (1 - mode / n)) + 30
    step = np.maximum(1, np.round(reach / HALF_NODES))
    fine = np.maximum(1, np.floor(2.5 / epsilon))
    found = np.asarray(_sums(HALF_NODES, mode, step, n, a, epsilon, rest))
    near = (np.abs(mode - bend) < reach) & (fine < step)
    if near.any():  # few sums need the finer spacing, and each of them more nodes
        half = int(np.ceil(reach[near] / fine[near]).max())
        found[near] = _sums(half, *(v[near] for v in (mode, fine, n, a, epsilon, rest)))
    return np.minimum(found, 1.0)


def _sums(half, mode, step, n, a, epsilon, rest):
    """Sums over `half` equally spaced k to either side of the mode."""
    n, epsilon = n[..., None], epsilon[..., None]
    k = np.round(mode)[..., None] + step[..., None] * np.arange(-half, half + 1)
    inside = (k >= 0) & (k <= n)
    k = np.where(inside, k, 0)
    log_terms = log_binomial(k, n, a[..., None]) + log_failure_given(k, n, epsilon, rest[..., None])
    return step * np.exp(np.where(inside, log_terms, -np.inf)).sum(axis=-1)


def sample_size(log_size, alpha, epsilon, beta, enough):
    """The smallest n with failure at most β, in floats; `enough` is a sufficient n (a valid bound).

    Secant steps on ln failure, nearly a line in n, inside a bracket that shrinks; every third halves it.
    """
    if enough.max() > 1e8:
        raise ValueError(f"alpha and the other parameters must keep the search for n below 1e8; the bound is "
                         f"{enough.max():.3g}")

    def excess(n):
        return np.log(np.maximum(failure(log_size, alpha, epsilon, n), 1e-300)) - np.log(beta)

    low, high = (np.zeros(enough.shape), -np.log(beta) + np.zeros(enough.shape)), (enough, excess(enough))
    for turn in itertools.count():  # an end is n with its excess; at n = 0 count the failure as 1
        width = high[0] - low[0]
        if (width <= 1).all():
            return high[0]
        share = 0.5 if turn % 3 == 2 else np.clip(low[1] / np.maximum(low[1] - high[1], 1e-12), 0.02, 0.98)
        # Aim a step to either side by turns, so that both ends close in on the crossing.
        aside = (width > 8) * (-1.0) ** turn
        n = np.clip(np.round(low[0] + width * share - aside), low[0] + 1, np.maximum(high[0] - 1, low[0] + 1))
        found = n, excess(n)
        low, high = np.where(found[1] > 0, found, low), np.where(found[1] > 0, high, found)
