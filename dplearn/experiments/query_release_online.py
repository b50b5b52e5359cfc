"""Lecture 5, queries one at a time: answers from p^t cost nothing until one of them is wrong (online multiplicative weights).

* `online_updates`: how often p^t has to be moved, at most, by force, and in a survey.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import query_release as qr
from .base import Axis, Choice, Experiment, Parameter, Series, Simulation


# ---- online_updates --------------------------------------------------------------------------------

RATES = {"half": "η = α/2 (U17)", "one": "η = α", "four": "η = 4α (best bound)"}
_TIMES = {"half": 0.5, "one": 1.0, "four": 4.0}      # all at most 4: an update moves <q, p> by at most η/4 <= α, not past the truth
LEVELS = 64


def _eta(s, alpha):
    return _TIMES[s.rate] * alpha


def forced_updates(alpha, d, eta):
    """Updates that an adversary forces: all records in one cell, and queries that are h elsewhere and 0 there, in (0, 1].

    <q, p^t> = h (1 - p) for p the weight of the cell, and the answer is 0.  A query is asked again until the error h (1 - p) is at
    most α; then a larger h.  A small h hurts no more than it must, and moves the log-odds of p by ηh only: nearly the whole of
    ln|X| is walked in steps of ηα.  Exact, for `LEVELS` values of h.
    """
    odds, updates = np.full(len(alpha), -np.log(2.0**d - 1)), np.zeros(len(alpha))
    for end in np.linspace(odds, np.log(1 / alpha - 1), LEVELS + 1)[1:]:
        height = alpha * (1 + np.exp(end))                # error above α exactly as long as the log-odds are below `end`
        times = np.maximum(np.ceil((end - odds) / (eta * height)), 0)
        odds, updates = odds + times * eta * height, updates + times
    return updates


def survey_updates(means, alpha, eta):
    """Updates that "bit i is 1" (or its complement) causes if it is asked until it is answered to α, from p(bit i) = 1/2."""
    far = np.abs(means - 0.5) - alpha                     # how far the share has to move
    return np.maximum(np.ceil(special.logit(np.clip(0.5 + far, 0.5, 1)) / eta), 0)


def draw_updates(s, x, rng, runs):
    """k questions drawn at random about d bits whose shares are uniform in [0, 1]: bits do not disturb each other in the product p^t."""
    asked = rng.multinomial(s.k, np.full(s.d, 1 / s.d), size=runs)[:, None, :]
    alpha = x[:, None]
    needed = survey_updates(rng.random((runs, 1, s.d)), alpha, _eta(s, alpha))
    return np.minimum(asked, needed).sum(axis=-1)


online_updates = Experiment(
    name="online_updates",
    title="However many queries are asked, few of them cost an update",
    question="How often must p^t be moved until every further query is answered to within α?",
    parameters=(
        Parameter("alpha", "α", "error allowed", 0.0125, 0.4, 0.1, log=True),
        Parameter("d", "d", "bits of a record, |X| = 2^d", 4, 40, 16, integer=True),
        Parameter("k", "k", "queries drawn at random", 10, 1_000_000, 100_000, log=True, integer=True),
        Choice("rate", "learning rate", RATES, "half"),
    ),
    x="alpha",
    y=Axis("updates", 1.0, 1e6, log=True),
    series=(
        Series("printed", "U17", "4 ln|X|/α²  (U17, for η = α/2)", lambda s, a: qr.online_updates_bound(2**s.d, a)),
        Series("sharp", "sharp", "ln|X|/(ηα − η²/8), for the η chosen (Hoeffding)",
               lambda s, a: s.d * np.log(2) / (_eta(s, a) * (a - _eta(s, a) / 8)), kind="sharp"),
        Series("forced", "adversary", "adversary: one cell, queries that hurt just enough, exact",
               lambda s, a: forced_updates(a, s.d, _eta(s, a)), kind="exact", role="attack"),
        Series("survey", "all alike", "d questions, records all alike, asked to the end, exact",
               lambda s, a: s.d * survey_updates(1.0, a, _eta(s, a)), kind="exact"),
    ),
    simulation=Simulation(draw_updates, "k questions drawn at random, shares uniform", chunk=50, static_runs=500, runs=5_000, band="normal"),
    points=41,
    simulated_points=11,  # one of them at α = 0.1
)
