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


def shapes_of(rng, n: int) -> list[tuple[int, int]]:
    """Numbers of rows and columns, the least and the most first."""
    return [(2, 2), (2, 6), (6, 2), (6, 6), *map(tuple, rng.integers(2, 7, size=(n - 4, 2)).tolist())]


def budgets_of(rng, size: int, i: int) -> tuple[float, ...]:
    """Budgets of the i-th table: at first all small, all large, and both."""
    ends = {0: [0.1], 1: [3.0], 2: [0.1, 3.0], 3: [0.1, 3.0]}
    return tuple((rng.choice(ends[i], size) if i in ends else rng.uniform(0.1, 3, size).round(2)).tolist())


def noisy_tables(rng, relation, n: int) -> list[tuple]:
    """Arguments of `fit`."""
    tables = []
    for i, (R, C) in enumerate(shapes_of(rng, n)):
        truth = rng.poisson(rng.choice([0.5, 6.0, 40.0], size=(R, C), p=(0.5, 0.3, 0.2)))
        truth[0, 0] += 1
        budgets = budgets_of(rng, 3 if relation is Relation.REPLACE_ONE else 4, i)
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


def measurements(rng, workload) -> list[np.ndarray]:
    """Matrices to be asked for their sensitivity: up to 4 columns, each two are once those that differ most and each is
    once the longest; then 40 columns, a column of differences only, large rows that are public or not."""
    pairs = [(m, i, j) for m in (2, 3, 4) for i, j in itertools.permutations(range(m), 2)]
    pairs += [(40, 0, 39), (40, 39, 38), *((40, *rng.permutation(40)[:2]) for _ in range(3))]
    made = [np.ones((2, 5)), np.eye(7), workload(9), np.vstack([np.eye(4), 100 * np.ones((1, 4))]), np.zeros((3, 2))]
    for m, i, j in pairs:
        A = rng.uniform(-1, 1, size=(int(rng.integers(1, 9)), m))
        far = rng.normal(size=len(A))
        A[:, i], A[:, j] = 9 * far / np.linalg.norm(far), -8 * far / np.linalg.norm(far)
        made.append(A)
    shapes = [(1, 2), (1, 40), (60, 40), *zip(rng.integers(1, 9, 12).tolist(), rng.integers(2, 41, 12).tolist())]
    return made + [rng.normal(size=shape) * rng.uniform(0.2, 3, size=shape[1]) for shape in shapes]


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


def choice(form: int, errors, rate: float) -> np.ndarray:
    """Pr of each query: permute and flip by the size of the error; the exponential mechanism by the size; by the error,
    among queries and negatives.

    A query that is asked at time t of [0, 1] is the first accepted if none before it is; three nodes integrate
    polynomials up to degree 5.
    """
    high = np.abs(errors) * rate
    weights = np.exp(high - high.max()) * (1 + np.exp(-2 * high) if form == 2 else 1)
    if form == 0:
        nodes, mass = np.polynomial.legendre.leggauss(3)
        refused = 1 - np.outer((nodes + 1) / 2, weights)
        weights = weights * [mass / 2 @ np.delete(refused, i, axis=1).prod(axis=1) for i in range(len(weights))]
    return weights / weights.sum()


def measured(form: int, true: int, low: int, high: int, rate: float) -> np.ndarray:
    """Pr of each whole number from low to high, by adding up all noise that ends there: weights e^(-rate |k|) within
    the range alone; geometric; Laplace, rounded."""
    reach = int(50 / rate) + max(abs(true - low), abs(true - high))
    k = np.arange(-reach, reach + 1)
    shares = np.exp(-rate * np.abs(k))
    if form == 0:
        inside = np.arange(low, high + 1) - true
        shares = np.exp(-rate * (np.abs(inside) - np.abs(inside).min()))
        return shares / shares.sum()
    if form == 2:
        shares[reach] = -np.expm1(-rate / 2) / np.sinh(rate / 2)
    return np.bincount(np.clip(true + k, low, high) - low, shares / shares.sum(), high - low + 1)


def steps(case, form: int, counts, queries, p, N: int, epsilon: float) -> tuple:
    """The two steps of a round, as laws by the share of its half of the budget that each spends: the choice, and a list
    of measurements by query; the sizes of the errors, and the true answers."""
    rate = epsilon / 4 / spread(case.LOW, case.HIGH, case.RELATION)
    true = np.asarray(queries) @ np.asarray(counts)
    errors = true - N * (np.asarray(queries) @ np.asarray(p))
    measure = [functools.partial(lambda t, f: measured(form, int(t), N * case.LOW, N * case.HIGH,
                                                       f * rate * (1 if form == 0 else 2)), t) for t in true]
    return lambda f: choice(form, errors, f * rate), measure, np.abs(errors), true


def round_law(case, form: int, counts, queries, p, N: int, epsilon: float) -> np.ndarray:
    """The joint law."""
    chosen, measure, *_ = steps(case, form, counts, queries, p, N, epsilon)
    return np.array([c * law(1.0) for c, law in zip(chosen(1.0), measure)])


def mean_error(case, form: int, counts, queries, p, N: int, epsilon: float) -> float:
    """The expected worst error after the round."""
    q, p, total = np.asarray(queries), np.asarray(p), 0.0
    for query, row in zip(q, round_law(case, form, counts, queries, p, N, epsilon)):
        for m, chance in zip(range(N * case.LOW, N * case.HIGH + 1), row):
            moved = p * np.exp(query * (m - N * (query @ p)) / (2 * N))
            total += chance * np.abs(q @ moved / moved.sum() - q @ np.asarray(counts) / N).max()
    return float(total)


def a_round(case, rng, N: int, K: int, Q: int) -> tuple:
    """Counts, queries, guess, N: counts even or in few cells, the guess near to them or anywhere."""
    people = N if case.RELATION is Relation.REPLACE_ONE else int(rng.choice([N, rng.integers(2 * N + 1)]))
    counts = rng.multinomial(people, rng.dirichlet(np.full(K, rng.choice([0.3, 2.0]))))
    guess = rng.dirichlet(np.full(K, 0.5)) if rng.random() < 0.5 else (counts + 0.5) / (people + K / 2)
    queries = rng.choice([case.LOW, case.HIGH, rng.integers(case.LOW, case.HIGH + 1)], size=(Q, K))
    return counts, queries, guess * 0.99 + 0.01 / K, N


def rounds(case, rng) -> list[tuple]:
    """Worlds in which to look for leaks: (lists of counts, pairs of neighbors by place, queries, p, N, ε)."""
    replaced, worlds = case.RELATION is Relation.REPLACE_ONE, []
    for N, K, epsilon in ((1, 2, 0.3), (1, 3, 4.0), (int(rng.integers(2, 6)), 2, None), (3, 3, None)):  # all lists
        lists = [c for c in itertools.product(range(N + 2), repeat=K) if sum(c) in ([N] if replaced else range(N + 2))]
        worlds.append((lists, *a_round(case, rng, N, K, int(rng.integers(2, 7)))[1:], epsilon))
    ends = ((200, 2, 6, 0.3), (200, 6, 2, 4.0), (200, 6, 6, None), (1, 6, 6, None))
    for N, K, Q, epsilon in (*ends, *[(None, None, None, None)] * 12):
        N, (some, others) = N or int(np.exp(rng.uniform(0, np.log(201)))), rng.integers(2, 7, size=2)
        counts, queries, p, N = a_round(case, rng, N, K or some, Q or others)
        near = list(_neighbors(counts.tolist(), replaced))
        worlds.append(([tuple(counts.tolist()), *(near[i] for i in rng.permutation(len(near))[:8])], queries, p, N,
                       epsilon))
    for _ in range(4):  # the second query has a chance near e^-10, which moves by nearly the largest factor
        low, high, order = case.LOW, case.HIGH, rng.permutation(3)
        epsilon = round(float(rng.uniform(0.5, 0.9)), 2)
        N = min(200, int(80 / epsilon * spread(low, high, case.RELATION) / (high - low)))
        queries = np.array([[low, high, high], [low, high, low]])[:, order]
        base = tuple((rng.multinomial(N - 3, [0.04, 0.04, 0.92]) + 1)[order].tolist())
        worlds.append(([base, *_neighbors(base, replaced)], queries, np.array([0.74, 0.24, 0.02])[order], N, epsilon))
    made = []
    for lists, queries, p, N, epsilon in worlds:
        place = {c: j for j, c in enumerate(lists)}
        pairs = {tuple(sorted((place[c], place[d]))) for c in lists for d in _neighbors(c, replaced) if d in place}
        made.append((lists, np.array(sorted(pairs)), queries, p, N, epsilon or round(float(rng.uniform(0.3, 4)), 2)))
    return made


def _neighbors(counts, replaced: bool):
    """Counts with one record more, or with one record moved."""
    for i, j in itertools.permutations(range(len(counts)), 2) if replaced else ((None, j) for j in range(len(counts))):
        if i is None or counts[i]:
            yield tuple(c + (k == j) - (k == i) for k, c in enumerate(counts))
