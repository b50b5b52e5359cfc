"""Engine: the cells of a marginal, answered and moved without a row written down.

`mwem` works with parts of a workload that answer and move p; its own are queries as vectors.  A marginal's cells are a
table: p is summed over the bits of no interest, and a move multiplies p by a factor that few of its bits decide, so no
exponential is taken a cell.  From some thousand cells on this is the faster way, at 16 bits by far.
"""

from __future__ import annotations

import numpy as np

from .workloads import Marginals

LEAST_LOW_BIT = 5            # rows of 64 numbers: shorter ones cost more in calls than in numbers


class Table:
    """Cells of one marginal; `group` are their indices among the queries."""

    def __init__(self, queries: Marginals, group: np.ndarray):
        self._bits = [int(bit) for bit in queries.subsets[group[0] >> queries.degree]]
        self.group, self._which = group, group % (1 << queries.degree)
        # `move` sees p with axes (high, top, middle, low): top is the highest of the bits, low all up to the next one
        # of them (all up to the highest, where that makes rows too short to be fast).  The cell depends on top and low.
        split = len(self._bits) > 1 and self._bits[-2] >= LEAST_LOW_BIT
        top, next_one = self._bits[-1], self._bits[-2] if split else None
        self._shape = (-1, 2, 1 << top - next_one - 1, 2 << next_one) if split else (-1, 1, 1, 2 << top)
        x = np.arange(self._shape[3]) + (np.arange(self._shape[1]) << top)[:, None]
        self._cells = sum((x >> bit & 1) << j for j, bit in enumerate(self._bits))[:, None]

    def answers(self, p: np.ndarray) -> np.ndarray:
        """The marginal of p, shape of `group`: from the highest bit down, bits of no interest are summed over."""
        rows = p.reshape(1, -1)
        for bit in self._bits[::-1]:
            rows = rows.reshape(len(rows), -1, 2 << bit)
            rows = rows[:, 0] if rows.shape[1] == 1 else np.ones(rows.shape[1]) @ rows    # a sum is slow on short rows
            rows = rows.reshape(-1, 1 << bit)
        return rows.sum(axis=1)[self._which]

    def move(self, p: np.ndarray, steps: np.ndarray, answers: np.ndarray) -> None:
        """p(x) ∝ p(x) e^{step of x's cell}, in place; what the cells hold gives the normaliser."""
        factors = np.ones(1 << len(self._bits))
        factors[self._which] = np.exp(steps)
        factors /= 1 + answers @ np.expm1(steps)
        p.reshape(self._shape)[...] *= factors[self._cells]
