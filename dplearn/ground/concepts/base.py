"""What every concept class shares: argument checks, size guards and the public methods.

A class supplies ``_predict(hypotheses, cells)``, the labels of some hypotheses on some cells (the package's docstring
says what a cell is), and where a figure asks for thousands, an engine in place of the plain table,
``_mistakes(counts0, counts1)``, with the cells on axis 0 and a batch of samples on axis 1, so that the inner loops run
over the batch.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check

MAX_TABLE = 2**20  # cells of a domain, hypotheses of a class
MAX_ENTRIES = 2**27  # hypotheses times points (or batch) in one answer


def batch_of_counts(name: str, value, cells: int) -> np.ndarray:
    """Counts or weights >= 0 with last axis `cells`; integers stay integers."""
    try:
        whole = np.asarray(value).dtype.kind in "biu"
    except (ValueError, TypeError):
        whole = False  # not rectangular: the next line says so
    # The upper limits keep every sum over 2^20 cells inside its type.
    counts = check.array(name, value, low=0, high=2**42 if whole else 1e100, integral=whole)
    if counts.ndim == 0 or counts.shape[-1] != cells:
        raise ValueError(f"{name} must have last axis of length {cells}; got shape {counts.shape}")
    return counts


class ConceptClass:
    """A finite class of functions from a finite domain to {0, 1}.

    Attributes
    ----------
    n_hypotheses : int
        |C| >= 1, a Python integer of any size.
    log_size : float
        ln|C|.
    vc_dim : int
        The Vapnik-Chervonenkis dimension, exact.
    domain_size : int
        |X|, the number of cells.
    """

    n_hypotheses: int
    vc_dim: int
    domain_size: int
    _limit: str  # the largest sizes with tables, in the class's own parameters

    @property
    def log_size(self) -> float:
        """ln|C|, natural logarithm."""
        return math.log(self.n_hypotheses)

    # ---- supplied by each class; the last one by its table where it has nothing faster ---------
    def domain(self) -> np.ndarray:
        """All unlabeled points in cell order; raises ValueError above 2^20 cells."""
        raise NotImplementedError

    def cell_index(self, x) -> np.ndarray:
        """The cell of each point: (n,) integers in 0 .. domain_size - 1."""
        raise NotImplementedError

    def _mistakes(self, counts0: np.ndarray, counts1: np.ndarray) -> np.ndarray:
        says_one = self._table()
        return says_one @ counts0 + ~says_one @ counts1

    def _table(self, batch: int = 1) -> np.ndarray:
        self._check_tables(self.domain_size * batch)
        return self._predict(np.arange(self.n_hypotheses), np.arange(self.domain_size))

    # ---- guards -----------------------------------------------------------------------------
    def _check_tables(self, batch: int = 1) -> None:
        if max(self.domain_size, self.n_hypotheses) > MAX_TABLE:
            raise ValueError(f"{self} is too large for a table of its cells and hypotheses; {self._limit} is the most")
        if batch * max(self.n_hypotheses, self.domain_size) > MAX_ENTRIES:
            raise ValueError(
                f"{self} with {batch} points or samples at once needs more than {MAX_ENTRIES} entries;"
                f" at most {MAX_ENTRIES // max(self.n_hypotheses, self.domain_size)} are allowed"
            )

    def _check_target(self, name: str, value) -> int:
        return check.integer(name, value, 0, self.n_hypotheses - 1)

    # ---- public -----------------------------------------------------------------------------
    def predictions(self, x) -> np.ndarray:
        """Labels of every hypothesis on every point.

        Parameters
        ----------
        x : array
            Points: (n, d) bits for the classes on {0, 1}^d, (n,) integers in 1..N otherwise.

        Returns
        -------
        ndarray of bool, shape (n_hypotheses, n)

        Raises
        ------
        ValueError
            For points outside the domain, an empty sample, or a table that is too large.

        Notes
        -----
        Cost O(n |C|) time and memory.
        """
        self._check_tables()
        cells = self.cell_index(x)
        self._check_tables(cells.size)
        return self._predict(np.arange(self.n_hypotheses), cells)

    def label_cells(self, hypothesis) -> np.ndarray:
        """Labels of one hypothesis on the whole domain: bool, shape (domain_size,).

        Parameters
        ----------
        hypothesis : int
            Index in 0 .. n_hypotheses - 1.
        """
        self._check_tables()
        hypothesis = self._check_target("hypothesis", hypothesis)
        return self._predict(np.array([hypothesis]), np.arange(self.domain_size))[0]

    def mistakes(self, counts0, counts1) -> np.ndarray:
        """Number of mistakes of every hypothesis, from the label counts of the cells.

        Parameters
        ----------
        counts0, counts1 : array, shape (..., domain_size)
            How many examples lie in each cell with label 0 and with label 1 (integers up to
            2^42), or weights in [0, 1e100].

        Returns
        -------
        ndarray, shape (..., n_hypotheses)
            int64 for integer counts (exact), otherwise float64 with rounding errors of about
            1e-16 times the total weight.

        Raises
        ------
        ValueError
            For negative or non-finite counts, shapes that do not match, or too large a table.

        Notes
        -----
        Cost per sample: O(d 2^d) for `Conjunctions` and `Parities`, O(N) for `Points` and
        `Thresholds`, O(N |C|) for `IntervalUnions`.
        """
        self._check_tables()
        counts0 = batch_of_counts("counts0", counts0, self.domain_size)
        counts1 = batch_of_counts("counts1", counts1, self.domain_size)
        if counts0.shape != counts1.shape:
            raise ValueError(f"counts0 and counts1 must have one shape; got {counts0.shape} and {counts1.shape}")
        if counts0.dtype != counts1.dtype:
            counts0, counts1 = counts0.astype(float), counts1.astype(float)
        return self._batched(self._mistakes, counts0, counts1)

    def errors(self, p, target) -> np.ndarray:
        """Pr_p[h(x) != target(x)] for every hypothesis h.

        Parameters
        ----------
        p : array, shape (..., domain_size)
            Cell probabilities, summing to one.
        target : int
            Index of the target.

        Returns
        -------
        ndarray of float, shape (..., n_hypotheses)
            Within about 1e-15 of the exact value; exactly 0 for the target.
        """
        self._check_tables()
        target = self._check_target("target", target)
        p = check.distribution("p", p, self.domain_size)
        truth = self.label_cells(target)
        error = np.clip(self.mistakes(np.where(truth, 0.0, p), np.where(truth, p, 0.0)), 0.0, 1.0)
        error[..., target] = 0.0
        return error

    def _batched(self, transform, *tables: np.ndarray) -> np.ndarray:
        """Run a cells-first transform on tables whose cells are the last axis."""
        shape = tables[0].shape[:-1]
        self._check_tables(max(1, math.prod(shape)))
        cells_first = [np.ascontiguousarray(t.reshape(-1, t.shape[-1]).T) for t in tables]
        return transform(*cells_first).T.reshape(*shape, self.n_hypotheses)
