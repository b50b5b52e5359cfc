"""The long walk against the plain one, answers against sorted tuples, the exact ε far out, the best intervals against
enumeration.
"""

import numpy as np
import pytest

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.exppw.walk import plain_walk


@pytest.mark.parametrize("shape", [*((n,) for n in (0, 1, 64, 65, 96, 98305)), (2, 3, 70), (0, 4), (2, 0)])
def test_joined_steps_are_the_plain_walk(shape):
    y = np.random.default_rng(1).integers(0, 2, shape)
    for clamp in (1, 4, 50, 10**6):
        walks = exppw.projected_walk(y, clamp)
        assert walks.shape == shape[:-1] + (shape[-1] + 1,) and walks.dtype == np.int32
        for i in np.ndindex(shape[:-1]):
            assert walks[i].tolist() == plain_walk(y[i], clamp)


@pytest.mark.parametrize("seed", range(6))
def test_answers_are_the_walk_at_the_query(seed):
    """By sorting Python tuples, keys with ties too; the error on the sample is the mean over its own places."""
    rng = np.random.default_rng(seed)
    n, how = rng.integers(1, 60), {"clamp": int(rng.integers(1, 6)), "epsilon": rng.uniform(0.1, 3)}
    x, y, query = rng.integers(0, rng.integers(1, 12), n) / 4 - 1, rng.integers(0, 2, n), np.linspace(-2, 2, 33)
    keyed = {"tie_keys": rng.integers(0, 4, n), "query_keys": rng.integers(0, 4, 33)}
    for keys in ({}, keyed):
        at = keys or {"tie_keys": np.zeros(n), "query_keys": np.zeros(33)}
        places, tie_keys = list(zip(x, at["tie_keys"])), keys.get("tie_keys")
        order = sorted(range(n), key=places.__getitem__)

        def plainly(asked):
            ends = [plain_walk([y[i] for i in order if places[i] <= q], how["clamp"])[-1] for q in asked]
            return brute.sigma(how["epsilon"] * np.array(ends) / 2)

        got = exppw.predict_probability(x, y, query, **how, **keys)
        assert got == pytest.approx(plainly(zip(query, at["query_keys"])), abs=1e-15)
        assert exppw.tie_order(x, tie_keys=tie_keys).tolist() == order
        error = exppw.empirical_error(x, y, **how, tie_keys=tie_keys)
        assert error == pytest.approx(np.abs(y - plainly(places)).mean(), abs=1e-12)
    assert exppw.predict_probability(x, y, float(query[7]), **how) == exppw.predict_probability(x, y, query, **how)[7]


# ---- the best intervals ------------------------------------------------------------------------------


def test_best_intervals_against_enumeration():
    rng = np.random.default_rng(3)
    for _ in range(30):
        n, k = int(rng.integers(1, 12)), int(rng.integers(0, 5))
        x, y = rng.integers(0, 6, n) / 2, rng.integers(0, 2, n).astype(bool)
        grid = np.unique(x)
        errors, ends = exppw.best_intervals(x, y, k)
        rows = [brute.functions(len(grid), j)[:, np.searchsorted(grid, x)] for j in range(k + 1)]
        assert errors == pytest.approx([(row != y).mean(axis=1).min() for row in rows])
        says = np.searchsorted(ends, x, side="right") % 2 == 1
        assert len(ends) <= k and (np.diff(ends) > 0).all() and (says != y).mean() == pytest.approx(errors[k])
        assert errors[len(ends)] == errors[k] and (len(ends) == 0 or errors[len(ends) - 1] > errors[k])
