"""Lemmas 6.4 and 6.5 of DF18 by enumeration of all samples for tame and wild evaluations,
the counterexample and the correction.
"""

import itertools
import math

import numpy as np
import pytest

from dplearn import prediction, privacy
from dplearn.prediction import brute

RECORDS = tuple(itertools.product((0, 1), repeat=2))


def spread_loss(epsilon):
    """The counterexample's."""
    p = 1 / (1 + math.exp(epsilon))
    return lambda s, z: p if z in s else p * math.exp(epsilon)


def anchored_loss(epsilon, n, seed):
    """Pr[B] = c e^{ε g(S, z)}, g a random function that one record changes by at most 1 (a distance to random
    anchors).
    """
    rng = np.random.default_rng(seed)
    anchors = {z: [([RECORDS[i] for i in rng.integers(0, 4, n)], int(rng.integers(0, 3))) for _ in range(4)]
               for z in RECORDS}
    c = math.exp(-epsilon * (n + 2)) / (1 + math.exp(epsilon))
    return lambda s, z: c * math.exp(epsilon * min(sum(a != b for a, b in zip(anchor, s)) + up for anchor,
                                                   up in anchors[z]))


def laws_of_means(evaluation, weights, n):
    """E_S and its weights, E_S' and its weights: over all S, and over all pairs of samples."""
    samples = list(itertools.product(RECORDS, repeat=n))
    own, fresh = brute.fresh_losses(np.array([[evaluation(s, z) for z in RECORDS] for s in samples]).reshape((4,
        ) * (n + 1)))
    chance = np.array([math.prod(w) for w in itertools.product(weights, repeat=n)])
    return own, chance, fresh, chance[:, None] * chance


@pytest.mark.parametrize("epsilon", [0.1, 0.7, 2.0])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_evaluations_are_private_and_keep_the_lemmas(epsilon, n):
    rng = np.random.default_rng(n)
    for evaluation in (spread_loss(epsilon), *(anchored_loss(epsilon, n, seed) for seed in range(3))):
        for z in RECORDS:
            assert privacy.audit(lambda s: np.array([1 - evaluation(s, z), evaluation(s, z)]),
                                 privacy.all_datasets(RECORDS, n, ordered=True), domain=RECORDS,
                                 relation=privacy.Relation.REPLACE_ONE, epsilon=epsilon).ok
        for weights in (np.full(4, 0.25), rng.dirichlet(np.ones(4)), rng.dirichlet(np.full(4, 0.2))):
            own, w, fresh, ww = laws_of_means(evaluation, weights, n)
            for k in (1, 2, 3, 4):
                assert np.sum(ww * fresh**k) <= prediction.moment_bound(k, epsilon, own, weights=w) * (1 + 1e-12)
            for beta in (1e-4, 0.01, 0.1, 0.3, 0.6, 0.9, 0.99):
                assert np.sum(ww[fresh >= own.max() * prediction.tail_factor(beta, epsilon)]) <= beta + 1e-12


def test_moment_bound_by_hand():
    said = prediction.moment_bound(3, 0.5, [0.1, 0.4], weights=[0.25, 0.75], delta=0.02)
    assert said == pytest.approx(math.exp(4.5) * (0.25 * 0.16**3 + 0.75 * 0.46**3))
    assert prediction.moment_bound(2, 0.5, [0.0, 0.0]) == 0 and np.isfinite(prediction.moment_bound(10**6, 10.0, 0.5))
    # on an atomless domain the counterexample has E_S'^k = e^{kε} α^k: more than e^{k²ε} α^k for every k < 1, so k must
    # be whole
    with pytest.raises(ValueError, match="k must be an integer"):
        prediction.moment_bound(0.5, 2.0, 0.05)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_the_printed_tail_is_false_and_the_corrected_one_is_not(epsilon):
    """On [2^40] no fresh record of 100 is in the data but with chance 1e-8:
    the truth is 1 wherever the factor is e^ε at most.
    """
    def truth(factor):
        return prediction.spread_tail(factor, epsilon, 100, 2**40)

    for beta in (0.999, 0.9, 0.5, 0.1, 1e-3):
        assert truth(prediction.tail_factor(beta, epsilon)) <= beta
    edge = prediction.tail_factor_printed(math.exp(-epsilon / 4), epsilon)
    assert edge == pytest.approx(math.exp(epsilon)) and truth(edge) > 1 - 1e-7    # the lemma as printed: β at most
    assert truth(math.exp(epsilon) * 1.001) == 0
