"""A release of the census as a picture: one released table beside the true one, and the errors of all questions."""

from __future__ import annotations

import textwrap

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..experiment import number_text
from .desk import DeskRelease
from ..figures.style import COLORS, STYLE

ORANGE, GREEN = COLORS["private"], COLORS["truth"]
CLOSE = 3  # curves that start within this factor leave no room for a name between them
LEAST_ERROR = 1e-4  # errors below are drawn on the floor of their axis
COLUMN = 0.285  # width of a column of bits, in widths of the plot beside it
BITS = ("no", "yes")


def desk_figure(release: DeskRelease, account: str = "") -> tuple[Figure, str]:
    """The release as a figure, and in words.

    Left: the table that holds the worst error, released (bars) and true (marks).  Right: the errors of all questions,
    the worst first, beside independent Laplace answers at the same budget and the uniform distribution.

    Parameters
    ----------
    release : DeskRelease
        It knows the truth, so the figure is the curator's view and no part of the release.
    account : a sentence on what has been spent so far.
    """
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.9))
        _table(fig.add_axes([0.235, 0.135, 0.265, 0.61]), release)
        _errors(fig.add_axes([0.60, 0.135, 0.375, 0.61]), release)
        fig.text(0.012, 0.955, release.message, fontsize=11, fontweight="bold", va="center")
        fig.text(0.012, 0.895, account, fontsize=9, va="center", color="#555555")
    return fig, desk_words(release, account)


def desk_words(release: DeskRelease, account: str = "") -> str:
    """The release in words: alternative text of its picture."""
    table = release.worst_table
    released, truth = release.released, release.truth
    cells = "; ".join(f"{', '.join(BITS[bit] for bit in bits)}: {_percent(released[q])}, true {_percent(truth[q])}"
                      for bits, q in release.rows(table))
    others = ", ".join(f"{release.labels[name]} {number_text(errors.max())} (mean {number_text(errors.mean())})"
                       for name, errors in release.errors().items())
    return (f"{release.message}. {account} Worst errors over {len(release.truth):,} questions: {others}. "
            f"Table of {', '.join(release.table_columns(table))}: {cells}.")


def _percent(p: float) -> str:
    return f"{100 * p:.2f}%".replace("-", "−")


def _table(ax, release: DeskRelease) -> None:
    rows = release.rows(release.worst_table)
    cells = [q for _, q in rows]
    y = np.arange(len(rows))[::-1]
    ax.barh(y, np.maximum(release.released[cells], 0), height=0.56, color=ORANGE, alpha=0.75)
    ax.vlines(release.truth[cells], y - 0.42, y + 0.42, color=GREEN, linewidth=2)
    most = 1.12 * max(release.truth[cells].max(), release.released[cells].max(), 0.01)
    ax.set(xlim=(0, most), ylim=(-0.7, len(rows) - 0.3))
    ax.set_yticks([])
    ax.xaxis.set_major_formatter(lambda v, _: f"{100 * v:g}%")
    ax.xaxis.set_major_locator(MaxNLocator(4))
    names = release.table_columns(release.worst_table)
    for i, name in enumerate(names):
        x = COLUMN * (i - len(names) + 0.5)  # in widths of the plot, left of it
        heading = "\n".join(textwrap.wrap(name, 8, break_long_words=False))
        ax.text(x, 1.03, heading, transform=ax.transAxes, fontsize=8.5, ha="center", va="bottom", linespacing=1.1)
        for (bits, _), height in zip(rows, y):
            ax.text(x, height, BITS[bits[i]], transform=ax.get_yaxis_transform(), ha="center", va="center")
    ax.text(0.04, 1.03, "bar: released", transform=ax.transAxes, fontsize=8.5, color="#B24D00", va="bottom")
    ax.text(1, 1.03, "mark: true", transform=ax.transAxes, fontsize=8.5, color="#00805d", va="bottom", ha="right")


def _errors(ax, release: DeskRelease) -> None:
    looks = {"released": (ORANGE, "-", 2.2), "laplace": ("#666666", (0, (5, 2)), 1.6),
             "uniform": ("#666666", (0, (1, 2)), 1.6)}
    ranks, starts = np.arange(1, len(release.truth) + 1), {}
    for name, errors in release.errors().items():
        color, dash, width = looks[name]
        ordered = np.sort(errors)[::-1]
        ax.plot(ranks, np.maximum(ordered, LEAST_ERROR / 2), color=color, linestyle=dash, linewidth=width)
        starts[name] = ordered
    ax.set(xscale="log", yscale="log", xlim=(1, len(ranks)), ylim=(LEAST_ERROR, 1))
    ax.xaxis.set_major_formatter(lambda v, _: f"{v:,.0f}")
    ax.yaxis.set_major_formatter(lambda v, _: f"{v:g}")
    ax.minorticks_off()
    ax.set_xlabel(f"the {len(ranks):,} questions, worst answered first")
    ax.text(0, 1.03, "error of each question", transform=ax.transAxes, fontsize=9.5, va="bottom")
    _label_starts(ax, {name: (starts[name], release.labels[name], looks[name][0]) for name in starts})


def _label_starts(ax, curves: dict) -> None:
    """Beside the start of each curve its name: above it, but below the lowest, and where another is close above."""
    above = np.inf
    for name in sorted(curves, key=lambda name: -curves[name][0][0]):
        ordered, text, color = curves[name]
        below = above < CLOSE * ordered[0] or above < np.inf and ordered[0] == min(c[0][0] for c in curves.values())
        above = ordered[0]
        height = ordered[min(5, len(ordered) - 1)] if below else ordered[0]  # the curve falls beside its name
        start = np.clip(height, 2 * LEAST_ERROR, 0.6)
        ax.annotate(text, (1, start), xytext=(4, -5 if below else 4), textcoords="offset points", fontsize=9,
                    color=color,
                    va="top" if below else "bottom")
