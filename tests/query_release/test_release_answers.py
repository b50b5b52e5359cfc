"""Independent noise on every answer: privacy from the laws, the largest error from its own, broken splits caught."""

import itertools

import numpy as np
import pytest
from scipy import stats
from asking import hoeffding

from dplearn import query_release as qr
from dplearn.brute import compositions
from dplearn.privacy import Relation, product_profile, pure_composition_delta
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

@pytest.mark.parametrize("name", WORKLOADS)
def test_pure_privacy_is_exact(name, n=3):
    """The largest privacy loss of Laplace noise on a vector is the l1 distance over the scale (far out in every
    coordinate)."""
    matrix, epsilon = WORKLOADS[name], 0.7
    uniform = np.full(matrix.shape[1], 1 / matrix.shape[1])
    released = qr.laplace_answers(uniform, matrix, n=n, epsilon=epsilon, rng=stream(1, "a", 0))
    loss = largest_moves(matrix, n)[0] / released.scale
    assert loss <= epsilon * (1 + 1e-12)
    if name in ("bits", "one"):   # there one replacement moves every answer by the full width
        assert loss == pytest.approx(epsilon)
    assert len(matrix) == 1 or loss * len(matrix) > epsilon    # a split that forgets the number of queries


def test_whole_marginals_move_by_two_cells(k=3, degree=2):
    """A split among marginals is exactly private, and by="query" is as safe on them, though not tight for
    degree >= 2."""
    workload, epsilon, n = qr.Marginals(k, degree), 1.3, 2
    (l1, l2), parts = largest_moves(dense(workload), n), len(workload.subsets)
    assert l1 == pytest.approx(2 * parts / n) and l2 == pytest.approx(np.sqrt(2 * parts) / n)
    uniform = np.full(2**k, 2.0**-k)
    scale = {by: qr.laplace_answers(uniform, workload, n=n, epsilon=epsilon, rng=stream(2, "m", 0), by=by).scale
             for by in ("query", "marginal")}
    assert l1 / scale["marginal"] == pytest.approx(epsilon)    # so half of it, as if only one cell moved, is too little
    assert l1 / scale["query"] == pytest.approx(epsilon * 2 / 2**degree)


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

@pytest.mark.parametrize("noise, law", [("laplace", stats.laplace), ("gaussian", stats.norm)])
def test_the_noise_has_its_law(noise, law):
    """All cells of all 3-way marginals of 8 bits: 448 answers, 40 times.  Dvoretzky-Kiefer-Wolfowitz."""
    rng, workload = stream(3, "noise", 0), qr.Marginals(8, 3)
    histogram, options = rng.dirichlet(np.ones(256)), dict(n=1_000, epsilon=2.0, delta=1e-6, rng=rng, noise=noise)
    drawn = [qr.laplace_answers(histogram, workload, **options) for _ in range(40)]
    z = np.concatenate([(a.values - dense(workload) @ histogram) / a.scale for a in drawn])
    assert stats.kstest(z, law.cdf).statistic <= hoeffding(len(z))
    told = drawn[0].guarantee
    assert (told.epsilon, told.delta, told.relation) == (2.0, 1e-6, Relation.REPLACE_ONE)
    assert "448 query releases" in told.note and not drawn[0].values.flags.writeable


def test_expected_largest_noise():
    assert qr.laplace_max_expected([1, 10], 2.0) == pytest.approx([2, 7381 / 1260])
    assert qr.gaussian_max_expected(2, 3.0) == pytest.approx(6 / np.sqrt(np.pi), rel=1e-10)
    fine = np.linspace(0, 12, 400_001)
    for k in (7, 4_480, 10**9):
        beyond = np.append(1.0, -np.expm1(k * np.log1p(-2 * stats.norm.sf(fine[1:]))))
        assert qr.gaussian_max_expected(k, 1.0) == pytest.approx(np.trapezoid(beyond, fine), rel=1e-7)
