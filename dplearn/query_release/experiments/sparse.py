"""Lecture 5, the sparse vector technique behind the online algorithm: what its answers "below" and "above" really cost.

* `epoch_cost`: one epoch with U17's noise, exactly, as more and more tests say "below";
* `broken_sparse`: published versions of the technique, what they claim and what they give away;
* `sign_leak`: what U17's update tells by the true sign of an error.
"""

import math
from dataclasses import replace
from functools import partial

import numpy as np

from ... import query_release as qr
from ..._quadrature import log_laplace_cdf
from ...experiment import Axis, Experiment, Parameter, Series, Simulation, integer, log_integer, log_scale, remembered
from ..sparse_variants import hard_pair_epsilon
from ..sparse_vector import NODES, WEIGHTS, log_long_epoch

REACH = Parameter("reach", "r", "distance of values from the threshold, in noise scales", 0, 20, 5)
PLACES = log_integer("k", "k", "tests that said below", 1, 1_000_000, 1000)


# ---- epoch_cost ------------------------------------------------------------------------------------

def epoch_ratio(side, repaired=False):
    """The log-ratio of "k tests below, then one above" on x and on a neighbor, over ε₀.

    Unit: 1/(ε₀ n), so that a record moves a value by ε₀.  The test said to be above lies `reach` under the threshold,
    the others as far over it (side 1, a surprise) or under it (-1).  On the neighbor the others are larger by one
    record, the last is smaller.  Repaired: with Lyu, Su and Li's scales for a search that costs ε₀ in all.
    """
    @remembered("reach", "epsilon_step")
    def values(s, k):
        step, below, above = s.epsilon_step, side * s.reach, -s.reach
        scales = qr.split_scales(l1_sensitivity=step, epsilon_search=step) if repaired else (1.0, 1.0)
        law = partial(log_long_epoch, k, threshold_scale=scales[0], test_scale=scales[1])
        return (law(below=below, above=above) - law(below=below + step, above=above - step)) / step
    return values


surprise = epoch_ratio(1)


epoch_cost = Experiment(
    "epoch_cost",
    "With U17's noise a search costs up to 3ε₀, and its answer ε₀ more",
    "How much of ε does one epoch cost, if k tests say below before one says above?",
    parameters=(
        PLACES,
        REACH,
        log_scale("epsilon_step", "ε₀", "claimed for an epoch", 0.01, 2, 0.1),
    ),
    y=Axis("ε of the epoch / ε₀", 0.0, 4.4),
    series=(
        Series("answer", "and answer", "surprising, and a noisy answer: ε₀ more, exact",
               lambda s, k: surprise(s, k) + 1, "exact"),
        Series("limit", "at most", "4: no epoch costs more, its answer included", 4, "sharp"),
        Series("surprise", "surprising", "surprising: values over the threshold say below, exact",
               surprise, "exact", "attack"),
        Series("plain", "usual", "usual: all values lie under the threshold, exact",
               epoch_ratio(-1), "exact", "nonprivate"),
        Series("claim", "U17", "1, as claimed (U17)", 1),
        Series("split", "repaired", "surprising, with the noise that ε₀ needs (Lyu et al. 2017)",
               epoch_ratio(1, repaired=True), "exact", "private"),
    ),
    points=33,
)


# ---- broken_sparse ---------------------------------------------------------------------------------

def _broken(variant):
    return lambda s, k: hard_pair_epsilon(variant, k, epsilon=1.0, c=s.c, reach=s.reach)


broken_sparse = Experiment(
    "broken_sparse",
    "Only the correct version stays at 1, however long the stream",
    "How many times the claimed ε do the answers of published sparse vector techniques give away?",
    parameters=(
        replace(PLACES, high=40, default=20, log=False),
        integer("c", "c", "tests above that are paid for", 1, 10, 3),
        replace(REACH, meaning="distance of values from the threshold, in Δ/ε"),
    ),
    y=Axis("true ε / claimed ε, at least", 0.1, 100.0, log=True),
    series=(
        Series("chen", "Chen", "Chen et al. 2015: does not stop, k above too; no limit",
               _broken("chen"), "exact", "attack"),
        Series("roth", "Roth", "Roth 2011: tells the value that came out above; no limit",
               _broken("roth"), "exact", "truth"),
        Series("lee", "Lee–Clifton", "Lee and Clifton 2014: limit (1 + 6c)/4",
               _broken("lee-clifton"), "exact", "nonprivate"),
        Series("u17", "U17", "U17, an epoch for each test above: limit 3", _broken("u17"), "exact"),
        Series("correct", "correct", "Lyu, Su and Li 2017: limit 1", _broken("lyu"), "exact", "private"),
        Series("claim", "", "1, as all of them claim", 1, "baseline"),
    ),
    points=21,
)


# ---- sign_leak -------------------------------------------------------------------------------------

def told_apart(c, k):
    """Pr[one of k tests of a value that lies c under the threshold comes out above], all noises Lap(1); exact.

    1 - E F(c + z)^k, with u = c + z an integral of 1 - F(u)^k against e^(-|u - c|)/2: two running sums over panels
    serve all c.
    """
    edges = np.unique([*np.arange(-60.0, 61 + math.ceil(np.max(c) + np.log(k))), *c])
    half = np.diff(edges)[:, None] / 2
    u = edges[:-1, None] + half * (NODES + 1)
    chance = -np.expm1(k * log_laplace_cdf(u)) * half * WEIGHTS
    rising, falling = ((chance * np.exp(side * u)).sum(axis=1) for side in (1, -1))
    at = np.searchsorted(edges, c)
    under, over = np.append(0, np.cumsum(rising))[at], np.append(np.cumsum(falling[::-1])[::-1], 0)[at]
    return (np.exp(-c) * under + np.exp(c) * over) / 2


def draw_told_apart(s, x, rng, runs):
    """Did one of k tests come out above?  The largest of k noises by its inverse distribution function."""
    above = -np.expm1(np.log1p(-rng.random((runs, len(x)))) / s.k)          # Pr[Lap(1) > largest]
    above = np.clip(above, 1e-300, 1 - 1e-16)
    largest = np.where(above < 0.5, -np.log(2 * above), np.log(2 - 2 * above))
    return largest > x + rng.laplace(size=(runs, len(x)))


sign_leak = Experiment(
    "sign_leak",
    "The true sign tells neighbors apart, with a chance that no ε covers",
    "How likely does U17's update tell two neighbors apart for certain?",
    parameters=(
        Parameter("c", "c", "threshold over the value, in noise scales", 0, 30, 10),
        replace(PLACES, meaning="times the query is asked"),
        log_scale("delta", "δ", "failure of privacy that is allowed", 1e-10, 0.1, 1e-6),
    ),
    y=Axis("Pr[told apart for certain]", 1e-9, 2.0, log=True),
    series=(
        Series("asked", "k times", "asked k times, exact: 1 − E F(c + z)^k",
               lambda s, c: told_apart(c, s.k), "exact", "attack"),
        Series("once", "once", "asked once: e^(−c)(1/2 + c/4)", lambda s, c: qr.sign_leak_delta.curve(c), "exact"),
        Series("delta", "δ", "the δ of the claim", lambda s, c: s.delta, "baseline"),
    ),
    simulation=Simulation(draw_told_apart, "tests played, k of them", chunk=1000, static_runs=10_000, runs=50_000),
    points=41,
    simulated_points=16,
)
