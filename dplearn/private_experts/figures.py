"""Lecture 4's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import experts, private_experts
from ..figures.style import COLORS, sheet, spread_labels
from .profile import neighbors

BLUE, RED, INK, PINK = (COLORS[role] for role in ("nonprivate", "private", "theory", "attack"))
MOST_DAYS = 400


def _seasons(losses, neighbor):
    """Two seasons (T, K) that differ in one day, and that day, counted from 0."""
    losses, neighbor, day = neighbors(losses, neighbor)
    if day == len(losses) - 1 or len(losses) > MOST_DAYS:
        raise ValueError(f"losses must have at most {MOST_DAYS} days and differ from neighbor before the last one; got "
                         f"{len(losses)} days, and day {day + 1}")
    return losses, neighbor, day


def _few(name, values, **limits):
    """At most four values, each with a panel or a line of its own."""
    values = check.array(name, values, (None,), **limits)
    if len(values) > 4:
        raise ValueError(f"{name} must be at most 4 values; got {len(values)}")
    return values


def season_laws(losses, neighbor, *, etas):
    """The chance that the first expert is picked, day by day, in two seasons that differ in one day: a panel for each
    η.

    Parameters
    ----------
    losses, neighbor : arrays (T, K), T <= 400, in [0, 1], equal but for one day
    etas : sequence of 1 to 4 learning rates in [0.001, 20]

    The shaded gap is what the private day moves; the titles say how often the best guess from all picks is right.
    """
    losses, neighbor, tau = _seasons(losses, neighbor)
    etas = _few("etas", etas, low=0.001, high=20)
    days, said = np.arange(1, len(losses) + 1), []
    with sheet(8.1, 0.9 + 1.75 * len(etas)) as fig:
        axes = fig.subplots(len(etas), 1, sharex=True, squeeze=False)[:, 0]
        for ax, eta in zip(axes, etas):
            one, other = (experts.hedge_probabilities(season, eta=eta)[:, 0] for season in (losses, neighbor))
            success = private_experts.attack_success(losses, neighbor, eta=eta)
            ax.fill_between(days, one, other, step="mid", color=PINK, alpha=0.25, linewidth=0)
            for law, color, dash, label in ((one, BLUE, "-", "this season"),
                                            (other, RED, (0, (4, 1.5)), "its neighbor")):
                ax.step(days, law, where="mid", color=color, linestyle=dash, linewidth=1.6, label=label)
            ax.axvline(tau + 1, color=INK, linewidth=1)
            ax.set_ylim(-0.06, 1.25)
            ax.set_yticks([0, 0.5, 1])
            ax.set_ylabel("Pr[tipster 1]")
            said.append(f"η = {eta:g}: the best guess from all picks is right with probability {success:.3f}")
            ax.set_title(said[-1], fontsize=10)
        axes[0].legend(loc="upper right", ncols=2, frameon=False, fontsize=9)
        axes[-1].set_xlabel(f"day (private: day {tau + 1})")
        fig.tight_layout()
    return fig, (f"Probability that tipster 1 is picked, over {len(losses)} days, "
                 f"in two seasons that differ in day {tau + 1}. "
                 + ". ".join(said) + ".")


def privacy_losses(losses, neighbor, *, eta, days, epsilon):
    """Left: the log-ratio of one pick against D, on some days.  Right: the law of all picks' log-ratio, and δ(ε) in it.

    Parameters
    ----------
    losses, neighbor : arrays (T, K), T <= 400, of 0 and 1, equal but for one day
    eta : float in [0.001, 20]
    days : sequence of 1 to 4 days after the private one, counted from 1
    epsilon : float in [0, 1000]

    The dots at the left come from the two laws themselves, the lines from ηD + c.
    """
    losses, neighbor, tau = _seasons(losses, neighbor)
    if not np.isin((losses, neighbor), (0, 1)).all():
        raise ValueError("losses and neighbor must be 0 or 1; got other values")
    eta, epsilon = check.real("eta", eta, 0.001, 20), check.real("epsilon", epsilon, 0, 1000)
    days = _few("days", days, low=tau + 2, high=len(losses), integral=True)
    laws = [experts.hedge_probabilities(season, eta=eta) for season in (losses, neighbor)]
    difference = (neighbor - losses)[tau]
    with sheet(8.1, 3.5) as fig:
        left, right = fig.subplots(1, 2, width_ratios=[1, 1.25])
        _one_pick(left, laws, difference, eta, days)
        delta = _all_picks(right, difference, eta, laws[0][tau + 1:], epsilon)
        fig.tight_layout(w_pad=2.5)
    return fig, (f"Left: on each of the days {', '.join(map(str, days))} the log-ratio of a pick lies "
                 f"on a line of slope η = {eta:g} in D, "
                 "each day with its own height. Right: the law of Λ, the log-ratio of all picks; "
                 f"what lies beyond ε = {epsilon:g}, "
                 f"weighted by 1 - e^(ε - Λ), is δ = {delta:.3g}.")


def _one_pick(ax, laws, difference, eta, days) -> None:
    ends = np.array([difference.min(), difference.max()])
    labels = []
    for day, color, mark in zip(days, ("#000000", "#555555", "#8A8A8A", PINK), "osD^"):
        p, q = (law[day - 1] for law in laws)
        line = eta * ends + np.log(p @ np.exp(-eta * difference))
        ax.plot(ends, line, color=color, linewidth=1.4)
        ax.plot(difference, np.log(p / q), mark, color=color, markersize=6)
        labels.append({"text": f"day {day}", "color": color, "end": line[1]})
    low, high = ax.get_ylim()
    for label in labels:
        label["v"] = (label["end"] - low) / (high - low)
    for label in spread_labels(sorted(labels, key=lambda one: one["v"]), 0.06):
        ax.annotate(label["text"], (1, label["v"]), xycoords="axes fraction", xytext=(3, -3),
                    textcoords="offset points",
                    color=label["color"], fontsize=9)
    ax.set_xticks(np.unique(difference))
    ax.set_xlabel("D of the pick")
    ax.set_ylabel("log-ratio of one pick")
    ax.set_title(f"One pick: ηD + c, range {eta * np.ptp(ends):g}", fontsize=10)


def _all_picks(ax, difference, eta, p, epsilon) -> float:
    """Bars of the total loss, the part of each that δ(ε) counts filled; the filled sum."""
    places = np.round(difference).astype(int)
    offset = np.log(p @ np.exp(-eta * difference)).sum()
    total = np.ones(1)                                   # the law of N, from -(number of days) on
    for day in p:
        total = np.convolve(total, np.bincount(places + 1, day, minlength=3))
    loss = eta * (np.arange(len(total)) - len(p)) + offset
    inside = np.cumsum(total) > 1e-4
    shown = inside & (np.cumsum(total[::-1])[::-1] > 1e-4) & (total > 0)
    counted = total * np.maximum(-np.expm1(np.minimum(epsilon - loss, 0.0)), 0)
    step = np.diff(loss[shown]).min() if shown.sum() > 1 else eta
    ax.bar(loss[shown], total[shown], 0.85 * step, color="#C9DDEE", label="probability")
    ax.bar(loss[shown], counted[shown], 0.85 * step, color=PINK, label="counted in δ")
    ax.axvline(epsilon, color=INK, linewidth=1.2)
    ax.annotate(f"ε = {epsilon:g}", (epsilon, 1), xycoords=("data", "axes fraction"), xytext=(3, -10),
                textcoords="offset points", fontsize=9)
    ax.set_ylim(0, 1.3 * total.max())
    ax.set_xlabel("Λ, log-ratio of all picks")
    ax.set_ylabel("probability")
    ax.set_title(f"All picks: δ({epsilon:g}) = {counted.sum():.3g}, what is filled", fontsize=10)
    ax.legend(loc="upper left", frameon=False, fontsize=9)
    ax.grid(axis="x", visible=False)
    return float(counted.sum())
