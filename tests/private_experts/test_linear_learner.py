"""Lecture 4: LinearLearner's draws and rates, and the one-draw baseline.

That its law is Algorithm 17's, private as claimed and no further, and the bound on its risk are held by the cards.
"""

import itertools

import numpy as np
import pytest

from asking import hoeffding

from dplearn import private_experts
from dplearn.mechanisms import exponential_probabilities
from dplearn.privacy import Relation, audit
from dplearn.private_experts import linear_eta, linear_learner, linear_learner_probabilities

DOMAIN = list(itertools.product((-1, 1), repeat=2))


def test_other_analyses_take_steps_of_four_eta():
    for analysis in set(private_experts.ANALYSES) - {"dr14"}:
        narrow = private_experts.private_eta(0.5, 1e-6, 500, analysis=analysis)
        assert linear_eta(500, 0.5, 1e-6, analysis=analysis) == pytest.approx(narrow / 2, rel=1e-6)


def test_theta_is_how_often_each_coordinate_was_chosen():
    runs, rng, records = 2000, np.random.default_rng(61), [[1.0, -1.0], [-0.5, 1.0], [1.0, 0.0], [1.0, 1.0]]
    theta = np.array([linear_learner(records, epsilon=6.0, delta=0.1, rng=rng) for _ in range(runs)])
    law = linear_learner_probabilities(records, eta=linear_eta(4, 6.0, 0.1))
    assert (np.rint(4 * theta) == 4 * theta).all() and (theta.sum(axis=1) == 1).all()
    assert np.abs(theta.mean(axis=0) - law.mean(axis=0)).max() <= hoeffding(runs, 2)


@pytest.mark.parametrize("times, ok", [(1, True), (2, False)])
def test_one_draw_is_private_without_delta(times, ok):
    """As the census draws it, e^{-(ε/4) S}; calibrated as if a record moved a mean by 1/n it is caught."""
    def law(x):
        return exponential_probabilities(-np.mean(x, axis=0), score_sensitivity=2 / len(x), epsilon=0.7 * times)

    report = audit(law, list(itertools.product(DOMAIN, repeat=3)), domain=DOMAIN, relation=Relation.REPLACE_ONE,
                   epsilon=0.7, ordered=True)
    assert report.ok == ok and report.true_epsilon > 0.6 * 0.7
