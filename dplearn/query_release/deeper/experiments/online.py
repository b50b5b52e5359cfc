"""Lecture 5, queries one at a time: how often p^t has to be moved, at most, by force, and in a survey."""

import numpy as np
from scipy import special

from ....experiment import Axis, Choice, Experiment, Series, log_scale
from ... import deeper
from ...experiments.release import BITS

RATES = {"half": "η = α/2 (U17)", "four": "η = 4α (best bound)"}
TIMES = {"half": 0.5, "four": 4.0}      # at most 4: an update moves <q, p> by η/4 <= α, not past the truth
LEVELS = 64


def forced_updates(alpha, d, eta):
    """Updates that an adversary forces: all records in one cell, and queries that are h in (0, 1] elsewhere, 0 there.

    <q, p^t> = h (1 - p) for p the weight of the cell, and the answer is 0.  A query is asked again until the error h
    (1 - p) is at most α; then a larger h.  A small h hurts no more than it must, and moves the log-odds of p by ηh
    only: nearly the whole of ln|X| is walked in steps of ηα.  Exact, for `LEVELS` values of h.
    """
    odds, updates = np.full(len(alpha), -np.log(2.0**d - 1)), np.zeros(len(alpha))
    for end in np.linspace(odds, np.log(1 / alpha - 1), LEVELS + 1)[1:]:
        height = alpha * (1 + np.exp(end))      # error above α as long as the log-odds are below `end`
        times = np.maximum(np.ceil((end - odds) / (eta * height)), 0)
        odds, updates = odds + times * eta * height, updates + times
    return updates


def survey_updates(alpha, eta):
    """Updates that "bit i is 1" causes if all say yes and it is asked until it is answered to α, from p(bit i) = 1/2.
    """
    return np.maximum(np.ceil(special.logit(1 - alpha) / eta), 0)


online_updates = Experiment(
    "online_updates",
    "Updates until every further query is answered to within α",
    "How often must pᵗ be moved, whatever is asked, by force, and in a survey?",
    parameters=(
        log_scale("alpha", "α", "error allowed", 0.01, 0.4, 0.1),
        BITS,
        Choice("rate", "learning rate", RATES, "half"),
    ),
    y=Axis("updates", 1.0, 2e6, log=True),
    series=(
        Series("printed", "U17", "4 ln|X|/α²  (U17, for η = α/2)",
               lambda s, a: deeper.online_updates_bound.curve(2**s.d, a)),
        Series("sharp", "sharp", "ln|X|/(ηα − η²/8), for the η chosen (Hoeffding)",
               lambda s, a: deeper.online_updates_bound.sharp.curve(2**s.d, a, eta=TIMES[s.rate] * a), "sharp"),
        Series("forced", "adversary", "adversary: one cell, queries that hurt just enough, exact",
               lambda s, a: forced_updates(a, s.d, TIMES[s.rate] * a), "exact", "attack"),
        Series("survey", "all alike", "d questions, records all alike, asked to the end, exact",
               lambda s, a: s.d * survey_updates(a, TIMES[s.rate] * a), "exact"),
    ),
    points=41,
)
