"""Laplace noise on a prediction: its law, its cost, and what no private prediction can beat."""

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import linprog

from dplearn import prediction as p
from dplearn.prediction import AbsoluteLoss, HuberLoss, SquaredLoss


def test_law_and_sampler():
    edges = np.array([-1.0, 0.2, 0.5, 3.0])
    law = p.laplace_prediction_probabilities(0.3, edges, rate=0.4, epsilon=2.0)
    cdf = stats.laplace(0.3, 0.2).cdf(edges)
    assert law == pytest.approx(np.diff(np.concatenate([[0], cdf, [1]])), abs=1e-15) and law.sum() == pytest.approx(1)
    draws = p.laplace_prediction(np.full(20_000, 0.3), rate=0.4, epsilon=2.0, rng=np.random.default_rng(4))
    counts = np.histogram(draws, np.concatenate([[-np.inf], edges, [np.inf]]))[0]
    # Hoeffding for each of 5 cells: 5 · 2 exp(-2 · 20000 · 0.02²) < 1.2e-6; 0.0205 makes it below 1e-6
    assert np.abs(counts / 20_000 - law).max() < 0.0205
    far = p.laplace_prediction_probabilities(0.0, [50.0, 51.0], rate=1.0, epsilon=1.0)
    assert far[1] == pytest.approx((np.exp(-50) - np.exp(-51)) / 2, rel=1e-12)


def test_the_scale_is_rate_over_epsilon_and_not_the_reverse():
    """Printed ε/γ: for γ = .1, ε = 1 the scale would be 10 and the noise useless; for γ = 1, ε = .1 it would give ε = 10."""
    law = lambda v, scale: p.laplace_prediction_probabilities(v, [0.0, 1.0], rate=scale, epsilon=1.0)
    for gamma, epsilon in ((0.1, 1.0), (1.0, 0.1)):
        right = np.abs(np.log(law(0.0, gamma / epsilon) / law(gamma, gamma / epsilon))).max()
        wrong = np.abs(np.log(law(0.0, epsilon / gamma) / law(gamma, epsilon / gamma))).max()
        assert right == pytest.approx(epsilon) and wrong == pytest.approx(gamma**2 / epsilon)


def test_true_epsilon():
    assert p.prediction_epsilon(0.75, rate=0.5, epsilon=2.0) == pytest.approx(3.0)
    assert p.prediction_epsilon([0.1, 0.2], rate=0.2, epsilon=1.0) == pytest.approx([0.5, 1.0])


@pytest.mark.parametrize("rate", [0.01, 0.3, 4.0])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0])
def test_lemma_45_bounds(rate, epsilon):
    at = {"rate": rate, "epsilon": epsilon}
    errors = np.linspace(-3, 3, 61)
    for loss in (SquaredLoss(10.0, 0.3), HuberLoss(0.2), HuberLoss(5.0), AbsoluteLoss()):
        excess = p.laplace_excess(loss, errors, 0.0, **at)
        if np.isfinite(loss.smoothness):
            assert (excess <= p.noise_excess_smooth(rate, epsilon, smoothness_loss=loss.smoothness) * (1 + 1e-12)).all()
        if not isinstance(loss, SquaredLoss):
            assert (excess <= p.noise_excess_lipschitz(rate, epsilon, lipschitz_loss=1.0) * (1 + 1e-12)).all()
        assert (excess >= 0).all() and excess.max() <= excess[30] * (1 + 1e-12)  # worst where the prediction is right
    assert p.laplace_excess(SquaredLoss(10.0, 0.3), 1.0, 0.5, **at) == pytest.approx(
        p.noise_excess_smooth(rate, epsilon, smoothness_loss=0.3))


def least_excess(gamma, epsilon, smoothness, cells=61):
    """min over ε-DP pairs of laws on a grid of the larger excess of two neighbors with values 0 and γ: a linear program."""
    outputs = np.linspace(-gamma / 2, 1.5 * gamma, cells)
    cost = [smoothness * (outputs - v) ** 2 / 2 for v in (0.0, gamma)]
    zero, eye, factor = np.zeros(cells), np.eye(cells), np.exp(epsilon)
    below = np.block([[eye, -factor * eye, np.zeros((cells, 1))], [-factor * eye, eye, np.zeros((cells, 1))],
                      [cost[0], zero, -1.0], [zero, cost[1], -1.0]])
    one = np.block([[np.ones(cells), zero, 0.0], [zero, np.ones(cells), 0.0]])
    return linprog(np.append(np.zeros(2 * cells), 1.0), A_ub=below, b_ub=np.zeros(len(below)), A_eq=one, b_eq=[1, 1]).fun


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_part_2_as_printed_is_beyond_every_private_prediction(epsilon):
    for smoothness in (0.001, 1.0, 5.0):
        floor = p.noise_excess_floor(0.4, epsilon, smoothness_loss=smoothness)
        least = least_excess(0.4, epsilon, smoothness)
        assert floor <= least * (1 + 1e-9)
        assert least <= p.noise_excess_smooth(0.4, epsilon, smoothness_loss=smoothness)
        # the ledger's form of the floor is never above this one
        assert (smoothness / 2) * 0.16 * min(1 / 16, 3 / 16 * np.exp(-epsilon)) <= floor * (1 + 1e-12)
    small = epsilon**2 / (8 * (1 + np.exp(epsilon))) * 0.99
    assert p.noise_excess_smooth_printed(0.4, epsilon, smoothness_loss=small) < p.noise_excess_floor(0.4, epsilon, smoothness_loss=small)
    assert p.noise_excess_smooth_printed(0.4, epsilon, smoothness_loss=2.0) > p.noise_excess_smooth(0.4, epsilon, smoothness_loss=2.0)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: p.laplace_prediction(0.5, rate=0.0, epsilon=1.0, rng=np.random.default_rng(0)), "rate must be"),
        (lambda: p.laplace_prediction(0.5, rate=1.0, epsilon=1.0, rng=7), "rng must be"),
        (lambda: p.laplace_prediction_probabilities(0.5, [1.0, 1.0], rate=1.0, epsilon=1.0), "edges must increase"),
        (lambda: p.laplace_excess("squared", 0.0, 0.0, rate=1.0, epsilon=1.0), "loss must be a Loss"),
        (lambda: p.noise_excess_floor(1.0, -1.0, smoothness_loss=1.0), "epsilon must be"),
    ],
)
def test_bad_arguments(call, says):
    with pytest.raises(ValueError, match=says):
        call()
