"""Lemmas 6.2 to 6.5 of DF18 by enumeration of all samples, the counterexample to the printed tail, and its correction."""

import itertools
import math

import numpy as np
import pytest

from dplearn import privacy
from dplearn.prediction.generalization import (
    best_moment, moment_bound, spread_law, spread_tail, tail_factor, tail_factor_printed,
)
from dplearn.prediction.soft_majority import soft_majority_probability
from dplearn.privacy import Relation


# ---- evaluations on tiny domains ---------------------------------------------------------------------

RECORDS = ((0, 0), (0, 1), (1, 0), (1, 1))


def vote_loss(epsilon):
    """The error of a soft majority of n parts of one record each; a record says its label, on the other point the opposite."""
    def evaluation(s, z):
        votes = sum(label if x == z[0] else 1 - label for x, label in s)
        chance = soft_majority_probability(votes, len(s), epsilon=epsilon)
        return 1 - chance if z[1] == 1 else chance
    return evaluation


def spread_loss(epsilon, p=None):
    p = 1 / (1 + math.exp(epsilon)) if p is None else p
    return lambda s, z: spread_law(epsilon, p, z in s)[1]


def anchored_loss(epsilon, n, seed):
    """Pr[B] = c e^{ε g(S, z)}, g a random function that one record changes by at most 1 (a distance to random anchors)."""
    rng = np.random.default_rng(seed)
    anchors = {z: [([RECORDS[i] for i in rng.integers(0, 4, n)], int(rng.integers(0, 3))) for _ in range(4)] for z in RECORDS}
    top = n + 2
    c = math.exp(-epsilon * top) / (1 + math.exp(epsilon))
    return lambda s, z: c * math.exp(epsilon * min(sum(a != b for a, b in zip(anchor, s)) + up for anchor, up in anchors[z]))


def evaluations(epsilon, n):
    yield vote_loss(epsilon)
    yield spread_loss(epsilon)
    for seed in range(3):
        yield anchored_loss(epsilon, n, seed)


def laws_of_means(evaluation, domain, weights, n):
    """(E_S, its weights), (E_S', its weights): over all S, and over all pairs of samples."""
    samples = list(itertools.product(range(len(domain)), repeat=n))
    chance = np.array([math.prod(weights[i] for i in s) for s in samples])
    loss = np.array([[evaluation(tuple(domain[i] for i in s), z) for z in domain] for s in samples])
    mean = np.stack([loss[:, s].mean(axis=1) for s in samples], axis=1)          # (S, S')
    return (np.diagonal(mean), chance), (mean, chance[:, None] * chance)


@pytest.mark.parametrize("epsilon", [0.1, 0.7, 2.0])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_evaluations_are_private_and_keep_the_lemmas(epsilon, n):
    rng = np.random.default_rng(n)
    for evaluation in evaluations(epsilon, n):
        for z in RECORDS:
            audit = privacy.audit(lambda s: np.array([1 - evaluation(s, z), evaluation(s, z)]), privacy.all_datasets(RECORDS, n, ordered=True),
                                  domain=RECORDS, relation=Relation.REPLACE_ONE, epsilon=epsilon)
            assert audit.ok
        for weights in (np.full(4, 0.25), rng.dirichlet(np.ones(4)), rng.dirichlet(np.full(4, 0.2))):
            (own, w), (fresh, ww) = laws_of_means(evaluation, RECORDS, weights, n)
            for k in (1, 2, 3, 4):
                truth = np.sum(ww * fresh**k)
                assert truth <= moment_bound(k, epsilon, own, weights=w) * (1 + 1e-12)
            alpha = own.max()
            for beta in (1e-4, 0.01, 0.1, 0.3, 0.6, 0.9, 0.99):
                assert np.sum(ww[fresh >= alpha * tail_factor(beta, epsilon)]) <= beta + 1e-12


def test_the_moment_lemma_needs_whole_numbers():
    """On an atomless domain the counterexample has E_S'^k = e^{kε} α^k: more than e^{k²ε} α^k for every k < 1."""
    epsilon, alpha = 2.0, 0.05
    for k in (0.25, 0.5, 0.9):
        assert (alpha * math.exp(epsilon)) ** k > math.exp(k * k * epsilon) * alpha**k
        with pytest.raises(ValueError, match="k must be an integer"):
            moment_bound(k, epsilon, alpha)
    for k in (1, 2, 3):
        assert (alpha * math.exp(epsilon)) ** k <= moment_bound(k, epsilon, alpha) * (1 + 1e-12)


def test_moment_bound_with_delta():
    values, weights = np.array([0.1, 0.4]), np.array([0.25, 0.75])
    said = moment_bound(3, 0.5, values, weights=weights, delta=0.01, largest_loss=2.0)
    assert said == pytest.approx(math.exp(4.5) * (0.25 * 0.16**3 + 0.75 * 0.46**3))
    assert moment_bound(2, 0.5, [0.0, 0.0]) == 0 and moment_bound(1, 1.0, 0.3) == pytest.approx(0.3 * math.e)
    assert np.isfinite(moment_bound(10**6, 10.0, 0.5))


@pytest.mark.parametrize("delta", [0.0, 0.05])
def test_moments_of_an_approximate_evaluation(delta):
    """(ε, δ): the spread law with δ more on records that are not in the data."""
    epsilon, p = 0.6, 0.2
    def evaluation(s, z):
        return p if z in s else p * math.exp(epsilon) + delta
    for n in (1, 2, 3):
        (own, w), (fresh, ww) = laws_of_means(evaluation, RECORDS, np.array([0.1, 0.2, 0.3, 0.4]), n)
        for k in (1, 2, 3):
            assert np.sum(ww * fresh**k) <= moment_bound(k, epsilon, own, weights=w, delta=delta) * (1 + 1e-12)


def test_lemma_6_3():
    """E[U] <= e^ε E[V] + δB for δ = H_ε(U, V), with equality for laws on {0, B}."""
    rng = np.random.default_rng(2)
    for _ in range(500):
        size, epsilon, top = rng.integers(2, 6), rng.choice([0.1, 0.5, 2.0]), rng.uniform(0.5, 3)
        u, v = rng.dirichlet(np.full(size, 0.5), 2)
        values = rng.uniform(0, top, size)
        delta = privacy.hockey_stick(u, v, epsilon)
        assert u @ values <= math.exp(epsilon) * (v @ values) + delta * top + 1e-12
    u, v = np.array([0.2, 0.8]), np.array([0.7, 0.3])
    assert u @ [0, 2] == pytest.approx(math.exp(0.5) * (v @ [0, 2]) + privacy.hockey_stick(u, v, 0.5) * 2)


def test_lemma_6_2():
    """Merging answers, as a loss does, never raises ε."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        p, q = rng.dirichlet(np.ones(4), 2)
        loss = rng.integers(0, 2, 4)
        merged = [np.bincount(loss, weights=law, minlength=2) for law in (p, q)]
        assert privacy.exact_epsilon(*merged) <= privacy.exact_epsilon(p, q) + 1e-12


# ---- tails -------------------------------------------------------------------------------------------


def test_best_moment_tries_all():
    beta, epsilon = np.meshgrid([1e-9, 1e-3, 0.1, 0.5, 0.9, 0.999], [1e-3, 0.01, 0.1, 0.5, 1.0, 5.0, 50.0])
    k = np.arange(1, 2000)[:, None, None]
    exponent = -np.log(beta) / k + k * epsilon
    assert tail_factor(beta, epsilon) == pytest.approx(np.exp(exponent.min(axis=0)))
    assert (np.take_along_axis(exponent, best_moment(beta, epsilon)[None] - 1, axis=0)[0] <= exponent.min(axis=0) + 1e-12).all()
    assert isinstance(best_moment(0.1, 0.1), int) and best_moment(0.1, 0.1) == 5


def test_the_correction_costs_six_percent_of_the_exponent():
    epsilon = np.geomspace(1e-3, 10, 200)[:, None]
    log = np.clip(epsilon * np.append(np.geomspace(1, 400, 300), 2.0), epsilon, 600)
    ratio = np.log(tail_factor(np.exp(-log), epsilon)) / np.log(tail_factor_printed(np.exp(-log), epsilon))
    assert ratio.min() >= 1 - 1e-12 and 1.06 < ratio.max() <= 3 / math.sqrt(8) + 1e-9 < 1.0607
    whole = np.array([1, 2, 3, 7])                                 # where k = sqrt(ln(1/β)/ε) is whole, nothing changes
    assert tail_factor(np.exp(-0.3 * whole**2), 0.3) == pytest.approx(tail_factor_printed(np.exp(-0.3 * whole**2), 0.3))


@pytest.mark.parametrize("n, size", [(1, 2), (2, 2), (2, 3), (3, 3), (3, 4)])
def test_spread_tail_by_enumeration(n, size):
    epsilon, domain = 0.8, tuple(range(size))
    p = 0.2
    _, (fresh, ww) = laws_of_means(lambda s, z: spread_law(epsilon, p, z in s)[1], domain, np.full(size, 1 / size), n)
    for factor in (0.0, 0.5, 1.0, 1.2, math.exp(0.8) * (1 - 1e-9), math.exp(0.8), 2.5):
        truth = np.sum(ww[fresh >= p * factor * (1 - 1e-12)])
        assert spread_tail(factor, epsilon, n, size) == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_the_printed_tail_is_false_and_the_corrected_one_is_not(epsilon):
    """On [2^40] no fresh record of 100 is in the data but with chance 1e-8: the truth is 1 wherever the factor is e^ε at most."""
    for log in np.array([0.01, 0.5, 0.999]) * epsilon / 4:
        beta = math.exp(-log)
        assert tail_factor_printed(beta, epsilon) <= math.exp(epsilon)
        assert spread_tail(tail_factor_printed(beta, epsilon), epsilon, 100, 2**40) > 1 - 1e-7 > beta      # the lemma as printed
    for beta in (0.999, 0.9, 0.5, 0.1, 1e-3):
        assert spread_tail(tail_factor(beta, epsilon), epsilon, 100, 2**40) <= beta
    edge = tail_factor_printed(math.exp(-epsilon / 4), epsilon)
    assert edge == pytest.approx(math.exp(epsilon)) and spread_tail(edge, epsilon, 100, 2**40) > math.exp(-epsilon / 4)
    assert spread_tail(math.exp(epsilon) * 1.001, epsilon, 100, 2**40) == 0


@pytest.mark.parametrize("call, says", [
    (lambda: tail_factor(1.0, 1.0), r"beta must lie in \(0, 1\)"),
    (lambda: tail_factor(0.0, 1.0), "beta must be >= 1e-300"),
    (lambda: tail_factor_printed(0.5, 0.0), "epsilon must be >= 1e-12"),
    (lambda: best_moment([0.1, 0.2], [1.0, 2.0, 3.0]), "shapes that broadcast"),
    (lambda: moment_bound(0, 1.0, 0.5), "k must be an integer >= 1"),
    (lambda: moment_bound(1, 1.0, 1.5), "empirical must be <= 1"),
    (lambda: moment_bound(1, 1.0, [0.5, 0.5], weights=[1.0]), "weights must have empirical's shape"),
    (lambda: spread_law(1.0, 0.3, True), "p must be a finite number"),
    (lambda: spread_tail(1.0, 1.0, 0, 5), "n must be an integer >= 1"),
])
def test_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
