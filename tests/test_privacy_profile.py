"""Profiles of independent rounds, against enumeration."""

import numpy as np
import pytest
from scipy.special import expit

from dplearn import privacy


def enumerate_product(ps, qs):
    p = q = np.ones(1)
    for a, b in zip(ps, qs):
        p, q = np.outer(p, a).ravel(), np.outer(q, b).ravel()
    return p, q


def awkward_rounds():
    rng = np.random.default_rng(3)
    yield [[1.0]], [[1.0]]
    yield [[1.0, 0]], [[0, 1.0]]
    yield [[0.5, 0.5]] * 3, [[0.5, 0.5]] * 3
    yield [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]], [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]
    for _ in range(60):
        rounds, outcomes = rng.integers(1, 6), rng.integers(2, 5)
        ps, qs = rng.dirichlet(np.ones(outcomes), rounds), rng.dirichlet(np.ones(outcomes), rounds)
        if rng.random() < 0.3:  # outcomes that one side has not
            side = ps if rng.random() < 0.5 else qs
            side[0, 0] = 0
            side[0] /= side[0].sum()
        if rng.random() < 0.4:  # identical rounds, one of them with its outcomes renamed
            ps[:], qs[:] = ps[0], qs[0]
            ps[-1], qs[-1] = ps[-1, ::-1].copy(), qs[-1, ::-1].copy()
        yield ps, qs


def test_profile_against_enumeration():
    epsilons = np.array([0, 0.2, 1.0, 3.0, 1e6])
    for ps, qs in awkward_rounds():
        p, q = enumerate_product(ps, qs)
        truth = np.maximum(privacy.hockey_stick(p, q, epsilons), privacy.hockey_stick(q, p, epsilons))
        np.testing.assert_allclose(privacy.product_profile(ps, qs, epsilons), truth, rtol=1e-11, atol=1e-12)


def test_rounds_on_no_grid_are_refused():
    a = np.random.default_rng(4).uniform(0, 0.1, 30)
    ps = np.stack([expit(a), expit(-a)], axis=1)
    with pytest.raises(ValueError, match="unlike rounds"):
        privacy.product_profile(ps, ps[:, ::-1], 1.0)
    grid = 0.05 * np.random.default_rng(4).integers(1, 4, 200)  # the same on a grid has few losses
    ps = np.stack([expit(grid), expit(-grid)], axis=1)
    assert 0.1 < privacy.product_profile(ps, ps[:, ::-1], 0.5) < 0.9
