"""Lecture 5, what the chosen queries tell: PMW's only contact with the records is the choice of a query (REPLACE_ONE).

* `step_budget`: the ε₀ that a budget leaves for one of T choices, by each analysis.
"""

from __future__ import annotations

import numpy as np

from .. import query_release as qr
from ..query_release.calibration import PRINTED_LIMIT
from .base import Axis, Experiment, Parameter, Series


# ---- step_budget -----------------------------------------------------------------------------------

def _scaled(calibration):
    return lambda s, T: np.sqrt(T) / s.epsilon * qr.step_epsilon(s.epsilon, s.delta, T, calibration=calibration)


def _printed(s, T):
    """As printed where that is proved, NaN where it is not."""
    return _scaled("printed")(s, T) if s.epsilon <= -PRINTED_LIMIT * np.log(s.delta) else np.full(len(T), np.nan)


step_budget = Experiment(
    name="step_budget",
    title="U17's ε₀ is private enough, but not by the theorem it names",
    question="How large may ε₀ be in each of T choices, if all of them together are to be (ε, δ)-private?",
    parameters=(
        Parameter("T", "T", "steps", 1, 100_000, 100, log=True, integer=True),
        Parameter("epsilon", "ε", "privacy", 0.05, 20, 1.0, log=True),
        Parameter("delta", "δ", "failure of privacy", 1e-10, 1e-3, 1e-6, log=True),
    ),
    x="T",
    y=Axis("permitted ε₀, times √T/ε", 0.0, 1.1),
    series=(
        Series("zcdp", "bounded range", "√8 (√(L+ε) − √L)/ε, L = ln(1/δ) (bounded range)", _scaled("bounded-range"), kind="sharp", role="private"),
        Series("printed", "U17", "1/√L, for ε ≤ 2.343 L (U17; bounded range proves it)", _printed),
        Series("pure", "pure optimal", "optimal composition of ε₀-private steps (KOV15)", _scaled("pure-optimal"), kind="sharp"),
        Series("advanced", "advanced", "advanced composition, solved for ε₀ (DR14, 3.20)", _scaled("advanced")),
        Series("basic", "basic", "1/√T, δ = 0 (basic composition)", _scaled("basic"), kind="baseline"),
    ),
    points=41,
)
