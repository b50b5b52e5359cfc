"""What the companions of lecture 2 add to `dplearn.private_pac.experiments.learner`."""

from functools import lru_cache

import numpy as np

from .... import pac, private_pac
from ....experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_integer, log_scale
from ....pac import occam
from ... import point_world

BETA = 0.05


@lru_cache
def threshold_world(d: int, alpha: float):
    """Thresholds on 2^d points, the target's labels and the bad hypotheses."""
    world = occam.threshold_world(d, alpha)
    return world.concept_class, world.concept_class.label_cells(world.target), np.flatnonzero(world.bad(alpha))


def _growing(draw, x, runs, law) -> np.ndarray:
    """Counts on growing samples, each of which continues the one before: (runs, len(x)), cells last."""
    return draw(np.diff(x.astype(np.int64), prepend=0), law, size=(runs, len(x))).cumsum(axis=1)


def failure_given_sample(setting, x, rng, runs):
    """The learner's failure probability on a random sample of each size in x, exact given the sample."""
    if setting.world == "points":
        k = _growing(rng.binomial, x, runs, point_world.target_mass(setting.alpha))
        return np.exp(point_world.log_failure_given(k, x, setting.epsilon,
                                                    point_world.log_others(setting.d * np.log(2))))
    concept_class, labels, bad = threshold_world(setting.d, setting.alpha)
    counts = _growing(rng.multinomial, x, runs, np.full(labels.size, 1 / labels.size))
    mistakes = concept_class.mistakes(counts * ~labels, counts * labels)
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=setting.epsilon)
    return np.minimum(law[..., bad].sum(axis=-1), 1.0)


def draw_private_occam(setting, x, rng, runs):
    """Does the learner err on more than α, on a random sample of each size in x?  True or False."""
    return rng.random((runs, len(x))) < failure_given_sample(setting, x, rng, runs)


def _size(s) -> int:
    """|C|: one more than 2^d for thresholds, whose cut may lie below the first point."""
    return 2**s.d + (s.world == "thresholds")


def _exact_points(s, n):
    return private_pac.point_world_failure.curve(2**s.d, s.alpha, s.epsilon, n) if s.world == "points" else np.nan


private_occam = Experiment(
    "private_occam",
    "Bounds and truth: how likely the private learner fails",
    "With n examples, how likely is the ε-private learner to publish a hypothesis with error above α?",
    parameters=(
        log_integer("n", "n", "examples", 10, 20_000, 500),
        log_scale("alpha", "α", "error allowed", 0.05, 0.4, 0.1),
        log_scale("epsilon", "ε", "privacy", 0.1, 10, 0.5),
        integer("d", "d", "log₂ |C|", 2, 10, 6),
        Choice("world", "class", {w: w for w in ("points", "thresholds")}, "points"),
    ),
    y=Axis("Pr[error > α]", 1e-6, 1.0, log=True),
    series=(
        Series.of(private_pac.private_occam_bound, "printed", "printed", n_hypotheses=_size),
        Series.of(private_pac.private_occam_bound_sharp, "sharp", "one line", n_hypotheses=_size),
        Series.of(pac.occam_bound, "occam", "no privacy", n_hypotheses=_size, role="baseline",
                  label="|C|e^(−αn): bound without privacy  (LN, Theorem 1)"),
        Series("exact", "exact", "exact, world of points", _exact_points, "exact"),
    ),
    # Fewer runs where one, 25 transforms of 2^d counts, takes more than a millisecond.
    simulation=Simulation(draw_private_occam, "simulated learner", static_runs=600,
                          chunk=lambda s: 200 if s.world == "points" else min(60, 1300 // 2**s.d),
                          runs=lambda s: 10_000 if s.world == "points" or s.d <= 8 else 2_000 if s.d == 9 else 1_000),
    simulated_points=25,
)
