"""Brute force for cards and tests on experts: weights kept by hand, every loss matrix, every path of an adversary.

Oracles like those of `dplearn.brute`: they share nothing with the package's fast forms that they judge.
Nothing here is random (but `some_losses`, from a fixed seed) or private.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np


def laws(losses, eta: float) -> np.ndarray:
    """The law before each round, (T, K): weights multiplied round by round, as the sources print it."""
    weights, rows = np.ones(np.shape(losses)[1]), []
    for row in np.asarray(losses, float):
        rows.append(weights / weights.sum())
        weights = weights * np.exp(-eta * row)
    return np.array(rows)


def sequence_law(losses, eta: float) -> np.ndarray:
    """Probability of every sequence of actions, shape (K^T,): the product of the rounds' laws."""
    return functools.reduce(np.kron, laws(losses, eta))


def regret_by_paths(losses, eta: float) -> float:
    """The expected regret as a sum over all K^T sequences of actions, each with its probability."""
    losses = np.asarray(losses, float)
    paid = [sum(row) for row in itertools.product(*losses)]
    return float(sequence_law(losses, eta) @ paid) - losses.sum(axis=0).min()


def all_losses(T: int, n_experts: int, values=(0.0, 1.0)):
    """Every matrix (T, K) with entries among `values`."""
    for cells in itertools.product(values, repeat=T * n_experts):
        yield np.array(cells).reshape(T, n_experts)


def hard_losses(T: int, n_experts: int, run: int) -> np.ndarray:
    """Two halves of the experts lose in turn; in the last `run` rounds all but the first expert lose."""
    first = np.arange(n_experts) < (n_experts + 1) // 2
    losses = np.where(np.arange(T)[:, None] % 2 == 0, first, ~first).astype(float)
    losses[T - run:] = np.arange(n_experts) > 0
    return losses


def hardest(regret, T: int, n_experts: int, eta: float, turns=(1, 2, 3, 4, 6, 8)) -> float:
    """The largest regret(losses, eta) on `hard_losses` with a run of so many times 1/η."""
    return max(regret(hard_losses(T, n_experts, run), eta) for run in {min(T, int(c / eta)) for c in turns})


def some_losses(how_many: int, seed: int, low: float = 0.0):
    """Reproducible loss matrices in [low, 1], T <= 40, K <= 6: coins, uniform entries, and `hard_losses`."""
    rng = np.random.default_rng(seed)
    for k in range(how_many):
        T, n_experts = int(rng.integers(1, 41)), int(rng.integers(2, 7))
        run = int(rng.integers(0, T + 1))
        losses = (rng.integers(0, 2, (T, n_experts)), rng.random((T, n_experts)), hard_losses(T, n_experts, run))[k % 3]
        yield low + (1 - low) * losses.astype(float)


def settings(losses, *etas, ranges=(1.0,)):
    """A grid for claims: every matrix that `losses()` lists, stretched to each range, with every rate or function
    (T, K) -> rate.
    """
    def points():
        for loss_range, table, eta in itertools.product(ranges, losses(), etas):
            yield {"losses": 1 - loss_range * (1 - table), "eta": eta(*table.shape) if callable(eta) else eta,
                   "loss_range": loss_range, "T": table.shape[0], "n_experts": table.shape[1]}
    return points


def against(adversary, remember, start, T: int, n_experts: int, alpha: float):
    """MW against rewards that depend on its picks, exactly: (E reward collected, [(probability, rewards so far)]).

    `adversary(memory, t)` gives the rewards of round t = 1..T, `remember(memory, pick)` the memory after a pick;
    paths with the same memory and the same rewards so far are one state.
    """
    states, collected = {(start, (0.0,) * n_experts): 1.0}, 0.0
    for t in range(1, T + 1):
        after: dict = {}
        for (memory, sums), probability in states.items():
            rewards, weights = adversary(memory, t), np.exp(alpha * (np.array(sums) - max(sums)))
            law, grown = weights / weights.sum(), tuple(s + r for s, r in zip(sums, rewards))
            collected += probability * float(law @ rewards)
            for pick in range(n_experts):
                state = (remember(memory, pick), grown)
                after[state] = after.get(state, 0.0) + probability * float(law[pick])
        states = after
    return collected, [(probability, sums) for (_, sums), probability in states.items()]


def realised_law(losses, law) -> np.ndarray:
    """Pr[realised loss = s], s = 0 .. T, for 0/1 losses fixed beforehand: a sum of independent bits."""
    total = np.ones(1)
    for hit in np.einsum("tk,tk->t", law, losses):
        total = np.convolve(total, [1 - hit, hit])
    return total
