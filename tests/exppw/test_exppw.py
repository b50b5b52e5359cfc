"""Exact privacy of the exponential projected walk: all data sets with n <= 6 on small domains with ties, all neighbors.

The laws of all ordered data sets are one array with an axis for each record: V[r_1, ..., r_n, query] is the walk's end.  Records
that differ in place i are then a line along axis i, and the true ε is the largest spread of a log-probability on such a line.
Ordered, because ties stand in the order of the data.
"""

import itertools
import math

import numpy as np
import pytest

from dplearn import exppw
from dplearn.privacy import Relation, all_datasets, audit

CASES = [(2, n) for n in range(1, 7)] + [(3, n) for n in range(1, 7)] + [(4, n) for n in range(1, 7)]   # (N, n)


def datasets(N, n):
    """x and y of all ordered data sets, each (datasets, n); record r is (r // 2 + 1, r % 2)."""
    records = np.indices((2 * N,) * n).reshape(n, -1).T
    return records // 2 + 1, records % 2


def ends(N, n, clamp, *, order=None, taken=None, extra=0):
    """The walk's end at each query 1..N, (2N, ..., 2N, N): the algorithm's own words, for all data sets at once."""
    x, y = datasets(N, n)
    order = np.argsort(x, axis=1, kind="stable") if order is None else order(x, y)
    walks = exppw.projected_walk(np.take_along_axis(y, order, axis=1), clamp)
    if taken is None:
        taken = (x[:, :, None] <= np.arange(1, N + 1)).sum(axis=1)
    return np.take_along_axis(walks, np.minimum(taken + extra, n), axis=1).reshape((2 * N,) * n + (N,))


def logs(v, epsilon):
    """ln P[0] and ln P[1]."""
    return -np.logaddexp(0, epsilon * v / 2), -np.logaddexp(0, -epsilon * v / 2)


def replaced_epsilon(v, epsilon, n):
    """True ε under REPLACE_ONE."""
    return max(np.ptp(log, axis=i).max() for log in logs(v, epsilon) for i in range(n))


def removed_epsilon(v, shorter, epsilon, n):
    """True ε under ADD_REMOVE between sizes n and n - 1; shorter(i) are the ends without place i."""
    whole = logs(v, epsilon)
    return max(np.abs(log - np.expand_dims(less, i)).max() for i in range(n) for log, less in zip(whole, logs(shorter(i), epsilon)))


@pytest.mark.parametrize("N, n", CASES)
def test_all_data_sets(N, n):
    for clamp in (1, 2, 3, 4, 7):
        v = ends(N, n, clamp)
        less = ends(N, n - 1, clamp) if n > 1 else np.zeros(N)
        change = max(np.abs(v - np.expand_dims(less, i)).max() for i in range(n))
        assert change == 1                                        # Lemma 5.1, at every query
        assert max(np.ptp(v, axis=i).max() for i in range(n)) == 2
        for epsilon in (0.1, 1.0, 4.0) if v.size < 10**5 else (1.0,):
            exact = replaced_epsilon(v, epsilon, n)
            assert exact < epsilon and exact == pytest.approx(exppw.walk_epsilon(clamp, epsilon, n=n), rel=1e-12)
            removed = removed_epsilon(v, lambda i: less, epsilon, n)
            assert removed < epsilon / 2
            assert removed == pytest.approx(exppw.walk_epsilon(clamp, epsilon, relation=Relation.ADD_REMOVE, n=n), rel=1e-12)


def test_the_array_is_what_the_package_answers():
    """On a seeded choice of data sets, so that the arrays above are about `predict_probability` and not about themselves."""
    rng = np.random.default_rng(3)
    for (N, n), clamp in itertools.product(CASES, (1, 3)):
        (x, y), v = datasets(N, n), ends(N, n, clamp).reshape(-1, N)
        literal = ends(N, n, clamp, extra=1).reshape(-1, N)
        for i in rng.integers(0, len(x), 8):
            data = (x[i], y[i], np.arange(1, N + 1))
            assert exppw.predict_probability(*data, clamp=clamp, epsilon=1.3) == pytest.approx(np.exp(logs(v[i], 1.3)[1]), rel=1e-14)
            got = exppw.figure_one_probability(*data, clamp=clamp, epsilon=1.3)
            assert got == pytest.approx(np.exp(logs(literal[i], 1.3)[1]), rel=1e-14)


@pytest.mark.parametrize("relation", [Relation.REPLACE_ONE, Relation.ADD_REMOVE])
def test_by_the_packages_audit(relation):
    """The same from the public functions alone, one query at a time."""
    domain, epsilon = [(x, y) for x in (1, 2) for y in (0, 1)], 1.0

    def law(query, answer):
        def probabilities(data):
            p = answer(*zip(*data), query, clamp=2, epsilon=epsilon)
            return np.array([1 - p, p])
        return probabilities

    def factor_for_each_step(x, y, query, *, clamp, epsilon):      # e^ε a step, as in DF18's Section 2.2
        return exppw.predict_probability(x, y, query, clamp=clamp, epsilon=2 * epsilon)

    for query in (1, 2):
        claim = epsilon if relation is Relation.REPLACE_ONE else epsilon / 2
        some = dict(datasets=list(all_datasets(domain, 3, ordered=True)), domain=domain, relation=relation, ordered=True, min_records=1)
        report = audit(law(query, exppw.predict_probability), epsilon=claim, **some)
        broken = audit(law(query, factor_for_each_step), epsilon=claim, **some)
        exact = [exppw.walk_epsilon(2, factor * epsilon, relation=relation) for factor in (1, 2)]
        assert report.ok and report.true_epsilon <= exact[0] + 1e-12, str(report)
        if query == 1:   # at the last query all three examples count, and the end 2 is never 2 away from another
            assert not broken.ok and [report.true_epsilon, broken.true_epsilon] == pytest.approx(exact, rel=1e-12), str(broken)


# ---- random keys -----------------------------------------------------------------------------------

def keyed_ends(N, n, clamp, ranks, query_rank, dropped=None):
    """Ends with given keys; place i keeps ranks[i], whatever record stands there."""
    ranks = np.array(ranks if dropped is None else ranks[:dropped] + ranks[dropped + 1 :])
    if not len(ranks):
        return np.zeros(N)
    x, y = datasets(N, len(ranks))
    before = (x[:, :, None] < np.arange(1, N + 1)) | (x[:, :, None] == np.arange(1, N + 1)) & (ranks < query_rank)[None, :, None]
    return ends(N, len(ranks), clamp, order=lambda x, y: np.lexsort((np.broadcast_to(ranks, x.shape), x)), taken=before.sum(axis=1))


@pytest.mark.parametrize("N, n", [(1, 4), (2, 4), (3, 4), (4, 3), (1, 5)])
def test_random_keys(N, n):
    """For every ranking of the n + 1 keys (the last is the query's), and on average over all rankings, which are equally likely.

    Given the keys the bound holds for both relations; keys do not depend on the data, so the average inherits it.
    """
    epsilon, mean, mean_less = 1.0, 0.0, 0.0
    for clamp in (1, 3):
        for *ranks, query_rank in itertools.permutations(range(n + 1)):
            v = keyed_ends(N, n, clamp, ranks, query_rank)
            exact = replaced_epsilon(v, epsilon, n)
            assert exact <= exppw.walk_epsilon(clamp, epsilon, n=n) + 1e-12
            mean = mean + np.exp(logs(v, epsilon)[1]) / math.factorial(n + 1)
            if query_rank == n:   # the keys of the others do not matter to the removed place: one query rank is enough here
                removed = removed_epsilon(v, lambda i: keyed_ends(N, n, clamp, ranks, query_rank, i), epsilon, n)
                assert removed <= exppw.walk_epsilon(clamp, epsilon, relation=Relation.ADD_REMOVE, n=n) + 1e-12
        on_average = max(np.ptp(np.log(p), axis=i).max() for p in (mean, 1 - mean) for i in range(n))
        assert 0 < on_average <= exppw.walk_epsilon(clamp, epsilon, n=n) + 1e-12
        mean = 0.0


def test_averaged_keys_are_what_the_package_answers():
    """The average over rankings, against `predict_probability` at keys drawn."""
    rng, x, y = np.random.default_rng(8), np.array([1, 1, 1, 2]), np.array([1, 1, 0, 0])
    exact = np.mean([np.exp(logs(keyed_ends(2, 4, 3, ranks, q)[tuple(2 * (x - 1) + y)], 1.0)[1])
                     for *ranks, q in itertools.permutations(range(5))], axis=0)
    drawn = np.mean([exppw.predict_probability(x, y, [1, 2], clamp=3, epsilon=1.0, tie_keys=rng.random(4), query_keys=rng.random(2))
                     for _ in range(4000)], axis=0)
    assert np.abs(drawn - exact).max() < 0.043    # Hoeffding, 4000 runs: 2 e^(-2·4000·0.043²) < 8e-7


# ---- broken forms, by the same audit ---------------------------------------------------------------

@pytest.mark.parametrize("N, n", [(2, 3), (3, 3), (2, 4), (3, 5), (4, 4), (2, 6)])
def test_figure_one_to_the_letter(N, n):
    """The first example after the query is taken too: ends that differ by 3, and ε above the claim from clamp 3 on."""
    for clamp in range(1, n + 1):
        v = ends(N, n, clamp, extra=1)
        assert max(np.ptp(v, axis=i).max() for i in range(n)) == min(3, 2 * clamp)
        for epsilon in (0.3, 1.0, 3.0):
            true = replaced_epsilon(v, epsilon, n)
            assert true == pytest.approx(exppw.figure_one_epsilon(clamp, epsilon), rel=1e-12)
            if clamp >= 3 and epsilon >= 1:
                assert true > epsilon
    assert replaced_epsilon(ends(N, n, 3, extra=1), 1.0, n) == pytest.approx(1.00827, abs=5e-6)
    assert replaced_epsilon(ends(N, n, 3), 1.0, n) < 1


def rule_order(rule):
    def order(x, y):
        return np.array([exppw.tie_rule_order(a, b, rule=rule) for a, b in zip(x, y)])
    return order


@pytest.mark.parametrize("rule", ["zeros-first", "ones-first"])
def test_orders_by_label_keep_privacy(rule):
    """Bad for accuracy, but a replaced example leaves the order of the others alone."""
    for (N, n), clamp in itertools.product([(1, 8), (2, 5), (3, 4)], (1, 3)):
        assert replaced_epsilon(ends(N, n, clamp, order=rule_order(rule)), 1.0, n) <= exppw.walk_epsilon(clamp, 1.0, n=n) + 1e-12


def test_majority_last_is_caught():
    """One example turns the order of all: 10 at one x are enough, and 9 are not, at ε = 1."""
    for n in range(1, 10):
        for clamp in range(1, n + 1):
            assert replaced_epsilon(ends(1, n, clamp, order=rule_order("majority-last")), 1.0, n) <= 1 + 1e-12
    v = ends(1, 10, 3, order=rule_order("majority-last"))
    assert replaced_epsilon(v, 1.0, 10) == pytest.approx(1.38815, abs=5e-6) and max(np.ptp(v, axis=i).max() for i in range(10)) == 5


def test_an_unstable_sort_is_caught():
    """numpy's heapsort: where it puts tied examples depends on the x of the others; 8 examples at two x show it."""
    for clamp in (3, 4):
        assert replaced_epsilon(ends(2, 6, clamp, order=rule_order("heapsort")), 1.0, 6) < 1
        v = ends(2, 8, clamp, order=lambda x, y: np.argsort(x.astype(float), axis=1, kind="heapsort"))
        assert replaced_epsilon(v, 1.0, 8) == pytest.approx(exppw.figure_one_epsilon(clamp, 1.0), rel=1e-12)   # ends 3 apart
        assert replaced_epsilon(ends(2, 8, clamp), 1.0, 8) < 1
