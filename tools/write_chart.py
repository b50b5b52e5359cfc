"""Write dplearn/static/chart.json: the layers of the live chart, described by altair once and kept as data.

usage: python tools/write_chart.py        (after a change of the chart's design; tests hold the file to this script)

Importing altair takes longer than all else that an explorer's first picture needs, and its layers are the same in every
experiment but for colors, widths, keys and the two axes.  Those are words such as "@color" here;
`dplearn.figures.chart` puts the values in.
"""

import json
from pathlib import Path

import altair as alt
from altair.utils.schemapi import debug_mode

from dplearn.figures.chart import TEMPLATE
from dplearn.figures.style import BELOW, FONT, HEIGHT, LEFT, LIMIT_DASH, MARGIN, WIDTH, WIDTHS

CARET = "M-1,0L1,0L0,1.2Z"  # hangs from its place
X = alt.X("x:Q", title="@x_title", scale="@x_scale", axis="@x_axis")


def y(field: str):
    """A vertical place, on the one y axis."""
    return alt.Y(field, title="@y_title", scale="@y_scale", axis="@y_axis")


def named(name: str):
    """A layer's data, which flow in later."""
    return alt.Chart(alt.InlineData(values=[], name=name))


def layers() -> dict:
    """Each kind of layer, by name."""
    band, lines, labels = named("band"), named("lines").transform_filter(alt.datum.key == "@key"), named("labels")
    dots = alt.OverlayMarkDef(size=26, filled=True, color="@color", clip=True)
    mean = {"color": "@color", "strokeWidth": WIDTHS["simulation"], "clip": True}
    text = {"align": alt.expr("datum.align"), "dx": alt.expr("datum.align == 'left' ? 6 : -6"), "fontSize": 12,
            "clip": False}
    place = {"x": X, "y": y("y:Q"), "text": "text:N"}
    drawn = {
        "band": band.mark_area(opacity=0.22, color="@color", clip=True).encode(x=X, y=y("low:Q"), y2="high:Q"),
        "high": band.mark_line(color="@color", opacity=0.5, strokeWidth=1, clip=True).encode(x=X, y=y("high:Q")),
        "limit": band.mark_line(color="@color", strokeWidth=1, strokeDash=list(LIMIT_DASH), clip=True).encode(x=X,
                y=y("limit:Q")),
        "caret": band.mark_point(color="@color", filled=True, opacity=1, shape=CARET, size=40, clip=True).encode(x=X,
                y=y("caret:Q")),
        "mean": band.mark_line(**mean, point=False).encode(x=X, y=y("mean:Q")),
        "dotted": band.mark_line(**mean, point=dots).encode(x=X, y=y("mean:Q")),
        "points": lines.mark_point(color="@color", filled=True, size=32, opacity=1).encode(x=X, y=y("y:Q")),
        "line": lines.mark_line(color="@color", strokeWidth="@width", clip=True, strokeDash="@dash",
                                interpolate="@interpolate").encode(x=X, y=y("y:Q")),
        "marker": named("marker").mark_rule(color="#555555", opacity=0.6).encode(x=X),
        "halo": labels.mark_text(**text, stroke="white", strokeWidth=3).encode(**place),
        "labels": labels.mark_text(**text).encode(**place, color=alt.Color("color:N", scale=None)),
    }
    return {name: chart.to_dict(validate=False, context={"top_level": False}) for name, chart in drawn.items()}


def frame() -> dict:
    """The chart around its layers."""
    config = {"axis": {"domainColor": "#333333", "gridColor": "#E6E6E6", "labelFontSize": 11, "titleFontSize": 13,
                       "titleFontWeight": "normal"},
              "axisY": {"titlePadding": 7}, "background": "white", "font": FONT + ", sans-serif",
              "view": {"stroke": None}}
    room = {"left": LEFT, "top": 10, "right": MARGIN, "bottom": BELOW}
    empty = alt.layer(named("lines").mark_line(), width=WIDTH, height=HEIGHT, autosize="none", padding=room,
                      config=config).to_dict(validate=False)
    return {key: value for key, value in empty.items() if key not in ("layer", "data", "datasets")}


def text() -> str:
    """The file, a layer a line."""
    with debug_mode(False):  # words stand where the schema wants numbers; tests hold the filled charts to the schema
        rows = {"frame": frame(), **layers()}
    return "{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in rows.items()) + "\n}\n"


if __name__ == "__main__":
    Path(TEMPLATE).write_text(text(), encoding="utf-8")
