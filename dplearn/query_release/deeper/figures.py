"""What the companions of lecture 5 add to `dplearn.query_release.figures`."""

from __future__ import annotations

import numpy as np

from ...figures.plots import BLACK, BLUE, FAINT, GREEN, GREY, ORANGE, PINK, plots
from ...figures.style import spread_labels


def errors_by_size(panels: dict):
    """Mean worst errors of ways to release, by the size of the universe, a panel for each setting; names at the right.

    Parameters
    ----------
    panels : dict of 1 to 3 titles, each with a dict of the same 1 to 7 ways, each with errors {bits: error > 0}, the
        same 2 to 40 bits for all
    """
    first = next(iter(panels.values()))
    bits = list(next(iter(first.values())))
    found = np.array([[list(row.values()) for row in rows.values()] for rows in panels.values()])
    colors, said = (ORANGE, PINK, GREEN, GREY, FAINT, BLUE, BLACK), []
    with plots(3.6, columns=len(panels), sharey=True) as (fig, axes):
        for ax, title, rows in zip(axes, panels, found):
            for way, errors, color in zip(first, rows, colors):
                ax.plot(bits, errors, "o-", color=color, linewidth=1.4, markersize=3.5)
            ax.set(title=title, yscale="log", ylim=(found.min() / 1.3, found.max() * 1.3), xlabel="bits of a record",
                   xticks=bits[::2])
            ax.yaxis.set_major_formatter("{x:g}")
            ranges = (f"{way} {errors[0]:.4f} to {errors[-1]:.4f}" for way, errors in zip(first, rows))
            said.append(f"{title}: {'; '.join(ranges)}")
        axes[0].set_ylabel("worst error, mean of the releases")
        low, high = np.log([found.min() / 1.3, found.max() * 1.3])
        names = [{"s": way, "v": (np.log(errors[-1]) - low) / (high - low), "color": color}
                 for way, errors, color in zip(first, found[-1], colors)]
        for name in spread_labels(sorted(names, key=lambda name: name["v"]), 0.06):
            axes[-1].text(1.03, name.pop("v"), transform=axes[-1].transAxes, va="center", fontsize=9, **name)
    return fig, (f"Mean worst errors from {bits[0]} to {bits[-1]} bits, a curve for each way to release. "
                 f"{'. '.join(said)}.")
