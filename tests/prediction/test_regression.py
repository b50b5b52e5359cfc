"""Gradient descent against a plain loop, and how far its predictions move: the largest change over small data sets.
The audits of noisy predictions, with the half step and the printed one, are companion 6a's.
"""

import itertools

import numpy as np
import pytest
from scipy import integrate

from dplearn.prediction import deeper
from dplearn.prediction.deeper import HuberLoss, psgd, psgd_rate

LOSSES = [HuberLoss(width) for width in (1e-12, 0.3, 2.0)]     # the first is the absolute loss
UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=repr)


@each_loss
def test_slope_and_cost_of_noise(loss):
    """Slopes are the loss's differences; the cost of noise by quadrature."""
    errors = np.linspace(-2, 2, 402)      # none is 0, where a tiny width has its kink
    slope, change = loss._slope(errors), np.diff(loss.value(errors, 0)) / np.diff(errors)
    assert (slope[:-1] <= change + 1e-9).all() and (change <= slope[1:] + 1e-9).all() and np.abs(slope).max() <= 1
    for a, scale in itertools.product((0.0, 0.2, 6.0), (0.01, 2.0)):
        kinks = [-a + s * k for s in (-1, 1) for k in (0.0, 0.3, 2.0)]
        expected = integrate.quad(lambda z: loss.value(a + z, 0.0) * np.exp(-abs(z) / scale) / (2 * scale), -40 * scale,
                                  40 * scale, points=[0.0, *kinks], limit=500)[0] - loss.value(a, 0.0)
        assert loss.noise_excess(a, 0.0, scale=scale) == pytest.approx(expected, abs=1e-7 * max(1, expected))


def test_psgd_against_a_plain_loop():
    """w_1 = 0; each record pulls w against the slope, a ball holds it; the mean of the points before each record."""
    rng, loss = np.random.default_rng(3), HuberLoss(0.3)
    x, y = rng.normal(size=(3, 40, 2)) / 2, rng.random((3, 40))
    for radius, step in ((0.2, 0.5), (1.0, 3.0)):
        for fit, records, truths in zip(psgd(x, y, radius=radius, step=step, loss=loss), x, y):
            w, points = np.zeros(2), []
            for record, truth in zip(records, truths):
                points.append(w)
                w = w - step * loss._slope(w @ record - truth) * record
                w = w * min(1, radius / max(np.linalg.norm(w), 1e-300))
            assert fit == pytest.approx(np.mean(points, axis=0), abs=1e-12)


# ---- how far a prediction moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n, radius, lipschitz_f", [(2, 0.5, 3.0), (4, 2.0, 0.5)])
def test_the_true_rate_is_the_largest_change_over_all_data_sets(n, radius, lipschitz_f):
    """Records at the ends of their ranges: one pulls up, one down, one back, one does nothing."""
    width = 4 * radius * lipschitz_f
    reach, constants = radius * lipschitz_f + width, {"radius": radius, "lipschitz_f": lipschitz_f,
                                                      "lipschitz_loss": 1.0}
    x, y = lipschitz_f * np.array([[1], [1], [1], [0]]), np.array([reach, -reach, 0, 0])
    step = deeper.psgd_step(n, **constants)
    fit = lambda x, y: lipschitz_f * psgd(x, y, radius=radius, step=step, loss=HuberLoss(width))
    true = psgd_rate(n, step=step, **constants)
    chosen = np.indices((4,) * n).reshape(n, -1).T
    said = fit(x[chosen], y[chosen]).reshape((4,) * n)
    assert max(np.ptp(said, axis=i).max() for i in range(n)) == pytest.approx(true, rel=1e-9, abs=1e-12)
    assert np.ptp(fit(*deeper.stability_worst_pair(n, lipschitz_f=lipschitz_f, reach=reach))) == pytest.approx(true)


def test_a_kink_drives_paths_apart():
    """After the first record the two paths stand on both sides of the second one's kink, which pushes them apart
    sideways."""
    x, y = np.array([[1.0, 0.0], [0.01, 0.99995**0.5], [0.0, 0.0]]), np.array([[9.0, 0.0, 0.0], [-9.0, 0.0, 0.0]])
    apart = -np.diff(psgd(x, y, radius=10.0, step=0.1, loss=HuberLoss(1e-12)), axis=0)
    assert np.linalg.norm(apart) > 1.1 * psgd_rate(3, step=0.1, **{**UNIT, "radius": 10.0})
