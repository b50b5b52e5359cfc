"""Exact privacy of the walk: all data sets with n <= 6 on small domains with ties, all neighbors; broken copies are
caught.

The ends on all ordered data sets are one array with an axis for each record: V[r_1, ..., r_n, query].  Records that
differ in place i are then a line along axis i (`brute.moved`, `brute.loss`).  Ordered, because ties stand in the order
of the data.
"""

import itertools

import numpy as np
import pytest

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.exppw import deeper
from dplearn.privacy import Relation

CASES = [(2, 1), (2, 6), (3, 4)]


def datasets(N, n):
    """x and y of all ordered data sets, each (datasets, n); record r is (r // 2 + 1, r % 2)."""
    records = np.indices((2 * N,) * n).reshape(n, -1).T
    return records // 2 + 1, records % 2


def ends(N, n, clamp, order=lambda x, y: np.argsort(x, axis=1, kind="stable"), before=None, more=0):
    """The walk's end at each query 1..N, (2N, ..., 2N, N): the algorithm's own words, for all data sets at once."""
    x, y = datasets(N, n)
    walks = exppw.projected_walk(np.take_along_axis(y, order(x, y), axis=1), clamp)
    come = x[:, :, None] <= np.arange(1, N + 1) if before is None else before(x)
    taken = np.minimum(come.sum(axis=1) + more, n)
    return np.take_along_axis(walks, taken, axis=1).reshape((2 * N,) * n + (N,))


@pytest.mark.parametrize("N, n", CASES)
def test_all_data_sets(N, n):
    for clamp in (1, 3, 7):
        v = ends(N, n, clamp)
        less = ends(N, n - 1, clamp) if n > 1 else np.zeros(N)
        assert brute.moved(v, less) == 1 and brute.moved(v) == 2  # Lemma 5.1, at every query
        for epsilon in (0.1, 4.0):
            for kind, found, most in ((Relation.REPLACE_ONE, brute.loss(v, epsilon / 2), epsilon),
                                      (Relation.ADD_REMOVE, brute.loss(v, epsilon / 2, less), epsilon / 2)):
                assert found == pytest.approx(exppw.walk_epsilon(clamp, epsilon, relation=kind, n=n), rel=1e-12)
                assert found < most


@pytest.mark.parametrize("law", [exppw.predict_probability, exppw.figure_one_probability])
def test_the_array_is_what_the_package_answers(law):
    rng = np.random.default_rng(3)
    for (N, n), clamp in itertools.product(CASES, (1, 3)):
        (x, y), v = datasets(N, n), ends(N, n, clamp, more=law is exppw.figure_one_probability).reshape(-1, N)
        for i in rng.integers(0, len(x), 8):
            answers = law(x[i], y[i], np.arange(1, N + 1), clamp=clamp, epsilon=1.3)
            assert answers == pytest.approx(brute.sigma(0.65 * v[i]), rel=1e-14)


# ---- random keys -----------------------------------------------------------------------------------


def keyed_ends(N, n, clamp, ranks, query_rank):
    """Ends with given keys; place i keeps ranks[i], whatever record stands there."""
    ranks, queries = np.array(ranks), np.arange(1, N + 1)
    return ends(N, n, clamp, lambda x, y: np.lexsort((np.broadcast_to(ranks, x.shape), x)),
                lambda x: (x[:, :, None] < queries) | (x[:, :, None] == queries) & (ranks < query_rank)[None, :, None])


@pytest.mark.parametrize("N, n", [(2, 4), (3, 3)])
def test_random_keys(N, n):
    """For every ranking of the n + 1 keys (the last is the query's); so on average over them, too."""
    for clamp, (*ranks, query_rank) in itertools.product((1, 3), itertools.permutations(range(n + 1))):
        loss = brute.loss(keyed_ends(N, n, clamp, ranks, query_rank), 0.5)
        assert loss <= exppw.walk_epsilon(clamp, 1.0, n=n) + 1e-12


# ---- broken forms, by the same audit ---------------------------------------------------------------


@pytest.mark.parametrize("N, n", [(2, 6)])
def test_figure_one_to_the_letter(N, n):
    """The first example after the query is taken too: ends that differ by 3, and ε above the claim from clamp 3 on."""
    for clamp in range(1, n + 1):
        v = ends(N, n, clamp, more=1)
        assert brute.moved(v) == min(3, 2 * clamp)
        for epsilon in (0.3, 1.0, 3.0):
            true = brute.loss(v, epsilon / 2)
            assert true == pytest.approx(deeper.figure_one_epsilon(clamp, epsilon), rel=1e-12)
            assert true > epsilon or clamp < 3 or epsilon < 1


def rule_order(rule):
    return lambda x, y: np.array([deeper.tie_rule_order(a, b, rule=rule) for a, b in zip(x, y)])


def test_majority_last_is_caught():
    """One example turns the order of all: 10 at one x are enough, and 9 are not, at ε = 1; zeros first is private."""
    nine, ten, zeros = (brute.loss(ends(1, n, 3, rule_order(rule)), 0.5)
                        for n, rule in ((9, "majority-last"), (10, "majority-last"), (10, "zeros-first")))
    assert ten == pytest.approx(1.38815, abs=5e-6) and nine <= 1 + 1e-12 and zeros < 1


def test_an_unstable_sort_is_caught():
    """numpy's heapsort: where it puts tied examples depends on the x of the others; 8 examples at two x show it."""
    for clamp in (3, 4):
        assert brute.loss(ends(2, 6, clamp, rule_order("heapsort")), 0.5) < 1
        v = ends(2, 8, clamp, lambda x, y: np.argsort(x.astype(float), axis=1, kind="heapsort"))
        # ends 3 apart
        assert brute.loss(v, 0.5) == pytest.approx(deeper.figure_one_epsilon(clamp, 1.0), rel=1e-12)
