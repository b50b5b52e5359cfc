"""Lecture 2's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from scipy.stats import binom

from .. import _validate as check
from .. import pac, privacy, private_pac
from ..concepts import Thresholds
from ..figures.style import COLORS, STYLE

BLUE, GREY, RED, GREEN, PINK = (COLORS[role] for role in ("nonprivate", "baseline", "private", "truth", "attack"))


def output_laws(x, y, ann: int, *, N: int, epsilons) -> tuple[Figure, str]:
    """What two neighboring samples make the learners publish: a row of people, then a panel of bars for each learner.

    Parameters
    ----------
    x, y : arrays (n,)
        A sample on 1..N, at most 40, that some threshold [x <= j] labels, whichever label Ann has.
    ann : int
        Index of the example whose label the attacker does not know.
    N : int
    epsilons : sequence of float
        One panel for each private learner, below the consistent one; in [0.001, 100].

    Raises ValueError for a sample that no threshold labels, and for arguments outside these ranges.
    """
    N = check.integer("N", N, 1, 40)
    x = check.array("x", x, (None,), integral=True, low=1, high=N)
    y, ann = check.labels("y", y, len(x)), check.integer("ann", ann, 0, len(x) - 1)
    epsilons = check.array("epsilons", epsilons, (None,), low=0.001, high=100)
    samples = [np.where(np.arange(len(y)) == ann, label, y) for label in (False, True)]
    laws = [np.stack([np.eye(N + 1)[pac.threshold_learner(x, s, N)] for s in samples])]
    titles = ["Consistent learner: the two laws have nothing in common"]
    for epsilon in epsilons:
        laws.append(np.stack([private_pac.learner_probabilities(Thresholds(N), x, s, epsilon=epsilon) for s in samples]))
        ratio = privacy.exact_epsilon(*laws[-1])
        titles.append(f"Private learner, ε = {epsilon:g}: no bar is more than e^{ratio:.2f} = {np.exp(ratio):.2f} times the other")
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 1.3 + 1.7 * len(laws)))
        axes = fig.subplots(1 + len(laws), 1, sharex=True, height_ratios=[0.55] + [1] * len(laws))
        _people(axes[0], x, y, ann, N)
        for ax, law, title in zip(axes[1:], laws, titles):
            _bars(ax, law, title)
        axes[1].legend(loc="upper right", frameon=False, fontsize=9)
        axes[-1].set_xlabel("published cut-off j")
        fig.tight_layout()
    return fig, ("Probability of each published cut-off for Ann's label 0 and 1. " + ". ".join(titles) + ".")


def _people(ax, x, y, ann: int, N: int) -> None:
    """The sample on a line; people at one point stand on each other's shoulders."""
    height = np.zeros(N + 2)
    for i in np.argsort(x, kind="stable"):
        color, marker = (PINK, "D") if i == ann else ((RED, "o") if y[i] else (BLUE, "x"))
        ax.plot(x[i], height[x[i]], marker, color=color, markersize=7 if i == ann else 5.5)
        height[x[i]] += 1
    ax.annotate("Ann: label ?", (x[ann], height[x[ann]]), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=9, color=PINK)
    ax.text(0, 0.1, "dot: label 1", fontsize=9, color=RED, ha="right")
    ax.text(N + 0.7, 0.1, "cross: label 0", fontsize=9, color=BLUE)
    ax.set_ylim(-0.8, height.max() + 1.6)
    ax.set_yticks([])
    ax.grid(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.tick_params(length=0)


def _bars(ax, law, title: str) -> None:
    j = np.arange(law.shape[1])
    ax.bar(j - 0.2, law[0], 0.38, color=BLUE, label="Ann has label 0")
    ax.bar(j + 0.2, law[1], 0.38, color=RED, label="Ann has label 1", hatch="///", edgecolor="white", linewidth=0)
    ax.set_ylim(0, law.max() * 1.25)
    ax.set_xlim(-2.6, law.shape[1] + 2.2)
    ax.set_xticks(j)
    ax.set_ylabel("probability")
    ax.set_title(title, fontsize=10)
    ax.grid(axis="x", visible=False)


def solution_cubes(x, y) -> tuple[Figure, str]:
    """The parities of three bits that solve the first 0, 1, 2, ... examples: dots on the corners of a cube.

    Parameters
    ----------
    x : array (n, 3) of 0/1, n <= 5
    y : array (n,) of 0/1
    """
    x = check.array("x", x, (None, 3), low=0, high=1, integral=True)
    y = check.labels("y", y, len(x))
    if len(y) > 5:
        raise ValueError(f"x must have at most 5 rows (one cube each); got {len(y)}")
    corners = np.array([[mask >> i & 1 for i in range(3)] for mask in range(8)])
    flat = corners @ np.array([[1.0, 0.0], [0.0, 1.0], [0.42, 0.36]])
    counts = []
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 2.5))
        for step, ax in enumerate(fig.subplots(1, len(y) + 1)):
            solves = ((corners @ x[:step].T) % 2 == y[:step]).all(axis=1)
            counts.append(int(solves.sum()))
            for a in range(8):
                for b in range(a):
                    if (a ^ b).bit_count() == 1:
                        ax.plot(*flat[[a, b]].T, color="#BBBBBB", linewidth=1)
            ax.plot(*flat[~solves].T, "o", color="white", markeredgecolor=GREY, markersize=6)
            ax.plot(*flat[solves].T, "o", color=RED, markersize=8)
            bits = "".join(map(str, x[step - 1])) if step else ""
            ax.set_title(f"⟨r, {bits}⟩ = {int(y[step - 1])}\nleaves {counts[-1]}" if step else f"no example\n{counts[-1]} solutions",
                         fontsize=9, loc="center", fontweight="normal")
            ax.set_aspect("equal")
            ax.margins(0.12)
            ax.axis("off")
        fig.tight_layout(rect=(0, 0, 1, 0.97))
    return fig, f"The parities of three bits on a cube. After 0, 1, 2, ... equations {', '.join(map(str, counts))} of them are solutions."


def chord(epsilon) -> tuple[Figure, str]:
    """Why neighbors' laws are close: (r - 1)+ lies below its chord, for a promise ε and for bounded range ε.

    Parameters
    ----------
    epsilon : float in [0.1, 5]
        Left panel: the ratio r of two laws between e^-ε and e^ε; right panel: between e^(-ε/2) and e^(ε/2).
    """
    epsilon = check.real("epsilon", epsilon, 0.1, 5)
    heights = []
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.3))
        for ax, reach, words in zip(fig.subplots(1, 2, sharex=True, sharey=True), (epsilon, epsilon / 2), ("any ε-private", "exponential")):
            low, high = np.exp(-reach), np.exp(reach)
            heights.append((high - 1) * (1 - low) / (high - low))
            r = np.array([0, 1, np.exp(epsilon)])
            ax.plot(r, np.maximum(r - 1, 0), color="#000000", linewidth=1.4)
            ax.plot([low, high], [0, high - 1], color="#333333", linewidth=1.8, dashes=(3, 2))
            ax.plot([1, 1], [0, heights[-1]], color=PINK, linewidth=2)
            ax.plot(1, heights[-1], "o", color=PINK, markersize=7)
            ax.annotate(f"{heights[-1]:.3f}", (1, heights[-1]), xytext=(-6, 6), textcoords="offset points", ha="right", color=PINK, fontsize=11)
            ax.annotate("(r − 1)⁺", (0.35 + 0.65 * high, 0.65 * (high - 1)), xytext=(8, -8), textcoords="offset points", fontsize=9)
            ax.set_title(f"{words}: r from {low:.2g} to {high:.3g}", fontsize=10)
            ax.set_xlabel("ratio r of the two laws at an output")
        fig.axes[0].set_ylabel("contribution to TV")
        fig.tight_layout()
    return fig, (f"The function (r - 1)+ and its chord, for epsilon = {epsilon:g}. Where r is 1 the chord has height {heights[0]:.3f} if r lies within a factor e^epsilon of 1, "
                 f"and {heights[1]:.3f} if it lies within a factor e^(epsilon/2): the most that the total variation of two neighboring laws can be.")


def lower_tails(alpha, *, n_max: int = 2000) -> tuple[Figure, str]:
    """How likely a bad hypothesis makes at most half of the mistakes that it should: exact, Hoeffding and Chernoff, as n grows.

    Parameters
    ----------
    alpha : float in [0.01, 0.4], the hypothesis's error
    n_max : int in [100, 100000]
    """
    alpha, n_max = check.real("alpha", alpha, 0.01, 0.4), check.integer("n_max", n_max, 100, 100_000)
    n = np.arange(1, n_max + 1)
    curves = (("exact", binom.logcdf(np.floor(alpha * n / 2 + 1e-9), n, alpha), {"color": "#000000", "linewidth": 1.4}),
              ("Chernoff, e^(−αn/8)", -alpha * n / 8, {"color": "#333333", "linewidth": 1.8, "dashes": (3, 2)}),
              ("Hoeffding, e^(−α²n/2)", -(alpha**2) * n / 2, {"color": "#333333", "linewidth": 1.8, "dashes": (8, 4)}))
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.4))
        ax = fig.subplots()
        for words, logs, style in curves:
            shown = n[logs > np.log(1e-9) - 1]
            ax.plot(shown, np.exp(logs[: len(shown)] if words != "exact" else logs[shown - 1]), **style)
            at = min(int(shown[-1]), n_max) * 0.72
            ax.annotate(words, (at, float(np.exp(np.interp(at, n, logs)))), xytext=(6, 6), textcoords="offset points", fontsize=9)
        ax.set_yscale("log")
        ax.set_ylim(1e-9, 1.2)
        ax.set_xlim(0, n_max)
        ax.axvline(n_max // 2, color="#333333", linewidth=0.8, alpha=0.6)
        ax.set_xlabel("examples, n")
        ax.set_ylabel("Pr[at most αn/2 mistakes]")
        ax.set_title(f"One hypothesis with error α = {alpha:g}: half of the mistakes that it should make")
        fig.tight_layout()
    at = [float(np.exp(logs[n_max // 2 - 1])) for _, logs, _ in curves]
    return fig, (f"The probability that a hypothesis with error {alpha:g} makes at most half of its expected mistakes, against n. At n = {n_max // 2}: exact {at[0]:.2g}, "
                 f"Chernoff's bound {at[1]:.2g}, Hoeffding's {at[2]:.2g}.")
