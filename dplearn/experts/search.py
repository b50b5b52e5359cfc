"""Looking for sequences that break the sharpened bound η T/8 + ln K/η; none does, and this is how near they come.

* `worst_of_two`: for two experts the largest regret of ANY sequence, by dynamic programming over how far the
  experts are apart (their losses matter through the difference alone).  Exact for losses 0/1; with `grid` = g also
  for losses in {0, 1/g, ..., 1}.  With halves (g = 2) the turns go from d = -1/2 to d = 1/2 and back, where the
  weights are more even than at 0 and 1: tanh(η/4)/2 a round instead of tanh(η/2)/4.
* `adversarial_search`: hill climbing on matrices for any K, from `opponents` and from random starts.

Every value found is the exact expected regret of a matrix that is returned, so a value above the bound would refute
the bound; it cannot come from a mistake in the search.  References: Cesa-Bianchi and Lugosi 2006, Theorem 2.2.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .hedge import expected_regret
from .opponents import expert_count, one_rate, opponent_losses

MOST_ENTRIES = 10_000   # of a matrix that is searched for
MOST_STEPS = 10**6
CLIMBERS = 24


def worst_of_two(T: int, eta, *, grid: int = 1) -> tuple[float, np.ndarray]:
    """The largest expected regret that T rounds can force on Hedge with two experts, and losses that do it.

    Parameters
    ----------
    T : int, 1 .. 2000
    eta : float in [1e-300, 1e300]
    grid : int, 1 .. 8
        Losses are multiples of 1/grid; T times grid^2 at most 10,000.

    Returns
    -------
    regret : float
    losses : array (T, 2), in {0, 1/grid, ..., 1}

    Notes
    -----
    Let d = L_0 - L_1.  A row adds <p, l> minus the growth of min L to the regret, which is unchanged when a number
    is added to both losses; so one of them may be 0, and a row is its step from d to d + s.  Cost: T steps over
    2 T grid + 1 differences and 2 grid + 1 rows.
    """
    T, eta, grid = check.integer("T", T, 1, 2000), one_rate(eta), check.integer("grid", grid, 1, 8)
    if T * grid**2 > MOST_ENTRIES:
        raise ValueError(f"T must keep T x grid^2 at most {MOST_ENTRIES:,}; got {T} x {grid}^2")
    reach = T * grid
    d = np.arange(-reach, reach + 1) / grid
    steps = np.arange(-grid, grid + 1)
    with np.errstate(over="ignore"):
        p = expit(-eta * d)  # of expert 0
    low = np.minimum(d, 0)   # min(L_0, L_1) - L_1
    value, choice = np.zeros(d.size), np.empty((T, d.size), dtype=np.int8)
    for t in range(T - 1, -1, -1):
        best = np.full(d.size, -np.inf)
        for s in steps:
            own, other = max(s, 0) / grid, max(-s, 0) / grid
            inside = slice(max(0, -s), d.size - max(0, s))
            after = slice(inside.start + s, inside.stop + s)
            gain = p[inside] * own + (1 - p[inside]) * other - (low[after] + other - low[inside]) + value[after]
            better = gain > best[inside]
            best[inside] = np.where(better, gain, best[inside])
            choice[t, inside] = np.where(better, s, choice[t, inside])
        value = best
    losses, place = np.zeros((T, 2)), reach
    for t in range(T):
        s = int(choice[t, place])
        losses[t] = max(s, 0) / grid, max(-s, 0) / grid
        place += s
    return float(value[reach]), losses


def _regrets(losses: np.ndarray, eta: float) -> np.ndarray:
    """Expected regret at the end for many matrices side by side, (climbers, T, K) -> (climbers,)."""
    total = np.cumsum(losses, axis=1)
    before = total - losses
    weight = np.exp(-eta * (before - before.min(axis=2, keepdims=True)))
    mine = (weight * losses).sum(axis=2) / weight.sum(axis=2)
    return mine.sum(axis=1) - total[:, -1].min(axis=1)


def _mutated(losses: np.ndarray, rng: np.random.Generator, fractions: bool) -> np.ndarray:
    """One change in each matrix: an entry, a row, two rows exchanged, or two experts exchanged from a round on."""
    climbers, T, n_experts = losses.shape
    every, changed = np.arange(climbers), losses.copy()
    kind = rng.integers(0, 4, climbers)
    row, other = rng.integers(0, T, (2, climbers))
    expert, second = rng.integers(0, n_experts, (2, climbers))
    fresh = rng.integers(0, 2, (climbers, n_experts)).astype(float)
    entry = 1 - losses[every, row, expert]
    if fractions:
        entry = np.where(rng.random(climbers) < 0.5, rng.random(climbers), rng.integers(0, 3, climbers) / 2)
        fresh = np.where(rng.random((climbers, 1)) < 0.5, rng.random(fresh.shape), fresh)
    one = kind == 0
    changed[every[one], row[one], expert[one]] = entry[one]
    changed[every[kind == 1], row[kind == 1]] = fresh[kind == 1]
    moved = every[kind == 2]
    changed[moved, row[moved]] = losses[moved, other[moved]]
    changed[moved, other[moved]] = losses[moved, row[moved]]
    for i in every[kind == 3]:
        changed[i, row[i]:, [expert[i], second[i]]] = losses[i, row[i]:, [second[i], expert[i]]]
    return changed


def adversarial_search(T: int, n_experts: int, eta, *, rng, steps: int = 1000,
                       fractions: bool = False) -> tuple[np.ndarray, float]:
    """Hill climbing for a loss matrix on which Hedge with rate eta regrets most.

    Parameters
    ----------
    T, n_experts : ints, n_experts >= 2; T x n_experts at most 10,000
    eta : float in [1e-300, 1e300]
    rng : numpy.random.Generator
    steps : int, 0 .. 1e6
    fractions : bool
        True: losses anywhere in [0, 1]; False: losses 0 or 1.

    Returns
    -------
    losses : array (T, n_experts)
    regret : float, the last entry of `expected_regret(losses, eta=eta)`

    Notes
    -----
    24 climbers go side by side, the first from the opponent "worst", the second from "alternating", the others from
    coins; each step changes each matrix in one place and keeps what is not worse.  Cost: steps x 24 T n_experts.
    """
    T, n_experts, eta = check.integer("T", T, 1, MOST_ENTRIES), expert_count(n_experts), one_rate(eta)
    rng, steps = check.generator("rng", rng), check.integer("steps", steps, 0, MOST_STEPS)
    fractions = check.flag("fractions", fractions)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T must keep T x n_experts at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    losses = rng.integers(0, 2, (CLIMBERS, T, n_experts)).astype(float)
    losses[0] = opponent_losses("worst", T, n_experts, eta=eta)
    losses[1] = opponent_losses("alternating", T, n_experts)
    regret = _regrets(losses, eta)
    for _ in range(steps):
        tried = _mutated(losses, rng, fractions)
        value = _regrets(tried, eta)
        keep = value >= regret
        losses[keep], regret[keep] = tried[keep], value[keep]
    best = losses[regret.argmax()]
    return best, float(expected_regret(best, eta=eta)[-1])
