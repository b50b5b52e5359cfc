"""Lecture 3's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from ..experiment import number_text
from ..figures.plots import BLACK, BLUE, FAINT, GREEN, GREY, INK, ORANGE, PINK, PURPLE, name_ends
from ..figures.style import Look, sheet
from ..figures.vegalite import altair, either, menu, named, rows, slider, span, told
from .race import Race, regret_axis

SHADES = [BLUE, ORANGE, GREEN, PINK, PURPLE, GREY]  # of experts side by side
CEILINGS = {"exact": "−ln p", "sharp": "ln K + η²t/8 − η · regret", 
            "printed": "ln K + η²t − η · regret, proved above"}
ROW, CURVES, TOP, BELOW = 0.42, 2.3, 0.62, 0.55  # inches, of a season


def _curves(ax, curves, **limits) -> None:
    """Curves (kind, color, y, name) over rounds of which y holds the last, within these limits; the names stand at
    their ends."""
    last = max(len(y) for _, _, y, _ in curves)
    for kind, color, y, _ in curves:
        ax.plot(np.arange(last - len(y), last), y, **Look.of(kind, color).pen)
    ax.set(xlim=(0, last - 1), **limits)
    name_ends(ax, [(name, y[-1], color) for _, color, y, name in curves], 0.08)


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
                       title="A wrong tip multiplies a weight by e^(−η)").add_params(
        slider("eta", 0.01, 3, round(race.eta, 3), 0.01, "learning rate η"),
        menu("watched", {name: name for name in names}, names[race.best], "watch"),
        alt.param("who", expr="lit.expert ? lit.expert[0] : watched"),
    ).resolve_scale(color="independent", strokeDash="independent")


def race_figure(race: Race):
    """A finished season: who was right when, how the bettor's law moved, and his regret under its bounds.

    One row a tipster: the probability with which he is followed as an area, a tick below it for each right tip, a
    dot where the bettor followed him (filled: right).  Under the rows, on the same axis of races, the regret.
    Ticks merge beyond a few hundred races.
    """
    T, K = race.losses.shape
    sharp, message = race.bound_sharp[-1], f"Expected regret {race.expected_regret[-1]:.1f} in {T} races"
    if sharp < T:
        message += f"; the sharpened bound promises at most {sharp:.1f}"
    else:
        message += ", at an η whose bound promises nothing"
    height = TOP + K * ROW + 0.3 + CURVES + BELOW
    left, wide = 1.45 / 8.1, 5.2 / 8.1
    with sheet(8.1, height) as fig:
        for i in range(K):
            _row(fig.add_axes([left, 1 - (TOP + (i + 1) * ROW) / height, wide, ROW / height]), race, i)
        _regret(fig.add_axes([left, BELOW / height, wide, CURVES / height]), race)
        fig.text(0.1 / 8.1, 1 - 0.2 / height, message, fontsize=11, fontweight="bold", va="center")
        key = "area: probability of following; tick: right tip; dot: followed (filled: right, open: wrong)"
        fig.text(0.1 / 8.1, 1 - 0.44 / height, key, fontsize=8.5, va="center", color=FAINT)
    return fig, _words(race)


def _words(race: Race) -> str:
    """The season in words: alternative text of its picture."""
    T, K = race.losses.shape
    paid, lost = race.losses[np.arange(T), race.actions].sum(), race.losses.sum(axis=0)
    final = ", ".join(f"{t.name} {_percent(p)}" for t, p in zip(race.tipsters, race.next_law))
    expected, sharp, printed = (number_text(y[-1]) for y in (race.expected_regret, race.bound_sharp, race.bound))
    return (f"A season of {T} races with {K} tipsters, η = {race.eta:.3g}. The bettor lost {paid:.0f}, "
            f"the best tipster, {race.tipsters[race.best].name}, {lost[race.best]:.0f}: "
            f"realised regret {race.realised_regret[-1]:.0f}. "
            f"Expected regret {expected} (exact), sharpened bound {sharp}, printed bound {printed}. "
            f"Probabilities after the last race: {final}.")


def _percent(p: float) -> str:
    return f"{p:.0%}" if p >= 0.01 else "<1%"


def _row(ax, race: Race, i: int) -> None:
    T, best = len(race.winners), i == race.best
    law, right = np.append(race.probabilities[:, i], race.probabilities[-1, i]), race.losses[:, i] == 0
    mine, middle = race.actions == i, np.arange(T) + 0.5
    color, bold = (GREEN, "bold") if best else (GREY, "normal")
    ax.fill_between(np.arange(T + 1), law, step="post", color=color, alpha=0.35, linewidth=0)
    ax.step(np.arange(T + 1), law, where="post", color=color, linewidth=1)
    ax.vlines(middle[right], -0.42, -0.1, color=INK, linewidth=min(1.6, 150 / T))
    for shown, face in ((mine & right, BLUE), (mine & ~right, "white")):
        ax.plot(middle[shown], np.full(shown.sum(), -0.26), "o", color=BLUE, markerfacecolor=face,
                markersize=min(4.2, 380 / T))
    ax.set(xlim=(0, T), ylim=(-0.52, 1.04))
    ax.axis("off")
    ax.plot([0, T], [0, 0], color="#BBBBBB", linewidth=0.7, clip_on=False)
    lost = f"lost {race.losses[:, i].sum():.0f}{', best' if best else ''}"
    across = ax.get_yaxis_transform()
    ax.text(-0.018, 0.42, f"{chr(65 + i)}  {race.tipsters[i].name}", transform=across, ha="right", fontsize=9.5,
            fontweight=bold)
    ax.text(-0.018, -0.34, lost, transform=across, ha="right", fontsize=8, color=GREEN if best else FAINT)
    ax.text(1.012, 0.1, f"{_percent(race.next_law[i])} at the end", transform=across, fontsize=8.5, fontweight=bold)


def _regret(ax, race: Race) -> None:
    curves = (("printed", INK, "printed", race.bound), ("sharp", INK, "sharpened", race.bound_sharp),
              ("run", BLUE, "realised", np.append(0, race.realised_regret)),
              ("exact", BLACK, "expected", np.append(0, race.expected_regret)))
    _curves(ax, [(kind, color, y, f"{name} {number_text(y[-1])}") for kind, color, name, y in curves],
            ylim=regret_axis(*race.losses.shape))
    ax.set(xlabel="races run, t", ylabel="cumulative regret")
