"""Lecture 4's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import experts, private_experts
from ..figures.plots import BLACK, BLUE, FAINT, GREY, INK, ORANGE, PINK, name_ends, note, plots
from .profile import neighbors

MOST_DAYS = 400


def _seasons(losses, neighbor):
    """Two seasons (T, K) that differ in one day, and that day, counted from 0."""
    losses, neighbor, day = neighbors(losses, neighbor)
    if day == len(losses) - 1 or len(losses) > MOST_DAYS:
        raise ValueError(f"losses must have at most {MOST_DAYS} days and differ from neighbor before the last one; got "
                         f"{len(losses)} days, and day {day + 1}")
    return losses, neighbor, day


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
    etas = check.array("etas", etas, (None,), low=0.001, high=20)
    check.integer("the number of etas", len(etas), 1, 4)
    days, said = np.arange(1, len(losses) + 1), []
    with plots(0.9 + 1.75 * len(etas), len(etas), sharex=True) as (fig, axes):
        for ax, eta in zip(axes, etas):
            one, other = (experts.hedge_probabilities(season, eta=eta)[:, 0] for season in (losses, neighbor))
            success = private_experts.attack_success(losses, neighbor, eta=eta)
            ax.fill_between(days, one, other, step="mid", color=PINK, alpha=0.25, linewidth=0)
            ax.step(days, one, where="mid", color=BLUE, linewidth=1.6, label="this season")
            ax.step(days, other, "--", where="mid", color=ORANGE, linewidth=1.6, label="its neighbor")
            ax.axvline(tau + 1, color=INK, linewidth=1)
            said.append(f"η = {eta:g}: the best guess from all picks is right with probability {success:.3f}")
            ax.set(ylim=(-0.06, 1.25), yticks=[0, 0.5, 1], ylabel="Pr[tipster 1]", title=said[-1])
        axes[0].legend(loc="upper right", ncols=2)
        axes[-1].set_xlabel(f"day (private: day {tau + 1})")
    return fig, (f"Probability that tipster 1 is picked, over {len(losses)} days, in two seasons that differ in day "
                 f"{tau + 1}. {'. '.join(said)}.")


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
    days = check.array("days", days, (None,), low=tau + 2, high=len(losses), integral=True)
    check.integer("the number of days", len(days), 1, 4)
    laws = [experts.hedge_probabilities(season, eta=eta) for season in (losses, neighbor)]
    difference = (neighbor - losses)[tau]
    with plots(3.5, columns=2, width_ratios=[1, 1.25]) as (fig, (left, right)):
        _one_pick(left, laws, difference, eta, days)
        delta = _all_picks(right, difference, eta, laws[0][tau + 1:], epsilon)
    return fig, (f"Left: on each of the days {', '.join(map(str, days))} the log-ratio of a pick lies on a line of "
                 f"slope η = {eta:g} in D, each day with its own height. Right: the law of Λ, the log-ratio of all "
                 f"picks; what lies beyond ε = {epsilon:g}, weighted by 1 - e^(ε - Λ), is δ = {delta:.3g}.")


def _one_pick(ax, laws, difference, eta, days) -> None:
    ends, names = np.array([difference.min(), difference.max()]), []
    for day, color, mark in zip(days, (BLACK, FAINT, GREY, PINK), "osD^"):
        p, q = (law[day - 1] for law in laws)
        line = eta * ends + np.log(p @ np.exp(-eta * difference))
        ax.plot(ends, line, color=color, linewidth=1.4)
        ax.plot(difference, np.log(p / q), mark, color=color, markersize=6)
        names.append((f"day {day}", line[1], color))
    name_ends(ax, names, 0.06)
    ax.set(xticks=np.unique(difference), xlabel="D of the pick", ylabel="log-ratio of one pick",
           title=f"One pick: ηD + c, range {eta * np.ptp(ends):g}")


def _all_picks(ax, difference, eta, p, epsilon) -> float:
    """Bars of the total loss, the part of each that δ(ε) counts filled; the filled sum."""
    offset = np.log(p @ np.exp(-eta * difference)).sum()
    total = np.ones(1)                                   # the law of N, from -(number of days) on
    for day in p:
        total = np.convolve(total, np.bincount(np.round(difference).astype(int) + 1, day, minlength=3))
    loss = eta * (np.arange(len(total)) - len(p)) + offset
    counted = total * np.maximum(-np.expm1(np.minimum(epsilon - loss, 0.0)), 0)
    shown = (np.cumsum(total) > 1e-4) & (np.cumsum(total[::-1])[::-1] > 1e-4) & (total > 0)
    step = np.diff(loss[shown]).min() if shown.sum() > 1 else eta
    ax.bar(loss[shown], total[shown], 0.85 * step, color="#C9DDEE", label="probability")
    ax.bar(loss[shown], counted[shown], 0.85 * step, color=PINK, label="counted in δ")
    ax.axvline(epsilon, color=INK, linewidth=1.2)
    note(ax, f"ε = {epsilon:g}", (epsilon, 1.3 * total.max()), (3, -10))
    ax.set(ylim=(0, 1.3 * total.max()), xlabel="Λ, log-ratio of all picks", ylabel="probability",
           title=f"All picks: δ({epsilon:g}) = {counted.sum():.3g}, what is filled")
    ax.legend(loc="upper left")
    ax.grid(axis="x", visible=False)
    return float(counted.sum())
