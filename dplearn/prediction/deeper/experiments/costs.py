"""What the companions of lecture 6 add to `dplearn.prediction.experiments.costs`."""

import numpy as np

from .... import pac, prediction
from ....experiment import Axis, Experiment, Series, log_integer, log_scale
from ... import deeper

BETA = 1 / 12  # Theorem 4.3's


def enough(s, alpha):
    """Votes of the labels themselves for the two constants (d = 1),
    Theorem 4.1 with Occam's m for all labelings of d points.
    """
    if s.vc_dim == 1:
        return deeper.constants_sample_size.curve(alpha, s.epsilon)
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
               from_two(lambda s, a: deeper.smallest_sample_size(s.vc_dim, a, epsilon=s.epsilon,
                                                                     delta=s.epsilon / 3)), "exact"),
        Series("sharp", "lower bound", "ln(3/2)(d − 1)/(4αε): corrected, d ≥ 2, α ≤ 1/4",
               from_two(bound(deeper.lower_bound_sharp)), "sharp", "truth"),
        Series("printed", "printed", "d/(32εα), as printed (DF18, Theorem 4.3)",
               bound(deeper.lower_bound), role="attack"),
    ),
    points=33,
)
