"""The numbers in the prose of companion 6d."""

import functools
import itertools

import numpy as np
from claims import true

from dplearn import prediction
from dplearn.prediction import brute, experiments


@functools.cache
def losses():
    """E_S and E_S', all samples of three records, ε = 0.5."""
    records = list(itertools.product((0, 1), repeat=2))
    table = [[abs(y - prediction.soft_majority_probability(sum(b if a == x else 1 - b for a, b in s), 3,
                                                           epsilon=0.5)) for x, y in records]
             for s in itertools.product(records, repeat=3)]
    return brute.fresh_losses(np.array(table).reshape(4, 4, 4, 4))


def moments():
    """Expected loss on fresh records and on the sample, and the bound."""
    own, fresh = losses()
    return {"fresh": fresh.mean(), "own": own.mean(), "bound": prediction.moment_bound(1, 0.5, own)}


def looser():
    """Bound over moment for k = 1, 2, 3."""
    own, fresh = losses()
    ratios = [prediction.moment_bound(k, 0.5, own) / np.mean(fresh**k) for k in (1, 2, 3)]
    return ratios == sorted(ratios) and ratios[0] > 1


def false_up_to_a_quarter():
    """The test's fresh loss reaches the printed factor, with chance almost 1 above β, exactly where ln(1/β) <= ε/4."""
    experiment = experiments.prediction_generalization
    for e in (0.1, 0.5, 1.0, 4.0):
        line = next(line for line in experiment.picture(experiment.setting(epsilon=e)).lines
                    if line.series.key == "false")
        assert (~np.isnan(line.y) == (line.x <= e / 4)).all()
        assert prediction.spread_tail(prediction.tail_factor_printed(np.exp(-e / 5), e), e, n=100,
                                      domain_size=2**40) > 0.999999
    return True


def rounding():
    epsilon = np.array([[0.05], [0.3], [1.0], [3.0]])
    # the last is 2ε, the worst
    log = epsilon + np.append(np.linspace(0, 12, 2001), 0) + epsilon * np.eye(1, 2002, 2001)
    return {"most": np.max(np.log(prediction.tail_factor(np.exp(-log), epsilon)) / (2 * np.sqrt(epsilon * log))) - 1}


CLAIMS = {
    "{fresh:.4f} on fresh records, {own:.4f} on the sample; the bound allows {bound:.3f}": moments,
    "For larger $k$ the bound is looser": looser,
    "up to $\\ln(1/\\beta) = \\varepsilon/4$ (pink)": false_up_to_a_quarter,
    "that is $\\beta\\ge{beta:.2f}$": lambda: np.exp(-0.25),
    "costs at most {most:.2%} of the exponent": rounding,
    "where $\\ln(1/\\beta)\\ge\\varepsilon$": lambda: rounding()["most"] > 0.06,
}

GIVEN = r"""
for whole $k\ge1$
With $k = 1$
at $\varepsilon = 0.5$: a part votes
At $\varepsilon = 1$ that is
but 1. At
A loss of 1 with
""".strip().splitlines()
