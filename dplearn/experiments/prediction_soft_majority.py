"""Lecture 6, subsample and aggregate: the coin that the votes bias, its exact ε, and what its answers are worth.

* `soft_majority_law`: the chance to answer 1 against the share of votes for 1, both printed forms and the hard majority;
* `soft_majority_epsilon`: the exact ε of both forms in units of the ε that is claimed, as the number of parts grows;
* `soft_majority_parts`: n examples cut into more and more parts, bound, exact and simulated with learners on the parts: too few
  and the coin errs, too many and the models do.

A run draws a whole data set by the statistic that decides it (`prediction.soft_majority_world`) and takes the mean over the
query and the coin exactly.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy import special

from .. import prediction
from .base import Axis, Choice, Experiment, Parameter, Series, Simulation

MOST_PARTS = 600
N_MOST = 1_000_000
BETA = 0.05
EPSILON = Parameter("epsilon", "ε", "privacy of an answer", 0.05, 4, 1.0, log=True)
N_PARTS = Parameter("n_parts", "r", "parts", 1, MOST_PARTS, 23, log=True, integer=True)
N = Parameter("n", "n", "examples", 1_000, N_MOST, 10_000, log=True, integer=True)


# ---- soft_majority_law -----------------------------------------------------------------------------

def _coin(share, s, epsilon):
    """sigma(ε r (2u - 1)/2): `prediction.soft_majority_probability` at any share u, not whole votes only."""
    return special.expit(epsilon * s.n_parts * (2 * share - 1) / 2)


soft_majority_law = Experiment(
    name="soft_majority_law",
    title="The votes bias a coin: near a tie it is fair, far from it nearly sure",
    question="A share u of the r models says 1. How likely is the answer 1?",
    parameters=(
        Parameter("share", "u", "share of votes for 1", 0.0, 1.0, 0.75, steps=101),
        Parameter("n_parts", "r", "parts", 1, 100, 23, log=True, integer=True),
        EPSILON,
    ),
    x="share",
    y=Axis("Pr[answer 1]", 0.0, 1.02),
    series=(
        Series("hard", "hard", "the hard majority: no ε at all", lambda s, u: np.where(u == 0.5, 0.5, u > 0.5), kind="baseline"),
        Series("printed", "e^(ε votes)", "weights e^(ε·votes): claims ε, spends up to 2ε (2.1, 4.1)",
               lambda s, u: _coin(u, s, 2 * s.epsilon), kind="exact", role="attack"),
        Series("proof", "e^(ε votes/2)", "weights e^(ε·votes/2): ε-DP (proof of Theorem 4.1)",
               lambda s, u: _coin(u, s, s.epsilon), kind="exact", role="private"),
        Series("step", "", "1 − e^(−εr/6) at u ≥ 2/3: what the proof uses",
               lambda s, u: np.where(u >= 2 / 3, -np.expm1(-s.epsilon * s.n_parts / 6), np.nan)),
    ),
    points=101,
)


# ---- soft_majority_epsilon -------------------------------------------------------------------------

soft_majority_epsilon = Experiment(
    name="soft_majority_epsilon",
    title="The proof's coin stays below the ε it claims; the introduction's goes to 2ε",
    question="One vote changes. What is the exact ε of the coin, in units of the ε that is claimed?",
    parameters=(Parameter("n_parts", "r", "parts", 1, 1000, 5, log=True, integer=True),
                Parameter("epsilon", "ε", "privacy claimed", 0.01, 4, 1.0, log=True)),
    x="n_parts",
    y=Axis("true ε / claimed ε", 0.0, 2.15),
    series=(
        Series("twice", "", "2: the introduction's limit", lambda s, r: np.full(len(r), 2.0), kind="baseline"),
        Series("claimed", "claimed", "1: the claim", lambda s, r: np.ones(len(r))),
        Series("printed", "e^(ε votes)", "weights e^(ε·votes), exact: above the claim for r ≥ 2",
               lambda s, r: prediction.soft_majority_epsilon_printed(r, epsilon=s.epsilon) / s.epsilon, kind="exact", role="attack"),
        Series("proof", "e^(ε votes/2)", "weights e^(ε·votes/2), exact: always below",
               lambda s, r: prediction.soft_majority_epsilon(r, epsilon=s.epsilon) / s.epsilon, kind="exact", role="private"),
    ),
    points=61,
)


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
    y=Axis("Pr[wrong answer]", 1e-6, 2.0, log=True),
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
