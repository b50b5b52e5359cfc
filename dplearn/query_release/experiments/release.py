"""Lecture 5, offline release: independent noise, the private choice, and the error of private multiplicative weights.

* `laplace_answers`: where noise on each answer drowns what it hides, beside what noise on cells and PMW promise;
* `larger_universe`: the same curves over the number of bits, at fixed n and k;
* `reconstruction`: how many secret bits come out of too many too accurate answers;
* `selection`: what the exponential mechanism loses against the worst query, exactly, for gaps of several shapes;
* `pmw_error`: PMW's error after T steps in a survey, simulated, between a term that falls in T and one that rises.

Queries lie in [0, 1] and come with their complements, so |Q| = 2k for k questions; neighbors differ in one of n records
(REPLACE_ONE).
"""

from dataclasses import replace

import numpy as np

from ... import query_release as qr
from ...experiment import (
    Axis, Choice, Experiment, Parameter, Series, Simulation, integer, log_integer, log_scale, remembered,
)
from ...experts import learning_rate
from ...private_experts import attack_ceiling
from .. import survey_engine
from ..attack import draw_reconstruction

N = log_integer("n", "n", "records", 100, 1_000_000, 10_000, steps=81)
EPSILON = log_scale("epsilon", "ε", "privacy", 0.1, 10, 1, steps=81)
DELTA = log_scale("delta", "δ", "failure of privacy", 1e-10, 0.01, 1e-6, steps=33)
BITS = integer("d", "d", "bits of a record, |X| = 2^d", 4, 40, 16)


# ---- laplace_answers, larger_universe ---------------------------------------------------------------

def _largest(expected, **how):
    """The largest of k noises, for δ as set unless `how` says more."""
    return lambda s, k, d: expected.curve(k, qr.answer_scale.curve(k,
        **{"n": s.n, "epsilon": s.epsilon, "delta": s.delta, **how}))


RIVALS = (  # key, short, label, curve of (setting, k, d), kind, role
    ("basic", "ε/k each", "Laplace, ε/k each, δ = 0, exact: k H_k/(εn)",
     _largest(qr.laplace_max_expected, delta=0.0), "exact", "attack"),
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
    series=_rivals(lambda values: lambda s, k: values(s, k, s.d)),
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

# ---- reconstruction --------------------------------------------------------------------------------

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
        Parameter("ratio", "k/n", "answers per person", 0.25, 4, 2, steps=16),
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

# ---- pmw_error -------------------------------------------------------------------------------------

CONSTANTS = {"sharp": "sharp", "printed": "as printed"}
RULES = {"sharp": ("bounded-range", "hoeffding"), "printed": ("printed", "capped")}  # of ε₀ and of η
KINDS = {"one rare trait": "fair coins, one share 1/50", "fair coins": "every share 1/2",
         "rising shares": "shares from 1/20 to 19/20", "lopsided answers": "shares .9 and .1",
         "one answer": "all records alike"}


def _survey(s, T):
    """The data's means (at most one question a bit), and ε₀ and η of each of T steps, for the constants in use."""
    calibration, rule = RULES[s.constants]
    step = qr.step_epsilon.curve(s.epsilon, s.delta, T, calibration=calibration)
    return survey_engine.survey_means(s.kind, min(s.m, s.d), n=s.n), step, learning_rate(T, 2**s.d, rule=rule)


SIZES = {"universe_size": lambda s: 2**s.d, "n_queries": lambda s: 2 * min(s.m, s.d)}  # with complements


def _learning(s, T):
    return qr.approximation_bound.variants[s.constants].curve(2**s.d, T)


def _choosing(s, T):
    means, step, _ = _survey(s, T)
    return qr.selection_bound.variants[s.constants].curve(2 * len(means), s.n, step)


@remembered("kind", "m", "n", "constants", "d")
def _noiseless(s, T):
    means = survey_engine.survey_means(s.kind, min(s.m, s.d), n=s.n)
    return survey_engine.survey_error(means, T, eta=learning_rate(T, 2**s.d, rule=RULES[s.constants][1]))


def draw_pmw_error(s, T, rng, runs):
    """Worst error of the released histogram in each run, for each T."""
    means, step, eta = _survey(s, T)
    return survey_engine.draw_survey_error(means, s.n, T, epsilon_step=step, eta=eta, rng=rng, runs=runs)


pmw_error = Experiment(
    "pmw_error",
    "More steps learn more, and each of them chooses worse",
    "m yes-or-no questions to n people, T private steps: how far off is the worst answer?",
    parameters=(
        log_integer("T", "T", "steps", 1, 256, 32, steps=17),
        replace(N, default=500), EPSILON, DELTA, BITS,
        integer("m", "m", "questions, at most d; |Q| = 2m", 2, 40, 16),
        Choice("kind", "records", KINDS, "rising shares"),
        Choice("constants", "constants", CONSTANTS, "sharp"),
    ),
    y=Axis("worst error over all questions", 0.003, 10, log=True),
    series=(
        Series.of(qr.pmw_bound, "printed", "printed", label="2√(ln|X|/T) + 2 ln|Q| √(TL)/(εn), expected  (U17)",
                  **SIZES),
        Series.of(qr.pmw_bound.sharp, "sharp", "sharp",
                  label="the same, sharper constants, expected",
                  **SIZES),
        Series("learning", "learning", "first term of the bound, for the constants chosen", _learning,
               "sharp", "nonprivate"),
        Series("choosing", "choosing", "second term of the bound, for the constants chosen", _choosing,
               "sharp", "private"),
        Series("noiseless", "no privacy", "the same hunt with exact choices, not private", _noiseless, "exact"),
    ),
    simulation=Simulation(draw_pmw_error, "private multiplicative weights, worst error, mean", runs=4_000,
                          static_runs=400,
                          chunk=lambda s: max(2, 120 // min(s.m, s.d)), band="normal"),
    points=17,
    simulated_points=9,
)
