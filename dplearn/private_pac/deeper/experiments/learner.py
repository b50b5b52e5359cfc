"""What the companions of lecture 2 add to `dplearn.private_pac.experiments.learner`."""

from functools import lru_cache

import numpy as np

from .... import pac, private_pac
from ....concepts import Thresholds
from ....experiment import Axis, Choice, Experiment, Parameter, Series, Simulation, integer, log_integer, log_scale
from ....pac import deeper as pac_deeper, occam
from ... import deeper, point_world

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


@lru_cache
def noisy_world(d: int, noise: float):
    """Thresholds on 2^d equally likely points, target in the middle; chances of (cell, label), and what each errs
    beyond the target."""
    size = 2**d
    thresholds, right = Thresholds(size), np.repeat([noise, 1 - noise], size // 2)
    p = np.concatenate([right, right[::-1]]) / size
    return thresholds, p / p.sum(), (1 - 2 * noise) * thresholds.errors(np.full(size, 1 / size), size // 2)


def draw_agnostic(setting, x, rng, runs):
    """Excess error of the learner given a random sample of each size in x, exact over its coins."""
    thresholds, p, excess = noisy_world(setting.d, setting.noise)
    counts = _growing(rng.multinomial, x, runs, p)
    mistakes = thresholds.mistakes(*np.split(counts, 2, axis=-1))
    return private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=setting.epsilon) @ excess


def _thresholds(s) -> int:
    return 2**s.d + 1


agnostic = Experiment(
    "agnostic",
    "Noisy labels: how far the private learner stays behind the best of C",
    "Thresholds, each label wrong with probability η: how much worse than the best threshold is the private "
    "one?",
    parameters=(
        log_integer("n", "n", "examples", 10, 100_000, 1000),
        log_scale("epsilon", "ε", "privacy", 0.01, 10, 0.5),
        Parameter("noise", "η", "share of wrong labels", 0.0, 0.45, 0.4, steps=46),
        integer("d", "d", "log₂ of the points", 2, 7, 5),
    ),
    y=Axis("error above the best of C", 1e-4, 2.0, log=True),
    series=(
        Series.of(deeper.agnostic_excess_bound, "explicit", "explicit", n_hypotheses=_thresholds, beta=BETA,
                  label="√(2L/n) + 2L/(εn), L = ln(2|C|/β), β = .05  (DR14, 11.1)"),
        Series.of(deeper.gibbs_risk_bound, "stability", "stability", n_hypotheses=_thresholds, opt=0.0,
                  label="2 ln|C|/(εn) + tanh(ε/4), in expectation  (stability)"),
        Series("erm", "no privacy", "√(2 ln(2|C|/β)/n), β = .05  (uniform convergence)",
               lambda s, n: 2 * pac_deeper.uniform_convergence_bound.curve(_thresholds(s), BETA, n), "sharp",
               "baseline"),
    ),
    simulation=Simulation(draw_agnostic, "mean excess, simulated samples, law exact",
                          chunk=lambda s: min(40, 2000 // 2 ** (s.d + 1)), band="normal", runs=4_000, static_runs=400),
    simulated_points=17,
)
