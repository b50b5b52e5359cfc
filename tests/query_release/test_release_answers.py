"""Independent noise on every answer: privacy from the laws, the largest error from its own, broken splits caught."""

import itertools

import numpy as np
import pytest
from scipy import stats

from dplearn import query_release as qr
from dplearn.brute import compositions
from dplearn.privacy import Relation, product_profile, pure_composition_delta
from dplearn.query_release import deeper
from dplearn.simulate import stream


def largest_moves(matrix, n):
    """Over all neighboring data sets of n records: the largest l1 and Euclidean distance of the true answers."""
    pairs = itertools.permutations(compositions(n, matrix.shape[1]), 2)
    moves = [matrix @ (p - q) / n for p, q in pairs if np.abs(p - q).sum() == 2]
    return max(np.abs(m).sum() for m in moves), max(np.sqrt(m @ m) for m in moves)


def dense(workload):
    return np.array([workload.query(i) for i in range(workload.n_queries)])


WORKLOADS = {
    "bits": np.array([[0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]),
    "uneven": np.array([[0.2, 0.7, 0.3], [0.0, -0.4, 0.1]]),
    "one": np.array([[1.0, 0.0]]),
}


# ---- privacy -------------------------------------------------------------------------------------

@pytest.mark.parametrize("matrix", WORKLOADS.values(), ids=WORKLOADS)
def test_pure_privacy_is_exact(matrix, n=3, epsilon=0.7):
    """The largest privacy loss of Laplace noise on a vector is the l1 distance over the scale (far out in every
    coordinate)."""
    scale = qr.answer_scale(len(matrix), n=n, epsilon=epsilon, width=np.ptp(matrix, axis=1).max())
    loss = largest_moves(matrix, n)[0] / scale
    assert loss <= epsilon * (1 + 1e-12)
    if matrix.max() == 1:         # there one replacement moves every answer by the full width
        assert loss == pytest.approx(epsilon)
    assert len(matrix) == 1 or loss * len(matrix) > epsilon    # a split that forgets the number of queries


def test_whole_marginals_move_by_two_cells(k=3, degree=2, epsilon=1.3, n=2):
    """A split among marginals is exactly private, so half the noise, as if only one cell moved, is too little."""
    workload = deeper.Marginals(k, degree)
    (l1, l2), parts = largest_moves(dense(workload), n), len(workload.subsets)
    assert l1 == pytest.approx(2 * parts / n) and l2 == pytest.approx(np.sqrt(2 * parts) / n)
    released = deeper.noisy_tables(np.full(2**k, 2.0**-k), workload, n=n, epsilon=epsilon, delta=0.0, noise="laplace",
                                   rng=stream(2, "m", 0))
    assert l1 / released.scale == pytest.approx(epsilon)


def cell_masses(shift, scale):
    """Laplace noise of this scale around `shift`, sorted into four cells: post-processing, so at least as private."""
    return np.diff(np.concatenate([[0.0], stats.laplace.cdf([0.0, 0.5, 1.0], shift, scale), [1.0]]))


def test_approximate_privacy(k=12, epsilon=4.0, delta=1e-2):
    scale = qr.answer_scale(k, n=1, epsilon=epsilon, delta=delta)
    assert pure_composition_delta(1 / scale, k, epsilon) <= delta

    def sorted_delta(b):
        return product_profile(*(np.tile(cell_masses(shift, b), (k, 1)) for shift in (0.0, 1.0)), epsilon)

    assert sorted_delta(scale) <= delta
    # forgets k; halves the sensitivity
    assert sorted_delta(scale / np.sqrt(k)) > delta and sorted_delta(scale / 2) > delta


# ---- the release ---------------------------------------------------------------------------------

@pytest.mark.parametrize("noise, draw", [("laplace", "laplace"), ("gaussian", "normal")])
def test_the_noise_of_a_stream_and_its_price(noise, draw):
    workload, p = deeper.Marginals(8, 3), stream(3, "data", 0).dirichlet(np.ones(256))
    drawn = deeper.noisy_tables(p, workload, n=1_000, epsilon=2.0, delta=1e-6, noise=noise, rng=stream(3, "noise", 0))
    assert drawn.values == pytest.approx(
        dense(workload) @ p + drawn.scale * getattr(stream(3, "noise", 0), draw)(size=448), abs=1e-12)
    told = drawn.guarantee
    assert (told.epsilon, told.delta, told.relation) == (2.0, 1e-6, Relation.REPLACE_ONE)
    assert "on 56 tables" in told.note and not drawn.values.flags.writeable


def test_expected_largest_noise():
    assert qr.laplace_max_expected([1, 10], 2.0) == pytest.approx([2, 7381 / 1260])
    assert qr.gaussian_max_expected(2, 3.0) == pytest.approx(6 / np.sqrt(np.pi), rel=1e-10)
    fine = np.linspace(0, 12, 400_001)
    for k in (7, 4_480, 10**9):
        beyond = np.append(1.0, -np.expm1(k * np.log1p(-2 * stats.norm.sf(fine[1:]))))
        assert qr.gaussian_max_expected(k, 1.0) == pytest.approx(np.trapezoid(beyond, fine), rel=1e-7)


def test_fitted_answers_are_the_nearest_that_agree():
    queries, rng = deeper.Marginals(6, 3), np.random.default_rng(4)
    rows, noisy, true = dense(queries), rng.normal(size=queries.n_queries), queries.answers(rng.dirichlet(np.ones(64)))
    np.testing.assert_allclose(deeper.fitted_answers(noisy, queries),
                               rows @ np.linalg.lstsq(rows, noisy, rcond=1e-9)[0], atol=1e-12)
    np.testing.assert_allclose(deeper.fitted_answers(true, queries), true, atol=1e-12)
