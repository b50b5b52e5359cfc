"""Exact privacy of the walk: all data sets on small domains with ties, all neighbors; broken copies are caught.

The ends on all ordered data sets are one array with an axis for each record (`brute.ends`); records that differ in
place i are then a line along axis i (`brute.moved`, `brute.loss`).  Ordered, because ties stand in the order of the
data.
"""

import itertools
from functools import partial

import pytest
from scipy.special import logit

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.exppw import deeper
from dplearn.privacy import Relation


def ends(n, points, T, answer=exppw.predict_probability):
    """Where the walk stands on all data sets, as the chances at ε = 2 tell."""
    return brute.ends(n, points, T, lambda x, y, query, T: logit(answer(x, y, query, clamp=T, epsilon=2.0)))


@pytest.mark.parametrize("points, n", [(2, 1), (3, 3), (2, 5)])
def test_all_data_sets(points, n):
    for T in (1, 3):
        v, less = ends(n, points, T), ends(n - 1, points, T) if n > 1 else 0 * ends(1, points, T)[0]
        assert brute.moved(v, less) == pytest.approx(1) and brute.moved(v) == pytest.approx(2)  # Lemma 5.1
        for epsilon in (0.1, 4.0):
            for kind, found in ((Relation.REPLACE_ONE, brute.loss(v, epsilon / 2)),
                                (Relation.ADD_REMOVE, brute.loss(v, epsilon / 2, less))):
                assert found == pytest.approx(exppw.walk_epsilon(min(T, n), epsilon, relation=kind))


@pytest.mark.parametrize("points, n", [(1, 3), (2, 3)])
def test_random_keys(points, n):
    """For every ranking of the n + 1 keys (the last is the query's); so on average over them, too."""
    for *keys, own in itertools.permutations(range(n + 1)):
        v = ends(n, points, 3, partial(exppw.predict_probability, tie_keys=keys, query_keys=own))
        assert brute.loss(v, 0.5) <= exppw.walk_epsilon(3, 1.0) + 1e-9


@pytest.mark.parametrize("T", [1, 2, 3, 4])
def test_figure_one_to_the_letter(T):
    """The first example after the query is taken too: ends that differ by 3, and ε above the claim from T = 3 on."""
    v = ends(4, 2, T, exppw.figure_one_probability)
    true = brute.loss(v, 0.5)
    assert brute.moved(v) == pytest.approx(min(3, 2 * T)) and (true > 1) == (T > 2)
    assert true == pytest.approx(deeper.figure_one_epsilon(T, 1.0))
