"""Lecture 4: LinearLearner, its excess risk exactly and simulated, and the one-draw baseline.

That its law is Algorithm 17's, private as claimed and no further, and the bounds on its risk are held by the cards.
"""

import functools
import itertools

import numpy as np
import pytest
from scipy import special, stats

from dplearn import private_experts
from dplearn.mechanisms import exponential_probabilities
from dplearn.privacy import Relation, audit
from dplearn.private_experts import linear_eta, linear_learner_probabilities
from dplearn.private_experts.deeper import linear_engine as engine, one_draw_bound

DOMAIN = list(itertools.product((-1, 1), repeat=2))
GRID = list(itertools.product([(2, 20), (4, 6)], (0.02, 0.95)))


def test_other_analyses_take_steps_of_four_eta():
    for analysis in set(private_experts.ANALYSES) - {"dr14"}:
        narrow = private_experts.private_eta(0.5, 1e-6, 500, analysis=analysis)
        assert linear_eta(500, 0.5, 1e-6, analysis=analysis) == pytest.approx(narrow / 2, rel=1e-6)


# ---- the engine: one good coordinate ------------------------------------------------------------------


@functools.cache  # the gap does not come in
def shares(m, eta, d):
    """p(1) at all numbers of ones of all coordinates, an axis for each coordinate."""
    return special.softmax(np.stack([-2 * eta * ones for ones in np.indices((m + 1,) * d)]), axis=0)[0]


def best_share_directly(m, eta, d, gap):
    """E p(1) by summing over all numbers of ones of all coordinates."""
    k = np.arange(m + 1)
    laws = [stats.binom.pmf(k, m, (1 - gap) / 2)] + [stats.binom.pmf(k, m, 0.5)] * (d - 1)
    return np.sum(functools.reduce(np.multiply.outer, laws) * shares(m, eta, d))


@pytest.mark.parametrize("world, gap", GRID)
def test_exact_excess_against_enumeration(world, gap):
    d, most = world
    for n, scale in itertools.product((2, most), (0.05, 1.0, 4.0)):
        eta = scale / np.sqrt(n)
        direct = gap * (1 - np.mean([best_share_directly(m, eta, d, gap) for m in range(n)]))
        assert abs(engine.expected_excess_risk(n, d, gap, eta) - direct) <= 1e-5 * gap


@pytest.mark.parametrize("n, d, gap, scale, most", [(1000, 100, 0.5, 1.0, 1e-5), (1000, 1000, 0.9, 4.0, 1e-3)])
def test_exact_excess_sums_the_rounds(n, d, gap, scale, most):
    eta = scale / np.sqrt(n)
    every = np.concatenate([engine._best_share(m, eta, d, gap) for m in np.array_split(np.arange(n), 20)])
    assert abs(engine.expected_excess_risk(n, d, gap, eta) - gap * (1 - every.mean())) <= most * gap


# ---- the one-draw baseline -----------------------------------------------------------------------


@pytest.mark.parametrize("times, ok", [(1, True), (2, False)])
def test_one_draw_is_private_without_delta(times, ok):
    """As the census draws it, e^{-(ε/4) S}; calibrated as if a record moved a mean by 1/n it is caught."""
    def law(x):
        return exponential_probabilities(-np.mean(x, axis=0), score_sensitivity=2 / len(x), epsilon=0.7 * times)

    report = audit(law, list(itertools.product(DOMAIN, repeat=3)), domain=DOMAIN, relation=Relation.REPLACE_ONE,
                   epsilon=0.7, ordered=True)
    assert report.ok == ok and report.true_epsilon > 0.6 * 0.7
    x = np.random.default_rng(6).uniform(-1, 1, (50, 3))  # it is one late action of the learner at η = ε/4
    late = linear_learner_probabilities(np.vstack([x, np.zeros((1, 3))]), eta=0.7 * times / 4)[-1]
    np.testing.assert_allclose(law(x), late, rtol=1e-12)


@pytest.mark.parametrize("world, gap", GRID)
def test_one_draw_keeps_its_bound(world, gap):
    d, most = world
    for n, epsilon in itertools.product((1, most), (0.001, 2.0, 100.0)):
        direct = gap * (1 - best_share_directly(n, epsilon / 4, d, gap))
        assert direct <= one_draw_bound(n, d, gap=gap, epsilon=epsilon) * (1 + 1e-9)
