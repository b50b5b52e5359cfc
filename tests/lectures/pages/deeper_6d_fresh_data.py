"""The numbers in the prose of companion 6d."""

import functools
import itertools

import numpy as np
from claims import true

from dplearn import prediction
from dplearn.prediction.experiments import generalization as prediction_generalization


@functools.cache
def moments():
    """Expected loss on fresh records and on the sample, and the bound: all samples of three records, ε = 0.5."""
    records = list(itertools.product((0, 1), repeat=2))
    fresh, own = [], []
    for s in itertools.product(records, repeat=3):
        votes = {x: sum(y if at == x else 1 - y for at, y in s) for x in (0, 1)}
        chance = {x: prediction.soft_majority_probability(votes[x], 3, epsilon=0.5) for x in (0, 1)}
        loss = {(x, y): 1 - chance[x] if y else chance[x] for x, y in records}
        fresh.append(np.mean(list(loss.values())))
        own.append(np.mean([loss[z] for z in s]))
    return {"fresh": np.mean(fresh), "own": np.mean(own), "bound": np.exp(0.5) * np.mean(own)}


def looser():
    """The page's cell: bound over moment for k = 1, 2, 3."""
    ratios = []
    records, e = list(itertools.product((0, 1), repeat=2)), 0.5
    table = np.array([[1 - p if z[1] else p for z in records for p in [prediction.soft_majority_probability(
        sum(y if x == z[0] else 1 - y for x, y in s), 3, epsilon=e)]] for s in itertools.product(records, repeat=3)])
    index = np.array(list(itertools.product(range(4), repeat=3)))
    mean = table[:, index].mean(axis=2)
    for k in (1, 2, 3):
        ratios.append(prediction.moment_bound(k, e, np.diag(mean)) / np.mean(mean**k))
    return true(ratios == sorted(ratios) and ratios[0] > 1)


def false_up_to_a_quarter():
    """The test's fresh loss reaches the printed factor, with chance almost 1 above β, exactly where ln(1/β) <= ε/4."""
    log = np.geomspace(0.005, 10, 400)
    for e in (0.1, 0.5, 1.0, 4.0):
        series = {s.key: s.values(prediction_generalization.setting(epsilon=e), log) for s in prediction_generalization.series}
        assert (~np.isnan(series["false"]) == (log <= e / 4)).all()
    for e in (0.5, 1.0, 4.0):
        assert prediction.spread_tail(prediction.tail_factor_printed(np.exp(-e / 5), e), e, n=100, domain_size=2**40) > 0.999999
    return True


def rounding():
    most = 0.0
    for e in (0.05, 0.3, 1.0, 3.0):
        for log in np.concatenate([np.linspace(e, 12 + e, 2001), [2 * e]]):
            most = max(most, np.log(prediction.tail_factor(np.exp(-log), e)) / (2 * np.sqrt(e * log)) - 1)
    return {"most": most}


CLAIMS = {
    "{fresh:.4f} on fresh records, {own:.4f} on the sample; the bound allows {bound:.3f}": moments,
    "For larger $k$ the bound is looser": looser,
    "up to $\\ln(1/\\beta) = \\varepsilon/4$ (pink)": false_up_to_a_quarter,
    "that is $\\beta\\ge{beta:.2f}$": lambda: {"beta": np.exp(-0.25)},
    "costs at most {most:.2%} of the exponent": rounding,
    "where $\\ln(1/\\beta)\\ge\\varepsilon$": lambda: true(rounding()["most"] > 0.06),
}

GIVEN = ["for whole $k\\ge1$", "With $k = 1$", "at $\\varepsilon = 0.5$: a part votes", "At $\\varepsilon = 1$ that is", "but 1. At", "A loss of 1 with"]
