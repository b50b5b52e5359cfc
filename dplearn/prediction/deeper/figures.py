"""What the companions of lecture 6 add to `dplearn.prediction.figures`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check, prediction
from ...figures.plots import BLUE, GREEN, GREY, ORANGE, PINK, plots
from .. import deeper


def _few(most: int, count: int) -> np.ndarray:
    """About so many of 1..most, evenly, for ticks."""
    return np.unique(np.linspace(1, most, min(most, count)).round())


def two_passes(n, *, share=1.0):
    """Gradient descent on two data sets that differ in their first record: the way of w in both, step by step.

    Parameters
    ----------
    n : int in 2..64
    share : float in [0.05, 4]
        The step, in units of DF18's R/(L√n); R = L_f = L_l = 1.

    Left the other n - 1 records are silent (x = 0), right they pull w back (x = 1, y = 0).  The predictions at x = 1
    are the means.
    """
    n, share = check.integer("n", n, 2, 64), check.real("share", share, 0.05, 4)
    step = share * deeper.psgd_step(n, radius=1.0, lipschitz_f=1.0, lipschitz_loss=1.0)
    x, y = deeper.stability_worst_pair(n, lipschitz_f=1.0, reach=2.0)
    records, changes, most = np.arange(1, n + 1), [], min(1.05, 1.5 * step)
    with plots(3.4, columns=2, sharey=True) as (fig, both):
        for axes, others, title in zip(both, (0.0, 1.0), ("others silent", "others pull back")):
            x[1:] = others
            means = np.array([deeper.psgd(x[:k], y[:, :k], radius=1.0, step=step,
                                              loss=deeper.HuberLoss(1.0))[:, 0] for k in records])
            # w_k, from the means of the first k and k - 1
            path = np.diff(means * records[:, None], axis=0, prepend=np.zeros((1, 2)))
            changes.append(abs(means[-1][0] - means[-1][1]))
            axes.fill_between(records, *path.T, color=PINK, alpha=0.15, linewidth=0)
            for w, mean, color in zip(path.T, means[-1], (BLUE, ORANGE)):
                axes.plot(records, w, "o-", color=color, markersize=3, linewidth=1)
                axes.axhline(mean, color=color, linewidth=2.2, alpha=0.5)
            axes.set(title=f"{title}: means {changes[-1]:.3f} apart", xlabel="record, i (pale: the mean)",
                     xticks=_few(n, 6), ylim=(-most, most))
        both[0].set_ylabel("w before record i")
    return fig, (f"Two passes over {n} records that differ in the first, with the step {step:.3f}. Silent others: the "
                 f"two ways stay {min(2 * step, 2):.3f} apart and the means {changes[0]:.3f}. Others that pull back: "
                 f"the means end {changes[1]:.3f} apart.")


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
