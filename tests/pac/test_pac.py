"""Lecture 1's bounds and learners: hand cases, brute force, the hypotheses of each theorem."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom
from asking import hoeffding

from dplearn import pac
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from dplearn.pac import deeper

pytestmark = pytest.mark.filterwarnings("error")

# ---- formulas, by hand ------------------------------------------------------------------------


@pytest.mark.parametrize("found, by_hand", [
    (pac.occam_bound(8, 0.5, 10), 8 * math.exp(-5)),
    (pac.occam_bound.sharp(8, 0.5, [10, 20]), 8 / np.array([2.0**10, 2.0**20])),
    (pac.occam_bound(2**64, 0.1, 1000), pac.occam_bound(None, 0.1, 1000, log_size=64 * math.log(2))),
    (pac.occam_sample_size(1024, 0.1, 0.05), math.ceil((math.log(1024) + math.log(20)) / 0.1)),
    (pac.theorem1_sample_size(64, 0.1), math.ceil(2 * math.log(64) / 0.1)),
    (pac.theorem1_bound(64, 0.1, 84), math.exp(-4.2)),
    (pac.vc_sample_size(1, 0.1, 0.05), math.ceil(80 * math.log2(130))),
    (pac.vc_sample_size(1, 0.5, 1e-30), math.ceil(8 * math.log2(2e30))),
    (deeper.vc_lower_bound(33, 0.125, 0.0099), 7 * math.log(1 / 0.0099)),
    (deeper.vc_lower_bound(10_001, 0.125, 0.0099), 2500),
    (deeper.uniform_convergence_bound(8, 0.05, 100), math.sqrt(math.log(16 / 0.05) / 200)),
    (deeper.agnostic_sample_size(8, 0.1, 0.05), math.ceil(200 * math.log(320))),
    (pac.sauer_bound(3, 5), 2**3),  # N17 prints 2^d
    (pac.sauer_bound(10**6, 3), sum(math.comb(10**6, i) for i in range(4))),
    (pac.sauer_bound_simple(7, 3), (math.e * 7 / 3) ** 3),
])
def test_formulas_by_hand(found, by_hand):
    assert found == pytest.approx(by_hand, rel=1e-12)


def test_theorem_1_starts_at_its_sample_size():
    with pytest.raises(ValueError, match="n >= 2 ln"):
        pac.theorem1_bound(64, 0.1, 83)


@pytest.mark.parametrize("bound, size_of",
                         [(pac.occam_bound, pac.occam_sample_size),
                          (pac.occam_bound.sharp, pac.occam_sample_size.sharp)])
def test_occam_sample_size_is_the_least(bound, size_of):
    for size, alpha, beta in itertools.product([1, 2, 1024, 10**9], [0.001, 0.05, 0.3, 0.9], [1e-9, 0.05, 0.5, 0.99]):
        n = size_of(size, alpha, beta)
        assert bound(size, alpha, n) <= beta and (n == 1 or bound(size, alpha, n - 1) > beta)


def test_sizes_are_enough_for_their_bounds():
    for size, alpha, beta in itertools.product([2, 64, 10**6], [0.01, 0.2, 0.7], [0.001, 0.5]):
        n = deeper.agnostic_sample_size(size, alpha, beta)
        assert 2 * deeper.uniform_convergence_bound(size, beta, n) <= alpha * (1 + 1e-12)
    for d, alpha, beta in itertools.product([2, 10, 1000], [1e-4, 0.05, 0.125], [1e-9, 0.009]):
        assert deeper.vc_lower_bound(d, alpha, beta) <= pac.vc_sample_size(d, alpha, beta)


# ---- learners -------------------------------------------------------------------------------


def samples(concept_class, rng, n):
    """A sample with repeats, labeled by a random target."""
    x = concept_class.domain()[rng.integers(0, concept_class.domain_size, n)]
    return x, concept_class.predictions(x)[rng.integers(concept_class.n_hypotheses)]


@pytest.mark.parametrize("concept_class",
                         [Conjunctions(4), Parities(4), Points(6), Thresholds(6), IntervalUnions(6, 2)], ids=str)
def test_consistent_and_erm(concept_class):
    rng = np.random.default_rng(0)
    for n in (1, 2, 5, 20):
        x, y = samples(concept_class, rng, n)
        for labels in (y, rng.random(n) < 0.5):
            wrong = (concept_class.predictions(x) != labels).sum(axis=1)
            assert np.array_equal(deeper.consistent_hypotheses(concept_class, x, labels), wrong == 0)
            assert deeper.erm(concept_class, x, labels) == wrong.argmin()


def test_elimination_learner():
    rng = np.random.default_rng(1)
    for _ in range(100):
        x, y = samples(Conjunctions(4), rng, int(rng.integers(1, 9)))
        answer = pac.elimination_learner(x, y)
        fits = np.flatnonzero(deeper.consistent_hypotheses(Conjunctions(4), x, y))
        assert answer in fits
        assert all(h & ~answer == 0 for h in fits)  # the most specific: contains every other
    assert pac.elimination_learner([[0, 1, 1]], [1]) == 0b110
    assert pac.elimination_learner([[0, 1, 1]], [0]) == 0b111
    assert pac.elimination_learner(np.ones((2, 500), int), [1, 1]) == 2**500 - 1
    with pytest.raises(ValueError, match="conjunction"):
        pac.elimination_learner([[1, 1], [1, 1]], [0, 1])


def test_threshold_learner():
    assert pac.threshold_learner([5, 2, 3], [0, 1, 1], 8) == 3
    assert pac.threshold_learner([5, 2], [0, 0], 8) == 0
    rng = np.random.default_rng(2)
    for _ in range(50):
        x, y = samples(Thresholds(6), rng, 4)
        assert pac.threshold_learner(x, y, 6) == np.flatnonzero(deeper.consistent_hypotheses(Thresholds(6), x, y))[0]
    with pytest.raises(ValueError, match="threshold"):
        pac.threshold_learner([2, 3], [0, 1], 8)


def test_point_learner():
    assert deeper.point_learner([5, 2, 5], [1, 0, 1], 8) == 5
    assert deeper.point_learner([5, 2], [0, 0], 8) == 0
    for x, y in [([2, 3], [1, 1]), ([2, 2], [1, 0])]:
        with pytest.raises(ValueError, match="point function"):
            deeper.point_learner(x, y, 8)


def test_parity_learner_finds_all_solutions():
    rng, inconsistent = np.random.default_rng(3), 0
    for _ in range(300):
        d, n = int(rng.integers(1, 6)), int(rng.integers(1, 8))
        x, y = rng.integers(0, 2, (n, d)), rng.integers(0, 2, n)
        answer, fits = deeper.parity_learner(x, y), deeper.consistent_hypotheses(Parities(d), x, y)
        assert answer.consistent == fits.any() and answer.rank + len(answer.basis) == d
        if not answer.consistent:
            inconsistent += 1
            assert answer.particular is None and answer.log2_n_solutions == -math.inf
            with pytest.raises(ValueError, match="consistent"):
                answer.sample(rng)
            continue
        free = len(answer.basis)
        coins = np.arange(2**free)[:, None] >> np.arange(free) & 1
        spanned = answer.particular ^ (coins @ answer.basis % 2).astype(bool)
        assert sorted(spanned @ (1 << np.arange(d))) == np.flatnonzero(fits).tolist()
    assert 30 < inconsistent < 270


def test_parity_solution_is_uniform():
    answer, rng, draws = deeper.parity_learner([[1, 1, 0, 0]], [1]), np.random.default_rng(4), 4000
    counts = np.bincount([answer.sample(rng) @ [1, 2, 4, 8] for _ in range(draws)], minlength=16)
    solutions = deeper.consistent_hypotheses(Parities(4), [[1, 1, 0, 0]], [1])  # 8 of them
    assert counts[solutions].sum() == draws
    # Hoeffding with a union over 8 cells: false alarm 1e-6.
    assert np.abs(counts[solutions] / draws - 1 / 8).max() <= hoeffding(draws, 8)


# ---- growth ---------------------------------------------------------------------------------

CLASSES = [Conjunctions(3), Parities(3), Points(7), Thresholds(7), IntervalUnions(7, 2), IntervalUnions(7, 5)]


@pytest.mark.parametrize("concept_class", CLASSES, ids=str)
def test_growth_dichotomies_shattering(concept_class):
    points = concept_class.domain()
    for n in range(1, 5):
        counts = []
        for subset in itertools.combinations(range(len(points)), n):
            x = points[list(subset)]
            counts.append(pac.dichotomies(concept_class, x))
            assert counts[-1] == len({row.tobytes() for row in concept_class.predictions(x)})
            assert pac.is_shattered(concept_class, x) == (counts[-1] == 2**n)
        assert max(counts) == concept_class.growth(n) <= pac.sauer_bound(n, concept_class.vc_dim)
        assert (max(counts) == 2**n) == (n <= concept_class.vc_dim)
    assert pac.dichotomies(concept_class, points[[0, 0]]) == pac.dichotomies(concept_class, points[[0]])
    with pytest.raises(ValueError, match="distinct"):
        pac.is_shattered(concept_class, points[[0, 0]])


# ---- VC sizes -------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.125, 0.05, 0.002])
@pytest.mark.parametrize("d", [2, 3, 9, 17, 40, 100])
def test_dimension_lower_bound_on_its_hard_world(d, alpha):
    """With n < (d - 1)/(32 α) examples every learner fails with probability above 1/100.

    The hard world of Ehrenfeucht et al.: one point of mass 1 - 8α, d - 1 points sharing 8α, labels
    of these by fair coins.  On U unseen points any learner makes Bin(U, 1/2) mistakes, so its
    failure probability, averaged over targets, is exact from the law of U; some target is as bad.
    """
    k, u = d - 1, np.arange(d)
    new = np.diag(8 * alpha * u / k)  # one example discovers a new point with probability 8α u/k
    law = np.linalg.matrix_power(np.eye(d) - new + np.roll(new, -1, axis=1), math.ceil(k / (32 * alpha)) - 1)[k]
    assert law @ binom.sf(math.floor(k / 8 * (1 + 1e-12)), u, 0.5) > 0.01
