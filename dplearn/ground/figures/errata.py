"""The picture of the errata lecture: what became of the statements."""

from ..statement import COLORS, SIGNS, SOURCES, Verdict
from .vegalite import altair, either, menu, named, span

SAID = {Verdict.HOLDS: "holds as printed", Verdict.ASYMPTOTIC: "up to constants", Verdict.TYPO: "slip of the pen",
        Verdict.LIMITED: "lost condition", Verdict.GAP: "gap in the proof", Verdict.FALSE: "false as printed"}


def verdicts(statements):
    """A mark for each printed statement in the row of its verdict, then a smaller one for each second reading; our own
    additions to a source are left out.  A menu leaves one source; a mark under the pointer says which claim it is."""
    alt, kinds = altair(), {f"{SIGNS[v]} {SAID[v]}": COLORS[v] for v in SAID}
    marks = [{"source": s.source, "second": k, "verdict": f"{SIGNS[v]} {SAID[v]}",
              "claim": f"{s.source}, {s.where}: {s.title}"}
             for k in (0, 1) for s in statements for v in s.verdicts[k:k + 1] if v in SAID]
    twice = sum(m["second"] for m in marks)
    return alt.Chart(alt.InlineData(values=marks)).transform_filter(
        "only == 'all' || datum.source == only").transform_window(
        place="row_number()", groupby=["verdict"]).mark_circle(opacity=1).encode(
        span("x", "place", "claims", 0, 50), alt.Y("verdict:N", title=None, sort=[*kinds]),
        named("color", "verdict", kinds, legend=None), size=either("datum.second", 35, 110),
        tooltip="claim:N").properties(height=220, title=alt.Title(
            f"{len(marks) - twice} claims of {len(SOURCES)} sources, and {twice} second readings, a mark each",
            subtitle="Small: a second reading")).add_params(
        menu("only", {s: s for s in ("all", *SOURCES)}, "all", "source"))
