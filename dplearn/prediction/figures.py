"""Lecture 6's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import prediction
from .._binomial import binomial_law
from ..figures.plots import BLUE, GREEN, GREY, ORANGE, PINK, plots

MOST_RECORDS, MOST_PARTS = 2000, 40


def votes_on_the_line(x, y, part, *, epsilon, marked):
    """Records dealt out to parts, the threshold that each part learns, and the chance that the private answer is 1.

    Parameters
    ----------
    x : array (n,) in [0, 1], n at most 2000
    y : array (n,) of 0/1
        The learner of each part puts its threshold on the largest of its records labeled 1 (0 without one) and says 1
        up to there.
    part : array (n,) of part numbers, as `prediction.split_parts` gives them; at most 40 parts, none empty
    epsilon : float in [0.01, 100]
    marked : int
        Index of a record to draw a ring around.  Dashed: the chance after it is replaced by one labeled 0.
    """
    x = check.array("x", x, (None,), low=0, high=1)
    n = check.integer("number of records in x", len(x), 1, MOST_RECORDS)
    y, epsilon = check.labels("y", y, n), check.real("epsilon", epsilon, 0.01, 100)
    part = check.array("part", part, (n,), low=0, high=MOST_PARTS - 1, integral=True)
    marked = check.integer("marked", marked, 0, n - 1)
    n_parts = int(part.max()) + 1
    if len(np.unique(part)) < n_parts:
        raise ValueError(f"part must leave no part of 0..{n_parts - 1} empty; got {np.bincount(part).tolist()} records")
    grid, rows = np.linspace(0, 1, 801), np.arange(1, n_parts + 1)

    def learned(ones):
        cuts = np.array([x[(part + 1 == row) & ones].max(initial=0.0) for row in rows])
        return cuts, prediction.soft_majority_probability((grid <= cuts[:, None]).sum(axis=0), n_parts, epsilon=epsilon)

    cuts, chance = learned(y)
    with plots(4.4, 2, sharex=True, height_ratios=(3, 2)) as (fig, (top, low)):
        top.plot(x[y], part[y] + 1, "o", color=BLUE, markersize=4)
        top.plot(x[~y], part[~y] + 1, "x", color=GREY, markersize=4)
        top.vlines(cuts, rows - 0.4, rows + 0.4, color=ORANGE, linewidth=2.4)
        top.plot(x[marked], part[marked] + 1, "o", markersize=11, markerfacecolor="none", color=PINK,
                 markeredgewidth=1.8)
        low.plot(grid, chance, color=ORANGE, linewidth=2, label="with the ringed record")
        low.plot(grid, learned(y & (np.arange(n) != marked))[1], "--", color=PINK, linewidth=1.4,
                 label="with another, labeled 0")
        low.legend(loc="upper right")
        top.set(ylim=(n_parts + 0.7, 0.3), ylabel="part", yticks=_few(n_parts, 5),
                title="each row learns alone: ● label 1, × label 0, | its threshold")
        low.set(ylim=(-0.03, 1.03), xlim=(0, 1), ylabel="Pr[answer 1]", xlabel="question, x")
    return fig, (f"{n} records dealt out to {n_parts} parts, a row each, with the threshold that each row learns: from "
                 f"{cuts.min():.3f} to {cuts.max():.3f}. Below, the chance that the answer is 1 at ε = {epsilon:g}: "
                 f"{chance[0]:.3f} at x = 0, {chance[-1]:.3f} at x = 1, in steps in between. One record, in part "
                 f"{part[marked] + 1}, has a ring; dashed, the chance after it was replaced by one labeled 0.")


def _few(most: int, count: int) -> np.ndarray:
    """About so many of 1..most, evenly, for ticks."""
    return np.unique(np.linspace(1, most, min(most, count)).round())


def one_disease(n_parts, epsilon):
    """Three diseases, and models that know one of them by lot: the votes for a sick patient, and the chance that the
    answer is yes.

    Parameters
    ----------
    n_parts : int in 3..400
        Models; each knows this patient's disease with chance 1/3.
    epsilon : float in [0.05, 10]
    """
    n_parts, epsilon = check.integer("n_parts", n_parts, 3, 400), check.real("epsilon", epsilon, 0.05, 10)
    votes, law = np.arange(n_parts + 1), binomial_law(n_parts, np.array(1 / 3))
    with plots(3.4) as (fig, (axes,)):
        axes.bar(votes, law / law.max(), color=BLUE, alpha=0.6, width=0.8)
        axes.plot(votes, prediction.soft_majority_probability(votes, n_parts, epsilon=epsilon), color=ORANGE,
                  linewidth=2)
        axes.axvline(n_parts / 2, color=GREY, linewidth=1, linestyle=":")
        for x, y, text, color, side in ((n_parts / 2 + 0.2, 1.04, "half of the votes", GREY, "left"),
                                        (n_parts / 3, 1.04, "how often so many", BLUE, "center"),
                                        (n_parts, 0.9, "Pr[answer yes]", ORANGE, "right")):
            axes.text(x, y, text, color=color, ha=side)
        axes.set(ylim=(0, 1.14), xlim=(-0.5, n_parts + 0.5), xlabel=f"votes for yes, of {n_parts}",
                 ylabel="share of the tallest; chance")
    return fig, (f"Votes of {n_parts} models about a sick patient whose disease each knows with chance 1/3: most often "
                 f"{int(law.argmax())}. Half of the votes are {n_parts / 2:g}, where the chance of the answer yes at "
                 f"ε = {epsilon:g} rises from 0 to 1.")


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
    step = share * prediction.psgd_step(n, radius=1.0, lipschitz_f=1.0, lipschitz_loss=1.0)
    x, y = prediction.stability_worst_pair(n, lipschitz_f=1.0, reach=2.0)
    records, changes, most = np.arange(1, n + 1), [], min(1.05, 1.5 * step)
    with plots(3.4, columns=2, sharey=True) as (fig, both):
        for axes, others, title in zip(both, (0.0, 1.0), ("others silent", "others pull back")):
            x[1:] = others
            means = np.array([prediction.psgd(x[:k], y[:, :k], radius=1.0, step=step,
                                              loss=prediction.HuberLoss(1.0))[:, 0] for k in records])
            # w_k, from the means of the first k and k - 1
            path = np.diff(means * records[:, None], axis=0, prepend=np.zeros((1, 2)))
            changes.append(abs(means[-1][0] - means[-1][1]))
            axes.fill_between(records, *path.T, color=PINK, alpha=0.15, linewidth=0)
            for w, mean, color in zip(path.T, means[-1], (BLUE, ORANGE)):
                axes.plot(records, w, "o-", color=color, markersize=3, linewidth=1)
                axes.axhline(mean, color=color, linewidth=1.5, linestyle="--")
            axes.set(title=f"{title}: means {changes[-1]:.3f} apart", xlabel="record, i (dashed: mean)",
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
        prediction.laplace_parts_sharp, prediction.clipped_parts_sharp, prediction.best_average_parts)]
    shares = [np.arange(r + 1) / r for r in sizes]
    chances = (prediction.average_probability_laplace(shares[0], noisy, epsilon=epsilon),
               np.clip(shares[1], alpha / 2, 1 - alpha / 2),
               prediction.best_average_probability(np.arange(best + 1), best, alpha=alpha, epsilon=epsilon))
    looks = (("average + Laplace noise", BLUE, "s-"), ("clipped average", GREEN, "^--"), ("best coin", ORANGE, "o-"))
    with plots(3.6, columns=2) as (fig, axes):
        for ax, most in zip(axes, (1.0, min(1.0, 5 * alpha))):
            line = np.linspace(0.0, most, 401)
            ax.fill_between(line, np.maximum(line - alpha / 2, 0), np.minimum(line + alpha / 2, 1), color=GREY,
                            alpha=0.2, linewidth=0)
            ax.plot(line, line, ":", color="black", linewidth=1)
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
