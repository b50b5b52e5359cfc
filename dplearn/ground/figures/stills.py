"""The static picture: what a reader sees in print, on GitHub, or wherever no kernel runs."""

from __future__ import annotations

import base64
import io

import numpy as np
from matplotlib.figure import Figure
from matplotlib.markers import CARETDOWNBASE
from PIL import Image

from .. import _validate as check
from ..experiment import Experiment, Line, Picture
from .chart import tick_text, ticks
from .plots import FAINT, PURPLE, name_ends
from .style import (
    ABOVE, BELOW, DOTTED, HEIGHT, LEFT, LIMIT_DASH, MARGIN, ROW, WIDTH, Look, band_places, is_drawn, line_places, looks,
    readings, sheet,
)


def still_figure(picture: Picture) -> Figure:
    """The picture as a matplotlib figure (not registered with pyplot: nothing to close).

    A curve's name stands right of the plot, at the height where it ends.  Below stands what the live explorer shows as
    its table: the formula of each curve with its value at the marker, and the setting.
    """
    rows = readings(check.instance("picture", picture, Picture))
    width, table = LEFT + WIDTH + MARGIN, ROW * (len(rows) + 1) + 6
    height = ABOVE + HEIGHT + BELOW + table
    with sheet(width / 100, height / 100) as fig:
        ax = fig.add_axes([LEFT / width, (BELOW + table) / height, WIDTH / width, HEIGHT / height])
        pens = {} if picture.estimate is None else {"simulation": _draw_simulation(ax, picture)}
        looked = looks(tuple(line.series for line in picture.lines))
        pens |= {line.series.key: _draw_line(ax, line, picture, looked[line.series.key]) for line in picture.lines}
        _finish_axes(ax, picture)
        table = {f"{label}: {value}" if value else label: pens[key] for key, label, value, _ in rows if key in pens}
        fig.legend(table.values(), table, loc="lower left", bbox_to_anchor=(0, ROW / height), frameon=False, fontsize=9,
                   borderpad=0.2, labelspacing=0.42, handlelength=4)
        fig.text(0.01, 10 / height, picture.words, fontsize=8, va="center", color=FAINT)
    return fig


def _draw_simulation(ax, picture: Picture):
    """Mean and band, and the upper limit where no run hit; the mean's line."""
    x, places = picture.estimate_x, band_places(picture.y_axis, picture.estimate)
    said = f"simulation: {picture.estimate.label}"
    ax.fill_between(x, places["low"], places["high"], color=PURPLE, alpha=0.22, linewidth=0)
    for edge in ("low", "high"):
        ax.plot(x, places[edge], color=PURPLE, alpha=0.5, linewidth=1)
    if np.isfinite(places["limit"]).any():
        ax.plot(x, places["limit"], **Look(PURPLE, LIMIT_DASH, 1).pen)
        ax.plot(x, places["caret"], color=PURPLE, marker=CARETDOWNBASE, markersize=4, linestyle="none")
        said += "; dotted: upper limit where no run hit"
    ax.annotate(said, (1, 1.012), xycoords="axes fraction", ha="right", va="bottom", fontsize=8, color=FAINT)
    # Few places: a dot at each, for the line between two of them is only a guide to the eye.
    return ax.plot(x, places["mean"], marker="o" if len(x) <= DOTTED else "", markersize=4,
                   label=picture.simulation.short if np.isfinite(places["mean"]).any() else "",
                   **Look.of("simulation", PURPLE).pen)[0]


def _draw_line(ax, line: Line, picture: Picture, look: Look):
    mark, y = line.series.mark, line_places(line, picture.y_axis)
    how = {"points": {"marker": "o", "markersize": 4, "linestyle": "none", "color": look.color, "clip_on": False},
           "step": {"drawstyle": "steps-mid", **look.pen}, "line": look.pen}[mark]
    return ax.plot(line.x, y, label=line.series.short if is_drawn(line, picture.y_axis) else "", **how)[0]


def _finish_axes(ax, picture: Picture) -> None:
    """Scales, ticks, words, the marker, and the names of curves."""
    for name, axis in (("x", picture.x_axis), ("y", picture.y_axis)):
        getattr(ax, f"set_{name}scale")("log" if axis.log else "linear")
        getattr(ax, f"set_{name}ticks")(places := ticks(axis), [tick_text(v, axis) for v in places])
        ax.set(**{f"{name}lim": (axis.low, axis.high), f"{name}label": axis.label})
    ax.minorticks_off()
    ax.set_title(picture.title, pad=18 if picture.simulation is not None else 8)
    name_ends(ax, 15 / HEIGHT)
    if picture.marker is not None:
        ax.axvline(picture.marker, color=FAINT, linewidth=0.8, alpha=0.6)


def png(fig: Figure) -> bytes:
    """The figure as PNG, at two device pixels per CSS pixel; the same figure gives the same bytes.

    Packed to a palette of 256 colours: a third of the size, and no difference that an eye sees.
    """
    out, packed = io.BytesIO(), io.BytesIO()
    # read again at once: packing it would be twice the work
    check.instance("fig", fig, Figure).savefig(out, format="png", dpi=200, pil_kwargs={"compress_level": 0})
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
