"""Lecture 2, second half, a private learner that runs in polynomial time.

`parity_privacy`: the exact ε of the parity learner, enumerated, beside the slides' claim.
"""

from .... import private_pac
from ....experiment import Axis, Choice, Experiment, Parameter, Series, integer
from ....privacy import Relation
from ... import deeper
from ..parity import enumerated_epsilon

RATES = {"printed": private_pac.parity_sampling_rate, "repaired": private_pac.parity_sampling_rate_exact}


def _share(spent, relation: str):
    return lambda s, e: spent(s, RATES[s.rule].curve(e), relation) / e


def _formula(s, p, relation):
    return deeper.parity_epsilon.curve(p, Relation[relation.upper()])


def _enumerated(s, p, relation):
    return enumerated_epsilon(s.d, s.n, p, relation)


parity_privacy = Experiment(
    "parity_privacy",
    "What the parity learner spends, beside what the slides claim",
    "What part of the claimed ε does the parity learner spend?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.05, 3.95, 1.0),
        integer("d", "d", "bits", 1, 2, 2),
        integer("n", "n", "records", 1, 2, 2),
        Choice("rule", "sampling", {"printed": "p = ε/4, as on the slide", "repaired": "p = tanh(ε/2)"}, "printed"),
    ),
    y=Axis("true ε / claimed ε", 0.0, 1.4),
    series=(
        Series("claim", "claim", "1: the learner is ε-private  (N17)", 1),
        Series("formula", "replace-one", "ln((1+p)/(1−p)) / ε, replace-one", _share(_formula, "replace_one"), "exact"),
        Series("formula_ar", "add/remove", "−ln(1−p) / ε, add/remove", _share(_formula, "add_remove"),
               "exact", "attack"),
        Series("exact", "", "enumerated: all samples and neighbors, replace-one", _share(_enumerated, "replace_one"),
               "exact", mark="points"),
        Series("exact_ar", "", "enumerated: all samples and neighbors, add/remove", _share(_enumerated, "add_remove"),
               "exact", "attack", "points"),
    ),
    points=41,
)
