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
        wrong = [float(q @ (p - p_star)) for q in rows]
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


def sequences(p_star, rows, T: int, eta: float, rate: float):
    """All |Q|^T sequences of private choices: (their probabilities, the error max_q <q, p-hat - p*> after each)."""
    law, errors = [], []

    def follow(weights, total, probability, left):
        if left == 0:
            law.append(probability)
            errors.append(float((rows @ (total / T - p_star)).max()))
            return
        p = weights / weights.sum()
        for i, chance in enumerate(choice(rows @ (p - p_star), rate)):
            follow(weights * np.exp(-eta * rows[i]), total + p, probability * chance, left - 1)

    follow(np.ones(len(p_star)), np.zeros(len(p_star)), 1.0, T)
    return np.array(law), np.array(errors)


def first_choices(share: float, T: int, eta: float, rate: float) -> np.ndarray:
    """Two cells, queries (1, 0) and (0, 1), p*(0) = share: Pr[the first is chosen k times in T steps], k = 0 .. T."""
    law = np.ones(1)
    for t in range(T):
        k = np.arange(t + 1)
        p = 1 / (1 + np.exp(np.clip(eta * (2.0 * k - t), -700, 700)))
        first = 1 / (1 + np.exp(np.clip(-2 * rate * (p - share), -700, 700)))  # scores p - share and share - p
        law = np.append(law * (1 - first), 0.0) + np.append(0.0, law * first)
    return law


def delta(p, q, epsilon: float) -> float:
    """The least δ with p <= e^ε q + δ and q <= e^ε p + δ on every set."""
    return float(max(np.maximum(a - math.exp(epsilon) * b, 0).sum() for a, b in ((p, q), (q, p))))


def lambert(x: float) -> float:
    """The w >= 0 with w e^w = x, by Newton's steps on w - x e^-w, which rise to it from 0."""
    w = 0.0
    for _ in range(100):
        w -= (w - x * math.exp(-w)) / (1 + x * math.exp(-w))
    return w


def laplace_cdf(x):
    """Pr[Lap(1) <= x]."""
    return np.where(x < 0, np.exp(np.minimum(x, 0)) / 2, 1 - np.exp(-np.maximum(x, 0)) / 2)


def epoch(below, above=None, reach: float = 70.0, steps: int = 280_000) -> float:
    """Pr[tests with gaps `below` all say below, then one with gap `above` says above]; threshold and tests with
    noise Lap(1).

    A gap is the value less the threshold.  The threshold's noise is summed over a grid (trapezoids; error 1e-8,
    relative).
    """
    z = np.linspace(-reach, reach, steps + 1)
    density = np.exp(-np.abs(z)) / 2
    for gap in below:
        density *= laplace_cdf(z - gap)
    if above is not None:
        density *= laplace_cdf(above - z)
    return float((density[1:] + density[:-1]).sum() * reach / steps)


def online(p_star, stream, alpha: float, eta: float, noise, most: int | None = None):
    """U17's online algorithm with the noises handed in: (answers, the steps in which p moved).

    `noise(kind)` with kind "threshold", "test" or "answer"; the update takes its sign from the noisy answer, as the
    course does (without noise that is the true sign).  `stream(p)` gives the next query or None; stops after `most`
    updates.
    """
    weights, answers, moved, threshold = np.ones(len(p_star)), [], [], None
    while most is None or len(moved) < most:
        p = weights / weights.sum()
        q = stream(p)
        if q is None:
            break
        threshold = alpha + noise("threshold") if threshold is None else threshold
        if abs(q @ (p - p_star)) + noise("test") <= threshold:
            answers.append((float(q @ p), float(q @ p_star)))
            continue
        answers.append((float(q @ p_star) + noise("answer"), float(q @ p_star)))
        weights = weights * np.exp(-eta * (q if answers[-1][0] < q @ p else -q))
        moved.append(len(answers) - 1)
        threshold = None
    return answers, moved


class Counted(float):
    """A number that counts the arithmetic done with it, for the card on running time."""

    operations = 0

    def exp(self):
        """e to this power; one operation."""
        Counted.operations += 1
        return Counted(math.exp(self))


counted = np.vectorize(Counted, otypes=[object])  # numbers, or arrays of them, that count


def _counting(operator: str):
    def count(self, other):
        Counted.operations += 1
        return Counted(getattr(float, operator)(self, other))
    return count


for _operator in ("__add__", "__sub__", "__mul__", "__truediv__", "__gt__"):
    setattr(Counted, _operator, _counting(_operator))
