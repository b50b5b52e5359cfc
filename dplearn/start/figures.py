"""Lecture 0's own picture: what one answer tells, and what many do."""

from __future__ import annotations

import numpy as np

from ..figures.style import COLORS
from ..figures.vegalite import altair, menu, named, rows, slider, span, told

INK, GREY, ORANGE, BLUE = (COLORS[role] for role in ("theory", "baseline", "private", "nonprivate"))
PENS = {"color": [GREY, "#000000", INK, INK], "strokeDash": [[1, 0], [1, 0], [8, 4], [8, 4]],
        "strokeWidth": [1.6, 1.4, 3.6, 3.6]}
SAID = {"ceiling": "ceiling, floor of ε", "after": "with the coins", "before": "no news"}
PEOPLE = 200  # asked in each town
TOWNS = {"town with share p of yes": ORANGE, "town with share p + 0.1": BLUE}


def one_and_many():
    """Warner's coins.  What one answer makes of a belief, by Bayes, between the ceiling and the floor of ε; below, the
    laws of the number of reported yes among PEOPLE drawn from each of two towns.
    """
    alt, fields, n = altair(), ["before", "after", "ceiling", "floor"], PEOPLE
    odds = "datum.before / (datum.before + (1 - datum.before) * {})"                            # after this ratio
    belief = alt.Chart(rows(before=np.linspace(0, 1, 101))).transform_calculate(
        after=odds.format("(1 - likely) / likely"), ceiling=odds.format("exp(-epsilon)"),
        floor=odds.format("exp(epsilon)")).encode(span("x", "before", "Pr[truly yes] before the answer"))
    key = {"values": [*SAID], "labelExpr": f"{SAID}[datum.label]", "symbolSize": 500}
    looks = [named(channel, "line", dict(zip(fields, pens)), legend=key) for channel, pens in PENS.items()]
    lines = [belief.transform_calculate(line=f"'{field}'").mark_line().encode(
        span("y", field, "Pr[truly yes] after it"), *looks) for field in fields]
    here = belief.transform_filter("abs(datum.before - share) < 1e-6").encode(y="after:Q")
    one = alt.layer(
        belief.mark_area(color=INK, opacity=0.08).encode(y="floor:Q", y2="ceiling:Q"), *lines,
        here.mark_rule(color=ORANGE, strokeWidth=2.5).encode(y2="before:Q"),
        here.mark_circle(color=ORANGE, size=90, opacity=1), height=230, title=alt.Title(alt.expr(
            "'One ' + heard + ' is heard: Pr[truly yes] goes from ' + format(share, '.0%') + ' to ' + "
            "format(share * likely / (share * likely + (1 - share) * (1 - likely)), '.1%')")))
    towns = alt.Chart(rows(k=np.arange(n + 1)[:, None], more=[0, 0.1])).transform_calculate(
        step=f"datum.k > 0 ? log(({n} + 1 - datum.k) / datum.k) : 0").transform_window(
        ways="sum(step)", groupby=["more"]).transform_calculate(                                 # ln of n over k
        town="datum.more ? '{1}' : '{0}'".format(*TOWNS),
        reported="(share + datum.more) * told + (1 - share - datum.more) * (1 - told)",
        mass=f"exp(datum.ways + datum.k * log(datum.reported) + ({n} - datum.k) * log(1 - datum.reported))")
    many = towns.transform_filter("datum.mass > 1e-7").mark_area(interpolate="step", opacity=0.35, line=True).encode(
        span("x", "k", f"yes heard, of {n} answers", 0, n),
        span("y", "mass", "probability", 0, 1.5 / n**0.5, stack=None), named("color", "town", TOWNS))
    guess = towns.transform_aggregate(less="min(mass)", groupby=["k"]).transform_aggregate(
        both="sum(less)").transform_calculate(
        wrong="datum.both / 2", said="'guess the likelier town: wrong ' + format(datum.wrong, '.0%')")
    both = alt.layer(many, told(guess, 280, 4, align="center"), height=130,
                     title=f"{n} answers from each of two towns: the larger ε, the farther apart")
    return alt.vconcat(one, both).add_params(
        slider("epsilon", 0.1, 3, 1, 0.1, "privacy ε"), slider("share", 0.05, 0.85, 0.3, 0.05, "share p of yes"),
        menu("heard", {"yes": "yes", "no": "no"}, "yes", "answer heard"),
        alt.param("told", expr="exp(epsilon) / (1 + exp(epsilon))"),              # Pr[the truth is told]
        alt.param("likely", expr="heard == 'yes' ? told : 1 - told"),             # Pr[this is heard | truly yes]
    ).resolve_scale(color="independent", strokeDash="independent", strokeWidth="independent")
