"""The static picture: what a reader sees in print, on GitHub, or wherever no kernel runs."""

from __future__ import annotations

import base64
import io
import textwrap

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.markers import CARETDOWNBASE
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator
from PIL import Image

from .. import _validate as check
from ..experiment import Axis, Experiment, Line, Picture
from .chart import tick_text, ticks
from .labels import label_places
from .style import (
    ABOVE, BELOW, COLORS, DOTTED, HEIGHT, LEFT, LIMIT_DASH, MARGIN, ROW, STYLE, WIDTH, WIDTHS, Look, band_places,
    line_places, looks, readings,
    sheet,
)


def still_figure(picture: Picture) -> Figure:
    """The picture as a matplotlib figure (not registered with pyplot: nothing to close).

    Below the axes stands what the live explorer shows as its table: the formula of each curve and
    its value at the marker, the curves that are nowhere drawn in one grey line, and the setting.
    """
    rows = readings(check.instance("picture", picture, Picture))
    absent = "; ".join(f"{label} ({value})" for _, label, value, drawn in rows if not drawn)
    small = [*textwrap.wrap(f"not in this picture: {absent}" if absent else "", 125), picture.words]
    rows = [(key, label, value) for key, label, value, drawn in rows if drawn]
    width, table = WIDTH + LEFT + MARGIN, ROW * (len(rows) + len(small)) + 6
    height = HEIGHT + BELOW + ABOVE + table
    with sheet(width / 100, height / 100) as fig:
        ax = fig.add_axes([LEFT / width, (BELOW + table) / height, WIDTH / width, HEIGHT / height])
        looked = looks(tuple(line.series for line in picture.lines))
        if picture.simulation is not None:
            looked["simulation"] = Look(COLORS["simulation"], (), WIDTHS["simulation"])
        points = {line.series.key for line in picture.lines if line.series.mark == "points"}
        for place, (key, label, value) in enumerate(rows):
            _draw_row(fig, (ROW * (len(rows) + len(small) - 1 - place) + 8) / height, looked[key], key in points, label,
                      value)
        for place, words in enumerate(small):
            fig.text(LEFT / width, (ROW * (len(small) - 1 - place) + 10) / height, words, fontsize=8, va="center",
                     color="#555555")
        _prepare_axes(ax, picture)
        if picture.estimate is not None:
            _draw_simulation(ax, picture)
        for line in picture.lines:
            _draw_line(ax, line, picture.y_axis, looked[line.series.key])
        if picture.marker is not None:
            ax.axvline(picture.marker, color="#555555", linewidth=0.8, alpha=0.6)
        for p in label_places(picture):
            ax.annotate(p["text"], (p["x"], p["y"]), xytext=(5 if p["align"] == "left" else -5, 0),
                        textcoords="offset points", color=p["color"], fontsize=9,
                        ha=p["align"], va="center", annotation_clip=False, path_effects=_halo())
    return fig


def _draw_row(fig: Figure, y: float, look: Look, points: bool, label: str, value: str) -> None:
    """A row of the table under the axes: a piece of the curve, its formula, its value at the marker."""
    width = WIDTH + LEFT + MARGIN
    if points:
        fig.add_artist(Line2D([(LEFT - 24) / width], [y], color=look.color, marker="o", markersize=4, linestyle="none"))
    else:
        fig.add_artist(Line2D([(LEFT - 40) / width, (LEFT - 8) / width], [y, y], **look.pen))
    fig.text(LEFT / width, y, label, fontsize=9, va="center")
    fig.text(1 - 8 / width, y, value, fontsize=9, va="center", ha="right")


def _draw_simulation(ax, picture: Picture) -> None:
    """Mean and band, and the upper limit where no run hit."""
    x, color, places = picture.estimate_x, COLORS["simulation"], band_places(picture)
    ax.fill_between(x, places["low"], places["high"], color=color, alpha=0.22, linewidth=0)
    for edge in ("low", "high"):
        ax.plot(x, places[edge], color=color, alpha=0.5, linewidth=1)
    ax.plot(x, places["limit"], **Look(color, LIMIT_DASH, 1).pen)
    ax.plot(x, places["caret"], color=color, marker=CARETDOWNBASE, markersize=4, linestyle="none")
    # Few places: a dot at each, for the line between two of them is only a guide to the eye.
    ax.plot(x, places["mean"], "o-" if len(x) <= DOTTED else "-", color=color, linewidth=WIDTHS["simulation"],
            markersize=4)
    ax.annotate(f"simulation: {picture.estimate.label}", (1, 1.012), xycoords="axes fraction", ha="right", va="bottom",
                fontsize=8, color="#555555")


def _halo():
    return [Stroke(linewidth=2.5, foreground="white"), Normal()]


def _prepare_axes(ax, picture: Picture) -> None:
    for name, axis in (("x", picture.x_axis), ("y", picture.y_axis)):
        ruler = getattr(ax, f"{name}axis")
        if axis.log:
            getattr(ax, f"set_{name}scale")("log")
        places = ticks(axis)
        ruler.set_major_locator(FixedLocator(places))
        ruler.set_major_formatter(FixedFormatter([tick_text(v, axis) for v in places]))
        ruler.set_minor_locator(NullLocator())
        getattr(ax, f"set_{name}lim")(axis.low, axis.high)
        getattr(ax, f"set_{name}label")(axis.label, labelpad=7 if name == "y" else 4)
    ax.set_title(picture.title, pad=18 if picture.simulation is not None else 8)


def _draw_line(ax, line: Line, y_axis: Axis, look: Look) -> None:
    s, y = line.series, line_places(line, y_axis)
    if s.mark == "points":
        ax.plot(line.x, y, "o", color=look.color, markersize=4, clip_on=False)
    else:
        ax.plot(line.x, y, drawstyle="steps-mid" if s.mark == "step" else "default", **look.pen)


def png(fig: Figure, scale: float = 2.0) -> bytes:
    """The figure as PNG, at `scale` device pixels per CSS pixel; the same figure gives the same bytes.

    Packed to a palette of 256 colours: a third of the size, and no difference that an eye sees.
    """
    check.instance("fig", fig, Figure)
    scale = check.real("scale", scale, 0.1, 10)
    out, packed = io.BytesIO(), io.BytesIO()
    with matplotlib.rc_context(STYLE):
        # read again at once: packing it would be twice the work
        fig.savefig(out, format="png", dpi=100 * scale, pil_kwargs={"compress_level": 0})
    picture = Image.open(out).convert("RGB").quantize(colors=256, method=Image.Quantize.FASTOCTREE,
                                                      dither=Image.Dither.NONE)
    picture.save(packed, format="png", optimize=True)
    return packed.getvalue()


def with_still(bundle: tuple[dict, dict], code: str, figure: Figure, words: str) -> tuple[dict, dict]:
    """A widget's MIME bundle with a static picture and its words beside it."""
    data, metadata = bundle
    image = base64.b64encode(png(figure)).decode()
    return ({**data, "image/png": image, "text/plain": code},
            {**metadata, "image/png": {"width": int(figure.get_figwidth() * 100), "alt": words}})


def alt_text(experiment: Experiment, picture: Picture) -> str:
    """The picture in words: question, curves, and their values at the marker."""
    check.instance("experiment", experiment, Experiment)
    check.instance("picture", picture, Picture)
    values = "; ".join(f"{label}: {value}" if value else label for _, label, value, _ in readings(picture))
    place = ""
    if picture.marker is not None:
        parameter = experiment.parameter(experiment.x)
        place = f" at {parameter.symbol} = {parameter.text(picture.marker)}"
    return f"{picture.title}. {picture.y_axis.label} against {picture.x_axis.label}. Values{place}: {values}."
