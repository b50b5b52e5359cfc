"""Lecture 5's experiments on the privacy of the choices: curves against composition and against laws written out in full."""

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments
from dplearn.privacy import advanced_composition, pure_composition_delta, zcdp_epsilon

# ---- step_budget ---------------------------------------------------------------------------------------


def test_each_budget_is_spent_and_not_more():
    e, T = experiments.step_budget, np.array([1, 2, 7, 100, 5000])
    for s in [e.setting(), *random_settings(e, 25)]:
        curves = {key: values(e, key, s, T) * s.epsilon / np.sqrt(T) for key in ("zcdp", "printed", "pure", "advanced", "basic")}
        for i, steps in enumerate(T):
            rho = {key: steps * curves[key][i] ** 2 / 8 for key in ("zcdp", "printed")}
            assert zcdp_epsilon(rho["zcdp"], s.delta) == pytest.approx(s.epsilon, rel=1e-9)
            assert np.isnan(rho["printed"]) or zcdp_epsilon(rho["printed"], s.delta) <= s.epsilon * (1 + 1e-12)
            assert advanced_composition(curves["advanced"][i], steps, s.delta) == pytest.approx(s.epsilon, rel=1e-9)
            assert pure_composition_delta(curves["pure"][i], steps, s.epsilon) == pytest.approx(s.delta, rel=1e-5)
            assert steps * curves["basic"][i] == pytest.approx(s.epsilon, rel=1e-12)
        at_most = 8 * (1 - np.sqrt(0.5)) * np.log(1 / s.delta)
        assert np.isnan(curves["printed"]).all() == np.isnan(curves["printed"]).any() == (s.epsilon > at_most)


def test_the_order_of_the_budgets():
    """Nothing that asks less of a step permits more, and the printed one is below bounded range wherever it stands."""
    e, T = experiments.step_budget, np.unique(np.geomspace(1, 1e5, 30).round())
    for s in [e.setting(), *random_settings(e, 25)]:
        zcdp, printed, pure, advanced, basic = (values(e, key, s, T) for key in ("zcdp", "printed", "pure", "advanced", "basic"))
        assert (np.isnan(printed) | (printed <= zcdp * (1 + 1e-12))).all()
        assert (advanced <= pure * (1 + 1e-6)).all() and (basic <= pure * (1 + 1e-6)).all()


def test_step_budget_as_told():
    shown = experiments.step_budget.picture(experiments.step_budget.setting()).at_marker()
    expected = {"zcdp": 0.374, "printed": 0.269, "pure": 0.240, "advanced": 0.184, "basic": 0.1}
    assert shown == pytest.approx(expected, abs=6e-4)
