"""Lecture 1's bounds and learners: hand cases, brute force, the hypotheses of each theorem."""

import itertools
import math

import numpy as np
import pytest

from dplearn import brute, pac
from dplearn.concepts import Conjunctions, Parities, Thresholds
from dplearn.pac import deeper

pytestmark = pytest.mark.filterwarnings("error")


def test_sizes_invert_their_bounds():
    for size, alpha, beta in itertools.product([1, 10**9], [0.001, 0.9], [1e-9, 0.99]):
        for bound, size_of in ((pac.occam_bound, pac.occam_sample_size),
                               (pac.occam_bound.sharp, pac.occam_sample_size.sharp)):
            n = size_of(size, alpha, beta)
            assert bound(size, alpha, n) <= beta and (n == 1 or bound(size, alpha, n - 1) > beta)
        n = deeper.agnostic_sample_size(size, alpha, beta)
        assert 2 * deeper.uniform_convergence_bound(size, beta, n) <= alpha * (1 + 1e-12)


# ---- learners -------------------------------------------------------------------------------


def samples(concept_class, rng, n):
    """A sample with repeats, labeled by a random target."""
    x = concept_class.domain()[rng.integers(0, concept_class.domain_size, n)]
    return x, concept_class.predictions(x)[rng.integers(concept_class.n_hypotheses)]


def test_elimination_and_thresholds_against_all_that_fit():
    rng = np.random.default_rng(1)
    for _ in range(30):
        x, y = samples(Conjunctions(4), rng, int(rng.integers(1, 9)))
        answer = pac.elimination_learner(x, y)
        fits = np.flatnonzero(deeper.consistent_hypotheses(Conjunctions(4), x, y))
        assert answer in fits and all(h & ~answer == 0 for h in fits)  # the most specific: contains every other
        x, y = samples(Thresholds(6), rng, 4)
        assert pac.threshold_learner(x, y, 6) == np.flatnonzero(deeper.consistent_hypotheses(Thresholds(6), x, y))[0]
    assert pac.elimination_learner(np.ones((2, 500), int), [1, 1]) == 2**500 - 1


def test_parity_learner_finds_all_solutions():
    rng, inconsistent = np.random.default_rng(3), 0
    for _ in range(60):
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
        assert answer.sample(rng).tolist() in spanned.tolist()
        assert sorted(spanned @ (1 << np.arange(d))) == np.flatnonzero(fits).tolist()
    assert 5 < inconsistent < 55


# ---- what the corrections on N17's cards say ---------------------------------------------------------


def test_a_random_point_does_at_a_large_d():
    """N17-POINT: a random h where the target's point j is unseen, bad if it is another point i and p_i + p_j > α, fails
    with probability at most (1 - α/2)^n + 2^(1-d)/α; d = 6."""
    for p, a, n in itertools.product(brute.worlds(64, 20, seed=15), (0.1, 0.3), (1, 20, 100)):
        heavy = (p + p[:, None] > a).sum(axis=1) - (2 * p > a)
        assert ((1 - p) ** n * heavy / 64).max() <= (1 - a / 2) ** n + 2 / (64 * a)


def test_strict_thresholds_are_one_fewer():
    """N17-THR: on 2^d points x < j makes 2^d concepts, x <= j one more."""
    x, j = np.arange(1, 17), np.arange(17)[:, None]
    assert [len(np.unique(labels, axis=0)) for labels in (x < j, x <= j)] == [16, 17]
