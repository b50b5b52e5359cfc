"""What the companions of lecture 2 add to `dplearn.private_pac.figures`."""

from __future__ import annotations

import numpy as np

from ... import private_pac
from ...figures.plots import BLACK, INK, PINK, note, plots
from ...figures.style import Look


def chord(epsilon):
    """Why neighbors' laws are close: (r - 1)+ lies below its chord, for a promise ε and for bounded range ε.

    Parameters
    ----------
    epsilon : float in [0.1, 5]
        Left panel: the ratio r of two laws between e^-ε and e^ε; right panel: between e^(-ε/2) and e^(ε/2).
    """
    shown = [("any ε-private", epsilon, private_pac.generalization_gap_bound(epsilon)),
             ("exponential", epsilon / 2, private_pac.generalization_gap_bound_sharp(epsilon))]
    with plots(3.3, columns=2, sharex=True, sharey=True) as (fig, axes):
        for ax, (words, reach, height) in zip(axes, shown):
            low, high = np.exp(-reach), np.exp(reach)
            ax.plot([0, 1, np.exp(epsilon)], [0, 0, np.expm1(epsilon)], **Look.of("exact", BLACK).pen)
            ax.plot([low, high], [0, high - 1], color=INK, linewidth=0.8)
            ax.plot([1, 1], [0, height], color=PINK, linewidth=2)
            ax.plot(1, height, "o", color=PINK, markersize=7)
            note(ax, f"{height:.3f}", (1, height), (-6, 6), ha="right", color=PINK, fontsize=11)
            note(ax, "(r − 1)⁺", (0.35 + 0.65 * high, 0.65 * (high - 1)), (8, -8))
            note(ax, "chord", (low + 0.8 * (high - low), 0.8 * (high - 1)), (-6, 4), ha="right", color=INK)
            ax.set(title=f"{words}: r from {low:.2g} to {high:.3g}", xlabel="ratio r of the two laws at an output")
        axes[0].set_ylabel("contribution to TV")
    return fig, (f"The function (r - 1)+ and its chord, for epsilon = {epsilon:g}. Where r is 1 the chord has height "
                 f"{shown[0][2]:.3f} if r lies within a factor e^epsilon of 1, and {shown[1][2]:.3f} if it lies "
                 "within a factor e^(epsilon/2): the most that the total variation of two neighboring laws can be.")
