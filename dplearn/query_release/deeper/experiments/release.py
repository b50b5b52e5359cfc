"""What the companions of lecture 5 add to `dplearn.query_release.experiments.release`."""

from dataclasses import replace

import numpy as np

from .... import query_release as qr
from ....experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_integer, log_scale, remembered
from ....experts import learning_rate
from ...experiments.release import BITS, DELTA, EPSILON, N
from .. import survey_engine

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
