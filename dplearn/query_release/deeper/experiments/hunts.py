"""Lecture 5, the two halves of a step: the hunt without privacy, and what a private choice loses in it."""

from functools import cache

import numpy as np

from .... import query_release as qr
from ....experiment import Axis, Choice, Experiment, Series, log_integer, log_scale
from ....experts import learning_rate
from ... import deeper
from ...experiments.hunts import HOURS, day, hunted, sets

WORLDS = {"bikes": "real: 2,951 busy hours of bike hire", "noon": "one peak, at noon", "one": "all records in one hour",
          "flat": "nearly even"}
SETS = {"intervals": "hours a to b, both sides", "thresholds": "before hour a, both sides",
        "one-sided": "before hour a, one side"}
DATA, QUERIES = Choice("data", "records", WORLDS, "bikes"), Choice("queries", "queries", SETS, "intervals")


def divergence(p: np.ndarray) -> float:
    """KL(p || uniform) = ln|X| - entropy."""
    return float(np.log(len(p)) + p @ np.log(np.where(p > 0, p, 1)))


LONGEST, PLACES = 316, 11  # four places in ten-fold steps


def _rate(T):
    return learning_rate(T, HOURS, rule="hoeffding")


@cache
def _errors(world: str, queries: str, T: int) -> np.ndarray:
    """The errors of the average of p^1..p^T and of p^(T+1)."""
    run = qr.multiplicative_weights(day(world), hunted(queries), T, eta=_rate(T))
    return qr.max_error(sets(queries), day(world), np.array([run.histogram, run.last]))


def _error(which):
    return lambda s, T: [_errors(s.data, s.queries, t)[which] for t in T]


hunt_error = Experiment(
    "hunt_error",
    "Hunting both sides, the average of T steps errs less than 1/√T allows",
    "T steps at η = √(8 ln|X|/T): how well does their average answer the worst query?",
    parameters=(log_integer("T", "T", "steps", 1, LONGEST, 100, steps=PLACES), DATA, QUERIES),
    y=Axis("worst error over all queries", 0.003, 5, log=True),
    series=(
        Series.of(qr.approximation_bound, "printed", "printed", label="2√(ln|X|/T)  (U17)", universe_size=HOURS),
        Series.of(qr.approximation_bound.sharp, "sharp", "Hoeffding", label="√(ln|X|/(2T))  (Hoeffding's lemma)",
                  universe_size=HOURS),
        Series("kl", "KL", "KL(p*‖uniform)/(ηT) + η/8  (what the proof needs)",
               lambda s, T: deeper.approximation_bound_at.curve(HOURS, T, eta=_rate(T), kl=divergence(day(s.data))),
               "sharp", "truth"),
        Series("average", "average", "average of p¹..pᵀ, exact", _error(0), "exact"),
        Series("last", "last", "pᵀ⁺¹ alone, exact", _error(1), "exact", "nonprivate"),
    ),
    points=PLACES,
)


# ---- selection -------------------------------------------------------------------------------------
# Gaps and losses in units of 2/(ε₀n): a query x units behind the worst is chosen with probability ∝ e^(-x).
UNIT = {"n": 1, "epsilon_step": 2.0}


def _behind(best):
    """Expected loss when `best(|Q|)` queries share the largest error and all others lie x behind."""
    def values(s, x):
        first = best(s.n_queries)
        weight = (s.n_queries - first) * np.exp(-x)
        return x * weight / (first + weight)
    return values


def spread_loss(s, x):
    """Expected loss when the gaps are 0, h, 2h, ..., x: the mean of a geometric law, cut off, in closed form.

    Σ jh e^(-jh) / Σ e^(-jh) over j < K = |Q| is h (1/(e^h - 1) - K/(e^(Kh) - 1)).
    """
    K, h = s.n_queries, x / (s.n_queries - 1)
    return h * (1 / np.expm1(h) - K / np.expm1(np.minimum(K * h, 700)))


selection = Experiment(
    "selection",
    "A private choice loses less than ln|Q| units, wherever the other queries lie",
    "The exponential mechanism picks a query: how far behind the worst one is its pick?",
    parameters=(
        log_scale("gap", "g", "gap, in units of 2/(ε₀n)", 0.1, 100, 5),
        log_integer("n_queries", "|Q|", "queries", 2, 1_000_000, 1000),
    ),
    y=Axis("expected loss, in units of 2/(ε₀n)", 0, 15),
    series=(
        Series("printed", "printed", "ln|Q|  (U17)", lambda s, x: qr.selection_bound.curve(s.n_queries, **UNIT)),
        Series("sharp", "attained", "W((|Q|−1)/e), W Lambert's: attained at g = 1 + W",
               lambda s, x: qr.selection_bound.sharp.curve(s.n_queries, **UNIT), "sharp"),
        Series("others", "one worst", "one worst query, all others at g, exact", _behind(lambda K: 1), "exact"),
        Series("half", "half worst", "half of them worst, half at g, exact", _behind(lambda K: K - K // 2),
               "exact", "nonprivate"),
        Series("spread", "spread", "gaps spread evenly from 0 to g, exact", spread_loss, "exact", "truth"),
    ),
    points=65,
)
