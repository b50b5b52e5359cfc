"""What the companions of lecture 3 add to `dplearn.experts.figures`."""

from __future__ import annotations

import numpy as np

from ... import experts
from ...figures.plots import BLUE, GREY, pairs_of_bars, plots


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
