"""Lecture 3's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from ..experiment import number_text
from ..figures.plots import BLACK, BLUE, GREEN, GREY, INK, ORANGE, PINK, PURPLE, name_ends, plots
from ..figures.style import Look
from ..figures.vegalite import altair, either, menu, named, rows, slider, span, told
from .race import Race, regret_axis

SHADES = [BLUE, ORANGE, GREEN, PINK, PURPLE, GREY]  # of experts side by side
CEILINGS = {"exact": "−ln p", "sharp": "ln K + η²t/8 − η · regret", 
            "printed": "ln K + η²t − η · regret, proved above"}


def weights(race: Race):
    """Hedge race by race, as a chart that lives: each tipster's share, e^(-η · wrong tips) over their sum, at any η in
    [0.01, 3]; below, -ln p of the one under the pointer or in the menu (at first the best), and its ceilings, which are
    η (bound - regret).  At most 200 races.
    """
    losses, names = race.losses, [t.name for t in race.tipsters]
    T, K = losses.shape
    alt, step, after = altair(), 560 // (T + 1), np.vstack([losses, np.zeros(K)])
    laws = alt.Chart(rows(t=np.arange(T + 1)[:, None], expert=names, place=np.arange(K), loss=after,
                          L=after.cumsum(axis=0) - after)).transform_calculate(
        w="exp(-eta * datum.L)").transform_joinaggregate(total="sum(w)", groupby=["t"]).transform_calculate(
        p="datum.w / datum.total", tip="datum.expert + ' after ' + datum.t + ' races: ' + format(datum.p, '.3f') + "
                                       "', wrong ' + datum.L + ' times'")
    x = alt.X("t:Q", title="races run, t", scale={"domain": [-0.5, T + 0.5], "nice": False, "padding": 0})
    lit = alt.selection_point("lit", fields=["expert"], on="pointerover", clear="pointerout")
    shares = laws.mark_bar(size=step, aria=False).encode(
        x, span("y", "p", "probability of following", stack="zero"), named("color", "expert", dict(zip(names, SHADES))),
        order="place:Q", opacity=either("datum.expert == who", 1, 0.45), tooltip="tip:N")
    watched = laws.transform_calculate(pays="datum.p * datum.loss").transform_joinaggregate(
        paid="sum(pays)", groupby=["t"]).transform_filter("datum.expert == who").transform_window(
        all="sum(paid)").transform_calculate(
        regret="datum.all - datum.paid - datum.L", exact="-log(datum.p)",
        sharp=f"{np.log(K)} + eta * eta * datum.t / 8 - eta * datum.regret",
        printed="datum.sharp + 7 / 8 * eta * eta * datum.t")
    # At most ln K + η²T + η · wrong tips, which runs through several sizes as η does: hence the scale.
    y = alt.Y("value:Q", title="−ln p, ceilings", axis={"values": [0, 1, 3, 10, 30, 100, 300], "tickCount": 8},
              scale={"type": "symlog", "domain": [0, 12 * T + 2], "nice": False})
    lines = watched.transform_fold([*CEILINGS], ["kind", "value"]).mark_line(color=BLACK).encode(
        x, y, named("strokeDash", "kind", {kind: list(Look.of(kind, INK).dash) or [1, 0] for kind in CEILINGS},
              legend={"labelExpr": f"{CEILINGS}[datum.label]", "symbolSize": 600, "offset": 24}))
    gap = watched.mark_area(color=BLUE, opacity=0.12).encode(x, y="exact:Q", y2="sharp:Q")
    ends = watched.transform_filter(f"datum.t == {T}").transform_calculate(
        said=f"'After {T} races, against ' + who + ': regret ' + format(datum.regret, '.2f') + ', at most ' + "
             f"format({np.log(K)} / eta + eta * {T / 8}, '.2f') + '; dotted ends at η times what is left, ' + "
             "format(datum.sharp, '.2f')")
    parts = (shares.add_params(lit), alt.layer(gap, lines, told(ends, 0, -18)))
    return alt.vconcat(*(part.properties(width=step * (T + 1), height=190) for part in parts),
                       title="A wrong tip multiplies a weight by exp(−η)").add_params(
        slider("eta", 0.01, 3, round(race.eta, 3), 0.01, "learning rate η"),
        menu("watched", {name: name for name in names}, names[race.best], "watch"),
        alt.param("who", expr="lit.expert ? lit.expert[0] : watched"),
    ).resolve_scale(color="independent", strokeDash="independent")


def race_figure(race: Race):
    """A finished season: the bettor's regret against the best tipster, under its bounds."""
    T, K = race.losses.shape
    with plots(3.3) as (fig, (ax,)):
        for kind, color, name, y in (
                ("printed", INK, "printed", race.bound), ("sharp", INK, "sharpened", race.bound_sharp),
                ("run", BLUE, "realised", race.realised_regret),
                ("exact", BLACK, "expected", race.expected_regret)):
            ax.plot(np.arange(1, T + 1), y, label=f"{name} {number_text(y[-1])}", **Look.of(kind, color).pen)
        ax.set(xlim=(0, T), ylim=regret_axis(T, K), xlabel="races run, t", ylabel="cumulative regret",
               title=f"Behind the best of {K} tipsters, race by race")
        name_ends(ax, 0.08)
    return fig, _words(race)


def _words(race: Race) -> str:
    """The season in words: alternative text of its picture."""
    T, K = race.losses.shape
    lost, best = race.losses[np.arange(T), race.actions].sum(), race.losses[:, race.best].sum()
    expected, sharp, printed = (number_text(y[-1]) for y in (race.expected_regret, race.bound_sharp, race.bound))
    return (f"A season of {T} races with {K} tipsters, η = {race.eta:.3g}. The bettor lost {lost:.0f}, "
            f"the best tipster, {race.tipsters[race.best].name}, {best:.0f}: "
            f"realised regret {race.realised_regret[-1]:.0f}. "
            f"Expected regret {expected} (exact), sharpened bound {sharp}, printed bound {printed}.")
