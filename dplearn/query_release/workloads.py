"""Queries: a workload answers all of them, without having to write them down.

A workload stands for the |Q| x |X| matrix whose rows are the queries.  Private multiplicative weights needs three
things of it: all answers <q, p> of a histogram (`Workload.answers`), a single query as a vector (`Workload.query`),
and the range of the entries, from which sensitivity and learning rate follow.  What a reader brings, an array with a
query in each row, becomes one by `as_workload`; a workload of your own
supplies ``_answers`` and ``_query``.

`Marginals` need no matrix: a marginal on d of the k bits is a table of 2^d cells, a query asks for one of them, and a
dense matrix of the cells of all 3-way marginals has 4,480 x 65,536 entries at k = 16 (2.3 GB).  Here they are answered
in a millisecond: transform the histogram to its parities (`walsh_hadamard`), pick the 2^d that belong to each marginal,
and transform each pick back; answers differ from the dense ones by rounding, at most some 1e-16.

Bit i of cell x of the universe {0, 1}^k is (x >> i) & 1.

References: U17 from "Towards PMW" on (queries as vectors; "why only one sided?": `with_negations`).
"""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from scipy.linalg import hadamard

from .. import _validate as check
from .._bounds import plain

MOST_RECORDS = 10**15
MAX_QUERIES = 2**24
MAX_BITS = 24     # cells of {0, 1}^24: 128 MB a histogram
LARGEST = 1e290   # of an entry of a vector that is asked: 2^24 such can be added


class Workload:
    """Statistical queries on a finite universe, a row each.

    Attributes
    ----------
    n_queries, universe_size : int
        |Q| and |X|.
    low, high : float
        All entries lie in [low, high], within [-1, 1].
    width : float
        The largest max q - min q of a single query q: one record moves an answer by at most width/n (REPLACE_ONE).
        At most high - low, and smaller if some queries are >= 0 and others <= 0 (`with_negations`).
    """

    def __init__(self, n_queries: int, universe_size: int, low: float, high: float, width: float):
        self.n_queries, self.universe_size = n_queries, universe_size
        self.low, self.high, self.width = float(low), float(high), float(width)

    def answers(self, histograms) -> np.ndarray:
        """<q, p> for every query q and every histogram p: shape (..., n_queries).

        histograms : array (..., universe_size), any vectors with entries within ±1e290; differences may be asked as
        well.

        Not private: add noise (`laplace_answers`), or choose privately (`pmw`).
        """
        histograms = check.array("histograms", histograms, low=-LARGEST, high=LARGEST)
        if histograms.ndim == 0 or histograms.shape[-1] != self.universe_size:
            raise ValueError(f"histograms must have a last axis of {self.universe_size}; got shape {histograms.shape}")
        answers = self._answers(histograms.reshape(-1, self.universe_size))
        return answers.reshape(*histograms.shape[:-1], self.n_queries)

    def query(self, i) -> np.ndarray:
        """The query of index i (0 .. n_queries - 1) as a vector, shape (universe_size,)."""
        return self._query(check.integer("i", i, 0, self.n_queries - 1))

    def _answers(self, vectors: np.ndarray) -> np.ndarray:
        """(batch, universe_size) -> (batch, n_queries)."""
        raise NotImplementedError

    def _query(self, i: int) -> np.ndarray:
        raise NotImplementedError


class DenseQueries(Workload):
    """The rows of an array (n_queries, universe_size) with entries in [-1, 1]; a read-only copy is kept as `.matrix`.

    Answers cost O(|Q| |X|), and so does the memory.
    """

    def __init__(self, matrix):
        self.matrix = check.array("matrix", matrix, (None, None), low=-1, high=1)
        self.matrix.flags.writeable = False
        super().__init__(*self.matrix.shape, self.matrix.min(), self.matrix.max(), np.ptp(self.matrix, axis=1).max())

    def _answers(self, vectors):
        return vectors @ self.matrix.T

    def _query(self, i):
        return self.matrix[i].copy()


class _Negated(Workload):
    """A workload, its `base`, and its negations, in this order."""

    def __init__(self, base: Workload):
        most = max(-base.low, base.high)
        super().__init__(2 * base.n_queries, base.universe_size, min(base.low, -base.high), most, base.width)
        self.base = base

    def _answers(self, vectors):
        answers = self.base._answers(vectors)
        return np.concatenate([answers, -answers], axis=-1)

    def _query(self, i):
        query = self.base._query(i % self.base.n_queries)
        return query if i < self.base.n_queries else -query


def with_negations(queries) -> Workload:
    """The queries followed by their negations: one-sided errors of these are two-sided errors of those.

    Rows Q, then -Q (2|Q| of them); the given workload is its `.base`.  `width`, and so the sensitivity, stays.
    Source: U17, "why only one sided?": the argument needs this closure.
    """
    return _Negated(as_workload(queries))


def as_workload(queries) -> Workload:
    """A workload as it is; an array (n_queries, universe_size) in [-1, 1] as `DenseQueries`."""
    if isinstance(queries, Workload):
        return queries
    return DenseQueries(check.array("queries", queries, (None, None), low=-1, high=1))


def paired(histogram, queries) -> tuple[np.ndarray, Workload]:
    """The histogram, checked, and the queries on its universe as a workload."""
    queries = as_workload(queries)
    return check.distribution("histogram", check.array("histogram", histogram, (queries.universe_size,))), queries


def noise_width(queries: Workload) -> float:
    """The width that noise is made for; 1 if all queries are constant: every p answers those exactly, and any
    noise will do."""
    return queries.width or 1.0


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
        super().__init__(n_queries, 1 << n_bits, 0.0, 1.0, 1.0)
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


# ---- data, and the error of an estimate: nothing here is private --------------------------------

def histogram_of(records) -> np.ndarray:
    """The histogram of records of bits, shape (2^k,): p*(x) is the fraction of records equal to cell x.

    records : array (n, k) of 0/1 or bool, n >= 1 records of 1 <= k <= 24 bits; bit i of a cell's index is column i.

    Not private.
    """
    records = check.array("records", records, (None, None), low=0, high=1, integral=True)
    n, n_bits = records.shape
    check.integer("number of columns of records", n_bits, 1, MAX_BITS)
    return np.bincount(records @ (1 << np.arange(n_bits)), minlength=1 << n_bits) / n


def max_error(queries, histogram, estimate):
    """max_q |<q, estimate> - <q, histogram>|: the largest error over the queries, a float or array (...).

    queries : what `as_workload` takes; histogram, estimate : array (..., universe_size), each sums to 1; shapes
    broadcast.

    Not private.
    """
    queries = as_workload(queries)
    histogram = check.distribution("histogram", histogram, queries.universe_size)
    estimate = check.distribution("estimate", estimate, queries.universe_size)
    return plain(np.abs(queries.answers(estimate - histogram)).max(axis=-1))
