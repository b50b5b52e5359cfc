"""Brute force for cards and tests on experts: weights kept by hand, every loss matrix, every path of an adversary.

Oracles like those of `dplearn.brute`: they share nothing with the package's fast forms that they judge.
Nothing here is random (but `some_losses`, from a fixed seed) or private.
"""

from __future__ import annotations

import itertools

import numpy as np


def hard_losses(T: int, n_experts: int, run: int) -> np.ndarray:
    """Two halves of the experts lose in turn; in the last `run` rounds all but the first expert lose."""
    first = np.arange(n_experts) < (n_experts + 1) // 2
    losses = np.where(np.arange(T)[:, None] % 2 == 0, first, ~first).astype(float)
    losses[T - run:] = np.arange(n_experts) > 0
    return losses


def hardest(regret, T: int, n_experts: int, eta: float, turns=(1, 2, 3, 4, 6, 8)) -> float:
    """The largest regret(losses, eta) on `hard_losses` with a run of so many times 1/η."""
    return max(regret(hard_losses(T, n_experts, run), eta) for run in {min(T, int(c / eta)) for c in turns})


def some_losses(how_many: int, seed: int):
    """Reproducible loss matrices in [0, 1], T <= 40, K <= 6: coins, uniform entries, and `hard_losses`."""
    rng = np.random.default_rng(seed)
    for k in range(how_many):
        T, n_experts = int(rng.integers(1, 41)), int(rng.integers(2, 7))
        run = int(rng.integers(0, T + 1))
        losses = (rng.integers(0, 2, (T, n_experts)), rng.random((T, n_experts)), hard_losses(T, n_experts, run))[k % 3]
        yield losses.astype(float)


def settings(losses, *etas, ranges=(1.0,)):
    """A grid for claims: every matrix that `losses()` lists, stretched to each range, with every rate or function
    (T, K) -> rate.
    """
    def points():
        for loss_range, table, eta in itertools.product(ranges, losses(), etas):
            yield {"losses": 1 - loss_range * (1 - table), "eta": eta(*table.shape) if callable(eta) else eta,
                   "loss_range": loss_range, "T": table.shape[0], "n_experts": table.shape[1]}
    return points
