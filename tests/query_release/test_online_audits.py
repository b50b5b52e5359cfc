"""Exact privacy of sparse vector, of its published variants and of online PMW: all tiny data sets, all neighbors, all outcomes.

A record is what it adds to each count (variants) or a cell of the universe (online PMW); the relation is REPLACE_ONE.
"""

import functools
import itertools
import math

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.privacy import Relation, all_datasets, audit, exact_epsilon, hockey_stick, product_profile

CORRECT = ("lyu", "dwork-roth")
EDGES = (-2.0, -0.5, -0.2, 0.0, 0.2, 0.5, 2.0)
QUERIES = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])


# ---- published variants ---------------------------------------------------------------------------

@pytest.mark.parametrize("c", [1, 2])
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
@pytest.mark.parametrize("name", CORRECT)
def test_the_correct_variants_pass(name, epsilon, c):
    for threshold in (0.0, 1.0):
        report = qr.variant_audit(name, n_queries=3, n=2, epsilon=epsilon, c=c, threshold=threshold)
        assert report.ok and report.true_epsilon > epsilon / 6, str(report)    # and not so private as to be empty
        assert report.n_datasets == 64 and report.n_pairs == 336


@pytest.mark.parametrize("name, c, case", [
    ("u17", 1, {}), ("u17", 2, {}), ("roth", 1, {}), ("roth", 2, {"n_queries": 5, "n": 1}), ("lee-clifton", 1, {}),
    ("lee-clifton", 2, {}), ("stoddard", 1, {"n": 1, "n_queries": 2}), ("stoddard", 2, {}), ("chen", 1, {}), ("chen", 2, {}),
])  # fmt: skip
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_all_others_are_caught(name, c, case, epsilon):
    report = qr.variant_audit(name, epsilon=epsilon, c=c, **case)
    assert not report.ok and report.true_epsilon > 1.1 * epsilon, str(report)
    assert report.true_epsilon <= qr.VARIANTS[name].factor(c) * epsilon * (1 + 1e-9)


def test_without_noise_on_the_tests_outcomes_are_impossible():
    report = qr.variant_audit("stoddard", n_queries=2, n=1, epsilon=1.0)
    assert report.true_epsilon == math.inf and report.true_delta > 0.1


def test_half_the_noise_is_caught():
    # the correct variants, run with twice the ε that is claimed
    for name in CORRECT:
        report = qr.variant_audit(name, n_queries=3, n=2, epsilon=2.0)
        assert report.ok and report.true_epsilon > 1.0       # so the claim ε = 1 for it would be refused


@pytest.mark.parametrize("scales, cost", [((1.0, 1.0), 3.0), ((2.0, 4.0), 1.0), ((1 / 0.3, 2 / 0.7), 1.0)])
def test_an_epoch_on_all_values_of_a_grid(scales, cost):
    """Threshold b₁, tests b₂, Δ = 1: at most 1/b₁ + 2/b₂ between all values on a grid that move by at most one each."""
    grid = [np.array(v) for v in itertools.product((-4.0, -3.0, 3.0, 4.0), repeat=3)]
    laws = np.array([qr.first_above_law(v, threshold=0.0, threshold_scale=scales[0], test_scale=scales[1]) for v in grid])
    close = (np.abs(np.array(grid)[:, None] - np.array(grid)[None]).max(axis=2) <= 1).nonzero()
    worst = exact_epsilon(laws[close[0]], laws[close[1]]).max()
    assert 0.7 * cost < worst <= cost * (1 + 1e-10)


# ---- online PMW -----------------------------------------------------------------------------------

def online(budget, alpha=0.3, edges=EDGES, sign="noisy", queries=QUERIES):
    """The law of a tuple of records (cells of the universe)."""
    size = queries.shape[1]

    @functools.cache
    def of_counts(counts):
        histogram = np.array(counts) / sum(counts)
        return qr.online_law(histogram, queries, budget=budget, alpha=alpha, edges=edges, sign=sign)
    return lambda records: of_counts(tuple(np.bincount(np.array(records, dtype=int), minlength=size).tolist()))


def run(law, n, size, epsilon, delta=0.0):
    cells = range(size)
    return audit(law, all_datasets(cells, n), domain=cells, relation=Relation.REPLACE_ONE, epsilon=epsilon, delta=delta,
                 slack=1e-9)


@pytest.mark.parametrize("T", [1, 2])
@pytest.mark.parametrize("calibration", qr.ONLINE_CALIBRATIONS)
@pytest.mark.parametrize("epsilon", [0.5, 3.0])
def test_online_pmw_keeps_its_guarantee(calibration, T, epsilon):
    n = 3
    budget = qr.online_budget(n=n, epsilon=epsilon, delta=1e-6, max_updates=T, calibration=calibration)
    claim = T * (budget.epsilon_search + budget.epsilon_answer)
    report = run(online(budget), n, 3, claim)
    assert report.ok and report.true_epsilon > claim / 4, str(report)
    assert budget.guarantee().epsilon <= claim * (1 + 1e-12)
    if calibration != "printed":     # so few updates: basic composition is the better one
        assert claim == pytest.approx(epsilon, rel=1e-12) and budget.guarantee().delta == 0


def test_online_pmw_with_wide_queries():
    queries = np.array([[1.0, -1.0, 0.0]] * 3 + [[0.0, 1.0, -1.0]])
    for width in (2.0, 1.0):
        budget = qr.online_budget(n=2, epsilon=2.0, delta=1e-6, max_updates=1, width=width)
        if width == 1.0:      # half the noise that is needed, forced on it
            budget = qr.OnlineBudget(**{**budget.__dict__, "width": 2.0})
        report = run(online(budget, queries=queries), 2, 3, 2.0)
        assert report.ok == (width == 2.0), str(report)


def test_more_updates_than_paid_for_are_caught():
    one = qr.online_budget(n=3, epsilon=1.0, delta=1e-6, max_updates=1)
    assert run(online(one), 3, 3, 1.0).ok
    three = qr.OnlineBudget(**{**one.__dict__, "max_updates": 3})
    assert not run(online(three), 3, 3, 1.0).ok


def test_u17s_epoch_costs_more_than_its_epsilon():
    # ε₀ = 1 and one update: claimed as ε₀, true above 2 on three records; never above 3ε₀ + ε₀
    budget = qr.OnlineBudget(1 / 3, 1 / 3, 1 / 3, 3.0, 1.0, 1, 1e-6, 1.0)
    report = run(online(budget), 3, 3, 1.0)
    assert not report.ok and 2.0 < report.true_epsilon <= 4.0, str(report)


def test_u17s_printed_budget_is_passed_by_the_answers_alone():
    # One query asked until T updates have come: T Laplace answers with ε₀ = ε/sqrt(T ln(1/δ)).  Told only whether each is above
    # the middle between the two true values, they are randomized responses; their δ(ε) passes δ tenfold.
    epsilon, delta, T = 1.0, 1e-6, 1000
    exact = {}
    for calibration in qr.ONLINE_CALIBRATIONS:
        budget = qr.online_budget(n=1, epsilon=epsilon, delta=delta, max_updates=T, calibration=calibration)
        above = 1 - 0.5 * math.exp(-budget.epsilon_answer / 2)
        p, q = np.tile([above, 1 - above], (T, 1)), np.tile([1 - above, above], (T, 1))
        exact[calibration] = product_profile(p, q, epsilon)
        assert budget.guarantee().delta == delta     # zCDP, not basic composition
        assert (budget.guarantee().epsilon > 4 * epsilon) == (calibration == "printed")
    assert exact["printed"] > 8 * delta
    assert exact["equal"] < delta and exact["split"] < delta


# ---- the sign -------------------------------------------------------------------------------------

@pytest.mark.parametrize("n, alpha", [(3, 0.4), (5, 0.3), (9, 0.6)])
def test_the_true_sign_leaks(n, alpha):
    """n odd, one bit: (n - 1)/2 or (n + 1)/2 ones.  The errors are ±1/(2n), the tests have one law, the updates differ."""
    budget = qr.online_budget(n=n, epsilon=2.0, delta=1e-6, max_updates=1, calibration="equal")
    step = budget.epsilon_answer                                              # U17's ε₀
    x, y = (np.array([n - ones, ones]) / n for ones in ((n - 1) // 2, (n + 1) // 2))
    query = np.array([[0.0, 1.0]])
    p, q = (qr.online_law(h, query, budget=budget, alpha=alpha, edges=EDGES, sign="true") for h in (x, y))
    c = step * n * (alpha - 1 / (2 * n))
    assert hockey_stick(p, q, 700.0) == pytest.approx(qr.sign_leak_delta(c), rel=1e-10)
    assert exact_epsilon(p, q) == math.inf
    p, q = (qr.online_law(h, query, budget=budget, alpha=alpha, edges=EDGES) for h in (x, y))
    # repaired: the tests have one law here, so the answer's ε₀ is all that is paid
    assert hockey_stick(p, q, step) < 1e-12 and exact_epsilon(p, q) == pytest.approx(step, rel=1e-9)


def test_the_true_sign_is_caught_by_the_audit():
    budget = qr.online_budget(n=3, epsilon=1.0, delta=1e-6, max_updates=1)
    assert run(online(budget, sign="noisy"), 3, 3, 1.0).ok
    report = run(online(budget, sign="true"), 3, 3, 1.0)
    assert not report.ok and report.true_epsilon == math.inf and report.true_delta > 0.01
