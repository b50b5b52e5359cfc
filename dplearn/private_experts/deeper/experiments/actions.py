"""What the companions of lecture 4 add to `dplearn.private_experts.experiments.actions`."""

from dataclasses import replace

from .... import private_experts
from ....experiment import Axis, Experiment, Series, log_scale
from ....privacy import advanced_composition_delta, bounded_range_composition_delta, pure_composition_delta, zcdp_delta
from ...experiments.actions import DAYS, DDR, EPSILON, KOV

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
        Series("exact", "floor", "exact, for the swap: a floor",
               lambda s, e: private_experts.worst_pair_profile.curve(s.T, e, eta=s.eta), "exact"),
        Series("optimal", "optimal", DDR, _promise(bounded_range_composition_delta), "sharp", "private"),
    ),
    points=65,
)
