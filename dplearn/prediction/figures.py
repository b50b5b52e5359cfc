"""Lecture 6's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import prediction
from .._binomial import binomial_law
from ..figures.plots import BLACK, BLUE, GREEN, GREY, INK, ORANGE, PINK, plots
from ..figures.vegalite import altair, rows, slider

MOST_RECORDS, MOST_PARTS = 2000, 20


def one_vote(x, y, place, *, marked, n_parts, epsilon, question, by_heart):
    """A record is replaced, and what the answers show of it, as a chart that lives: the parts' thresholds, the coin,
    and as a point (q, p) the chances of the answer 1 without the record and with it, beside those of three others.

    Parameters
    ----------
    x, y : arrays (n,) in [0, 1] and of 0/1, n at most 2000
        Each part puts its threshold on the largest of its records labeled 1 (0 without one) and says 1 up to there.
    place : array (n,) of int, places in the list: the part is place % n_parts
    marked : int, the record that another, labeled 0, replaces
    n_parts, epsilon, question : int in 1..20, floats in [0.1, 4] and [0, 1], where the sliders start
    by_heart : array (2,) in [0, 1], q and p of a learner without privacy
    """
    alt, x = altair(), check.array("x", x, (None,), low=0, high=1)
    n, known = check.integer("number of records in x", len(x), 1, MOST_RECORDS), check.array(
        "by_heart", by_heart, (2,), low=0, high=1).tolist()
    n_parts, marked = check.integer("n_parts", n_parts, 1, MOST_PARTS), check.integer("marked", marked, 0, n - 1)
    epsilon, question = check.real("epsilon", epsilon, 0.1, 4), check.real("question", question, 0, 1)
    coin, one = "1 / (1 + exp(-epsilon * (2 * ({}) - r) / 2))", alt.Chart(rows(one=1))
    records = alt.Chart(rows(
        x=x, label=check.labels("y", y, n).astype(int), ring=np.arange(n) == marked, place=check.array(
            "place", place, (n,), low=0, integral=True))).transform_calculate(row="(datum.place % r + 0.5) / r")
    parts = records.transform_calculate(own="datum.label * datum.x", rest="datum.ring ? 0 : datum.own"
                                        ).transform_aggregate(cut="max(own)", less="max(rest)", groupby=["row"])
    asked = parts.transform_calculate(k="sequence(201)").transform_flatten(["k"]).transform_calculate(
        x="datum.k / 200", yes="datum.x <= datum.cut ? 1 : 0", still="datum.x <= datum.less ? 1 : 0"
        ).transform_aggregate(votes="sum(yes)", less="sum(still)", groupby=["x"]).transform_calculate(
        q=coin.format("datum.less"), p=coin.format("datum.votes"))
    learners = {"learned by heart": (BLUE, one, *map(repr, known)),
                "soft majority, worst votes": (PINK, one.transform_calculate(v="floor((r - 1) / 2)"),
                                            coin.format("datum.v"), coin.format("datum.v + 1")),
                "soft majority at x": (ORANGE, asked.transform_filter("abs(datum.x - question) < 0.001"), "datum.q",
                                       "datum.p"),
                "randomized response": (GREEN, one, "1 / (1 + exp(epsilon))", "1 / (1 + exp(-epsilon))")}
    pairs = [of.transform_calculate(q=q, p=p, name=f"'{name}'", gain="datum.p - datum.q").transform_calculate(
        said="format(datum.gain, '.3f') + '  ' + datum.name") for name, (_, of, q, p) in learners.items()]
    unit, color = alt.Scale(domain=[0, 1]), alt.Color("name:N", legend=None, scale=alt.Scale(
        domain=[*learners], range=[color for color, *_ in learners.values()]))
    at = alt.X("q:Q", title="q, chance of 1 with the record replaced", scale=unit), alt.Y(
        "p:Q", title="p, chance of 1 with it", scale=unit)
    lines = one.transform_calculate(  # p = q, p = e^ε q, 1 - q = e^ε (1 - p)
        p="[0, 0, 1 - exp(-epsilon)]", q2="[1, exp(-epsilon), 1]", bound="[0, 1, 1]").transform_flatten(
        ["p", "q2", "bound"]).transform_calculate(q="0", p2="1").mark_rule().encode(
        *at, alt.X2("q2:Q"), alt.Y2("p2:Q"), color=alt.condition("datum.bound", alt.value(INK), alt.value(GREY)),
        strokeDash=alt.condition("datum.bound", alt.value([8, 4]), alt.value([1, 0])))
    square = alt.layer(
        lines, one.transform_calculate(any="sequence(r)").transform_flatten(["any"]).transform_calculate(
            q=coin.format("datum.any"), p=coin.format("datum.any + 1")).mark_circle(color=ORANGE, size=16).encode(*at),
        *(pair.mark_point(filled=True, opacity=1, size=size).encode(*at, color)
          for pair, size in zip(pairs, (70, 200, 50, 70))))
    row, rule = alt.Y("row:Q", axis=None, scale=unit), alt.Chart().mark_rule(color=BLACK).encode(
        alt.XDatum(alt.expr("question"), type="quantitative"))

    def spot(of, x, color, size, **how):
        return of.mark_point(color=color, size=size, opacity=1, **how).encode(
            alt.X(f"{x}:Q", scale=unit, axis=alt.Axis(labels=False, title=None)), row)

    dealt = alt.layer(
        rule, spot(records.transform_filter("datum.label"), "x", BLUE, 14, filled=True),
        spot(records.transform_filter("!datum.label"), "x", GREY, 14, shape="cross", filled=True),
        *(spot(parts, cut, color, 120, shape="stroke", angle=90, strokeWidth=2.5)
          for cut, color in (("less", PINK), ("cut", ORANGE))),
        spot(records.transform_filter("datum.ring"), "x", PINK, 120))
    chance = asked.transform_fold(["q", "p"], as_=["whose", "chance"]).mark_line(interpolate="step-after").encode(
        alt.X("x:Q", title="question x"), alt.Y("chance:Q", title="chance of 1", scale=unit), detail="whose:N",
        color=alt.condition(alt.datum.whose == "q", alt.value(PINK), alt.value(ORANGE)))
    gains = [pair.encode(alt.X("gain:Q", title="p − q", scale=unit), alt.Y("name:N", axis=None, scale=alt.Scale(
        domain=[*learners]))) for pair in pairs]
    return alt.vconcat(
        square.properties(width=250, height=250) | alt.vconcat(
            dealt.properties(width=250, height=150), (rule + chance).properties(width=250, height=75), spacing=8),
        alt.layer(*(bar.mark_bar(height=12).encode(color) for bar in gains), *(
            bar.mark_text(align="left", dx=4).encode(text="said:N") for bar in gains)).properties(width=400, height=76),
        title=alt.Title("Private: no point above either dashed line", subtitle="Right, each row learns: ● label 1, + "
                        "label 0, | its threshold; pink: the ringed record replaced")).add_params(
        slider("epsilon", 0.1, 4, epsilon, 0.1, "ε of an answer"), slider("r", 1, MOST_PARTS, n_parts, 1, "parts r"),
        slider("question", 0, 1, question, 0.005, "question x"))


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
