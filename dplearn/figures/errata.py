"""The drawing of the errata lecture: what became of the statements, source by source."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ..statement import COLORS, SIGNS, SOURCES, Verdict
from .plots import plots

SAID = {Verdict.HOLDS: "holds", Verdict.TYPO: "slip of the pen", Verdict.ASYMPTOTIC: "up to constants",
        Verdict.GAP: "another proof", Verdict.LIMITED: "lost condition", Verdict.FALSE: "false"}
HATCHED = {Verdict.LIMITED: "///"}  # it has the color of a slip of the pen


def verdicts(statements) :
    """A bar for each source, cut by verdict; our own additions to a source are left out."""
    printed = [s for s in statements if s.verdict in SAID]
    count, left = Counter((s.source, s.verdict) for s in printed), 0
    with plots(3.1) as (fig, (ax,)):
        for verdict, words in SAID.items():
            counts = np.array([count[source, verdict] for source in SOURCES])
            bars = ax.barh([*SOURCES], counts, 0.72, left, color=COLORS[verdict], edgecolor="white", linewidth=1.5,
                           hatch=HATCHED.get(verdict), label=f"{SIGNS[verdict]} {words}")
            texts = ax.bar_label(bars, [f"{SIGNS[verdict]} {n}" if n else "" for n in counts], label_type="center")
            if verdict in HATCHED:
                for text in texts:
                    text.set_bbox({"facecolor": COLORS[verdict], "edgecolor": "none", "pad": 1.5})
            left = left + counts
        ax.invert_yaxis()
        ax.set_xlabel("statements")
        ax.grid(axis="y", visible=False)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.17), ncols=6, handlelength=1, columnspacing=1.2)
    rows = [f"{source}: " + ", ".join(f"{count[source, v]} {SAID[v]}" for v in SAID if count[source, v])
            for source in SOURCES]
    return fig, f"Bars of {len(printed)} printed statements by source and verdict. " + "; ".join(rows) + "."
