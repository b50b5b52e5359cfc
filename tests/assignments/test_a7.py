"""Assignment 7: what the grader takes for true, found another way."""

import itertools

import numpy as np
import pytest
from dplearn import exppw
from dplearn.privacy import Relation
from scipy.special import expit as sigma

from assignments.checks import a7, a7_clock
from assignments.checks.a7_clock import height


@pytest.mark.parametrize("relation", list(Relation)[:2])
@pytest.mark.parametrize("weights, clamp, n", [((1,), 2, 3), ((1, 3), 4, 2), ((2, 3), 4, 3), ((2,), 5, 1)])
def test_the_cost_by_all_data_sets(weights, clamp, n, relation):
    """All lists of n records at two places and behind the query; a weight is so many steps of the package's walk."""
    records = list(itertools.product((0, 1, 2), (0, 1), weights))

    def end(data):
        data = sorted((r for r in data if r[0] < 2), key=lambda r: r[0])
        return exppw.projected_walk(np.repeat([y for _, y, _ in data], [w for *_, w in data]).astype(int), clamp)[-1]

    ends, worst = {d: end(d) for k in (n - 1, n) for d in itertools.product(records, repeat=k)}, 0.0
    for d in itertools.product(records, repeat=n):
        for i in range(n):
            changed = [(r,) for r in records] if relation is Relation.REPLACE_ONE else [()]
            for u, v in {(ends[d], ends[d[:i] + r + d[i + 1:]]) for r in changed}:
                worst = max(worst, *(abs(np.log(sigma(s * 0.7 * u) / sigma(s * 0.7 * v))) for s in (1, -1)))
    assert a7.cost(weights, clamp, 0.7, n, relation) == pytest.approx(worst, abs=1e-12)


def orders(labels, form):
    """The labels of those at one place in each order, each as probable as any."""
    if form == 2:
        for coins in itertools.product((0, 1), repeat=len(labels)):
            left, order = list(labels), []
            for coin in coins:
                order.append(coin if coin in left else 1 - coin)
                left.remove(order[-1])
            yield order
        return
    keys = [i for i, label in enumerate(labels) for _ in range(1 + label * form)]
    for order in itertools.permutations(keys):
        yield [labels[i] for i in dict.fromkeys(order)]


@pytest.mark.parametrize("query_key", (False, True))
@pytest.mark.parametrize("x, y, query, clamp", [
    ((2.0, 1.0, 2.0, 1.0, 2.0), (1, 0, 0, 1, 1), 2.0, 1), ((1.0,) * 5, (1, 0, 1, 0, 0), 1.0, 2),
    ((1.0, 1.0, 3.0, 1.0), (1, 1, 0, 1), 2.0, 2), ((), (), 1.0, 2)])
def test_the_law_by_all_orders_of_the_keys(x, y, query, clamp, query_key):
    """The query's key is one more in the order."""
    law, ranks = np.zeros(2 * clamp + 1), list(itertools.permutations(range(len(x) + 1)))
    for rank in ranks:
        walks = [i for i in range(len(x)) if x[i] < query or x[i] == query and (rank[i] < rank[-1] or not query_key)]
        v = 0
        for i in sorted(walks, key=lambda i: (x[i], rank[i])):
            v = min(clamp, max(-clamp, v + 2 * y[i] - 1))
        law[v + clamp] += 1 / len(ranks)
    assert a7.keyed(x, y, query, clamp, query_key) == pytest.approx(law, abs=1e-12)


@pytest.mark.parametrize("form", range(3))
@pytest.mark.parametrize("query_key", (False, True))
@pytest.mark.parametrize("labels, clamp", [((1, 0, 1), 1), ((0, 1, 0), 3), ((1, 1, 0, 0), 2), ((0, 0), 1)])
def test_the_law_of_each_form_by_all_orders(labels, clamp, query_key, form):
    """Every order of the keys (two for label 1 in form 1), every fall of the coins in form 2."""
    n, some = len(labels), list(orders(labels, form))
    law = np.zeros(2 * clamp + 1)
    for order, first in itertools.product(some, range(n + 1) if query_key else (n,)):
        v = 0
        for label in order[:first]:
            v = min(clamp, max(-clamp, v + 2 * label - 1))
        law[v + clamp] += 1 / len(some) / (n + 1 if query_key else 1)
    assert a7.keyed([1.0] * n, labels, 1.0, clamp, query_key, form) == pytest.approx(law, abs=1e-12)


@pytest.mark.parametrize("relation", list(Relation)[:2])
@pytest.mark.parametrize("reach", (0.5, 1.0))
def test_the_largest_rate_round_the_clock(relation, reach):
    """No pair of neighbors loses more than ε; with T and n larger the loss comes as near to ε as one likes."""
    factor, epsilon, worst = a7_clock.largest(relation), 1.0, {}
    for clamp in (1, 2, 3):
        for a, b in a7_clock.small_clocks(relation):
            p, q = (sigma(factor * epsilon * height([h for h, _ in d], [y for _, y in d], 1.0, 4, clamp, reach))
                    for d in (a, b))
            worst[clamp] = max(worst.get(clamp, 0.0), abs(np.log(p / q)), abs(np.log((1 - p) / (1 - q))))
    assert max(worst.values()) <= epsilon
    far = 40
    zeros, other = [0] * far, [0] * (far - 1) + [1] * (relation is Relation.REPLACE_ONE)
    u, v = (height([1.0] * len(y), y, 1.0, 4, far, reach) for y in (zeros, other))
    loss = np.logaddexp(0, -factor * epsilon * u) - np.logaddexp(0, -factor * epsilon * v)
    assert epsilon * (1 - 1e-6) < loss <= epsilon


@pytest.mark.parametrize("reach", (0.5, 1.0))
def test_the_walk_round_the_clock_by_quarters_of_an_hour(reach):
    """Begin REACH of a day before the query, go on by quarters of an hour; whoever stands there pulls."""
    rng = np.random.default_rng(5)
    cases = [(*edge, 1) for edge in a7_clock.EDGES]
    for day in (4, 6, 10, 24):
        for _ in range(20):
            n = int(rng.integers(0, 30))
            cases.append(((rng.integers(0, 4 * day, n) / 4).tolist(), rng.integers(0, 2, n).tolist(),
                          float(rng.integers(0, 4 * day)) / 4, day, int(rng.integers(1, 6))))
    for hours, y, query, day, clamp in cases:
        v, quarter = 0, round(4 * (query - reach * day)) + 1
        while quarter <= 4 * query:
            for hour, label in zip(hours, y):
                if round(4 * hour) == quarter % (4 * day):
                    v = min(clamp, max(-clamp, v + 2 * label - 1))
            quarter += 1
        assert height(hours, y, query, day, clamp, reach) == v


@pytest.mark.parametrize("epsilon, beta", [(1.0, 0.05), (0.3, 0.2), (2.0, 0.4)])
def test_the_price_of_one_answer(epsilon, beta):
    """The walk is sure enough from the n of (b) on and not before, and never below the n of (a)."""
    odds = np.log((1 - beta) / beta)
    n = int(np.ceil(2 * odds / epsilon))
    assert exppw.predict_probability(np.ones(n), np.ones(n, int), 1.0, clamp=n, epsilon=epsilon) >= 1 - beta
    assert exppw.predict_probability(np.ones(n), np.zeros(n, int), 1.0, clamp=n, epsilon=epsilon) <= beta
    if n > 1:
        assert exppw.predict_probability(np.ones(n - 1), np.ones(n - 1, int), 1.0, clamp=n, epsilon=epsilon) < 1 - beta
    assert n >= odds / epsilon


def test_a_clock_cut_behind_the_query_is_the_lectures_line():
    rng = np.random.default_rng(3)
    for query in (0.0, 7.25, 23.75):
        x, y = rng.integers(0, 96, 50) / 4, rng.integers(0, 2, 50)
        line = np.where(x > query, x - 24, x)
        wanted = exppw.predict_probability(line, y, query, clamp=4, epsilon=1.0)
        assert sigma(height(x, y, query, 24, 4, 1.0) / 2) == pytest.approx(wanted)


@pytest.mark.parametrize("before", (False, True))
@pytest.mark.parametrize("clamp", (1, 3))
def test_the_largest_gap_by_all_labels(clamp, before):
    labels = list(itertools.product((0, 1), repeat=9))
    for start in ((), (1, 1, 0), (1, 1, 1, 1)):
        gaps = [a7.mistakes(start + y, 13, 1.3, before) - a7.mistakes(start + y, clamp, 1.3, before) for y in labels]
        assert a7.largest_gap(start, 9, clamp, 1.3, before) == pytest.approx(max(gaps), abs=1e-12)
    if not before:
        x, y = np.arange(9), np.array(labels[100])
        p = exppw.predict_probability(x, y, x, clamp=clamp, epsilon=1.3)
        assert a7.mistakes(y, clamp, 1.3, False) == pytest.approx(np.where(y == 1, 1 - p, p).sum())
