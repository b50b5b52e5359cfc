"""Lecture 0's own pictures: you among two hundred; what one answer tells, and what many do."""

from __future__ import annotations

import numpy as np

from .._binomial import log_choose
from ..figures.style import COLORS
from ..figures.vegalite import altair, either, menu, named, rows, slider, span, told

INK, GREY, ORANGE, BLUE, GREEN = (
    COLORS[role] for role in ("theory", "baseline", "private", "nonprivate", "truth"))
PENS = {"color": [GREY, "#000000", INK, INK], "strokeDash": [[1, 0], [1, 0], [8, 4], [8, 4]],
        "strokeWidth": [1.6, 1.4, 3.6, 3.6]}
SAID = {"ceiling": "ceiling, floor of ε", "after": "with the coins", "before": "no news"}
PEOPLE = 200  # asked in each town
YES = 60      # of them, you not counted
HILLS = {"with your yes": ORANGE, "with your no": BLUE}
TOWNS = {"town with share p of yes": ORANGE, "town with share p + 0.1": BLUE}


def you_among_many():
    """PEOPLE, of whom one is the reader, flip their coins and answer.  Above: what each says, and the estimate beside
    the truth; below: what that tells, and the exact law of the estimate with the reader's yes, and with the no.
    """
    alt = altair()
    crowd, bars, here = _crowd(alt)
    return alt.vconcat(alt.hconcat(crowd, bars, spacing=14), *_estimate_with_you(alt, here), spacing=6).add_params(
        menu("you", {"yes": "yes", "no": "no"}, "yes", "your true answer", "radio"),
        slider("epsilon", 0.5, 8, 1, 0.1, "privacy ε"), slider("survey", 1, 50, 1, 1, "flip again"),
        alt.param("asked", value=PEOPLE), alt.param("told", expr="exp(epsilon) / (1 + exp(epsilon))"),
    ).resolve_scale(color="independent", size="independent")


def asked_people():
    """(what each holds, the reader's place first and empty; a uniform number a person, for the coin)."""
    rng = np.random.default_rng(1975)
    return np.append(0, rng.permutation(np.arange(PEOPLE - 1) < YES)), rng.random(PEOPLE)


def _crowd(alt):
    """Dots that say yes or no, the reader's with a ring; three bars; a line at the estimate."""
    holds, uniform = asked_people()
    # each survey turns all uniform numbers by the golden section: each remains uniform
    people = alt.Chart(rows(person=np.arange(PEOPLE), holds=holds, uniform=uniform)).transform_calculate(
        truth="datum.person ? datum.holds : you == 'yes' ? 1 : 0",
        lies="(datum.uniform + survey * 0.618033988749895) % 1 > told").transform_calculate(
        report="datum.lies ? 1 - datum.truth : datum.truth")
    dots = people.transform_calculate(column="datum.person % 25", row="floor(datum.person / 25)").encode(
        alt.X("column:O", axis=None), alt.Y("row:O", axis=None))
    crowd = alt.layer(
        dots.transform_calculate(yes="datum.report && datum.person < asked").mark_circle().encode(
            color=either("datum.yes", ORANGE, GREY), size=either("datum.yes", 80, 30),
            opacity=either("datum.person < asked", 1, 0.3)),
        dots.transform_filter("datum.person == 0").mark_point(
            size=190, fill="transparent", stroke="#000000", strokeWidth=2.5, opacity=1).properties(name="ring"),
        width=490, height=104, title=alt.Title(alt.expr(
            "['Large dots: yes, small: no, ring: you', 'ε = ' + epsilon + "
            "': each true with chance ' + (told > 0.999 ? '> 99.9%' : format(told, '.1%'))]"),
            fontSize=13))
    what = {"said": ("say yes", ORANGE), "estimate": ("estimate", "#000000"), "truth": ("truth", GREEN)}
    shares = people.transform_filter("datum.person < asked").transform_aggregate(
        said="mean(report)", truth="mean(truth)").transform_calculate(
        estimate="0.5 + (datum.said - 0.5) / (2 * told - 1)")
    words = {name: word for name, (word, _) in what.items()}
    each = shares.transform_fold([*what], ["what", "share"]).encode(
        alt.X("share:Q", axis=None, scale=alt.Scale(domain=[0, 0.7], clamp=True)),
        alt.Y("what:N", sort=[*what], title=None, axis=alt.Axis(labelExpr=f"{words}[datum.label]", ticks=False)))
    bars = alt.layer(
        each.mark_bar().encode(named("color", "what", {n: color for n, (_, color) in what.items()},
                                legend=None)),
        each.mark_text(align="left", dx=4).encode(text=alt.Text("share:Q", format=".0%")), width=170, height=84)
    return crowd, bars, shares.mark_rule(color="#000000", strokeWidth=1.5, clip=True).encode(x="estimate:Q")


def _estimate_with_you(alt, here):
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
        estimate=f"0.5 + (datum.k / {PEOPLE} - 0.5) / (2 * told - 1)",
        holds="'with your ' + datum.answer")
    hills = law.transform_filter("datum.mass > 1e-4").transform_joinaggregate(top="max(mass)").transform_calculate(
        high="datum.mass / datum.top").encode(
        span("x", "estimate", "estimated share of yes (line: this survey)", 0.15, 0.45,
             axis=alt.Axis(format="%")),
        span("y", "high", "how often", 0, 1.05, stack=None, axis=alt.Axis(labels=False, ticks=False, grid=False)))
    colors = named("color", "holds", HILLS, legend=alt.Legend(symbolOpacity=1, symbolType="square"))
    both = [hills.transform_filter(f"datum.answer == '{answer}'").mark_area(
        interpolate="step", clip=True, fillOpacity=full, line={"strokeWidth": width}).encode(colors)
        for answer, full, width in (("no", 0.35, 1.5), ("yes", 0, 3))]
    guess = law.transform_aggregate(less="min(mass)", groupby=["k"]).transform_aggregate(
        both="sum(less)").transform_calculate(right="1 - datum.both / 2").transform_calculate(
        guessed="'a guess of your answer is right ' + format(100 * datum.right, '.0f') + ' times in 100.'"
    ).transform_calculate(
        said="datum.right > 0.7 ? 'The hills stand apart: ' + datum.guessed + ' You are given away.' : "
             "datum.right > 0.55 ? 'The hills part: ' + datum.guessed : you == 'no' ? "
             "'Switched, and the hills hardly differ: ' + datum.guessed + ' Now raise ε.' : "
             "'Hills: how often each estimate comes out, with your yes and with your no. Now switch.'")
    return (told(guess, fontSize=13).properties(width=560, height=18),
            alt.layer(*both, here, width=740, height=160).add_params(alt.param("ways", value=ways)))


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
