"""The noise of online private multiplicative weights, and what it costs.

An epoch is a search (threshold b₁, tests b₂: sparse vector, pure ε_search-DP) and a Laplace answer (b₃, ε_answer-DP); it is
(ε_search² + ε_answer²)/2-zCDP, and at most T epochs are run, adaptively.  `online_budget` solves for the scales, so that T epochs
are (ε, δ)-private, or takes U17's scales and says what they cost.  Relation: REPLACE_ONE, n public.

References: U17, "Online Private MW"; Lyu, Su and Li 2017; Bun and Steinke 2016, Propositions 1.3 and 1.4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .. import _validate as check
from ..privacy import Guarantee, Relation, zcdp_epsilon, zcdp_rho
from .online_bounds import online_updates_bound_sharp
from .sparse_vector import split_scales
from .workloads import MOST_RECORDS

__all__ = ["ONLINE_CALIBRATIONS", "OnlineBudget", "online_budget", "online_eta", "planned_updates"]

ONLINE_CALIBRATIONS = {
    "split": "Lap(1/(ε₁n)), Lap(2/(ε₂n)), Lap(1/(ε₃n)), ε₁ : ε₂ = 1 : 2^(2/3), ε₃ a third of ε₁ + ε₂",
    "equal": "Lap(1/(ε₀n)) three times, an epoch paid in full: 3ε₀ + ε₀",
    "printed": "U17: Lap(1/(ε₀n)) three times, ε₀ = ε/√(T ln(1/δ)); costs more than ε",
}
ANSWER_SHARE = 1 / 3     # of the search's ε: "split" and "equal" differ in the comparison alone
MOST_UPDATES = 10**9


@dataclass(frozen=True)
class OnlineBudget:
    """Noise of the epochs of online PMW and what they cost; made by `online_budget`.

    `threshold_scale`, `test_scale`, `answer_scale`: Laplace scales, on answers in [-1, 1]; `epsilon_search`, `epsilon_answer`:
    the pure ε of the search and of the answer of one epoch; `max_updates` = T epochs at most; `delta`; `width` of the queries.
    """

    threshold_scale: float
    test_scale: float
    answer_scale: float
    epsilon_search: float
    epsilon_answer: float
    max_updates: int
    delta: float
    width: float

    def guarantee(self, epochs=None) -> Guarantee:
        """What this many epochs, a number fixed beforehand, promise (all if None): the better of zCDP and basic composition."""
        epochs = self.max_updates if epochs is None else check.integer("epochs", epochs, 0, self.max_updates)
        note = "all answers and the public histogram, queries chosen adaptively"
        if epochs == 0:
            return Guarantee(0.0, 0.0, Relation.REPLACE_ONE, note)
        pure = epochs * (self.epsilon_search + self.epsilon_answer)
        concentrated = zcdp_epsilon(epochs * (self.epsilon_search**2 + self.epsilon_answer**2) / 2, self.delta)
        if pure <= concentrated:
            return Guarantee(pure, 0.0, Relation.REPLACE_ONE, note)
        return Guarantee(concentrated, self.delta, Relation.REPLACE_ONE, note)


def planned_updates(universe_size, alpha, *, width=1.0) -> int:
    """T = ⌈2 w² ln|X|/α²⌉: while noise takes at most α/2 of the threshold α, fewer updates occur (with η = 2α/w²).

    universe_size : int >= 1; alpha : float in (0, 1); width : float in [0.01, 2].  At least 1, at most 1e9 (else ValueError).
    """
    size, alpha = check.integer("universe_size", universe_size, 1), check.real("alpha", alpha, 1e-5, 1, open_high=True)
    bound = online_updates_bound_sharp(max(size, 2), alpha, noisy=True) * _width(width) ** 2
    if bound > MOST_UPDATES:
        raise ValueError(f"alpha must allow at most {MOST_UPDATES} updates, 2 width² ln|X|/alpha²; got {alpha}: {bound:.3g}")
    return max(1, math.ceil(bound)) if size > 1 else 1


def online_eta(alpha, width=1.0) -> float:
    """2α/w², the learning rate at which an error above α/2 takes most from KL(p*||p^t): α²/(2w²)."""
    return 2 * check.fraction("alpha", alpha) / _width(width) ** 2


def _width(width):
    return check.real("width", width, 0.01, 2)


def online_budget(*, n, epsilon, delta, max_updates, width=1.0, calibration="split") -> OnlineBudget:
    """Noise with which so many epochs are (ε, δ)-private, by one of `ONLINE_CALIBRATIONS`.

    Parameters
    ----------
    n : int >= 1
    epsilon : float in [1e-100, 1e6]; delta : float in (0, 1)
    max_updates : int in 1..1e9, T
    width : float in [0.01, 2]
        The largest (max q - min q) of a query: 1 for queries in [0, 1] or -q, 2 for queries in [-1, 1].
    calibration : "split", "equal" or "printed"
        "split" and "equal" take the larger ε of zCDP and basic composition.  A comparison has less variance with "split", but
        more of it is fresh for each test, so among many tests some more come out above by chance.  "printed" is U17's ε₀,
        and its `guarantee` says what is proved of it: (ρ + 2 sqrt(ρ L), δ) with ρ = 5 T ε₀², L = ln(1/δ), so about 4.5 ε, or
        4 T ε₀ if that is less.
    """
    n, T = check.integer("n", n, 1, MOST_RECORDS), check.integer("max_updates", max_updates, 1, MOST_UPDATES)
    epsilon, delta = check.real("epsilon", epsilon, 1e-100, 1e6), check.fraction("delta", delta)
    width = _width(width)
    check.choice("calibration", calibration, ONLINE_CALIBRATIONS)
    if calibration == "printed":
        search = 3 * epsilon / math.sqrt(-T * math.log(delta))
    else:
        search = max(math.sqrt(2 * zcdp_rho(epsilon, delta) / T / (1 + ANSWER_SHARE**2)), epsilon / T / (1 + ANSWER_SHARE))
    if calibration == "split":
        scales = split_scales(l1_sensitivity=width / n, epsilon_search=search, epsilon_answer=ANSWER_SHARE * search)
    else:
        scales = (width / n / (ANSWER_SHARE * search),) * 3
    return OnlineBudget(*scales, search, ANSWER_SHARE * search, T, delta, width)
