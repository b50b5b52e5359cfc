"""What the companions of lecture 6 ask about what private answers cost, in examples and on fresh data.

* `prediction_agnostic_size`: the examples that averages ask for where no hypothesis is perfect, beside learning;
* `prediction_lower_bound`: Theorem 4.3 as printed, and a form that holds, below what is enough;
* `prediction_generalization`: the tail of Lemma 6.5 as printed, mended, and in truth.
"""

import numpy as np

from .... import pac, prediction
from ....experiment import Axis, Choice, Experiment, Series, log_integer, log_scale
from ....pac import deeper as pac_deeper
from ....private_pac import deeper as private_pac_deeper
from ... import deeper
from ...experiments.costs import BETA
from ...experiments.membership import EPSILON

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

# ---- prediction_lower_bound --------------------------------------------------------------------------

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
