"""The numbers in the prose of companion 6d."""

import itertools

import numpy as np
from asking import values
from claims import checked, evidence

from dplearn import prediction
from dplearn.prediction import brute, experiments

# E_S and E_S', all samples of three records, ε = 0.5
RECORDS = list(itertools.product((0, 1), repeat=2))
LOSSES = [[abs(y - brute.coin(sum(b if a == x else 1 - b for a, b in sample), 3, 0.25)) for x, y in RECORDS]
          for sample in itertools.product(RECORDS, repeat=3)]
OWN, FRESH = brute.fresh_losses(np.array(LOSSES).reshape(4, 4, 4, 4))


def moments():
    """Expected loss on fresh records and on the sample, and the bound."""
    return FRESH.mean(), OWN.mean(), prediction.moment_bound(1, 0.5, OWN)


def looser():
    """Bound over moment for k = 1, 2, 3."""
    ratios = [prediction.moment_bound(k, 0.5, OWN) / np.mean(FRESH**k) for k in (1, 2, 3)]
    return ratios == sorted(ratios) and ratios[0] > 1


def false_up_to_a_quarter():
    """The pink curve ends where ln(1/β) passes ε/4; that the lemma is false there is tested in tests/prediction."""
    experiment = experiments.prediction_generalization
    for setting in (experiment.setting(epsilon=e) for e in (0.1, 0.5, 1.0, 4.0)):
        x = experiment.x_values(setting)
        assert (np.isfinite(values(experiment, "false", setting, x)) == (x <= setting.epsilon / 4)).all()
    return True


CLAIMS = {
    "{fresh:.4f} on fresh records, {own:.4f} on the sample; the bound allows {bound:.3f}": moments,
    "For larger $k$ the bound is looser": looser,
    "up to $\\ln(1/\\beta) = \\varepsilon/4$ (pink)": false_up_to_a_quarter,
    "that is $\\beta\\ge{beta:.2f}$": evidence("DF18-L6.5"),
    "costs at most {most:.2%} of the exponent": evidence("DF18-L6.5")["ratio"] - 1,
    "where $\\ln(1/\\beta)\\ge\\varepsilon$": checked("DF18-L6.5"),
}

GIVEN = r"""
for whole $k\ge1$
With $k = 1$
at $\varepsilon = 0.5$: a part votes
At $\varepsilon = 1$ that is
but 1. At
A loss of 1 with
"""
