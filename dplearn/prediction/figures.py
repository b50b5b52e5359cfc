"""Lecture 6's living picture."""

from __future__ import annotations

from ..figures.plots import BLUE, GREEN, GREY, ORANGE, PINK
from ..figures.vegalite import altair, either, rows, slider, span

LEARNERS = {"learned by heart: not private": BLUE, "soft majority, worst votes": PINK, "soft majority at x": ORANGE,
            "randomized response": GREEN}
COIN = "1 / (1 + exp(-epsilon * (2 * ({}) - r) / 2))"  # the soft majority's chance of 1 with so many votes of r


def one_vote(x, place, *, by_heart):
    """A record is replaced, and what the answers show of it, as a chart that lives: the parts' thresholds, the coin,
    and as a point (q, p) the chances of the answer 1 without the record and with it, beside those of three others.

    Parameters
    ----------
    x : array (n,) in [0, 1], records labeled 1 up to one half, 0 above; a few hundred at most
        Each part puts its threshold on the largest of its records labeled 1 (0 without one) and says 1 up to there.
        The largest of all is the one that another, labeled 0, replaces.
    place : array (n,) of int >= 0, places in the list: the part is place % r, for r = 1..20 parts
    by_heart : array (2,) in [0, 1], q and p of a learner without privacy
    """
    q, p = by_heart
    alt, one = altair(), altair().Chart(rows(q=0, p2=1))  # where a bound begins, and where it ends
    records = alt.Chart().transform_calculate(row="(datum.place % r + 0.5) / r", label="datum.x <= 0.5")
    cuts = records.transform_calculate(whose="['q', 'p']").transform_flatten(["whose"]).transform_calculate(
        own="datum.label && !(datum.ring && datum.whose == 'q') ? datum.x : 0").transform_aggregate(
        cut="max(own)", groupby=["row", "whose"])
    asked = cuts.transform_calculate(x="sequence(0, 1.001, 0.005)").transform_flatten(["x"]).transform_calculate(
        yes="datum.x <= datum.cut ? 1 : 0").transform_aggregate(
        votes="sum(yes)", groupby=["x", "whose"]).transform_calculate(chance=COIN.format("datum.votes"))
    learners = asked.transform_filter("abs(datum.x - question) < 0.001").transform_aggregate(
        less="min(chance)", more="max(chance)").transform_calculate(
        name=f"{[*LEARNERS]}", color=f"{[*LEARNERS.values()]}", size="[70, 200, 50, 70]", v="floor((r - 1) / 2)",
        q=f"[{q}, {COIN.format('datum.v')}, datum.less, 1 / (1 + exp(epsilon))]",
        p=f"[{p}, {COIN.format('datum.v + 1')}, datum.more, 1 / (1 + exp(-epsilon))]").transform_flatten(
        ["name", "color", "size", "q", "p"]).transform_calculate(
        gain="datum.p - datum.q", said="format(datum.gain, '.3f') + '  ' + datum.name")
    bounds = one.transform_calculate(  # p = q, p = e^ε q, 1 - q = e^ε (1 - p)
        law="[0, 1, 1]", p="[0, 0, 1 - exp(-epsilon)]", q2="[1, exp(-epsilon), 1]").transform_flatten(
        ["law", "p", "q2"])

    color, whose = alt.Color("color:N", scale=None), either("datum.whose == 'q'", PINK, ORANGE)
    square = alt.layer(
        bounds.mark_rule().encode(alt.StrokeDash("law:N", legend=None), x2="q2:Q", y2="p2:Q"),
        learners.mark_point(filled=True, opacity=1).encode(color, alt.Size("size:Q", scale=None)),
        width=250, height=250).encode(
        span("x", "q", "q, chance of 1 with the record replaced"), span("y", "p", "p, chance of 1 with it"))
    at, row = span("x", "x", "question x"), span("y", "row", axis=None)
    question = one.transform_calculate(x="question").mark_rule().encode(at)
    dealt = alt.layer(
        question, records.mark_point(filled=True, size=14).encode(
            span("x", "x", axis=None), row, color=either("datum.label", BLUE, GREY),
            shape=either("datum.label", "circle", "cross")),
        cuts.mark_tick(thickness=2.5).encode(row, x="cut:Q", color=whose),
        records.mark_point(size=120, color=PINK).encode(at, row).transform_filter("datum.ring"),
        width=250, height=150)
    chance = alt.layer(question, asked.mark_line(interpolate="step-after").encode(
        at, span("y", "chance", "chance of 1"), color=whose, detail="whose:N"), width=250, height=75)
    gains = learners.encode(span("x", "gain", "p − q"), alt.Y("name:N", axis=None, sort=None))
    bars = alt.layer(gains.mark_bar().encode(color), gains.mark_text(align="left", dx=4).encode(text="said:N"),
                     width=400, height=76)
    return alt.vconcat(
        square.add_params(slider("epsilon", 0.1, 4, 1, 0.1, "ε of an answer"), slider("r", 1, 20, 9, 1, "parts r"),
                          slider("question", 0, 1, 0.45, 0.005, "question x"))
        | (dealt & chance), bars,
        data=rows(x=x, place=place, ring=x == x.max(initial=0, where=x <= 0.5)),
        title=alt.Title("Private means: above neither dashed line", subtitle="Right, each row learns: ● label 1, + "
                        "label 0, | its threshold; pink: the ringed record replaced"))
