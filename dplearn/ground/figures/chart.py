"""The frame of a chart: its sides and its axes with their ticks.  assets/chart.js draws it, and the curves into it."""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check
from ..experiment import Axis, Experiment
from .style import BELOW, CHART_HEIGHT, CHART_WIDTH, DOTTED, LEFT, LIMIT_DASH, LIVE, MARGIN

MOST_TICKS = 8


def chart_frame(experiment: Experiment) -> dict:
    """What stands still in the live chart: sides in pixels, axes, how a simulation is drawn."""
    check.instance("experiment", experiment, Experiment)
    return {"outer": [CHART_WIDTH, CHART_HEIGHT], "left": LEFT, "top": CHART_HEIGHT - BELOW - LIVE,
            "margin": MARGIN, "height": LIVE, "x": _described(experiment.x_axis), "y": _described(experiment.y),
            # Few places: a dot at each, for the line between two of them is only a guide to the eye.
            "dotted": len(experiment.simulated_x) <= DOTTED, "limit_dash": LIMIT_DASH}


def _described(axis: Axis) -> dict:
    return {"label": axis.label, "low": axis.low, "high": axis.high, "log": axis.log,
            "ticks": [[value, tick_text(value, axis)] for value in ticks(axis)]}


def ticks(axis: Axis) -> list[float]:
    """Where an axis is labelled: round numbers, at most eight of them."""
    check.instance("axis", axis, Axis)
    if not axis.log:
        step = _round_step((axis.high - axis.low) / (MOST_TICKS - 1))
        step = max(step, 1.0) if axis.integer else step
        first, last = math.ceil(axis.low / step - 1e-9), math.floor(axis.high / step + 1e-9)
        return [k * step if step >= 1 else k / round(1 / step) for k in range(first, last + 1)]
    tens = _tens(axis)
    if len(tens) < 3:  # of a short axis 2 and 5 too
        places = np.outer(10.0 ** np.arange(tens[0] - 1, tens[-1] + 1), (1, 2, 5)).ravel()
        return [float(v) for v in places if axis.low * (1 - 1e-9) <= v <= axis.high * (1 + 1e-9)]
    return [float(10.0 ** k) for k in tens[tens % math.ceil(len(tens) / MOST_TICKS) == 0]]  # 1 is among them


def _tens(axis: Axis) -> np.ndarray:
    """The powers of ten on a log axis; of one without any, the next one."""
    low, high = math.log10(axis.low), math.log10(axis.high)
    return np.arange(math.ceil(low - 1e-9), max(math.floor(high + 1e-9), math.ceil(low - 1e-9)) + 1)


def _round_step(least: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9))


def tick_text(value: float, axis: Axis) -> str:
    """A tick as it is read: plain where it is short, on a long log axis a power of ten elsewhere."""
    if not axis.log or 1e-3 <= value < 1e5 or len(_tens(axis)) < 3:
        return f"{value:,.10g}".replace("-", "−")
    power = int(np.round(np.log10(value)))
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
