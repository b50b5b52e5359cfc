"""Lecture 5's experiments on the sparse vector technique: curves against the package's exact laws and plain sums."""

import numpy as np
import pytest

from asking import hoeffding, values

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.query_release.brute import laplace_cdf
from dplearn.query_release.experiments import sparse


@pytest.mark.parametrize("reach, step", [(5, 0.1), (12, 0.01)])
def test_epochs_by_the_law_of_an_epoch(reach, step):
    e, k = experiments.epoch_cost, 40
    repaired = qr.split_scales(l1_sensitivity=step, epsilon_search=step)
    for key, side, scales in (("surprise", 1, (1.0, 1.0)), ("plain", -1, (1.0, 1.0)), ("split", 1, repaired)):
        here, there = (qr.first_above_law([side * reach + moved] * k + [-reach - moved], threshold=0.0,
                                          threshold_scale=scales[0], test_scale=scales[1])[k] for moved in (0.0, step))
        curve = values(e, key, e.setting(reach=reach, epsilon_step=step), [k])[0]
        assert curve == pytest.approx(np.log(here / there) / step, abs=1e-9 / step)


def test_told_apart_once_and_often():
    c, z = np.linspace(0, 30, 31), np.linspace(-80, 80, 160_001)      # a plain sum over the threshold's noise
    np.testing.assert_allclose(sparse.told_apart(c, 1), qr.sign_leak_delta(c), rtol=1e-12)
    for k in (3, 1000, 10**6):
        exact = sparse.told_apart(c, k)
        plain = [np.trapezoid(np.exp(-np.abs(z)) / 2 * -np.expm1(k * np.log(laplace_cdf(v + z))), z) for v in c[::5]]
        np.testing.assert_allclose(exact[::5], plain, rtol=1e-5)
        assert (exact <= k * qr.sign_leak_delta(c) * (1 + 1e-12)).all()     # the union bound


@pytest.mark.parametrize("k", [1, 50, 10**6])
def test_games_played_are_the_exact_chance(k):
    e, runs = experiments.sign_leak, 20_000
    played = sparse.draw_told_apart(e.setting(k=k), e.simulated_x, np.random.default_rng(k), runs).mean(axis=0)
    # Hoeffding, 3 x 16 places, false alarm 1e-6 in all
    assert (np.abs(played - sparse.told_apart(e.simulated_x, k)) <= hoeffding(runs, 48)).all()
