"""Losses: slopes against differences, constants against a grid, the cost of noise against quadrature; the law of a
noisy prediction."""

import math

import numpy as np
import pytest
from scipy import stats

from dplearn import prediction
from dplearn.prediction import deeper
from dplearn.prediction.deeper import AbsoluteLoss, HuberLoss, SquaredLoss, brute

LOSSES = [SquaredLoss(3.0, 2.0), AbsoluteLoss(), HuberLoss(0.3), HuberLoss(2.0)]
GRID = np.linspace(-2, 2, 401)  # with y in {0, 1} no error is above 3, the range of the squared loss
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=repr)


@each_loss
@pytest.mark.parametrize("y", [0, 1])
def test_slopes_and_constants(loss, y):
    value, slope = loss.value(GRID, y), loss._slope(GRID - y)
    assert (np.diff(value, 2) >= -1e-12).all() and value.min() >= 0  # convex
    assert np.abs(slope).max() <= loss.lipschitz * (1 + 1e-12)
    assert np.abs(np.diff(slope)).max() / 0.01 <= loss.smoothness * (1 + 1e-9)
    inner = (value[2:] - value[:-2]) / 0.02
    away = np.abs(GRID[1:-1] - y) > 0.011 if isinstance(loss, AbsoluteLoss) else slice(None)
    assert inner[away] == pytest.approx(slope[1:-1][away], abs=0.02)
    assert type(loss.value(0.5, y)) is float and loss.value(0.5, y) == value[250]


@each_loss
@pytest.mark.parametrize("scale", [0.01, 0.3, 2.0, 30.0])
def test_the_cost_of_noise_by_quadrature(loss, scale):
    for a in (-2.0, 0.0, 0.2, 1.7, 6.0):
        kinks = [-a + s * k for s in (-1, 1) for k in (0.0, 0.3, 2.0)]
        expected = brute.noisy_mean(lambda z: loss.value(a + z, 0.0), scale, kinks=(*kinks, 0.0)) - loss.value(a, 0.0)
        excess = loss.noise_excess(a, 0.0, scale=scale)
        assert excess == pytest.approx(expected, abs=1e-8 * max(1, expected))
        assert excess <= min(loss.smoothness * scale**2,
                             math.inf if isinstance(loss, SquaredLoss) else scale) * (1 + 1e-12)
        assert excess <= loss.noise_excess(0.0, 0.0, scale=scale) * (1 + 1e-12)  # worst where the prediction is right


def test_limits():
    """Huber's loss between the absolute one, which attains Lemma 4.5's part 1 at the truth, and a wide parabola."""
    assert AbsoluteLoss().noise_excess(1.0, 1.0, scale=0.2) == pytest.approx(0.2, rel=1e-12)
    sharp, wide, absolute = (loss.noise_excess(0.3, 0.1, scale=0.2)
                             for loss in (HuberLoss(1e-9), HuberLoss(1e9), AbsoluteLoss()))
    assert [sharp, wide] == pytest.approx([absolute, 1e-9 * 0.04], rel=1e-6)
    tiny = HuberLoss(0.1).noise_excess(50.0, 0.0, scale=1.0)  # far in the tail, to full relative precision
    assert tiny == pytest.approx(0.5 * (math.exp(-49.9) - math.exp(-50.1)) / 0.1, rel=1e-9)


def test_the_law_of_a_noisy_prediction():
    edges = np.array([-1.0, 0.2, 0.5, 3.0])
    law = deeper.laplace_prediction_probabilities(0.3, edges, rate=0.4, epsilon=2.0)
    assert law == pytest.approx(np.diff([0, *stats.laplace(0.3, 0.2).cdf(edges), 1]), abs=1e-15)
    far = deeper.laplace_prediction_probabilities(0.0, [50.0, 51.0], rate=1.0, epsilon=1.0)
    assert far[1] == pytest.approx((np.exp(-50) - np.exp(-51)) / 2, rel=1e-12)
