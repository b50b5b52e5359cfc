"""Lecture 6's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import prediction
from .._binomial import binomial_law
from ..figures.plots import BLUE, GREEN, GREY, ORANGE, PINK, plots
from ..figures.vegalite import altair, either, rows, slider, span

LEARNERS = {"learned by heart": BLUE, "soft majority, worst votes": PINK, "soft majority at x": ORANGE,
            "randomized response": GREEN}
COIN = "1 / (1 + exp(-epsilon * (2 * ({}) - r) / 2))"  # the soft majority's chance of 1 with so many votes of r


def one_vote(x, place, *, by_heart):
    """A record is replaced, and what the answers show of it, as a chart that lives: the parts' thresholds, the coin,
    and as a point (q, p) the chances of the answer 1 without the record and with it, beside those of three others.

    Parameters
    ----------
    x : array (n,) in [0, 1], records labeled 1 up to one half, 0 above; a few hundred at most
        Each part puts its threshold on the largest of its records labeled 1 (0 without one) and says 1 up to there.
        The largest of all is the one that another, labeled 0, replaces.
    place : array (n,) of int >= 0, places in the list: the part is place % r, for r = 1..20 parts
    by_heart : array (2,) in [0, 1], q and p of a learner without privacy
    """
    x, (q, p) = check.array("x", x, (None,), low=0, high=1), check.array("by_heart", by_heart, (2,), low=0, high=1)
    place = check.array("place", place, x.shape, low=0, integral=True)
    alt, one = altair(), altair().Chart(rows(q=0, p2=1))  # where a bound begins, and where it ends
    records = alt.Chart().transform_calculate(row="(datum.place % r + 0.5) / r", label="datum.x <= 0.5")
    cuts = records.transform_calculate(whose="['q', 'p']").transform_flatten(["whose"]).transform_calculate(
        own="datum.label && !(datum.ring && datum.whose == 'q') ? datum.x : 0").transform_aggregate(
        cut="max(own)", groupby=["row", "whose"])
    asked = cuts.transform_calculate(x="sequence(0, 1.001, 0.005)").transform_flatten(["x"]).transform_calculate(
        yes="datum.x <= datum.cut ? 1 : 0").transform_aggregate(
        votes="sum(yes)", groupby=["x", "whose"]).transform_calculate(chance=COIN.format("datum.votes"))
    learners = asked.transform_filter("abs(datum.x - question) < 0.001").transform_aggregate(
        less="min(chance)", more="max(chance)").transform_calculate(
        name=f"{[*LEARNERS]}", color=f"{[*LEARNERS.values()]}", size="[70, 200, 50, 70]", v="floor((r - 1) / 2)",
        q=f"[{q}, {COIN.format('datum.v')}, datum.less, 1 / (1 + exp(epsilon))]",
        p=f"[{p}, {COIN.format('datum.v + 1')}, datum.more, 1 / (1 + exp(-epsilon))]").transform_flatten(
        ["name", "color", "size", "q", "p"]).transform_calculate(
        gain="datum.p - datum.q", said="format(datum.gain, '.3f') + '  ' + datum.name")
    others = one.transform_calculate(any="sequence(r)").transform_flatten(["any"]).transform_calculate(
        q=COIN.format("datum.any"), p=COIN.format("datum.any + 1"))
    bounds = one.transform_calculate(  # p = q, p = e^ε q, 1 - q = e^ε (1 - p)
        law="[0, 1, 1]", p="[0, 0, 1 - exp(-epsilon)]", q2="[1, exp(-epsilon), 1]").transform_flatten(
        ["law", "p", "q2"])

    color, whose = alt.Color("color:N", scale=None), either("datum.whose == 'q'", PINK, ORANGE)
    square = alt.layer(
        bounds.mark_rule().encode(alt.StrokeDash("law:N", legend=None), x2="q2:Q", y2="p2:Q"),
        others.mark_circle(color=ORANGE, size=16),
        learners.mark_point(filled=True, opacity=1).encode(color, alt.Size("size:Q", scale=None)),
        width=250, height=250).encode(
        span("x", "q", "q, chance of 1 with the record replaced"), span("y", "p", "p, chance of 1 with it"))
    at, row = span("x", "x", "question x"), span("y", "row", axis=None)
    question = one.transform_calculate(x="question").mark_rule().encode(at)
    dealt = alt.layer(
        question, records.mark_point(filled=True, size=14).encode(
            span("x", "x", axis=None), row, color=either("datum.label", BLUE, GREY),
            shape=either("datum.label", "circle", "cross")),
        cuts.mark_tick(thickness=2.5).encode(row, x="cut:Q", color=whose),
        records.mark_point(size=120, color=PINK).encode(at, row).transform_filter("datum.ring"),
        width=250, height=150)
    chance = alt.layer(question, asked.mark_line(interpolate="step-after").encode(
        at, span("y", "chance", "chance of 1"), color=whose, detail="whose:N"), width=250, height=75)
    gains = learners.encode(span("x", "gain", "p − q"), alt.Y("name:N", axis=None, sort=None))
    bars = alt.layer(gains.mark_bar().encode(color), gains.mark_text(align="left", dx=4).encode(text="said:N"),
                     width=400, height=76)
    return alt.vconcat(
        square.add_params(slider("epsilon", 0.1, 4, 1, 0.1, "ε of an answer"), slider("r", 1, 20, 9, 1, "parts r"),
                          slider("question", 0, 1, 0.45, 0.005, "question x"))
        | (dealt & chance), bars,
        data=rows(x=x, place=place, ring=x == x.max(initial=0, where=x <= 0.5)),
        title=alt.Title("Private: no point above either dashed line", subtitle="Right, each row learns: ● label 1, + "
                        "label 0, | its threshold; pink: the ringed record replaced"))


def _few(most: int, count: int) -> np.ndarray:
    """About so many of 1..most, evenly, for ticks."""
    return np.unique(np.linspace(1, most, min(most, count)).round())


def one_disease(n_parts, epsilon, alpha):
    """Three diseases, and models that know one of them by lot: the votes for a sick patient, and the chance that the
    answer is yes, of the soft majority and of the clipped average.

    Parameters
    ----------
    n_parts : int in 3..400
        Models; each knows this patient's disease with chance 1/3.
    epsilon : float in [0.05, 10]
    alpha : float in [0.01, 0.9]
        The average of the votes is clipped to [α/2, 1 - α/2].
    """
    n_parts, epsilon = check.integer("n_parts", n_parts, 3, 400), check.real("epsilon", epsilon, 0.05, 10)
    alpha = check.real("alpha", alpha, 0.01, 0.9)
    votes, law = np.arange(n_parts + 1), binomial_law(n_parts, np.array(1 / 3))
    rules = (("soft majority", ORANGE, prediction.soft_majority_probability(votes, n_parts, epsilon=epsilon)),
             ("clipped average", GREEN, prediction.clipped_average_probability(votes, n_parts, alpha=alpha)))
    with plots(4.2, 2, sharex=True, height_ratios=(2, 3)) as (fig, (top, low)):
        top.bar(votes, law, color=BLUE, alpha=0.6, width=0.8)
        for name, color, chance in rules:
            low.plot(votes, chance, color=color, linewidth=2, label=f"{name}: {law @ chance:.0%} yes")
        for axes in (top, low):
            axes.axvline(n_parts / 2, color=GREY, linewidth=1)
        top.text(n_parts / 2, law.max(), " half of the votes", color=GREY, va="top")
        top.set(ylabel="chance", title=f"of {n_parts} models so many say yes, for one who is sick")
        low.set(ylim=(-0.03, 1.03), xlim=(-0.5, n_parts + 0.5), xlabel="votes for yes, v", ylabel="Pr[answer yes]")
        low.legend(loc="center right")
    return fig, (f"Votes of {n_parts} models about a sick patient whose disease each knows with chance 1/3: most often "
                 f"{int(law.argmax())}. Below, the chance of the answer yes at ε = {epsilon:g}: the soft majority's "
                 f"rises from 0 to 1 at half of the votes, {n_parts / 2:g}; the average's, clipped to "
                 f"[{alpha / 2:g}, {1 - alpha / 2:g}], is a straight line between.")


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
        prediction.laplace_parts_sharp, prediction.clipped_parts_sharp, prediction.best_average_parts)]
    shares = [np.arange(r + 1) / r for r in sizes]
    chances = (prediction.average_probability_laplace(shares[0], noisy, epsilon=epsilon),
               np.clip(shares[1], alpha / 2, 1 - alpha / 2),
               prediction.best_average_probability(np.arange(best + 1), best, alpha=alpha, epsilon=epsilon))
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
