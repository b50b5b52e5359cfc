"""Lecture 7's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import itertools

import numpy as np

from .. import exppw
from ..figures.plots import BLACK, GREEN, GREY, PINK, plots
from ..figures.vegalite import altair, either, named, rows, slider, span, told

MOST_CLAMP = 8  # that slides
ROPES = {"without the circled patient": PINK, "the rope": BLACK}
VALUE = "blood value x"
LEGEND = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2, "borderaxespad": 0}


def tug_of_war(x, y, *, who=0):
    """Patients as ticks, and the rope that those up to the query have pulled, with a patient and without, as a chart
    that lives: any query; where somebody leaves, any patient and clamp too.  The ropes of all w who may leave (0: none)
    stand in the data, a digit of base 17 each (0 for -8), for T = 1..8 after each t.

    Parameters
    ----------
    x, y : arrays (n,) in [0, 1] and of 0/1, n in 2..60, in any order
    who : int in 0..n, who leaves, in the order of x, where that slider starts; or 0, and the query starts at 0
    """
    alt, n, order = altair(), len(x), exppw.tie_order(x)
    y, ropes = y[order], {}
    for T in range(1, MOST_CLAMP + 1):
        walks = [exppw.projected_walk(y, T)]
        for w in range(n):
            others = exppw.projected_walk(np.delete(y, w), T)
            walks.append(np.insert(others, w, others[w]))
        ropes[f"ropes{T}"] = ["".join(np.base_repr(v + MOST_CLAMP, 17) for v in at) for at in zip(*walks)]
    pulled = alt.Chart().transform_filter("datum.x <= query").transform_calculate(**{
        name: f"parseInt(slice(datum['ropes' + T], {w}, {w} + 1), 17) - 8" for name, w in (("v", 0), ("w", "who"))
    }).transform_joinaggregate(now="max(t)")
    both = pulled.transform_calculate(name=f"{[*ROPES]}", height="[datum.w, datum.v]").transform_flatten(
        ["name", "height"]).transform_filter("who || datum.name == 'the rope'").transform_calculate(
        at="datum.t == datum.now ? [datum.x, query] : [datum.x]").transform_flatten(["at"])
    says = "datum.{0} + ', and the coin says yes with ' + format(1 / (1 + exp(-datum.{0} / 2)), '.0%')"
    end = pulled.transform_filter("datum.t == datum.now").transform_calculate(
        at="query", said=f"datum.t + ' patients have pulled: the rope is at ' + {says.format('v')} + (who ? "
        f"'\\nwithout the circled one at ' + {says.format('w')} : '')")
    patients = alt.Chart().transform_filter("datum.t").transform_calculate(
        label="datum.y ? 'helped: up' : 'not: down'").encode(span("x", "x", VALUE), alt.Y("label:N", title=None))
    at = span("x", "at", axis=None)
    panels = {
        200: end.transform_calculate(edge="[-T, 0, T]").transform_flatten(["edge"]).mark_rule(color=GREY).encode(
            y="edge:Q")
        + both.mark_line(interpolate="step-after").encode(
            at, named("color", "name", ROPES if who else {"the rope": BLACK}),
            span("y", "height", "rope; above 0 yes is likelier", -8.5, 8.5),
            strokeWidth=either("datum.name == 'the rope'", 1.4, 4))
        + end.mark_circle(color=BLACK, size=100).encode(at, y="v:Q"),
        50: patients.mark_tick(height=14).encode(color=either("datum.x <= query", BLACK, "#8A8A8A"))
        + patients.mark_point(color=PINK, size=150).transform_filter("datum.t == who")
        + end.mark_rule().encode(span("x", "at", VALUE)),
        30: told(end)}
    return alt.vconcat(
        *(panel.properties(width=560, height=height) for height, panel in panels.items()),
        data=rows(x=[0, *x[order]], t=np.arange(n + 1), y=[0.5, *y], **ropes)).add_params(
        slider("query", 0, 1, float(who > 0), 0.005, "the new patient's value"), *(
            [slider("T", 1, MOST_CLAMP, 6, 1, "clamp T"), slider("who", 1, n, who, 1, "who leaves, in the order of x")]
            if who else [alt.param("T", value=6), alt.param("who", value=0)]))


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
