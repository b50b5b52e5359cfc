"""The live chart: an experiment described once for Vega; its numbers flow in later as named data."""

from __future__ import annotations

import sys

import numpy as np

# jsonschema, which altair imports, would build a grammar of IRIs: a second of each lecture's first cell, for a format that no chart has.
sys.modules.setdefault("rfc3987_syntax", None)
import altair as alt  # noqa: E402

if sys.modules["rfc3987_syntax"] is None:  # for whoever wants it later
    del sys.modules["rfc3987_syntax"]

from .. import _validate as check
from ..experiment import Axis, Experiment
from .style import BELOW, COLORS, DOTTED, FONT, HEIGHT, LEFT, LIMIT_DASH, MARGIN, WIDTH, WIDTHS, Look, looks


CARET = "M-1,0L1,0L0,1.2Z"  # hangs from its place


def chart_spec(experiment: Experiment) -> dict:
    """A Vega-Lite specification with empty named data: curves, band, labels and marker.

    The named data are ``lines`` (key, x, y), ``band`` (x, low, high, mean, limit, caret), ``labels``
    (x, y, text, color, align) and ``marker`` (x).
    """
    check.instance("experiment", experiment, Experiment)
    x_axis, y_axis = experiment.x_axis, experiment.y
    x = alt.X("x:Q", title=x_axis.label, scale=_alt_scale(x_axis), axis=_alt_axis(x_axis))
    y = _alt_y("y:Q", y_axis)
    layers = []
    if experiment.simulation is not None:
        color = COLORS[experiment.simulation.role]
        band = _named("band")
        # Few places: a dot at each, for the line between two of them is only a guide to the eye.
        dots = alt.OverlayMarkDef(size=26, filled=True, color=color, clip=True) if len(experiment.simulated_x) <= DOTTED else False
        layers += [
            alt.Chart(band).mark_area(opacity=0.22, color=color, clip=True).encode(x=x, y=_alt_y("low:Q", y_axis), y2="high:Q"),
            alt.Chart(band).mark_line(color=color, opacity=0.5, strokeWidth=1, clip=True).encode(x=x, y=_alt_y("high:Q", y_axis)),
            alt.Chart(band).mark_line(color=color, strokeWidth=1, strokeDash=list(LIMIT_DASH), clip=True).encode(x=x, y=_alt_y("limit:Q", y_axis)),
            alt.Chart(band).mark_point(color=color, filled=True, opacity=1, shape=CARET, size=40, clip=True).encode(x=x, y=_alt_y("caret:Q", y_axis)),
            alt.Chart(band).mark_line(color=color, strokeWidth=WIDTHS["simulation"], clip=True, point=dots).encode(x=x, y=_alt_y("mean:Q", y_axis)),
        ]
    looked = looks(experiment.series)
    layers += [_alt_line(s, looked[s.key], x, y) for s in experiment.series]
    if isinstance(experiment.x, str):
        layers.append(alt.Chart(_named("marker")).mark_rule(color="#555555", opacity=0.6).encode(x=x))
    right = "datum.align == 'left'"  # of its place
    text = {"align": alt.expr("datum.align"), "dx": alt.expr(f"{right} ? 6 : -6"), "fontSize": 12, "clip": False}
    place = {"x": x, "y": y, "text": "text:N"}
    layers.append(alt.Chart(_named("labels")).mark_text(**text, stroke="white", strokeWidth=3).encode(**place))
    layers.append(alt.Chart(_named("labels")).mark_text(**text).encode(**place, color=alt.Color("color:N", scale=None)))
    # All at once and unvalidated: each `.configure...` would copy the whole chart, and the tests hold every chart to the schema.
    config = {"axis": {"domainColor": "#333333", "gridColor": "#E6E6E6", "labelFontSize": 11, "titleFontSize": 13, "titleFontWeight": "normal"}, "axisY": {"titlePadding": 7},
              "background": "white", "font": FONT + ", sans-serif", "view": {"stroke": None}}
    room = {"left": LEFT, "top": 10, "right": MARGIN, "bottom": BELOW}
    return alt.layer(*layers, width=WIDTH, height=HEIGHT, autosize="none", padding=room, config=config).to_dict(validate=False)


def _alt_line(series, look: Look, x, y):
    base = alt.Chart(_named("lines")).transform_filter(alt.datum.key == series.key)
    if series.mark == "points":
        return base.mark_point(color=look.color, filled=True, size=32, opacity=1).encode(x=x, y=y)
    line = base.mark_line(color=look.color, strokeWidth=look.width, clip=True, strokeDash=list(look.dash) or alt.Undefined,
                          interpolate="step" if series.mark == "step" else "linear")
    return line.encode(x=x, y=y)


def _alt_y(field: str, axis: Axis):
    return alt.Y(field, title=axis.label, scale=_alt_scale(axis), axis=_alt_axis(axis))


def _named(name: str):
    return alt.InlineData(values=[], name=name)


def _alt_scale(axis: Axis):
    return alt.Scale(domain=[axis.low, axis.high], type="log" if axis.log else "linear", nice=False, zero=False)


def _alt_axis(axis: Axis):
    if not axis.log:
        return alt.Axis(tickCount=6)
    powers = 10.0 ** np.arange(np.ceil(np.log10(axis.low) - 1e-9), np.floor(np.log10(axis.high) + 1e-9) + 1)
    every = int(np.ceil(len(powers) / 8))
    superscript = "replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace('' + round(log(datum.value)/LN10), '-', '⁻'), /0/g, '⁰'), /1/g, '¹'), /2/g, '²'), /3/g, '³'), /4/g, '⁴'), /5/g, '⁵'), /6/g, '⁶'), /7/g, '⁷'), /8/g, '⁸'), /9/g, '⁹')"
    words = f"datum.value >= 0.00099 && datum.value < 99999 ? format(datum.value, ',.10~g') : '10' + {superscript}"
    if len(powers) < 2:                                # by itself Vega labels 800 and 900, and then has no room for 1,000
        powers, every = np.outer(10.0 ** np.arange(np.floor(np.log10(axis.low)), np.log10(axis.high)), (1, 2, 5)).ravel(), 1
        powers = powers[(powers >= axis.low) & (powers <= axis.high)]
    return alt.Axis(values=list(powers[::every]), labelExpr=words)
