"""Lecture 6, does a private prediction generalize?  `prediction_generalization`: the tail of Lemma 6.5 as printed,
mended, and in truth.
"""

import numpy as np

from ....experiment import Axis, Experiment, Series, log_scale
from ... import deeper

# of the counterexample that is checked: no fresh record of 100 is met before, but with chance 1e-8
N, DOMAIN = 100, 2**40


def printed(s, log):
    """Lemma 6.5's factor as printed, at ln(1/β)."""
    return deeper.tail_factor_printed.curve(np.exp(-log), s.epsilon)


def printed_false(s, log):
    """The printed factor where the counterexample reaches it with a chance above β."""
    factor = printed(s, log)
    return np.where(deeper.spread_tail(factor, s.epsilon, N, DOMAIN) > np.exp(-log), factor, np.nan)


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
        Series("false", "", "the same, where the counterexample breaks it (n = 100)", printed_false, "exact", "attack"),
        Series("sharp", "mended", "exp(min over whole k of ln(1/β)/k + kε)",
               lambda s, log: deeper.tail_factor.curve(np.exp(-log), s.epsilon), "sharp", "private"),
        Series("floor", "e^ε", "e^ε: no smaller factor can hold (the counterexample)",
               lambda s, log: np.exp(s.epsilon), "exact"),
    ),
)
