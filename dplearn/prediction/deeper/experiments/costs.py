"""What the companions of lecture 6 ask about what private answers cost, in examples and on fresh data.

* `prediction_lower_bound`: Theorem 4.3 as printed, and a form that holds, below what is enough;
* `prediction_generalization`: the tail of Lemma 6.5 as printed, mended, and in truth.
"""

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

# ---- prediction_generalization -----------------------------------------------------------------------

def printed(s, log):
    """Lemma 6.5's factor as printed, at ln(1/β)."""
    return deeper.tail_factor_printed.curve(np.exp(-log), s.epsilon)


def printed_false(s, log):
    """The printed factor where the counterexample reaches it, always on fresh records."""
    factor = printed(s, log)
    return np.where(factor <= np.exp(s.epsilon) * (1 + 1e-12), factor, np.nan)


prediction_generalization = Experiment(
    "prediction_generalization",
    "Fresh data cost a factor; for β near 1 the printed one is too small",
    ("Loss at most α on the data, always: "
     "which multiple of α does it pass on fresh data with chance at most β?"),
    parameters=(
        log_scale("log_beta", "ln(1/β)", "how sure", 0.005, 10, 0.1),
        log_scale("epsilon", "ε", "privacy of a prediction", 0.1, 4, 1.0),
    ),
    y=Axis("factor on α", 0.9, 1e3, log=True),
    series=(
        Series("markov", "Markov", "e^ε/β: the first moment alone", lambda s, log: np.exp(s.epsilon + log), "sharp",
               "baseline"),
        Series("printed", "printed", "e^(2√(ε ln(1/β)))  (DF18, Lemma 6.5 as printed)", printed),
        Series("false", "", "the same, where the counterexample breaks it", printed_false, "exact", "attack"),
        Series("sharp", "mended", "exp(min over whole k of ln(1/β)/k + kε)",
               lambda s, log: deeper.tail_factor.curve(np.exp(-log), s.epsilon), "sharp", "private"),
        Series("floor", "e^ε", "e^ε: no smaller factor can hold (the counterexample)",
               lambda s, log: np.exp(s.epsilon), "exact"),
    ),
)
