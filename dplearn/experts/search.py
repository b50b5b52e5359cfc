"""Looking for sequences that break the sharpened bound η T/8 + ln K/η; none does, and this is how near they come.

* `worst_of_two`: for two experts the largest regret of ANY 0/1 sequence, by dynamic programming over how far the
  experts are apart (their losses matter through the difference alone).
* `adversarial_search`: hill climbing on matrices for any K, from `opponents` and from random starts.

A value found by climbing is the exact expected regret of a matrix that is returned, so a value above the bound would
refute the bound; it cannot come from a mistake in the search.  References: Cesa-Bianchi and Lugosi 2006, Theorem 2.2.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .hedge import _rate, expected_regret
from .opponents import opponent_losses
from .opponents_engine import expert_count

MOST_ENTRIES = 10_000   # of a matrix that is searched for
MOST_STEPS = 10**6
CLIMBERS = 24


def worst_of_two(T: int, eta) -> float:
    """The largest expected regret that T <= 2000 rounds of losses 0 and 1 can force on Hedge with two experts; eta in
    [1e-300, 1e300].

    Let d = L_0 - L_1.  A round adds <p, l> minus the growth of min L to the regret.  If expert 0 alone loses, d grows
    by 1 and the regret by p_0, less 1 where expert 0 leads; expert 1 alone is the mirror image; if both or none lose
    nothing changes.
    """
    T, eta = check.integer("T", T, 1, 2000), _rate(eta)
    d = np.arange(-T, T + 1)
    gain = expit(-eta * d)[:-1] - (d < 0)[:-1]  # of the step from d to d + 1
    value = np.zeros(d.size)                    # the most that the rounds still to come can add
    for _ in range(T):
        up = np.append(gain + value[1:], -np.inf)
        value = np.maximum(value, np.maximum(up, up[::-1]))  # it is the same at d and -d
    return float(value[T])


def _regrets(losses: np.ndarray, eta: float) -> np.ndarray:
    """Expected regret at the end for many matrices side by side, (climbers, T, K) -> (climbers,)."""
    total = np.cumsum(losses, axis=1)
    before = total - losses
    weight = np.exp(-eta * (before - before.min(axis=2, keepdims=True)))
    mine = (weight * losses).sum(axis=2) / weight.sum(axis=2)
    return mine.sum(axis=1) - total[:, -1].min(axis=1)


def _mutated(losses: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One change in each matrix: an entry, a row, two rows exchanged, or two experts exchanged from a round on."""
    climbers, T, n_experts = losses.shape
    kind = rng.integers(0, 4, climbers)
    row, other = rng.integers(0, T, (2, climbers))
    expert, second = rng.integers(0, n_experts, (2, climbers))
    coins = rng.integers(0, 2, (climbers, n_experts)).astype(float)
    entry = np.where(rng.random(climbers) < 0.5, rng.random(climbers), rng.integers(0, 3, climbers) / 2)
    fresh = np.where(rng.random((climbers, 1)) < 0.5, rng.random(coins.shape), coins)
    changed = losses.copy()
    for matrix, k, t, s, i, j, new, new_row in zip(changed, kind, row, other, expert, second, entry, fresh):
        if k == 0:
            matrix[t, i] = new
        elif k == 1:
            matrix[t] = new_row
        elif k == 2:
            matrix[[t, s]] = matrix[[s, t]]
        else:
            matrix[t:, [i, j]] = matrix[t:, [j, i]]
    return changed


def adversarial_search(T: int, n_experts: int, eta, *, rng, steps: int = 1000) -> tuple[np.ndarray, float]:
    """Hill climbing for a loss matrix on which Hedge with rate eta regrets most.

    Parameters
    ----------
    T, n_experts : ints, n_experts >= 2; T x n_experts at most 10,000
    eta : float in [1e-300, 1e300]
    rng : numpy.random.Generator
    steps : int, 0 .. 1e6

    Returns
    -------
    losses : array (T, n_experts), in [0, 1]
    regret : float, the last entry of `expected_regret(losses, eta=eta)`

    Notes
    -----
    24 climbers go side by side, the first from the opponent "runaway", the second from "alternating", the others from
    coins; each step changes each matrix in one place and keeps what is not worse.  Cost: steps x 24 T n_experts.
    """
    T, n_experts, eta = check.integer("T", T, 1, MOST_ENTRIES), expert_count(n_experts), _rate(eta)
    rng, steps = check.generator("rng", rng), check.integer("steps", steps, 0, MOST_STEPS)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T must keep T x n_experts at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    losses = rng.integers(0, 2, (CLIMBERS, T, n_experts)).astype(float)
    losses[0] = opponent_losses("runaway", T, n_experts, eta=eta)
    losses[1] = opponent_losses("alternating", T, n_experts)
    regret = _regrets(losses, eta)
    for _ in range(steps):
        tried = _mutated(losses, rng)
        value = _regrets(tried, eta)
        keep = value >= regret
        losses[keep], regret[keep] = tried[keep], value[keep]
    best = losses[regret.argmax()]
    return best, float(expected_regret(best, eta=eta)[-1])
