"""Lecture 2's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from .. import _validate as check
from .. import pac, privacy, private_pac
from ..concepts import Thresholds
from ..figures.plots import BLACK, BLUE, GREY, INK, ORANGE, PINK, bare, note, pairs_of_bars, plots
from ..figures.style import Look



def output_laws(x, y, ann: int, *, N: int, epsilons):
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
    consistent = [np.eye(N + 1)[pac.threshold_learner(x, s, N)] for s in samples]
    shown = {"Consistent learner: the two laws have nothing in common": consistent}
    for epsilon in epsilons:
        laws = [private_pac.learner_probabilities(Thresholds(N), x, s, epsilon=epsilon) for s in samples]
        ratio = privacy.exact_epsilon(*laws)
        shown[f"Private learner, ε = {epsilon:g}: no bar is more than e^{ratio:.3f} = {np.exp(ratio):.2f} times the "
              f"other"] = laws
    with plots(1.3 + 1.7 * len(shown), 1 + len(shown), sharex=True,
                height_ratios=[0.55] + [1] * len(shown)) as (fig, (people, *axes)):
        _people(people, x, y, ann, N)
        for ax, (title, laws) in zip(axes, shown.items()):
            pairs_of_bars(ax, *laws, ("Ann has label 0", "Ann has label 1"), (BLUE, ORANGE))
            ax.set(ylim=(0, 1.25 * np.max(laws)), xlim=(-2.6, N + 3.2), xticks=range(N + 1), ylabel="probability",
                   title=title)
        axes[0].legend(loc="upper right")
        axes[-1].set_xlabel("published cut-off j")
    return fig, f"Probability of each published cut-off for Ann's label 0 and 1. {'. '.join(shown)}."


def _people(ax, x, y, ann: int, N: int) -> None:
    """The sample on a line; people at one point stand on each other's shoulders."""
    height = np.zeros(N + 2)
    for i in np.argsort(x, kind="stable"):
        color, marker = (PINK, "D") if i == ann else ((ORANGE, "o") if y[i] else (BLUE, "x"))
        ax.plot(x[i], height[x[i]], marker, color=color, markersize=7 if i == ann else 5.5)
        height[x[i]] += 1
    note(ax, "Ann: label ?", (x[ann], height[x[ann]]), (0, 2), ha="center", color=PINK)
    ax.text(0, 0.1, "dot: label 1", color=ORANGE, ha="right")
    ax.text(N + 0.7, 0.1, "cross: label 0", color=BLUE)
    ax.set(ylim=(-0.8, height.max() + 1.6), yticks=[])
    bare(ax, "left", "bottom")


def solution_cubes(x, y):
    """The parities of three bits that solve the first 0, 1, 2, ... examples: dots on the corners of a cube.

    Parameters
    ----------
    x : array (n, 3) of 0/1, n <= 5
    y : array (n,) of 0/1
    """
    x = check.array("x", x, (None, 3), low=0, high=1, integral=True)
    y = check.labels("y", y, len(x))
    check.integer("the number of rows of x (one cube each)", len(y), 1, 5)
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
    epsilon = check.real("epsilon", epsilon, 0.1, 5)
    shown = [("any ε-private", epsilon, private_pac.generalization_gap_bound(epsilon)),
             ("exponential", epsilon / 2, private_pac.generalization_gap_bound_sharp(epsilon))]
    with plots(3.3, columns=2, sharex=True, sharey=True) as (fig, axes):
        for ax, (words, reach, height) in zip(axes, shown):
            low, high = np.exp(-reach), np.exp(reach)
            ax.plot([0, 1, np.exp(epsilon)], [0, 0, np.expm1(epsilon)], **Look.of("exact", BLACK).pen)
            ax.plot([low, high], [0, high - 1], **Look.of("sharp", INK).pen)
            ax.plot([1, 1], [0, height], color=PINK, linewidth=2)
            ax.plot(1, height, "o", color=PINK, markersize=7)
            note(ax, f"{height:.3f}", (1, height), (-6, 6), ha="right", color=PINK, fontsize=11)
            note(ax, "(r − 1)⁺", (0.35 + 0.65 * high, 0.65 * (high - 1)), (8, -8))
            ax.set(title=f"{words}: r from {low:.2g} to {high:.3g}", xlabel="ratio r of the two laws at an output")
        axes[0].set_ylabel("contribution to TV")
    return fig, (f"The function (r - 1)+ and its chord, for epsilon = {epsilon:g}. Where r is 1 the chord has height "
                 f"{shown[0][2]:.3f} if r lies within a factor e^epsilon of 1, and {shown[1][2]:.3f} if it lies "
                 "within a factor e^(epsilon/2): the most that the total variation of two neighboring laws can be.")


def lower_tails(alpha, *, n_max: int = 2000):
    """How likely a bad hypothesis makes at most half of the mistakes that it should: exact, Hoeffding and Chernoff, as
    n grows.

    Parameters
    ----------
    alpha : float in [0.01, 0.4], the hypothesis's error
    n_max : int in [100, 100000]
    """
    alpha, n_max = check.real("alpha", alpha, 0.01, 0.4), check.integer("n_max", n_max, 100, 100_000)
    n = np.arange(1, n_max + 1)
    curves = (("exact", BLACK, "exact", bdtr(np.floor(alpha * n / 2 + 1e-9), n, alpha)),
              ("sharp", INK, "Chernoff, e^(−αn/8)", private_pac.few_mistakes_bound_chernoff(alpha, n)),
              ("printed", INK, "Hoeffding, e^(−α²n/2)", private_pac.few_mistakes_bound(alpha, n)))
    with plots(3.4) as (fig, (ax,)):
        for kind, color, words, chances in curves:
            shown = chances > 1e-9 / np.e
            ax.plot(n[shown], chances[shown], **Look.of(kind, color).pen)
            at = int(0.72 * n[shown][-1])
            note(ax, words, (at, chances[at - 1]), (6, 6))
        ax.axvline(n_max // 2, color=INK, linewidth=0.8, alpha=0.6)
        ax.set(yscale="log", ylim=(1e-9, 1.2), xlim=(0, n_max), xlabel="examples, n",
               ylabel="Pr[at most αn/2 mistakes]",
               title=f"One hypothesis with error α = {alpha:g}: half of the mistakes that it should make")
    at = [chances[n_max // 2 - 1] for *_, chances in curves]
    return fig, (f"The probability that a hypothesis with error {alpha:g} makes at most half of its expected "
                 f"mistakes, against n. At n = {n_max // 2}: "
                 f"exact {at[0]:.2g}, Chernoff's bound {at[1]:.2g}, Hoeffding's {at[2]:.2g}.")
