"""Error bounds of PMW beyond what their cards check: by hand, against exact laws, against the algorithm itself."""

import itertools
import math

import numpy as np
import pytest

from dplearn import query_release as qr

QUERIES = {
    "two cells": np.eye(2),
    "a query and its negation": np.array([[1.0, 0.0], [-1.0, 0.0]]),
    "four on three cells": np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [-1.0, 0.0, -0.5], [0.0, -1.0, -0.5]]),
}
SETTINGS = list(itertools.product((2, 2**10, 2**40), (2, 100, 10**9), (10**3, 10**6), (0.1, 1.0, 10.0), (1e-9, 1e-3)))


@pytest.mark.parametrize("name", QUERIES)
def test_exact_expected_error_is_below_the_sharp_bound(name):
    queries, used = QUERIES[name], []
    k, cells = queries.shape
    for n, epsilon, T in itertools.product((1, 4, 50), (0.5, 5.0, 13.0), (1, 3, 6)):
        step, eta = qr.step_epsilon(epsilon, 1e-3, T), math.sqrt(8 * math.log(cells) / T)
        for histogram in (np.eye(cells)[0], np.full(cells, 1 / cells)):
            law = qr.sequence_law(histogram, queries, n=n, epsilon_step=step, T=T, eta=eta)
            expected = law @ qr.sequence_errors(histogram, queries, T=T, eta=eta)
            used.append(expected / qr.pmw_bound.sharp(cells, k, n, epsilon, 1e-3, T))
    assert 0.45 < max(used) <= 1


@pytest.mark.parametrize("form", ["printed", "sharp"])
def test_best_rounds(form):
    bound, best, rounds = (f.variants[form] for f in (qr.pmw_bound, qr.pmw_best_bound, qr.best_whole_rounds))
    for setting in SETTINGS:
        whole = rounds(*setting)
        near = np.clip(np.concatenate([whole + np.arange(-3, 4), np.geomspace(1, 1e10, 60).astype(int)]), 1, None)
        least, there = bound(*setting, near).min() * (1 + 1e-12), bound(*setting, whole)
        assert there <= least and (best(*setting) <= least or whole == 1)
        assert whole <= 30 or there <= 1.01 * best(*setting)
