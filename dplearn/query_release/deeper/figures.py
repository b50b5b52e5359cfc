"""Drawings of releases.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from ...experiment import number_text
from ...figures.plots import GREY, ORANGE, plots
from ...figures.style import sheet
from .curator import Released

LEAST_ERROR = 1e-4  # errors below are drawn on the floor of their axis


def desk_figure(release: Released, account: str, left: float, tank: float):
    """A release of the census as a figure, and in words: the worst error in every table, beside independent Laplace
    answers at the same budget and the uniform distribution.

    Parameters
    ----------
    release : Released
        It knows the truth, so the figure is the curator's view and no part of the release.
    account : a sentence on what has been spent so far; left, tank : ε that is left, of the ε there was.
    """
    account = f"{account} ε = {left:.4g} of {tank:g} is left in the tank."
    with sheet(8.1, 3.9) as fig:
        ax = fig.add_axes([0.1, 0.1, 0.885, 0.66])
        for name, errors in release.table_errors().items():
            worst, places, label = np.maximum(errors, LEAST_ERROR), np.arange(len(errors)), release.labels[name]
            if name == "released":
                ax.bar(places, worst, width=0.9, color=ORANGE, label=label)
            else:
                ax.hlines(worst, places - 0.5, places + 0.5, color="#666666", label=label,
                          linewidth=1.6 if name == "laplace" else 0.8)
        ax.set(yscale="log", xlim=(-0.5, len(worst) - 0.5), ylim=(LEAST_ERROR, 1), xticks=[],
               xlabel=f"{len(worst):,} table{'s' * (len(worst) > 1)}", ylabel="worst error in each table")
        ax.yaxis.set_major_formatter("{x:g}")
        ax.minorticks_off()
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False)
        fig.text(0.012, 0.955, release.message, fontsize=10.5, fontweight="bold", va="center")
        fig.text(0.012, 0.895, account, fontsize=9, va="center", color="#555555")
    said = ", ".join(f"{release.labels[name]} {number_text(errors.max())} (mean {number_text(errors.mean())})"
                     for name, errors in release.errors().items())
    return fig, f"{release.message}. {account} Worst errors over {len(release.truth):,} questions: {said}."


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
