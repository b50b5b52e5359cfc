"""Lecture 2's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from ..concepts import Thresholds
from ..figures.plots import BLUE, GREY, INK, ORANGE, PINK
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
             "e^ε = ' + format(exp(epsilon), '.2f') + '. Her label is guessed right: ' + "
             "format((1 + datum.tv) / 2, '.1%')")
    return alt.vconcat(people, bars, ratios + promise + told(words, 0, -16),
                       title="Two labels of Ann, two laws of the published cut-off").add_params(
        slider("epsilon", 0.05, 4, epsilon, 0.05, "privacy ε"), slider("ann", 1, N, int(x[ann]), 1, "Ann's dose"),
        menu("shown", {-1: "both", 0: "0", 1: "1"}, -1, "Ann's label"))
