"""What the grader of assignment 5 takes for true: data sets with secret bits, fitted tables, least variances, a law."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from dplearn.privacy import Relation
from scipy.optimize import nnls


# ---- bits -------------------------------------------------------------------------------------------

def in_units(kind: str, groups, bits):
    """The answers without noise, and what one person is worth in each."""
    number, size = groups @ bits, groups.sum(axis=1)
    return {"number": (number, np.ones(len(size))), "share": (number / size, 1 / size),
            "lead": (2 * number - size, np.full(len(size), 2.0))}[kind]


def reconstruction(rng, kind: str, n: int, k: int, sigma: float, loud: float) -> tuple:
    """A data set: groups, noisy answers, scales; the bits.  A share of the scales is ten times as large."""
    bits, groups = rng.integers(0, 2, n), rng.integers(0, 2, (k, n))
    groups[groups.sum(axis=1) == 0, rng.integers(n)] = 1
    answers, worth = in_units(kind, groups, bits)
    scales = sigma * np.full(k, worth.mean())
    scales[rng.permutation(k)[:round(loud * k)]] *= 10
    noisy = answers + scales * rng.normal(size=k)
    return (groups, noisy.round(6), scales.round(6)), bits


# ---- tables -----------------------------------------------------------------------------------------

def delta(relation: Relation) -> int:
    """By how much a record can change a table, all entries added up."""
    return 2 if relation is Relation.REPLACE_ONE else 1


def _parts(R: int, C: int, budgets, relation) -> tuple[float, float, float, float]:
    """1 / variance of the four orthogonal parts of a fitted table: the rest, rows, columns, mean (inf: exact)."""
    w = [e**2 / (2 * delta(relation) ** 2) for e in budgets]
    mean = math.inf if len(w) == 3 else w[0] + w[1] * C + w[2] * R + w[3] * R * C
    return w[0], w[0] + w[1] * C, w[0] + w[2] * R, mean


def fitted(cells, rows, columns, total, budgets, relation) -> np.ndarray:
    """The least-squares table, part by part."""
    R, C = cells.shape
    w = [e**2 / (2 * delta(relation) ** 2) for e in budgets]
    b = w[0] * cells + w[1] * rows[:, None] + w[2] * columns + (w[3] * total if len(w) == 4 else 0)
    mean, row, column = b.mean(), b.mean(axis=1, keepdims=True), b.mean(axis=0)
    rest, by_row, by_column, all_in = _parts(R, C, budgets, relation)
    middle = total / (R * C) if len(w) == 3 else mean / all_in
    return (b - row - column + mean) / rest + (row - mean) / by_row + (column - mean) / by_column + middle


def fitted_nonnegative(cells, rows, columns, total, budgets, relation) -> np.ndarray:
    """The least-squares table without a negative entry."""
    R, C = cells.shape
    unit = np.eye(R * C).reshape(R, C, R * C)
    A = np.vstack([unit.reshape(R * C, -1), unit.sum(axis=1), unit.sum(axis=0), np.ones((1, R * C))])
    y = np.concatenate([cells.ravel(), rows, columns, [total]])
    root = np.repeat([*budgets[:3], 1e4 if len(budgets) == 3 else budgets[3]], [R * C, R, C, 1])
    return nnls(A * root[:, None], y * root)[0].reshape(R, C)


def entry_variance(R: int, C: int, budgets, relation) -> float:
    """Of one entry: the parts' variances by their degrees of freedom."""
    rest, by_row, by_column, all_in = _parts(R, C, budgets, relation)
    return ((R - 1) * (C - 1) / rest + (R - 1) / by_row + (C - 1) / by_column + 1 / all_in) / (R * C)


def noisy_tables(rng, relation, n: int) -> list[tuple]:
    """Arguments of `fit`."""
    tables = []
    for _ in range(n):
        R, C = rng.integers(2, 7, size=2)
        truth = rng.poisson(rng.choice([0.5, 6.0, 40.0], size=(R, C), p=(0.5, 0.3, 0.2)))
        truth[0, 0] += 1
        budgets = tuple(rng.uniform(0.1, 3, size=3 if relation is Relation.REPLACE_ONE else 4).round(2).tolist())
        parts = [truth, truth.sum(axis=1), truth.sum(axis=0), truth.sum()]
        noisy = [part + rng.laplace(scale=delta(relation) / e, size=np.shape(part)) for part, e in zip(parts, budgets)]
        total = float(noisy[3]) if len(budgets) == 4 else int(truth.sum())
        tables.append((*noisy[:3], max(total, 1.0), budgets))
    return tables


# ---- strategies -------------------------------------------------------------------------------------

def sensitivity(A: np.ndarray, relation: Relation) -> float:
    """Largest length of a column, or of a difference of two."""
    if relation is Relation.ADD_REMOVE:
        return float(np.linalg.norm(A, axis=0).max())
    return max(float(np.linalg.norm(A - A[:, [j]], axis=0).max()) for j in range(A.shape[1]))


def variance(A: np.ndarray, W: np.ndarray, rho: float, relation: Relation) -> float:
    """Δ²/(2ρ) |W A⁺|², inf where A does not support W."""
    back = W @ np.linalg.pinv(A)
    if np.abs(back @ A - W).max() > 1e-6 * np.abs(W).max():
        return math.inf
    return float(sensitivity(A, relation) ** 2 / (2 * rho) * (back**2).sum())


def _power(M: np.ndarray, p: float) -> np.ndarray:
    values, vectors = np.linalg.eigh(M)
    some = values > 1e-9 * values.max()
    return (vectors * np.where(some, np.where(some, values, 1.0) ** p, 0.0)) @ vectors.T


def least_variance(W: np.ndarray, relation: Relation, steps: int = 80) -> tuple[float, float]:
    """The least V at ρ = 1/2 that any strategy has, from below (by duality) and from above.

    With G = AᵀA and M = WᵀW: V = max_π tr(L_π G) tr(M G⁺), L_π a mean of e eᵀ over neighbors' differences e.  For a
    given L, tr(L G) tr(M G⁺) >= (tr (L^½ M L^½)^½)² by Cauchy and Schwarz; multiplicative weights move π.
    """
    m = W.shape[1]
    M, joined = W.T @ W, relation is Relation.ADD_REMOVE
    if not joined:  # the total is known: what is constant costs nothing
        P = np.eye(m) - 1 / m
        M = P @ M @ P
    weight = np.eye(m) / m if joined else (1 - np.eye(m)) / (m * (m - 1) / 2)
    below, above = 0.0, math.inf
    for _ in range(steps):
        L = weight if joined else np.diag(weight.sum(axis=0)) - weight
        half, back = _power(L, 0.5), _power(L, -0.5)
        R = _power(half @ M @ half, 0.5)
        G = back @ R @ back
        d = np.diag(G)
        lengths = np.diag(d) if joined else np.maximum(d[:, None] + d - 2 * G, 0)
        below = max(below, float(np.trace(R)) ** 2)
        above = min(above, float(lengths.max() * np.trace(M @ _power(G, -1))))
        weight = weight * (np.sqrt(lengths) if joined else lengths)
        weight = weight / (weight.sum() if joined else weight.sum() / 2)
    return below, above


@functools.lru_cache(maxsize=200)
def least_of(name: str, relation: Relation, m: int, workload: bytes) -> float:
    """The least V, from below."""
    return least_variance(np.frombuffer(workload).reshape(-1, m), relation)[0]


# ---- a round of MWEM --------------------------------------------------------------------------------

def spread(low: int, high: int, relation: Relation) -> int:
    """By how much a record can move an answer."""
    return high - low if relation is Relation.REPLACE_ONE else max(high, -low)


def round_law(case, counts, queries, p, N: int, epsilon: float) -> np.ndarray:
    """The joint law, by adding up all noise that ends at the same value."""
    q, rate = np.asarray(queries), epsilon / 2 / spread(case.LOW, case.HIGH, case.RELATION)
    reach = int(50 / rate) + N * (case.HIGH - case.LOW)
    shares = np.exp(-rate * np.abs(np.arange(-reach, reach + 1)))
    shares /= shares.sum()
    rows = []
    for query in q:
        true = int(query @ np.asarray(counts))
        ends = np.clip(true + np.arange(-reach, reach + 1), N * case.LOW, N * case.HIGH) - N * case.LOW
        score = abs(true - N * float(query @ np.asarray(p)))
        rows.append((rate / 2 * score, np.bincount(ends, shares, N * (case.HIGH - case.LOW) + 1)))
    choice = np.exp([s - max(s for s, _ in rows) for s, _ in rows])
    return np.array([c * row for c, (_, row) in zip(choice / choice.sum(), rows)])


def mean_error(case, counts, queries, p, N: int, epsilon: float) -> float:
    """The expected worst error after the round."""
    q, p, total = np.asarray(queries), np.asarray(p), 0.0
    for query, row in zip(q, round_law(case, counts, queries, p, N, epsilon)):
        for m, chance in zip(range(N * case.LOW, N * case.HIGH + 1), row):
            moved = p * np.exp(query * (m - N * (query @ p)) / (2 * N))
            total += chance * np.abs(q @ moved / moved.sum() - q @ np.asarray(counts) / N).max()
    return float(total)


def rounds(case, rng, tiny: bool) -> list[tuple]:
    """Worlds in which to look for leaks: (lists of counts, pairs of neighbors by place, queries, p, N)."""
    replaced, worlds = case.RELATION is Relation.REPLACE_ONE, []
    for i in range(4 if tiny else 24):
        K, N = (2, 4) if tiny and i == 0 else (3, 3) if tiny else (int(rng.integers(2, 5)), 60)
        queries = rng.choice([case.LOW, case.HIGH, rng.integers(case.LOW, case.HIGH + 1)],
                             size=(int(rng.integers(2, 4)), K))
        p = rng.dirichlet(np.full(K, 0.7 if tiny else 0.3)) * 0.99 + 0.01 / K
        if not tiny and i < 2:  # the second query is hardly ever chosen, and its answer is at the end of the range
            low, high = case.LOW, case.HIGH
            K, queries, p = 3, np.array([[low, high, high], [low, high, low]]), np.array([0.75, 0.2, 0.05])
        if tiny:
            sizes = (N,) if replaced else (N - 1, N, N + 1)
            lists = [c for c in itertools.product(range(N + 2), repeat=K) if sum(c) in sizes]
        else:
            base = (rng.multinomial(N - K, rng.dirichlet(np.full(K, 0.4))) + 1).tolist() if i > 1 else [5 - i, 0, 55]
            base = tuple(base)
            N = N if i > 1 or not replaced else sum(base)
            lists = [base, *_neighbors(base, replaced)]
        place = {c: j for j, c in enumerate(lists)}
        pairs = [(place[c], place[d]) for c in (lists if tiny else lists[:1]) for d in _neighbors(c, replaced)
                 if d in place]
        worlds.append((lists, np.array(pairs), queries, p, N))
    return worlds


def _neighbors(counts, replaced: bool):
    """Counts with one record more, or with one record moved."""
    for i, j in itertools.permutations(range(len(counts)), 2) if replaced else ((None, j) for j in range(len(counts))):
        if i is None or counts[i]:
            yield tuple(c + (k == j) - (k == i) for k, c in enumerate(counts))
