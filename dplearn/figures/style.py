"""The one visual language of the course: a `Picture` drawn with matplotlib, or described for Vega by altair.

Colour tells the role (Okabe-Ito), dash and width tell the kind, never colour alone:

* theory (bounds): dark and dashed; as printed with long dashes, sharpened with short ones;
* exact values: solid, thin, black;
* simulation: solid in the colour of its role, with its band;
* a rate with a fitted constant: dotted; baselines: grey.

Both renderings take their colours, dashes, widths and label places from this module, so that the
static picture of a cell and its live chart say the same thing in the same way.
"""

from __future__ import annotations

import matplotlib
import numpy as np

from ..experiments.base import Axis, Line, Picture

COLORS = {
    "nonprivate": "#0072B2",
    "private": "#D55E00",
    "truth": "#009E73",
    "attack": "#CC79A7",
    "theory": "#333333",
    "baseline": "#8A8A8A",
}
DASHES = {"printed": (8, 4), "sharp": (3, 2.5), "exact": (), "baseline": (), "rate": (1, 3), "simulation": ()}
WIDTHS = {"printed": 1.8, "sharp": 1.8, "exact": 1.4, "baseline": 1.6, "rate": 1.8, "simulation": 2.2}
WIDTH, HEIGHT = 600, 340  # of the plotting area, in pixels
LEFT, MARGIN, BELOW, ABOVE = 80, 130, 52, 56  # room around it; the margin at the right holds labels
CHART_WIDTH, CHART_HEIGHT = LEFT + WIDTH + MARGIN, HEIGHT + BELOW + 10  # of the live chart, room included
LABEL_HEIGHT, LETTER = 15 / HEIGHT, 7 / WIDTH  # a line of text, and a letter, as fractions of the plot's sides
DOTTED = 45  # a simulation at this many places or fewer shows a dot at each
ROW = 19  # height of a row of the table under a static picture
FONT = "DejaVu Sans"

STYLE = {
    "font.family": FONT, "font.size": 10, "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#E6E6E6", "grid.linewidth": 0.7,
    "axes.axisbelow": True, "lines.linewidth": 1.8, "figure.dpi": 100, "savefig.dpi": 100, "svg.hashsalt": "dplearn",
    "axes.prop_cycle": matplotlib.cycler(color=[COLORS[r] for r in ("nonprivate", "private", "truth", "attack")]),
}


def use_style() -> None:
    """Set matplotlib's defaults to the course's style, for a reader's own figures."""
    matplotlib.rcParams.update(STYLE)


def line_color(line_kind: str, role: str) -> str:
    """The colour of a computed curve: its role's, black for exact values with no role of their own."""
    return "#000000" if line_kind == "exact" and role == "theory" else COLORS["baseline" if line_kind == "baseline" and role == "theory" else role]


def _scale(axis: Axis, values: np.ndarray) -> np.ndarray:
    """Places along an axis, 0 at its low end and 1 at its high end."""
    values = np.asarray(values, dtype=float)
    if axis.log:
        with np.errstate(divide="ignore"):
            return (np.log(np.maximum(values, 1e-300)) - np.log(axis.low)) / (np.log(axis.high) - np.log(axis.low))
    return (values - axis.low) / (axis.high - axis.low)


def drawable(axis: Axis, y: np.ndarray) -> np.ndarray:
    """y within reach of the axis (far values are pulled to just outside it, NaN stays NaN)."""
    span = axis.high - axis.low
    low = axis.low * 1e-2 if axis.log else axis.low - span
    high = axis.high * 1e2 if axis.log else axis.high + span
    return np.clip(np.asarray(y, dtype=float), low, high)


def line_places(line: Line, axis: Axis) -> np.ndarray:
    """y of a curve as drawn.  Points outside the axis are left out, so that those on its edge need not be cut."""
    y = drawable(axis, line.y)
    if line.series.mark != "points":
        return y
    slack = 1e-9 * (axis.high - axis.low)
    return np.where((line.y >= axis.low - slack) & (line.y <= axis.high + slack), y, np.nan)


def band_places(picture: Picture) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The band's floor, its ceiling and the mean, as drawn.

    Where no run hit (a mean of zero on a log axis) neither mean nor band can be drawn; NaN stands
    there and the ceiling alone, the upper confidence limit, remains.
    """
    e, axis = picture.estimate, picture.y_axis
    seen = (e.mean > 0) | (not axis.log)
    low = np.where(seen, drawable(axis, e.low), np.nan)
    mean = np.where(seen, drawable(axis, e.mean), np.nan)
    return low, drawable(axis, e.high), mean


def label_places(picture: Picture) -> list[dict]:
    """Where each curve's short label stands: ``{key, text, x, y, color, align}``, x and y in data units.

    A curve that is inside the plot at its right end is labelled there, in the margin; labels closer
    than a line's height are spread.  A curve that leaves through the floor or the ceiling is
    labelled where it passes a height of its own, so that labels glide along: at its right, at its
    left if other curves run through that place, or at another height.
    """
    curves = [(l.series.key, l.series.short, l.x, l.y, line_color(l.series.kind, l.series.role)) for l in picture.lines]
    if picture.estimate is not None:
        curves.append(("simulation", "simulation", picture.estimate_x, picture.estimate.mean, COLORS[picture.simulation.role]))
    at_end, inside, drawn = [], [], {}
    for key, text, x, y, color in curves:
        u, v = _scale(picture.x_axis, x), _scale(picture.y_axis, y)
        drawn[key] = u[~np.isnan(v)], v[~np.isnan(v)]
        seen = np.flatnonzero((v >= 0) & (v <= 1.0))
        if not text or not len(seen):
            continue
        last = seen[-1]
        place = {"key": key, "text": text, "color": color}
        if u[last] > 0.97:
            at_end.append({**place, "u": 1.0, "v": v[last], "align": "left"})
        else:
            inside.append((place, *_between(u, v, seen)))
    places = spread_labels(sorted(at_end, key=lambda p: p["v"]), LABEL_HEIGHT)
    for rank, (place, u, v) in enumerate(inside):
        places.append(_beside(place, u, v, rank, drawn, places))
    return [{**{k: p[k] for k in ("key", "text", "color", "align")}, "x": _unscale(picture.x_axis, p["u"]), "y": _unscale(picture.y_axis, p["v"])}
            for p in places]


def _box(place: dict) -> tuple[float, float, float, float]:
    """Left, right, floor and ceiling of a label, as fractions of the plot's sides."""
    length, gap = LETTER * len(place["text"]) + 0.02, 0.008
    left = place["u"] + gap if place["align"] == "left" else place["u"] - gap - length
    return left, left + length, place["v"] - LABEL_HEIGHT / 2, place["v"] + LABEL_HEIGHT / 2


def _between(u, v, seen, points: int = 160) -> tuple[np.ndarray, np.ndarray]:
    """Many places along the part of a curve that is seen, so that a label is not bound to a coarse grid."""
    dense = np.linspace(u[seen[0]], u[seen[-1]], points)
    heights = np.interp(dense, u[~np.isnan(v)], v[~np.isnan(v)])
    inside = (heights >= 0) & (heights <= 1)
    return dense[inside], heights[inside]


def _beside(place: dict, u, v, rank: int, drawn: dict, others: list[dict]) -> dict:
    """A place for the label of a steep curve: the first candidate with the least in its box, labels before curves."""
    home, best, least = max(0.86 - 0.13 * rank, v.min()), None, np.inf
    for height in home + np.array([0, 0.07, -0.07, -0.14, -0.21, 0.14, -0.28, 0.21, 0.3, -0.42, -0.56]):
        spot = len(v) - 1 - np.abs(v - height)[::-1].argmin()  # of equal ones the last: a flat curve is labelled at its end
        for align in ("left", "right"):
            candidate = {**place, "u": u[spot], "v": v[spot], "align": align}
            left, right, floor, ceiling = _box(candidate)
            labels = sum(l < right and left < r and f < ceiling and floor < c for l, r, f, c in map(_box, others))
            crossed = sum(_crosses(*drawn[key], left, right, floor, ceiling) for key in drawn if key != place["key"])
            burden = 100 * (left < 0) + 10 * labels + crossed
            if burden < least:
                best, least = candidate, burden
            if least == 0:
                return best
    return best


def _crosses(u, v, left: float, right: float, floor: float, ceiling: float) -> bool:
    """Whether a curve runs through a box: it does when its values there reach from below the top to above the floor."""
    if not len(u) or right < u[0] or left > u[-1]:
        return False
    ends = np.interp([max(left, u[0]), min(right, u[-1])], u, v)
    values = np.concatenate([ends, v[(u > left) & (u < right)]])
    return values.min() < ceiling and values.max() > floor


def dash_pattern(kind: str) -> dict:
    """The dashes of a kind of curve as matplotlib's plot wants them, in units of its width; {} where it is solid."""
    return {"dashes": tuple(d / WIDTHS[kind] for d in DASHES[kind])} if DASHES[kind] else {}


def label_ends(ax, ends: list[dict], gap: float, x: float = 1.012) -> None:
    """Write a label beside the end of each curve: `text` in `color` at the fraction `v` of the axis, pushed apart."""
    for end in spread_labels(sorted(ends, key=lambda e: e["v"]), gap):
        ax.text(x, end["v"], end["text"], transform=ax.transAxes, color=end["color"], fontsize=9, va="center")


def spread_labels(places: list[dict], gap: float) -> list[dict]:
    """Push labels, given from the lowest `v` up, apart upwards, then back down from the ceiling; changes them in place."""
    for below, above in zip(places, places[1:]):
        above["v"] = max(above["v"], below["v"] + gap)
    ceiling = 1.0
    for place in reversed(places):
        place["v"] = min(place["v"], ceiling)
        ceiling = place["v"] - gap
    return places


def _unscale(axis: Axis, u: float) -> float:
    if axis.log:
        return float(np.exp(np.log(axis.low) + u * (np.log(axis.high) - np.log(axis.low))))
    return float(axis.low + u * (axis.high - axis.low))
