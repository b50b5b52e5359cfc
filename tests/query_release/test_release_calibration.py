"""ε₀ of a step of PMW: five rules, the best T for each bound, what the steps done have cost."""

import itertools

import numpy as np
import pytest
from scipy.special import expit

from dplearn import query_release as qr
from dplearn.privacy import pure_composition_delta
from dplearn.query_release import brute, deeper

GRID = np.meshgrid([0.01, 0.3, 1.0, 10.0], [1e-12, 1e-6, 0.01, 0.3], [1, 2, 10, 101, 3_000, 10**5], indexing="ij")


# ---- the rules -----------------------------------------------------------------------------------

@pytest.mark.parametrize("calibration", qr.CALIBRATIONS)
def test_a_rule_falls_in_T_and_no_rule_permits_more_than_randomized_response(calibration):
    """One record, two cells, queries (1, 0) and (0, 1), η -> 0: each step is randomized response with log-ratio
    ±ε₀/2."""
    epsilon, delta, T = GRID
    steps = qr.step_epsilon.curve(*GRID, calibration=calibration)
    assert not (np.diff(steps, axis=2) > 0).any()
    seen = ~np.isnan(steps)
    assert seen.sum() > 80 and (pure_composition_delta(steps[seen] / 2, T[seen], epsilon[seen]) <= delta[seen]).all()
    if calibration in ("basic", "bounded-range", "printed"):     # and what is permitted is not overspent, nor half-way
        spent, half = (qr.certified_epsilon(steps[seen], delta[seen], k) for k in (T[seen], T[seen] // 2))
        assert (spent <= epsilon[seen] * (1 + 4e-16)).all() and (half <= spent).all()


# ---- T -------------------------------------------------------------------------------------------

SETTINGS = list(itertools.product((2, 2**40), (2, 10**9), (10**3, 10**6), (0.1, 10.0), (1e-9, 1e-3)))


@pytest.mark.parametrize("form", ["printed", "sharp"])
def test_best_rounds(form):
    bound, best, rounds = (f.variants[form] for f in (qr.pmw_bound, qr.pmw_best_bound, qr.best_whole_rounds))
    for setting in SETTINGS:
        whole = rounds(*setting)
        there = bound(*setting, whole)
        assert there <= bound(*setting, np.maximum(whole + np.arange(-3, 4), 1)).min() * (1 + 1e-12)
        assert whole <= 30 or best(*setting) * (1 - 1e-12) <= there <= 1.01 * best(*setting)
        if form == "sharp":
            size, queries, n, epsilon, delta = setting
            simple = np.log(queries) * np.sqrt(np.log(size) * (epsilon - np.log(delta))) / (epsilon * n)
            assert best(*setting) <= 2 * np.sqrt(simple)


# ---- what was spent ------------------------------------------------------------------------------

def test_the_cost_of_the_steps_done_can_be_passed_by_choosing_when_to_stop():
    """Two queries whose errors, a record apart, change places: the chance that after some step the loss is
    above the claim."""
    step, delta, T = 0.1, 1e-6, 1_000
    likelier, passed, law = expit(step / 2), 0.0, np.ones(1)      # the law of how often the likelier query was chosen
    for k, epsilon in enumerate(qr.certified_epsilon(step, delta, np.arange(1, T + 1)), 1):
        law = np.append(law * (1 - likelier), 0) + np.insert(law * likelier, 0, 0)
        beyond = step / 2 * (2 * np.arange(k + 1) - k) > epsilon * (1 + 1e-12)
        passed, law = passed + law[beyond].sum(), np.where(beyond, 0, law)
    assert passed == pytest.approx(1.85e-6, rel=5e-3) and passed > delta


def test_a_choice_seldom_loses_more_than_is_said(n=1, step=2.0):
    """All queries but one just further off than the bound: tight for many queries, and passed with chance β at most."""
    for m, beta in itertools.product((2, 10, 1000), (0.3, 0.01)):
        gap = deeper.selection_bound_whp(m, n, step, 1, beta) * (1 + 1e-9)
        passed = 1 - brute.choice(np.append(0.0, np.full(m - 1, -gap)), n * step / 2)[0]
        assert 0.3 * beta < passed <= beta and (m < 1000 or passed > 0.7 * beta)
