"""The drawing of the errata lecture: what became of the statements, source by source."""

from __future__ import annotations

from collections import Counter

import matplotlib
from matplotlib.figure import Figure

from ..statement import SOURCES, Verdict
from ..statement import COLORS, SIGNS
from .style import STYLE

SAID = {Verdict.HOLDS: "holds", Verdict.TYPO: "slip of the pen", Verdict.ASYMPTOTIC: "up to constants",
        Verdict.GAP: "another proof",
        Verdict.LIMITED: "lost condition", Verdict.FALSE: "false"}

HATCHED = {Verdict.LIMITED: "///"}  # it has the color of a slip of the pen


def verdicts(statements) -> tuple[Figure, str]:
    """A bar for each source, cut by verdict; our own additions to a source are left out."""
    printed = [s for s in statements if s.verdict in SAID]
    count = Counter((s.source, s.verdict) for s in printed)
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.1))
        ax = fig.subplots()
        for row, source in enumerate(SOURCES):
            left = 0
            for verdict in SAID:
                n = count[source, verdict]
                if n:
                    ax.barh(row, n, left=left, color=COLORS[verdict], edgecolor="white", hatch=HATCHED.get(verdict),
                            linewidth=1.5, height=0.72)
                    ax.text(left + n / 2, row, f"{SIGNS[verdict]} {n}", ha="center", va="center", fontsize=9,
                            color="black",
                            bbox={"facecolor": COLORS[verdict], "edgecolor": "none", "pad": 1.5} if verdict in HATCHED
                            else None)
                left += n
        for verdict in SAID:
            ax.barh(0, 0, color=COLORS[verdict], edgecolor="white", hatch=HATCHED.get(verdict),
                    label=f"{SIGNS[verdict]} {SAID[verdict]}")
        ax.set_yticks(range(len(SOURCES)), list(SOURCES))
        ax.invert_yaxis()
        ax.set_xlabel("statements")
        ax.grid(axis="y", visible=False)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.17), ncols=6, frameon=False, fontsize=9, handlelength=1,
                  columnspacing=1.2)
        fig.tight_layout()
    rows = [f"{source}: " + ", ".join(f"{count[source, v]} {SAID[v]}" for v in SAID if count[source, v])
            for source in SOURCES]
    return fig, f"Bars of {len(printed)} printed statements by source and verdict. " + "; ".join(rows) + "."
