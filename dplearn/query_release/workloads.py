"""Queries: a workload answers all of them, without having to write them down.

A workload stands for the |Q| x |X| matrix whose rows are the queries.  Private multiplicative weights needs three
things of it: all answers <q, p> of a histogram (`Workload.answers`), a single query as a vector (`Workload.query`),
and the range of the entries, from which sensitivity and learning rate follow.  What a reader brings, an array with a
query in each row, becomes one by `as_workload`; a workload of your own supplies ``_answers`` and ``_query``, and need
not write its rows down (`deeper.marginals`).

Bit i of cell x of the universe {0, 1}^k is (x >> i) & 1.

References: U17 from "Towards PMW" on (queries as vectors; "why only one sided?": `with_negations`).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import plain

MOST_RECORDS = 10**15
MAX_BITS = 24     # cells of {0, 1}^24: 128 MB a histogram
LARGEST = 1e290   # of an entry of a vector that is asked: 2^24 such can be added


class Workload:
    """Statistical queries on a finite universe, a row each, with entries in [-1, 1].

    Attributes
    ----------
    n_queries, universe_size : int
        |Q| and |X|.
    width : float
        The largest max q - min q of a single query q: one record moves an answer by at most width/n (REPLACE_ONE).
    """

    def __init__(self, n_queries: int, universe_size: int, width: float):
        self.n_queries, self.universe_size, self.width = n_queries, universe_size, float(width)

    def answers(self, histograms) -> np.ndarray:
        """<q, p> for every query q and every histogram p: shape (..., n_queries).

        histograms : array (..., universe_size), any vectors with entries within ±1e290; differences may be asked as
        well.

        Not private: choose privately (`pmw`), or add noise.
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
        super().__init__(*self.matrix.shape, np.ptp(self.matrix, axis=1).max())

    def _answers(self, vectors):
        return vectors @ self.matrix.T

    def _query(self, i):
        return self.matrix[i].copy()


class _Negated(Workload):
    """A workload, its `base`, and its negations, in this order."""

    def __init__(self, base: Workload):
        super().__init__(2 * base.n_queries, base.universe_size, base.width)
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
