"""Lecture 1's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import wraps

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from .. import _validate as check
from . import occam, occam_engine
from ..concepts import Thresholds
from ..figures.style import COLORS, STYLE

BLUE, GREY, RED, GREEN = COLORS["nonprivate"], COLORS["baseline"], COLORS["private"], COLORS["truth"]


def _styled(function):
    """Draw inside the course's style."""
    @wraps(function)
    def drawn(*args, **kwargs):
        with matplotlib.rc_context(STYLE):
            return function(*args, **kwargs)
    return drawn


def _panels(name: str, value, most: int) -> dict:
    """A dictionary with 1 to `most` panels, title to content."""
    if not isinstance(value, dict) or not 1 <= len(value) <= most:
        raise ValueError(f"{name} must be a dict with 1 to {most} titles; got {value!r}")
    return value


@_styled
def and_lattice(d: int, survivors: dict) -> tuple[Figure, str]:
    """All 2^d ANDs in rows by their number of bits, once for each sample; the consistent ones are filled.

    Parameters
    ----------
    d : int, 1 .. 8
        Number of bits.
    survivors : dict
        Title of a panel to the bool mask (2^d,) of consistent hypotheses, in the class's order.
    """
    d = check.integer("d", d, 1, 8)
    survivors = {title: check.labels("survivors", mask, 1 << d) for title, mask in _panels("survivors", survivors, 3).items()}
    fig = Figure(figsize=(8.1, 3.5))
    axes = fig.subplots(1, len(survivors), squeeze=False)[0]
    sizes = np.bitwise_count(np.arange(1 << d)).astype(int)
    for ax, (title, consistent) in zip(axes, survivors.items()):
        for size in range(d + 1):
            row = np.flatnonzero(sizes == size)
            place = (np.arange(row.size) - (row.size - 1) / 2) * 1.0
            alive = consistent[row]
            ax.plot(place[~alive], np.full((~alive).sum(), size), "x", color=GREY, markersize=4.5, markeredgewidth=1)
            ax.plot(place[alive], np.full(alive.sum(), size), "o", color=BLUE, markersize=6.5)
            for x, mask in zip(place, row):
                if size <= 1 or size == d:
                    name = "1" if size == 0 else ("all bits" if size == d else f"$x_{int(mask).bit_length()}$")
                    ax.annotate(name, (x, size), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=8)
        ax.set_title(f"{title}: {consistent.sum()} of {1 << d} fit", fontsize=10)
        ax.set_ylim(-0.5, d + 0.8)
        ax.set_yticks(range(d + 1))
        ax.set_xticks([])
        ax.grid(False)
        for side in ("left", "bottom"):
            ax.spines[side].set_visible(False)
        ax.tick_params(length=0)
        ax.set_ylabel("bits in the AND" if ax is axes[0] else "")
    fig.tight_layout()
    words = "; ".join(f"{t}: {int(np.sum(m))} of {1 << d} fit" for t, m in survivors.items())
    return fig, f"The {1 << d} ANDs of {d} bits in rows by their size; dots fit the sample, crosses are ruled out. {words}."


@_styled
def number_line(N: int, x: np.ndarray, y: np.ndarray, target: int) -> tuple[Figure, str]:
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
    fig = Figure(figsize=(7.6, 2.1))
    ax = fig.add_axes([0.03, 0.3, 0.94, 0.5])
    ax.axhline(0, color="#333333", linewidth=1)
    ax.add_patch(Rectangle((low, -0.35), high + 1 - low, 0.7, color=BLUE, alpha=0.18, linewidth=0))
    # Equal doses stand on one another, and white edges part neighbors: every example is seen.
    order, height = np.argsort(x, kind="stable"), np.zeros(x.size)
    height[order] = np.minimum(0.25 * (np.arange(x.size) - np.searchsorted(x[order], x[order])), 0.75)
    ax.plot(x[y], height[y], "s", color=RED, markeredgecolor="white", markersize=7)
    ax.plot(x[~y], height[~y], "o", color="white", markeredgecolor="#333333", markersize=7)
    ax.plot([target + 0.5] * 2, [-0.5, 0.95], color=GREEN, linewidth=1.6, linestyle="--")
    right = target > 0.6 * N
    ax.annotate(f"target {target}", (target + 0.5, 0.8), xytext=(-5 if right else 5, 0), textcoords="offset points", color=GREEN, fontsize=9,
                ha="right" if right else "left", va="center")
    ax.annotate(f"cuts that fit: {low} … {high}", ((low + high + 1) / 2, -0.8), color=BLUE, fontsize=9, ha="center", va="center")
    ax.set_xlim(0, N + 1)
    ax.set_ylim(-1, 1)
    ax.set_yticks([])
    ax.grid(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel("dose x    (square: fell ill, ring: stayed well)")
    ax.set_title(f"{len(x)} examples leave {high - low + 1} of {N + 1} cuts", fontsize=10)
    return fig, f"A line from 1 to {N} with {len(x)} labeled doses. The cuts from {low} to {high} fit all of them; the target is {target}."


@_styled
def interval_dichotomies(sets: Sequence[Sequence[float]]) -> tuple[Figure, str]:
    """Every labeling of some points on the line, and an interval that makes it, or a cross where none does.

    Parameters
    ----------
    sets : sequence of sequences of distinct numbers
        Each set of points, increasing, at most four points in each.
    """
    if not isinstance(sets, (list, tuple)):
        raise ValueError(f"sets must be a list of sets of points; got {sets!r}")
    sets = [np.sort(check.array("sets", s, (None,), low=-1e6, high=1e6)) for s in sets]
    if not 1 <= len(sets) <= 3 or any(s.size > 4 or (np.diff(s) <= 0).any() for s in sets):
        raise ValueError("sets must be 1 to 3 sets of 1 to 4 distinct numbers")
    rows = max(1 << s.size for s in sets)
    fig = Figure(figsize=(3.7 * len(sets), 0.36 * rows + 0.7))
    axes = fig.subplots(1, len(sets), squeeze=False)[0]
    found = []
    for ax, points in zip(axes, sets):
        possible = 0
        for row, bits in enumerate(range(1 << points.size)):
            label = (bits >> np.arange(points.size)) & 1 == 1
            ones = np.flatnonzero(label)
            fits = ones.size == 0 or ones.size == ones[-1] - ones[0] + 1
            possible += fits
            _dichotomy_row(ax, points, label, fits, -row)
        found.append(f"{points.size} points: {possible} of {1 << points.size}")
        ax.set_title(f"{points.size} points: {possible} of {1 << points.size} labelings", fontsize=10)
        ax.set_xlim(points[0] - 3.2, points[-1] + 1.5)
        ax.set_ylim(-rows + 0.3, 0.7)
        ax.axis("off")
    fig.tight_layout()
    return fig, "Labelings of points on a line that an interval can make. " + "; ".join(found) + ". A cross marks a labeling that no interval makes."


def _dichotomy_row(ax, points, label, fits, height):
    ax.plot([points[0] - 1.2, points[-1] + 1.2], [height, height], color="#BBBBBB", linewidth=0.8, zorder=0)
    if fits and label.any():
        left, right = points[label].min() - 0.45, points[label].max() + 0.45
        ax.plot([left, right], [height, height], color=BLUE, linewidth=7, alpha=0.3, solid_capstyle="butt", zorder=1)
    ax.plot(points[label], np.full(label.sum(), height), "o", color=BLUE if fits else RED, markersize=6.5)
    ax.plot(points[~label], np.full((~label).sum(), height), "o", color="white", markeredgecolor="#333333", markersize=6.5)
    text = "".join("1" if v else "0" for v in label)
    ax.text(points[0] - 3.1, height, text + ("" if fits else "  ✗"), fontsize=9, va="center", color="#333333" if fits else RED, family="DejaVu Sans Mono")


@_styled
def survivors_map(worlds: dict, alpha: float, runs: int, seed: int) -> tuple[Figure, str]:
    """Which bad hypotheses still fit after n examples: one row a run, one column a bad hypothesis.

    Parameters
    ----------
    worlds : dict
        Title to (`dplearn.occam.World`, n): the world and the number of examples in a sample.
    alpha : float
        Error above which a hypothesis is bad.
    runs : int
        Rows of the picture.
    seed : int
        Of the runs' stream.

    Notes
    -----
    Thresholds stand in their own order, with a line where the target and the good cuts would be; of other classes no order means anything.
    """
    alpha, runs, seed = check.fraction("alpha", alpha), check.integer("runs", runs, 1, 500), check.integer("seed", seed, 0)
    fig = Figure(figsize=(8.1, 3.7))
    words = []
    for ax, (title, content) in zip(fig.subplots(1, len(_panels("worlds", worlds, 3)), squeeze=False)[0], worlds.items()):
        if not isinstance(content, tuple) or len(content) != 2:
            raise ValueError(f"worlds must map titles to (world, n); got {content!r}")
        world, n = check.instance("worlds", content[0], occam.World), check.integer("worlds", content[1], 1)
        bad = np.flatnonzero(world.bad(alpha))
        if not bad.size:
            raise ValueError(f"alpha must leave some hypothesis bad in each world; got {alpha} for {title!r}")
        seen = occam_engine.first_seen_times(world.p, np.random.default_rng(seed), runs)
        alive = world.concept_class.rejection_times(seen, world.target)[:, bad] > n
        failed = int(alive.any(axis=1).sum())
        crowd = alive.sum() / max(failed, 1)
        ax.imshow(np.where(alive, 1.0, 0.0), aspect="auto", cmap=matplotlib.colors.ListedColormap(["#F2F2F2", RED]), vmin=0, vmax=1, interpolation="nearest")
        ax.set_title(f"{title}, n = {n}\n{failed} of {runs} samples fail, {crowd:.1f} survivors each", fontsize=9.5)
        if isinstance(world.concept_class, Thresholds):
            place = np.searchsorted(bad, world.target) - 0.5
            ax.axvline(place, color=GREEN, linewidth=1.6, linestyle="--")
            ax.annotate("target (good cuts left out)", (place, runs - 1), xytext=(5, 2), textcoords="offset points", color=GREEN, fontsize=9)
            ax.set_xlabel(f"the {bad.size} bad cuts, from low to high")
        else:
            ax.set_xlabel(f"the {bad.size} bad hypotheses, in any order")
        ax.set_ylabel("one row a sample")
        ax.set_xticks([])
        ax.set_yticks([])
        ax.grid(False)
        words.append(f"{title}, {n} examples: {failed} of {runs} samples fail, with {crowd:.1f} bad survivors each on average")
    fig.tight_layout()
    return fig, "Bad hypotheses that still fit, one row a sample. " + "; ".join(words) + "."
