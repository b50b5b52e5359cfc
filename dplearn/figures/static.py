"""The static picture: what a reader sees in print, on GitHub, or wherever no kernel runs."""

from __future__ import annotations

import io

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
from PIL import Image

from .. import _validate as check
from ..experiments.base import Axis, Experiment, Line, Picture
from .style import (
    ABOVE, BELOW, COLORS, DOTTED, HEIGHT, LEFT, MARGIN, ROW, STYLE, WIDTH, WIDTHS, band_places, dash_pattern, label_places, line_color, line_places,
)


def static_figure(picture: Picture) -> Figure:
    """The picture as a matplotlib figure (not registered with pyplot: nothing to close).

    Below the axes stands what the live explorer shows as its table: the formula of each curve and
    its value at the marker, and the setting.
    """
    readings = check.instance("picture", picture, Picture).readings()
    with matplotlib.rc_context(STYLE):
        width, table = WIDTH + LEFT + MARGIN, ROW * (len(readings) + 1) + 6
        height = HEIGHT + BELOW + ABOVE + table
        fig = Figure(figsize=(width / 100, height / 100))
        ax = fig.add_axes([LEFT / width, (BELOW + table) / height, WIDTH / width, HEIGHT / height])
        _draw_table(fig, picture, readings, width, height)
        _prepare_axes(ax, picture)
        if picture.estimate is not None:
            e, x, color = picture.estimate, picture.estimate_x, COLORS[picture.simulation.role]
            low, high, mean = band_places(picture)
            ax.fill_between(x, low, high, color=color, alpha=0.22, linewidth=0)
            ax.plot(x, high, color=color, alpha=0.5, linewidth=1)
            # Few places: a dot at each, for the line between two of them is only a guide to the eye.
            ax.plot(x, mean, "o-" if len(x) <= DOTTED else "-", color=color, linewidth=WIDTHS["simulation"], markersize=4)
            ax.annotate(f"simulation: {e.label}", (1, 1.012), xycoords="axes fraction", ha="right", va="bottom", fontsize=8, color="#555555")
        for line in picture.lines:
            _draw_line(ax, line, picture.y_axis)
        if picture.marker is not None:
            ax.axvline(picture.marker, color="#555555", linewidth=0.8, alpha=0.6)
        for p in label_places(picture):
            ax.annotate(p["text"], (p["x"], p["y"]), xytext=(5, 0), textcoords="offset points", color=p["color"], fontsize=9,
                        ha=p["align"], va="center", annotation_clip=False, path_effects=_halo())
    return fig


def _draw_table(fig: Figure, picture: Picture, readings, width: int, height: int) -> None:
    """Rows of swatch, formula and value under the axes; the last row is the setting."""
    kinds = {line.series.key: (line.series.kind, line.series.role, line.series.mark) for line in picture.lines}
    for row, (key, label, value) in enumerate(readings):
        y = (ROW * (len(readings) - row) + 8) / height
        kind, role, mark = kinds.get(key, ("simulation", picture.simulation.role if picture.simulation else "theory", "line"))
        color = line_color(kind, role)
        if mark == "points":
            swatch = {"marker": "o", "markersize": 4, "linestyle": "none"}
        else:
            swatch = dash_pattern(kind)
        fig.add_artist(Line2D([(LEFT - 40) / width, (LEFT - 8) / width] if mark != "points" else [(LEFT - 24) / width], [y, y] if mark != "points" else [y],
                              color=color, linewidth=WIDTHS[kind], **swatch))
        fig.text(LEFT / width, y, label, fontsize=9, va="center")
        fig.text(1 - 8 / width, y, value, fontsize=9, va="center", ha="right")
    fig.text(LEFT / width, 10 / height, picture.words, fontsize=8, va="center", color="#555555")


def _halo():
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
    s, y = line.series, line_places(line, y_axis)
    style = {"color": line_color(s.kind, s.role), "linewidth": WIDTHS[s.kind]}
    if s.mark == "points":
        ax.plot(line.x, y, "o", color=style["color"], markersize=4, clip_on=False)
    else:
        ax.plot(line.x, y, drawstyle="steps-mid" if s.mark == "step" else "default", **style, **dash_pattern(s.kind))


def png(fig: Figure, scale: float = 2.0) -> bytes:
    """The figure as PNG, at `scale` device pixels per CSS pixel; the same figure gives the same bytes.

    Packed to a palette of 256 colours: a third of the size, and no difference that an eye sees.
    """
    check.instance("fig", fig, Figure)
    scale = check.real("scale", scale, 0.1, 10)
    out, packed = io.BytesIO(), io.BytesIO()
    with matplotlib.rc_context(STYLE):
        fig.savefig(out, format="png", dpi=100 * scale, pil_kwargs={"compress_level": 0})  # read again at once: packing it would be twice the work
    picture = Image.open(out).convert("RGB").quantize(colors=256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    picture.save(packed, format="png", optimize=True)
    return packed.getvalue()


def alt_text(experiment: Experiment, picture: Picture) -> str:
    """The picture in words: question, curves, and their values at the marker."""
    check.instance("experiment", experiment, Experiment)
    check.instance("picture", picture, Picture)
    readings = "; ".join(f"{label}: {value}" if value else label for _, label, value in picture.readings())
    place = ""
    if picture.marker is not None:
        parameter = experiment.parameter(experiment.x)
        place = f" at {parameter.symbol} = {parameter.text(picture.marker)}"
    return f"{picture.title}. {picture.y_axis.label} against {picture.x_axis.label}. Values{place}: {readings}."
