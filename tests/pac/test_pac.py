"""Lecture 1's bounds and learners: hand cases, brute force, the hypotheses of each theorem."""

import itertools
import math
import warnings

import numpy as np
import pytest

from dplearn import pac
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# ---- formulas, by hand ------------------------------------------------------------------------


def test_formulas_by_hand():
    assert pac.occam_bound(8, 0.5, 10) == pytest.approx(8 * math.exp(-5), rel=1e-14)
    assert pac.occam_bound.sharp(8, 0.5, [10, 20]) == pytest.approx(8 / np.array([2.0**10, 2.0**20]), rel=1e-13)
    assert pac.occam_bound(2**64, 0.1,
                           1000) == pytest.approx(pac.occam_bound(None, 0.1, 1000, log_size=64 * math.log(2)),
                                                  rel=1e-12)
    assert pac.occam_sample_size(1024, 0.1, 0.05) == math.ceil((math.log(1024) + math.log(20)) / 0.1) == 100
    assert pac.theorem1_sample_size(64, 0.1) == math.ceil(2 * math.log(64) / 0.1) == 84
    assert pac.theorem1_bound(64, 0.1, 84) == pytest.approx(math.exp(-4.2), rel=1e-14)
    with pytest.raises(ValueError, match="n >= 2 ln"):
        pac.theorem1_bound(64, 0.1, 83)
    assert pac.vc_sample_size(1, 0.1, 0.05) == math.ceil(80 * math.log2(130)) == 562
    assert pac.vc_sample_size(1, 0.5, 1e-30) == math.ceil(8 * math.log2(2e30))
    assert pac.vc_lower_bound(33, 0.125, 0.0099) == pytest.approx(max(7 * math.log(1 / 0.0099), 8.0))
    assert pac.vc_lower_bound(10_001, 0.125, 0.0099) == 2500
    assert pac.uniform_convergence_bound(8, 0.05, 100) == pytest.approx(math.sqrt(math.log(16 / 0.05) / 200), rel=1e-14)
    assert pac.agnostic_sample_size(8, 0.1, 0.05) == math.ceil(200 * math.log(320))
    assert pac.sauer_bound(3, 5) == 2**3  # N17 prints 2^d
    assert pac.sauer_bound(10**6, 3) == float(sum(math.comb(10**6, i) for i in range(4)))
    assert pac.sauer_bound_simple(7, 3) == pytest.approx((math.e * 7 / 3) ** 3, rel=1e-12)


@pytest.mark.parametrize("bound, size_of",
                         [(pac.occam_bound, pac.occam_sample_size),
                          (pac.occam_bound.sharp, pac.occam_sample_size.sharp)])
def test_occam_sample_size_is_the_least(bound, size_of):
    for size, alpha, beta in itertools.product([1, 2, 1024, 10**9], [0.001, 0.05, 0.3, 0.9], [1e-9, 0.05, 0.5, 0.99]):
        n = size_of(size, alpha, beta)
        assert bound(size, alpha, n) <= beta and (n == 1 or bound(size, alpha, n - 1) > beta)


def test_sizes_are_enough_for_their_bounds():
    for size, alpha, beta in itertools.product([2, 64, 10**6], [0.01, 0.2, 0.7], [0.001, 0.5]):
        n = pac.theorem1_sample_size(size, alpha)
        assert pac.occam_bound(size, alpha, n) <= pac.theorem1_bound(size, alpha, n) <= 1 / size + 1e-15
        assert 2 * pac.uniform_convergence_bound(size, beta,
                                                 pac.agnostic_sample_size(size, alpha, beta)) <= alpha * (1 + 1e-12)
    for d, alpha, beta in itertools.product([2, 10, 1000], [1e-4, 0.05, 0.125], [1e-9, 0.009]):
        assert pac.vc_lower_bound(d, alpha, beta) <= pac.vc_sample_size(d, alpha, beta)


# ---- learners -------------------------------------------------------------------------------


def samples(concept_class, rng, n):
    """A sample with repeats, labeled by a random target."""
    x = concept_class.domain()[rng.integers(0, concept_class.domain_size, n)]
    target = int(rng.integers(concept_class.n_hypotheses))
    return x, concept_class.predictions(x)[target], target


@pytest.mark.parametrize("concept_class",
                         [Conjunctions(4), Parities(4), Points(6), Thresholds(6), IntervalUnions(6, 2)], ids=str)
def test_consistent_and_erm(concept_class):
    rng = np.random.default_rng(0)
    for n in (1, 2, 5, 20):
        x, y, target = samples(concept_class, rng, n)
        mask = pac.consistent_hypotheses(concept_class, x, y)
        assert np.array_equal(mask, (concept_class.predictions(x) == y).all(axis=1)) and mask[target]
        assert pac.erm(concept_class, x, y) == np.flatnonzero(mask)[0]
        noisy = rng.integers(0, 2, n)
        wrong = (concept_class.predictions(x) != noisy.astype(bool)).sum(axis=1)
        assert pac.erm(concept_class, x, noisy) == wrong.argmin()


def test_elimination_learner():
    rng = np.random.default_rng(1)
    for _ in range(100):
        x, y, _ = samples(Conjunctions(4), rng, int(rng.integers(1, 9)))
        answer = pac.elimination_learner(x, y)
        fits = np.flatnonzero(pac.consistent_hypotheses(Conjunctions(4), x, y))
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
        x, y, _ = samples(Thresholds(6), rng, 4)
        assert pac.threshold_learner(x, y, 6) == np.flatnonzero(pac.consistent_hypotheses(Thresholds(6), x, y))[0]
    with pytest.raises(ValueError, match="threshold"):
        pac.threshold_learner([2, 3], [0, 1], 8)


def test_point_learner():
    assert pac.point_learner([5, 2, 5], [1, 0, 1], 8) == 5
    assert pac.point_learner([5, 2], [0, 0], 8) == 0
    for x, y in [([2, 3], [1, 1]), ([2, 2], [1, 0])]:
        with pytest.raises(ValueError, match="point function"):
            pac.point_learner(x, y, 8)


def test_parity_learner_finds_all_solutions():
    rng = np.random.default_rng(3)
    seen_inconsistent = 0
    for _ in range(300):
        d, n = int(rng.integers(1, 6)), int(rng.integers(1, 8))
        x, y = rng.integers(0, 2, (n, d)), rng.integers(0, 2, n)
        answer = pac.parity_learner(x, y)
        fits = pac.consistent_hypotheses(Parities(d), x, y)
        assert answer.consistent == fits.any()
        assert answer.rank + answer.basis.shape[0] == d
        assert not ((x @ answer.basis.T) % 2).any()
        if not answer.consistent:
            seen_inconsistent += 1
            assert answer.particular is None and answer.log2_n_solutions == -math.inf
            with pytest.raises(ValueError, match="consistent"):
                answer.sample(rng)
            continue
        assert 2**answer.log2_n_solutions == fits.sum()
        free = answer.basis.shape[0]
        coins = (np.arange(2**free)[:, None] >> np.arange(free)) & 1
        spanned = answer.particular ^ ((coins @ answer.basis) % 2).astype(bool)
        assert sorted(spanned @ (1 << np.arange(d))) == np.flatnonzero(fits).tolist()
        assert fits[answer.sample(rng) @ (1 << np.arange(d))]
    assert 30 < seen_inconsistent < 270


def test_parity_solution_is_uniform():
    answer = pac.parity_learner([[1, 1, 0, 0]], [1])  # 8 solutions
    rng = np.random.default_rng(4)
    draws = 4000
    counts = np.bincount([answer.sample(rng) @ [1, 2, 4, 8] for _ in range(draws)], minlength=16)
    solutions = np.flatnonzero(pac.consistent_hypotheses(Parities(4), [[1, 1, 0, 0]], [1]))
    assert counts[solutions].sum() == draws
    # Hoeffding with a union over 8 cells: false alarm 1e-6.
    assert np.abs(counts[solutions] / draws - 1 / 8).max() <= math.sqrt(math.log(2 * 8 / 1e-6) / (2 * draws))


def test_parity_learner_in_high_dimension():
    rng = np.random.default_rng(5)
    d = 300
    secret = rng.integers(0, 2, d)
    x = rng.integers(0, 2, (d + 40, d))
    answer = pac.parity_learner(x, (x @ secret) % 2)
    # rank < d with probability below 2^-40
    assert answer.log2_n_solutions == 0 and np.array_equal(answer.particular, secret.astype(bool))
    few = pac.parity_learner(x[:100], (x[:100] @ secret) % 2)
    assert np.array_equal((x[:100] @ few.sample(rng)) % 2,
                          (x[:100] @ secret) % 2) and few.log2_n_solutions == d - few.rank


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
    for n in range(concept_class.vc_dim, 12):
        if n:
            assert pac.sauer_bound(n, concept_class.vc_dim) <= pac.sauer_bound_simple(n,
                    max(1, concept_class.vc_dim)) * (1 + 1e-12)
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
    n = math.ceil((d - 1) / (32 * alpha)) - 1
    k = d - 1
    unseen = np.zeros(k + 1)
    unseen[k] = 1.0
    for _ in range(n):  # one example discovers a new point with probability 8α u/k
        found = unseen * (8 * alpha * np.arange(k + 1) / k)
        unseen = unseen - found
        unseen[:-1] += found[1:]
    failure = 0.0
    for u, chance in enumerate(unseen):
        too_many = sum(math.comb(u, w) for w in range(u + 1) if w * 8 * alpha / k > alpha * (1 + 1e-12)) / 2**u
        failure += chance * too_many
    assert failure > 0.01


# ---- agnostic -------------------------------------------------------------------------------


def test_uniform_convergence_holds_exactly():
    """One threshold at the middle of two points: the exact failure is a binomial tail, below β."""
    n, beta = 50, 0.05
    width = pac.uniform_convergence_bound(1, beta, n)
    tail = sum(math.comb(n, k) for k in range(n + 1) if abs(k / n - 0.5) > width) / 2**n
    assert 0 < tail <= beta
