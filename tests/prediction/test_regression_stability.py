"""Exact privacy of noisy predictions: the rate printed in Theorem 4.12 is caught by the audit that passes the half step.

Every sequence of n records at the ends of their ranges, every replacement; outputs are cells of the line whose tails show
the whole log-ratio, so nothing is drawn.  The query is public.
"""

import numpy as np
import pytest

from dplearn import prediction as p
from dplearn.privacy import Relation, all_datasets, audit

WIDTH, REACH = 4.0, 5.0
RECORDS = ((1.0, REACH), (1.0, -REACH), (0.0, 0.0), (1.0, 0.0))
EDGES = np.linspace(-1, 1, 9)  # predictions lie in [-1, 1]
LOSS = p.HuberLoss(WIDTH)
UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}


def descend(step):
    return lambda x, y: p.psgd(x, y, radius=1.0, step=step, loss=LOSS)


def minimize(lam):
    return lambda x, y: p.erm_strongly_convex(x, y, radius=1.0, regularization=lam, loss=LOSS)


def report(fit, n, rate, epsilon, records=RECORDS, scale=None):
    """The audit of fit + Laplace noise of scale rate/ε (or `scale`), asked at x = 1."""
    rate = rate if scale is None else scale * epsilon

    def law(dataset):
        x, y = np.array(dataset).T
        return p.laplace_prediction_probabilities(fit(x[:, None], y)[0], EDGES, rate=rate, epsilon=epsilon)

    data = all_datasets(records, n, ordered=True)
    return audit(law, data, domain=records, relation=Relation.REPLACE_ONE, epsilon=epsilon, ordered=True, slack=1e-8)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_half_step_passes_and_full_step_does_not(n, epsilon):
    printed = p.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)
    half, full = p.half_step(n, **UNIT), p.psgd_step(n, **UNIT)
    good = report(descend(half), n, printed, epsilon)
    assert good.ok and good.true_epsilon == pytest.approx((1 - 1 / n) * epsilon), str(good)
    bad = report(descend(full), n, printed, epsilon)
    assert bad.true_epsilon == pytest.approx(2 * (1 - 1 / n) * epsilon) and bad.ok == (n <= 2), str(bad)
    mended = report(descend(full), n, p.psgd_rate(n, step=full, **UNIT), epsilon)  # the other way to mend it: true noise
    assert mended.ok and mended.true_epsilon == pytest.approx(epsilon), str(mended)


def test_longer_sequences():
    """n = 7 with the two pulling records and the one that does nothing: 2(1 - 1/7) = 1.714 times the claim."""
    printed = p.psgd_rate_printed(7, radius=1.0, lipschitz_f=1.0)
    bad = report(descend(p.psgd_step(7, **UNIT)), 7, printed, 1.0, RECORDS[:3])
    assert not bad.ok and bad.true_epsilon == pytest.approx(12 / 7)
    first = [i for i in range(7) if bad.worst_pair[0][i] != bad.worst_pair[1][i]]
    assert first == [0]  # the first record of the pass
    assert report(descend(p.half_step(7, **UNIT)), 7, printed, 1.0, RECORDS[:3]).ok


@pytest.mark.parametrize("n", [1, 2, 3])
def test_erm_with_the_constant_two(n):
    lam, epsilon = 2.5, 0.7
    sharp = p.stability_rate_erm_sharp(n, strong_convexity=lam, lipschitz_f=1.0, lipschitz_loss=1.0)
    good = report(minimize(lam), n, sharp, epsilon)
    assert good.ok and good.true_epsilon == pytest.approx(epsilon, rel=1e-6), str(good)
    printed = report(minimize(lam), n, 2 * sharp, epsilon)  # Theorem 4.9's 4: private, with twice the noise it needs
    assert printed.ok and printed.true_epsilon == pytest.approx(epsilon / 2, rel=1e-6)
    assert not report(minimize(lam), n, sharp / 2, epsilon).ok  # half of it would not do


def test_the_printed_scale_is_caught():
    """Scale ε/γ: at γ = 1/2 and ε = 0.1 the noise is 25 times too small."""
    n, epsilon = 4, 0.1
    printed = p.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)
    broken = report(descend(p.half_step(n, **UNIT)), n, printed, epsilon, scale=epsilon / printed)
    assert not broken.ok and broken.true_epsilon == pytest.approx(0.375 / (epsilon / printed))


def test_the_printed_sign_is_not_stable():
    """Ascent with the half step: records that pulled back now push away, and the claim breaks (here at n = 4)."""

    class Ascent(p.HuberLoss):
        def _derivative(self, a, y):
            return -super()._derivative(a, y)

    n, epsilon = 4, 1.0
    printed = p.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)
    steep = Ascent(0.25)  # σ = 4 <= 2/η = 8: within the theorem's hypothesis
    records = ((1.0, 1.25), (1.0, -1.25), (1.0, 0.0))
    broken = report(lambda x, y: p.psgd(x, y, radius=1.0, step=p.half_step(n, **UNIT), loss=steep), n, printed, epsilon, records)
    right = report(lambda x, y: p.psgd(x, y, radius=1.0, step=p.half_step(n, **UNIT), loss=p.HuberLoss(0.25)), n, printed, epsilon, records)
    assert right.ok and not broken.ok and broken.true_epsilon > 1.1 * epsilon
