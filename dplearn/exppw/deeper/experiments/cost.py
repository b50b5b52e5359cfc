"""Lecture 7, what an answer costs: the true ε against the clamp, of the walk and of Figure 1 to the letter."""

from functools import cache

import numpy as np

from .... import exppw
from ....experiment import Axis, Experiment, Series, log_integer, log_scale
from ....privacy import Relation
from ... import deeper

SMALL = 6  # records that are enumerated


@cache
def enumerated_ends(clamp):
    """The least and the largest end that replacing one record reaches, each pair once: (2, pairs).

    All data sets of SMALL records in the order of the walk: a record steps down, up, or stands behind the query.
    """
    v = np.zeros((3,) * SMALL, int)
    for step in np.indices(v.shape) - 1:
        v = np.clip(v + step, -clamp, clamp)
    reached = [np.stack([v.min(axis=i), v.max(axis=i)]).reshape(2, -1) for i in range(SMALL)]
    return np.unique(np.hstack(reached), axis=1)


def _enumerated(s, T):
    """The largest loss over all data sets, per ε, of the answer 0: that of 1 is its mirror image; NaN beyond SMALL."""
    return [np.diff(np.logaddexp(0, s.epsilon * enumerated_ends(int(t)) / 2), axis=0).max() / s.epsilon if t <= SMALL
            else np.nan for t in T]


exppw_true_epsilon = Experiment(
    "exppw_true_epsilon",
    "The walk stays below its ε; Figure 1 to the letter goes up to 1.5 ε",
    "How much of the claimed ε does one answer really spend?",
    parameters=(
        log_integer("clamp", "T", "clamp", 1, 100, 3),
        log_scale("epsilon", "ε", "claimed", 0.01, 10, 1.0),
    ),
    y=Axis("true ε / claimed ε", 0.0, 1.6),
    series=(
        Series("figure", "Fig. 1", "Figure 1 of DF18 to the letter",
               lambda s, T: deeper.figure_one_epsilon.curve(T, s.epsilon) / s.epsilon, "exact", "attack"),
        Series("claim", "", "1: the claim (DF18, Lemma 5.1)", 1, role="baseline"),
        Series("walk", "replaced", "the walk, one example replaced",
               lambda s, T: exppw.walk_epsilon.curve(T, s.epsilon) / s.epsilon, "exact"),
        Series("removed", "removed", "the walk, one example removed",
               lambda s, T: exppw.walk_epsilon.curve(T, s.epsilon, relation=Relation.ADD_REMOVE) / s.epsilon,
               "exact", "private"),
        Series("enumerated", "", f"largest over all data sets of {SMALL} records", _enumerated, "exact", mark="points"),
    ),
    points=25,
)
