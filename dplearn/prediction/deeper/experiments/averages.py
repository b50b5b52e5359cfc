"""What the companions of lecture 6 add to `dplearn.prediction.experiments.averages`."""

import numpy as np

from .... import prediction
from ....concepts import Points, Thresholds
from ....experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_integer, log_scale
from ....pac import deeper as pac_deeper
from ....private_pac import deeper as private_pac_deeper
from ... import deeper
from ...experiments.averages import BETA, EPSILON
from ._agnostic_worlds import AgnosticWorld

WORLDS = {"points": "three diseases", "thresholds": "thresholds, noisy labels", "clean": "thresholds, clean labels"}
WORLD = {
    # three points of which a model gets one right; three cells with noisy labels; with clean ones
    "points": AgnosticWorld(Points(4), [0.15, 0.15, 0.15, 0.55], [1.0, 1.0, 1.0, 0.0]),
    "thresholds": AgnosticWorld(Thresholds(3), [0.4, 0.2, 0.4], [0.9, 0.55, 0.2]),
    "clean": AgnosticWorld(Thresholds(3), [0.4, 0.2, 0.4], [1.0, 1.0, 0.0]),
}


def _votes(s) -> np.ndarray:
    return np.arange(s.n_parts + 1)


def _excess(s, rules):
    world = WORLD[s.world]
    excess = world.expected_error(rules, s.part_size) - world.best_error
    return np.where(np.abs(excess) < 1e-12, 0.0, excess)     # rounding would be read as a tiny excess


def _noisy(s, epsilon) -> np.ndarray:
    return prediction.average_probability_laplace(_votes(s) / s.n_parts, s.n_parts, epsilon=epsilon[:, None])


def _soft(s, epsilon) -> np.ndarray:
    return prediction.soft_majority_probability(_votes(s), s.n_parts, epsilon=epsilon[:, None])


def _clipped(s, epsilon):
    rule = prediction.clipped_average_probability(_votes(s), s.n_parts, alpha=s.alpha)
    return np.where(epsilon >= deeper.clipped_average_epsilon(s.n_parts, s.alpha), _excess(s, rule), np.nan)


def _plain(s, x):
    return _excess(s, _votes(s) / s.n_parts)


def draw_average(s, x, rng, runs):
    """Excess of the average with noise on data sets that are drawn, real learners trained on their parts: (runs,
    len(x))."""
    world = WORLD[s.world]
    votes = world.draw_votes(s.n_parts, s.part_size, rng=rng, runs=runs)
    return world.error_given(_noisy(s, x)[:, votes]).T - world.best_error


prediction_average = Experiment(
    "prediction_average",
    "An average errs like its voters; a majority may err more",
    "By how much does a private answer from r models err more than the best hypothesis of the class?",
    parameters=(
        EPSILON,
        log_integer("n_parts", "r", "parts", 2, 400, 40),
        log_scale("alpha", "α", "twice the clip", 0.01, 0.5, 0.1),
        integer("part_size", "m", "examples in a part", 1, 9, 6),
        Choice("world", "world", WORLDS, "points"),
    ),
    y=Axis("excess error over the best of the class", -0.01, 0.25),
    series=(
        Series("promise", "promise", "the models' mean excess + α/2: promised by clipping",
               lambda s, x: _plain(s, x) + s.alpha / 2),
        Series("soft", "soft majority", "soft majority, exact (DF18, Theorem 4.1: not for this)",
               lambda s, x: _excess(s, _soft(s, x)), "exact", "attack"),
        Series("noisy", "with noise", "average + Laplace noise, exact (Corollary 4.7)",
               lambda s, x: _excess(s, _noisy(s, x)), "exact"),
        Series("clipped", "clipped", "average clipped to [α/2, 1 − α/2], where ε-DP, exact", _clipped,
               "exact", "truth"),
        Series("plain", "plain", "plain average = the models' mean, not private, exact", _plain,
               "baseline", "nonprivate"),
    ),
    simulation=Simulation(draw_average, "average + noise, learners trained on drawn parts", runs=4_000,
                          chunk=lambda s: 4_000 // s.n_parts,
                          band="normal", support=(-1.0, 1.0)),
    points=41,
    simulated_points=9,
)
RULES = {"noise": "noise, r = ⌈1/(αε)⌉", "clipped": "clipped average", "best": "best coin"}
PARTS = {"noise": prediction.laplace_parts_sharp, "clipped": prediction.clipped_parts_sharp,
         "best": deeper.best_average_parts}


def _learner(s):
    """Examples that a learner asks for without privacy, by (alpha, beta): asked at every place, so the bare formula."""
    body, log_size = pac_deeper.agnostic_sample_size.record.body, s.vc_dim * np.log(2)
    return lambda alpha, beta: np.ceil(body(log_size, alpha, beta))


def _sized(s, rule, epsilon):
    """r m(α/2, β/r) for the numbers of parts that a rule asks for."""
    parts = rule.curve(s.alpha, epsilon)
    return parts * _learner(s)(s.alpha / 2, s.beta / parts)


def _printed(s, epsilon):
    within = np.where(epsilon <= 1, epsilon, np.nan)
    return deeper.agnostic_prediction_sample_size.curve(s.alpha, s.beta, within, _learner(s))


def _learning(s, epsilon):
    return private_pac_deeper.private_agnostic_sample_size.curve(2**s.vc_dim, s.alpha, beta=s.beta, epsilon=epsilon)


prediction_agnostic_size = Experiment(
    "prediction_agnostic_size",
    "Averaging multiplies the examples by its number of parts",
    "How many examples does private prediction need when labels fit no conjunction of d bits?",
    parameters=(
        EPSILON,
        log_scale("alpha", "α", "excess error", 0.05, 0.25, 0.1),
        BETA,
        log_integer("vc_dim", "d", "bits = VC dimension", 2, 50, 10),
        Choice("rule", "sharpened", RULES, "best"),
    ),
    y=Axis("examples n", 1.0, 1e8, log=True),
    series=(
        Series("corrected", "corrected", "r m(α/2, β/r), r = ⌈2/(αε)⌉ (Corollary 4.7, corrected)",
               lambda s, epsilon: _sized(s, prediction.laplace_parts, epsilon), "sharp"),
        Series("printed", "", "2 m(α/2, 2βαε)/(αε), ε ≤ 1 (DF18, Corollary 4.7)", _printed,
               role="attack"),
        Series("sharp", "sharpened", "r m(α/2, β/r) with the least r of the rule chosen",
               lambda s, epsilon: _sized(s, PARTS[s.rule], epsilon), "sharp", "private"),
        Series("learning", "learning", "learning: 8 ln(2|C|/β)/α², 4 ln(2|C|/β)/(εα) (DR14, 11.1)", _learning,
               role="baseline"),
        Series("none", "no privacy", "m(α, β) = 2 ln(2|C|/β)/α²: no privacy",
               lambda s, epsilon: _learner(s)(s.alpha, s.beta), "sharp", "nonprivate"),
        Series("lower", "lower bound", "ln(3/2)(d − 1)/(4αε): no fewer, β = 1/12 (4.3, corrected)",
               lambda s, epsilon: deeper.lower_bound_sharp.curve(s.vc_dim, s.alpha, epsilon), "sharp", "truth"),
    ),
    points=33,
)
