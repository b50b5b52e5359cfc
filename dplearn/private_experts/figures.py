"""Lecture 4's own pictures: a figure with its description in words, and a living chart."""

from __future__ import annotations

import numpy as np

from .. import experts
from ..figures.plots import BLACK, BLUE, FAINT, GREY, INK, ORANGE, PINK, name_ends, plots
from ..figures.vegalite import altair, either, named, slider, span
from .profile import neighbors

MOST_DAYS = 400
BELLS = {"P": BLUE, "Q": ORANGE, "raised": INK, "above": PINK}
SAID = {"P": "P: tipster 1 was right on day 1", "Q": "Q: tipster 2 was right on day 1", "raised": "eᵋ Q",
        "above": "P above eᵋ Q, in all δ(ε)"}
SUMS = {"overlap": "overlap of the bells", "TV": "TV = 1 − overlap", "guess": "best guess right: ½ + ½TV",
        "delta": "δ(ε): the pink part"}


def one_pick(losses, neighbor, *, eta, days):
    """The log-ratio of one pick against D, on some days.

    Parameters
    ----------
    losses, neighbor : arrays (T, K), in [0, 1], T <= 400, equal but for one day before the last
    eta : float in [0.001, 20]
    days : sequence of 1 to 4 days after the private one, counted from 1

    The dots come from the two laws themselves, the lines from ηD + c.
    """
    losses, neighbor, tau = neighbors(losses, neighbor)
    laws = [experts.hedge_probabilities(season, eta=eta) for season in (losses, neighbor)]
    difference = (neighbor - losses)[tau]
    ends = np.array([difference.min(), difference.max()])
    with plots(2.9, width=5.6) as (fig, (ax,)):
        for day, color, mark in zip(days, (BLACK, FAINT, GREY, PINK), "osD^"):
            p, q = (law[day - 1] for law in laws)
            line = eta * ends + np.log(p @ np.exp(-eta * difference))
            ax.plot(ends, line, color=color, linewidth=1.4, label=f"day {day}")
            ax.plot(difference, np.log(p / q), mark, color=color, markersize=6)
        name_ends(ax, 0.07)
        ax.set(xticks=np.unique(difference), xlabel="D of the pick", ylabel="log-ratio of one pick",
               title=f"One pick: ηD + c, range {eta * np.ptp(ends):g}")
    return fig, (f"On each of the days {', '.join(map(str, days))} the log-ratio of a pick lies on a line of slope "
                 f"η = {eta:g} in D, each day with its own height.")


def two_bells():
    """The law of the tally under both secrets of the swap, and δ(ε) between them: T in [10, 400], η in [0.005, 0.3].

    A running sum gives ln C(T-1, N).  Tallies are drawn in widths and probabilities per width: all T share the axes.
    """
    alt, others = altair(), "(T - 1 - datum.N)"
    mass = "exp(datum.ways - {} * log(1 + exp(-eta)) - {} * log(1 + exp(eta)))"
    laws = alt.Chart(alt.sequence(0, MOST_DAYS, as_="N")).transform_filter("datum.N < T").transform_calculate(
        step="datum.N ? log((T - datum.N) / datum.N) : 0").transform_window(
        ways="sum(step)").transform_calculate(
        P=mass.format("datum.N", others), Q=mass.format(others, "datum.N"), raised="exp(epsilon) * datum.Q",
        both="min(datum.P, datum.Q)", above="max(datum.P - datum.raised, 0)")
    drawn = laws.transform_calculate(place="(2 * datum.N - T + 1) / sqrt(T - 1)").transform_filter(
        "abs(datum.place) < 6.3").transform_fold([*BELLS], ["part", "value"]).transform_calculate(
        low="(datum.part == 'above' ? datum.P - datum.above : 0) * sqrt(T - 1) / 2",
        high="datum.low + datum.value * sqrt(T - 1) / 2").encode(
        span("x", "place", "this tally, in widths: 0 is (T−1)/2 picks, one width is √(T−1)/2 picks", -6, 6),
        span("y", "high", "probability per width", 0, 0.42),
        named("color", "part", BELLS, legend={
            "columns": 2, "symbolOpacity": 1, "symbolType": "square", "labelExpr": f"{SAID}[datum.label]"}))
    line = {"interpolate": "step", "clip": True}
    bells = alt.layer(
        drawn.transform_filter("datum.part != 'raised'").mark_area(**line).encode(
            named("opacity", "part", {"P": 0.3, "Q": 0.3, "above": 0.8}, legend=None), y2="low:Q"),
        drawn.transform_filter("datum.part == 'raised'").mark_line(strokeWidth=1.4, **line), width=460, height=220)
    sums = laws.transform_aggregate(overlap="sum(both)", delta="sum(above)").transform_calculate(
        TV="1 - datum.overlap", guess="1 - datum.overlap / 2").transform_fold([*SUMS], ["sum", "value"]).encode(
        span("x", "value"), alt.Y("sum:N", title=None, sort=[*SUMS],
                                axis={"labelExpr": f"{SUMS}[datum.label]", "labelLimit": 300}))
    bars = alt.layer(sums.mark_bar().encode(color=either("datum.sum == 'delta'", PINK, GREY)),
                     sums.mark_text(align="left", dx=4).encode(alt.Text("value:Q", format=".3f")),
                     width=400, height=96)
    return alt.vconcat(
        bells, bars,
        title="How many of the T − 1 later picks name tipster 1, under either secret of day 1").add_params(
        slider("T", 10, MOST_DAYS, 100, 10, "days T"), slider("eta", 0.005, 0.3, 0.1, 0.005, "learning rate η"),
        slider("epsilon", 0, 2, 1, 0.1, "ε"))
