"""Lecture 5's experiments on the privacy of the choices: curves against composition and against laws written out in full."""

import itertools

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


# ---- sequence_profile ----------------------------------------------------------------------------------

def all_sequences(records, n, epsilon_step, T):
    """The law of the chosen sequence on two cells, by a plain walk over all of them."""
    share, eta, law = np.array([records / n, 1 - records / n]), np.sqrt(8 * np.log(2) / T), []
    for sequence in itertools.product((0, 1), repeat=T):
        weights, chance = np.ones(2), 1.0
        for query in sequence:
            p = weights / weights.sum()
            scores = np.exp(epsilon_step * n / 2 * (p - share))
            chance *= scores[query] / scores.sum()
            weights[query] *= np.exp(-eta)
        law.append(chance)
    return np.array(law)


@pytest.mark.parametrize("n, T, epsilon_step", [(1, 1, 0.5), (1, 6, 0.3), (2, 5, 0.5), (3, 7, 0.3), (6, 4, 0.05), (7, 6, 0.5)])
def test_exact_profile_by_all_sequences_and_all_neighbors(n, T, epsilon_step):
    e, epsilon = experiments.sequence_profile, np.linspace(0, 2, 15)
    laws = [all_sequences(r, n, epsilon_step, T) for r in range(n + 1)]
    both = [(p, q) for p, q in zip(laws, laws[1:])] + [(q, p) for p, q in zip(laws, laws[1:])]
    expected = np.max([np.maximum(p - np.exp(epsilon)[:, None] * q, 0).sum(axis=1) for p, q in both], axis=0)
    s = e.setting(n=n, T=T, epsilon_step=epsilon_step)
    np.testing.assert_allclose(values(e, "exact", s, epsilon), expected, rtol=1e-9, atol=1e-13)


def test_no_promise_is_broken():
    e, epsilon = experiments.sequence_profile, np.linspace(0, 5, 60)
    for s in [e.setting(), *random_settings(e, 40)]:
        exact = values(e, "exact", s, epsilon)
        assert (exact >= -1e-15).all() and (np.diff(exact) <= 1e-15).all()
        for key in ("basic", "advanced", "pure", "zcdp"):
            assert (exact <= values(e, key, s, epsilon) + 1e-13).all(), key


def test_sequence_profile_as_told():
    shown = experiments.sequence_profile.picture(experiments.sequence_profile.setting()).at_marker()
    expected = {"exact": 0.00485, "optimal": 0.00518, "pure": 0.113, "zcdp": 0.174, "advanced": 1, "basic": 1}
    assert shown == pytest.approx(expected, rel=3e-3)
