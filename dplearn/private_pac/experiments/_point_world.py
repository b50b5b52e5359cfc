"""The point world's exact failure probability, fast enough to follow a thumb.

`private_pac.point_world_failure` sums every binomial term that matters, to nine digits at any size; that takes
tens of milliseconds for a curve.  Here the same sum is taken over at most 91 equally spaced k for each n.
The summand is a bell much wider than the spacing, and for such functions equally spaced sums converge faster
than any power of the spacing.  Tests hold it to the slow sum: relative error below 1e-7 wherever the failure
exceeds 1e-12 (relative error grows below, where no figure looks).

Private to the experiments of lecture 2.  World and failure given k target examples out of n, as there:
B/(1+B), B = (N-2) e^{-εk/2} + e^{-εn/2}, k ~ Bin(n, a), a = α(1 + 1e-6).
"""

from __future__ import annotations

import numpy as np

from ..._binomial import log_binomial

HALF_NODES = 45


def target_mass(alpha: float) -> float:
    """The target's mass, just above α."""
    return min(1.0, alpha * (1 + 1e-6))


def log_failure_given(k, n, epsilon, n_hypotheses):
    """ln B/(1+B): failure of the learner given k target examples among n (broadcast); N >= 3."""
    log_b = np.logaddexp(np.log(n_hypotheses - 2) - epsilon * k / 2, -epsilon * n / 2)
    return -np.logaddexp(0.0, -log_b)


def failure(n_hypotheses, alpha, epsilon, n):
    """`point_world_failure` for arrays of ε and n (broadcast to one dimension), n < 1e8, N >= 3, α <= 0.5."""
    epsilon, n = np.broadcast_arrays(np.asarray(epsilon, float), np.asarray(n, float))
    a = target_mass(alpha)
    tilt = a * np.exp(-epsilon / 2)
    # The summand's mode: the binomial's mean while the learner fails for sure, the tilted mean once failure
    # falls like e^{-εk/2}, and in between the k where B is about one.
    mode = np.clip(2 * np.log(n_hypotheses - 2) / epsilon, n * tilt / (1 - a + tilt), n * a)
    reach = 9 * np.sqrt(mode * (1 - mode / n)) + 30
    step = np.maximum(1, np.round(reach / HALF_NODES))
    k = np.round(mode)[:, None] + step[:, None] * np.arange(-HALF_NODES, HALF_NODES + 1)
    inside = (k >= 0) & (k <= n[:, None])
    k = np.where(inside, k, 0)
    log_terms = log_binomial(k, n[:, None], a) + log_failure_given(k, n[:, None], epsilon[:, None], n_hypotheses)
    return np.minimum((step[:, None] * np.exp(np.where(inside, log_terms, -np.inf))).sum(axis=1), 1.0)


def sample_size(n_hypotheses, alpha, epsilon, beta, start) -> np.ndarray:
    """The smallest n with failure at most β, for an array of ε; `start` a sufficient n for each (a valid bound).

    Secant steps on ln failure, nearly a line in n, inside a bracket that shrinks; then the last steps by one.
    """
    high, low = np.asarray(start, float).copy(), np.zeros(len(epsilon))
    log_beta, log_low = np.log(beta), np.zeros(len(epsilon))           # at n = 0 count the failure as 1
    log_high = _log_failure(n_hypotheses, alpha, epsilon, high)
    for turn in range(60):
        i = np.flatnonzero(high - low > 1)
        if not len(i):
            break
        share = (log_low[i] - log_beta) / np.maximum(log_low[i] - log_high[i], 1e-12)
        share = np.clip(share, 0.02, 0.98) if turn % 3 < 2 else 0.5
        # Aim a step to either side by turns, so that both ends close in on the crossing.
        aside = np.where(high[i] - low[i] > 8, (-1.0) ** turn, 0.0)
        guess = np.clip(np.round(low[i] + (high[i] - low[i]) * share - aside), low[i] + 1, high[i] - 1)
        value = _log_failure(n_hypotheses, alpha, epsilon[i], guess)
        up, down = i[value <= log_beta], i[value > log_beta]
        high[up], log_high[up] = guess[value <= log_beta], value[value <= log_beta]
        low[down], log_low[down] = guess[value > log_beta], value[value > log_beta]
    return high


def _log_failure(n_hypotheses, alpha, epsilon, n):
    return np.log(np.maximum(failure(n_hypotheses, alpha, epsilon, n), 1e-300))
