"""What the companions of lecture 2 add to `dplearn.private_pac.figures`."""

from __future__ import annotations

import numpy as np

from ... import private_pac
from ...figures.plots import BLACK, GREY, INK, ORANGE, PINK, note, plots
from ...figures.style import Look


def solution_cubes(x, y):
    """The parities of three bits that solve the first 0, 1, 2, ... examples: dots on the corners of a cube.

    Parameters
    ----------
    x : array (n, 3) of 0/1, n <= 5
    y : array (n,) of 0/1
    """
    x, y = np.asarray(x, int), np.asarray(y, int)
    corners = np.arange(8)[:, None] >> np.arange(3) & 1
    flat = corners @ np.array([[1.0, 0.0], [0.0, 1.0], [0.42, 0.36]])
    edges = [(a, b) for a in range(8) for b in range(a) if (a ^ b).bit_count() == 1]
    counts = []
    with plots(2.5, columns=len(y) + 1) as (fig, axes):
        for step, ax in enumerate(axes):
            solves = ((corners @ x[:step].T) % 2 == y[:step]).all(axis=1)
            counts.append(int(solves.sum()))
            for edge in edges:
                ax.plot(*flat[list(edge)].T, color="#BBBBBB", linewidth=1)
            ax.plot(*flat[~solves].T, "o", color="white", markeredgecolor=GREY, markersize=6)
            ax.plot(*flat[solves].T, "o", color=ORANGE, markersize=8)
            said = f"no example\n{counts[-1]} solutions"
            if step:
                said = f"⟨r, {''.join(map(str, x[step - 1]))}⟩ = {int(y[step - 1])}\nleaves {counts[-1]}"
            ax.set_title(said, loc="center", fontweight="normal", pad=0)
            ax.set_aspect("equal")
            ax.margins(0.12)
            ax.axis("off")
    return fig, (f"The parities of three bits on a cube. After 0, 1, 2, ... equations {', '.join(map(str, counts))} "
                 "of them are solutions.")


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
