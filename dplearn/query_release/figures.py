"""Lecture 5's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from .. import _validate as check
from .. import query_release
from ..figures.style import COLORS, STYLE

BLUE, ORANGE, GREEN, PINK, GREY = (COLORS[role] for role in ("nonprivate", "private", "truth", "attack", "baseline"))
MOST_CELLS, MOST_PANELS, MOST_ANSWERS = 40, 4, 100_000


def _distribution(histogram):
    histogram = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    if not 2 <= len(histogram) <= MOST_CELLS:
        raise ValueError(f"histogram must have 2 to {MOST_CELLS} cells; got {len(histogram)}")
    return histogram


def _few(name, values, most=MOST_PANELS):
    if not 1 <= len(values) <= most:
        raise ValueError(f"{name} must be 1 to {most} in number; got {len(values)}")
    return values


def _texts(name, texts, wanted):
    texts = [check.text(f"each of {name}", text) for text in check.instance(name, texts, (list, tuple))]
    if len(texts) != wanted:
        raise ValueError(f"{name} must be {wanted} texts; got {len(texts)}")
    return texts


def distribution_and_queries(histogram, queries, *, names, cells) -> tuple[Figure, str]:
    """A data base as bars, and under each 0/1 query the part of them that it counts: a panel for each query.

    Parameters
    ----------
    histogram : array (X,), sums to 1, X in 2..40
    queries : array (k, X) of 0 and 1, k in 1..4
    names : k short texts
    cells : X short texts, written under the bars
    """
    histogram = _distribution(histogram)
    queries = _few("queries", check.array("queries", queries, (None, len(histogram)), low=0, high=1, integral=True))
    names, cells = _texts("names", names, len(queries)), _texts("cells", cells, len(histogram))
    answers = queries @ histogram
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 2.9))
        axes = fig.subplots(1, len(queries), sharey=True, squeeze=False)[0]
        for ax, query, name, answer in zip(axes, queries, names, answers):
            ax.bar(range(len(histogram)), histogram, color=np.where(query == 1, BLUE, "#DDDDDD"), edgecolor=GREY, linewidth=0.6)
            ax.set_xticks(range(len(histogram)), cells, fontsize=8)
            ax.set_title(f"{name}\n⟨q, p*⟩ = {answer:.3f}", fontsize=10)
            ax.grid(axis="x", visible=False)
        axes[0].set_ylabel("share of records")
        fig.tight_layout()
    said = "; ".join(f"{name}: {answer:.3f}" for name, answer in zip(names, answers))
    return fig, (f"The same histogram of {len(histogram)} cells {len(queries)} times; the bars that a query counts are blue, "
                 f"and their heights add up to its answer. {said}.")


def first_steps(histogram, queries, *, eta, steps) -> tuple[Figure, str]:
    """Multiplicative weights against the worst query, some steps side by side: p*, p^t, and the cells that lose weight.

    Parameters
    ----------
    histogram : array (X,), p*, sums to 1, X in 2..40
    queries : what `query_release.as_workload` takes, for X cells
    eta : float in [0.001, 20]
    steps : sequence of 1 to 4 steps in 1..500, increasing

    The titles give the error of the worst query, <q^t, p^t - p*>: it shows the data.
    """
    histogram, eta = _distribution(histogram), check.real("eta", eta, 0.001, 20)
    steps = _few("steps", check.array("steps", steps, (None,), low=1, high=500, integral=True))
    if (np.diff(steps) <= 0).any():
        raise ValueError(f"steps must increase; got {steps.tolist()}")
    queries = query_release.as_workload(queries)
    run = query_release.multiplicative_weights(histogram, queries, int(steps[-1]), eta=eta, keep=True)
    cell, said = np.arange(len(histogram)), []
    top = 1.05 * max(histogram.max(), run.trajectory[steps - 1].max())
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 2.9))
        axes = fig.subplots(1, len(steps), sharey=True, squeeze=False)[0]
        for ax, t in zip(axes, steps):
            query, error = queries.query(int(run.chosen[t - 1])), run.errors[t - 1]
            losers = query == query.max()
            ax.bar(cell[losers], np.full(losers.sum(), top), width=1, color=PINK, alpha=0.25, linewidth=0, label="loses weight")
            ax.bar(cell, run.trajectory[t - 1], width=1, color=BLUE, alpha=0.55, linewidth=0, label="pᵗ")
            ax.step(cell, histogram, where="mid", color=GREEN, linewidth=1.8, label="p*")
            ax.set_ylim(0, top)
            ax.set_xlabel("cell")
            ax.grid(axis="x", visible=False)
            said.append(f"t = {t}: error {error:.3f}")
            ax.set_title(said[-1], fontsize=10)
        axes[0].set_ylabel("share of records")
        handles, labels = axes[0].get_legend_handles_labels()
        fig.tight_layout(rect=(0, 0.1, 1, 1))
        fig.legend(handles, labels, loc="lower center", ncols=3, frameon=False, fontsize=9)
    return fig, ("Bars: the guess pᵗ; stepped line: the data p*; shaded: the cells from which the worst query takes weight, with its error. "
                 + "; ".join(said) + ".")


def online_answers(errors, updated, *, alpha) -> tuple[Figure, str]:
    """Answers given one at a time: how far each is off, and how many updates there were so far.

    Parameters
    ----------
    errors : array (k,), |answer - truth|, k in 2..100,000
    updated : array (k,) of 0 and 1, whether the answer was an update
    alpha : float in (0, 1), the threshold

    The errors show the data: for teaching.
    """
    errors = check.array("errors", errors, (None,), low=0, high=1e6)
    if not 2 <= len(errors) <= MOST_ANSWERS:
        raise ValueError(f"errors must be 2 to {MOST_ANSWERS} in number; got {len(errors)}")
    updated = check.array("updated", updated, errors.shape, low=0, high=1, integral=True) == 1
    alpha, asked = check.fraction("alpha", alpha), np.arange(1, len(errors) + 1)
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.1))
        left, right = fig.subplots(1, 2, width_ratios=(2, 1))
        left.plot(asked[~updated], errors[~updated], ".", color=BLUE, markersize=3, alpha=0.4, label="answer from pᵗ")
        left.plot(asked[updated], errors[updated], "D", color=ORANGE, markersize=5, label="update: noisy answer")
        left.axhline(alpha, color=GREY, linewidth=1.4, label=f"α = {alpha:g}")
        left.set_ylim(0, 1.35 * max(alpha, errors.max()))
        left.set_ylabel("|answer − truth|")
        left.legend(loc="upper right", ncols=3, frameon=False, fontsize=8, columnspacing=1, handletextpad=0.4)
        right.step(asked, np.cumsum(updated), where="post", color=ORANGE)
        right.set_ylim(bottom=0)
        right.set_ylabel("updates so far")
        for ax in (left, right):
            ax.set_xscale("log")
            ax.set_xlim(0.8, 1.25 * len(errors))
            ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
            ax.set_xlabel("question")
        fig.tight_layout()
    last = int(asked[updated][-1]) if updated.any() else 0
    return fig, (f"Left: how far each of {len(errors):,} answers is off, by question, those from the public histogram and the updates; "
                 f"the largest error is {errors.max():.3f}, at a threshold of {alpha:g}. Right: {updated.sum():,} updates, "
                 f"the last of them at question {last:,}.")


def release_spread(panels: dict, *, learned) -> tuple[Figure, str]:
    """Worst errors of many releases by each of some ways, a panel for each setting: a dot a release, a bar at the mean.

    Parameters
    ----------
    panels : dict of 1 to 4 titles, each with a dict of 1 to 8 ways, each with errors (releases,), 1 to 1000 of them, > 0
    learned : names of the ways that learn a histogram; these are orange, all others grey

    The errors show the data: for teaching.
    """
    titles = _few("panels", list(check.instance("panels", panels, dict)))
    ways, said, found = _few("ways", list(check.instance("panels", panels[titles[0]], dict)), 8), [], {}
    for title, rows in panels.items():
        if list(check.instance("panels", rows, dict)) != ways:
            raise ValueError(f"panels must have the same ways, {ways}; got {list(rows)}")
        found[check.text("each of panels", title)] = {
            way: _few("errors", check.array(f"errors of {check.text('each way', way)}", errors, (None,), low=1e-12, high=1e6), 1000)
            for way, errors in rows.items()}
    for way in check.instance("learned", learned, (list, tuple)):
        check.choice("learned", way, ways)
    everything = np.concatenate([errors for rows in found.values() for errors in rows.values()])
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 0.9 + 0.42 * len(ways)))
        axes = fig.subplots(1, len(titles), sharey=True, sharex=True, squeeze=False)[0]
        for ax, (title, rows) in zip(axes, found.items()):
            for height, way in enumerate(ways[::-1]):
                errors, color = rows[way], ORANGE if way in learned else GREY
                ax.plot(errors, np.full(len(errors), height), "o", color=color, markersize=5, alpha=0.4, markeredgewidth=0)
                ax.plot([errors.mean()] * 2, [height - 0.34, height + 0.34], color="black", linewidth=1.6)
            ax.set(xscale="log", ylim=(-0.6, len(ways) - 0.4), xlim=(everything.min() / 1.6, everything.max() * 1.6))
            ax.set_yticks(range(len(ways)), ways[::-1])
            ax.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
            ax.set_title(title, fontsize=10)
            ax.set_xlabel("worst error of a release")
            ax.grid(axis="y", visible=False)
            said.append(f"{title}: " + "; ".join(f"{way} {rows[way].mean():.4f} ({rows[way].min():.4f} to {rows[way].max():.4f})" for way in ways))
        fig.tight_layout()
    return fig, f"A dot for the worst error of each release, a bar at the mean of {len(next(iter(found[titles[0]].values())))}. " + ". ".join(said) + "."
