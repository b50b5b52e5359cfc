"""Charts that live by themselves: what a room's `figures` needs to describe one in altair.

The chart of a notebook's output is drawn by JupyterLab, VS Code, Colab and the site, sliders included, with no kernel
and no script of ours.  Its parameters feed Vega's transforms: these *are* the algorithm, and
tests/browser/test_living.py holds what they show against the package.  Where nothing draws Vega-Lite (GitHub, print)
the PNG beside it is seen.
"""

from __future__ import annotations

import base64
import functools
import importlib.util
import sys

import numpy as np

from .style import COLORS, FONT, stills_wanted

MIME = "application/vnd.vegalite.v5+json"  # version 5 is what JupyterLab draws: so altair 5
VERSION = "5.20"  # of Vega-Lite in the picture for those who see no chart
DIGITS = 10  # of a number in a chart's data: a test asks for 10^-9
LETTERS = {"labelFontSize": 12, "titleFontSize": 12, "labelFont": FONT, "titleFont": FONT, "titleFontWeight": "normal"}
CONFIG = {
    "background": "#FFFFFF", "font": FONT,
    "view": {"stroke": None, "continuousWidth": 560, "discreteWidth": 560},
    "title": {"anchor": "start", "fontSize": 14, "subtitleFontSize": 12},
    "axis": LETTERS | {"gridColor": "#E6E6E6", "domainColor": "#8A8A8A", "tickColor": "#8A8A8A", "titlePadding": 8},
    "legend": LETTERS | {"orient": "top", "title": None, "labelLimit": 400},
    "header": LETTERS, "text": {"fontSize": 12, "font": FONT},
    # A curve has no words of its own for who listens: they would be its first point's, made anew at each of its points.
    "line": {"aria": False}, "area": {"aria": False},
    "bar": {"color": COLORS["nonprivate"]}, "rule": {"color": COLORS["theory"]},
}


@functools.cache
def altair():
    """The library, loaded where a chart is first made: in half a second.  It would take two where jsonschema, which it
    loads, finds the grammar of web addresses that Jupyter brings; without that, one format stays unchecked."""
    grammar = "rfc3987_syntax"
    known = grammar in sys.modules
    sys.modules.setdefault(grammar, None)  # None: an import of it fails, which jsonschema foresees
    try:
        import altair as alt
    finally:
        if not known:
            del sys.modules[grammar]
    return alt


def rows(**columns):
    """Columns of one length, or single values, as a chart's data."""
    arrays = np.broadcast_arrays(*(np.asarray(c) for c in columns.values()))
    plain = [[_plain(v) for v in a.ravel().tolist()] for a in arrays]
    # A tuple, which altair does not copy each time a chart becomes part of another.
    return altair().InlineData(values=tuple(dict(zip(columns, row)) for row in zip(*plain)))


def _plain(value):
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def slider(name: str, low: float, high: float, value: float, step: float, label: str):
    """A parameter under the reader's hand; `label` is its name on the page, and what a screen reader says."""
    return altair().param(name=name, value=value, bind=altair().binding_range(min=low, max=high, step=step,
                                                                               name=f"{label} "))


def menu(name: str, options: dict, value, label: str, kind: str = "select"):
    """A parameter with few values: value -> its words; two or three can stand side by side (`kind="radio"`)."""
    return altair().param(name=name, value=value, bind=getattr(altair(), f"binding_{kind}")(
        options=[*options], labels=[*options.values()], name=f"{label} "))


def span(channel: str, field: str, title=None, low: float = 0, high: float = 1, **more):
    """A field's place along "x" or "y", from low to high."""
    kind = {"x": altair().X, "y": altair().Y}[channel]
    return kind(f"{field}:Q", title=title, scale=altair().Scale(domain=[low, high], nice=False), **more)


def either(test: str, yes, no):
    """A color, size or shape: `yes` for the rows that pass the test, `no` for the others."""
    return altair().condition(test, altair().value(yes), altair().value(no))


def named(channel: str, field: str, looks: dict, **more):
    """A channel of marks, as "color" or "strokeDash", by the values of a field: value -> how it looks."""
    kind = getattr(altair(), channel[0].upper() + channel[1:])
    return kind(f"{field}:N", scale=altair().Scale(type="ordinal", domain=[*looks], range=[*looks.values()]), **more)


def told(chart, x: float = 0, y: float = 0, **more):
    """The words of the field `said`, in lines from x in the upper left corner on; above it where y < 0."""
    look = {"align": "left", "baseline": "top", "lineBreak": "\n", "lineHeight": 16} | more
    return chart.mark_text(x=x, y=y, **look).encode(text="said:N")


class Living:
    """An altair chart with its description: live where something draws Vega-Lite, a PNG elsewhere, words at least."""

    def __init__(self, chart, alt: str):
        self.chart, self.alt = chart.configure(**CONFIG), alt

    def __repr__(self) -> str:
        return f"[living picture: {self.alt}]"

    @functools.cached_property
    def spec(self) -> dict:
        """The chart as Vega-Lite."""
        return self.chart.to_dict() | {"description": self.alt, "usermeta": {"embedOptions": {
            "actions": False, "renderer": "svg"}}}

    def _repr_mimebundle_(self, **kwargs):
        data, about = {MIME: self.spec, "text/plain": repr(self)}, {}
        if stills_wanted() and importlib.util.find_spec("vl_convert"):  # for makers: no reader has to wait for it
            import vl_convert

            image = vl_convert.vegalite_to_png(self.spec, vl_version=VERSION, scale=2)
            data["image/png"] = base64.b64encode(image).decode()
            about["image/png"] = {"width": int.from_bytes(image[16:20], "big") // 2, "alt": self.alt}
        return data, about
