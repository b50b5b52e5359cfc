"""A finished season at the racetrack: who was right when, how the bettor's law moved, and his regret under its bounds."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from .. import _validate as check
from ..experiment import number_text
from .race import Race
from ..figures.style import COLORS, STYLE, WIDTHS, dash_pattern, label_ends

INK, BLUE, GREEN, GREY = COLORS["theory"], COLORS["nonprivate"], COLORS["truth"], COLORS["baseline"]
ROW, CURVES, TOP, BELOW = 0.42, 2.3, 0.62, 0.55  # inches


def race_figure(race: Race) -> tuple[Figure, str]:
    """The season as a figure, and in words.

    One row a tipster: the probability with which he is followed as an area, a tick below it for each right tip, a
    dot where the bettor followed him (filled: right).  Under the rows, on the same axis of races, the regret.

    Parameters
    ----------
    race : Race
        Of any length; ticks merge beyond a few hundred races.
    """
    check.instance("race", race, Race)
    T, K = race.losses.shape
    height = TOP + K * ROW + 0.3 + CURVES + BELOW
    words = race_words(race)
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, height))
        left, wide = 1.45 / 8.1, 5.2 / 8.1
        for i in range(K):
            ax = fig.add_axes([left, 1 - (TOP + (i + 1) * ROW) / height, wide, ROW / height])
            _row(ax, race, i)
        ax = fig.add_axes([left, BELOW / height, wide, CURVES / height])
        _regret(ax, race)
        fig.text(0.1 / 8.1, 1 - 0.2 / height, title(race), fontsize=11, fontweight="bold", va="center")
        key = "area: probability of following; tick: right tip; dot: followed (filled: right, open: wrong)"
        fig.text(0.1 / 8.1, 1 - 0.44 / height, key, fontsize=8.5, va="center", color="#555555")
    return fig, words


def title(race: Race) -> str:
    """The season's message in a sentence."""
    behind, sharp = race.expected_regret[-1], race.bound_sharp[-1]
    T = len(race.winners)
    if sharp >= T:
        return f"Expected regret {behind:.1f} in {T} races, at an η whose bound promises nothing"
    return f"Expected regret {behind:.1f} in {T} races; the sharpened bound promises at most {sharp:.1f}"


def race_words(race: Race) -> str:
    """The season in words: alternative text of its picture."""
    check.instance("race", race, Race)
    T, K = race.losses.shape
    lost = race.losses.sum(axis=0)
    paid = race.losses[np.arange(T), race.actions].sum()
    final = ", ".join(f"{t.name} {_percent(p)}" for t, p in zip(race.tipsters, race.next_law))
    return (f"A season of {T} races with {K} tipsters, η = {race.eta:.3g}. The bettor lost {paid:.0f}, the best tipster, "
            f"{race.tipsters[race.best].name}, {lost[race.best]:.0f}: realised regret {race.realised_regret[-1]:.0f}. "
            f"Expected regret {number_text(race.expected_regret[-1])} (exact), sharpened bound {number_text(race.bound_sharp[-1])}, "
            f"printed bound {number_text(race.bound[-1])}. Probabilities after the last race: {final}.")


def _percent(p: float) -> str:
    return f"{p:.0%}" if p >= 0.01 else "<1%"


def _row(ax, race: Race, i: int) -> None:
    T = len(race.winners)
    law, right = race.probabilities[:, i], race.losses[:, i] == 0
    mine, middle = race.actions == i, np.arange(T) + 0.5
    color = GREEN if i == race.best else GREY
    ax.fill_between(np.arange(T + 1), np.append(law, law[-1]), step="post", color=color, alpha=0.35, linewidth=0)
    ax.step(np.arange(T + 1), np.append(law, law[-1]), where="post", color=color, linewidth=1)
    ax.vlines(middle[right], -0.42, -0.1, color=INK, linewidth=min(1.6, 150 / T))
    for shown, face in ((mine & right, BLUE), (mine & ~right, "white")):
        ax.plot(middle[shown], np.full(shown.sum(), -0.26), "o", color=BLUE, markerfacecolor=face, markersize=min(4.2, 380 / T))
    ax.set(xlim=(0, T), ylim=(-0.52, 1.04))
    ax.axis("off")
    ax.plot([0, T], [0, 0], color="#BBBBBB", linewidth=0.7, clip_on=False)
    name = f"{chr(65 + i)}  {race.tipsters[i].name}"
    bold = "bold" if i == race.best else "normal"
    ax.text(-0.018, 0.42, name, transform=ax.get_yaxis_transform(), ha="right", fontsize=9.5, fontweight=bold)
    said = f"lost {race.losses[:, i].sum():.0f}" + (", best" if i == race.best else "")
    faint = GREEN if i == race.best else "#555555"
    ax.text(-0.018, -0.34, said, transform=ax.get_yaxis_transform(), ha="right", fontsize=8, color=faint)
    end = f"{_percent(race.next_law[i])} at the end"
    ax.text(1.012, 0.1, end, transform=ax.get_yaxis_transform(), fontsize=8.5, fontweight=bold)


def _regret(ax, race: Race) -> None:
    T, K = race.losses.shape
    rounds = np.arange(1, T + 1)
    low, high = regret_axis(T, K)
    curves = (
        ("printed", race.bound, INK, "printed"),
        ("sharpened", race.bound_sharp, INK, "sharp"),
        ("realised", race.realised_regret, BLUE, "simulation"),
        ("expected", race.expected_regret, "#000000", "exact"),
    )
    ends = []
    for name, y, color, kind in curves:
        x = rounds if name in ("printed", "sharpened") else np.append(0, rounds)
        y = y if len(x) == T else np.append(0, y)
        ax.plot(x, y, color=color, linewidth=WIDTHS[kind], **dash_pattern(kind))
        beyond = " ↑" if y[-1] > high else ""
        ends.append({"text": f"{name} {number_text(y[-1])}{beyond}", "v": np.clip((y[-1] - low) / (high - low), 0, 1), "color": color})
    ax.set(xlim=(0, T), ylim=(low, high), xlabel="races run, t", ylabel="cumulative regret")
    label_ends(ax, ends, 0.085)


def regret_axis(T: int, n_experts: int) -> tuple[float, float]:
    """Ends of the axis of regret: they depend on T and K alone, so that the axis stands still while η moves."""
    high = 2.1 * np.sqrt(T * np.log(n_experts))
    return -0.12 * float(high), float(high)
