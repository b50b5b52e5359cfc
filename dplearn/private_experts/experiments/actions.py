"""Lecture 4, what the bettor's actions tell: one day's losses are private, all actions are public (ONE_ROUND).

* `read_a_day`: how often an observer finds out who won the first day;
* `six_rates`: the learning rate that a budget permits, by six analyses, and the rate that none can pass;
  `permitted_eta`: the same with three of them;
* `ln_claim`: LN's δ for ε = 12Tη², the true one, and two that hold.

Two experts throughout: with a lead of d losses the trailing one is chosen with probability σ(-ηd), so the law of a
round depends on the lead alone.  Everything is computed from laws; nothing but the observer's game is simulated.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from scipy import special

from ... import private_experts
from ...experiment import Axis, Experiment, Series, Simulation, log_integer, log_scale

T_MOST = 100_000
DAYS = log_integer("T", "T", "days", 10, T_MOST, 1000)
DELTA = log_scale("delta", "δ", "failure of privacy", 1e-10, 0.1, 1e-6)
EPSILON = log_scale("epsilon", "ε", "privacy", 0.05, 10, 1.0)
KOV, DDR = "optimal composition of 2η-private steps (KOV15)", "optimal composition of range 2η (DDR20)"


def draw_day(setting, x, rng, runs):
    """The game: a fair coin says who lost on day 1, the actions after it are counted, the observer names the less
    chosen; True if right.

    The one who won is chosen with probability σ(η) on each of the T - 1 days that follow.
    """
    days = setting.T - 1
    winner = rng.binomial(days, special.expit(x), size=(runs, len(x)))
    coin = rng.random((runs, len(x))) < 0.5
    return np.where(2 * winner == days, coin, 2 * winner > days)


def best_guess(setting, eta):
    """Exact success of the best guess: 1/2 + TV/2."""
    return (1 + private_experts.worst_pair_profile(setting.T, 0.0, eta=eta)) / 2


read_a_day = Experiment(
    "read_a_day",
    "The picks of the days that follow give one day away, unless η is small",
    "Knowing every day but the first, and all picks: "
    "how often does the best guess name the tipster who was right?",
    parameters=(
        log_scale("eta", "η", "learning rate", 0.0005, 1, 0.1),
        replace(DAYS, low=2, default=100),
    ),
    y=Axis("Pr[the guess is right]", 0.45, 1.02),
    series=(
        Series.of(private_experts.guess_bound, "sharp", "ceiling",
                  label="1/2 + η√(T−1)/4: no guess does better, on any private day"),
        Series("exact", "best guess", "best guess in this game, exact", best_guess, "exact"),
    ),
    simulation=Simulation(draw_day, "games played", chunk=1_000, static_runs=10_000),
    simulated_points=34,  # one of them at η = 0.1, but for a thousandth
)


@lru_cache
def _rates(epsilon, delta, analysis, T: tuple) -> np.ndarray:
    return private_experts.private_eta(epsilon, delta, np.array(T), analysis=analysis)


def _scaled(analysis, times=1):
    return lambda s, T: times * np.sqrt(T) * _rates(s.epsilon, s.delta, analysis, tuple(T))


six_rates = Experiment(
    "six_rates",
    "Basic composition lets η fall like 1/T, the others like 1/√T",
    "How large may η be if all T picks are to be (ε, δ)-private?",
    parameters=(DAYS, EPSILON, DELTA),
    y=Axis("permitted η, times √T", 1e-3, 6.0, log=True),
    series=(
        Series("limit", "limit", "beyond this the swap breaks (ε, δ), exact",
               _scaled("kov", 2), "exact"),  # the pair's step is half of what "kov" fears: `worst_pair_eta`
        Series("zcdp", "bounded range", "√2 (√(L+ε) − √L)·√(T/(T−1)), L = ln(1/δ)  (bounded range)",
               _scaled("bounded-range"), "sharp", "private"),
        Series("optimal", "optimal", DDR, _scaled("bounded-range-optimal"), "sharp", "private"),
        Series("kov", "pure optimal", KOV, _scaled("kov"), "sharp"),
        Series("drv", "advanced", "advanced composition, solved for η (DR14, 3.20)", _scaled("drv")),
        Series("dr14", "DR14, 11.2", "ε/√(32 ln(1/δ)) (DR14, Theorem 11.2)", _scaled("dr14")),
        Series("basic", "basic", "ε/(2√T), δ = 0 (LN, basic composition)", _scaled("basic"), role="baseline"),
    ),
    points=49,
)
permitted_eta = replace(six_rates, name="permitted_eta", series=tuple(
    s for s in six_rates.series if s.key in ("limit", "zcdp", "dr14", "basic")))


ln_claim = Experiment(
    "ln_claim",
    "LN's δ at ε = 12Tη², and the δ that the swap needs",
    "With ε = 12Tη², which δ do T picks at learning rate η need?",
    parameters=(
        replace(DAYS, default=10_000),
        log_scale("eta", "η", "learning rate", 0.0005, 0.1, 0.005),
    ),
    y=Axis("δ at ε = 12Tη²", 1e-32, 2.0, log=True),
    series=(
        Series.of(private_experts.many_days_delta, "claim", "claimed", label="e^(−Tη)  (LN, before Theorem 3)"),
        Series.of(private_experts.many_days_delta_corrected, "drv", "advanced",
                  label="e^(−2Tη²): proved for η ≤ .628 (DRV10)", kind="sharp"),
        Series.of(private_experts.many_days_delta_sharp, "zcdp", "bounded range",
                  label="e^(−66.125Tη²): holds (bounded range)", role="private"),
        Series("exact", "the swap", "exact, for the swap: no smaller δ can hold",
               lambda s, T: private_experts.worst_pair_profile.curve(T, 12 * T * s.eta**2, eta=s.eta), "exact"),
    ),
)
