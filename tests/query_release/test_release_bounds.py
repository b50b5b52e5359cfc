"""Error bounds of PMW beyond what their cards check: by hand, against exact laws, against the algorithm itself."""

import itertools

import numpy as np
import pytest

from dplearn import query_release as qr

SETTINGS = list(itertools.product((2, 2**10, 2**40), (2, 100, 10**9), (10**3, 10**6), (0.1, 1.0, 10.0), (1e-9, 1e-3)))


@pytest.mark.parametrize("form", ["printed", "sharp"])
def test_best_rounds(form):
    bound, best, rounds = (f.variants[form] for f in (qr.pmw_bound, qr.pmw_best_bound, qr.best_whole_rounds))
    for setting in SETTINGS:
        whole = rounds(*setting)
        near = np.clip(np.concatenate([whole + np.arange(-3, 4), np.geomspace(1, 1e10, 60).astype(int)]), 1, None)
        least, there = bound(*setting, near).min() * (1 + 1e-12), bound(*setting, whole)
        assert there <= least and (best(*setting) <= least or whole == 1)
        assert whole <= 30 or there <= 1.01 * best(*setting)
