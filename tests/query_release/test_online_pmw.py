"""Online multiplicative weights: the algorithm against a plain copy, updates against their bound, the promise by simulation."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from dplearn import query_release as qr
from dplearn import simulate
from dplearn.privacy import zcdp_epsilon, zcdp_rho

HALF = np.array([0.5, 0.25, 0.125, 0.125])
BUDGET = dict(n=1000, epsilon=1.0, delta=1e-6)
SILENT = dict(n=10**15, epsilon=1e6, delta=0.5)       # noise below 1e-15


def private(histogram=HALF, alpha=0.2, name="pmw", **change):
    return qr.OnlinePMW(histogram, alpha=alpha, rng=simulate.stream(1, name, 0), **{**BUDGET, **change})


def plain_online(histogram, queries, alpha, eta):
    """Dense loops, linear space: (answers, updated)."""
    p, answers, updated = np.full(len(histogram), 1 / len(histogram)), [], []
    for q in queries:
        error = sum(q * p) - sum(q * histogram)
        updated.append(abs(error) > alpha)
        answers.append(sum(q * histogram) if updated[-1] else sum(q * p))
        if updated[-1]:
            p = p * np.exp(-eta * np.sign(error) * q)
            p = p / sum(p)
    return answers, updated


# ---- without noise --------------------------------------------------------------------------------

@pytest.mark.parametrize("histogram", [HALF, np.array([1.0]), np.array([0.0, 1.0, 0.0]), np.full(5, 0.2)])
def test_online_weights_are_the_plain_ones(histogram):
    rng = simulate.stream(2, "plain", len(histogram))
    queries = rng.uniform(-1, 1, (200, len(histogram)))
    for alpha, eta in ((0.05, None), (0.2, 0.8), (0.6, 1.0)):
        answers, updated = qr.online_weights(histogram, queries, alpha=alpha, eta=eta)
        oracle, moved = plain_online(histogram, queries, alpha, alpha / 2 if eta is None else eta)
        np.testing.assert_allclose(answers, oracle, atol=1e-12)
        assert updated.tolist() == moved
        assert np.abs(answers - queries @ histogram).max() <= alpha + 1e-12


def greedy(online, pool, histogram, worst):
    """An adversary who knows p*: asks the query with the largest error, or the least one above α, until none is above α."""
    truth = pool @ histogram
    while True:
        errors = np.abs(pool @ online.histogram - truth)
        above = np.flatnonzero(errors > online.alpha + 1e-12)
        if not len(above):
            return online.updates
        online.answer(pool[above[np.argmax(errors[above]) if worst else np.argmin(errors[above])]])


@pytest.mark.parametrize("worst", [True, False])
@pytest.mark.parametrize("size", [2, 4, 7])
def test_no_stream_makes_more_updates_than_the_bound(size, worst):
    rng = simulate.stream(3, "streams", size)
    cubes = np.array(list(itertools.product((0.0, 1.0), repeat=size)))
    for alpha in (0.04, 0.1, 0.3):
        most, printed = 0, 0
        drawn = [rng.dirichlet(np.full(size, share)) for share in (1.0, 0.1)]
        for histogram in (np.eye(size)[0], np.full(size, 1 / size), *drawn):
            most = max(most, greedy(qr.OnlineWeights(histogram, alpha=alpha, eta=4 * alpha), cubes, histogram, worst))
            printed = max(printed, greedy(qr.OnlineWeights(histogram, alpha=alpha), cubes, histogram, worst))
            signs = qr.OnlineWeights(histogram, alpha=alpha)
            greedy(signs, 2 * cubes - 1, histogram, worst)
            assert signs.updates < 4 * math.log(size) / alpha**2        # η = α/2, queries in [-1, 1]
        assert 0 < most < math.log(size) / (2 * alpha**2) and 0 < printed < 4 * math.log(size) / alpha**2
        assert most < printed


def test_the_bound_without_the_rate_it_is_for():
    # a rate far too large oscillates: the promise of ln|X|/(2α²) is for η = 4α, and the same stream breaks it
    query = np.array([[1.0, 0.0]] * 400)
    _, updated = qr.online_weights(np.array([0.5, 0.5]) + [0.11, -0.11], query, alpha=0.1, eta=3.0)
    assert updated.sum() > math.log(2) / (2 * 0.1**2)


# ---- the private one ------------------------------------------------------------------------------

def test_without_noise_it_is_online_weights():
    queries = simulate.stream(4, "limit", 0).uniform(0, 1, (100, 4))
    online = private(alpha=0.06, **SILENT)
    answers = [online.answer(q) for q in queries]
    oracle, updated = plain_online(HALF, queries, 0.06, 0.12)
    np.testing.assert_allclose(answers, oracle, atol=1e-9)
    assert online.updates == sum(updated) > 0 and online.answered == 100


def test_the_histogram_follows_from_the_answers_alone():
    # what moves p^t is public: replay it from queries and answers, without the data
    online, losses, asked = private(n=40, alpha=0.2), np.zeros(4), 0
    rng = simulate.stream(5, "replay", 0)
    while online.updates < online.max_updates:
        q, before = rng.uniform(0, 1, 4), online.updates
        public = q @ online.histogram
        answer, asked = online.answer(q), asked + 1
        if online.updates > before:
            losses += q if answer < public else -q
        else:
            assert answer == public
        weights = np.exp(-0.4 * losses)
        np.testing.assert_allclose(online.histogram, weights / weights.sum(), rtol=1e-12)
    assert asked == online.answered > online.updates


def test_the_budget_ends():
    online, query = private(n=10, max_updates=3), np.array([1.0, 0.0, 1.0, 0.0])
    while online.updates < 3:
        online.answer(query)
    state = online.histogram, online.answered, online.updates, online.spent
    for _ in range(3):
        with pytest.raises(qr.BudgetSpent, match=f"{online.answered} queries were answered, with all 3 updates") as caught:
            online.answer(query)
    assert isinstance(caught.value, RuntimeError) and "ε = 1" in str(caught.value)
    assert (online.histogram == state[0]).all() and (online.answered, online.updates, online.spent) == state[1:]
    with pytest.raises(ValueError, match="query"):     # a bad query is bad all the same
        online.answer([2.0, 0, 0, 0])


def test_same_stream_same_answers_and_draw_online_is_the_same_algorithm():
    queries = simulate.stream(6, "queries", 0).uniform(0, 1, (60, 4))
    for n, alpha in ((20, 0.3), (100, 0.1)):
        one, two = private(n=n, alpha=alpha, max_updates=8), private(n=n, alpha=alpha, max_updates=8)
        answers = []
        for q in queries:
            try:
                answers.append(one.answer(q))
                assert two.answer(q) == answers[-1]
            except qr.BudgetSpent:
                break
        draws = qr.draw_online(HALF, queries, budget=one.budget, alpha=alpha, rng=simulate.stream(1, "pmw", 0), runs=1)
        k = len(answers)
        np.testing.assert_allclose(draws.errors[0, :k] + queries[:k] @ HALF, answers, atol=1e-12)
        assert np.isnan(draws.errors[0, k:]).all() and draws.updated.sum() == one.updates


# ---- what it costs --------------------------------------------------------------------------------

@pytest.mark.parametrize("epsilon", [0.1, 1.0, 20.0])
@pytest.mark.parametrize("T", [1, 5, 1000])
def test_budgets(epsilon, T):
    delta, log = 1e-6, math.log(1e6)
    for calibration in ("split", "equal"):
        budget = qr.online_budget(n=100, epsilon=epsilon, delta=delta, max_updates=T, calibration=calibration)
        assert budget.guarantee().epsilon == pytest.approx(epsilon, rel=1e-12) and budget.guarantee().delta in (0, delta)
        spent = [budget.guarantee(e).epsilon for e in range(0, T + 1, max(1, T // 5))]
        assert spent[0] == 0 and (np.diff(spent) > 0).all()
        # the ledger of one epoch, from the scales alone: threshold 1, the test above 2, the answer 1, each 1/(n · scale)
        assert budget.epsilon_search == pytest.approx(1 / (100 * budget.threshold_scale) + 2 / (100 * budget.test_scale))
        assert budget.epsilon_answer == pytest.approx(1 / (100 * budget.answer_scale))
    equal = budget.epsilon_answer
    assert budget.epsilon_search == pytest.approx(3 * equal)
    assert equal == pytest.approx(max(math.sqrt(zcdp_rho(epsilon, delta) / (5 * T)), epsilon / (4 * T)), rel=1e-12)
    assert equal >= epsilon / math.sqrt(32 * T * (log + epsilon))       # never less than the explicit theorem's ε₀
    printed = qr.online_budget(n=100, epsilon=epsilon, delta=delta, max_updates=T, calibration="printed")
    step = epsilon / math.sqrt(T * log)
    assert printed.answer_scale == printed.test_scale == printed.threshold_scale == pytest.approx(1 / (100 * step))
    assert printed.guarantee().epsilon == pytest.approx(min(4 * T * step, zcdp_epsilon(5 * T * step**2, delta)))
    assert printed.guarantee().epsilon > epsilon
    wide = qr.online_budget(n=100, epsilon=epsilon, delta=delta, max_updates=T, width=2.0)
    assert wide.test_scale == pytest.approx(2 * qr.online_budget(n=100, epsilon=epsilon, delta=delta, max_updates=T).test_scale)


def test_the_split_has_less_noise_in_a_comparison_than_equal_scales():
    split, equal = (qr.online_budget(max_updates=100, calibration=c, **BUDGET) for c in ("split", "equal"))
    assert math.hypot(split.threshold_scale, split.test_scale) < math.hypot(equal.threshold_scale, equal.test_scale)
    assert split.threshold_scale + split.test_scale < equal.threshold_scale + equal.test_scale
    assert split.answer_scale == pytest.approx(equal.answer_scale, rel=1e-14)


def test_spent_grows_with_the_epochs():
    online = private(n=10, alpha=0.3)
    assert online.spent.epsilon == 0 and online.guarantee.epsilon == pytest.approx(1.0)
    seen = [0.0]
    for _ in range(200):
        try:
            online.answer([1.0, 0.0, 1.0, 0.0])
        except qr.BudgetSpent:
            break
        seen.append(online.spent.epsilon)
    one = online.budget.guarantee(1).epsilon            # pure: holds however many epochs the answers bring about
    want = np.minimum(one * np.arange(online.max_updates + 1), 1.0)
    np.testing.assert_allclose(sorted(set(seen)), sorted(set(want)), rtol=1e-12)
    assert (np.diff(seen) >= 0).all() and online.spent == online.guarantee


def test_spent_is_true_outcome_by_outcome():
    """Exact: an outcome with k epochs begun is at most e^(k ε of an epoch) times likelier on a neighbor."""
    budget, edges = qr.online_budget(n=1, epsilon=6.0, delta=1e-6, max_updates=2), (-2.0, -1.0, 0.0, 1.0, 2.0)
    queries = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
    laws = [qr.online_law(p, queries, budget=budget, alpha=0.3, edges=edges) for p in ([1.0, 0.0], [0.0, 1.0])]
    begun = []

    def follow(updates, left):       # the order of `online_law`'s outcomes
        if updates == budget.max_updates or left == 0:
            begun.append(updates)
            return
        begun.append(updates + 1)    # "below" to the end: an epoch is open
        for _ in range(left):
            left -= 1
            for _ in range(len(edges) + 1):
                follow(updates + 1, left)

    follow(0, len(queries))
    one = budget.epsilon_search + budget.epsilon_answer
    loss = np.abs(np.log(laws[0]) - np.log(laws[1]))
    assert len(begun) == len(loss) and (loss <= np.array(begun) * one * (1 + 1e-9)).all()
    assert (loss / begun).max() > one / 4


def test_planned_updates_and_rate():
    assert qr.planned_updates(16, 0.25) == math.ceil(2 * math.log(16) / 0.25**2) == 89
    assert qr.planned_updates(16, 0.25, width=2.0) == math.ceil(8 * math.log(16) / 0.25**2)
    assert qr.planned_updates(1, 0.5) == 1
    assert qr.online_eta(0.25) == 0.5 and qr.online_eta(0.25, 2.0) == 0.125


# ---- the law and the promise ----------------------------------------------------------------------

def test_online_law_is_that_of_the_runs():
    queries = np.array([[1.0, 0, 0, 1], [0, 1.0, 0, 0], [1.0, 1, 0, 0]])
    budget = qr.online_budget(**{**BUDGET, "n": 6}, max_updates=2)
    law = qr.online_law(HALF, queries, budget=budget, alpha=0.2)
    runs = 400_000
    draws = qr.draw_online(HALF, queries, budget=budget, alpha=0.2, rng=simulate.stream(7, "law", 0), runs=runs)

    def outcomes(start, left, p):   # in the order of the law: (updates so far, sides), the public histogram from them alone
        if left == 0 or start == 3:
            return [()]
        found = [()]
        for i in range(start, 3):
            for side in (1, -1):      # 1: the noisy answer is below the public one
                moved = p * np.exp(-0.4 * side * queries[i])
                found += [((i, side), *rest) for rest in outcomes(i + 1, left - 1, moved / moved.sum())]
        return found

    p, seen = np.full((runs, 4), 0.25), [()] * runs
    names, code = {o: j for j, o in enumerate(outcomes(0, 2, np.full(4, 0.25)))}, np.zeros(runs, int)
    for i in range(3):
        side = np.where(draws.errors[:, i] + queries[i] @ HALF < p @ queries[i], 1, -1)
        code = 3 * code + np.where(draws.updated[:, i], np.where(side == 1, 1, 2), 0)
        moved = p * np.exp(-0.4 * side[:, None] * queries[i])
        p = np.where(draws.updated[:, i : i + 1], moved / moved.sum(axis=1, keepdims=True), p)
    words = {j: tuple((i, 1 if d == 1 else -1) for i, d in enumerate((j // 9, j // 3 % 3, j % 3)) if d) for j in range(27)}
    seen = np.zeros(len(names))
    for j, count in enumerate(np.bincount(code, minlength=27)):
        if count:
            seen[names[words[j]]] += count / runs
    assert len(law) == len(names) and law.sum() == pytest.approx(1, abs=1e-11)
    # Hoeffding for each of the 19 outcomes, both sides: false alarm 1e-6
    assert np.abs(seen - law).max() < math.sqrt(math.log(2 * len(law) / 1e-6) / (2 * runs))
    fine = qr.online_law(HALF, queries, budget=budget, alpha=0.2, edges=(-0.3, 0.0, 0.3))
    assert len(fine) > len(law) and fine.sum() == pytest.approx(1, abs=1e-11) and fine[0] == pytest.approx(law[0], rel=1e-12)


@pytest.mark.parametrize("calibration", ["split", "equal"])
def test_the_explicit_theorem(calibration):
    """n from the theorem: with probability 1 - β all answers are within 3α/2 and fewer than T updates are made."""
    size, k, alpha, beta, epsilon, delta, runs = 16, 120, 0.25, 0.2, 1.0, 1e-6, 400
    n = qr.online_sample_size(size, k, epsilon, delta, alpha, beta)
    T = qr.planned_updates(size, alpha)
    budget = qr.online_budget(n=n, epsilon=epsilon, delta=delta, max_updates=T, calibration=calibration)
    rng = simulate.stream(8, "theorem", 0)
    histogram = np.eye(size)[3] * 0.9 + 0.1 / size
    queries = (rng.random((k, size)) < 0.5).astype(float)
    queries[::3] = np.eye(size)[3]                                # the query that p^1 answers worst, again and again
    draws = qr.draw_online(histogram, queries, budget=budget, alpha=alpha, rng=rng, runs=runs)
    updates = draws.updated.sum(axis=1)
    failed = ~(np.abs(draws.errors) <= 1.5 * alpha).all(axis=1) | (updates >= T)       # NaN, a refusal, is a failure
    # the chance of more failures than this at a failure probability of β is below 1e-6 (binomial, exact)
    assert failed.sum() <= stats.binom.isf(1e-6, runs, beta)
    assert updates.min() > 0
    # a hundredth of the records is not enough: the test can fail
    poor = qr.online_budget(n=n // 100, epsilon=epsilon, delta=delta, max_updates=T, calibration=calibration)
    draws = qr.draw_online(histogram, queries, budget=poor, alpha=alpha, rng=rng, runs=runs)
    assert (~(np.abs(draws.errors) <= 1.5 * alpha).all(axis=1)).sum() > runs / 2


# ---- those who ask --------------------------------------------------------------------------------

def test_the_analyst_asks_every_conjunction_once_and_the_largest_group_first():
    histogram = simulate.stream(9, "analyst", 0).dirichlet(np.ones(8))
    analyst, asked, truths = qr.adaptive_analyst(3), [], []
    query = next(analyst)
    try:
        while True:
            asked.append(tuple(query))
            truths.append(query @ histogram)
            query = analyst.send(truths[-1])
    except StopIteration:
        pass
    assert len(asked) == len(set(asked)) == 26
    singles = [tuple(float(x >> bit & 1 == value) for x in range(8)) for bit in range(3) for value in (0, 1)]
    assert asked[:6] == singles
    largest = max(range(4), key=lambda j: truths[j])     # what is asked next adds a bit to the largest group that can take one
    assert all(a <= b for a, b in zip(asked[6], asked[largest]))


def test_what_the_analyst_asks_depends_on_the_answers():
    first, second = (qr.interview(qr.OnlineWeights(h, alpha=0.01), qr.adaptive_analyst(3), 12)[0] for h in np.eye(8)[[0, 7]])
    assert (first[:6] == second[:6]).all() and (first != second).any()


def test_an_interview_ends():
    online = private(np.eye(16)[5], n=10**6, alpha=0.1)
    queries, answers = qr.interview(online, qr.adaptive_analyst(4), 1000)
    assert queries.shape == (80, 16) and answers.shape == (80,)          # all conjunctions
    assert np.abs(answers - queries @ np.eye(16)[5]).max() < 0.15 and 0 < online.updates < online.max_updates
    assert len(qr.interview(private(), qr.adaptive_analyst(2), 5)[1]) == 5
    short = private(np.eye(16)[5], n=10**6, alpha=0.1, max_updates=2)
    queries, answers = qr.interview(short, qr.adaptive_analyst(4), 80)
    assert len(queries) == len(answers) == short.answered < 80 and short.updates == 2
    queries, answers = qr.interview(short, qr.adaptive_analyst(4), 80)
    assert queries.shape == (0, 16) and answers.shape == (0,)


# ---- bad input ------------------------------------------------------------------------------------

LAW = dict(budget=qr.online_budget(n=3, epsilon=1.0, delta=1e-6, max_updates=2), alpha=0.2)


@pytest.mark.parametrize("call, word", [
    (lambda: private().answer([2.0, 0, 0, 0]), "query must be <= 1"),
    (lambda: private().answer([-1.1, 0, 0, 0]), "query must be >= -1"),
    (lambda: private().answer([1.0, -0.5, 0, 0]), "max - min at most width = 1"),
    (lambda: private().answer([1.0, 0]), "shape"),
    (lambda: private().answer([np.nan, 0, 0, 0]), "finite"),
    (lambda: private([0.5, 0.6]), "histogram"),
    (lambda: private([[0.5, 0.5]]), "histogram"),
    (lambda: private(alpha=1.0), "alpha"),
    (lambda: private(alpha=0.0), "alpha"),
    (lambda: private(n=0), "n must be"),
    (lambda: private(epsilon=0.0), "epsilon"),
    (lambda: private(delta=0.0), "delta"),
    (lambda: private(width=3.0), "width"),
    (lambda: private(eta=-1.0), "eta"),
    (lambda: private(calibration="other"), "calibration"),
    (lambda: private(max_updates=0), "max_updates"),
    (lambda: qr.OnlinePMW(HALF, alpha=0.1, rng=0, **BUDGET), "rng"),
    (lambda: qr.OnlineWeights([0.3, 0.3], alpha=0.1), "histogram"),
    (lambda: qr.online_weights(HALF, [[0.0] * 3], alpha=0.1), "queries"),
    (lambda: qr.planned_updates(0, 0.1), "universe_size"),
    (lambda: qr.planned_updates(10**6, 1e-5), "alpha"),
    (lambda: LAW["budget"].guarantee(3), "epochs"),
    (lambda: qr.adaptive_analyst(0), "n_bits"),
    (lambda: qr.interview(None, qr.adaptive_analyst(2), 3), "mechanism"),
    (lambda: qr.interview(private(), [1.0], 3), "analyst"),
    (lambda: qr.draw_online(HALF, [[1.0, -1, 0, 0]], rng=simulate.stream(1, "x", 0), runs=1, **LAW), "max - min"),
    (lambda: qr.draw_online(HALF, np.eye(4), rng=simulate.stream(1, "x", 0), runs=0, **LAW), "runs"),
    (lambda: qr.online_law(HALF, np.eye(4), edges=(0.1, 0.2), **LAW), "edges"),
    (lambda: qr.online_law(HALF, np.eye(4), sign="public", **LAW), "sign"),
    (lambda: qr.online_law(HALF, np.tile(np.eye(4), (200, 1)), **LAW), "outcomes"),
])  # fmt: skip
def test_bad_input(call, word):
    with pytest.raises(ValueError, match=word):
        call()
