"""What the companions of lecture 3 add to `dplearn.experts.figures`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ... import experts
from ...figures.plots import BLUE, GREEN, GREY, ORANGE, PINK, name_ends, pairs_of_bars, plots


def three_days(losses, shares, *, eta):
    """A few days of money spread over financiers: the shares that were chosen beside Hedge's, a panel a day.

    Parameters
    ----------
    losses, shares : arrays (T, K), a few days
        What each financier loses of the money, in [0, 1]; what share of the day's money each was given.
    eta : float in [1e-12, 100]
        Hedge's learning rate.
    """
    losses, shares = np.asarray(losses, float), np.asarray(shares, float)
    law = experts.hedge_probabilities(losses, eta=eta)
    paid, hedge = ((held * losses).sum(axis=1) for held in (shares, law))
    said = [f"by hand {p:.3f}, Hedge {h:.3f}" for p, h in zip(paid, hedge)]
    with plots(3.3, columns=len(losses), sharey=True) as (fig, axes):
        for t, ax in enumerate(axes):
            pairs_of_bars(ax, shares[t], law[t], ("chosen by hand", "Hedge"), (GREY, BLUE))
            ax.set_xticks(range(losses.shape[1]), [f"{k}\nloses\n{loss:.0%}" for k, loss in enumerate(losses[t], 1)],
                          fontsize=9)
            ax.set_title(f"Day {t + 1}")
            ax.set_xlabel(said[t], fontsize=9.5)
        axes[0].set(ylabel="share of the money", ylim=(0, 1.3 * max(shares.max(), law.max())))
        axes[0].legend(loc="upper left")
    days = "; ".join(f"Day {t}: {text}" for t, text in enumerate(said, 1))
    return fig, (f"Shares of {losses.shape[1]} financiers on {len(losses)} days, chosen by hand and by Hedge with "
                 f"η = {eta:.3g}, and what they lose. {days}. In all {paid.sum():.3f} and {hedge.sum():.3f}; "
                 f"the best financier alone {losses.sum(axis=0).min():.3f}.")


def two_forms(losses, names: Sequence[str], *, eta):
    """Weights that losses shrink, weights that rewards grow, and the one law that both give.

    Parameters
    ----------
    losses : array (T, K) in [0, 1], K <= 4
    names : K names of the experts
    eta : float in [1e-12, 100]
    """
    losses = np.asarray(losses, float)
    (T, n_experts), colors = losses.shape, (BLUE, ORANGE, GREEN, PINK)
    after = np.vstack([losses, np.zeros(n_experts)])  # a row more: the law after the last round too
    lost, rounds = np.vstack([np.zeros(n_experts), np.cumsum(losses, axis=0)]), np.arange(T + 1)
    law, same = experts.hedge_probabilities(after, eta=eta), experts.reward_probabilities(1 - after, eta=eta)
    weight = "$\\log_{10}$ of the weight"
    shown = (("Losses: weights shrink", weight, -eta * lost / np.log(10)),
             ("Rewards: weights grow", weight, eta * (rounds[:, None] - lost) / np.log(10)),
             ("Over their sum: one law", "probability of following", law))
    with plots(2.9, columns=3) as (fig, axes):
        for ax, (title, label, values) in zip(axes, shown):
            ax.set_prop_cycle(color=colors)
            if values is law:
                ax.plot(rounds, same, alpha=0.3, linewidth=6)
            ax.plot(rounds, values, linewidth=1.6)
            ax.set(title=title, ylabel=label, xlabel="rounds seen", xlim=(0, T))
        name_ends(ax, zip(names, law[-1], colors), 0.085, x=1.03)
    apart = 10.0 ** np.ceil(np.log10(max(np.abs(law - same).max(), 1e-16)))
    final = ", ".join(f"{name} {p:.2f}" for name, p in zip(names, law[-1]))
    return fig, (f"Three panels over {T} rounds at η = {eta:.3g}: weights that losses shrink, weights that rewards "
                 "grow, and the law that each gives when divided by its sum. Thin lines (losses) run inside the wide "
                 f"ones (rewards): they differ by less than {apart:.0e}. Law after the last round: {final}.")
