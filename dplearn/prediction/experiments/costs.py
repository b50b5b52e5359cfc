"""Lecture 6, what private prediction must cost, and what it is worth beside private learning.

* `prediction_lower_bound`: Theorem 4.3 as printed, and a form that holds, below what is enough (the print is above it for d = 1, small α);
* `prediction_price`: the examples for a threshold on N points by private prediction, private learning and without privacy.
"""

from __future__ import annotations

import numpy as np

from ... import pac, prediction, private_pac
from ...private_pac import agnostic as private_agnostic
from ...experiment import Axis, Choice, Experiment, Parameter, Series

BETA = 1 / 12  # Theorem 4.3's


def _upper(s, alpha) -> np.ndarray:
    """Enough: votes of the labels themselves for the two constants (d = 1), Theorem 4.1 with Occam's m for all labelings of d points."""
    if s.vc_dim == 1:
        return np.array([prediction.constants_sample_size(float(a), s.epsilon) for a in alpha], float)

    def occam(a, b):
        return pac.occam_sample_size(2**s.vc_dim, a, b)

    return np.array([prediction.soft_majority_sample_size(float(a), BETA, s.epsilon, occam) for a in alpha], float)


def _printed(s, alpha) -> np.ndarray:
    return np.array([prediction.lower_bound(s.vc_dim, float(a), s.epsilon) for a in alpha])


def _corrected(s, alpha) -> np.ndarray:
    return np.array([prediction.lower_bound_sharp(s.vc_dim, float(a), s.epsilon) for a in alpha])


def _from_two(s, alpha, bound) -> np.ndarray:
    """A bound that is proved from d = 2 on (and for α <= 1/4, where the axis ends)."""
    return bound(alpha) if s.vc_dim >= 2 else np.full(len(alpha), np.nan)


prediction_lower_bound = Experiment(
    name="prediction_lower_bound",
    title="1/(αε) examples a dimension are needed, from d = 2 on by this proof",
    question="How many examples must a private predictor see, and does the printed bound hold?",
    parameters=(
        Parameter("alpha", "α", "error", 1e-4, 0.25, 0.01, log=True),
        Parameter("epsilon", "ε", "privacy of an answer", 0.03, 2.0, 0.1, log=True),
        Parameter("vc_dim", "d", "VC dimension", 1, 100, 10, log=True, integer=True),
    ),
    x="alpha",
    y=Axis("examples n", 1.0, 1e10, log=True),
    series=(
        Series("upper", "enough", "enough: votes of 2^d labelings (d = 1: of two constants)", _upper, kind="sharp", role="private"),
        Series("least", "argument", "the argument of 4.3 carried to its end, δ = ε/3, exact",
               lambda s, a: _from_two(s, a, lambda v: prediction.smallest_sample_size(s.vc_dim, v, s.epsilon, delta=s.epsilon / 3)),
               kind="exact"),
        Series("sharp", "corrected", "ln(3/2)(d − 1)/(4αε): corrected, d ≥ 2, α ≤ 1/4",
               lambda s, a: _from_two(s, a, lambda v: _corrected(s, v)), kind="sharp", role="truth"),
        Series("printed", "printed", "d/(32εα): Theorem 4.3 as printed (false above “enough”)", _printed, role="attack"),
    ),
    points=33,
)


# ---- prediction_price --------------------------------------------------------------------------------

LABELS = {"clean": "clean: some threshold is right", "noisy": "noisy: no threshold is right"}


def _flat(clean, noisy):
    """A sample size that does not know N."""
    return lambda s, bits: np.full(len(bits), float((clean if s.labels == "clean" else noisy)(s)))


def _learning(s, bits):
    log_sizes = np.log1p(2.0**bits)                    # N + 1 thresholds
    if s.labels == "clean":
        return np.array([private_pac.private_occam_sample_size_sharp(None, s.alpha, s.epsilon, s.beta, log_size=v) for v in log_sizes], float)
    return np.array([private_agnostic.agnostic_sample_size(None, s.alpha, s.epsilon, s.beta, log_size=v) for v in log_sizes], float)


prediction_price = Experiment(
    name="prediction_price",
    title="Learning pays for every bit of N, prediction for none",
    question="How many examples does a threshold on {1, ..., N} take, for a private model and for private answers?",
    parameters=(
        Parameter("bits", "log₂ N", "size of the domain", 1, 64, 32, integer=True),
        Parameter("alpha", "α", "error", 0.1, 0.3, 0.1, log=True),
        Parameter("epsilon", "ε", "privacy of model or answer", 0.5, 2, 1.0, log=True),
        Parameter("beta", "β", "failure probability", 0.001, 0.2, 0.05, log=True),
        Choice("labels", "labels", LABELS, "clean"),
    ),
    x="bits",
    y=Axis("examples n", 3.0, 2e6, log=True),
    series=(
        Series("printed", "as published", "private answers: Theorem 4.1, or 4.7 corrected",
               _flat(lambda s: prediction.soft_majority_sample_size(s.alpha, s.beta, s.epsilon, prediction.threshold_sample_size),
                     lambda s: prediction.agnostic_sample_size_corrected(s.alpha, s.beta, s.epsilon, prediction.threshold_agnostic_sample_size))),
        Series("sharp", "sharpened", "private answers, sharpened: best r, or the best coin",
               _flat(lambda s: prediction.soft_majority_sample_size_sharp(s.alpha, s.beta, s.epsilon, prediction.threshold_sample_size)[1],
                     lambda s: prediction.agnostic_sample_size_best(s.alpha, s.beta, s.epsilon, prediction.threshold_agnostic_sample_size)),
               kind="sharp", role="private"),
        Series("learning", "private model", "private model: exponential mechanism over N + 1 thresholds", _learning, role="baseline", kind="sharp"),
        Series("none", "no privacy", "no privacy: ln(1/β)/ln(1/(1 - α)), or 8 ln(4/β)/α²",
               _flat(lambda s: prediction.threshold_sample_size(s.alpha, s.beta),
                     lambda s: prediction.threshold_agnostic_sample_size(s.alpha, s.beta)), kind="baseline", role="nonprivate"),
    ),
    points=64,
)
