"""Workloads: the transform against a matrix written down by loops, negations, records counted."""

import itertools

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.query_release.deeper import Marginals

RNG = np.random.default_rng(17)
MARGINALS = [(1, 1), (3, 2), (4, 4), (8, 3)]


def marginal_matrix(n_bits, degree):
    """A row a cell of a marginal: 1 where the cell's bits agree with all that is asked."""
    rows = []
    for subset in itertools.combinations(range(n_bits), degree):
        for cell in range(2**degree):
            asked = {bit: (cell >> j) & 1 for j, bit in enumerate(subset)}
            rows.append([float(all((x >> bit) & 1 == v for bit, v in asked.items())) for x in range(2**n_bits)])
    return np.array(rows)


def same_as_matrix(workload, matrix):
    """Every public way to ask gives what the matrix gives."""
    assert (workload.n_queries, workload.universe_size) == matrix.shape
    p = RNG.dirichlet(np.ones(matrix.shape[1]), size=(2, 3))
    np.testing.assert_allclose(workload.answers(p), p @ matrix.T, rtol=0, atol=1e-12)
    np.testing.assert_allclose(workload.answers(p[0, 0]), matrix @ p[0, 0], rtol=0, atol=1e-12)
    np.testing.assert_array_equal([workload.query(i) for i in range(len(matrix))], matrix)
    assert workload.width == np.ptp(matrix, axis=1).max()


@pytest.mark.parametrize("n_bits, degree", MARGINALS)
def test_marginals_are_their_matrix(n_bits, degree):
    workload, matrix = Marginals(n_bits, degree), marginal_matrix(n_bits, degree)
    same_as_matrix(workload, matrix)


def test_order():
    assert Marginals(3, 2).subsets.tolist() == [[0, 1], [0, 2], [1, 2]]
    with pytest.raises(ValueError, match="at most 16,777,216 queries"):
        Marginals(24, 8)


MATRICES = {
    "general": RNG.uniform(-1, 1, size=(5, 7)), "one point": np.array([[0.25], [-1.0], [0.0]]),
    "all above 0": np.array([[0.5, 1.0], [0.75, 0.75]]),
}


@pytest.mark.parametrize("matrix", MATRICES.values(), ids=MATRICES)
def test_arrays_and_their_negations_become_workloads(matrix):
    workload, both = qr.as_workload(matrix), qr.with_negations(matrix)
    same_as_matrix(workload, matrix)
    assert qr.as_workload(workload) is workload
    same_as_matrix(both, np.vstack([matrix, -matrix]))


def test_histogram_of_records():
    assert qr.histogram_of([[1, 0], [1, 0], [0, 1], [1, 1]]).tolist() == [0, 0.5, 0.25, 0.25]
