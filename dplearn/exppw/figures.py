"""Lecture 7's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from .. import _validate as check
from .. import exppw
from ..figures.style import COLORS, STYLE

PINK, GREY = COLORS["attack"], COLORS["baseline"]
UP, DOWN, BEST = COLORS["private"], COLORS["nonprivate"], COLORS["truth"]
MOST_EXAMPLES = 60


def walk_and_neighbor(y_sorted, removed, *, clamp) -> tuple[Figure, str]:
    """A walk example by example, the walk without one of the examples, and under them how far apart the two are.

    Parameters
    ----------
    y_sorted : array (n,) of 0/1, n in 2..60
    removed : int in 0..n-1, the example that leaves
    clamp : int in 1..60
    """
    y = check.labels("y_sorted", y_sorted)
    if not 2 <= len(y) <= MOST_EXAMPLES:
        raise ValueError(f"y_sorted must have 2 to {MOST_EXAMPLES} labels; got {len(y)}")
    removed, clamp = check.integer("removed", removed, 0, len(y) - 1), check.integer("clamp", clamp, 1, MOST_EXAMPLES)
    walk = exppw.projected_walk(y, clamp)
    other = np.insert(exppw.projected_walk(np.delete(y, removed), clamp), removed + 1, 0)
    other[removed + 1] = other[removed]          # where the example was, the neighbor's walk waits
    apart, places = walk - other, np.arange(len(y) + 1)
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.9))
        top, below = fig.subplots(2, 1, sharex=True, height_ratios=(4, 1))
        for edge in (-clamp, clamp):
            top.axhline(edge, color=GREY, linewidth=1, linestyle=(0, (3, 2.5)))
        top.step(places, other, where="post", color=PINK, label=f"without example {removed + 1}", linewidth=2.6)
        top.step(places, walk, where="post", color="black", label="the walk", linewidth=1.4)
        for label, marker in ((1, "^"), (0, "v")):
            at = np.flatnonzero(y == label)
            top.plot(at + 1, np.full(len(at), -clamp - 0.17 * (2 * clamp + 1)), marker, color=GREY, markersize=4)
        top.plot(removed + 1, -clamp - 0.17 * (2 * clamp + 1), "o", color=PINK, markersize=11, fillstyle="none", clip_on=False)
        top.set(ylabel="walk v", ylim=(-clamp - 0.27 * (2 * clamp + 1), clamp + 0.3))
        top.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=9, borderaxespad=0)
        below.step(places, apart, where="post", color=PINK, linewidth=2)
        below.set(ylabel="v − v'", ylim=(-1.4, 1.4), yticks=(-1, 0, 1), xlim=(0, len(y) + 0.6), xlabel="examples taken, in the order of x")
        fig.align_ylabels()
        fig.tight_layout()
    return fig, (f"Above, the walk through {len(y)} labels, kept within {clamp} of 0, and the walk without example {removed + 1}; triangles "
                 f"point up for label 1. Below, their difference: 0 for the first {removed} examples, then at most {np.abs(apart).max()}; "
                 f"at the end {apart[-1]}.")


def one_band(y_sorted, band, *, clamp, k) -> tuple[Figure, str]:
    """The walk with the steps of one band, between heights `band` and `band` + 1, and under it the best function and its mistakes.

    Parameters
    ----------
    y_sorted : array (n,) of 0/1, n in 2..60
    band : int in -clamp..clamp-1
    clamp : int in 1..60
    k : int in 0..60, changes of the best function, which says 0 first
    """
    y = check.labels("y_sorted", y_sorted)
    if not 2 <= len(y) <= MOST_EXAMPLES:
        raise ValueError(f"y_sorted must have 2 to {MOST_EXAMPLES} labels; got {len(y)}")
    clamp = check.integer("clamp", clamp, 1, MOST_EXAMPLES)
    band, k = check.integer("band", band, -clamp, clamp - 1), check.integer("k", k, 0, MOST_EXAMPLES)
    walk, places = exppw.projected_walk(y, clamp), np.arange(len(y) + 1)
    inside = (np.minimum(walk[1:], walk[:-1]) == band) & (walk[1:] != walk[:-1])
    says = np.searchsorted(exppw.best_intervals(places[1:], y, k)[1], places[1:], side="right") % 2 == 1
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.9))
        top, below = fig.subplots(2, 1, sharex=True, height_ratios=(4, 1))
        top.axhspan(band, band + 1, color=GREY, alpha=0.25, linewidth=0)
        for edge in (-clamp, clamp):
            top.axhline(edge, color=GREY, linewidth=1, linestyle=(0, (3, 2.5)))
        top.plot(places, walk, color="black", linewidth=1.2)
        for label, color, marker, name in ((1, UP, "^", "up, label 1"), (0, DOWN, "v", "down, label 0")):
            at = np.flatnonzero(inside & (y == label))
            top.plot(np.stack([at, at + 1]), np.stack([walk[at], walk[at + 1]]), color=color, linewidth=2.6)
            top.plot(at + 0.5, np.full(len(at), band + 0.5), marker, color=color, markersize=7, label=f"{name} ({len(at)})")
        top.set(ylabel="walk v", ylim=(-clamp - 0.6, clamp + 0.6))
        top.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=9, borderaxespad=0)
        below.step(places, np.append(says, says[-1]), where="post", color=BEST, linewidth=2)
        wrong = np.flatnonzero(inside & (says != y))
        below.plot(wrong + 0.5, y[wrong], "x", color="black", markersize=7, markeredgewidth=1.8)
        below.set(ylabel="best", ylim=(-0.4, 1.4), yticks=(0, 1), xlim=(0, len(y)), xlabel="examples taken, in the order of x")
        fig.align_ylabels()
        fig.tight_layout()
    ups, downs = int((inside & y).sum()), int((inside & ~y).sum())
    return fig, (f"The walk through {len(y)} labels within {clamp} of 0. Steps between heights {band} and {band + 1}, in turn: up {ups}, "
                 f"down {downs}. Below, the best function with at most k = {k} changes; crosses: its mistakes on these steps, {len(wrong)}.")


def walk_against_vote(gaps, epsilons) -> tuple[Figure, str]:
    """How much more often the walk errs than the vote, a row for each task: the mean and the range over shuffles.

    Parameters
    ----------
    gaps : dict, name of a task -> array (shuffles, 2), for each ε the walk's error less the vote's
    epsilons : pair of floats
    """
    if not isinstance(gaps, dict) or not gaps:
        raise ValueError(f"gaps must map names of tasks to arrays; got {gaps!r}")
    epsilons = check.array("epsilons", epsilons, (2,), low=0)
    rows = {check.text("gaps", name): 100 * check.array("gaps", values, (None, 2), low=-1, high=1) for name, values in gaps.items()}
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 1.2 + 0.42 * len(rows)))
        ax = fig.subplots()
        ax.axvline(0, color="black", linewidth=1)
        for j, (epsilon, fill, shift) in enumerate(zip(epsilons, ("full", "none"), (0.16, -0.16))):
            places = np.arange(len(rows), 0, -1) + shift
            low, mean, high = (np.array([reduce(values[:, j]) for values in rows.values()]) for reduce in (np.min, np.mean, np.max))
            ax.hlines(places, low, high, color=UP, linewidth=1.6)
            ax.plot(mean, places, "o", color=UP, fillstyle=fill, markersize=6, markerfacecoloralt="white", label=f"ε = {epsilon:g}")
        ax.set(yticks=np.arange(len(rows), 0, -1), yticklabels=list(rows), xlabel="walk's error less the vote's, in points of 100 (right: the vote is better)")
        ax.grid(axis="y", visible=False)
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=9, borderaxespad=0)
        fig.tight_layout()
    means = "; ".join(f"{name} {values.mean(axis=0)[0]:+.1f} and {values.mean(axis=0)[1]:+.1f}" for name, values in rows.items())
    crossing = [f"{name} at ε = {epsilon:g}" for j, epsilon in enumerate(epsilons) for name, values in rows.items() if values[:, j].min() < 0 < values[:, j].max()]
    return fig, (f"For each task, the walk's error less the vote's in points of 100, mean and range over {len(next(iter(rows.values())))} shuffles, "
                 f"at ε = {epsilons[0]:g} and {epsilons[1]:g}: {means}. Ranges that cross zero: {', '.join(crossing) or 'none'}.")
