"""The pictures of the errata lecture: a claim to refute, and what became of the statements."""

from ..statement import COLORS, SIGNS, SOURCES, Verdict
from .style import COLORS as ROLES
from .vegalite import altair, either, menu, named, rows, slider, span, told

SAID = {Verdict.HOLDS: "holds as printed", Verdict.ASYMPTOTIC: "up to constants", Verdict.TYPO: "slip of the pen",
        Verdict.LIMITED: "lost condition", Verdict.GAP: "gap in the proof", Verdict.FALSE: "false as printed"}
PUSHES = {"it pushes up": ROLES["nonprivate"], "it pushes down": ROLES["private"]}
WIDE = 15  # dots side by side: so many stay apart on a phone


def two_descents():
    """A point starts at 0, and one of four records pushes it, up or down.  The average of the four places, one before
    each record, for both, as a chart that lives: the slider says which record pushes."""
    alt = altair()
    chart = alt.Chart().transform_calculate(
        w="datum.t < who ? 0 : datum.push / 2", name="'it pushes ' + (datum.push > 0 ? 'up' : 'down')"
    ).transform_joinaggregate(average="mean(w)", groupby=["push"])
    color = named("color", "name", PUSHES)
    return alt.vconcat(
        (chart.mark_circle(opacity=1).encode(
            color, span("x", "t", "records taken", -0.5, 3.5, axis={"tickCount": 4}),
            span("y", "w", "place", -0.6, 0.6), size=either("datum.push > 0", 200, 70))
         + chart.mark_rule().encode(color, y="average:Q")).properties(width=420, height=180),
        told(chart.transform_aggregate(half="max(average)").transform_calculate(
            said="'The averages (lines) are ' + format(2 * datum.half, '.2f') + ' apart.'")).properties(height=20),
        data=rows(t=[0, 1, 2, 3] * 2, push=[1] * 4 + [-1] * 4)).add_params(
        slider("who", 1, 4, 4, 1, "which record pushes"))


def verdicts(statements):
    """A dot for each printed statement beside its verdict, which leads to its card; our own additions to a source are
    left out.  A menu leaves one source; a dot under the pointer says which claim it is."""
    alt, kinds = altair(), {f"{SIGNS[v]} {SAID[v]}": COLORS[v] for v in SAID}
    dots = [{"source": s.source, "verdict": f"{SIGNS[s.verdict]} {SAID[s.verdict]}", "card": f"{s.page}.ipynb#{s.id}",
             "claim": f"{s.source}, {s.where}: {s.title}"} for s in statements if s.verdict in SAID]
    chart = alt.Chart(alt.InlineData(values=dots)).transform_filter(
        "only == 'all' || datum.source == only").transform_window(
        place="row_number()", groupby=["verdict"]).transform_joinaggregate(
        number="count()", groupby=["verdict"]).encode(y=alt.Y("verdict:N", title=None, sort=[*kinds]))
    return (chart.transform_calculate(
        across=f"(datum.place - 1) % {WIDE}",
        down=f"floor((datum.place - 1) / {WIDE}) - floor((datum.number - 1) / {WIDE}) / 2"
    ).mark_circle(opacity=1, size=80).encode(
        span("x", "across", axis=None, low=-0.5, high=WIDE + 1), named("color", "verdict", kinds, legend=None),
        yOffset=alt.YOffset("down:Q", scale={"domain": [-1.2, 1.2]}), tooltip="claim:N", href="card:N")
        + chart.transform_filter("datum.place == 1").mark_text().encode(x=alt.datum(WIDE), text="number:Q")
    ).properties(width=450, height=270, title=f"{len(dots)} printed claims, a dot each").add_params(
        menu("only", {s: s for s in ("all", *SOURCES)}, "all", "source"))
