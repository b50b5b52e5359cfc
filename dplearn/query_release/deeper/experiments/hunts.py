"""Lecture 5, the hunt without privacy."""

from functools import cache

import numpy as np
from scipy.special import rel_entr

from .... import query_release as qr
from ....experiment import Axis, Choice, Experiment, Series, log_integer
from ....experts import learning_rate
from ...experiments.hunts import HOURS, day, hunted

WORLDS = {"bikes": "real: 2,951 busy hours of bike hire", "one": "all records in one hour"}


def divergence(p: np.ndarray) -> float:
    """KL(p || uniform)."""
    return rel_entr(p, 1 / len(p)).sum()


LONGEST, PLACES = 316, 11  # four places in ten-fold steps, each a hunt of its own; the slider has more


def _rate(T):
    return learning_rate(T, HOURS, rule="hoeffding")


@cache
def _errors(world: str, T: int) -> np.ndarray:
    """The errors of the average of p^1..p^T and of p^(T+1)."""
    run = qr.multiplicative_weights(day(world), hunted(), T, eta=_rate(T))
    return qr.max_error(hunted(), day(world), np.array([run.histogram, run.last]))


def _error(which):
    return lambda s, T: [_errors(s.data, t)[which] for t in T]


hunt_error = Experiment(
    "hunt_error",
    "Hunting both sides, the average of T steps errs less than 1/√T allows",
    "T steps at η = √(8 ln|X|/T): how well does their average answer the worst query?",
    parameters=(log_integer("T", "T", "steps", 1, LONGEST, 100, steps=61),
                Choice("data", "records", WORLDS, "bikes")),
    y=Axis("worst error over all queries", 0.003, 5, log=True),
    series=(
        Series.of(qr.approximation_bound, "printed", "printed", label="2√(ln|X|/T)  (U17)", universe_size=HOURS),
        Series.of(qr.approximation_bound.sharp, "sharp", "Hoeffding", label="√(ln|X|/(2T))  (Hoeffding's lemma)",
                  universe_size=HOURS),
        Series("kl", "KL", "KL(p*‖uniform)/(ηT) + η/8  (what the proof needs)",
               lambda s, T: divergence(day(s.data)) / (_rate(T) * T) + _rate(T) / 8,
               "sharp", "truth"),
        Series("average", "average", "average of p¹..pᵀ, exact", _error(0), "exact"),
        Series("last", "last", "pᵀ⁺¹ alone, exact", _error(1), "exact", "nonprivate"),
    ),
    points=PLACES,
)
