"""Losses: slopes against differences, constants against a grid, the cost of noise against quadrature."""

import math

import numpy as np
import pytest
from scipy.integrate import quad

from dplearn import prediction
from dplearn.prediction import AbsoluteLoss, HuberLoss, LogisticLoss, Loss, SquaredLoss

LOSSES = [SquaredLoss(3.0, 2.0), AbsoluteLoss(), HuberLoss(0.3), HuberLoss(2.0), LogisticLoss()]
GRID = np.linspace(-2, 2, 401)  # with y in {0, 1} no error is above 3, the range of the squared loss


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("y", [0, 1])
def test_slopes_and_constants(loss, y):
    value, slope = loss.value(GRID, y), loss.derivative(GRID, y)
    assert (np.diff(value, 2) >= -1e-12).all() and value.min() >= 0  # convex
    assert np.abs(slope).max() <= loss.lipschitz * (1 + 1e-12)
    assert np.abs(np.diff(slope)).max() / 0.01 <= loss.smoothness * (1 + 1e-9)
    inner = (value[2:] - value[:-2]) / 0.02
    away = np.abs(GRID[1:-1] - y) > 0.011 if isinstance(loss, AbsoluteLoss) else slice(None)
    assert inner[away] == pytest.approx(slope[1:-1][away], abs=0.02)
    assert type(loss.value(0.5, y)) is float and loss.value(0.5, y) == value[250]


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("scale", [0.01, 0.3, 2.0, 30.0])
def test_the_cost_of_noise_by_quadrature(loss, scale):
    kinks = {0.0, 0.3, 2.0}
    for a in (-2.0, 0.0, 0.2, 1.7, 6.0):
        for y in (0, 1):
            places = {abs(a - y + s * k) / scale for s in (-1, 1) for k in kinks} | {abs(a) / scale}
            curve = lambda t: (loss.value(a + scale * t, y) + loss.value(a - scale * t, y) - 2 * loss.value(a, y)) / 2 * math.exp(-t)
            expected = quad(curve, 0, 60, points=sorted(p for p in places if 0 < p < 60), limit=400)[0]
            excess = loss.noise_excess(a, y, scale=scale)
            assert excess == pytest.approx(expected, abs=1e-8 * max(1, expected))
            assert excess <= min(loss.smoothness * scale**2, loss.lipschitz * scale if not isinstance(loss, SquaredLoss) else math.inf) * (1 + 1e-12)


def test_equalities():
    """Lemma 4.5's two parts are attained: part 2 by the squared loss, part 1 by the absolute loss at the truth."""
    assert SquaredLoss(5.0, 0.7).noise_excess(3.0, 1.0, scale=0.2) == pytest.approx(0.7 * 0.04, rel=1e-12)
    assert AbsoluteLoss().noise_excess(1.0, 1.0, scale=0.2) == pytest.approx(0.2, rel=1e-12)
    assert HuberLoss(1e-9).noise_excess(0.3, 0.1, scale=0.2) == pytest.approx(AbsoluteLoss().noise_excess(0.3, 0.1, scale=0.2), rel=1e-6)
    assert HuberLoss(1e9).noise_excess(0.3, 0.1, scale=0.2) == pytest.approx(1e-9 * 0.04, rel=1e-6)
    tiny = HuberLoss(0.1).noise_excess(50.0, 0.0, scale=1.0)  # far in the tail, to full relative precision
    assert tiny == pytest.approx(0.5 * (math.exp(-49.9) - math.exp(-50.1)) / 0.1, rel=1e-9)


def test_shapes():
    a, y = np.zeros((3, 1)), np.array([0, 1])
    for loss in LOSSES:
        assert loss.value(a, y).shape == loss.derivative(a, y).shape == (3, 2)
        assert loss.noise_excess(a, y, scale=np.ones((5, 1, 1))).shape == (5, 3, 2)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: Loss(), "Loss must be one of"),
        (lambda: HuberLoss(0.0), "width must be"),
        (lambda: SquaredLoss(-1.0), "largest_error must be"),
        (lambda: SquaredLoss(1.0, math.inf), "smoothness must be"),
        (lambda: HuberLoss().value(math.nan, 0), "prediction must be finite"),
        (lambda: LogisticLoss().value(0.0, 2), "y must be <= 1"),
        (lambda: HuberLoss().value([0.0, 1.0], [1.0, 2.0, 3.0]), "prediction, y must have shapes"),
        (lambda: HuberLoss().noise_excess(0.0, 0.0, scale=0.0), "scale must be"),
    ],
)
def test_bad_arguments(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_exported():
    assert all(getattr(prediction, name) for name in ("psgd", "erm_strongly_convex", "laplace_prediction"))
