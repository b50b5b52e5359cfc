"""What the cards of this room share: grids up to a theorem's limit, steps of bounded range at their worst, a number
in its range."""

from __future__ import annotations

import math
from collections.abc import Callable

from ... import privacy
from ...claim import ordered, points, says
from ...statement import Evidence

def capped(limit: float, **grid) -> list[dict]:
    """The points of a grid, each with an ε of 1, 30 and 100 percent of limit · ln(1/δ)."""
    return [{**p, "epsilon": -limit * share * math.log(p["delta"])} for p in points(grid) for share in (0.01, 0.3, 1.0)]


def private(rate, grid, times: int = 2) -> Callable[[], dict]:
    """T - 1 steps of range `times` η, η = `rate`(T, epsilon, delta), are (ε, δ)-DP for every pair of neighbors:
    finds `worst`."""
    def composed(T, epsilon, delta):
        return privacy.bounded_range_composition_delta(times * rate(T=T, epsilon=epsilon, delta=delta), T - 1, epsilon)

    return ordered(composed, "delta", grid, "worst")


def sharper(rate, printed, times) -> Callable[[], Evidence]:
    """The check of a larger rate: it is private for steps of range `times` η."""
    return says(
        """ε = 1, δ = $10^{{-6}}$, T = 1000: η = {rates[0]:.5f} instead of {rates[1]:.5f}; in {settings} settings (T to
        3000, ε = 0.01 to 30, δ = $10^{{-9}}$ to 0.5) no pair of neighbors has more than {worst:.2f} δ.""",
        private(rate, {"T": (2, 30, 3000), "delta": (1e-9, 1e-3, 0.5), "epsilon": (0.01, 1.0, 30.0)}, times),
        lambda: {"rates": [f(T=1000, epsilon=1.0, delta=1e-6) for f in (rate, printed)]})
