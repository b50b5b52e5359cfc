"""The one visual language of the course: a `Picture` drawn with matplotlib, or by the browser.

Colour tells the role (Okabe-Ito), dash and width tell the kind, never colour alone:

* theory (bounds): dark and dashed; as printed with long dashes, sharpened with short ones;
* exact values: solid, thin, black; where several are compared, the others in the colours of their roles;
* simulation: solid in its own colour, the same on all pages, with its band between two edges; where no run hit, on
  a log axis, its upper confidence limit alone: dotted, with carets that point down to where the truth lies;
* a single run: thin;
* a rate with a fitted constant: dotted; baselines: grey.

Both renderings take their colours, dashes and widths from this module, so that the static picture of a cell and its
live chart say the same thing in the same way.
"""

from __future__ import annotations

import contextlib
import functools
import os
from dataclasses import dataclass, replace

import numpy as np

from .. import simulate
from ..experiment import Axis, Line, Picture

COLORS = {
    "nonprivate": "#0072B2",
    "private": "#D55E00",
    "truth": "#009E73",
    "attack": "#CC79A7",
    "theory": "#333333",
    "baseline": "#8A8A8A",
    "simulation": "#6B3FA0",
}
DASHES = {"printed": (8, 4), "sharp": (3, 2.5), "exact": (), "baseline": (), "rate": (1, 3), "simulation": (),
          "run": ()}
SECOND_DASHES = {"printed": (10, 3, 2, 3), "sharp": (4, 2, 1, 2), "rate": (1, 6)}
WIDTHS = {"printed": 1.8, "sharp": 1.8, "exact": 1.4, "baseline": 1.6, "rate": 1.8, "simulation": 2.2,
          "run": 0.8}
WIDTH, HEIGHT = 588, 340  # of the plotting area, in pixels
LEFT, MARGIN, BELOW, ABOVE = 92, 130, 52, 56  # room around it; the margin at the right holds labels
LIVE = 290  # height of a live plot, lower than in print: sliders and readings stand on the same screen
CHART_WIDTH, CHART_HEIGHT = LEFT + WIDTH + MARGIN, LIVE + BELOW + 10  # of the live chart, room included
DOTTED = 45  # a simulation at this many places or fewer shows a dot at each
CARETS = 20  # on an upper limit that runs across the plot
LIMIT_DASH = (2, 3)  # of an upper limit, in the simulation's color
BAND = "#DED5EA"  # a simulation's band on white: the darkest ground of words
ROW = 19  # height of a row of the table under a static picture
FONT = "DejaVu Sans"

STYLE = {
    "font.family": FONT, "font.size": 10, "axes.titlesize": 11, "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#E6E6E6",
    "grid.linewidth": 0.7,
    "axes.axisbelow": True, "lines.linewidth": 1.8, "figure.dpi": 100, "savefig.dpi": 100, "svg.hashsalt": "dplearn",
    "axes.prop_cycle": f"cycler('color', {[COLORS[r] for r in ('nonprivate', 'private', 'truth', 'attack')]})",
}


@contextlib.contextmanager
def sheet(width: float, height: float, **style):
    """An empty figure in the course's style, in hundreds of pixels: ``with sheet(8.1, 3.3) as fig:``; `style` changes
    it.

    It is not registered with pyplot: nothing to close.  matplotlib is loaded when the first one is asked for; an
    explorer never asks.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE | style):
        yield Figure(figsize=(width, height))


def stills_wanted() -> bool:
    """Whether widgets add a static picture to a cell's output: where DPLEARN_STILLS is set, as `make notebooks` and the
    tests do."""
    return bool(os.environ.get("DPLEARN_STILLS"))


@dataclass(frozen=True)
class Look:
    """How a curve is drawn: color, dashes and width in pixels (no dashes: solid)."""

    color: str
    dash: tuple
    width: float

    @classmethod
    def of(cls, kind: str, color: str) -> Look:
        """That of a kind of curve."""
        return cls(color, DASHES[kind], WIDTHS[kind])

    @property
    def pen(self) -> dict:
        """For matplotlib's plot, which counts dashes in widths."""
        dashes = {"dashes": tuple(d / self.width for d in self.dash)} if self.dash else {}
        return {"color": self.color, "linewidth": self.width, **dashes}


def line_color(line_kind: str, role: str) -> str:
    """The colour of a computed curve: its role's, black for exact values with no role of their own."""
    if role == "theory" and line_kind in ("exact", "baseline"):
        return {"exact": "#000000", "baseline": COLORS["baseline"]}[line_kind]
    return COLORS[role]


def looks(series: tuple) -> dict[str, Look]:
    """The look of each curve of a picture, by key.  A second of the same kind and role has other dashes; where they are
    solid, another shade."""
    found, met = {}, set()
    for s in series:
        look = Look(line_color(s.kind, s.role), DASHES[s.kind], WIDTHS[s.kind])
        if (s.mark == "points", look) in met:
            look = replace(look, dash=SECOND_DASHES[s.kind]) if look.dash else replace(look, color=_shade(look.color))
        met.add((s.mark == "points", look))
        found[s.key] = look
    return found


def _shade(color: str) -> str:
    """Half as bright; black, which cannot be darker, a dark grey."""
    parts = [int(color[i:i + 2], 16) * 5 // 9 for i in (1, 3, 5)]
    return "#" + "".join(f"{p:02X}" for p in parts) if any(parts) else "#595959"


def luminance(color: str) -> float:
    """Of a color "#RRGGBB", as WCAG 2 defines it."""
    parts = np.array([int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """Of two colors, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@functools.cache
def ink(color: str, ground: str = "#FFFFFF") -> str:
    """A color for words: the same hue, as much darker as words on a pale ground need (WCAG AA, 4.5)."""
    while contrast(color, ground) < 4.5:
        color = "#" + "".join(f"{int(color[i:i + 2], 16) * 98 // 100:02X}" for i in (1, 3, 5))
    return color


def scale(axis: Axis, values: np.ndarray) -> np.ndarray:
    """Places along an axis, 0 at its low end and 1 at its high end."""
    values, low, high = np.asarray(values, dtype=float), axis.low, axis.high
    if axis.log:
        values, low, high = np.log(np.maximum(values, 1e-300)), np.log(low), np.log(high)
    return (values - low) / (high - low)


def drawable(axis: Axis, y: np.ndarray) -> np.ndarray:
    """y within reach of the axis (far values are pulled to just outside it, NaN stays NaN)."""
    span = axis.high - axis.low
    ends = (axis.low * 1e-2, axis.high * 1e2) if axis.log else (axis.low - span, axis.high + span)
    return np.clip(np.asarray(y, dtype=float), *ends)


def line_places(line: Line, axis: Axis) -> np.ndarray:
    """y of a curve as drawn.  Points outside the axis are left out, so that those on its edge need not be cut."""
    y = drawable(axis, line.y)
    if line.series.mark != "points":
        return y
    slack = 1e-9 * (axis.high - axis.low)
    return np.where((line.y >= axis.low - slack) & (line.y <= axis.high + slack), y, np.nan)


def is_drawn(line: Line, y_axis: Axis) -> bool:
    """Whether a curve is anywhere inside the axes."""
    v = scale(y_axis, line.y[~np.isnan(line.y)])
    inside, crosses = (v >= -1e-9) & (v <= 1 + 1e-9), (v < 0).any() and (v > 1).any()
    return bool(inside.any() or crosses and line.series.mark != "points")


def readings(picture: Picture) -> list[tuple[str, str, str, bool]]:
    """(key, label, value at the marker, whether it is drawn) for each curve, and for the simulation with its band."""
    drawn = {line.series.key: is_drawn(line, picture.y_axis) for line in picture.lines}
    rows = [(key, label, value, drawn.get(key, True)) for key, label, value in picture.readings()]
    return [(k, l, v if d or v == "does not apply" else f"{v}, beyond the axes" if v else "not drawn here", d)
            for k, l, v, d in rows]


def band_places(axis: Axis, e: simulate.Estimate) -> dict[str, np.ndarray]:
    """The band's floor `low`, its ceiling `high` and the `mean`, as drawn; the upper `limit` where no run hit, and
    where a `caret` hangs from it.

    A mean of zero has no place on a log axis: mean and band are NaN there, and what remains is the
    upper confidence limit, a line of another look.  A normal band has none.
    """
    seen = (e.mean > 0) | (not axis.log)
    low, high, mean = (np.where(seen, drawable(axis, y), np.nan) for y in (e.low, e.high, e.mean))
    limit = np.where(seen | (e.high <= 0), np.nan, drawable(axis, e.high))
    alone = np.convolve(~seen, [1, 1, 1], "same") == 1
    caret = np.where((np.arange(len(seen)) % max(1, len(seen) // CARETS) == 0) | alone, limit, np.nan)
    return {"low": low, "high": high, "mean": mean, "limit": limit, "caret": caret}
