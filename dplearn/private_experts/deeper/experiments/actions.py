"""What the companions of lecture 4 add to `dplearn.private_experts.experiments.actions`."""

from dataclasses import replace
from functools import cache

import numpy as np
from scipy import special

from .... import private_experts
from ....experiment import Axis, Choice, Experiment, Series, log_scale
from ....privacy import advanced_composition_delta, bounded_range_composition_delta, pure_composition_delta, zcdp_delta
from ....privacy.lattice import lattice_profile
from ...experiments.actions import DAYS, DDR, EPSILON, KOV, T_MOST

PAIRS = {
    "swap": "day 1, then nobody loses",
    "fair": "day 1 of a fair race",
    "alternating": "day 1, then losses in turn",
}
WALK = 2026        # the seed of the one fair race


@cache
def _fair_walk():
    """Losses of the first expert minus the second's before each day, 100,000 days of fair coins; the private first
    day is (1, 0)."""
    coins = np.random.default_rng(WALK).integers(0, 2, (T_MOST, 2))
    coins[0] = 1, 0
    return np.cumsum(coins[:, 0] - coins[:, 1])


def leads(pair: str, T: int) -> np.ndarray:
    """Losses of the first expert minus the second's before each day after the private one, on which the first lost."""
    return _fair_walk()[: T - 1] if pair == "fair" else np.arange(1, T) % 2


def exact_profile(s, epsilon):
    """δ(ε) of the pair.

    Equal leads share a row.  The place is 1 where the second expert, who won the private day, is chosen; had the second
    lost and the first won, the odds of the second would be e^(-2η) times as large: the step is 2η.
    """
    if s.pair == "swap":
        return private_experts.worst_pair_profile.curve(s.T, epsilon, eta=s.eta)
    lead, counts = np.unique(leads(s.pair, s.T), return_counts=True)
    laws = special.expit(s.eta * np.stack([-lead, lead], axis=1))
    return lattice_profile(laws, np.arange(2), 2 * s.eta, epsilon, counts)


def _promise(delta):
    """δ(ε) of T - 1 steps of range 2η, by one analysis."""
    return lambda s, epsilon: delta(2 * s.eta, s.T - 1, epsilon=epsilon)


six_profiles = Experiment(
    "six_profiles",
    "Five proofs about the same picks: only the promise differs",
    "Which (ε, δ) holds for the whole sequence of picks at this η?",
    parameters=(
        replace(EPSILON, low=0.01, high=20),
        DAYS,
        log_scale("eta", "η", "learning rate", 1e-4, 1, 0.0075),
        Choice("pair", "the private day", PAIRS, "swap"),
    ),
    y=Axis("δ(ε) of all picks", 1e-12, 2.0, log=True),
    series=(
        Series("basic", "basic", "0 from ε = 2ηT on, no promise before (LN)",
               lambda s, e: e < 2 * s.eta * s.T, mark="step", role="baseline"),
        Series("advanced", "advanced", "advanced composition, solved for δ (DR14, 3.20)",
               _promise(advanced_composition_delta)),
        Series("kov", "pure optimal", KOV, _promise(pure_composition_delta), "sharp"),
        Series("zcdp", "bounded range", "e^(−(ε−ρ)²/(4ρ)), ρ = (T−1)η²/2 (bounded range)",
               lambda s, e: zcdp_delta((s.T - 1) * s.eta**2 / 2, e), "sharp", "private"),
        Series("exact", "floor", "exact, for the private day chosen: a floor", exact_profile, "exact"),
        Series("optimal", "optimal", DDR, _promise(bounded_range_composition_delta), "sharp", "private"),
    ),
    points=65,
)
