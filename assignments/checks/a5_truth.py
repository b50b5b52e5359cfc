"""What the grader of assignment 5 takes for true: data sets with secret bits, least variances, a law."""

from __future__ import annotations

import itertools
import math

import numpy as np
from dplearn.privacy import Relation
from scipy import stats
from scipy.special import softmax

from .counts import near, noisy


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


# ---- strategies -------------------------------------------------------------------------------------

def sensitivity(A: np.ndarray, relation: Relation) -> float:
    """Largest length of a column, or of a difference of two."""
    if relation is Relation.ADD_REMOVE:
        return float(np.linalg.norm(A, axis=0).max())
    return max(float(np.linalg.norm(A - A[:, [j]], axis=0).max()) for j in range(A.shape[1]))


def measurements(rng, workload) -> list[np.ndarray]:
    """Matrices to be asked for their sensitivity.  Each two of three columns are once those that differ most and
    each is once the longest, of 40 the outermost; no column at all, large rows that are public or not."""
    made = [workload(9), np.vstack([np.eye(4), 100 * np.ones((1, 4))]), np.zeros((3, 2))]
    for m, i, j in [*((3, *pair) for pair in itertools.permutations(range(3), 2)), (40, 0, 39), (40, 39, 38)]:
        A, far = rng.uniform(-1, 1, size=(5, m)), rng.dirichlet([1] * 5) ** 0.5
        A[:, i], A[:, j] = 9 * far, -8 * far
        made.append(A)
    return made


def variance(A: np.ndarray, W: np.ndarray, relation: Relation) -> float:
    """Δ² |W A⁺|², the V of ρ = 1/2; inf where A does not support W."""
    back = W @ np.linalg.pinv(A)
    if np.abs(back @ A - W).max() > 1e-6 * np.abs(W).max():
        return math.inf
    return float(sensitivity(A, relation) ** 2 * (back**2).sum())


def variance_bound(W: np.ndarray, relation: Relation) -> float:
    """No strategy has a V below this at ρ = 1/2.

    With C the identity, or under replace-one what takes rows' means off, |W A⁺| |A C| is at least the sum of the
    singular values of W A⁺ A C = W C; and Δ² is at least the mean of |a|² over the columns, or of |a - b|² over pairs.
    """
    if relation is Relation.ADD_REMOVE:
        return np.linalg.norm(W, "nuc") ** 2 / W.shape[1]
    return np.linalg.norm(W - W.mean(axis=1, keepdims=True), "nuc") ** 2 * 2 / (W.shape[1] - 1)


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
    high = rate * np.abs(errors)
    if form == 1:
        return softmax(high)
    if form == 2:
        return softmax([high, -high]).sum(axis=0)
    nodes, mass = np.polynomial.legendre.leggauss(3)
    weights = np.exp(high - high.max())
    refused = 1 - np.outer((nodes + 1) / 2, weights)
    law = weights * [mass / 2 @ np.delete(refused, i, axis=1).prod(axis=1) for i in range(len(weights))]
    return law / law.sum()


def measured(form: int, true: int, low: int, high: int, rate: float) -> np.ndarray:
    """Pr of each whole number from low to high: weights e^(-rate |k|) within the range alone; geometric; Laplace,
    rounded."""
    if form == 0:
        return softmax(-rate * np.abs(np.arange(low, high + 1) - true))
    if form == 1:
        return noisy(true, rate, low, high)
    return np.diff(stats.laplace.cdf(rate * (np.arange(low, high) + 0.5 - true)), prepend=0.0, append=1.0)


def steps(case, form: int, counts, queries, p, N: int, epsilon: float) -> tuple[np.ndarray, np.ndarray]:
    """The two steps of a round, each with half of the budget: the law of the choice, and that of the measurement with a
    row a query."""
    rate = epsilon / 4 / spread(case.LOW, case.HIGH, case.RELATION)
    true = queries @ np.asarray(counts)
    measure = [measured(form, int(t), N * case.LOW, N * case.HIGH, rate if form == 0 else 2 * rate) for t in true]
    return choice(form, true - N * (queries @ p), rate), np.array(measure)


def a_round(case, rng, N: int, K: int, Q: int) -> tuple:
    """Counts, queries, guess, N: counts even or in few cells, the guess near to them or anywhere."""
    people = N if case.RELATION is Relation.REPLACE_ONE else int(rng.choice([N, rng.integers(2 * N + 1)]))
    counts = rng.multinomial(people, rng.dirichlet(np.full(K, rng.choice([0.3, 2.0]))))
    guess = rng.dirichlet(np.full(K, 0.5)) if rng.random() < 0.5 else (counts + 0.5) / (people + K / 2)
    queries = rng.choice([case.LOW, case.HIGH, rng.integers(case.LOW, case.HIGH + 1)], size=(Q, K))
    return counts, queries, guess * 0.99 + 0.01 / K, N


def an_epsilon(rng) -> float:
    """From 0.3 to 4, often an end."""
    return float(rng.choice([0.3, 4.0, round(rng.uniform(0.3, 4), 2)]))


def rounds(case, rng) -> list[tuple]:
    """Worlds in which to look for leaks: (lists of counts, queries, p, N, ε)."""
    low, high, relation, worlds = case.LOW, case.HIGH, case.RELATION, []
    for N, K in ((1, 2), (1, 3), (int(rng.integers(2, 6)), 2), (3, 3)):
        sums = [N] if relation is Relation.REPLACE_ONE else range(N + 2)
        lists = [c for c in itertools.product(range(N + 2), repeat=K) if sum(c) in sums]
        worlds.append((lists, *a_round(case, rng, N, K, int(rng.integers(2, 7)))[1:], an_epsilon(rng)))
    for N in (*[200] * 7, *(201 ** rng.random(11)).astype(int).tolist()):
        counts, *rest = a_round(case, rng, N, *rng.integers(2, 7, size=2))
        counts = tuple(counts.tolist())
        worlds.append(([counts, *near(counts, relation, rng, 8)], *rest, an_epsilon(rng)))
    for _ in range(4):  # the second query has a chance near e^-10, which moves by nearly the largest factor
        order, N = rng.permutation(3), min(200, int(115 * spread(low, high, relation) / (high - low)))
        queries = np.array([[low, high, high], [low, high, low]])[:, order]
        base = tuple((rng.multinomial(N - 3, [0.04, 0.04, 0.92]) + 1)[order].tolist())
        worlds.append(([base, *near(base, relation)], queries, np.array([0.74, 0.24, 0.02])[order], N, 0.7))
    return worlds
