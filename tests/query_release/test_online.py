"""Online multiplicative weights: against the plain algorithm, its law by hand, its privacy exactly."""

import dataclasses
import functools
import math

import numpy as np
import pytest
from scipy.stats import laplace

from dplearn import query_release as qr
from dplearn import simulate
from dplearn.privacy import Relation, all_datasets, audit, zcdp_epsilon
from dplearn.query_release import deeper
from dplearn.query_release.deeper import brute

HALF = np.array([0.5, 0.25, 0.125, 0.125])
BUDGET = dict(epsilon=1.0, delta=1e-6)
QUERIES = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])


def private(histogram=HALF, alpha=0.2, name="pmw", n=1000, **change):
    return qr.OnlinePMW(histogram, alpha=alpha, n=n, rng=simulate.stream(1, name, 0), **{**BUDGET, **change})


# ---- the algorithm --------------------------------------------------------------------------------

@pytest.mark.parametrize("n, alpha", [(20, 0.3), (10**15, 0.06)])
def test_the_plain_algorithm_on_the_same_stream_of_noise(n, alpha):
    """To the end of the budget; then all is refused."""
    online, rng = private(n=n, alpha=alpha, max_updates=8), simulate.stream(1, "pmw", 0)
    b, queries = online.budget, simulate.stream(6, "queries", 0).uniform(0, 1, (400, 4))
    scales = {"threshold": b.threshold_scale, "test": b.test_scale, "answer": b.answer_scale}
    stream = iter([*queries, None])
    plain, moved = brute.online(HALF, lambda p: next(stream), alpha, 2 * alpha,
                                lambda kind: scales[kind] * rng.laplace(), most=8)
    assert [online.answer(q) for q in queries[: len(plain)]] == pytest.approx([answer for answer, _ in plain],
                                                                              abs=1e-12)
    assert online.updates == len(moved) and (online.updates == 8) == (len(plain) < 400)
    if len(plain) < 400:
        state = online.histogram
        with pytest.raises(qr.BudgetSpent,
                           match=f"{len(plain)} queries were answered, with all 8 updates that ε = 1 and"):
            online.answer(queries[0])
        assert (online.histogram == state).all() and online.answered == len(plain)


def test_budgets_from_the_scales_alone(epsilon=0.1, T=1000):
    """An epoch: threshold 1, the test above 2, the answer 1, each 1/(n · scale); the better of two ways to add up."""
    budget = qr.online_budget(n=100, epsilon=epsilon, delta=1e-6, max_updates=T)
    search, answer = 0.01 / budget.threshold_scale + 0.02 / budget.test_scale, 0.01 / budget.answer_scale
    spent = min(T * (search + answer), zcdp_epsilon(T * (search**2 + answer**2) / 2, 1e-6))
    assert budget.epsilon_search == pytest.approx(search) == pytest.approx(3 * answer)
    assert budget.epsilon_answer == pytest.approx(answer)
    assert budget.guarantee.epsilon == pytest.approx(spent) and budget.guarantee.delta in (0, 1e-6)
    assert spent == pytest.approx(epsilon, rel=1e-12)


# ---- the law --------------------------------------------------------------------------------------

def test_the_law_of_two_queries_by_their_epoch(alpha=0.2, scale=0.5):
    """One update paid for, all noises of one scale: which test fires, and on which side the answer lies."""
    rows, budget = np.array([[1.0, 0, 0, 1], [0, 1.0, 0, 0]]), qr.OnlineBudget(scale, scale, scale, 1.0, 1 / 3, 1, 1e-6)
    gaps = rows @ (HALF - 0.25)
    epoch = deeper.first_above_law(abs(gaps), threshold=alpha, threshold_scale=scale, test_scale=scale)
    law = deeper.online_law(HALF, rows, budget=budget, alpha=alpha)
    sides = laplace.cdf(-gaps / scale)[:, None] * [1, -1] + [0, 1]       # below the public answer, and above
    assert law[0] == pytest.approx(epoch[-1])
    assert law[1:].reshape(2, 2, 4).sum(axis=2) == pytest.approx(epoch[:2, None] * sides)


# ---- privacy: all tiny data sets, all neighbors, all outcomes ---------------------------------------

def audited(budget, epsilon, n=3, sign="noisy", queries=QUERIES):
    @functools.cache
    def of_counts(*counts):
        return deeper.online_law(np.array(counts) / n, queries, budget=budget, alpha=0.3, sign=sign)

    return audit(lambda records: of_counts(*np.bincount(np.array(records, int), minlength=3).tolist()),
                 all_datasets(range(3), n),
                 domain=range(3), relation=Relation.REPLACE_ONE, epsilon=epsilon, slack=1e-9)


@pytest.mark.parametrize("T, epsilon", [(1, 3.0), (2, 0.5)])
def test_online_pmw_keeps_its_guarantee(T, epsilon):
    budget = qr.online_budget(n=3, epsilon=epsilon, delta=1e-6, max_updates=T)
    claim = T * (budget.epsilon_search + budget.epsilon_answer)     # so few updates: basic composition is the better
    report = audited(budget, claim)
    assert report.ok and report.true_epsilon > claim / 4, str(report)
    assert budget.guarantee.epsilon <= claim * (1 + 1e-12) and budget.guarantee.delta == 0


ONE = qr.online_budget(n=3, max_updates=1, **BUDGET)
U17 = qr.OnlineBudget(1 / 3, 1 / 3, 1 / 3, 3.0, 1.0, 1, 1e-6)


@pytest.mark.parametrize("budget, options, low, high", [
    (ONE, {"epsilon": 1.0}, 0.25, 1.0),
    (dataclasses.replace(ONE, max_updates=3), {"epsilon": 1.0}, 1.1, 3.0),             # more updates than are paid for
    (U17, {"epsilon": 1.0}, 2.0, 4.0),
    # ε₀ = 1 claimed: never above 3ε₀ + ε₀
    (ONE, {"epsilon": 1.0, "sign": "true"}, 700, math.inf),
])
def test_broken_copies_are_caught(budget, options, low, high):
    report = audited(budget, **options)
    assert report.ok == (high <= options["epsilon"]) and low < report.true_epsilon <= high * (1 + 1e-9), str(report)
