"""The two learners: against a plain loop, an outside optimizer, and each other's limits."""

import dataclasses
import math

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import Ridge

from dplearn import data
from dplearn.prediction import (
    AbsoluteLoss, HuberLoss, LogisticLoss, SquaredLoss, erm_strongly_convex, half_step, psgd,
)

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(40, 3)) / 2, RNG.random(40)
LOSSES = [SquaredLoss(3.0), SquaredLoss(3.0, 2.5), HuberLoss(0.05), LogisticLoss()]


def truths(loss):
    return (Y > 0.5).astype(int) if isinstance(loss, LogisticLoss) else Y


def plain_psgd(x, y, radius, step, loss):
    """w_1 = 0; each record pulls w against the slope, a ball holds it; the mean of the points before each record."""
    w, points = [0.0] * len(x[0]), []
    for record, truth in zip(x, y):
        points.append(w)
        slope = loss.derivative(sum(a * b for a, b in zip(w, record)), truth)
        w = [a - step * slope * b for a, b in zip(w, record)]
        norm = math.sqrt(sum(a * a for a in w))
        w = [a * radius / norm for a in w] if norm > radius else w
    return [sum(column) / len(points) for column in zip(*points)]


@pytest.mark.parametrize("loss", [*LOSSES, AbsoluteLoss()], ids=repr)
@pytest.mark.parametrize("radius, step", [(0.2, 0.5), (5.0, 0.05), (1.0, 3.0)])
def test_psgd_against_a_plain_loop(loss, radius, step):
    y = truths(loss)
    assert psgd(X, y, radius=radius, step=step, loss=loss) == pytest.approx(plain_psgd(X, y, radius, step, loss), abs=1e-12)


def test_psgd_runs_side_by_side():
    x = RNG.normal(size=(4, 1, 6, 2))
    y, steps = RNG.random((5, 6)), np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    both = psgd(x, y, radius=1.0, step=steps, loss=HuberLoss())
    assert both.shape == (4, 5, 2)
    alone = [[psgd(x[i, 0], y[j], radius=1.0, step=steps[j], loss=HuberLoss()) for j in range(5)] for i in range(4)]
    assert both == pytest.approx(np.array(alone), abs=1e-14)
    assert (psgd(x[:, :, :1], y[:, :1], radius=1.0, step=steps, loss=HuberLoss()) == 0).all()  # one record: w_1 alone


def test_the_printed_sign_climbs():
    """With a plus sign, as printed, w runs to the boundary away from the data; with the minus sign to the truth."""

    class Ascent(HuberLoss):
        def _derivative(self, a, y):
            return -super()._derivative(a, y)

    x, y = np.ones((400, 1)), np.full(400, 0.5)
    right = psgd(x, y, radius=2.0, step=0.1, loss=HuberLoss(0.5))
    wrong = psgd(x, y, radius=2.0, step=0.1, loss=Ascent(0.5))
    assert abs(right[0] - 0.5) < 0.02 and wrong[0] < -1.8
    assert HuberLoss(0.5).value(wrong[0], 0.5) > 2.0 > 0.01 > HuberLoss(0.5).value(right[0], 0.5)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("radius", [0.1, 5.0])
@pytest.mark.parametrize("lam", [1e-3, 0.1, 5.0])
def test_erm_against_an_outside_optimizer(loss, radius, lam):
    y = truths(loss)
    w = erm_strongly_convex(X, y, radius=radius, regularization=lam, loss=loss)
    objective = lambda v: loss.value(X @ v, y).mean() + lam * v @ v / 2
    ball = {"type": "ineq", "fun": lambda v: radius**2 - v @ v}
    best = minimize(objective, np.zeros(3), method="SLSQP", constraints=ball, options={"ftol": 1e-15, "maxiter": 500})
    assert np.linalg.norm(w) <= radius * (1 + 1e-9)
    assert objective(w) <= objective(best.x) + 1e-9 and w == pytest.approx(best.x, abs=2e-6)


def test_the_squared_loss_is_ridge_regression():
    w = erm_strongly_convex(X, Y, radius=1e6, regularization=0.3, loss=SquaredLoss(1.0))
    assert w == pytest.approx(Ridge(alpha=0.3 * len(X), fit_intercept=False, tol=1e-12).fit(X, Y).coef_, abs=1e-9)


@dataclasses.dataclass(frozen=True)
class SquaredAsAny(HuberLoss):
    """The squared loss, in the clothes of one that is minimized step by step (errors stay far below the width)."""

    width: float = 1e4

    def _derivative(self, a, y):
        return (a - y) / self.width


def test_both_ways_to_minimize_agree():
    lams = np.array([0.01, 0.1, 1.0])
    for radius in (0.15, 3.0):
        by_eigenvalues = erm_strongly_convex(X[None], Y[None], radius=radius, regularization=lams, loss=SquaredLoss(1.0))
        by_steps = erm_strongly_convex(X[None], Y[None], radius=radius, regularization=lams / 1e4, loss=SquaredAsAny())
        assert by_eigenvalues.shape == (3, 3) and by_eigenvalues == pytest.approx(by_steps, abs=3e-9)


def test_wine_is_learned():
    """Real data: a pass over 5,000 wines predicts the other 1,497 better than their own median does."""
    wine = data.load_wine_quality()
    order = np.random.default_rng(1).permutation(wine.n)
    x, y = wine.features[order], wine.target[order]
    loss = HuberLoss(0.1)
    w = psgd(x[:5000], y[:5000], radius=1.0, step=half_step(5000, radius=1.0, lipschitz_f=1.0, lipschitz_loss=1.0), loss=loss)
    error = loss.value(x[5000:] @ w, y[5000:]).mean()
    assert error < 0.92 * loss.value(np.median(y[5000:]), y[5000:]).mean()
    assert error > loss.value(wine.features @ erm_strongly_convex(
        wine.features, wine.target, radius=1.0, regularization=1e-4, loss=loss), wine.target).mean()


@pytest.mark.parametrize(
    "change, says",
    [
        ({"x": np.zeros(3)}, "x must have shape"),
        ({"y": Y[:-1]}, "y must have shape"),
        ({"y": np.full(40, np.nan)}, "y must be finite"),
        ({"radius": 0.0}, "radius must be"),
        ({"step": 0.0}, "step must lie in"),
        ({"step": np.ones(7), "y": np.ones((2, 40))}, "x, y, step must have shapes"),
        ({"loss": "squared"}, "loss must be a Loss"),
    ],
)
def test_bad_arguments_of_psgd(change, says):
    with pytest.raises(ValueError, match=says):
        psgd(**{"x": X, "y": Y, "radius": 1.0, "step": 0.1, "loss": HuberLoss(), **change})


@pytest.mark.parametrize(
    "change, says",
    [
        ({"regularization": 0.0}, "regularization must be"),
        ({"regularization": 1e-9}, "regularization must be at least"),
        ({"loss": AbsoluteLoss()}, "loss must be smooth"),
        ({"loss": LogisticLoss()}, "y must hold whole numbers"),
        ({"x": X[:0], "y": Y[:0]}, "x must not be empty"),
    ],
)
def test_bad_arguments_of_erm(change, says):
    with pytest.raises(ValueError, match=says):
        erm_strongly_convex(**{"x": X, "y": Y, "radius": 1.0, "regularization": 0.1, "loss": HuberLoss(), **change})
