"""What the companions of lecture 1 add to `dplearn.pac.learners`."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ... import _validate as check
from ...concepts import ConceptClass, LabeledSample
from ..learners import bits

_MAX_MATRIX = 2**27  # bits of a parity learner's sample


def consistent_hypotheses(concept_class: ConceptClass, x, y) -> np.ndarray:
    """Which hypotheses label every example correctly.

    Returns
    -------
    ndarray of bool, shape (n_hypotheses,)
        All false when no concept fits the sample.
    """
    counts = LabeledSample(x, y).counts(concept_class)
    return concept_class.mistakes(*counts) == 0


@dataclass(frozen=True, eq=False)
class ParitySolutions:
    """All r in {0, 1}^d with <r, x_i> = y_i mod 2 for every example.

    Attributes
    ----------
    consistent : bool
        Whether there is any.
    particular : ndarray of bool, shape (d,), or None
        One solution (free coordinates 0); None if there is none.
    basis : ndarray of bool, shape (d - rank, d)
        A basis of {r : <r, x_i> = 0 for all i}.
    """

    consistent: bool
    particular: np.ndarray | None
    basis: np.ndarray

    @property
    def rank(self) -> int:
        """Rank of the examples over GF(2)."""
        return self.basis.shape[1] - self.basis.shape[0]

    @property
    def log2_n_solutions(self) -> float:
        """log2 of the number of solutions: d - rank, or -infinity if there is none."""
        return float(self.basis.shape[0]) if self.consistent else -math.inf

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """A uniformly random solution: bool, shape (d,).  Raises ValueError if there is none."""
        rng = check.generator("rng", rng)
        if not self.consistent:
            raise ValueError("a solution can be drawn only from a consistent sample; got an inconsistent one")
        coins = rng.integers(0, 2, self.basis.shape[0])
        return self.particular ^ ((coins @ self.basis.astype(np.int64)) % 2).astype(bool)


def parity_learner(x, y) -> ParitySolutions:
    """Solve <r, x_i> = y_i over GF(2) by Gauss-Jordan elimination (N17, example 2).

    Parameters
    ----------
    x : array of 0/1, shape (n, d)
    y : array of 0/1, shape (n,)

    Returns
    -------
    ParitySolutions

    Notes
    -----
    Cost O(n d rank) bit operations, vectorized over rows and columns; n d <= 2^27.
    """
    x, y = bits(x, y)
    n, d = x.shape
    if n * d > _MAX_MATRIX:
        raise ValueError(f"x must have at most {_MAX_MATRIX} entries; got {n * d}")
    rows = np.column_stack([x, y])
    pivots: list[int] = []
    for column in range(d):
        rank = len(pivots)
        candidates = np.flatnonzero(rows[rank:, column])
        if candidates.size == 0:
            continue
        rows[[rank, rank + candidates[0]]] = rows[[rank + candidates[0], rank]]
        hit = rows[:, column].copy()
        hit[rank] = False
        rows[hit] ^= rows[rank]
        pivots.append(column)
    rank = len(pivots)
    consistent = not rows[rank:, d].any()
    particular = np.zeros(d, bool)
    particular[pivots] = rows[:rank, d]
    free = np.setdiff1d(np.arange(d), pivots)
    basis = np.zeros((free.size, d), bool)
    basis[np.arange(free.size), free] = True
    basis[:, pivots] = rows[:rank, free].T
    return ParitySolutions(consistent, particular if consistent else None, basis)
