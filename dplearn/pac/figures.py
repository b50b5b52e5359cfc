"""Lecture 1's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .. import _validate as check
from ..concepts import Thresholds
from ..figures.plots import BLUE, GREEN, GREY, INK, ORANGE, bare, note, plots
from . import occam, occam_engine

RING = {"marker": "o", "linestyle": "none", "color": "white", "markeredgecolor": INK}


def and_lattice(d: int, survivors: dict):
    """All 2^d ANDs in rows by their number of bits, once for each sample; the consistent ones are filled.

    Parameters
    ----------
    d : int, 1 .. 8
        Number of bits.
    survivors : dict
        Title of a panel to the bool mask (2^d,) of consistent hypotheses, in the class's order.
    """
    d = check.integer("d", d, 1, 8)
    check.integer("the number of survivors", len(check.instance("survivors", survivors, dict)), 1, 3)
    survivors = {title: check.labels("survivors", mask, 1 << d) for title, mask in survivors.items()}
    sizes = np.bitwise_count(np.arange(1 << d)).astype(int)
    place = np.zeros(1 << d)
    for size in range(d + 1):
        place[sizes == size] = np.arange(math.comb(d, size)) - (math.comb(d, size) - 1) / 2
    said = [f"{title}: {alive.sum()} of {1 << d} fit" for title, alive in survivors.items()]
    with plots(3.5, columns=len(survivors), sharey=True) as (fig, axes):
        for ax, title, alive in zip(axes, said, survivors.values()):
            ax.plot(place[~alive], sizes[~alive], "x", color=GREY, markersize=4.5, markeredgewidth=1)
            ax.plot(place[alive], sizes[alive], "o", color=BLUE, markersize=6.5)
            for mask in np.flatnonzero((sizes <= 1) | (sizes == d)):
                name = "1" if mask == 0 else "all bits" if sizes[mask] == d else f"$x_{int(mask).bit_length()}$"
                note(ax, name, (place[mask], sizes[mask]), (0, 7), ha="center")
            bare(ax, "left", "bottom")
            ax.set(ylim=(-0.5, d + 0.8), yticks=range(d + 1), xticks=[], title=title)
        axes[0].set_ylabel("bits in the AND")
    return fig, (f"The {1 << d} ANDs of {d} bits in rows by their size; dots fit the sample, crosses are ruled out. "
                 f"{'; '.join(said)}.")


def number_line(N: int, x: np.ndarray, y: np.ndarray, target: int):
    """Examples of a threshold on 1..N, the stretch of consistent cuts, and the target.

    Parameters
    ----------
    N : int
        Length of the line.
    x, y : arrays, shape (n,)
        Examples and their labels [x <= target].
    target : int, 0 .. N
    """
    N = check.integer("N", N, 1, 10_000)
    x, target = check.array("x", x, (None,), low=1, high=N, integral=True), check.integer("target", target, 0, N)
    y = check.labels("y", y, x.size)
    if (y != (x <= target)).any():
        raise ValueError(f"y must be the labels [x <= target] with target = {target}; got others")
    low, high = int(x[y].max(initial=0)), int(x[~y].min(initial=N + 1)) - 1
    # Equal doses stand on one another, and white edges part neighbors: every example is seen.
    order, height = np.argsort(x, kind="stable"), np.zeros(x.size)
    height[order] = np.minimum(0.25 * (np.arange(x.size) - np.searchsorted(x[order], x[order])), 0.75)
    side = -1 if target > 0.6 * N else 1
    with plots(2.1, width=7.6) as (fig, (ax,)):
        ax.axhline(0, color=INK, linewidth=1)
        ax.bar((low + high + 1) / 2, 0.7, high + 1 - low, -0.35, color=BLUE, alpha=0.18, linewidth=0, zorder=1)
        ax.plot(x[y], height[y], "s", color=ORANGE, markeredgecolor="white", markersize=7)
        ax.plot(x[~y], height[~y], **RING, markersize=7)
        ax.plot([target + 0.5] * 2, [-0.5, 0.95], color=GREEN, linewidth=1.6, linestyle="--")
        note(ax, f"target {target}", (target + 0.5, 0.8), (5 * side, 0), color=GREEN, va="center",
             ha="left" if side > 0 else "right")
        ax.text((low + high + 1) / 2, -0.8, f"cuts that fit: {low} … {high}", color=BLUE, ha="center", va="center")
        bare(ax, "left", "bottom")
        ax.tick_params(axis="x", length=3.5)
        ax.set(xlim=(0, N + 1), ylim=(-1, 1), yticks=[], xlabel="dose x    (square: fell ill, ring: stayed well)",
               title=f"{len(x)} examples leave {high - low + 1} of {N + 1} cuts")
    return fig, (f"A line from 1 to {N} with {len(x)} labeled doses. The cuts from {low} to {high} fit all of them; "
                 f"the target is {target}.")


def interval_dichotomies(sets: Sequence[Sequence[float]]):
    """Every labeling of some points on the line, and an interval that makes it, or a cross where none does.

    Parameters
    ----------
    sets : sequence of sequences of distinct numbers
        Each set of points, increasing, at most four points in each.
    """
    sets = [np.sort(check.array("sets", s, (None,), low=-1e6, high=1e6))
            for s in check.instance("sets", sets, (list, tuple))]
    if not 1 <= len(sets) <= 3 or any(s.size > 4 or (np.diff(s) <= 0).any() for s in sets):
        raise ValueError("sets must be 1 to 3 sets of 1 to 4 distinct numbers")
    rows, found = max(1 << s.size for s in sets), []
    with plots(0.36 * rows + 0.7, columns=len(sets), width=3.7 * len(sets)) as (fig, axes):
        for ax, points in zip(axes, sets):
            labels = (np.arange(1 << points.size)[:, None] >> np.arange(points.size)) & 1 == 1
            possible = sum(_dichotomy_row(ax, points, label, -row) for row, label in enumerate(labels))
            found.append(f"{points.size} points: {possible} of {len(labels)}")
            ax.set(xlim=(points[0] - 3.2, points[-1] + 1.5), ylim=(-rows + 0.3, 0.7), title=f"{found[-1]} labelings")
            ax.axis("off")
    return fig, (f"Labelings of points on a line that an interval can make. {'; '.join(found)}. A cross marks a "
                 f"labeling that no interval makes.")


def _dichotomy_row(ax, points, label, height) -> bool:
    """One labeling; whether an interval makes it."""
    ones = np.flatnonzero(label)
    fits = ones.size == 0 or ones.size == ones[-1] - ones[0] + 1
    ax.hlines(height, points[0] - 1.2, points[-1] + 1.2, color="#BBBBBB", linewidth=0.8)
    if fits and ones.size:
        ax.hlines(height, points[ones[0]] - 0.45, points[ones[-1]] + 0.45, color=BLUE, linewidth=7, alpha=0.3)
    ax.plot(points[label], np.full(ones.size, height), "o", color=BLUE if fits else ORANGE, markersize=6.5)
    ax.plot(points[~label], np.full((~label).sum(), height), **RING, markersize=6.5)
    text = "".join("1" if v else "0" for v in label) + ("" if fits else "  ✗")
    ax.text(points[0] - 3.1, height, text, va="center", color=INK if fits else ORANGE, family="DejaVu Sans Mono")
    return fits


def survivors_map(worlds: dict, alpha: float, runs: int, seed: int):
    """Which bad hypotheses still fit after n examples: one row a run, one column a bad hypothesis.

    Parameters
    ----------
    worlds : dict
        Title to (`World`, n): the world and the number of examples in a sample.
    alpha : float
        Error above which a hypothesis is bad.
    runs : int
        Rows of the picture.
    seed : int
        Of the runs' stream.

    Notes
    -----
    Thresholds stand in their own order, with a line where the target and the good cuts would be; of other classes no
    order means anything.
    """
    from matplotlib.colors import to_rgb

    alpha, runs = check.fraction("alpha", alpha), check.integer("runs", runs, 1, 500)
    seed, words = check.integer("seed", seed, 0), []
    columns = check.integer("the number of worlds", len(check.instance("worlds", worlds, dict)), 1, 3)
    with plots(3.7, columns=columns) as (fig, axes):
        for ax, (title, content) in zip(axes, worlds.items()):
            if not isinstance(content, tuple) or len(content) != 2:
                raise ValueError(f"worlds must map titles to (world, n); got {content!r}")
            world, n = check.instance("worlds", content[0], occam.World), check.integer("worlds", content[1], 1)
            bad = np.flatnonzero(world.bad(alpha))
            if not bad.size:
                raise ValueError(f"alpha must leave some hypothesis bad in each world; got {alpha} for {title!r}")
            seen = occam_engine.first_seen_times(world.p, np.random.default_rng(seed), runs)
            alive = world.concept_class.rejection_times(seen, world.target)[:, bad] > n
            failed = int(alive.any(axis=1).sum())
            crowd = f"{alive.sum() / max(failed, 1):.1f}"
            ax.imshow(np.where(alive[..., None], to_rgb(ORANGE), 0.93), aspect="auto", interpolation="nearest")
            ax.set_title(f"{title}, n = {n}\n{failed} of {runs} samples fail, {crowd} survivors each", fontsize=9.5)
            order = "hypotheses, in any order"
            if isinstance(world.concept_class, Thresholds):
                order, place = "cuts, from low to high", np.searchsorted(bad, world.target) - 0.5
                ax.axvline(place, color=GREEN, linewidth=1.6, linestyle="--")
                note(ax, "target (good cuts left out)", (place, runs - 1), (5, 2), color=GREEN)
            ax.grid(False)
            ax.set(xlabel=f"the {bad.size} bad {order}", ylabel="one row a sample", xticks=[], yticks=[])
            words.append(f"{title}, {n} examples: {failed} of {runs} samples fail, with {crowd} bad survivors each on "
                         f"average")
    return fig, f"Bad hypotheses that still fit, one row a sample. {'; '.join(words)}."
