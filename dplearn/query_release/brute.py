"""Brute force for the cards and tests on query release: weights kept by hand, every sequence of choices, noise
summed over a grid.

Oracles like those of `dplearn.brute`: they share nothing with the package's fast forms that they judge.
Nothing here is random (but `worlds`, from a fixed seed) or private.
"""

from __future__ import annotations

import math

import numpy as np


def worlds(how_many: int, seed: int, low: float = 0.0):
    """Reproducible (p*, queries, T): |X| <= 7, |Q| <= 6, T <= 40; queries in [low, 1], p* a cell, a few cells or many.

    A third of the workloads are thresholds with their complements, or (low = -1) negations, for which p* is a cell at
    the edge.
    """
    rng = np.random.default_rng(seed)
    for k in range(how_many):
        size, n_queries, T = int(rng.integers(2, 8)), int(rng.integers(1, 7)), int(rng.integers(1, 41))
        p_star = rng.dirichlet(np.full(size, (0.02, 0.3, 3.0)[k // 3 % 3]))
        rows = (rng.integers(0, 2, (n_queries, size)), rng.random((n_queries, size)),
                np.tri(size - 1, size))[k % 3].astype(float)
        rows = low + (1 - low) * rows
        if k % 3 == 2:
            rows, p_star = np.vstack([rows, 1 + low - rows]), np.eye(size)[0] if k % 2 else p_star
        yield p_star, rows, T


def hunt(p_star, rows, T: int, eta: float):
    """U17's algorithm without noise, weights multiplied step by step: (p^1..p^{T+1}, queries chosen, their errors)."""
    p, path, chosen, errors = np.full(len(p_star), 1 / len(p_star)), [], [], []
    for _ in range(T):
        gaps = p - p_star
        wrong = [float(q @ gaps) for q in rows]
        chosen.append(next(i for i, e in enumerate(wrong) if e >= max(wrong) - 1e-12))  # ties: the first
        errors.append(wrong[chosen[-1]])
        path.append(p)
        weights = p * np.exp(-eta * rows[chosen[-1]])
        p = weights / weights.sum()
    return np.array([*path, p]), chosen, errors


def choice(errors, rate: float) -> np.ndarray:
    """The exponential mechanism's law, weights e^{rate · error}."""
    weights = np.exp(rate * (np.asarray(errors) - np.max(errors)))
    return weights / weights.sum()


def _counting(operator: str):
    def count(self, other):
        Counted.operations += 1
        return Counted(getattr(float, operator)(self, other))
    return count


class Counted(float):
    """A number that counts the arithmetic done with it, for the card on running time."""

    operations = 0
    __add__, __sub__, __rsub__, __mul__, __rmul__, __truediv__, __gt__ = map(_counting, (
        "__add__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__gt__"))

    def exp(self):
        """e to this power; one operation."""
        Counted.operations += 1
        return Counted(math.exp(self))


counted = np.vectorize(Counted, otypes=[object])  # numbers, or arrays of them, that count
