"""Brute force for the checks: every sample of a tiny world, with its exact probability.

These are oracles, so they share nothing with the fast forms that they judge: they list predictions,
supports and count vectors, and sum.  Nothing here is random or private.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.special import gammaln, xlogy


def support_law(p: np.ndarray, n: int) -> np.ndarray:
    """Pr[the set of cells seen by n draws from p is S] for every bit mask S: shape (2^cells,).

    Pr[all draws in S] = p(S)^n, and differences over the bits leave those that see all of S.
    """
    masks = np.arange(1 << len(p))
    law = ((masks[:, None] >> np.arange(len(p)) & 1) @ p) ** n
    for bit in range(len(p)):
        pairs = law.reshape(-1, 2, 1 << bit)
        pairs[:, 1] -= pairs[:, 0]
    return np.maximum(law, 0.0)


def occam_failure(concept_class, p: np.ndarray, alpha: float, n: int, *, boundary: bool = False) -> np.ndarray:
    """Pr[some h with error > α (>= α with `boundary`) is consistent], for every target: (|C|,)."""
    table = concept_class.predictions(concept_class.domain())
    differ = table[:, None, :] ^ table[None, :, :]
    errors = differ @ p
    bad = errors >= alpha * (1 - 1e-12) if boundary else errors > alpha * (1 + 1e-12)
    masks = differ @ (1 << np.arange(len(p)))
    survives = ((masks[:, :, None] & np.arange(1 << len(p))) == 0) & bad[:, :, None]
    return survives.any(axis=1) @ support_law(p, n)


def compositions(n: int, cells: int) -> np.ndarray:
    """All vectors of `cells` counts >= 0 with sum n: shape (C(n + cells - 1, cells - 1), cells)."""
    choices = list(itertools.combinations(range(n + cells - 1), cells - 1))  # where the bars go between the stars
    bars = np.array(choices, int).reshape(len(choices), cells - 1)
    edges = np.column_stack([np.full(len(bars), -1), bars, np.full(len(bars), n + cells - 1)])
    return np.diff(edges, axis=1) - 1


def multinomial(counts: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Probability of each count vector under draws from p: shape counts.shape[:-1]."""
    n = counts[0].sum()
    return np.exp(math.lgamma(n + 1) - gammaln(counts + 1.0).sum(axis=-1) + xlogy(counts, p).sum(axis=-1))


def realizable(concept_class, counts: np.ndarray, target: int) -> np.ndarray:
    """Mistakes (samples, |C|) on samples given by cell counts and labeled by a target; from the table, no transform."""
    table = concept_class.predictions(concept_class.domain())
    return counts @ (table ^ table[target]).T


def agnostic(concept_class, counts: np.ndarray) -> np.ndarray:
    """Mistakes (samples, |C|) from counts of (cell, label) pairs, order (cell 0, 0), (cell 0, 1), ...; from the
    table."""
    table = concept_class.predictions(concept_class.domain())
    wrong = np.stack([table, ~table], axis=2).reshape(len(table), -1)  # says 1 on a 0, says 0 on a 1
    return counts @ wrong.T


def worlds(cells: int, how_many: int, seed: int) -> list[np.ndarray]:
    """Reproducible distributions on `cells` points: uniform, then random ones, ever more lopsided."""
    rng = np.random.default_rng(seed)
    shapes = np.geomspace(2.0, 0.2, how_many - 1)
    return [np.full(cells, 1 / cells), *(rng.dirichlet(np.full(cells, a)) for a in shapes)]


def binomial_log_pmf(n: int, p: float) -> np.ndarray:
    """ln Pr[Bin(n, p) = k], k = 0 .. n, by its definition."""
    k = np.arange(n + 1)
    return gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0) + xlogy(k, p) + xlogy(n - k, 1 - p)


def binomial(n: int, p: float) -> np.ndarray:
    """Pr[Bin(n, p) = k], k = 0 .. n."""
    return np.exp(binomial_log_pmf(n, p))
