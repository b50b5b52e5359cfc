"""Lecture 3's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from .. import _validate as check
from .. import experts
from ..figures.style import COLORS, STYLE, WIDTHS, dash_pattern, label_ends

BLUE, RED, GREEN, PINK = (COLORS[role] for role in ("nonprivate", "private", "truth", "attack"))
INK, GREY = COLORS["theory"], COLORS["baseline"]
LARGEST_DRAWN = 100.0  # η: beyond it a weight leaves every axis in a few rounds


def _rate(eta) -> float:
    return check.real("eta", eta, 1e-12, LARGEST_DRAWN)


def _losses(losses, most: int) -> np.ndarray:
    losses = check.array("losses", losses, (None, None), low=0, high=1)
    if not 2 <= losses.shape[1] <= most:
        raise ValueError(f"losses must have 2 to {most} columns, one an expert; got {losses.shape[1]}")
    return losses


def three_days(losses, shares, *, eta) -> tuple[Figure, str]:
    """A few days of money spread over financiers: the shares that were chosen beside Hedge's, a panel a day.

    Parameters
    ----------
    losses, shares : arrays (T, K), T <= 4, 2 <= K <= 6
        What each financier loses of the money, in [0, 1]; what share of the day's money each was given.
    eta : float in [1e-12, 100]
        Hedge's learning rate.
    """
    losses, eta = _losses(losses, 6), _rate(eta)
    shares = check.distribution("shares", check.array("shares", shares, losses.shape))
    if len(losses) > 4:
        raise ValueError(f"losses must have at most 4 rows, one a day; got {len(losses)}")
    law = experts.hedge_probabilities(losses, eta=eta)
    paid, hedge = (shares * losses).sum(axis=1), (law * losses).sum(axis=1)
    said = [f"by hand {p:.3f}, Hedge {h:.3f}" for p, h in zip(paid, hedge)]
    i = np.arange(losses.shape[1])
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.3))
        axes = fig.subplots(1, len(losses), sharey=True, squeeze=False)[0]
        for t, (ax, text) in enumerate(zip(axes, said)):
            ax.bar(i - 0.2, shares[t], 0.38, color=GREY, label="chosen by hand")
            ax.bar(i + 0.2, law[t], 0.38, color=BLUE, label="Hedge", hatch="///", edgecolor="white", linewidth=0)
            ax.set_xticks(i, [f"{k + 1}\nloses\n{loss:.0%}" for k, loss in zip(i, losses[t])], fontsize=9)
            ax.set_title(f"Day {t + 1}", fontsize=10)
            ax.set_xlabel(text, fontsize=9.5)
            ax.grid(axis="x", visible=False)
        axes[0].set_ylabel("share of the money")
        axes[0].set_ylim(0, 1.3 * max(shares.max(), law.max()))
        axes[0].legend(loc="upper left", frameon=False, fontsize=9)
        fig.tight_layout()
    return fig, (f"Shares of {len(i)} financiers on {len(losses)} days, chosen by hand and by Hedge with η = {eta:.3g}, and what they lose. "
                 f"{'; '.join(f'Day {t}: {text}' for t, text in enumerate(said, 1))}. In all {paid.sum():.3f} and {hedge.sum():.3f}; the best financier alone {losses.sum(axis=0).min():.3f}.")


def two_forms(losses, names: Sequence[str], *, eta) -> tuple[Figure, str]:
    """Weights that losses shrink, weights that rewards grow, and the one law that both give.

    Parameters
    ----------
    losses : array (T, K) in [0, 1], K = 2, 3 or 4
    names : K names of the experts
    eta : float in [1e-12, 100]
    """
    losses, eta = _losses(losses, 4), _rate(eta)
    T, n_experts = losses.shape
    names = [check.text("each of names", name) for name in check.instance("names", names, (list, tuple, str))]
    if len(names) != n_experts:
        raise ValueError(f"names must have one entry for each of {n_experts} columns; got {len(names)}")
    after = np.vstack([losses, np.zeros(n_experts)])  # a row more: the law after the last round too
    lost = np.vstack([np.zeros(n_experts), np.cumsum(losses, axis=0)])
    rounds = np.arange(T + 1)
    law, same = experts.hedge_probabilities(after, eta=eta), experts.reward_probabilities(1 - after, eta=eta)
    shown = (-eta * lost / np.log(10), eta * (rounds[:, None] - lost) / np.log(10), law)
    titles = ("Losses: weights shrink", "Rewards: weights grow", "Over their sum: one law")
    labels = ("$\\log_{10}$ of the weight", "$\\log_{10}$ of the weight", "probability of following")
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 2.9))
        for ax, values, title, label in zip(fig.subplots(1, 3), shown, titles, labels):
            for k, color in enumerate((BLUE, RED, GREEN, PINK)[:n_experts]):
                if values is law:
                    ax.plot(rounds, same[:, k], color=color, alpha=0.3, linewidth=6)
                ax.plot(rounds, values[:, k], color=color, linewidth=1.6)
            ax.set(title=title, ylabel=label, xlabel="rounds seen", xlim=(0, T))
            ax.title.set_fontsize(10)
        low, high = ax.get_ylim()
        ends = [{"v": (p - low) / (high - low), "text": name, "color": color} for p, name, color in zip(law[-1], names, (BLUE, RED, GREEN, PINK))]
        label_ends(ax, ends, 0.085, x=1.03)
        fig.tight_layout(w_pad=1.2)
    apart = np.abs(law - same).max()
    final = ", ".join(f"{name} {p:.2f}" for name, p in zip(names, law[-1]))
    return fig, (f"Three panels over {T} rounds at η = {eta:.3g}: weights that losses shrink, weights that rewards grow, and the law that "
                 f"each gives when divided by its sum. Thin lines (losses) run inside the wide ones (rewards): they differ by less "
                 f"than {10.0 ** np.ceil(np.log10(max(apart, 1e-16))):.0e}. Law after the last round: {final}.")


def potential(losses, *, eta) -> tuple[Figure, str]:
    """What both proofs watch: ln W + η L of the best expert, which is -ln of its probability, under its ceilings.

    Parameters
    ----------
    losses : array (T, K) in [0, 1], 2 <= K <= 1000
    eta : float in [1e-12, 100]
    """
    losses, eta = _losses(losses, 1000), _rate(eta)
    T, n_experts = losses.shape
    best = int(losses.sum(axis=0).argmin())
    own = np.concatenate([[0.0], np.cumsum(losses[:, best])])
    paid = np.concatenate([[0.0], np.cumsum(experts.expected_losses(losses, eta=eta))])
    rounds = np.arange(T + 1)
    watched = experts.log_potential(losses, eta=eta) + eta * own
    ceilings = {"printed": np.log(n_experts) + eta**2 * rounds - eta * (paid - own),
                "sharp": np.log(n_experts) + eta**2 / 8 * rounds - eta * (paid - own)}
    texts = {"printed": "ln K + η²t − η · regret, printed", "sharp": "ln K + η²t/8 − η · regret, Hoeffding", "watched": "−ln p(best)"}
    top = 1.5 * ceilings["sharp"].max()  # the printed ceiling may leave
    with matplotlib.rc_context(STYLE):
        fig = Figure(figsize=(8.1, 3.3))
        ax = fig.subplots()
        ends = []
        for name, y in {**ceilings, "watched": watched}.items():
            bound = name in ceilings
            kind, color = (name, INK) if bound else ("exact", "#000000")
            ax.plot(rounds, y, color=color, linewidth=WIDTHS[kind], **dash_pattern(kind))
            beyond = " ↑" if y[-1] > top else ""
            ends.append({"v": np.clip(y[-1] / top, 0, 1), "text": texts[name] + beyond, "color": color})
        ax.fill_between(rounds, watched, np.minimum(ceilings["sharp"], top), color=BLUE, alpha=0.12, linewidth=0)
        ax.axhline(0, color=GREY, linewidth=1)
        label_ends(ax, ends, 0.075)
        ax.set(xlim=(0, T), ylim=(0, top), xlabel="rounds seen, t", ylabel="−ln p(best), ceilings")
        ax.set_title("The ceilings stay above zero: the regret bound")
        fig.tight_layout()
    regret, room = paid[-1] - own[-1], ceilings["sharp"][-1]
    return fig, (f"Minus the logarithm of the best expert's probability over {T} rounds, K = {n_experts}, η = {eta:.3g}: from ln K = {watched[0]:.3g} to "
                 f"{watched[-1]:.3g}, above zero and below both ceilings. The ceilings end at {room:.3g} (Hoeffding) and {ceilings['printed'][-1]:.3g} "
                 f"(printed); both are η times bound minus regret. Regret {regret:.3g}, bound by Hoeffding {regret + room / eta:.3g}.")
