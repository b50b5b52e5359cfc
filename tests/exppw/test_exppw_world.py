"""The exact error against the step-by-step oracle, and that against all samples; one place with
ties.
"""

import itertools
import math

import numpy as np
import pytest

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.exppw.deeper import brute as deeper_brute
from dplearn.exppw.deeper.world import tied_error
from dplearn.exppw.world import settled_error


def oracle(k, noise, n, clamp, epsilon):
    return deeper_brute.expected_error(np.full(k + 1, 1 / (k + 1)),
                                       [1 - noise if r % 2 else noise for r in range(k + 1)], n,
                                clamp, epsilon)


def test_atoms_with_random_keys_are_pieces():
    """Two places, three examples and a query: `predict_probability` averaged over all orders of the four keys, over all
    laws.
    """
    masses, chances, clamp, epsilon, total = (0.4, 0.6), (0.2, 0.9), 2, 1.5, 0.0
    cells = [(x, y, m * (p if y else 1 - p)) for x, (m, p) in enumerate(zip(masses, chances)) for y in (0, 1)]
    for sample in itertools.product(cells, repeat=4):                  # the last one is the query
        x, y, weights = zip(*sample)
        for keys in itertools.permutations(range(4)):
            p = exppw.predict_probability(x[:3], y[:3], x[3], clamp=clamp, epsilon=epsilon, tie_keys=keys[:3],
                                          query_keys=keys[3])
            total += math.prod(weights) * abs(y[3] - p) / 24
    assert deeper_brute.expected_error(masses, chances, 3, clamp, epsilon) == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize("k, noise, clamp, epsilon",
                         [(1, 0.1, 2, 0.5), (0, 0.9, 3, 0.2), (2, 0.0, 1, 8.0)])
def test_the_closed_form_is_the_sum_where_it_speaks(k, noise, clamp, epsilon):
    n, how = np.array([1, 20, 60, 160 if k < 2 else 70]), {"clamp": clamp, "epsilon": epsilon}
    closed = settled_error(k, noise, n, **how)
    known = ~np.isnan(closed)
    assert known[-1] and not known[0]
    assert closed[known] == pytest.approx([oracle(k, noise, m, clamp, epsilon) for m in n[known]], abs=1e-9)


# ---- ties ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance, n, clamp, epsilon",
                         [(0.3, 6, 2, 1.0), (0.5, 5, 9, 0.5), (1.0, 3, 2, 1.0)])
def test_zeros_first_by_enumeration(chance, n, clamp, epsilon):
    total = 0.0
    for labels in brute.labelings(n):
        weight = chance ** labels.sum() * (1 - chance) ** (n - labels.sum())
        total += weight * brute.wrong(brute.walk(sorted(labels), clamp)[-1], chance, epsilon)
    error = tied_error(chance, n, clamp=clamp, epsilon=epsilon, order="zeros-first")
    assert error == pytest.approx(total, abs=1e-12)


def test_settled_ties():
    """Keys: leave one out; as drawn: the chain after its last step; NaN before the walk has settled."""
    p, n, T, epsilon = 0.3, 400, 4, 1.5
    keys, data = (tied_error(p, n, clamp=T, epsilon=epsilon, order=order) for order in ("keys", "data"))
    each = [deeper_brute.expected_error((1.0,), (p,), m, T, epsilon) * (m + 1) for m in (n, n - 1)]
    assert keys == pytest.approx(each[0] / (n + 1), abs=1e-9) and data == pytest.approx(each[0] - each[1], abs=1e-9)
    assert all(np.isnan(tied_error(p, 20, clamp=T, epsilon=epsilon, order=order)) for order in ("keys", "data"))
