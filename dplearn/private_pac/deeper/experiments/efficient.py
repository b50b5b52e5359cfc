"""Lecture 2, second half: what a private learner that runs in polynomial time spends, beside the slides' claim."""

from .... import private_pac
from ....experiment import Axis, Choice, Experiment, Parameter, Series
from ....privacy import Relation
from ... import deeper

RATES = {"printed": private_pac.parity_sampling_rate, "repaired": private_pac.parity_sampling_rate_exact}


def _share(relation):
    return lambda s, e: deeper.parity_epsilon.curve(RATES[s.rule].curve(e), relation) / e


parity_privacy = Experiment(
    "parity_privacy",
    "What the parity learner spends, beside what the slides claim",
    "What part of the claimed ε does the parity learner spend?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.05, 3.95, 1.0),
        Choice("rule", "sampling", {"printed": "p = ε/4, as on the slide", "repaired": "p = tanh(ε/2)"}, "printed"),
    ),
    y=Axis("true ε / claimed ε", 0.0, 1.4),
    series=(
        Series("claim", "claim", "1: the learner is ε-private  (N17)", 1),
        Series("exact", "replace-one", "ln((1+p)/(1−p)) / ε, replace-one", _share(Relation.REPLACE_ONE), "exact"),
        Series("exact_ar", "add/remove", "−ln(1−p) / ε, add/remove", _share(Relation.ADD_REMOVE), "exact", "attack"),
    ),
    points=41,
)
