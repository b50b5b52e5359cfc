"""What the companions of lecture 3 add to `dplearn.experts.brute`."""

from __future__ import annotations

import functools
import itertools

import numpy as np


def all_losses(T: int, n_experts: int, values=(0.0, 1.0)):
    """Every matrix (T, K) with entries among `values`."""
    for cells in itertools.product(values, repeat=T * n_experts):
        yield np.array(cells).reshape(T, n_experts)


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
