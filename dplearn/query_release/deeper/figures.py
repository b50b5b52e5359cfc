"""Drawings of releases.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from ...experiment import number_text
from ...figures.plots import GREEN, GREY, ORANGE, plots
from ...figures.style import sheet
from .curator import Released, column_words

CLOSE = 2  # the least factor between the heights of two names
ORANGE_INK = "#B24D00"  # legible as words
LEAST_ERROR = 1e-4  # errors below are drawn on the floor of their axis
BITS = ("no", "yes")


def desk_figure(release: Released, account: str, left: float, tank: float):
    """A release of the census as a figure, and in words.

    Left: the worst error in every table, beside independent Laplace answers at the same budget and the uniform
    distribution.  Right: the table that holds the worst error, released (bars) and true (marks).

    Parameters
    ----------
    release : Released
        It knows the truth, so the figure is the curator's view and no part of the release.
    account : a sentence on what has been spent so far; left, tank : ε that is left, of the ε there was.
    """
    account = f"{account} ε = {left:.4g} of {tank:g} is left in the tank."
    with sheet(8.1, 3.9) as fig:
        others = _errors(fig.add_axes([0.085, 0.135, 0.39, 0.61]), release)
        cells = _table(fig.add_axes([0.69, 0.135, 0.295, 0.61]), release)
        fig.text(0.012, 0.955, release.message, fontsize=10.5, fontweight="bold", va="center")
        fig.text(0.012, 0.895, account, fontsize=9, va="center", color="#555555")
    return fig, (f"{release.message}. {account} Worst errors over {len(release.truth):,} questions: {others}. "
                 f"Table of {', '.join(_columns(release))}: {cells}.")


def _columns(release: Released) -> list[str]:
    """The columns of the table with the worst error, as a reader writes them."""
    return [column_words(name) for name in release.table_columns(release.worst_table)]


def _percent(p: float) -> str:
    return f"{100 * p:.2f}%".replace("-", "−")


def _table(ax, release: Released) -> str:
    """The table with the worst error; its cells in words."""
    rows, names = release.rows(release.worst_table), _columns(release)
    released, truth = (answers[[q for _, q in rows]] for answers in (release.released, release.truth))
    y = np.arange(len(rows))[::-1]
    ax.barh(y, np.maximum(released, 0), height=0.56, color=ORANGE, alpha=0.75)
    ax.vlines(truth, y - 0.42, y + 0.42, color=GREEN, linewidth=2)
    ax.set(xlim=(0, 1.12 * max(truth.max(), released.max(), 0.01)), ylim=(-0.7, len(rows) - 0.3))
    ax.set_yticks(y, [", ".join(BITS[bit] for bit in bits) for bits, _ in rows])
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter(lambda v, _: f"{100 * v:g}%")
    ax.locator_params(axis="x", nbins=4)
    above = dict(transform=ax.transAxes, fontsize=8.5, va="bottom")
    ax.text(-0.04, 1.03, ",\n".join(names), ha="right", linespacing=1.1, **above)
    ax.text(0.04, 1.03, "bar: released", color=ORANGE_INK, **above)
    ax.text(1, 1.03, "mark: true", color="#00805d", ha="right", **above)
    return "; ".join(f"{', '.join(BITS[bit] for bit in bits)}: {_percent(r)}, true {_percent(t)}"
                     for (bits, _), r, t in zip(rows, released, truth))


def _errors(ax, release: Released) -> str:
    """The worst error in every table, as on the page; the worst and the mean over all questions in words."""
    looks, tops = {"laplace": ("#666666", 1.6), "uniform": ("#666666", 0.8)}, {}
    for name, errors in release.table_errors().items():
        worst = np.maximum(errors, LEAST_ERROR)
        places = np.arange(len(worst))
        if name == "released":
            ax.bar(places, worst, width=0.8 if len(worst) < 100 else 1, color=ORANGE)
        else:
            color, width = looks[name]
            ax.hlines(worst, places - 0.5, places + 0.5, color=color, linewidth=width)
        tops[name] = worst.max()
    ax.set(yscale="log", xlim=(-0.5, len(worst) - 0.5), ylim=(LEAST_ERROR, 1), xticks=[])
    ax.yaxis.set_major_formatter("{x:g}")
    ax.minorticks_off()
    ax.grid(axis="x", visible=False)
    ax.set_xlabel(f"{len(worst):,} table{'s' * (len(worst) > 1)}")
    ax.text(0, 1.03, "worst error in each table", transform=ax.transAxes, fontsize=9.5, va="bottom")
    # a name stands above the highest of its marks, moved up where the one below is close
    height = 0.0
    for name, top in sorted(tops.items(), key=lambda one: one[1]):
        height = min(max(1.15 * top, CLOSE * height), 0.55)
        ax.text(0.02, height, release.labels[name], transform=ax.get_yaxis_transform(), fontsize=9, va="bottom",
                color=ORANGE_INK if name == "released" else "#555555",
                bbox={"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.5})
    return ", ".join(f"{release.labels[name]} {number_text(errors.max())} (mean {number_text(errors.mean())})"
                     for name, errors in release.errors().items())


def release_spread(panels: dict, *, learned):
    """Worst errors of many releases by each of some ways, a panel for each setting: a dot a release, a bar at the mean.

    Parameters
    ----------
    panels : dict of 1 to 4 titles, each with a dict of the same 1 to 12 ways, each with errors (releases,) > 0
    learned : names of the ways that learn a histogram; these are orange, all others grey

    The errors show the data: for teaching.
    """
    first, said = list(next(iter(panels.values()))), []
    found = np.array([list(rows.values()) for rows in panels.values()])
    with plots(0.9 + 0.42 * len(first), columns=len(panels), sharex=True, sharey=True) as (fig, axes):
        for ax, title, rows in zip(axes, panels, found):
            for way, errors in zip(first, rows):
                ax.plot(errors, [way] * len(errors), "o", color=ORANGE if way in learned else GREY, markersize=5,
                        alpha=0.4, markeredgewidth=0)
            ax.plot(rows.mean(axis=1), first, "k|", markersize=20, markeredgewidth=1.6)
            ax.set(title=title, xscale="log", xlim=(found.min() / 1.6, found.max() * 1.6),
                   ylim=(len(first) - 0.4, -0.6), xlabel="worst error of a release")
            ax.xaxis.set_major_formatter("{x:g}")
            ax.grid(axis="y", visible=False)
            ranges = (f"{way} {errors.mean():.4f} ({errors.min():.4f} to {errors.max():.4f})"
                      for way, errors in zip(first, rows))
            said.append(f"{title}: {'; '.join(ranges)}")
    return fig, (f"A dot for the worst error of each release, a bar at the mean of {found.shape[-1]}. "
                 f"{'. '.join(said)}.")
