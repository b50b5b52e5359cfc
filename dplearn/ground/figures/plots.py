"""What the rooms' own drawings have in common: panels side by side, colors by name, notes, names at the
ends of curves."""

from __future__ import annotations

import contextlib

import numpy as np

from .style import COLORS, sheet

BLUE, ORANGE, GREEN, PINK, INK, GREY, PURPLE = COLORS.values()
FAINT, BLACK = "#555555", "#000000"
SMALL = {"font.size": 9, "axes.titlesize": 10, "axes.labelsize": 10, "xtick.labelsize": 10, "ytick.labelsize": 10,
         "legend.fontsize": 9, "legend.frameon": False}


@contextlib.contextmanager
def plots(height: float, rows: int = 1, columns: int = 1, *, width: float = 8.1, **options):
    """A figure, and its axes in a row: ``with plots(3.3, columns=2, sharey=True) as (fig, (left, right)):``.

    Width and height in hundreds of pixels; texts are small; margins are laid out at the end; other options go to
    matplotlib's subplots.
    """
    with sheet(width, height, **SMALL) as fig:
        yield fig, fig.subplots(rows, columns, squeeze=False, **options).ravel()
        fig.tight_layout(pad=1.2, rect=(0, 0, 1, 1))


def note(ax, text: str, place: tuple, shift: tuple, **options) -> None:
    """A text at a place, in units of the data, shifted by so many points."""
    ax.annotate(text, place, xytext=shift, textcoords="offset points", **options)


def name_ends(ax, gap: float) -> None:
    """Write the labels of the lines right of the axes, at the heights where the lines end, pushed apart by `gap` of the
    axis's length; with an arrow where a line has left through the ceiling or the floor."""
    from scipy.optimize import isotonic_regression

    to_axes, right = ax.transData + ax.transAxes.inverted(), ax.get_xlim()[1]
    lines = [line for line in ax.lines if line.get_label() and not line.get_label().startswith("_")]
    ends = [to_axes.transform((right, y[np.isfinite(y)][-1]))[1] for y in (line.get_ydata() for line in lines)]
    order = np.argsort(ends, kind="stable")
    # without the gaps: names that push each other move as one, to where they are missed least
    even = isotonic_regression(np.clip(ends, 0, 1)[order] - gap * np.arange(len(ends))).x
    top = 1 - (len(ends) - 1) * gap  # many names may leave through the floor, never through the ceiling
    for rank, (i, low) in enumerate(zip(order, np.minimum(np.maximum(even, 0), top))):
        arrow = " ↑" if ends[i] > 1.001 else " ↓" if ends[i] < -0.001 else ""
        ax.text(1.012, low + rank * gap, lines[i].get_label() + arrow, transform=ax.transAxes, va="center", fontsize=9,
                color=lines[i].get_color())
