"""Marginals: all cells of all tables on some bits, answered without writing a matrix down.

A marginal on d of the k bits is a table of 2^d cells, a query asks for one of them, and a dense matrix of the cells of
all 3-way marginals has 4,480 x 65,536 entries at k = 16 (2.3 GB).  Here they are answered in a millisecond: transform
the histogram to its parities (`walsh_hadamard`), pick the 2^d that belong to each marginal, and transform each pick
back; answers differ from the dense ones by rounding, at most some 1e-16.

Bit i of cell x of the universe {0, 1}^k is (x >> i) & 1.
"""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from scipy.linalg import hadamard

from ... import _validate as check
from ..workloads import MAX_BITS, Workload

MAX_QUERIES = 2**24


@functools.cache
def _signs(size: int) -> np.ndarray:
    """(-1)^{|S & x|} for S, x < size, a power of 2."""
    return hadamard(size).astype(float)


def walsh_hadamard(table: np.ndarray) -> np.ndarray:
    """Σ_x (-1)^{|S & x|} p(x) at each bit mask S, for each row p of (batch, 2^k); applied twice it multiplies by 2^k.

    A tensor product over groups of at most 6 bits, a product with a small matrix each: k/6 passes over the memory.  A
    pass takes the fastest bits and puts their image first; after all of them the groups stand in their old order.
    """
    batch, n_bits = len(table), table.shape[1].bit_length() - 1
    groups = -(-n_bits // 6)
    for i in range(groups):
        size = 1 << n_bits // groups + (i < n_bits % groups)
        table = _signs(size) @ table.reshape(-1, size).T
    return table.reshape(-1, batch).T


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
    n_bits, degree : as given

    subsets : int array (n_marginals, degree)
        The bits of each marginal, in lexicographic order.  Marginal s has the queries s 2^degree .. (s + 1) 2^degree
        - 1; bit j of a query's index inside its marginal is the value asked for bit ``subsets[s, j]``.

    masks : int array (n_marginals, 2^degree)
        The subsets of each marginal's bits: bit j of the column says whether ``subsets[s, j]`` is in.

    Raises
    ------
    ValueError
        For n_bits or degree out of range.

    Answers of one histogram cost some 130 multiplications a cell at k = 16, and three times its memory.  Entries are 0
    and 1: `width` is 1.
    """

    def __init__(self, n_bits, degree):
        self.n_bits = n_bits = check.integer("n_bits", n_bits, 1, MAX_BITS)
        self.degree = check.integer("degree", degree, 1, n_bits)
        n_queries = math.comb(n_bits, self.degree) << self.degree
        if n_queries > MAX_QUERIES:
            raise ValueError(f"degree must leave at most {MAX_QUERIES:,} queries; there would be {n_queries:,}")
        super().__init__(n_queries, 1 << n_bits, 1.0)
        self.subsets = np.array(list(itertools.combinations(range(n_bits), self.degree)))
        self.subsets.flags.writeable = False
        chosen = np.arange(1 << self.degree) >> np.arange(self.degree)[:, None] & 1
        self.masks = (1 << self.subsets) @ chosen

    def _answers(self, vectors):
        picked = walsh_hadamard(vectors).take(self.masks, axis=1)
        back = walsh_hadamard(picked.reshape(-1, 1 << self.degree))
        return back.reshape(len(vectors), self.n_queries) / (1 << self.degree)

    def _query(self, i):
        masks = self.masks[i >> self.degree]
        bits, values = int(masks[-1]), int(masks[i & (1 << self.degree) - 1])
        cells = np.arange(self.universe_size, dtype=np.int32)  # and Python's integers as masks, to stay at 4 bytes
        return ((cells & bits) == values).astype(np.float64)
