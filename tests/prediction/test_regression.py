"""The two learners against a plain loop and an outside optimizer; how far they move, against the largest change over
small data sets.

The cards check the rates and the excess bounds on the line; the audits are in test_regression_stability.
"""

import functools

import numpy as np
import pytest
from scipy.optimize import minimize

from dplearn.prediction import deeper
from dplearn.prediction.deeper import (
    AbsoluteLoss, HuberLoss, SquaredLoss, erm_strongly_convex, measured_rate, psgd, psgd_rate,
)

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(40, 3)) / 2, RNG.random(40)
LOSSES = [SquaredLoss(3.0, 2.5), HuberLoss(0.05), HuberLoss(4.0)]
UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}


def plain_psgd(x, y, radius, step, loss):
    """w_1 = 0; each record pulls w against the slope, a ball holds it; the mean of the points before each record."""
    w, points = np.zeros(len(x[0])), []
    for record, truth in zip(x, y):
        points.append(w)
        w = w - step * loss._slope(w @ record - truth) * record
        w = w * min(1, radius / max(np.linalg.norm(w), 1e-300))
    return np.mean(points, axis=0)


@pytest.mark.parametrize("loss", [*LOSSES, AbsoluteLoss()], ids=repr)
@pytest.mark.parametrize("radius, step", [(0.2, 0.5), (5.0, 0.05), (1.0, 3.0)])
def test_psgd_against_a_plain_loop(loss, radius, step):
    w = psgd(X, Y, radius=radius, step=step, loss=loss)
    assert w == pytest.approx(plain_psgd(X, Y, radius, step, loss), abs=1e-12)


def test_data_sets_run_side_by_side():
    x, y, given = RNG.normal(size=(4, 1, 6, 2)), RNG.random((5, 6)), {"radius": 1.0, "loss": HuberLoss()}
    for learner in (functools.partial(psgd, step=0.3, **given),
                    functools.partial(erm_strongly_convex, regularization=0.3, **given)):
        alone = [[learner(x[i, 0], y[j]) for j in range(5)] for i in range(4)]
        assert learner(x, y) == pytest.approx(np.array(alone), abs=1e-8)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("radius", [0.1, 5.0])
def test_erm_against_an_outside_optimizer(loss, radius):
    for lam in (1e-3, 0.1, 5.0):
        w = erm_strongly_convex(X, Y, radius=radius, regularization=lam, loss=loss)
        objective = lambda v: loss.value(X @ v, Y).mean() + lam * v @ v / 2
        ball = {"type": "ineq", "fun": lambda v: radius**2 - v @ v}
        best = minimize(objective, np.zeros(3), method="SLSQP", constraints=ball,
                        options={"ftol": 1e-15, "maxiter": 500})
        assert np.linalg.norm(w) <= radius * (1 + 1e-9)
        assert objective(w) <= objective(best.x) + 1e-9 and w == pytest.approx(best.x, abs=2e-6)


# ---- how far a prediction moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("radius, lipschitz_f", [(2.0, 0.5), (0.5, 3.0)])
def test_psgd_true_rate_is_the_largest_change_over_all_data_sets(n, radius, lipschitz_f):
    """Records at the ends of their ranges: one pulls up, one down, one back, one does nothing."""
    width = 4 * radius * lipschitz_f
    reach, constants = radius * lipschitz_f + width, {"radius": radius, "lipschitz_f": lipschitz_f,
                                                      "lipschitz_loss": 1.0}
    x, y = np.array([[lipschitz_f], [lipschitz_f], [lipschitz_f], [0.0]]), [reach, -reach, 0.0, 0.0]
    for share in (0.3, 1.0):
        step = share * deeper.psgd_step(n, **constants)
        fit = lambda x, y: psgd(x, y, radius=radius, step=step, loss=HuberLoss(width))
        true = psgd_rate(n, step=step, smoothness=lipschitz_f**2 / width, **constants)
        assert measured_rate(fit, x, y, n, queries=[[lipschitz_f], [0.1]]) == pytest.approx(true, rel=1e-9, abs=1e-12)
        pair = deeper.stability_worst_pair(n, lipschitz_f=lipschitz_f, reach=reach)
        assert np.ptp(fit(*pair)) * lipschitz_f == pytest.approx(true, rel=1e-9, abs=1e-12)


def test_random_data_in_three_dimensions_stay_below_the_true_rate():
    rng, largest = np.random.default_rng(8), 0.0
    for _ in range(40):
        x = rng.normal(size=(5, 3))
        x /= np.maximum(1, np.linalg.norm(x, axis=1, keepdims=True))
        fit = lambda a, b: psgd(a, b, radius=1.0, step=0.5, loss=HuberLoss(0.5))
        measured = measured_rate(fit, x, 3 * rng.integers(0, 2, 5), 4,
                                 queries=x / np.linalg.norm(x, axis=1, keepdims=True))
        largest = max(largest, measured / psgd_rate(4, step=0.5, smoothness=2.0, **UNIT))
    assert 0.4 < largest <= 1 + 1e-12


def test_a_kink_may_drive_paths_apart():
    # after the first record the two paths stand on both sides of the second one's kink, which pushes them apart
    # sideways
    x, y = np.array([[1.0, 0.0], [0.01, 0.99995**0.5], [0.0, 0.0]]), np.array([[9.0, 0.0, 0.0], [-9.0, 0.0, 0.0]])
    apart = -np.diff(psgd(x, y, radius=10.0, step=0.1, loss=AbsoluteLoss()), axis=0)
    assert np.linalg.norm(apart) > 1.1 * psgd_rate(3, step=0.1, **{**UNIT, "radius": 10.0})


def test_a_step_that_is_too_long_is_refused():
    """Outside σ <= 2/η the rate's proof fails: a record between the two paths pushes them apart."""
    with pytest.raises(ValueError, match="smoothness at most 2/step"):
        psgd_rate(4, step=0.5, smoothness=10.0, **UNIT)


def test_limits():
    assert psgd_rate(10**12, step=1e9, **UNIT) == pytest.approx(2.0)  # never more than the diameter
    assert deeper.half_step(9, radius=3.0, lipschitz_f=2.0, lipschitz_loss=5.0) == pytest.approx(3 / (2 * 10 * 3))
