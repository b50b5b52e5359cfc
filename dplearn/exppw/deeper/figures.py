"""What the companions of lecture 7 add to `dplearn.exppw.figures`."""

from __future__ import annotations

import numpy as np

from ...figures.plots import ORANGE, plots
from ..figures import LEGEND


def walk_against_vote(gaps, epsilons):
    """How much more often the walk errs than the vote, a row for each task: the mean and the range over shuffles.

    Parameters
    ----------
    gaps : dict, name of a task -> array (shuffles, 2), for each ε the walk's error less the vote's
    epsilons : pair of floats
    """
    rows = {name: 100 * values for name, values in gaps.items()}
    low, mean, high = (np.array([reduce(values, axis=0) for values in rows.values()])
                       for reduce in (np.min, np.mean, np.max))
    heights = np.arange(len(rows), 0, -1)
    with plots(1.2 + 0.42 * len(rows)) as (fig, (ax,)):
        ax.axvline(0, color="black", linewidth=1)
        for j, (fill, shift) in enumerate((("full", 0.16), ("none", -0.16))):
            ax.hlines(heights + shift, low[:, j], high[:, j], color=ORANGE, linewidth=1.6)
            ax.plot(mean[:, j], heights + shift, "o", color=ORANGE, fillstyle=fill, markersize=6,
                    markerfacecoloralt="white", label=f"ε = {epsilons[j]:g}")
        ax.set(yticks=heights, yticklabels=list(rows),
               xlabel="walk's error less the vote's, in points of 100 (right of 0: the vote errs less)")
        ax.grid(axis="y", visible=False)
        ax.legend(**LEGEND)
    means = "; ".join(f"{name} {one:+.1f} and {other:+.1f}" for name, (one, other) in zip(rows, mean))
    crossing = [f"{name} at ε = {epsilon:g}" for j, epsilon in enumerate(epsilons) for i, name in enumerate(rows)
                if low[i, j] < 0 < high[i, j]]
    return fig, (f"For each task, the walk's error less the vote's in points of 100, mean and range over "
                 f"{len(next(iter(rows.values())))} shuffles, at ε = {epsilons[0]:g} and {epsilons[1]:g}: {means}. "
                 f"Ranges that cross zero: {', '.join(crossing) or 'none'}.")
