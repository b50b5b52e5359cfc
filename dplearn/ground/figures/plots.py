"""What the rooms' own drawings have in common: panels side by side, colors by name, notes, names at the
ends of curves."""

from __future__ import annotations

import contextlib

import numpy as np

from .style import COLORS, sheet, spread_labels

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


def name_ends(ax, ends, gap: float) -> None:
    """Write names right of the axes, ``(text, y, color)`` for the last y of a curve, pushed apart by `gap` of the
    axis's length; with an arrow where the curve has left through the ceiling."""
    low, high = ax.get_ylim()
    names = [{"s": text + (" ↑" if y > high else ""), "v": np.clip((y - low) / (high - low), 0, 1), "color": color}
             for text, y, color in ends]
    for name in spread_labels(sorted(names, key=lambda name: name["v"]), gap):
        ax.text(1.012, name.pop("v"), transform=ax.transAxes, va="center", fontsize=9, **name)
