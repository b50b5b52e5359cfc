"""Lecture 2: the private parity learner, its exact law, its sample size; the learner of noisy averages."""

import itertools

import numpy as np
import pytest
from asking import hoeffding
from scipy import stats

from dplearn import private_pac
from dplearn.concepts import Parities
from dplearn.private_pac import deeper


@pytest.mark.parametrize("d, n", [(1, 0), (2, 3), (3, 6)])
@pytest.mark.parametrize("p", [0.1, 1.0])
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


def test_two_batches_follow_the_law():
    # cut after a third of the sample; the first that speaks is the output
    x, y, expected, silent = np.array([[1], [1], [0]]), np.array([1, 1, 1]), 0.0, 1.0
    for part in ([0], [1, 2]):
        *speaks, fails = private_pac.parity_learner_probabilities(x[part], y[part], epsilon=1.2, sampling=np.tanh(0.6))
        expected, silent = expected + silent * np.array(speaks), silent * fails
    rng, runs, counts = np.random.default_rng(5), 2000, np.zeros(3)
    for _ in range(runs):
        mask = deeper.private_parity_learner(x, y, epsilon=1.2, rng=rng, batches=2).mask
        counts[2 if mask is None else int(mask[0])] += 1
    assert np.abs(counts / runs - np.append(expected, silent)).max() < hoeffding(runs, 3)


# ---- noisy averages ------------------------------------------------------------------------------


@pytest.mark.parametrize("d, epsilon, beta", [(1, 1.0, 0.05), (4, 40.0, 0.3), (10, 0.3, 0.01)])
def test_examples_for_conjunctions_are_enough_exactly(d, epsilon, beta, alpha=0.1):
    n = deeper.conjunction_sample_size(d, alpha, beta=beta, epsilon=epsilon)
    scale = d / (epsilon * n)
    threshold, k = scale * np.log(d / beta), np.arange(n + 1)
    # a bit of the target is lost with probability at most β/(2d); a bit with q just above α/d stays with at most β/d
    assert stats.laplace.sf(threshold, scale=scale) <= beta / (2 * d) * (1 + 1e-9)
    for q in (alpha / d, min(1.0, 3 * alpha / d)):
        kept = (stats.binom.pmf(k, n, q) * stats.laplace.cdf(threshold - k / n, scale=scale)).sum()
        assert kept <= beta / d * (1 + 1e-9)


@pytest.mark.parametrize("m, n", [(1, 4), (3, 4), (5, 2)])
def test_adaptive_trap_over_every_table_of_signs(m, n):
    z = np.array(list(itertools.product((-1, 1), repeat=m * n))).reshape(-1, n, m)
    sign = np.where(z.sum(axis=1, keepdims=True) >= 0, 1, -1)
    exact = ((z * sign).sum(axis=2) > 0).mean() - 0.5
    assert deeper.adaptive_trap_expected_error(m, n) == pytest.approx(exact, abs=1e-12)
