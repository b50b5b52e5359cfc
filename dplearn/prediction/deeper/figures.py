"""What the companions of lecture 6 add to `dplearn.prediction.figures`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check, prediction
from ...figures.plots import BLUE, GREEN, GREY, ORANGE, plots
from .. import deeper


def coins_for_an_average(alpha, epsilon):
    """Pr[answer 1] against the share of votes, for three private rules, each with the fewest parts that it needs.

    Parameters
    ----------
    alpha : float in [0.02, 0.5]
        The rules stay within α/2 of the share of votes (the band).
    epsilon : float in [0.05, 10]
    """
    alpha, epsilon = check.real("alpha", alpha, 0.02, 0.5), check.real("epsilon", epsilon, 0.05, 10)
    sizes = noisy, clipped, best = [parts(alpha, epsilon) for parts in (
        prediction.laplace_parts_sharp, prediction.clipped_parts_sharp, deeper.best_average_parts)]
    shares = [np.arange(r + 1) / r for r in sizes]
    chances = (prediction.average_probability_laplace(shares[0], noisy, epsilon=epsilon),
               np.clip(shares[1], alpha / 2, 1 - alpha / 2),
               deeper.best_average_probability(np.arange(best + 1), best, alpha=alpha, epsilon=epsilon))
    looks = (("average + Laplace noise", BLUE, "s-"), ("clipped average", GREEN, "^-"), ("best coin", ORANGE, "o-"))
    with plots(3.6, columns=2) as (fig, axes):
        for ax, most in zip(axes, (1.0, min(1.0, 5 * alpha))):
            line = np.linspace(0.0, most, 401)
            ax.fill_between(line, np.maximum(line - alpha / 2, 0), np.minimum(line + alpha / 2, 1), color=GREY,
                            alpha=0.2, linewidth=0)
            ax.plot(line, line, color=GREY, linewidth=1)
            for (name, color, look), r, share, chance in zip(looks, sizes, shares, chances):
                inside = share <= most * (1 + 1e-9)
                ax.plot(share[inside], chance[inside], look, color=color, markersize=4, linewidth=1.6,
                        label=f"{name}: r = {r}", markevery=max(1, r // 60))
            ax.set(xlim=(-0.02 * most, 1.02 * most), ylim=(0, min(1.0, most + 0.6 * alpha)),
                   xlabel="share of the votes, v/r")
        axes[0].set(ylabel="Pr[answer 1]", title=f"within ±α/2 of the share: α = {alpha:g}, ε = {epsilon:g}")
        axes[1].set_title("where privacy binds: few votes")
        axes[1].legend(loc="lower right", fontsize=8)
    return fig, (
        f"Probability of answering 1 against the share of the votes, three rules that are {epsilon:g}-private and "
        f"within {alpha / 2:g} of the share: Laplace noise with {noisy} parts, clipping with {clipped}, the best coin "
        f"with {best}. The best coin rises from the first vote on; the clipped one waits at its floor.")
