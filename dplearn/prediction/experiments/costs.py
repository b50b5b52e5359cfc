"""Lecture 6, what private prediction must cost, and what it is worth beside private learning.

* `prediction_lower_bound`: Theorem 4.3 as printed, and a form that holds, below what is enough (the print is above it
  for d = 1, small α);
* `prediction_price`: the examples for a threshold on N points by private prediction, private learning and without
  privacy.
"""


import numpy as np

from ... import pac, prediction, private_pac
from ..._bounds import whole
from ...experiment import Axis, Experiment, Series, integer, log_integer, log_scale
from . import averages

BETA = 1 / 12  # Theorem 4.3's


def enough(s, alpha):
    """Votes of the labels themselves for the two constants (d = 1),
    Theorem 4.1 with Occam's m for all labelings of d points.
    """
    if s.vc_dim == 1:
        return prediction.constants_sample_size.curve(alpha, s.epsilon)
    return prediction.soft_majority_sample_size(alpha, BETA, s.epsilon,
                                                lambda a, b: pac.occam_sample_size.curve(2**s.vc_dim, a, b))


def bound(formula):
    """A lower bound for each α."""
    return lambda s, alpha: formula.curve(s.vc_dim, alpha, epsilon=s.epsilon)


def from_two(values):
    """What is proved from d = 2 on (and for α <= 1/4, where the axis ends)."""
    return lambda s, alpha: values(s, alpha) if s.vc_dim >= 2 else np.nan


prediction_lower_bound = Experiment(
    "prediction_lower_bound",
    "Some 1/(αε) examples a dimension are needed, from d = 2 on by this proof",
    "How many examples must a private predictor see, and does the printed bound hold?",
    parameters=(
        log_scale("alpha", "α", "error", 1e-4, 0.25, 0.01),
        log_scale("epsilon", "ε", "privacy of an answer", 0.03, 2.0, 0.1),
        log_integer("vc_dim", "d", "VC dimension", 1, 100, 10),
    ),
    y=Axis("examples n", 1.0, 1e10, log=True),
    series=(
        Series("upper", "enough", "enough: votes of 2^d labelings (d = 1: of two constants)", enough,
               "sharp", "private"),
        Series("least", "argument", "the argument of 4.3 carried to its end, δ = ε/3, exact",
               from_two(lambda s, a: prediction.smallest_sample_size(s.vc_dim, a, epsilon=s.epsilon,
                                                                     delta=s.epsilon / 3)), "exact"),
        Series("sharp", "lower bound", "ln(3/2)(d − 1)/(4αε): corrected, d ≥ 2, α ≤ 1/4",
               from_two(bound(prediction.lower_bound_sharp)), "sharp", "truth"),
        Series("printed", "printed", "d/(32εα), as printed (DF18, Theorem 4.3)",
               bound(prediction.lower_bound), role="attack"),
    ),
    points=33,
)


def threshold(alpha, beta):
    """`prediction.threshold_sample_size` without its checks: the sharp size asks two hundred times a move."""
    return whole(prediction.threshold_sample_size.__wrapped__(alpha, beta))


def answers(size):
    """A sample size of private answers: N does not enter."""
    return lambda s, bits: size(s.alpha, s.beta, s.epsilon, threshold)


def model(size):
    """A sample size of the exponential mechanism over the N + 1 thresholds."""
    return lambda s, bits: size.curve(None, alpha=s.alpha, epsilon=s.epsilon, beta=s.beta,
                                      log_size=np.log1p(2.0**bits))


prediction_price = Experiment(
    "prediction_price",
    "At worst this model pays for every bit of N, private answers for none",
    "How many examples does a threshold on {1, ..., N} take, for a private model and for private answers?",
    parameters=(
        integer("bits", "log₂ N", "size of the domain", 1, 64, 32),
        log_scale("alpha", "α", "error", 0.1, 0.3, 0.1),
        log_scale("epsilon", "ε", "privacy of model or answer", 0.5, 2, 1.0),
        averages.BETA,
    ),
    y=Axis("examples n", 0, 1400),
    series=(
        Series("printed", "as published", "enough for private answers (DF18, Theorem 4.1)",
               answers(prediction.soft_majority_sample_size)),
        Series("sharp", "answers", "enough for private answers, sharpened, best r",
               answers(lambda *given: prediction.soft_majority_sample_size_sharp(*given)[1]), "sharp", "private"),
        Series("learning", "model", "enough for a private model (exponential mechanism)",
               model(private_pac.private_occam_sample_size_sharp), "sharp", "baseline"),
        Series("needed", "model needs", "what that model needs where a share α lies at N, exact",
               model(private_pac.point_world_sample_size), "exact"),
        Series("none", "no privacy", "enough without privacy: ln(1/β)/ln(1/(1 − α))",
               lambda s, bits: threshold(s.alpha, s.beta), "sharp", "nonprivate"),
    ),
    points=64,
)
