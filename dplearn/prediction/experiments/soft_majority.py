"""Lecture 6, subsample and aggregate: what the answers of the soft majority are worth.

`soft_majority_parts`: n examples cut into more and more parts, bound and exact error with learners on the parts:
too few and the coin errs, too many and the models do.
"""

import numpy as np

from ... import prediction
from ...experiment import Axis, Choice, Experiment, Series, log_integer, log_scale, remembered
from ._soft_majority_worlds import TableWorld, ThresholdWorld

BETA = 0.05
WORLDS = {"thresholds": "thresholds, x uniform", "table": "a table of 16 cells", "rare": "one rare point, mass 0.01"}
MAKE = {"thresholds": ThresholdWorld(), "table": TableWorld(16), "rare": TableWorld(1, 0.01)}


def printed(s, r):
    """The proof's bound with the models' error exceeded with probability β/r each."""
    return prediction.soft_majority_error_bound(MAKE[s.world].part_error_quantile(s.n // r, BETA / r), r,
                                                epsilon=s.epsilon)


@remembered("world", "n", "epsilon")
def exact(s, parts):
    """The expected error for each number of parts."""
    return np.array([MAKE[s.world].error(int(r), int(s.n // r), s.epsilon) for r in parts])


def promise(s, r):
    """α, at as many parts as Theorem 4.1 asks for or more, as long as each has the examples that it asks for."""
    enough = s.n // r >= MAKE[s.world].part_size(s.alpha / 4, BETA / r)
    return np.where(enough & (r >= prediction.n_parts(s.alpha, s.epsilon)), s.alpha, np.nan)


soft_majority_parts = Experiment(
    "soft_majority_parts",
    "Too few parts and the coin errs, too many and the models do",
    "The same n examples, cut into more and more parts: how often is a private answer wrong?",
    parameters=(
        log_integer("n_parts", "r", "parts", 1, 529, 23),
        log_integer("n", "n", "examples", 1_000, 100_000, 10_000),
        log_scale("epsilon", "ε", "privacy of an answer", 0.05, 4, 1.0),
        log_scale("alpha", "α", "error promised", 0.02, 0.4, 0.1),
        Choice("world", "what is learned", WORLDS, "thresholds"),
    ),
    y=Axis("Pr[wrong answer]", 1e-5, 1.5, log=True),
    series=(
        Series("printed", "proof", "3a + e^(−εr/6), a at confidence .05/r (DF18, proof of 4.1)", printed),
        Series("sharp", "sharp", "what a sharper proof says of the mean error (companion 6b)",
               lambda s, r: prediction.soft_majority_error_bound_sharp(
            MAKE[s.world].part_error(s.n // r), r, epsilon=s.epsilon), "sharp", "private"),
        Series("exact", "exact", "soft majority of r models, exact expected error", exact, "exact"),
        Series("promise", "α", "α, r ≥ 6 ln(4/α)/ε, n ≥ r·m(α/4, β/r) (DF18, Theorem 4.1)", promise,
               role="baseline"),
        Series("models", "one model", "mean error of one model with n/r examples",
               lambda s, r: MAKE[s.world].part_error(s.n // r), "exact", "nonprivate"),
    ),
    points=49,
)
