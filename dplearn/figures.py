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

import io

import altair as alt
import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from .experiments.base import Axis, Experiment, Line, Picture

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
    labelled where it passes a height of its own, so that labels glide along and do not jump.
    """
    curves = [(l.series.key, l.series.short, l.x, l.y, line_color(l.series.kind, l.series.role)) for l in picture.lines]
    if picture.estimate is not None:
        curves.append(("simulation", "simulation", picture.estimate_x, picture.estimate.mean, COLORS[picture.simulation.role]))
    at_end, inside = [], []
    for key, text, x, y, color in curves:
        u, v = _scale(picture.x_axis, x), _scale(picture.y_axis, y)
        seen = np.flatnonzero((v >= 0) & (v <= 1.0))
        if not text or not len(seen):
            continue
        last = seen[-1]
        place = {"key": key, "text": text, "color": color}
        if u[last] > 0.97:
            at_end.append({**place, "u": 1.0, "v": v[last], "align": "left"})
        else:
            inside.append((place, u, v, seen))
    gap = 15 / HEIGHT
    places = _spread(sorted(at_end, key=lambda p: p["v"]), gap)
    for rank, (place, u, v, seen) in enumerate(inside):
        height = 0.86 - 0.13 * rank
        spot = seen[np.abs(v[seen] - height).argmin()]
        places.append({**place, "u": u[spot] + 0.012, "v": v[spot], "align": "left"})
    return [{**{k: p[k] for k in ("key", "text", "color", "align")}, "x": _unscale(picture.x_axis, p["u"]), "y": _unscale(picture.y_axis, p["v"])}
            for p in places]


def _spread(places: list[dict], gap: float) -> list[dict]:
    """Push labels apart upwards, then back down from the ceiling, keeping their order."""
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


# --- matplotlib: the static picture -----------------------------------------------------------------


def static_figure(picture: Picture) -> Figure:
    """The picture as a matplotlib figure (not registered with pyplot: nothing to close)."""
    with matplotlib.rc_context(STYLE):
        width, height = WIDTH + LEFT + MARGIN, HEIGHT + BELOW + ABOVE
        fig = Figure(figsize=(width / 100, height / 100))
        ax = fig.add_axes([LEFT / width, BELOW / height, WIDTH / width, HEIGHT / height])
        _prepare_axes(ax, picture)
        if picture.estimate is not None:
            e, x, color = picture.estimate, picture.estimate_x, COLORS[picture.simulation.role]
            low, high, mean = band_places(picture)
            ax.fill_between(x, low, high, color=color, alpha=0.22, linewidth=0)
            ax.plot(x, high, color=color, alpha=0.4, linewidth=0.8)
            ax.plot(x, mean, color=color, linewidth=WIDTHS["simulation"])
            ax.annotate(f"simulation: {e.label}", (1, 1.012), xycoords="axes fraction", ha="right", va="bottom", fontsize=8, color="#555555")
        for line in picture.lines:
            _draw_line(ax, line, picture.y_axis)
        if picture.marker is not None:
            ax.axvline(picture.marker, color="#555555", linewidth=0.8, alpha=0.6)
        for p in label_places(picture):
            ax.annotate(p["text"], (p["x"], p["y"]), xytext=(5, 0), textcoords="offset points", color=p["color"], fontsize=9,
                        ha=p["align"], va="center", annotation_clip=False, path_effects=_halo())
    return fig


def _halo():
    from matplotlib.patheffects import Normal, Stroke
    return [Stroke(linewidth=2.5, foreground="white"), Normal()]


def _prepare_axes(ax, picture: Picture) -> None:
    for name, axis in (("x", picture.x_axis), ("y", picture.y_axis)):
        if axis.log:
            getattr(ax, f"set_{name}scale")("log")
            ruler = getattr(ax, f"{name}axis")
            ruler.set_major_locator(LogLocator(numticks=9))
            ruler.set_minor_formatter(NullFormatter())
            ruler.set_major_formatter(FuncFormatter(lambda v, _: tick_text(v)))
        getattr(ax, f"set_{name}lim")(axis.low, axis.high)
        getattr(ax, f"set_{name}label")(axis.label)
    ax.set_title(picture.title, pad=18 if picture.simulation is not None else 8)


def tick_text(value: float) -> str:
    """A tick of a log axis: plain where it is short, a power of ten elsewhere."""
    if 1e-3 <= value < 1e5:
        return f"{value:,.10g}"
    power = int(np.round(np.log10(value)))
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _draw_line(ax, line: Line, y_axis: Axis) -> None:
    s, y = line.series, drawable(y_axis, line.y)
    style = {"color": line_color(s.kind, s.role), "linewidth": WIDTHS[s.kind]}
    if s.mark == "points":
        ax.plot(line.x, y, "o", color=style["color"], markersize=4)
    else:
        dashes = {"dashes": tuple(d / style["linewidth"] for d in DASHES[s.kind])} if DASHES[s.kind] else {}
        ax.plot(line.x, y, drawstyle="steps-mid" if s.mark == "step" else "default", **style, **dashes)


def png(fig: Figure, scale: float = 2.0) -> bytes:
    """The figure as PNG, at `scale` device pixels per CSS pixel; the same figure gives the same bytes."""
    out = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        fig.savefig(out, format="png", dpi=100 * scale, metadata={"Software": None})
    return out.getvalue()


def alt_text(experiment: Experiment, picture: Picture) -> str:
    """The picture in words: question, curves, and their values at the marker."""
    readings = "; ".join(f"{label}: {value}" if value else label for _, label, value in picture.readings())
    place = ""
    if picture.marker is not None:
        parameter = experiment.parameter(experiment.x)
        place = f" at {parameter.symbol} = {parameter.text(picture.marker)}"
    return f"{picture.title}. {picture.y_axis.label} against {picture.x_axis.label}. Values{place}: {readings}."


# --- altair: the live chart, described once; numbers flow in later ----------------------------------


def chart_spec(experiment: Experiment) -> dict:
    """A Vega-Lite specification with empty named data: curves, band, labels and marker.

    The named data are ``lines`` (key, x, y), ``band`` (x, low, high, mean), ``labels`` (x, y, text,
    color) and ``marker`` (x).
    """
    x_axis, y_axis = experiment.x_axis, experiment.y
    x = alt.X("x:Q", title=x_axis.label, scale=_alt_scale(x_axis), axis=_alt_axis(x_axis))
    y = _alt_y("y:Q", y_axis)
    layers = []
    if experiment.simulation is not None:
        color = COLORS[experiment.simulation.role]
        band = _named("band")
        layers += [
            alt.Chart(band).mark_area(opacity=0.22, color=color, clip=True).encode(x=x, y=_alt_y("low:Q", y_axis), y2="high:Q"),
            alt.Chart(band).mark_line(color=color, opacity=0.4, strokeWidth=0.8, clip=True).encode(x=x, y=_alt_y("high:Q", y_axis)),
            alt.Chart(band).mark_line(color=color, strokeWidth=WIDTHS["simulation"], clip=True).encode(x=x, y=_alt_y("mean:Q", y_axis)),
        ]
    layers += [_alt_line(s, x, y) for s in experiment.series]
    if isinstance(experiment.x, str):
        layers.append(alt.Chart(_named("marker")).mark_rule(color="#555555", opacity=0.6).encode(x=x))
    text = {"align": "left", "dx": 6, "fontSize": 12, "clip": False}
    place = {"x": x, "y": y, "text": "text:N"}
    layers.append(alt.Chart(_named("labels")).mark_text(**text, stroke="white", strokeWidth=3).encode(**place))
    layers.append(alt.Chart(_named("labels")).mark_text(**text).encode(**place, color=alt.Color("color:N", scale=None)))
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, padding={"left": 8, "top": 8, "right": MARGIN, "bottom": 8}, autosize=alt.AutoSizeParams(type="pad"))
    return chart.configure(font=FONT + ", sans-serif", background="white").configure_view(stroke=None).configure_axis(
        gridColor="#E6E6E6", domainColor="#333333", titleFontWeight="normal", titleFontSize=13, labelFontSize=11).to_dict()


def _alt_line(series, x, y):
    base = alt.Chart(_named("lines")).transform_filter(alt.datum.key == series.key)
    color = line_color(series.kind, series.role)
    if series.mark == "points":
        return base.mark_point(color=color, filled=True, size=32, opacity=1, clip=True).encode(x=x, y=y)
    line = base.mark_line(color=color, strokeWidth=WIDTHS[series.kind], clip=True, strokeDash=list(DASHES[series.kind]) or alt.Undefined,
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
    return alt.Axis(values=list(powers[::every]) if len(powers) > 1 else alt.Undefined, labelExpr=words)
