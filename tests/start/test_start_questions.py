"""Lecture 0's experiments: the two laws are exact and within ε, the survey agrees with its exact value."""

import itertools

import numpy as np
import pytest

from dplearn import simulate
from dplearn.concepts import Thresholds
from dplearn.start import experiments as start
from dplearn.private_pac import learner_probabilities

SETTINGS = [{"n": n, "changed": changed, "epsilon": epsilon}
            for n, changed, epsilon in itertools.product((4, 400), (1, 12, 13), (0.05, 2))]


@pytest.mark.parametrize("values", SETTINGS[::4])
def test_the_laws_are_the_learners_on_neighboring_data(values):
    setting = start.two_laws.setting(**values)
    rows = np.append(1 + np.arange(setting.n - 1) % start.DOSES, setting.changed)
    labels = rows <= start.HALF
    other = np.append(labels[:-1], not labels[-1])
    for law, y in zip(start.neighbor_laws(setting), (labels, other)):
        wanted = learner_probabilities(Thresholds(start.DOSES), rows, y, epsilon=setting.epsilon)
        assert law == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("values", [{}, {"epsilon": 8, "tolerance": 0.01}, {"share": 1, "tolerance": 0.3}])
def test_survey_simulation_agrees_with_exact_and_bound(values):
    setting, x = start.survey.setting(**values), start.survey.simulated_x
    hits = start.survey.draw(setting)(np.random.default_rng(3), 1000).sum(axis=0)
    bound, exact = (np.asarray(s.values(setting, x)) for s in start.survey.series)
    # Clopper-Pearson; false alarm 1e-6 shared by 3 settings and the points of the axis
    low, high = simulate.clopper_pearson(hits, 1000, 1 - 1e-6 / (3 * len(x)))
    assert ((low <= exact + 1e-12) & (exact <= high)).all()
    assert (exact <= bound + 1e-12).all()
