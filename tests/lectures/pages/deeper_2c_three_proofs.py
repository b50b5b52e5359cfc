"""Who holds the numbers in the prose of companion 2c."""

import functools
import math

import numpy as np
from claims import true
from scipy.special import lambertw
from scipy.stats import binom

from dplearn import experiments
from dplearn.pac.occam import threshold_world
from dplearn.private_pac import (
    few_mistakes_bound, point_world_sample_size, private_occam_bound, private_occam_bound_sharp,
    private_occam_sample_size,
    private_occam_sample_size_chernoff, private_occam_sample_size_sharp,
)

occam = experiments.private_occam.at


def sizes(alpha):
    """LN, Chernoff, one line, exact in the world of points, at ε = 1."""
    return (private_occam_sample_size(2**10, alpha, 1.0), private_occam_sample_size_chernoff(2**10, alpha, beta=0.05,
        epsilon=1.0),
            private_occam_sample_size_sharp(2**10, alpha, 1.0, 0.05), point_world_sample_size(2**10, alpha, 1.0, 0.05))


def factors():
    """From α = 0.1 to 0.01 at ε = 1: LN by 100, the others and the truth by 10 (to 2%)."""
    growth = np.divide(sizes(0.01), sizes(0.1))
    return bool((np.abs(growth / [100, 10, 10, 10] - 1) < 0.02).all())


def never_above():
    grid = np.ix_(np.linspace(0.01, 0.99, 30), np.geomspace(0.01, 50, 40),
                  np.unique(np.geomspace(1, 10**5, 30).astype(int)))
    return bool((private_occam_bound_sharp(16, *grid) <= private_occam_bound(16, *grid) * (1 + 1e-9)).all())


@functools.cache
def thresholds():
    """The line and the simulated failure of thresholds at the simulated place n = 237."""
    e = experiments.private_occam
    estimate = e.simulate(e.setting(world="thresholds"), seed=1, runs=3000)
    return true(estimate.high[e.simulated_x == 237] < 0.01) and {"x": occam(world="thresholds", n=237)["sharp"],
        "n": 237}


def mean_weight(bad):
    """The mean of the summed weights of the bad, or the good, thresholds at n = 237."""
    errors = threshold_world(6, 0.1).errors()
    return {"x": float(((1 + errors[(errors > 0.1) == bad] * math.expm1(-0.25)) ** 237).sum())}


def least_sum():
    """What LN's sum comes to at LN's n for two hypotheses: at most 1/|C| + |C|^-3."""
    return true(private_occam_bound(2, 0.1, 0.1, private_occam_sample_size(2, 0.1, 0.1)) <= 0.625) and {"p": 0.625}


CLAIMS = {
    "ask for {a:,} examples where {b} are enough": (sizes(0.1)[0], sizes(0.1)[2]),
    "The sum is {printed:.1f}, the truth below 0.001": occam,
    "the truth below 0.001": occam()["exact"] < 0.001,
    "**Answer.** The second, and it does not see": 64 * math.exp(-2.5) > 5 and 64 * math.exp(-6.25) < 0.2,
    "Hoeffding says at most {h:.4f}": few_mistakes_bound(0.1, 1000),
    "**Answer.** Near $10^{-8}$.": bool(5e-9 < binom.cdf(50, 1000, 0.1) < 2e-8),
    "Up to $\\varepsilon = {x:.3f}$ we have": math.floor(1000 * (4 + 2 * lambertw(-2 * math.exp(-2)).real)) / 1000,
    "beyond, $1-e^{-\\varepsilon/2} \\ge \\frac12": -math.expm1(-3.187 / 2) > 0.5,
    "It is never above LN's sum.": never_above,
    "At $\\varepsilon = 1$ LN's grows by a factor of 100, the other two by 10, and so does the exact need": factors,
    "LN asks for more than 500,000 examples where one line asks for {n:,}": sizes(0.01)[2],
    "LN asks for more than 500,000 examples": sizes(0.01)[0] > 500_000,
    "very good for a large class, {p:.3f} for two hypotheses": least_sum,
    "At $n = {n}$ the line says {x:.2f}": thresholds,
    "the bad cuts have mean weight {x:.3f}": mean_weight(True),
    "their mean weight is {x:.1f}": mean_weight(False),
    "fails in fewer than 1% of the runs": bool(thresholds()),
}

GIVEN = r"""
$n = 8\ln|C|/
$|C| = 64$, $n = 500$, $\alpha = 0.1$, $\varepsilon = 0.5$
$\alpha = 0.1$, $n = 1{,}000$: 50 mistakes or fewer where 100 are expected
0.001, $10^{-5}$, $10^{-8}$?
$|C| = 2^{10}$, $\beta = 0.05$. How do the three sample sizes change when $\alpha$ falls from 0.1 to 0.01?
At $\alpha = 0.01$ LN
"""
