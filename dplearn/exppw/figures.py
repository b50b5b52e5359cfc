"""Lecture 7's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from .. import _validate as check
from .. import exppw
from ..figures.plots import BLUE, GREEN, GREY, ORANGE, PINK, plots

MOST_EXAMPLES = 60
LEGEND = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2, "borderaxespad": 0}


def _walked(y_sorted, clamp):
    """Labels, clamp and walk of a sample that is small enough to draw."""
    y, clamp = check.labels("y_sorted", y_sorted), check.integer("clamp", clamp, 1, MOST_EXAMPLES)
    check.integer("the length of y_sorted", len(y), 2, MOST_EXAMPLES)
    return y, clamp, exppw.projected_walk(y, clamp)


@contextmanager
def _walk_panels(clamp, below_it, ticks):
    """A walk within its clamp, and something of it under it, by example."""
    with plots(3.9, 2, sharex=True, height_ratios=(4, 1)) as (fig, (top, below)):
        for edge in (-clamp, clamp):
            top.axhline(edge, color=GREY, linewidth=1, linestyle=(0, (3, 2.5)))
        yield fig, top, below
        top.set_ylabel("walk v")
        top.legend(**LEGEND)
        below.set(ylabel=below_it, ylim=(ticks[0] - 0.4, ticks[-1] + 0.4), yticks=ticks,
                  xlabel="examples taken, in the order of x")
        fig.align_ylabels()


def walk_and_neighbor(y_sorted, removed, *, clamp):
    """A walk example by example, the walk without one of the examples, and under them how far apart the two are.

    Parameters
    ----------
    y_sorted : array (n,) of 0/1, n in 2..60
    removed : int in 0..n-1, the example that leaves
    clamp : int in 1..60
    """
    y, clamp, walk = _walked(y_sorted, clamp)
    removed = check.integer("removed", removed, 0, len(y) - 1)
    other = exppw.projected_walk(np.delete(y, removed), clamp)
    other = np.insert(other, removed + 1, other[removed])          # where the example was, the neighbor's walk waits
    apart, places, floor = walk - other, np.arange(len(y) + 1), -clamp - 0.17 * (2 * clamp + 1)
    with _walk_panels(clamp, "v − v'", (-1, 0, 1)) as (fig, top, below):
        top.step(places, other, where="post", color=PINK, label=f"without example {removed + 1}", linewidth=2.6)
        top.step(places, walk, where="post", color="black", label="the walk", linewidth=1.4)
        for label, marker in ((y, "^"), (~y, "v")):
            top.plot(places[1:][label], np.full(label.sum(), floor), marker, color=GREY, markersize=4)
        top.plot(removed + 1, floor, "o", color=PINK, markersize=11, fillstyle="none", clip_on=False)
        top.set_ylim(-clamp - 0.27 * (2 * clamp + 1), clamp + 0.3)
        below.step(places, apart, where="post", color=PINK, linewidth=2)
        below.set_xlim(0, len(y) + 0.6)
    return fig, (f"Above, the walk through {len(y)} labels, kept within {clamp} of 0, and the walk without example "
                 f"{removed + 1}; triangles point up for label 1. Below, their difference: 0 for the first {removed} "
                 f"examples, then at most {np.abs(apart).max()}; at the end {apart[-1]}.")


def one_band(y_sorted, band, *, clamp, k):
    """The walk with the steps of one band, between heights `band` and `band` + 1, and under it the best function and
    its mistakes.

    Parameters
    ----------
    y_sorted : array (n,) of 0/1, n in 2..60
    band : int in -clamp..clamp-1
    clamp : int in 1..60
    k : int in 0..60, changes of the best function, which says 0 first
    """
    y, clamp, walk = _walked(y_sorted, clamp)
    band, k = check.integer("band", band, -clamp, clamp - 1), check.integer("k", k, 0, MOST_EXAMPLES)
    places = np.arange(len(y) + 1)
    inside = (np.minimum(walk[1:], walk[:-1]) == band) & (walk[1:] != walk[:-1])
    says = np.searchsorted(exppw.best_intervals(places[1:], y, k)[1], places[1:], side="right") % 2 == 1
    ups, downs, wrong = (np.flatnonzero(inside & which) for which in (y, ~y, says != y))
    with _walk_panels(clamp, "best", (0, 1)) as (fig, top, below):
        top.axhspan(band, band + 1, color=GREY, alpha=0.25, linewidth=0)
        top.plot(places, walk, color="black", linewidth=1.2)
        for at, color, marker, name in ((ups, ORANGE, "^", "up, label 1"), (downs, BLUE, "v", "down, label 0")):
            top.plot([at, at + 1], [walk[at], walk[at + 1]], color=color, linewidth=2.6)
            top.plot(at + 0.5, np.full(len(at), band + 0.5), marker, color=color, markersize=7,
                     label=f"{name} ({len(at)})")
        top.set_ylim(-clamp - 0.6, clamp + 0.6)
        below.step(places, np.append(says, says[-1]), where="post", color=GREEN, linewidth=2)
        below.plot(wrong + 0.5, y[wrong], "x", color="black", markersize=7, markeredgewidth=1.8)
        below.set_xlim(0, len(y))
    return fig, (f"The walk through {len(y)} labels within {clamp} of 0. Steps between heights {band} and {band + 1}, "
                 f"in turn: up {len(ups)}, down {len(downs)}. Below, the best function with at most k = {k} changes; "
                 f"crosses: its mistakes on these steps, {len(wrong)}.")


def walk_against_vote(gaps, epsilons):
    """How much more often the walk errs than the vote, a row for each task: the mean and the range over shuffles.

    Parameters
    ----------
    gaps : dict, name of a task -> array (shuffles, 2), for each ε the walk's error less the vote's
    epsilons : pair of floats
    """
    check.integer("the number of gaps", len(check.instance("gaps", gaps, dict)), 1)
    epsilons = check.array("epsilons", epsilons, (2,), low=0)
    rows = {check.text("gaps", name): 100 * check.array("gaps", values, (None, 2), low=-1, high=1)
        for name, values in gaps.items()}
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
               xlabel="walk's error less the vote's, in points of 100 (right: the vote is better)")
        ax.grid(axis="y", visible=False)
        ax.legend(**LEGEND)
    means = "; ".join(f"{name} {one:+.1f} and {other:+.1f}" for name, (one, other) in zip(rows, mean))
    crossing = [f"{name} at ε = {epsilon:g}" for j, epsilon in enumerate(epsilons) for i, name in enumerate(rows)
                if low[i, j] < 0 < high[i, j]]
    return fig, (f"For each task, the walk's error less the vote's in points of 100, mean and range over "
                 f"{len(next(iter(rows.values())))} shuffles, at ε = {epsilons[0]:g} and {epsilons[1]:g}: {means}. "
                 f"Ranges that cross zero: {', '.join(crossing) or 'none'}.")
