"""Marginals and parities on {0, 1}^k: workloads that answer all their queries by a transform.

A marginal on d of the k bits is a table of 2^d cells; a query asks for one cell, "the fraction of records with these
values of these bits".  A dense matrix of the cells of all 3-way marginals has 4,480 x 65,536 entries at k = 16 (2.3 GB).
Here they are answered in a fraction of a millisecond: transform the histogram to its coefficients of degree <= d
(`transforms.LowDegree`), pick the 2^d that belong to each marginal, and transform each pick back.

Bit i of cell x is (x >> i) & 1.  Answers differ from the dense ones by rounding, at most some 1e-16.

Nothing here is private.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .. import _validate as check
from .transforms import LowDegree, _transform
from .workloads import MAX_BITS, Workload, one_name_each

MAX_QUERIES = 2**24


class _BitQueries(Workload):
    """Queries on {0, 1}^n_bits."""

    def __init__(self, n_bits: int, n_queries: int, low: float, bit_names):
        if n_queries > MAX_QUERIES:
            raise ValueError(f"degree must leave at most {MAX_QUERIES:,} queries; there would be {n_queries:,}")
        super().__init__(n_queries, 1 << n_bits, low, 1.0)
        self.n_bits = n_bits
        default = tuple(f"bit {i}" for i in range(n_bits))
        self.bit_names = default if bit_names is None else one_name_each("bit_names", bit_names, n_bits)

    def _cells(self) -> np.ndarray:
        return np.arange(self.universe_size, dtype=np.int32)  # and Python's integers as masks, to stay at 4 bytes


def _subsets(n_bits: int, size: int) -> np.ndarray:
    """The subsets of this size, sorted inside, in lexicographic order: (number, size)."""
    flat = itertools.chain.from_iterable(itertools.combinations(range(n_bits), size))
    return np.fromiter(flat, dtype=np.int64).reshape(-1, size)


class Marginals(_BitQueries):
    """All cells of all marginals on exactly `degree` bits.

    Parameters
    ----------
    n_bits : int in [1, 24]
        k; the universe is {0, 1}^k.
    degree : int in [1, n_bits]
        Bits a marginal.  C(k, degree) 2^degree queries, at most 2^24.
    bit_names : sequence of k str, optional

    Attributes
    ----------
    subsets : int array (n_marginals, degree)
        The bits of each marginal, in lexicographic order.  Marginal s has the queries s 2^degree .. (s + 1) 2^degree - 1;
        bit j of a query's index inside its marginal is the value asked for bit ``subsets[s, j]``.

    Raises
    ------
    ValueError
        For n_bits or degree out of range, or the wrong number of names.

    Answers of one histogram cost some 70 multiplications a cell (degree 3) and about twice its memory.  Entries are 0 and
    1: `width` is 1.
    """

    def __init__(self, n_bits, degree, bit_names=None):
        n_bits = check.integer("n_bits", n_bits, 1, MAX_BITS)
        self.degree = check.integer("degree", degree, 1, n_bits)
        super().__init__(n_bits, math.comb(n_bits, self.degree) << self.degree, 0.0, bit_names)
        self.subsets = _subsets(n_bits, self.degree)
        self.subsets.flags.writeable = False
        # Row s: the masks of the 2^degree subsets of subset s, bit j of the column says whether subsets[s, j] is in.
        chosen = np.arange(1 << self.degree) >> np.arange(self.degree)[:, None] & 1
        self._masks = (1 << self.subsets) @ chosen
        self._table = LowDegree(n_bits, self.degree)
        self._position = self._table.position(self._masks)
        # The adjoint adds up what the marginals give to one coefficient: sort once, then add runs.
        self._order = np.argsort(self._position, axis=None, kind="stable")
        self._filled, self._runs = np.unique(self._position.ravel()[self._order], return_index=True)

    def group(self, i) -> np.ndarray:
        """Indices of the 2^degree queries of the marginal to which query i belongs (i among them)."""
        first = check.integer("i", i, 0, self.n_queries - 1) >> self.degree << self.degree
        return np.arange(first, first + (1 << self.degree))

    def _answers(self, vectors):
        picked = self._table.coefficients(vectors).take(self._position, axis=1)
        return self._cellwise(picked, len(vectors))

    def _mix(self, weights):
        spread = self._cellwise(weights, len(weights))
        coefficients = np.zeros((len(weights), self._table.size))
        coefficients[:, self._filled] = np.add.reduceat(spread.take(self._order, axis=1), self._runs, axis=1)
        return self._table.adjoint(coefficients)

    def _cellwise(self, values: np.ndarray, batch: int) -> np.ndarray:
        """The transform of each marginal over 2^degree; symmetric, so that the adjoint uses it as well."""
        values = _transform(values.reshape(-1, 1 << self.degree))
        return values.reshape(batch, self.n_queries) / (1 << self.degree)

    def _query(self, i):
        masks = self._masks[i >> self.degree]
        bits, values = int(masks[-1]), int(masks[i & (1 << self.degree) - 1])
        return ((self._cells() & bits) == values).astype(np.float64)

    def _name(self, i):
        bits = self.subsets[i >> self.degree]
        return ", ".join(f"{self.bit_names[bit]}={i >> j & 1}" for j, bit in enumerate(bits))


class ParityQueries(_BitQueries):
    """All parities of at least 1 and at most `max_degree` bits: q_S(x) = (-1)^{|S & x|}.

    Parameters
    ----------
    n_bits : int in [1, 24]
        k; the universe is {0, 1}^k.
    max_degree : int in [1, n_bits]
        Sum of C(k, 1), ..., C(k, max_degree) queries.
    bit_names : sequence of k str, optional

    Attributes
    ----------
    masks : int array (n_queries,)
        The sets S as bit masks, smaller sets first, sets of one size in lexicographic order.

    Raises
    ------
    ValueError
        For n_bits or max_degree out of range, or the wrong number of names.

    Entries are -1 and 1, so `width` is 2.  Cost as for `Marginals`.
    """

    def __init__(self, n_bits, max_degree, bit_names=None):
        n_bits = check.integer("n_bits", n_bits, 1, MAX_BITS)
        self.max_degree = check.integer("max_degree", max_degree, 1, n_bits)
        sizes = range(1, self.max_degree + 1)
        super().__init__(n_bits, sum(math.comb(n_bits, size) for size in sizes), -1.0, bit_names)
        self.masks = np.concatenate([(1 << _subsets(n_bits, size)).sum(axis=1) for size in sizes])
        self.masks.flags.writeable = False
        self._table = LowDegree(n_bits, self.max_degree)
        self._position = self._table.position(self.masks)

    def _answers(self, vectors):
        return self._table.coefficients(vectors).take(self._position, axis=1)

    def _mix(self, weights):
        coefficients = np.zeros((len(weights), self._table.size))
        coefficients[:, self._position] = weights
        return self._table.adjoint(coefficients)

    def _query(self, i):
        return 1.0 - 2.0 * (np.bitwise_count(self._cells() & int(self.masks[i])) & 1)

    def _name(self, i):
        return "parity of " + ", ".join(name for bit, name in enumerate(self.bit_names) if self.masks[i] >> bit & 1)
