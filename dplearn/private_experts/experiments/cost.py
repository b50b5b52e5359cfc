"""Lecture 4, what privacy costs the bettor: regret a day, bounds and exact, as T grows.

η is the largest that the analysis permits, but never above √(8 ln K/T), the best without privacy.
"""

from dataclasses import replace

import numpy as np

from ... import experts, private_experts
from ...experiment import Axis, Choice, Experiment, Series, log_integer, remembered
from .actions import DAYS, DELTA, EPSILON

EXPERTS = log_integer("n_experts", "K", "experts", 2, 1000, 10)

# Left out: fair coins (all learning rates have the same regret) and halves in turn (a small η has hardly any regret,
# and its sign goes with the parity of T).
OPPONENTS = {"steady": "one always right", "runaway": "turns, then a runaway"}
RULES = {"basic": "basic", "dr14": "DR14, 11.2", "drv": "advanced", "kov": "pure optimal",
         "bounded-range": "bounded range",
         "bounded-range-optimal": "optimal"}


@remembered("epsilon", "delta", "n_experts", "analysis")
def rates(s, T):
    """η of the private bettor for each T, shared by bound, exact value and simulation."""
    return private_experts.private_rate.curve(T, s.n_experts, epsilon=s.epsilon, delta=s.delta, analysis=s.analysis)


def blind_regret(s, T):
    """Regret a day of picking uniformly; on the losses made against η, which move with it, it is not drawn."""
    return 1 - 1 / s.n_experts if s.opponent == "steady" else np.nan * T


private_regret = Experiment(
    "private_regret",
    "Privacy makes the bettor learn more slowly",
    "By how much a day does the private bettor lose to the best expert in hindsight?",
    parameters=(
        replace(DAYS, default=10_000),
        EPSILON,
        DELTA,
        EXPERTS,
        Choice("analysis", "analysis", RULES, "bounded-range-optimal"),
        Choice("opponent", "losses", OPPONENTS, "steady"),
    ),
    y=Axis("regret a day", 3e-4, 2.0, log=True),
    series=(
        Series("printed", "DR14, 11.3", "√(128 ln(1/δ)) ln K/(ε√T), at DR14's η (11.3)",
               lambda s, T: private_experts.private_regret_bound.curve(T, s.n_experts, epsilon=s.epsilon,
                                                                       delta=s.delta) / T),
        Series("exact", "private", "private bettor, exact expected regret",
               lambda s, T: experts.regret_at(s.opponent, T, s.n_experts, rates(s, T)) / T, "exact"),
        Series("sharp", "sharp", "η/8 + ln K/(ηT), at the η of the analysis chosen",
               lambda s, T: experts.regret_bound_sharp.curve(T, s.n_experts, rates(s, T)) / T, "sharp"),
        Series("free", "not private", "η = √(8 ln K/T), no privacy, exact expected regret",
               lambda s, T: experts.regret_at(s.opponent, T, s.n_experts,
                                              experts.learning_rate.curve(T, s.n_experts, rule="hoeffding")) / T,
               "exact", "nonprivate"),
        Series("blind", "blind", "uniform picking, which learns nothing", blind_regret, "baseline"),
    ),
    points=49,
)
