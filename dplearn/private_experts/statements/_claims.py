"""What the cards of this room share: grids up to a theorem's limit, steps of bounded range at their worst, a number
in its range."""

from __future__ import annotations

import math
from collections.abc import Callable

from ... import privacy
from ...claim import ordered, points
from ...statement import require

FEW_DAYS = {"T": (2, 30, 3000), "delta": (1e-9, 1e-3, 0.5), "epsilon": (0.01, 1.0, 30.0)}


def capped(limit: float, **grid) -> list[dict]:
    """The points of a grid, each with an ε of 1, 30 and 100 percent of limit · ln(1/δ)."""
    return [{**p, "epsilon": -limit * share * math.log(p["delta"])} for p in points(grid) for share in (0.01, 0.3, 1.0)]


def private(rate, grid, times: int = 2) -> Callable[[], dict]:
    """T - 1 steps of range `times` η, η = `rate`(T, epsilon, delta), are (ε, δ)-DP for every pair of neighbors:
    finds `worst`."""
    def composed(T, epsilon, delta):
        return privacy.bounded_range_composition_delta(times * rate(T=T, epsilon=epsilon, delta=delta), T - 1, epsilon)

    return ordered(composed, lambda delta: delta, grid, "worst")


def between(low: float, value: Callable[[], float], high: float, name: str) -> Callable[[], dict]:
    """low < value() < high; finds the value."""
    def between() -> dict:
        found = float(value())
        require(low < found < high, f"{name} must lie between {low} and {high}; got {found}")
        return {name: found}

    return between
