"""Lecture 6, subsample and aggregate: what the answers of the soft majority are worth.

`soft_majority_parts`: n examples cut into more and more parts, bound, exact and simulated with learners on the parts: too few and
the coin errs, too many and the models do.

A run draws a whole data set by the statistic that decides it (`prediction.soft_majority_world`) and takes the mean over the
query and the coin exactly.
"""

from __future__ import annotations

import functools

import numpy as np

from ... import prediction
from ...experiment import Axis, Choice, Experiment, Parameter, Series, Simulation

MOST_PARTS = 529   # 23 squared: the picture's first marker is one of the places where runs are drawn
N_MOST = 100_000
BETA = 0.05
EPSILON = Parameter("epsilon", "ε", "privacy of an answer", 0.05, 4, 1.0, log=True)
N_PARTS = Parameter("n_parts", "r", "parts", 1, MOST_PARTS, 23, log=True, integer=True)
N = Parameter("n", "n", "examples", 1_000, N_MOST, 10_000, log=True, integer=True)


# ---- soft_majority_parts ---------------------------------------------------------------------------

WORLDS = {"thresholds": "thresholds, x uniform", "table": "a table of 16 cells", "rare": "one rare point, mass 0.01"}
WORLD = Choice("world", "what is learned", WORLDS, "thresholds")
MAKE = {"thresholds": prediction.ThresholdWorld(), "table": prediction.TableWorld(16), "rare": prediction.TableWorld(1, 0.01)}


def draw_soft_majority_parts(s, x, rng, runs):
    """The error on random data sets of n records cut into each number of parts in x."""
    world, columns = MAKE[s.world], []
    for r in x.astype(int).tolist():
        if isinstance(world, prediction.ThresholdWorld):
            columns.append(world.errors_from_gaps(world.draw_gaps(r, runs, rng=rng), int(s.n // r), epsilon=s.epsilon))
        else:
            columns.append(world.errors_from_times(world.draw_times(r, runs, rng=rng), int(s.n // r), epsilon=s.epsilon))
    return np.stack(columns, axis=1)


def _printed(s, parts, sizes):
    """The proof's bound with the models' error exceeded with probability β/r each."""
    a = MAKE[s.world].part_error_quantile(sizes, BETA / parts)
    return prediction.soft_majority_error_bound(a, parts, epsilon=s.epsilon)


def _sharp(s, parts, sizes):
    return prediction.soft_majority_error_bound_sharp(MAKE[s.world].part_error(sizes), parts, epsilon=s.epsilon)


@functools.lru_cache(maxsize=256)
def _exact_parts(world: str, n: int, epsilon: float, parts: tuple) -> np.ndarray:
    return np.array([MAKE[world].soft_majority_error(int(r), int(n // r), epsilon=epsilon) for r in parts])


def _promise(s, r):
    """α, at as many parts as Theorem 4.1 asks for or more, as long as each has the examples that it asks for."""
    world, enough = MAKE[s.world], r >= prediction.n_parts(s.alpha, s.epsilon)
    sizes = np.array([world.part_size(s.alpha / 4, BETA / parts) for parts in r[enough].astype(int).tolist()])
    enough[enough] = s.n // r[enough] >= sizes
    return np.where(enough, s.alpha, np.nan)


soft_majority_parts = Experiment(
    name="soft_majority_parts",
    title="Too few parts and the coin errs, too many and the models do",
    question="The same n examples, cut into more and more parts: how often is a private answer wrong?",
    parameters=(N_PARTS, N, EPSILON, Parameter("alpha", "α", "error promised", 0.02, 0.4, 0.1, log=True), WORLD),
    x="n_parts",
    y=Axis("Pr[wrong answer]", 1e-5, 1.5, log=True),
    series=(
        Series("printed", "proof", "3a + e^(−εr/6), a at confidence β/r, β = .05 (proof)", lambda s, r: _printed(s, r, s.n // r)),
        Series("sharp", "sharp", "steepest chord at the mean of a: in expectation", lambda s, r: _sharp(s, r, s.n // r),
               kind="sharp", role="private"),
        Series("exact", "exact", "soft majority of r models, exact expected error",
               lambda s, r: _exact_parts(s.world, s.n, s.epsilon, tuple(r)), kind="exact"),
        Series("promise", "α", "α where r ≥ 6 ln(4/α)/ε and n ≥ r·m(α/4, β/r) (Theorem 4.1)", _promise, kind="baseline"),
        Series("models", "one model", "mean error of one model with n/r examples", lambda s, r: MAKE[s.world].part_error(s.n // r),
               kind="exact", role="nonprivate"),
    ),
    simulation=Simulation(draw_soft_majority_parts, "models trained on the parts of random data sets", role="private", band="normal",
                          runs=1_000, chunk=2, static_runs=100),
    points=49,
    simulated_points=13,
)
