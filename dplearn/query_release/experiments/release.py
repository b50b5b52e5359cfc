"""Lecture 5, offline release: independent noise, the private choice, and the error of private multiplicative weights.

* `laplace_answers`: where noise on each answer drowns what it hides, beside what noise on cells and PMW promise;
* `larger_universe`: the same curves over the number of bits, at fixed n and k;
* `reconstruction`: how many secret bits come out of too many too accurate answers.

Queries lie in [0, 1] and come with their complements, so |Q| = 2k for k questions; neighbors differ in one of n records
(REPLACE_ONE).
"""

import numpy as np

from ... import query_release as qr
from ...experiment import Axis, Choice, Experiment, Parameter, Series, Simulation, integer, log_integer, log_scale
from ...private_experts import attack_ceiling
from ..attack import draw_reconstruction

N = log_integer("n", "n", "records", 100, 1_000_000, 10_000, steps=81)
EPSILON = log_scale("epsilon", "ε", "privacy", 0.1, 10, 1, steps=81)
DELTA = log_scale("delta", "δ", "failure of privacy", 1e-10, 0.01, 1e-6, steps=33)
BITS = integer("d", "d", "bits of a record, |X| = 2^d", 4, 40, 16)


def _largest(expected, **how):
    """The largest of k noises, for δ as set unless `how` says more."""
    return lambda s, k, d: expected.curve(k, qr.answer_scale.curve(k,
        **{"n": s.n, "epsilon": s.epsilon, "delta": s.delta, **how}))


RIVALS = (  # key, short, label, curve of (setting, k, d), kind, role
    ("basic", "ε/k each", "Laplace, ε/k each, δ = 0, exact: k H_k/(εn)",
     _largest(qr.laplace_max_expected, delta=0.0), "exact"),
    ("composed", "Laplace", "Laplace, optimal composition, exact", _largest(qr.laplace_max_expected), "exact"),
    ("gaussian", "Gaussian", "Gaussian noise, exact", _largest(qr.gaussian_max_expected, noise="gaussian"),
     "exact", "truth"),
    ("sharp", "PMW, at most", "PMW, this lecture's algorithm: at most, in expectation",
     lambda s, k, d: qr.pmw_best_bound.sharp.curve(2**d, 2 * k, s.n, s.epsilon, s.delta), "sharp"),
    ("cells", "cells, at most", "Laplace once on 2^d cells, δ = 0: at most, in expectation",
     lambda s, k, d: qr.cells_bound.curve(2**d, k, s.n, s.epsilon), "sharp", "private"),
    ("blind", "always 1/2", "1/2 to every question, records unseen", lambda s, k, d: 0.5, "baseline"),
)


def _rivals(curve_on_axis, *left_out):
    """The rivals as curves: `curve_on_axis` says of a curve of (setting, k, d) which of k and d is on the axis."""
    return tuple(Series(key, short, label, curve_on_axis(values), *look)
                 for key, short, label, values, *look in RIVALS if key not in left_out)


laplace_answers = Experiment(
    "laplace_answers",
    "Noise on each answer drowns k questions; two promises grow like √ln k",
    "n people answer k questions at one ε: how far off is the worst answer?",
    parameters=(log_integer("k", "k", "questions", 1, 1_000_000, 1000), N, EPSILON, DELTA, BITS),
    y=Axis("worst error over all k answers", 1e-4, 1, log=True),
    series=_rivals(lambda values: lambda s, k: values(s, k, s.d), "composed", "blind"),
    points=61,
)
larger_universe = Experiment(
    "larger_universe",
    "Noise on answers does not see the universe, PMW hardly, cells pay its root",
    "n people answer k questions, each record has d bits: how far off is the worst answer?",
    parameters=(BITS, log_integer("k", "k", "questions", 1, 1_000_000, 100_000), N, EPSILON, DELTA),
    y=Axis("worst error over all k answers", 1e-3, 1, log=True),
    series=_rivals(lambda values: lambda s, d: values(s, s.k, d) + 0 * d, "basic"),
    points=37,
)
ANSWERS = {"each": "Laplace, ε for each", "total": "Laplace, ε for all together", "rounded": "rounded to percents",
           "exact": "exact"}


def _asked(s, ratio):
    """k: so many answers a person."""
    return np.maximum(np.round(ratio * s.n), 1).astype(int)


def _by_epsilon(known, otherwise):
    """A curve in (k, ε of one answer); `otherwise` for answers that are not private at any ε."""
    def values(s, ratio):
        k = _asked(s, ratio)
        step = {"each": s.epsilon, "total": s.epsilon / k}.get(s.answers)
        return otherwise if step is None else known(k, step)
    return values


def draw_reconstructed(s, ratio, rng, runs):
    """Share of the secret bits that ridge regression and rounding get right."""
    k, one = _asked(s, ratio), 1 / (s.epsilon * s.n)
    scale = np.broadcast_to({"each": one, "total": one * k, "rounded": 0.01, "exact": 0.0}[s.answers], len(k))
    return draw_reconstruction(s.n, k, scale, rng=rng, runs=runs,
                               noise="laplace" if s.answers in ("each", "total") else "rounded")


reconstruction = Experiment(
    "reconstruction",
    "What a few answers per person give away",
    "Each answer is a share in a random subset of n people: how many of their secret bits come out?",
    parameters=(
        Parameter("ratio", "k/n", "answers per person", 0.25, 4, 2, steps=76),
        integer("n", "n", "people", 16, 64, 32),
        Choice("answers", "answers", ANSWERS, "each"),
        EPSILON,
    ),
    y=Axis("chance that a bit is guessed right", 0.4, 1.05),
    series=(
        Series("ceiling", "ceiling", "most that any attack can: e^ε/(1 + e^ε), all answers' ε",
               _by_epsilon(lambda k, step: attack_ceiling(k * step), 1.0), "sharp"),
        Series("averaging", "averaging", "one question k times, all others' bits known, exact",
               _by_epsilon(lambda k, step: qr.averaging_success.curve(k, epsilon_step=step), np.nan), "exact"),
        Series("blind", "blind", "1/2: a guess that sees nothing", 0.5, "baseline"),
    ),
    simulation=Simulation(draw_reconstructed, "k random questions, ridge regression: share recovered", runs=2_000,
                          static_runs=200,
                          chunk=lambda s: 200 // s.n, band="normal"),
    points=16,
)
