"""The numbers in the prose of companion 6d."""

import numpy as np
from claims import simulated

from dplearn import experiments
from dplearn.prediction import deeper

# Expected losses to the power k = 1, 2, 3, on fresh records and on the sample, and the bound


def asked_often(n_parts):
    return simulated(experiments.membership_attack, 1.0, seed=101, runs=4000, asked=101, n_parts=n_parts)


def rounding():
    """The largest share that whole moments add to the printed exponent, ε = 1, 1 <= ln(1/β) <= 12."""
    beta = np.exp(-np.linspace(1, 12, 1101))
    return (np.log(deeper.tail_factor(beta, 1.0)) / np.log(deeper.tail_factor_printed(beta, 1.0))).max() - 1


CLAIMS = {
    "which is worth less than {most}": 0.08, "worth less than 0.08": lambda: asked_often(5)["high"] < 0.08,
    "With one part he gets the {mean:.2f} of the line without privacy": lambda: asked_often(1),
    "The ceiling is 1 by then": experiments.membership_attack.at(asked=101)["ceiling"] > 0.999999,
    "that is $\\beta\\ge{beta:.2f}$": np.exp(-0.25),
    "costs at most {most:.2%} of the exponent": rounding,
    "where $\\ln(1/\\beta)\\ge\\varepsilon$": rounding() > 0,
}

GIVEN = r"""
for whole $k\ge1$
With $k = 1$
at $\varepsilon = 0.5$: a part votes
At $\varepsilon = 1$ that is
but 1. At
A loss of 1 with
census records in $r = 5$ parts
the same question $k = 101$ times
up to blue at $\varepsilon = 1$
"""

