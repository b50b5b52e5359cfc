"""Lecture 6, what private prediction is worth beside private learning.

`prediction_price`: the examples for a threshold on N points by private prediction, private learning and without
privacy.
"""

import numpy as np

from ... import prediction, private_pac
from ..._bounds import whole
from ...experiment import Axis, Experiment, Series, integer, log_scale

BETA = log_scale("beta", "β", "failure probability", 0.001, 0.2, 0.05)


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
        BETA,
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
               lambda s, bits: threshold(s.alpha, s.beta), "sharp", "nonprivate", "step"),
    ),
    points=64,
)
