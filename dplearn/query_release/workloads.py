"""Queries as linear operators: a workload answers all of them without having to write them down.

A workload is the |Q| x |X| matrix whose rows are the queries.  Private multiplicative weights needs three things of it:
all answers <q, p> of a histogram (`Workload.answers`), a single query as a vector (`Workload.query`), and the range of the
entries, from which sensitivity and learning rate follow.  Every workload is a `scipy.sparse.linalg.LinearOperator`, so that
it goes into whatever takes one; what a reader brings (array, sparse matrix, operator) becomes one by `as_workload`.

`marginals` has the two workloads on {0, 1}^k that need no matrix at all, `histograms` the data and the errors.

References: U17 from "Towards PMW" on (queries as vectors; "why only one sided?": `with_negations`).
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator

from .. import _validate as check
from .transforms import LARGEST

MOST_RECORDS = 10**15
MAX_BITS = 24  # cells of {0, 1}^24: 128 MB a histogram
_SLACK = 1e-9  # by how much an operator's rounding may leave its declared range


def _reals(x) -> np.ndarray:
    """x as float64; complex numbers are refused, as their imaginary part would be lost."""
    x = np.asarray(x)
    if x.dtype.kind not in "biuf":
        raise ValueError(f"a workload takes arrays of real numbers; got dtype {x.dtype}")
    return x.astype(np.float64, copy=False)


def one_name_each(name: str, names, size: int) -> tuple[str, ...]:
    """The names as a tuple, if they are `size` strings."""
    names = names.tolist() if isinstance(names, np.ndarray) else names
    names = tuple(check.text(name, each) for each in check.instance(name, names, (list, tuple)))
    if len(names) != size:
        raise ValueError(f"{name} must hold {size} names; got {len(names)}")
    return names


class Workload(LinearOperator):
    """Statistical queries on a finite universe, a row each.

    ``workload.matvec(p)`` (or ``workload @ p``) gives all answers, ``workload.rmatvec(w)`` the mix Σ w_i q_i of the
    queries; both skip the checks that `answers` makes.  A subclass supplies ``_answers`` and ``_mix``, which take and
    return a batch (a histogram or a weight vector a row), and, where it can do better than a mix, ``_query``.

    Attributes
    ----------
    n_queries, universe_size : int
        |Q| and |X|; ``shape`` is the two together.
    low, high : float
        All entries lie in [low, high], within [-1, 1].
    width : float
        The largest max q - min q of a single query q: one record moves an answer by at most width/n (REPLACE_ONE).
        At most high - low, and smaller if some queries are >= 0 and others <= 0 (`with_negations`).
    """

    def __init__(self, n_queries: int, universe_size: int, low: float, high: float, width: float | None = None):
        super().__init__(np.float64, (n_queries, universe_size))
        self.low, self.high = float(low), float(high)
        self.width = self.high - self.low if width is None else float(width)

    @property
    def n_queries(self) -> int:
        """|Q|."""
        return self.shape[0]

    @property
    def universe_size(self) -> int:
        """|X|."""
        return self.shape[1]

    def answers(self, histograms) -> np.ndarray:
        """<q, p> for every query q and every histogram p.

        Parameters
        ----------
        histograms : array (..., universe_size)
            Any vectors with entries within ±1e290; differences of histograms may be asked as well.

        Returns
        -------
        ndarray (..., n_queries)

        Raises
        ------
        ValueError
            For NaN, infinity or another number of cells.

        Not private: add noise (`laplace_answers`), or choose privately (`pmw`).
        """
        histograms = check.array("histograms", histograms, low=-LARGEST, high=LARGEST)
        if histograms.ndim == 0 or histograms.shape[-1] != self.universe_size:
            raise ValueError(f"histograms must have last axis of length {self.universe_size}; got shape {histograms.shape}")
        answers = self._answers(histograms.reshape(-1, self.universe_size))
        return answers.reshape(*histograms.shape[:-1], self.n_queries)

    def query(self, i) -> np.ndarray:
        """The query of index i (0 .. n_queries - 1) as a vector, shape (universe_size,)."""
        return self._query(check.integer("i", i, 0, self.n_queries - 1))

    def names(self, i) -> str:
        """The query of index i (0 .. n_queries - 1) in words."""
        return self._name(check.integer("i", i, 0, self.n_queries - 1))

    # ---- supplied by each workload ----------------------------------------------------------
    def _answers(self, vectors: np.ndarray) -> np.ndarray:
        """(batch, universe_size) -> (batch, n_queries)."""
        raise NotImplementedError

    def _mix(self, weights: np.ndarray) -> np.ndarray:
        """(batch, n_queries) -> (batch, universe_size)."""
        raise NotImplementedError

    def _query(self, i: int) -> np.ndarray:
        return self._mix(np.eye(1, self.n_queries, i))[0]

    def _name(self, i: int) -> str:
        return f"query {i}"

    # ---- what LinearOperator calls ----------------------------------------------------------
    def _matvec(self, x):
        return self._answers(_reals(x).reshape(1, -1))[0]

    def _rmatvec(self, x):
        return self._mix(_reals(x).reshape(1, -1))[0]

    def _matmat(self, X):
        return self._answers(np.ascontiguousarray(_reals(X).T)).T

    def _rmatmat(self, X):
        return self._mix(np.ascontiguousarray(_reals(X).T)).T


class _MatrixQueries(Workload):
    """Queries that are written down: what dense and sparse rows share."""

    def __init__(self, matrix, low: float, high: float, width: float, names):
        super().__init__(*matrix.shape, low, high, width)
        self.matrix = matrix
        self._names = names if names is None else one_name_each("names", names, self.n_queries)

    def _name(self, i):
        return super()._name(i) if self._names is None else self._names[i]


class DenseQueries(_MatrixQueries):
    """The rows of an array as queries.

    Parameters
    ----------
    matrix : array (n_queries, universe_size)
        Entries in [-1, 1].  A read-only copy is kept as `.matrix`.
    names : sequence of str, optional
        A name for each query.

    Raises
    ------
    ValueError
        For an empty or not two-dimensional array, NaN, entries outside [-1, 1], or the wrong number of names.

    Answers cost O(|Q| |X|), and so does the memory.
    """

    def __init__(self, matrix, names=None):
        matrix = check.array("matrix", matrix, (None, None), low=-1, high=1)
        matrix.flags.writeable = False
        super().__init__(matrix, matrix.min(), matrix.max(), np.ptp(matrix, axis=1).max(), names)

    def _answers(self, vectors):
        return vectors @ self.matrix.T

    def _mix(self, weights):
        return weights @ self.matrix

    def _query(self, i):
        return self.matrix[i].copy()


class SparseQueries(_MatrixQueries):
    """The rows of a scipy sparse matrix as queries: `DenseQueries` for matrices that are mostly zero.

    Parameters
    ----------
    matrix : scipy sparse matrix or array (n_queries, universe_size)
        Entries in [-1, 1].  A copy is kept as `.matrix`, in CSR format.
    names : sequence of str, optional
        A name for each query.

    Raises
    ------
    ValueError
        As for `DenseQueries`.

    Answers cost O(stored entries).
    """

    def __init__(self, matrix, names=None):
        if not sparse.issparse(matrix) or matrix.ndim != 2 or 0 in matrix.shape:
            raise ValueError(f"matrix must be a nonempty two-dimensional scipy sparse matrix; got {type(matrix).__name__} "
                             f"of shape {getattr(matrix, 'shape', None)}")
        matrix = sparse.csr_array(matrix, copy=True)
        matrix.sum_duplicates()  # entries stored twice count by their sum
        check.array("matrix", matrix.data, low=-1, high=1, allow_empty=True)
        matrix = matrix.astype(np.float64)
        low, high = matrix.min(axis=1).toarray(), matrix.max(axis=1).toarray()  # zeros that are not stored count
        super().__init__(matrix, low.min(), high.max(), (high - low).max(), names)

    def _answers(self, vectors):
        return (self.matrix @ vectors.T).T

    def _mix(self, weights):
        return (self.matrix.T @ weights.T).T

    def _query(self, i):
        return self.matrix[[i]].toarray()[0]


class OperatorQueries(Workload):
    """The rows of any linear operator as queries: for workloads of your own that no matrix could hold.

    Parameters
    ----------
    operator : scipy.sparse.linalg.LinearOperator (n_queries, universe_size)
        With ``matvec`` (answers) and ``rmatvec`` (a query is ``rmatvec(e_i)``); both get one-dimensional arrays, and a
        batch is asked one by one.
    low, high : float
        The range of its entries, -1 <= low <= high <= 1.

    Raises
    ------
    ValueError
        For anything else, for a missing ``rmatvec`` where it is needed, and whenever the operator returns what no matrix
        with entries in [low, high] could: an answer or an entry of a query out of range, NaN, a wrong shape.

    The rows are never all looked at: `low` and `high` are your word, and the privacy of what is computed from
    the answers (sensitivity `width`/n) rests on them.  An error that names an answer out of range shows the data.
    """

    def __init__(self, operator, low=0.0, high=1.0):
        operator = check.instance("operator", operator, LinearOperator)
        if len(operator.shape) != 2 or min(operator.shape) < 1 or np.dtype(operator.dtype or float).kind not in "biuf":
            raise ValueError(f"operator must be real with shape (n_queries, universe_size), both >= 1; "
                             f"got shape {operator.shape}, dtype {operator.dtype}")
        low = check.real("low", low, -1, 1)
        super().__init__(*operator.shape, low, check.real("high", high, low, 1))
        self.operator = operator

    def _answers(self, vectors):
        return self._within(np.array([self.operator.matvec(v) for v in vectors]), vectors, "answer")

    def _mix(self, weights):
        try:
            mixes = np.array([self.operator.rmatvec(w) for w in weights])
        except NotImplementedError:
            raise ValueError("operator must have rmatvec, as a query is rmatvec(e_i); got one without") from None
        return self._within(mixes, weights, "mix of queries")

    def _within(self, values: np.ndarray, vectors: np.ndarray, what: str) -> np.ndarray:
        """The values, if entries in [low, high] can give them; NaN cannot."""
        plus, minus = np.maximum(vectors, 0).sum(1, keepdims=True), np.maximum(-vectors, 0).sum(1, keepdims=True)
        slack = _SLACK * (plus + minus)
        least, most = self.low * plus - self.high * minus - slack, self.high * plus - self.low * minus + slack
        if not ((values >= least) & (values <= most)).all():
            off = values[~((values >= least) & (values <= most))][0]
            raise ValueError(f"operator must have entries in [low, high] = [{self.low:g}, {self.high:g}]; "
                             f"it returned the {what} {off:g}, which such entries cannot give")
        return values


class _Negated(Workload):
    """A workload and its negations, in this order."""

    def __init__(self, base: Workload):
        most = max(-base.low, base.high)
        super().__init__(2 * base.n_queries, base.universe_size, min(base.low, -base.high), most, base.width)
        self.base = base

    def _answers(self, vectors):
        answers = self.base._answers(vectors)
        return np.concatenate([answers, -answers], axis=-1)

    def _mix(self, weights):
        return self.base._mix(weights[:, :self.base.n_queries] - weights[:, self.base.n_queries:])

    def _query(self, i):
        query = self.base._query(i % self.base.n_queries)
        return query if i < self.base.n_queries else -query

    def _name(self, i):
        name = self.base._name(i % self.base.n_queries)
        return name if i < self.base.n_queries else f"minus ({name})"


def with_negations(queries) -> Workload:
    """The queries followed by their negations: one-sided errors of these are two-sided errors of those.

    Parameters
    ----------
    queries : what `as_workload` takes

    Returns
    -------
    Workload
        Rows Q, then -Q (2|Q| of them); the given workload is its `.base`.  `width`, and so the sensitivity, stays.

    Source: U17, "why only one sided?": the argument needs this closure.
    """
    return _Negated(as_workload(queries))


def as_workload(queries) -> Workload:
    """What the reader has, as a workload.

    Parameters
    ----------
    queries : Workload, array, scipy sparse matrix or LinearOperator
        A workload comes back as it is.  An operator, whose entries cannot be seen, is taken to have entries in [-1, 1];
        if they lie in [0, 1], ``OperatorQueries(operator, low=0, high=1)`` says so and halves the sensitivity.

    Raises
    ------
    ValueError
        As for `DenseQueries`, `SparseQueries` and `OperatorQueries`.
    """
    if isinstance(queries, Workload):
        return queries
    if isinstance(queries, LinearOperator):
        return OperatorQueries(queries, low=-1, high=1)
    if sparse.issparse(queries):
        return SparseQueries(queries)
    return DenseQueries(check.array("queries", queries, (None, None), low=-1, high=1))


def paired(histogram, queries) -> tuple[np.ndarray, Workload]:
    """The histogram, checked, and the queries on its universe as a workload."""
    queries = as_workload(queries)
    return check.distribution("histogram", check.array("histogram", histogram, (queries.universe_size,))), queries


def noise_width(queries: Workload) -> float:
    """The width that noise is made for; 1 if all queries are constant: every p answers those exactly, and any noise will do."""
    return queries.width or 1.0
