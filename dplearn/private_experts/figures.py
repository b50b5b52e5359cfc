"""Lecture 4's own pictures: a figure with its description in words, and a living chart."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import experts
from ..figures.plots import BLACK, BLUE, FAINT, GREY, INK, ORANGE, PINK, name_ends, plots
from ..figures.vegalite import altair, slider
from .profile import neighbors

MOST_DAYS = 400
BELLS = {"P: tipster 1 was right on day 1": BLUE, "Q: tipster 2 was right on day 1": ORANGE, "e^ε Q": INK,
         "P above e^ε Q, in all δ(ε)": PINK}


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
    if tau == len(losses) - 1 or len(losses) > MOST_DAYS:
        raise ValueError(f"losses must have at most {MOST_DAYS} days and differ from neighbor before the last one; got "
                         f"{len(losses)} days, and day {tau + 1}")
    eta = check.real("eta", eta, 0.001, 20)
    days = check.array("days", days, (None,), low=tau + 2, high=len(losses), integral=True)
    check.integer("the number of days", len(days), 1, 4)
    laws = [experts.hedge_probabilities(season, eta=eta) for season in (losses, neighbor)]
    difference = (neighbor - losses)[tau]
    ends, names = np.array([difference.min(), difference.max()]), []
    with plots(2.9, width=5.6) as (fig, (ax,)):
        for day, color, mark in zip(days, (BLACK, FAINT, GREY, PINK), "osD^"):
            p, q = (law[day - 1] for law in laws)
            line = eta * ends + np.log(p @ np.exp(-eta * difference))
            ax.plot(ends, line, color=color, linewidth=1.4)
            ax.plot(difference, np.log(p / q), mark, color=color, markersize=6)
            names.append((f"day {day}", line[1], color))
        name_ends(ax, names, 0.07)
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
        ways="sum(step)", frame=[None, 0], sort=[alt.SortField("N")]).transform_calculate(
        P=mass.format("datum.N", others), Q=mass.format(others, "datum.N")).transform_calculate(
        raised="exp(epsilon) * datum.Q", both="min(datum.P, datum.Q)").transform_calculate(
        above="max(datum.P - datum.raised, 0)")
    drawn = laws.transform_calculate(width="sqrt(T - 1) / 2").transform_calculate(
        place="(datum.N - (T - 1) / 2) / datum.width", floor="(datum.P - datum.above) * datum.width",
        **{f"{name}_drawn": f"datum.{name} * datum.width" for name in ("P", "Q", "raised")})
    area, key = dict(interpolate="step", clip=True), alt.Scale(domain=[*BELLS], range=[*BELLS.values()])

    def part(mark, field, name, **floor):
        return mark.transform_calculate(part=f"'{name}'").encode(
            alt.X("place:Q", title="this tally, in widths: 0 is (T−1)/2 picks, one width is √(T−1)/2 picks",
                  scale=alt.Scale(domain=[-6, 6])),
            alt.Y(f"{field}_drawn:Q", title="probability per width", scale=alt.Scale(domain=[0, 0.42])),
            alt.Color("part:N", scale=key, legend=alt.Legend(columns=2, symbolOpacity=1, symbolType="square")), **floor)

    first, second, line, pink = BELLS
    bells = alt.layer(part(drawn.mark_area(opacity=0.3, **area), "P", first),
                      part(drawn.mark_area(opacity=0.3, **area), "Q", second),
                      part(drawn.mark_area(opacity=0.8, **area), "P", pink, y2="floor:Q"),
                      part(drawn.mark_line(strokeWidth=1.4, **area), "raised", line)).properties(width=460, height=220)
    sums = laws.transform_aggregate(overlap="sum(both)", delta="sum(above)").transform_calculate(
        TV="1 - datum.overlap", guess="1 - datum.overlap / 2").transform_fold(
        ["overlap", "TV", "guess", "delta"], as_=["sum", "value"])
    names = {"overlap": "overlap of the bells", "TV": "TV = 1 − overlap", "guess": "best guess right: ½ + ½TV",
             "delta": "δ(ε): the pink part"}
    bars = sums.mark_bar().encode(
        alt.X("value:Q", title=None, scale=alt.Scale(domain=[0, 1])),
        alt.Y("sum:N", title=None, sort=[*names], axis=alt.Axis(labelExpr=f"{names}[datum.label]", labelLimit=300)),
        color=alt.condition("datum.sum == 'delta'", alt.value(PINK), alt.value(GREY)))
    said = bars.mark_text(align="left", dx=4).encode(color=alt.value(INK), text=alt.Text("value:Q", format=".3f"))
    return (bells & (bars + said).properties(width=400, height=96)).add_params(
        slider("T", 10, MOST_DAYS, 100, 10, "days T"), slider("eta", 0.005, 0.3, 0.1, 0.005, "learning rate η"),
        slider("epsilon", 0, 2, 1, 0.1, "ε")).properties(
            title="How many of the T − 1 later picks name tipster 1, under either secret of day 1")
