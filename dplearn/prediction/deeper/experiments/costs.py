"""What private answers cost in examples: Theorem 4.3 as printed, and a form that holds, below what is enough."""

import numpy as np

from .... import pac, prediction
from ....experiment import Axis, Experiment, Series, log_integer, log_scale
from ... import deeper

CONFIDENCE = 1 / 12  # Theorem 4.3's


def enough(s, alpha):
    """Votes of the labels themselves for the two constants (d = 1),
    Theorem 4.1 with Occam's m for all labelings of d points.
    """
    if s.vc_dim == 1:
        return deeper.constants_sample_size.curve(alpha, s.epsilon)
    return prediction.soft_majority_sample_size(alpha, CONFIDENCE, s.epsilon,
                                                lambda a, b: pac.occam_sample_size.curve(2**s.vc_dim, a, b))


def proved(s, alpha):
    """From d = 2 on (and for α <= 1/4, where the axis ends)."""
    return deeper.lower_bound_sharp.curve(s.vc_dim, alpha, epsilon=s.epsilon) if s.vc_dim >= 2 else np.nan


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
        Series("sharp", "lower bound", "ln(3/2)(d − 1)/(4αε): corrected, d ≥ 2, α ≤ 1/4",
               proved, "sharp", "truth"),
        Series("printed", "printed", "d/(32εα), as printed (DF18, Theorem 4.3)",
               lambda s, alpha: deeper.lower_bound.curve(s.vc_dim, alpha, epsilon=s.epsilon), role="attack"),
    ),
    points=33,
)
