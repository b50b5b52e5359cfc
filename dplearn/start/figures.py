"""Lecture 0's own pictures: you among two hundred; what one answer tells, and what many do."""

from __future__ import annotations

import numpy as np

from .._binomial import log_choose
from ..figures.style import COLORS
from ..figures.vegalite import altair, either, menu, named, rows, slider, span, told

INK, GREY, ORANGE, BLUE = (COLORS[role] for role in ("theory", "baseline", "private", "nonprivate"))
PENS = {"color": [GREY, "#000000", INK, INK], "strokeDash": [[1, 0], [1, 0], [8, 4], [8, 4]],
        "strokeWidth": [1.6, 1.4, 3.6, 3.6]}
SAID = {"ceiling": "ceiling, floor of ε", "after": "with the coins", "before": "no news"}
PEOPLE = 200  # asked in each town
YES = 60      # of them, you not counted
TOWNS = {"town with share p of yes": ORANGE, "town with share p + 0.1": BLUE}


def you_among_many():
    """PEOPLE, of whom one is the reader, flip their coins and answer.  Above: what each says, and the estimate beside
    the truth; below: what that tells, and the exact law of the estimate with the reader's yes, and with the no.
    """
    alt = altair()
    return alt.vconcat(_crowd(alt), *_estimate_with_you(alt), spacing=4).add_params(
        menu("you", {"yes": "yes", "no": "no"}, "yes", "your answer"), slider("epsilon", 0.5, 8, 1, 0.1, "privacy ε"),
        slider("asked", 1, PEOPLE, PEOPLE, 1, "people asked"), slider("survey", 1, 50, 1, 1, "survey"),
        alt.param("told", expr="exp(epsilon) / (1 + exp(epsilon))")).resolve_scale(color="independent")


def asked_people():
    """(what each holds, the reader's place first and empty; a uniform number a person, for the coin)."""
    rng = np.random.default_rng(1965)
    return np.append(0, rng.permutation(np.arange(PEOPLE - 1) < YES)), rng.random(PEOPLE)


def _crowd(alt):
    """Dots that say yes or no, you first; and three bars."""
    holds, uniform = asked_people()
    # each survey turns all uniform numbers by the golden section: each remains uniform
    people = alt.Chart(rows(person=np.arange(PEOPLE), holds=holds, uniform=uniform)).transform_calculate(
        truth="datum.person ? datum.holds : you == 'yes' ? 1 : 0",
        lies="(datum.uniform + survey * 0.618033988749895) % 1 > told").transform_calculate(
        report="datum.lies ? 1 - datum.truth : datum.truth")
    dots = people.transform_calculate(says="datum.report ? 'yes' : 'no'", column="datum.person % 25",
                                      row="floor(datum.person / 25)").encode(
        alt.X("column:O", axis=None), alt.Y("row:O", axis=None))
    crowd = alt.layer(
        dots.mark_circle(size=60).encode(named("color", "says", {"yes": ORANGE, "no": GREY}),
            opacity=either("datum.person < asked", 1, 0.12)),
        dots.transform_filter("datum.person == 0").mark_point(size=120, stroke="#000000", strokeWidth=2.5, opacity=1),
        width=390, height=72, title=alt.Title(alt.expr(
            f"['What {PEOPLE} people say; the ring is you', "
            "'ε = ' + epsilon + ': each true with probability ' + "
            "(told > 0.999 ? '> 99.9%' : format(told, '.1%'))]"), fontSize=13))
    what = {"said": ("say yes", ORANGE), "estimate": ("estimate", INK), "truth": ("true yes", "#000000")}
    bars = people.transform_filter("datum.person < asked").transform_aggregate(
        said="mean(report)", truth="mean(truth)").transform_calculate(
        estimate="0.5 + (datum.said - 0.5) / (2 * told - 1)").transform_fold([*what], ["what", "share"])
    words = {name: word for name, (word, _) in what.items()}
    return alt.hconcat(crowd, bars.mark_bar(clip=True).encode(
        span("x", "share", None, axis=alt.Axis(format="%")),
        alt.Y("what:N", sort=[*what], title=None, axis=alt.Axis(labelExpr=f"{words}[datum.label]")),
        named("color", "what", {name: color for name, (_, color) in what.items()}, legend=None)).properties(
        width=110, height=54), spacing=8).resolve_scale(color="independent")


def _estimate_with_you(alt):
    """Pr[estimate] for both of the reader's answers: what the others report, summed over their true yes and their
    lies, and then the reader's report."""
    no = PEOPLE - 1 - YES
    ways = [log_choose(size, np.arange(size + 1)).tolist() for size in (YES, no)]
    others = alt.Chart(alt.sequence(0, (YES + 1) * (no + 1), as_="pair")).transform_calculate(
        true=f"floor(datum.pair / {no + 1})", lied=f"datum.pair % {no + 1}").transform_calculate(
        mass=f"exp(ways[0][datum.true] + ways[1][datum.lied] + ({no} + datum.true - datum.lied) * log(told) + "
             f"({YES} - datum.true + datum.lied) * log(1 - told))",
        others="datum.true + datum.lied").transform_aggregate(of_others="sum(mass)", groupby=["others"])
    law = others.transform_calculate(yours="[0, 1]", answer="['yes', 'no']").transform_flatten(
        ["yours"]).transform_flatten(["answer"]).transform_calculate(
        k="datum.others + datum.yours", told_so="(datum.yours == 1) == (datum.answer == 'yes')").transform_calculate(
        mass="datum.of_others * (datum.told_so ? told : 1 - told)").transform_aggregate(
        mass="sum(mass)", groupby=["k", "answer"]).transform_calculate(
        estimate=f"{PEOPLE} / 2 + (datum.k - {PEOPLE} / 2) / (2 * told - 1)",
        holds="'if your answer is ' + datum.answer")
    hills = law.transform_filter("datum.mass > 1e-7").mark_area(
        interpolate="step", opacity=0.35, line=True, clip=True).encode(
        span("x", "estimate", f"estimated yes of {PEOPLE}, coins undone on average", 30, 90),
        alt.Y("mass:Q", title=["probability", "(root scale)"], stack=None, scale=alt.Scale(type="sqrt", domain=[0, 1]),
              axis=alt.Axis(values=[0, 0.05, 0.2, 0.5, 1])),
        named("color", "holds", {"if your answer is yes": ORANGE, "if your answer is no": BLUE},
              legend=alt.Legend(symbolOpacity=1, orient="top-left", columns=1)))
    guess = law.transform_aggregate(less="min(mass)", groupby=["k"]).transform_aggregate(
        both="sum(less)").transform_calculate(right="1 - datum.both / 2").transform_calculate(
        said="'Guess your answer from the estimate: right in ' + format(datum.right, '.0%') + ("
             "datum.right > 0.7 ? '. The hills stand apart: you are given away.' : "
             "datum.right > 0.55 ? '. The hills part: you begin to show.' : "
             "you == 'no' ? '. Switched: nobody can tell. Raise ε.' : '. Now switch it.')")
    return (told(guess, fontSize=13).properties(width=560, height=18),
            hills.properties(width=560, height=80).add_params(alt.param("ways", value=ways)))


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
