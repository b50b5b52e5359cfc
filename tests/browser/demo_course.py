"""Small experiments: one with runs and a marker, one with exact points alone, and the least that can be drawn."""

import numpy as np
from scipy import stats

from dplearn.experiment import Axis, Choice, Experiment, Parameter, Series, Simulation

LARGE = 2000  # runs of `coupons`: enough for several refinements


def _slowest_of(setting, x, rng, runs):
    """Whether the last of d geometric waits is longer than x: shape (runs, len(x))."""
    return rng.geometric(setting.alpha, (runs, setting.d)).max(axis=1)[:, None] > x


coupons = Experiment(
    "coupons",
    "The union bound is close once failure is rare",
    "How many examples until every bad hypothesis is rejected?",
    (
        Parameter("n", "n", "number of examples", 1, 1e4, 100, log=True, integer=True),
        Parameter("alpha", "α", "target error", 0.001, 0.5, 0.1, log=True),
        Parameter("d", "d", "number of attributes", 1, 40, 10, integer=True),
        Choice("wait", "bound", {"exp": "with exp(-αn)", "power": "with (1 - α)^n"}, "exp"),
    ),
    "n",
    Axis("probability of failure", 1e-6, 1, log=True),
    (
        Series("printed", "union bound", "d e^(-αn)", lambda s,
               x: s.d * (np.exp(-s.alpha * x) if s.wait == "exp" else (1 - s.alpha) ** x)),
        Series("exact", "exact", "1 - (1 - (1 - α)^n)^d", lambda s, x: -np.expm1(s.d * np.log1p(-((1 - s.alpha) ** x))),
               kind="exact"),
    ),
    Simulation(_slowest_of, label="simulated failures", runs=LARGE, chunk=100, static_runs=500),
    simulated_points=49,
)

binomial = Experiment(
    "binomial",
    "Mass gathers where the mean is",
    "Which counts are likely?",
    (Parameter("n", "n", "tosses", 1, 40, 20, integer=True), Parameter("p", "p", "chance of heads", 0.0, 1.0, 0.5,
                                                                       steps=21)),
    Axis("heads", 0, 40, integer=True),
    Axis("probability", 0.0, 1.0),
    (Series("mass", "mass", "binomial probability", lambda s, x: stats.binom.pmf(x, s.n, s.p), kind="exact",
            mark="points"),),
    points=41,
)

floor = Experiment(
    "floor",
    "The least that can be drawn",
    "What does one line through two points cost?",
    (Parameter("a", "a", "height", 0.0, 1.0, 0.5),),
    Axis("x", 0.0, 1.0),
    Axis("y", 0.0, 1.0),
    (Series("line", "line", "y = a", lambda s, x: np.full(len(x), s.a), kind="exact"),),
    points=2,
)
