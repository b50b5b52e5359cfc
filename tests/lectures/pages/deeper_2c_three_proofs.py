"""Who holds the numbers in the prose of companion 2c."""

import functools
import math

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom

from dplearn import experiments
from dplearn.pac.occam import threshold_world
from dplearn.private_pac import (
    point_world_sample_size, private_occam_bound, private_occam_bound_sharp, private_occam_sample_size, private_occam_sample_size_sharp,
)

occam = experiments.private_occam.at


def sizes(alpha, epsilon=1.0, size=2**10, beta=0.05):
    """LN, Chernoff, one line, exact in the world of points."""
    log = math.log(2 * size / beta)
    return (private_occam_sample_size(size, alpha, epsilon), math.ceil(max(4 * log / (alpha * epsilon), 8 * log / alpha)),
            private_occam_sample_size_sharp(size, alpha, epsilon, beta), point_world_sample_size(size, alpha, epsilon, beta))


def factors():
    """From α = 0.1 to 0.01 at ε = 1: LN by 100, the others and the truth by 10 (to 2%)."""
    growth = [b / a for a, b in zip(sizes(0.1), sizes(0.01))]
    return abs(growth[0] / 100 - 1) < 0.02 and all(abs(g / 10 - 1) < 0.02 for g in growth[1:])


def never_above():
    grid = np.ix_(np.linspace(0.01, 0.99, 30), np.geomspace(0.01, 50, 40), np.unique(np.geomspace(1, 10**5, 30).astype(int)))
    return bool((private_occam_bound_sharp(16, *grid) <= private_occam_bound(16, *grid) * (1 + 1e-9)).all())


@functools.cache
def thresholds():
    """The line and the simulated failure of thresholds at the simulated place n = 237."""
    e = experiments.private_occam
    estimate = e.simulate(e.setting(world="thresholds"), seed=1, runs=3000)
    place = int(np.flatnonzero(e.simulated_x == 237)[0])
    assert estimate.high[place] < 0.01
    return {"x": occam(world="thresholds", n=237)["sharp"], "n": int(e.simulated_x[place])}


def mean_weight(bad):
    """The mean of the summed weights of the bad, or the good, thresholds at n = 237."""
    errors = threshold_world(6, 0.1).errors()
    chosen = errors[(errors > 0.1) == bad]
    return float(((1 + chosen * math.expm1(-0.25)) ** 237).sum())


def least_sum(size):
    """What LN's sum comes to at LN's n: at most 1/|C| + |C|^-3."""
    n = private_occam_sample_size(size, 0.1, 0.1)
    assert private_occam_bound(size, 0.1, 0.1, n) <= 1 / size + size**-3
    return 1 / size + size**-3


CLAIMS = {
    "ask for {a:,} examples where {b} are enough": lambda: {"a": sizes(0.1)[0], "b": sizes(0.1)[2]},
    "The sum is {a:.1f}, the truth below 0.001": lambda: {"a": occam()["printed"]},
    "the truth below 0.001": lambda: occam()["exact"] < 0.001,
    "**Answer.** The second, and it does not see": lambda: 64 * math.exp(-2.5) > 5 and 64 * math.exp(-6.25) < 0.2,
    "Hoeffding says at most {h:.4f}": lambda: {"h": math.exp(-(0.1**2) * 1000 / 2)},
    "**Answer.** Near $10^{-8}$.": lambda: bool(5e-9 < binom.cdf(50, 1000, 0.1) < 2e-8),
    "Up to $\\varepsilon = {x:.3f}$ we have": lambda: {"x": math.floor(1000 * brentq(lambda e: -math.expm1(-e / 2) - e / 4, 1, 5)) / 1000},
    "beyond, $1-e^{-\\varepsilon/2} \\ge \\frac12": lambda: -math.expm1(-3.187 / 2) > 0.5,
    "It is never above LN's sum.": never_above,
    "At $\\varepsilon = 1$ LN's grows by a factor of 100, the other two by 10, and so does the exact need": factors,
    "LN asks for more than 500,000 examples where one line asks for {n:,}": lambda: {"n": sizes(0.01)[2]},
    "LN asks for more than 500,000 examples": lambda: sizes(0.01)[0] > 500_000,
    "very good for a large class, {p:.3f} for two hypotheses": lambda: {"p": least_sum(2)},
    "At $n = {n}$ the line says {x:.2f}": thresholds,
    "the bad cuts have mean weight {x:.3f}": lambda: {"x": mean_weight(True)},
    "their mean weight is {x:.1f}": lambda: {"x": mean_weight(False)},
    "fails in fewer than 1% of the runs": lambda: bool(thresholds()),
}

GIVEN = [  # settings and what a prediction offers
    "$n = 8\\ln|C|/",
    "$|C| = 64$, $n = 500$, $\\alpha = 0.1$, $\\varepsilon = 0.5$", "$\\alpha = 0.1$, $n = 1{,}000$: 50 mistakes or fewer where 100 are expected", "0.001, $10^{-5}$, $10^{-8}$?",
    "$|C| = 2^{10}$, $\\beta = 0.05$. How do the three sample sizes change when $\\alpha$ falls from 0.1 to 0.01?", "At $\\alpha = 0.01$ LN",
]
