"""Lecture 0's own picture: what one answer tells, and what many do."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from ..figures.style import COLORS
from ..figures.vegalite import altair, menu, rows, slider

INK, GREY, ORANGE, BLUE = (COLORS[role] for role in ("theory", "baseline", "private", "nonprivate"))
LINES = {"ceiling, floor of ε": (INK, [8, 4], 3.6), "with the coins": ("#000000", [1, 0], 1.4),
         "no news": (GREY, [1, 0], 1.6)}
TOWNS = {"town with share p of yes": ORANGE, "town with share p + 0.1": BLUE}


def one_and_many(n: int = 200):
    """Warner's coins.  What one answer makes of a belief, by Bayes, between the ceiling and the floor of ε; below, the
    laws of the number of reported yes among n people drawn from each of two towns.

    Parameters
    ----------
    n : int, 10 .. 1000
        People asked in each town.
    """
    n, alt = check.integer("n", n, 10, 1000), altair()
    unit = alt.Scale(domain=[0, 1], nice=False)
    told = alt.param(name="told", expr="exp(epsilon) / (1 + exp(epsilon))")           # Pr[the truth is told]
    likely = alt.param(name="likely", expr="heard == 'yes' ? told : 1 - told")        # Pr[this is heard | truly yes]
    belief = alt.Chart(rows(before=np.linspace(0, 1, 101))).transform_calculate(
        after="datum.before * likely / (datum.before * likely + (1 - datum.before) * (1 - likely))",
        ceiling="datum.before * exp(epsilon) / (datum.before * exp(epsilon) + 1 - datum.before)",
        floor="datum.before / (datum.before + (1 - datum.before) * exp(epsilon))")
    x = alt.X("before:Q", title="Pr[truly yes] before the answer", scale=unit)
    pens = [alt.Scale(domain=[*LINES], range=list(pen)) for pen in zip(*LINES.values())]
    key = alt.Legend(symbolSize=500)
    look = alt.Color("line:N", scale=pens[0], legend=key), alt.StrokeDash("line:N", scale=pens[1], legend=key)
    of = dict(zip(("before", "after", "ceiling", "floor"), [*reversed(LINES), *LINES]))
    lines = [belief.transform_calculate(line=f"'{name}'").mark_line(strokeWidth=LINES[name][2]).encode(
        x, alt.Y(f"{field}:Q", title="and after it", scale=unit), *look) for field, name in of.items()]
    here = belief.transform_filter("abs(datum.before - share) < 1e-6").encode(x, alt.Y("after:Q"))
    one = alt.layer(belief.mark_area(color=INK, opacity=0.08).encode(x, alt.Y("floor:Q"), alt.Y2("ceiling:Q")), *lines,
                    here.mark_rule(color=ORANGE, strokeWidth=2.5).encode(alt.Y2("before:Q")),
                    here.mark_point(color=ORANGE, filled=True, size=90, opacity=1)).add_params(
        slider("epsilon", 0.1, 3, 1, 0.1, "privacy ε"), slider("share", 0.05, 0.85, 0.3, 0.05, "share p of yes"),
        menu("heard", {"yes": "yes", "no": "no"}, "yes", "answer heard"), told, likely).properties(
        width=560, height=230, title=alt.Title(alt.expr(
            "'One ' + heard + ' is heard: Pr[truly yes] goes from ' + format(share, '.0%') + ' to ' + "
            "format(share * likely / (share * likely + (1 - share) * (1 - likely)), '.1%')")))
    towns = alt.Chart(rows(k=np.arange(n + 1)[:, None], more=[0, 0.1])).transform_calculate(
        step=f"datum.k > 0 ? log(({n} + 1 - datum.k) / datum.k) : 0").transform_window(
        ways="sum(step)", frame=[None, 0], groupby=["more"]).transform_calculate(                # ln of n over k
        town="datum.more ? '{1}' : '{0}'".format(*TOWNS),
        reported="(share + datum.more) * told + (1 - share - datum.more) * (1 - told)",
        mass=f"exp(datum.ways + datum.k * log(datum.reported) + ({n} - datum.k) * log(1 - datum.reported))")
    many = towns.mark_area(interpolate="step", opacity=0.35, line=True).encode(
        alt.X("k:Q", title=f"yes heard, of {n} answers", scale=alt.Scale(domain=[0, n], nice=False)),
        alt.Y("mass:Q", title="probability", stack=None, scale=alt.Scale(domain=[0, 1.5 / n**0.5], nice=False)),
        alt.Color("town:N", scale=alt.Scale(domain=[*TOWNS], range=[*TOWNS.values()])))
    guess = towns.transform_aggregate(less="min(mass)", groupby=["k"]).transform_aggregate(
        both="sum(less)").transform_calculate(
        wrong="datum.both / 2", words="'guess the likelier town: wrong ' + format(datum.wrong, '.0%')").mark_text(
        y=10).encode(text="words:N")
    both = (many + guess).properties(
        width=560, height=130, title=f"{n} answers from each of two towns: the larger ε, the farther apart")
    return (one & both).resolve_scale(color="independent", strokeDash="independent")
