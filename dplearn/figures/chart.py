"""The live chart: an experiment described once for Vega; its numbers flow in later as named data.

The layers stand in static/chart.json, as altair wrote them (tools/write_chart.py); words such as "@color" in them are
filled in here.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from .. import _validate as check
from ..experiment import Axis, Experiment
from .style import COLORS, DOTTED, looks

TEMPLATE = Path(__file__).parent.parent / "static" / "chart.json"
SUPERSCRIPTS = functools.reduce(lambda text, pair: f"replace({text}, {pair[0]}, '{pair[1]}')",
                                [("'-'", "⁻"), *((f"/{i}/g", digit) for i, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹"))],
                                "'' + round(log(datum.value)/LN10)")
POWERS = f"datum.value >= 0.00099 && datum.value < 99999 ? format(datum.value, ',.10~g') : '10' + {SUPERSCRIPTS}"


@functools.cache
def _template() -> dict[str, str]:
    """The layers by name, each as JSON."""
    return {name: json.dumps(layer) for name, layer in json.loads(TEMPLATE.read_text(encoding="utf-8")).items()}


def chart_spec(experiment: Experiment) -> dict:
    """A Vega-Lite specification with empty named data: curves, band, labels and marker.

    The named data are ``lines`` (key, x, y), ``band`` (x, low, high, mean, limit, caret), ``labels``
    (x, y, text, color, align) and ``marker`` (x).
    """
    check.instance("experiment", experiment, Experiment)
    axes = {f"{name}_{part}": value for name, axis in (("x", experiment.x_axis), ("y", experiment.y))
            for part, value in _axis(axis).items()}

    def layer(name: str, **values) -> dict:
        filled = _template()[name]
        for word, value in {**axes, **values}.items():
            filled = filled.replace(json.dumps(f"@{word}"), json.dumps(value)).replace(f"'@{word}'", f"'{value}'")
        return json.loads(filled)

    layers, looked = [], looks(experiment.series)
    if experiment.simulation is not None:
        # Few places: a dot at each, for the line between two of them is only a guide to the eye.
        mean = "dotted" if len(experiment.simulated_x) <= DOTTED else "mean"
        layers += [layer(name, color=COLORS[experiment.simulation.role])
                   for name in ("band", "high", "limit", "caret", mean)]
    for s in experiment.series:
        look = looked[s.key]
        layers.append(layer("points" if s.mark == "points" else "line", key=s.key, color=look.color, width=look.width,
                            dash=list(look.dash),
                            interpolate="step" if s.mark == "step" else "linear"))
    layers += [layer("marker")] if isinstance(experiment.x, str) else []
    return {**layer("frame"), "layer": [*layers, layer("halo"), layer("labels")]}


def _axis(axis: Axis) -> dict:
    """Title, scale and ticks of an axis."""
    scale = {"domain": [axis.low, axis.high], "nice": False, "type": "log" if axis.log else "linear", "zero": False}
    if not axis.log:
        return {"title": axis.label, "scale": scale, "axis": {"tickCount": 6}}
    tens = np.arange(np.ceil(np.log10(axis.low) - 1e-9), np.floor(np.log10(axis.high) + 1e-9) + 1)
    powers = 10.0 ** tens[tens % np.ceil(len(tens) / 8) == 0]  # 1 is among them
    if len(tens) < 2:  # by itself Vega labels 800 and 900, and then has no room for 1,000
        powers = np.outer(10.0 ** np.arange(np.floor(np.log10(axis.low)), np.log10(axis.high)), (1, 2, 5)).ravel()
        powers = powers[(powers >= axis.low) & (powers <= axis.high)]
    return {"title": axis.label, "scale": scale, "axis": {"labelExpr": POWERS, "values": list(powers)}}
