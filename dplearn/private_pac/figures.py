"""Lecture 2's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np

from ..concepts import Thresholds
from ..figures.plots import BLACK, BLUE, GREY, INK, ORANGE, PINK
from ..figures.style import ink
from ..figures.vegalite import altair, either, menu, named, rows, slider, span, told


def output_laws(x, y, ann: int, *, N: int, epsilon):
    """What two neighboring samples make the private learner publish, as a chart that lives: the law of its cut-off for
    each label of Ann, at any ε up to 4 and with Ann anywhere, and below the ratio of the two, within e^ε.

    Parameters
    ----------
    x, y : arrays (n,), at most 40 examples: doses in 1..N, labels
    ann : int, the index of the example whose label the attacker does not know
    N : int in 1..40
    epsilon : float in [0.05, 4], where the slider starts
    """
    alt, x, y, others = altair(), np.asarray(x), np.asarray(y, bool), np.arange(len(x)) != ann
    wrong = (Thresholds(N).predictions(x[others]) != y[others]).sum(axis=1)    # of the others, for each cut-off
    place, color = {"domain": [*range(N + 1)]}, named("color", "label", {0: BLUE, 1: ORANGE}, legend={
        "labelExpr": "['label 0', 'label 1 (ill)'][datum.value]", "symbolType": "circle"})
    crowd = alt.Chart(rows(dose=x[others], label=y[others].astype(int))).mark_point(
        filled=True, size=70, opacity=1).encode(
        alt.X("dose:O", scale=place, axis=None), color, named("shape", "label", {0: "cross", 1: "circle"}, legend=None))
    her = alt.Chart(rows(start=0), height=40).transform_calculate(
        dose="ann", who="'Ann: label ' + (shown < 0 ? '?' : shown)").encode(x="dose:O", text="who:N")
    people = crowd + her.mark_point(filled=True, size=110, opacity=1, shape="diamond", color=PINK, yOffset=-7
                                    ) + her.mark_text(
        dy=-20, color=ink(PINK), align=alt.expr(f"ann > {0.9 * N} ? 'right' : ann < {0.1 * N} ? 'left' : 'center'"))
    laws = alt.Chart(rows(j=np.arange(N + 1)[:, None], label=[0, 1], m=wrong[:, None])).transform_calculate(
        mistakes="datum.m + ((ann <= datum.j) == datum.label ? 0 : 1)", w="exp(-epsilon * datum.mistakes / 2)"
    ).transform_joinaggregate(total="sum(w)", groupby=["label"]).transform_calculate(
        p="datum.w / datum.total", tip="'cut-off ' + datum.j + ', label ' + datum.label + ': ' + datum.mistakes + "
                                       "' mistakes, probability ' + format(datum.p, '.4f')")
    bars = laws.mark_bar().properties(height=150).encode(
        alt.X("j:O", title="published cut-off j", axis={"labelAngle": 0}, scale=place), color,
        span("y", "p", "probability", 0, 0.7), xOffset="label:N",
        opacity=either("shown < 0 || shown == datum.label", 1, 0.25), tooltip="tip:N")
    compared = laws.transform_pivot("label", value="p", groupby=["j"]).transform_calculate(
        ratio="datum['1'] / datum['0']", loss="abs(log(datum.ratio))", apart="abs(datum['1'] - datum['0']) / 2",
        tip="'cut-off ' + datum.j + ': ratio ' + format(datum.ratio, '.3f')").transform_joinaggregate(
        worst="max(loss)", tv="sum(apart)")
    ratio = alt.Y("ratio:Q", title="label 1 : label 0", scale={"type": "log", "domain": [1 / 60, 60]}, axis={
        "values": [0.02, 0.05, 0.2, 1, 5, 20, 50],
        "labelExpr": "datum.value < 0.9 ? '1/' + round(1 / datum.value) : datum.value"})
    ratios = compared.mark_bar().properties(height=150).encode(
        alt.X("j:O", axis=None, scale=place), ratio, alt.Y2Datum(1),
        color=either("datum.loss > datum.worst - 1e-9", PINK, GREY), tooltip="tip:N")
    promise = alt.Chart(rows(sign=[-1, 1])).transform_calculate(ratio="exp(datum.sign * epsilon)").mark_rule(
        color=INK, strokeDash=[8, 4], strokeWidth=1.8).encode(ratio)
    words = compared.transform_filter("datum.j == 0").transform_calculate(
        said="'One label is up to ' + format(exp(datum.worst), '.2f') + ' times likelier (pink); promised (dashed): "
             "eᵋ = ' + format(exp(epsilon), '.2f') + '. Her label is guessed right: ' + "
             "format((1 + datum.tv) / 2, '.1%')")
    return alt.vconcat(people, bars, ratios + promise + told(words, 0, -16),
                       title="Two labels of Ann, two laws of the published cut-off").add_params(
        slider("epsilon", 0.05, 4, epsilon, 0.05, "privacy ε"), slider("ann", 1, N, int(x[ann]), 1, "Ann's dose"),
        menu("shown", {-1: "both", 0: "0", 1: "1"}, -1, "Ann's label"))


def audit_map(*, N: int, epsilon):
    """The exact audit as a map that lives: across, the two records that stay; down, the exchange of the third; the
    shade is the pair's loss over the claim ε, for the weight e^(-ε · mistakes / 2), or a colleague's without the half.

    Parameters
    ----------
    N : int in 1..3, the largest dose of the records
    epsilon : float in [0.1, 4], where the slider starts
    """
    alt = altair()
    dose, label = np.repeat(np.arange(1, N + 1), 2), np.tile([0, 1], N)
    wrong = (Thresholds(N).predictions(dose) != label).T.astype(int)                # of a record, by each cut-off
    names = [f"{d}{'○●'[b]}" for d, b in zip(dose, label)]
    data = [{"stay": f"{names[r]} {names[s]}", "swap": f"{names[a]} ↔ {names[b]}",
             **{side: (wrong[r] + wrong[s] + wrong[i]).tolist() for side, i in (("a", a), ("b", b))}}
            for r, s in combinations_with_replacement(range(2 * N), 2) for a, b in combinations(range(2 * N), 2)]
    sums = (" + ".join(f"exp(-rate * epsilon * datum.{side}[{j}])" for j in range(N + 1)) for side in "ba")
    losses = (f"abs(datum.apart + rate * epsilon * (datum.b[{j}] - datum.a[{j}]))" for j in range(N + 1))
    squares = alt.Chart(alt.InlineData(values=data)).transform_calculate(
        apart="log(({}) / ({}))".format(*sums), losses=f"[{', '.join(losses)}]", loss="extent(datum.losses)[1]",
        share="datum.loss / epsilon", tip="datum.stay + ', ' + datum.swap + ': loss ' + format(datum.loss, '.4f') + "
                                          "' at cut-off ' + indexof(datum.losses, datum.loss)"
    ).transform_joinaggregate(worst="max(loss)")
    square = squares.encode(
        alt.X("stay:O", title="the two that stay: dose, ● ill, ○ not", sort=None),
        alt.Y("swap:O", title="exchanged record (dose, ● ill)", sort=None), tooltip="tip:N")
    shades = {"domain": [0, 1, 1.000001, 2], "range": ["#FFFFFF", BLUE, PINK, "#6B1F4C"], "interpolate": "rgb"}
    words = squares.transform_aggregate(worst="max(loss)").transform_calculate(
        said="'Largest loss (framed, in one square or several) ' + format(datum.worst, '.3f') + ', claimed ' + "
             "format(epsilon, '.2f') + (datum.worst > epsilon ? ': broken' : ': holds here')")
    return alt.layer(
        square.mark_rect(aria=False).encode(alt.Color("share:Q", scale=shades, legend={
            "title": "loss / claimed ε; pink: beyond the claim", "titleLimit": 400, "type": "symbol", "offset": 24,
            "symbolType": "square", "symbolSize": 250, "symbolStrokeColor": GREY, "values": [0, 0.5, 1, 1.1, 1.5, 2]})),
        square.transform_filter("datum.loss > datum.worst - 1e-9").mark_rect(
            fillOpacity=0, stroke=BLACK, strokeWidth=2), told(words, 0, -16),
        title="The learner with this weight, audited on all pairs", width=26 * N * (2 * N + 1),
        height=18 * N * (2 * N - 1)).add_params(
        slider("epsilon", 0.1, 4, epsilon, 0.1, "claimed ε"),
        menu("rate", {1: "exp(−ε · mistakes)", 0.5: "exp(−ε · mistakes / 2)"}, 1, "weight"))
