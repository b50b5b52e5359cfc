"""Workloads: the fast ones against matrices written down by loops, and what they refuse."""

import itertools

import numpy as np
import pytest
from scipy import sparse
from scipy.linalg import hadamard
from scipy.sparse.linalg import LinearOperator, aslinearoperator

from dplearn import query_release as qr
from dplearn.data import load_adult_bits

RNG = np.random.default_rng(17)


# ---------------------------------------------------------------------------------- oracles: loops, no transform


def marginal_matrix(n_bits, degree):
    """A row a cell of a marginal: 1 where the cell's bits agree with all that is asked."""
    rows = []
    for subset in itertools.combinations(range(n_bits), degree):
        for cell in range(2**degree):
            asked = {bit: (cell >> j) & 1 for j, bit in enumerate(subset)}
            rows.append([float(all((x >> bit) & 1 == v for bit, v in asked.items())) for x in range(2**n_bits)])
    return np.array(rows)


def parity_matrix(n_bits, max_degree):
    sets = [s for size in range(1, max_degree + 1) for s in itertools.combinations(range(n_bits), size)]
    return np.array([[(-1.0) ** sum((x >> bit) & 1 for bit in s) for x in range(2**n_bits)] for s in sets])


MARGINALS = [(k, d) for k in range(1, 6) for d in range(1, k + 1)] + [(7, 2), (7, 7), (8, 3)]
FAST = [(qr.Marginals, marginal_matrix, k, d) for k, d in MARGINALS]
FAST += [(qr.ParityQueries, parity_matrix, k, d) for k, d in MARGINALS]


def fast_ids(value):
    return getattr(value, "__name__", str(value))


def same_as_matrix(workload, matrix):
    """Every public way to ask gives what the matrix gives, to 1e-12."""
    n_queries, cells = matrix.shape
    assert workload.shape == (n_queries, cells) == (workload.n_queries, workload.universe_size)
    assert workload.dtype == np.float64 and isinstance(workload, LinearOperator)
    p = RNG.dirichlet(np.ones(cells), size=(2, 3))
    w = RNG.normal(size=(n_queries, 4))
    tolerance = dict(rtol=0, atol=1e-12)
    answers = workload.answers(p)
    assert answers.shape == (2, 3, n_queries) and answers.dtype == np.float64
    np.testing.assert_allclose(answers, p @ matrix.T, **tolerance)
    np.testing.assert_allclose(workload.answers(p[0, 0]), matrix @ p[0, 0], **tolerance)
    np.testing.assert_allclose(workload @ p[0, 0], matrix @ p[0, 0], **tolerance)
    np.testing.assert_allclose(workload.matvec(p[0, 0][:, None]), (matrix @ p[0, 0])[:, None], **tolerance)
    np.testing.assert_allclose(workload @ p[0].T, matrix @ p[0].T, **tolerance)
    mixed = dict(rtol=0, atol=1e-12 * n_queries)  # sums of n_queries numbers of size 1
    np.testing.assert_allclose(workload.rmatvec(w[:, 0]), matrix.T @ w[:, 0], **mixed)
    np.testing.assert_allclose(workload.rmatmat(w), matrix.T @ w, **mixed)
    np.testing.assert_allclose(workload.T @ w, matrix.T @ w, **mixed)
    assert w[:, 0] @ workload.matvec(p[0, 1]) == pytest.approx(workload.rmatvec(w[:, 0]) @ p[0, 1], abs=1e-10)
    np.testing.assert_allclose([workload.query(i) for i in range(n_queries)], matrix, **tolerance)
    assert workload.low <= matrix.min() and matrix.max() <= workload.high
    assert workload.width >= np.ptp(matrix, axis=1).max()


# ---------------------------------------------------------------------------------- marginals and parities


@pytest.mark.parametrize("kind, matrix, n_bits, degree", FAST, ids=fast_ids)
def test_fast_workloads_are_their_matrices(kind, matrix, n_bits, degree):
    dense = matrix(n_bits, degree)
    workload = kind(n_bits, degree)
    same_as_matrix(workload, dense)
    assert (workload.low, workload.high) == (dense.min(), dense.max())
    assert workload.width == np.ptp(dense, axis=1).max()
    assert all((workload.query(i) == dense[i]).all() for i in range(len(dense)))  # 0 and 1, -1 and 1: no rounding


@pytest.mark.parametrize("n_bits, degree", [(13, 2), (16, 3), (18, 1)])
def test_marginals_of_three_groups_of_bits_by_counting_records(n_bits, degree):
    records = RNG.random((500, n_bits)) < RNG.random(n_bits)
    workload = qr.Marginals(n_bits, degree)
    answers = workload.answers(qr.histogram_of(records))
    for i in RNG.integers(workload.n_queries, size=200):
        bits, cell = workload.subsets[i >> degree], i % 2**degree
        agree = (records[:, bits] == (cell >> np.arange(degree) & 1)).all(axis=1)
        assert answers[i] == pytest.approx(agree.mean(), abs=1e-12)
    np.testing.assert_allclose(answers.reshape(-1, 2**degree).sum(axis=1), 1, atol=1e-12)


def test_the_adjoint_at_sixteen_bits():
    """<A p, w> = <p, A^T w>, and a mix of two queries is the two queries."""
    for workload in (qr.Marginals(16, 3), qr.ParityQueries(16, 3)):
        p, w = RNG.normal(size=workload.universe_size), RNG.normal(size=workload.n_queries)
        size = np.abs(w).sum() * np.abs(p).sum()
        assert abs(workload.matvec(p) @ w - p @ workload.rmatvec(w)) < 1e-13 * size
        two = np.zeros(workload.n_queries)
        two[[7, -1]] = 2, -0.5
        mix = 2 * workload.query(7) - 0.5 * workload.query(workload.n_queries - 1)
        np.testing.assert_allclose(workload.rmatvec(two), mix, atol=1e-12)


def test_order_names_and_groups():
    workload = qr.Marginals(3, 2, bit_names=["male", "married", "rich"])
    assert workload.subsets.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert [workload.names(i) for i in (0, 1, 2, 11)] == \
        ["male=0, married=0", "male=1, married=0", "male=0, married=1", "married=1, rich=1"]
    assert workload.query(1).tolist() == [0, 1, 0, 0, 0, 1, 0, 0]
    assert workload.group(6).tolist() == [4, 5, 6, 7]
    assert workload.query(6).tolist() == [float(x & 1 == 0 and x >> 2 == 1) for x in range(8)]
    assert qr.Marginals(2, 1).names(3) == "bit 1=1"
    parities = qr.ParityQueries(3, 2, bit_names=("male", "married", "rich"))
    assert parities.masks.tolist() == [1, 2, 4, 3, 5, 6]
    assert parities.names(4) == "parity of male, rich"


def test_integers_and_booleans_are_counted():
    workload, counts = qr.Marginals(4, 2), RNG.integers(0, 9, size=16)
    assert workload.answers(counts).tolist() == (marginal_matrix(4, 2) @ counts).tolist()
    assert workload.matvec(counts > 4).tolist() == (marginal_matrix(4, 2) @ (counts > 4)).tolist()


# ---------------------------------------------------------------------------------- the transform


@pytest.mark.parametrize("n_bits", range(12))
def test_walsh_hadamard_is_the_hadamard_matrix(n_bits):
    x = RNG.integers(-5, 6, size=(2, 2, 2**n_bits))
    assert (qr.walsh_hadamard(x) == x @ hadamard(2**n_bits)).all()  # integers: exact
    assert (qr.walsh_hadamard(x[0, 0]) == qr.walsh_hadamard(x)[0, 0]).all()


def test_walsh_hadamard_twice_and_parseval():
    x = RNG.normal(size=2**17)
    once = qr.walsh_hadamard(x)
    np.testing.assert_allclose(qr.walsh_hadamard(once) / 2**17, x, rtol=0, atol=1e-12)
    assert (once**2).sum() == pytest.approx(2**17 * (x**2).sum(), rel=1e-12)


# ---------------------------------------------------------------------------------- what readers bring

MATRICES = {
    "general": RNG.uniform(-1, 1, size=(5, 7)),
    "zero-one": (RNG.random((6, 4)) < 0.5).astype(float),
    "one point": np.array([[0.25], [-1.0], [0.0]]),
    "one query": np.array([[0.5, -0.5, 1.0]]),
    "one of each": np.array([[1.0]]),
    "empty rows": np.array([[0.0, 0.0], [0.0, 1.0]]),
    "all above 0": np.array([[0.5, 1.0], [0.75, 0.75]]),
}


@pytest.mark.parametrize("matrix", MATRICES.values(), ids=MATRICES)
@pytest.mark.parametrize("brought", [np.array, sparse.csr_array, sparse.coo_matrix, aslinearoperator, qr.DenseQueries])
def test_arrays_sparse_matrices_and_operators_become_workloads(brought, matrix):
    workload = qr.as_workload(brought(matrix))
    same_as_matrix(workload, matrix)
    if brought is aslinearoperator:
        assert (workload.low, workload.high, workload.width) == (-1, 1, 2)  # nothing is known: the careful side
    else:
        assert (workload.low, workload.high) == (matrix.min(), matrix.max())
        assert workload.width == np.ptp(matrix, axis=1).max()
    assert qr.as_workload(workload) is workload


@pytest.mark.parametrize("base", [MATRICES["general"], MATRICES["one of each"], sparse.csr_array(MATRICES["zero-one"]),
                                  qr.Marginals(3, 2), qr.ParityQueries(2, 2), aslinearoperator(MATRICES["general"])],
                         ids=lambda base: type(base).__name__)
def test_with_negations_closes_and_keeps_the_width(base):
    both = qr.with_negations(base)
    matrix = qr.as_workload(base).T.matmat(np.eye(qr.as_workload(base).n_queries)).T
    same_as_matrix(both, np.vstack([matrix, -matrix]))
    assert both.low == -both.high and both.width == both.base.width
    assert both.names(0) == both.base.names(0) and both.base.names(0) in both.names(both.base.n_queries)
    difference = np.subtract(*RNG.dirichlet(np.ones(matrix.shape[1]), size=2))
    assert both.answers(difference).max() == pytest.approx(np.abs(matrix @ difference).max(), abs=1e-15)


def test_names_of_dense_queries_and_their_copy():
    matrix = np.eye(2)
    workload = qr.DenseQueries(matrix, names=["left", "right"])
    matrix[0, 0] = 0
    assert workload.names(1) == "right" and workload.query(0).tolist() == [1, 0]
    workload.query(0)[0] = 5  # a copy as well
    assert workload.matvec([1, 0]).tolist() == [1, 0] and qr.as_workload(np.eye(2)).names(1) == "query 1"


def test_a_users_operator():
    """Counts by a cell's remainder: functions that take one-dimensional arrays only."""
    remainder = np.arange(7) % 3
    ours = LinearOperator((3, 7), matvec=lambda p: np.bincount(remainder, weights=p), rmatvec=lambda w: w[remainder], dtype=float)
    workload = qr.OperatorQueries(ours, low=0, high=1)
    same_as_matrix(workload, np.equal.outer(np.arange(3), remainder).astype(float))
    assert workload.width == 1


def test_a_users_operator_without_rmatvec():
    workload = qr.OperatorQueries(LinearOperator((6, 6), matvec=np.cumsum, dtype=float), low=0, high=1)
    assert workload.answers(np.ones(6) / 6) == pytest.approx(np.arange(1, 7) / 6)
    with pytest.raises(ValueError, match="operator must have rmatvec"):
        workload.query(0)


@pytest.mark.parametrize("matrix", [2 * np.eye(2), -np.eye(2), np.array([[np.nan, 0], [0, 1.0]])])
def test_an_operator_that_leaves_its_range_is_caught(matrix):
    workload = qr.OperatorQueries(aslinearoperator(matrix), low=0, high=1)
    for ask in (lambda: workload.answers([1.0, 0.0]), lambda: workload.matvec([1, 0]), lambda: workload.query(0)):
        with pytest.raises(ValueError, match="operator must have entries in .low, high."):
            ask()
    assert workload.low == 0  # made without a look at its rows


# ---------------------------------------------------------------------------------- histograms and errors


def test_histogram_of_records():
    assert qr.histogram_of([[1, 0], [1, 0], [0, 1], [1, 1]]).tolist() == [0, 0.5, 0.25, 0.25]
    bits = load_adult_bits()
    p = qr.histogram_of(bits.x[:, :8])
    assert p.shape == (256,) and p.sum() == pytest.approx(1, abs=1e-12)
    marginals = qr.Marginals(8, 1, bits.names[:8]).answers(p)
    np.testing.assert_allclose(marginals[1::2], bits.x[:, :8].mean(axis=0), atol=1e-12)


def test_errors_of_estimates():
    p, estimates = np.array([0.5, 0.5, 0]), np.array([[0.5, 0.25, 0.25], [0.5, 0.5, 0]])
    queries = np.array([[0, 1, 0], [0, 0.5, -1]])
    assert qr.max_error(queries, p, estimates).tolist() == [0.375, 0]
    assert isinstance(qr.max_error(queries, p, p), float)


# ---------------------------------------------------------------------------------- bad input

P2 = np.array([0.5, 0.5])
BAD = {
    "entry above 1": (lambda: qr.DenseQueries([[1.1, 0]]), "matrix must be <= 1"),
    "entry below -1": (lambda: qr.as_workload([[-1.1, 0]]), "queries must be >= -1"),
    "NaN": (lambda: qr.DenseQueries([[np.nan, 0]]), "matrix must be finite"),
    "one axis": (lambda: qr.DenseQueries([0.5, 0.5]), "matrix must have shape"),
    "three axes": (lambda: qr.as_workload(np.zeros((1, 1, 1))), "queries must have shape"),
    "empty": (lambda: qr.DenseQueries(np.zeros((0, 3))), "matrix must not be empty"),
    "text": (lambda: qr.as_workload("queries"), "queries must be a numeric array"),
    "nothing": (lambda: qr.with_negations(None), "queries must be a numeric array"),
    "names short": (lambda: qr.DenseQueries(np.eye(2), names=["a"]), "names must hold 2 names"),
    "names not text": (lambda: qr.DenseQueries(np.eye(2), names=[1, 2]), "names must be a string"),
    "sparse entry": (lambda: qr.SparseQueries(sparse.csr_array([[0, 1.5]])), "matrix must be <= 1"),
    "sparse NaN": (lambda: qr.as_workload(sparse.csr_array([[0, np.nan]])), "matrix must be finite"),
    "stored twice": (lambda: qr.as_workload(sparse.csr_array(([1.0, 1.0], [0, 0], [0, 2]), shape=(1, 2))), "<= 1"),
    "sparse complex": (lambda: qr.SparseQueries(sparse.csr_array([[1j]])), "numeric"),
    "not sparse": (lambda: qr.SparseQueries(np.eye(2)), "scipy sparse"),
    "not an operator": (lambda: qr.OperatorQueries(np.eye(2)), "operator must be a LinearOperator"),
    "complex operator": (lambda: qr.as_workload(aslinearoperator(1j * np.eye(2))), "operator must be real"),
    "low": (lambda: qr.OperatorQueries(aslinearoperator(np.eye(2)), low=-2), "low must be"),
    "high below low": (lambda: qr.OperatorQueries(aslinearoperator(np.eye(2)), low=0.5, high=0), "high must be"),
    "cells": (lambda: qr.Marginals(3, 2).answers(np.ones(7) / 7), "last axis of length 8"),
    "a number": (lambda: qr.as_workload([[1.0]]).answers(1.0), "last axis of length 1"),
    "histogram NaN": (lambda: qr.Marginals(1, 1).answers([np.nan, 1]), "histograms must be finite"),
    "matvec shape": (lambda: qr.Marginals(1, 1).matvec([1, 0, 0]), "dimension mismatch"),
    "matvec complex": (lambda: qr.Marginals(1, 1).matvec([1j, 0]), "real numbers"),
    "query index": (lambda: qr.Marginals(2, 1).query(4), "i must be an integer >= 0 and <= 3"),
    "name index": (lambda: qr.as_workload(np.eye(2)).names(-1), "i must be"),
    "group index": (lambda: qr.Marginals(2, 1).group(0.5), "i must be"),
    "degree 0": (lambda: qr.Marginals(3, 0), "degree must be an integer >= 1 and <= 3"),
    "degree above k": (lambda: qr.Marginals(3, 4), "degree must be"),
    "no bits": (lambda: qr.Marginals(0, 0), "n_bits must be"),
    "25 bits": (lambda: qr.Marginals(25, 1), "n_bits must be an integer >= 1 and <= 24"),
    "too many cells": (lambda: qr.Marginals(24, 8), "at most 16,777,216 queries"),
    "bit names": (lambda: qr.Marginals(2, 1, bit_names=["a"]), "bit_names must hold 2 names"),
    "parity degree": (lambda: qr.ParityQueries(3, 0), "max_degree must be"),
    "parity bits": (lambda: qr.ParityQueries(2.5, 1), "n_bits must be"),
    "not a power": (lambda: qr.walsh_hadamard(np.ones(6)), "length 2\\^k"),
    "transform of a number": (lambda: qr.walsh_hadamard(1.0), "length 2\\^k"),
    "transform NaN": (lambda: qr.walsh_hadamard([np.inf, 0]), "x must be finite"),
    "records of 2": (lambda: qr.histogram_of([[2, 0]]), "records must be <= 1"),
    "no records": (lambda: qr.histogram_of(np.zeros((0, 2))), "records must not be empty"),
    "wide records": (lambda: qr.histogram_of(np.zeros((1, 25))), "columns"),
    "sums to .9": (lambda: qr.max_error(np.eye(2), [0.5, 0.4], P2), "histogram must sum to 1"),
    "estimate": (lambda: qr.max_error(np.eye(2), P2, [1.5, -0.5]), "estimate must be nonnegative"),
    "estimate size": (lambda: qr.max_error(np.eye(2), P2, [1.0]), "estimate must have last axis of length 2"),
}


@pytest.mark.parametrize("ask, message", BAD.values(), ids=BAD)
def test_bad_input_raises(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
