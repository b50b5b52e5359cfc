"""What the companions of lecture 2 add to `dplearn.private_pac.experiments.learner`."""

import numpy as np

from .... import pac, private_pac
from ....experiment import Axis, Experiment, Series, Simulation, integer, log_integer, log_scale
from ... import point_world
from ...experiments.common import all_subsets

def failure_given_sample(setting, x, rng, runs):
    """The learner's failure probability on a random sample of each size in x, each of which continues the one before;
    exact given the sample."""
    k = rng.binomial(np.diff(x.astype(int), prepend=0), point_world.target_mass(setting.alpha),
                     size=(runs, len(x))).cumsum(axis=1)
    return np.exp(point_world.log_failure_given(k, x, setting.epsilon, point_world.log_others(setting.d * np.log(2))))


def draw_private_occam(setting, x, rng, runs):
    """Does the learner err on more than α, on a random sample of each size in x?  True or False."""
    return rng.random((runs, len(x))) < failure_given_sample(setting, x, rng, runs)


private_occam = Experiment(
    "private_occam",
    "Bounds and truth: how likely the private learner fails",
    "With n examples, how likely is the ε-private learner to publish a hypothesis with error above α?",
    parameters=(
        log_integer("n", "n", "examples", 10, 20_000, 500),
        log_scale("alpha", "α", "error allowed", 0.05, 0.4, 0.1),
        log_scale("epsilon", "ε", "privacy", 0.1, 10, 0.5),
        integer("d", "d", "log₂ |C|", 2, 10, 6),
    ),
    y=Axis("Pr[error > α]", 1e-6, 1.0, log=True),
    series=(
        Series.of(private_pac.private_occam_bound, "printed", "printed", n_hypotheses=all_subsets),
        Series.of(private_pac.private_occam_bound_sharp, "sharp", "one line", n_hypotheses=all_subsets),
        Series.of(pac.occam_bound, "occam", "no privacy", n_hypotheses=all_subsets, role="baseline",
                  label="|C|e^(−αn): bound without privacy  (LN, Theorem 1)"),
        Series.of(private_pac.point_world_failure, "exact", "exact", n_hypotheses=all_subsets,
                  label="exact, world of points"),
    ),
    simulation=Simulation(draw_private_occam, "simulated learner", static_runs=600, chunk=200),
    simulated_points=25,
)
