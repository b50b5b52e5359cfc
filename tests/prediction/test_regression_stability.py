"""Exact privacy of noisy predictions: the rate printed in Theorem 4.12 is caught by the audit that passes the half
step.

Every sequence of n records at the ends of their ranges, every replacement; outputs are cells of the line whose tails
show the whole log-ratio, so nothing is drawn.  The query is public.
"""

import numpy as np
import pytest

from dplearn import prediction as p
from dplearn.prediction import deeper
from dplearn.privacy import Relation, all_datasets, audit

RECORDS = ((1.0, 5.0), (1.0, -5.0), (0.0, 0.0), (1.0, 0.0))
EDGES = np.linspace(-1, 1, 9)  # predictions lie in [-1, 1]
UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}


def printed_rate(n):
    return deeper.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)


def descend(step, loss=deeper.HuberLoss(4.0)):
    return lambda x, y: deeper.psgd(x, y, radius=1.0, step=step, loss=loss)


def report(fit, n, rate, epsilon, records=RECORDS):
    """The audit of fit + Laplace noise of scale rate/ε, asked at x = 1."""
    def law(dataset):
        x, y = np.array(dataset).T
        return deeper.laplace_prediction_probabilities(fit(x[:, None], y)[0], EDGES, rate=rate, epsilon=epsilon)

    return audit(law, all_datasets(records, n, ordered=True), domain=records, relation=Relation.REPLACE_ONE,
                 epsilon=epsilon, ordered=True, slack=1e-8)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("epsilon", [0.1, 4.0])
def test_half_step_passes_and_full_step_does_not(n, epsilon):
    half, full = deeper.half_step(n, **UNIT), deeper.psgd_step(n, **UNIT)
    good, bad = report(descend(half), n, printed_rate(n), epsilon), report(descend(full), n, printed_rate(n), epsilon)
    assert good.ok and good.true_epsilon == pytest.approx((1 - 1 / n) * epsilon), str(good)
    assert bad.true_epsilon == pytest.approx(2 * (1 - 1 / n) * epsilon) and bad.ok == (n <= 2), str(bad)
    # the other way to mend it: true noise
    mended = report(descend(full), n, deeper.psgd_rate(n, step=full, **UNIT), epsilon)
    assert mended.ok and mended.true_epsilon == pytest.approx(epsilon), str(mended)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_erm_with_the_constant_two(n):
    """Theorem 4.9's 4 is private, with twice the noise it needs; half of 2 would not do."""
    sharp = deeper.stability_rate_erm_sharp(n, strong_convexity=2.5, lipschitz_f=1.0, lipschitz_loss=1.0)
    fit = lambda x, y: deeper.erm_strongly_convex(x, y, radius=1.0, regularization=2.5, loss=deeper.HuberLoss(4.0))
    for factor in (1, 2, 0.5):
        found = report(fit, n, factor * sharp, 0.7)
        assert found.ok == (factor >= 1) and found.true_epsilon == pytest.approx(0.7 / factor, rel=1e-6), str(found)


def test_the_printed_scale_is_caught():
    """Scale ε/γ: at γ = 1/2 and ε = 0.1 the noise is 25 times too small."""
    broken = report(descend(deeper.half_step(4, **UNIT)), 4, 0.1**2 / 0.5, 0.1)
    assert not broken.ok and broken.true_epsilon == pytest.approx(0.375 / 0.2)


def test_the_printed_sign_is_not_stable():
    """Ascent with the half step: records that pulled back now push away, and the claim breaks (here at n = 4)."""

    class Ascent(deeper.HuberLoss):
        def _slope(self, error):
            return -super()._slope(error)

    records = ((1.0, 1.25), (1.0, -1.25), (1.0, 0.0))
    right, broken = (report(descend(0.25, loss(0.25)), 4, 0.5, 1.0, records)
                     for loss in (deeper.HuberLoss, Ascent))   # σ = 4 <= 2/η = 8
    assert right.ok and not broken.ok and broken.true_epsilon > 1.1
