"""Looking for sequences that break the sharpened bound η T/8 + ln K/η; none does, and this is how near they come.

* `worst_of_two`: for two experts the largest regret of ANY 0/1 sequence, by dynamic programming over how far the
  experts are apart (their losses matter through the difference alone).
* `adversarial_search`: hill climbing on matrices for any K, from `opponents`.

A value found by climbing is the exact expected regret of a matrix that is returned, so a value above the bound would
refute the bound; it cannot come from a mistake in the search.  References: Cesa-Bianchi and Lugosi 2006, Theorem 2.2.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from ... import _validate as check
from ..hedge import _rate, expected_regret
from ..opponents import expert_count, opponent_losses

MOST_ENTRIES = 10_000   # of a matrix that is searched for
MOST_STEPS = 10**6


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


def _changed(losses: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A copy with one change: an entry, a row, two rows exchanged, or two experts exchanged from a round on."""
    losses, (T, n_experts) = losses.copy(), losses.shape
    (t, s), (i, j), kind = rng.integers(0, T, 2), rng.integers(0, n_experts, 2), rng.integers(0, 4)
    if kind == 0:
        losses[t, i] = rng.choice([0, 0.5, 1, rng.random()])
    elif kind == 1:
        losses[t] = rng.integers(0, 2, n_experts) if rng.integers(0, 2) else rng.random(n_experts)
    elif kind == 2:
        losses[[t, s]] = losses[[s, t]]
    else:
        losses[t:, [i, j]] = losses[t:, [j, i]]
    return losses


def adversarial_search(T: int, n_experts: int, eta, *, rng, steps: int = 10_000) -> tuple[np.ndarray, float]:
    """Hill climbing for a loss matrix on which Hedge with rate eta regrets most.

    Parameters
    ----------
    T, n_experts : ints, n_experts >= 2; T x n_experts at most 10,000
    eta : float in [1e-8, 1000]
    rng : numpy.random.Generator
    steps : int, 0 .. 1e6

    Returns
    -------
    losses : array (T, n_experts), in [0, 1]
    regret : float, the last entry of `expected_regret(losses, eta=eta)`

    Notes
    -----
    The climb begins at the opponent "runaway"; each step changes the matrix in one place and keeps what is not worse.
    Cost: about 50 µs a step for a small matrix.
    """
    T, n_experts = check.integer("T", T, 1, MOST_ENTRIES), expert_count(n_experts)
    rng, steps = check.generator("rng", rng), check.integer("steps", steps, 0, MOST_STEPS)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T must keep T x n_experts at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    best = opponent_losses("runaway", T, n_experts, eta=eta)
    regret = expected_regret(best, eta=eta)[-1]
    for _ in range(steps):
        tried = _changed(best, rng)
        if (value := expected_regret(tried, eta=eta)[-1]) >= regret:
            best, regret = tried, value
    return best, float(regret)
