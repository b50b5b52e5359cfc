"""Marginals on {0, 1}^k: a workload that answers all its queries by a transform.

A marginal on d of the k bits is a table of 2^d cells; a query asks for one cell, "the fraction of records with these
values of these bits".  A dense matrix of the cells of all 3-way marginals has 4,480 x 65,536 entries at k = 16 (2.3
GB).  Here they are answered in a fraction of a millisecond: transform the histogram to its coefficients of degree <=
d (`transforms.LowDegree`), pick the 2^d that belong to each marginal, and transform each pick back.

Bit i of cell x is (x >> i) & 1.  Answers differ from the dense ones by rounding, at most some 1e-16.

Nothing here is private.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .. import _validate as check
from .transforms import LowDegree, walsh_hadamard
from .workloads import MAX_BITS, Workload

MAX_QUERIES = 2**24


class Marginals(Workload):
    """All cells of all marginals on exactly `degree` bits.

    Parameters
    ----------
    n_bits : int in [1, 24]
        k; the universe is {0, 1}^k.
    degree : int in [1, n_bits]
        Bits a marginal.  C(k, degree) 2^degree queries, at most 2^24.

    Attributes
    ----------
    subsets : int array (n_marginals, degree)
        The bits of each marginal, in lexicographic order.  Marginal s has the queries s 2^degree .. (s + 1) 2^degree
        - 1; bit j of a query's index inside its marginal is the value asked for bit ``subsets[s, j]``.

    masks : int array (n_marginals, 2^degree)
        The subsets of each marginal's bits: bit j of the column says whether ``subsets[s, j]`` is in.

    Raises
    ------
    ValueError
        For n_bits or degree out of range.

    Answers of one histogram cost some 70 multiplications a cell (degree 3) and about twice its memory.  Entries are 0
    and 1: `width` is 1.
    """

    def __init__(self, n_bits, degree):
        n_bits = check.integer("n_bits", n_bits, 1, MAX_BITS)
        self.degree = check.integer("degree", degree, 1, n_bits)
        n_queries = math.comb(n_bits, self.degree) << self.degree
        if n_queries > MAX_QUERIES:
            raise ValueError(f"degree must leave at most {MAX_QUERIES:,} queries; there would be {n_queries:,}")
        super().__init__(n_queries, 1 << n_bits, 0.0, 1.0, 1.0)
        self.subsets = np.array(list(itertools.combinations(range(n_bits), self.degree)))
        self.subsets.flags.writeable = False
        chosen = np.arange(1 << self.degree) >> np.arange(self.degree)[:, None] & 1
        self.masks = (1 << self.subsets) @ chosen
        self._table = LowDegree(n_bits, self.degree)
        self._position = self._table.position(self.masks)

    def group(self, i) -> np.ndarray:
        """Indices of the 2^degree queries of the marginal to which query i belongs (i among them)."""
        first = check.integer("i", i, 0, self.n_queries - 1) >> self.degree << self.degree
        return np.arange(first, first + (1 << self.degree))

    def _answers(self, vectors):
        picked = self._table.coefficients(vectors).take(self._position, axis=1)
        back = walsh_hadamard(picked.reshape(-1, 1 << self.degree))
        return back.reshape(len(vectors), self.n_queries) / (1 << self.degree)

    def _query(self, i):
        masks = self.masks[i >> self.degree]
        bits, values = int(masks[-1]), int(masks[i & (1 << self.degree) - 1])
        cells = np.arange(self.universe_size, dtype=np.int32)  # and Python's integers as masks, to stay at 4 bytes
        return ((cells & bits) == values).astype(np.float64)
