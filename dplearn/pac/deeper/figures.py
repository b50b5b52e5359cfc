"""What the companions of lecture 1 add to `dplearn.pac.figures`."""

from __future__ import annotations

import math

import numpy as np

from ... import _validate as check
from ...figures.plots import BLUE, GREY, bare, note, plots


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
