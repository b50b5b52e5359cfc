"""Lecture 4: LinearLearner's draws and rates.

That its law is Algorithm 17's, private as claimed and no further, and the bound on its risk are held by the cards.
"""

import numpy as np
import pytest

from asking import hoeffding

from dplearn import private_experts
from dplearn.private_experts import linear_eta, linear_learner, linear_learner_probabilities


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
