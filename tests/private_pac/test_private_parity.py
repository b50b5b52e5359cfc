"""Lecture 2: the private parity learner, its exact law, its privacy and its sample size."""

import itertools

import numpy as np
import pytest
from asking import hoeffding

from dplearn import private_pac
from dplearn.concepts import Parities
from dplearn.privacy import Relation
from dplearn.private_pac import deeper
from dplearn.private_pac.deeper import brute


@pytest.mark.parametrize("d, n", [(1, 0), (1, 1), (1, 5), (2, 3), (3, 6), (4, 7)])
@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_law_against_all_subsets(d, n, p):
    rng, every = np.random.default_rng(10 * d + n), Parities(d).domain()
    x, y, law = rng.integers(0, 2, (n, d)), rng.integers(0, 2, n), np.append(np.zeros(2**d), 0.5)
    right = (every @ x.T - y) % 2 == 0
    for kept in itertools.product((False, True), repeat=n):
        solves = right[:, np.array(kept, bool)].all(axis=1)
        output = np.append(solves, not solves.any()) / max(solves.sum(), 1)
        law += 0.5 * p ** sum(kept) * (1 - p) ** (n - sum(kept)) * output
    found = private_pac.parity_learner_probabilities(x, y, epsilon=1.0, sampling=p)
    np.testing.assert_allclose(found, law, rtol=1e-12, atol=1e-15)


def test_law_by_hand():
    # d = 1, one example (1, 1), p = 1/4: kept, only r = 1 remains; skipped, both.  No coin "fail": 1/2.
    np.testing.assert_allclose(private_pac.parity_learner_probabilities([[1]], [1], epsilon=1.0), [3 / 16, 5 / 16, 0.5])
    # (0, 1) has no solution: fails when kept.
    np.testing.assert_allclose(private_pac.parity_learner_probabilities([[0]], [1], epsilon=1.0),
                               [3 / 16, 3 / 16, 5 / 8])


def test_law_counts_repeats():
    # one example repeated c times acts as one kept with probability 1 - (1-p)^c
    many = private_pac.parity_learner_probabilities([[1, 0]] * 6, [1] * 6, epsilon=1.0)
    once = private_pac.parity_learner_probabilities([[1, 0]], [1], epsilon=1.0, sampling=1 - 0.75**6)
    np.testing.assert_allclose(many, once, rtol=1e-13)


def test_epsilon_at_the_extremes():
    """The formulas, their limits and the exact rate stand on the card N17-PARITY-DP."""
    p, epsilon = np.array([1e-9, 0.25, 0.9, 1 - 1e-12]), np.array([1e-6, 1.0, 3.9, 20.0])
    replace, remove = (deeper.parity_epsilon(p, r) for r in (Relation.REPLACE_ONE, Relation.ADD_REMOVE))
    assert (replace <= 2 * remove).all()  # a replacement is two steps
    rate = private_pac.parity_sampling_rate_exact(epsilon)
    np.testing.assert_allclose(deeper.parity_epsilon(rate), epsilon, rtol=1e-6)
    np.testing.assert_allclose(deeper.parity_epsilon(rate, Relation.ADD_REMOVE), np.log((1 + np.exp(epsilon)) / 2),
                               rtol=1e-6)


@pytest.mark.parametrize("x, y, batches", [
    ([[1, 0], [1, 0], [0, 1], [1, 1], [0, 0]], [1, 1, 0, 0, 0], 1),
    ([[1], [1], [0]], [1, 1, 1], 2),
])
def test_sampler_follows_the_law(x, y, batches):
    # Of two batches, cut after a third of the sample, the first that speaks is the output.
    x, y, size, expected, silent = np.array(x), np.array(y), 2 ** len(x[0]), 0.0, 1.0
    for part in np.split(np.arange(len(y)), [len(y) * i // batches for i in range(1, batches)]):
        *speaks, fails = private_pac.parity_learner_probabilities(x[part], y[part], epsilon=1.2, sampling=np.tanh(0.6))
        expected, silent = expected + silent * np.array(speaks), silent * fails
    rng, runs, counts = np.random.default_rng(5), 20_000, np.zeros(size + 1)
    for _ in range(runs):
        mask = deeper.private_parity_learner(x, y, epsilon=1.2, rng=rng, batches=batches).mask
        counts[size if mask is None else mask @ (1 << np.arange(len(mask)))] += 1
    # Hoeffding for each outcome: (size + 1) · 2 exp(-2 runs t²) = 1e-6
    slack = hoeffding(runs, size + 1)
    assert np.abs(counts / runs - np.append(expected, silent)).max() < slack


def test_hundreds_of_bits():
    d, alpha, beta, epsilon = 200, 0.1, 1e-6, 1.0
    plan = deeper.parity_sample_size(d, alpha, beta, epsilon, rule="exact")
    rng = np.random.default_rng(7)
    target, x = rng.integers(0, 2, d), rng.integers(0, 2, (plan.n, d), dtype=np.int8)
    outcome = deeper.private_parity_learner(x, x @ target % 2, epsilon=epsilon, rng=rng, batches=plan.batches)
    # Under uniform x every wrong parity errs on half; the theorem's failure probability is 1e-6.
    assert (outcome.mask == target).all()
    assert outcome.guarantee.epsilon == epsilon and outcome.guarantee.relation is Relation.REPLACE_ONE


def test_plan():
    plan = deeper.parity_sample_size(10, 0.1, 0.05, 0.5)
    assert (plan.batches, plan.batch_size, plan.n) == (6, int(np.ceil(4 * (10 * np.log(2) + np.log(40)) / 0.05)),
                                                       plan.batches * plan.batch_size)
    assert deeper.parity_sample_size(10, 0.1, 2**-4, 0.5).batches == 5   # log2(2/β) is whole
    # The card N17-PARITY-N holds the printed rule; the exact one, on the lazy world where every wrong parity errs by
    # just above α.
    exact = deeper.parity_sample_size(2, 0.2, 0.2, 1.0, rule="exact")
    silent = 0.5**exact.batches
    assert silent + (1 - silent) * (1 - brute.target_probability(2, exact.batch_size, 0.4 * np.tanh(0.5))) <= 0.2
    assert 1 - deeper.parity_success_bound(2, 0.2, epsilon=1.0, n=exact.n, batches=exact.batches) <= 0.2
    assert exact.n < 0.6 * deeper.parity_sample_size(2, 0.2, 0.2, 1.0).n
    with pytest.raises(ValueError, match="epsilon"):
        deeper.parity_sample_size(10, 0.1, 0.05, 3.9)
