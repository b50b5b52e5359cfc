"""Lecture 7's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import itertools

import numpy as np

from .. import exppw
from ..figures.plots import BLACK, GREEN, GREY, PINK, plots
from ..figures.vegalite import altair, either, named, rows, slider, span, told

MOST_CLAMP = 8  # that slides
ROPES = {"the rope": BLACK, "without the circled patient": PINK, "ropes from other heights": "#C4C4C4"}
LEGEND = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2, "borderaxespad": 0}


def tug_of_war(x, y, *, who):
    """The rope with and without a patient, among ropes that stand elsewhere at his turn, as a chart that lives: any
    patient, clamp and ε.  A rope at h after patient i is, after t, at h + the steps between, held between the lowest
    rope and the highest: these are digits of base 17 (0 for -8), for T = 1..8 and each i <= t.

    Parameters
    ----------
    x, y : arrays (n,) in [0, 1] and of 0/1, n in 2..60, in any order
    who : int in 1..n, who leaves, in the order of x: where that slider starts
    """
    alt, n, order = altair(), len(x), exppw.tie_order(x)
    y = y[order].tolist()
    ends = {}
    for T, way in itertools.product(range(1, MOST_CLAMP + 1), (0, 1)):
        rope = [exppw.projected_walk([way] * T + y[i:], T)[T:] + MOST_CLAMP for i in range(n + 1)]
        ends[f"end{way}{T}"] = ["".join(np.base_repr(rope[i][t - i], 17) for i in range(t + 1))
                                for t in (*range(n + 1), n)]
    held = ("clamp({1} + datum.steps, parseInt(slice(datum['end0' + T], {0}, {0} + 1), 17) - 8, "
            "parseInt(slice(datum['end1' + T], {0}, {0} + 1), 17) - 8)")
    coin = "1 / (1 + exp(-epsilon * datum.{} / 2))"
    chart = alt.Chart().transform_calculate(step="2 * datum.y - 1").transform_window(
        steps="sum(step)").transform_calculate(
        v=held.format(0, 0), at="datum.t == who ? datum.steps : 0", h="datum.t == who - 1 ? datum.v : 0"
    ).transform_joinaggregate(gone="sum(at)", there="sum(h)").transform_calculate(
        w=f"datum.t < who ? datum.v : {held.format('who', 'datum.there - datum.gone')}", p=coin.format("v"),
        q=coin.format("w"))
    later = chart.transform_filter("datum.t >= who")
    others = later.transform_calculate(start="sequence(-T, T + 1)").transform_flatten(["start"]).transform_calculate(
        height=held.format("who", "datum.start - datum.gone"), name="'ropes from other heights'")
    both = chart.transform_calculate(
        name="['without the circled patient', 'the rope']", height="[datum.w, datum.v]", chance="[datum.q, datum.p]"
    ).transform_flatten(["name", "height", "chance"])
    news = later.transform_calculate(
        met="datum.v == datum.w ? datum.x : 1", cost="max(abs(log(datum.p / datum.q)), abs(log((1 + exp(epsilon * "
        "datum.v / 2)) / (1 + exp(epsilon * datum.w / 2)))))").transform_aggregate(
        left="min(x)", met="min(met)", cost="max(cost)").transform_calculate(
        said="'Without the patient at ' + format(datum.left, '.3f') + (datum.met == datum.left ? ' nothing changes' : "
        "' the rope is elsewhere from ' + format(datum.left, '.3f') + ' to ' + format(datum.met, '.3f') + '\\nand the "
        "chances of 0 and of 1 change by a factor of exp(' + format(datum.cost, '.2f') + ') at most')")

    at, color = span("x", "x", axis=None), named("color", "name", ROPES)
    lines = both.mark_line(interpolate="step-after").encode(
        at, color, strokeWidth=either("datum.name == 'the rope'", 1.4, 4))
    patients = chart.transform_filter("datum.y != 0.5").transform_calculate(
        label="datum.y ? 'helped, 1' : 'not, 0'").encode(
        span("x", "x", "query x: answered by the patients before it"), y="label:N")
    panels = {
        210: others.mark_line(interpolate="step-after", strokeWidth=0.8).encode(
            at, color, y="height:Q", detail="start:N")
        + news.transform_calculate(edge="[-T, T]").transform_flatten(["edge"]).mark_rule(color=GREY).encode(y="edge:Q")
        + lines.encode(span("y", "height", "rope, steps v", -8.5, 8.5)),
        90: lines.encode(span("y", "chance", "chance of 1")),
        40: patients.mark_tick(color=BLACK, height=14) + patients.mark_point(
            color=PINK, size=150).transform_filter("datum.t == who"),
        30: told(news)}
    return alt.vconcat(
        *(panel.properties(width=560, height=height) for height, panel in panels.items()),
        data=rows(x=[0, *x[order], 1], t=np.arange(n + 2), y=[0.5, *y, 0.5], **ends),
        title="Later patients pull at all ropes alike").add_params(
        slider("T", 1, MOST_CLAMP, 6, 1, "clamp T"), slider("epsilon", 0.1, 5, 1, 0.1, "ε of an answer"),
        slider("who", 1, n, who, 1, "who leaves, in the order of x"))


def one_band(y_sorted, band, *, clamp, k):
    """The walk with the steps of one band, between heights `band` and `band` + 1, and under it the best function and
    its mistakes.

    Parameters
    ----------
    y_sorted : array (n,) of 0/1, n in 2..60
    band : int in -clamp..clamp-1
    clamp : int in 1..60
    k : int in 0..60, changes of the best function, which says 0 first
    """
    y = np.asarray(y_sorted, bool)
    walk = exppw.projected_walk(y, clamp)
    places = np.arange(len(y) + 1)
    inside = (np.minimum(walk[1:], walk[:-1]) == band) & (walk[1:] != walk[:-1])
    says = np.searchsorted(exppw.best_intervals(places[1:], y, k)[1], places[1:], side="right") % 2 == 1
    ups, downs, wrong = (np.flatnonzero(inside & which) + 1 for which in (y, ~y, says != y))
    with plots(3.9, 2, sharex=True, height_ratios=(4, 1)) as (fig, (top, below)):
        top.axhspan(band, band + 1, color=GREY, alpha=0.25, linewidth=0)
        for edge in (-clamp, clamp):
            top.axhline(edge, color=GREY, linewidth=1)
        top.step(places, walk, where="post", color="black", linewidth=1.4)
        for at, marker, fill, name in ((ups, "^", "black", "up, label 1"), (downs, "v", "white", "down, label 0")):
            top.vlines(at, band, band + 1, color="black", linewidth=3)
            top.plot(at, np.full(len(at), band + 0.5), marker, color="black", markerfacecolor=fill, markersize=8,
                     linestyle="none", label=f"{name} ({len(at)})")
        top.set(ylabel="walk v", ylim=(-clamp - 0.6, clamp + 0.6))
        top.legend(**LEGEND)
        below.step(places, np.append(False, says), where="mid", color=GREEN, linewidth=2)
        below.plot(wrong, y[wrong - 1], "x", color="black", markersize=7, markeredgewidth=1.8)
        below.set(ylabel="best", ylim=(-0.4, 1.4), yticks=(0, 1), xlabel="examples taken, in the order of x",
                  xlim=(0, len(y) + 0.5))
        fig.align_ylabels()
    return fig, (f"The walk through {len(y)} labels within {clamp} of 0. Steps between heights {band} and {band + 1}, "
                 f"in turn: up {len(ups)}, down {len(downs)}. Below, the best function with at most k = {k} changes; "
                 f"crosses: its mistakes on these steps, {len(wrong)}.")
