"""Who holds the numbers of lecture 7."""

import itertools
import math
from functools import cache

import numpy as np
from asking import values
from bands import bands
from claims import checked, evidence

from dplearn import data, exppw, prediction, private_pac
from dplearn.exppw import brute, experiments
from dplearn.exppw.experiments import data as real_data
from dplearn.exppw.experiments import walk as story

at_sample, at_new = experiments.exppw_empirical.at, cache(experiments.exppw_population.at)
at_real, sizes = cache(experiments.exppw_intervals.at), cache(experiments.exppw_sample_size.at)
SIGMA = brute.sigma


@cache
def told():
    """The story's sample, in order: x, labels, the walk, the place of the patient who leaves, and the walks without her
    and with her label flipped.
    """
    (i, removed), (_, flipped) = (story._neighbor(60, 0.1, 1, 6, kind) for kind in ("removed", "flipped"))
    x, y, walk = story._stream()[0][story._first(60)], story.sample(60, 0.1, 1), story._walk(60, 0.1, 1, 6)
    return x, y, walk, i, np.insert(removed, i + 1, removed[i]), flipped


def turns():
    """Where "yes" becomes the likelier answer for good enough: x, and the examples behind 0.5 that it took."""
    x, _, walk, *_ = told()
    i, likelier = (np.flatnonzero((x > 0.5) & enough)[0] for enough in (walk[1:] >= 0, walk[1:] > 0))
    assert (walk[likelier + 1:] > 0).all()
    return {"x": x[i], "yes": x[likelier], "count": int(i + 1 - (x <= 0.5).sum())}


def elsewhere():
    x, y, walk, i, without, _ = told()
    apart = np.flatnonzero(walk != without)
    assert set((without - walk)[apart]) == {1} and (np.diff(apart) == 1).all() and walk[apart[-1] + 1] == 6 and not y[i]
    return {"low": x[apart[0] - 1], "high": x[apart[-1]]}


def her_step_undoes_one():
    """The step just before hers goes up, hers down, closer together than the picture's grid of 0.005."""
    x, y, walk, i, *_ = told()
    return y[i - 1] and not y[i] and walk[i + 1] == walk[i - 1] and x[i] - x[i - 1] < 0.005


def asked_at_055():
    x, _, walk, _, _, flipped = told()
    place = int((x <= 0.55).sum())
    return {"p": SIGMA(walk[place] / 2), "q": SIGMA(flipped[place] / 2)}


def a_pair_errs_once():
    v, epsilon = np.meshgrid(np.arange(-40, 40), np.geomspace(0.01, 10, 60))
    return (SIGMA(-epsilon * (v + 1) / 2) + SIGMA(epsilon * v / 2) <= 1).all()


def valley():
    T = np.arange(1, 301)
    errors = values(experiments.exppw_empirical, "exact", experiments.exppw_empirical.setting(), T)
    near = T[errors < 1.03 * errors.min()]                                 # "nearly as good": within three percent
    return T[errors.argmin()], near[0], near[-1]


def factor_of_three_halves():
    """τ, which the card compares with all pairs, is what v = 0 gives, and at most ε/8 and 1/2."""
    epsilon = np.geomspace(1e-3, 1e3, 200)
    tau = np.tanh(epsilon / 4) / 2
    return (tau <= np.minimum(epsilon / 8, 0.5)).all() and np.allclose(SIGMA(epsilon / 2) - SIGMA(0), tau)


def simple_count():
    """The proof's count, for all labelings of 8 points: a band with f mistakes costs at most (1+τ)(f + k/2) + 1."""
    for T, k, epsilon in ((1, 1, 0.5), (2, 1, 4.0), (3, 2, 1.0), (2, 3, 9.0)):
        most = 1 + math.tanh(epsilon / 4) / 2
        for steps, f, mistakes, _ in bands(8, T, k, epsilon).values():
            assert (steps <= 2 * f + k + 1).all() and (mistakes <= most * (f + k / 2) + 1 + 1e-12).all()
    return True


def crossings():
    return {"base": 2} | {name: next(b for b in range(4, 65) if sizes(bits=b)["exponential"] > sizes(bits=4)[name])
                          for name in ("sharp", "printed")}


def never():
    mistakes, shares = real_data.threshold_mistakes("rush_hour_by_hour")
    return shares[mistakes.argmin()] == real_data.halves("rush_hour_by_hour")[1][1].mean()


def tasks():
    gaps = {task: at_real(task=task)["walk"] - at_real(task=task)["threshold"] for task in data.interval_tasks()}
    behind = {task for task, gap in gaps.items() if gap > 0}
    assert behind == {"never_married_by_age", "one_carat_by_price", "first_team_wins_by_elo"}
    assert min(map(abs, gaps.values())) > 5e-4
    return {"points": 100 * max(gaps.values())}


def two_intervals():
    """Rush hours at the picture's ε: the exponential mechanism over all functions of the hour with at most four
    changes.
    """
    old, new = real_data.counts("rush_hour_by_hour")
    hours = old.shape[1]
    cuts = [c for changes in range(5) for c in itertools.combinations(range(hours), changes)]
    says = np.array([np.searchsorted(c, np.arange(hours), side="right") % 2 for c in cuts])
    mistakes, wrong = (says @ zeros + (1 - says) @ ones for zeros, ones in (old, new))
    epsilon = experiments.exppw_intervals.setting().epsilon
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
    return {"hours": hours, "error": law @ wrong / new.sum()}


def longer_rope():
    """Rush hours at ε = 10: the rule's T, and the error at T = 6."""
    return {"T": real_data.chosen_clamps("rush_hour_by_hour", (10.0,), 2)[0],
            "error": real_data.errs(real_data.margins("rush_hour_by_hour")[6][1], 10.0)}


CLAIMS = {
    "if the patient at {low:.3f}, who was not helped": elsewhere,
    "costs up to $1.5\\,\\varepsilon$; an audit": checked("DF18-F1"),
    "\\le 1+\\tau$, where $\\tau=\\frac12\\tanh\\frac\\varepsilon4$ is reached at $v=0$":
        checked("DF18-OURS-LOO") and factor_of_three_halves(),
    "Together **at most 1**, since $\\sigma(-z)=1-\\sigma(z)$": a_pair_errs_once,
    "From about {yes:.2f} on. The coin (orange) is fair again at about {x:.2f}, well behind": turns,
    "That patient only undoes the step just before": her_step_undoes_one,
    "the rope stands *one step* higher, for $x$ from {low:.3f} to "
    "{high:.3f}; then both are at the top, together": elsewhere,
    "Flip her label instead: two steps": abs(told()[2] - told()[5]).max() == 2,
    "to 50: the rope falls so deep that it never comes up": story._walk(60, 0.1, 1, 50)[1:].max() < 0,
    "the walks end at most {mended_moves} apart. The proof": evidence("DF18-F1"),
    "another's (2 more): {literal_moves} apart": evidence("DF18-F1"),
    "Behind 0.5 a label is 1 with chance {up}, so a step goes up by {mean:.1f} on average": (0.9, 0.9 - 0.1),
    "takes about $T/{mean:.1f} = {steps}$ examples": (0.8, 6 / 0.8),
    "In the story it took {count}.": turns,
    "$\\sigma(\\varepsilon T/2)$, {top:.3f} in the story": SIGMA(3),
    "the label of the patient at {low:.3f}. What does": elsewhere,
    "moves from {p:.3f} to {q:.3f}": asked_at_055,
    "At $T = 6$ an answer costs {cost:.3f} of the claimed 1": exppw.walk_epsilon(6, 1.0),
    "The walk: {mended:.3f}, the formula's number": evidence("DF18-F1"),
    "$T = {best}$ is best, {low} to {high} nearly as good": valley,
    "At $T = 20$ the walk errs on {exact:.3f} of the sample, the best threshold on {best:.4f}; the lemma promises "
    "{printed:.3f}": at_sample,
    "At $T = 200$ the walk errs on {exact:.3f}, twice the noise": at_sample(clamp=200),
    "$n = 100$: no $T$ is good": min(at_sample(n=100, clamp=T)["exact"] for T in range(1, 40)) > 0.2,
    "The theorem allows an error of {printed:.3f} above": at_new,
    "**Answer.** {exact:.3f}: a seventh": at_new,
    "a seventh of what the theorem allows": 0.135 < at_new()["exact"] / at_new()["printed"] < 0.15,
    "the bound becomes useless, {printed:.3f} above the best, and the walk errs "
    "*less*, {exact:.3f} above": at_new(epsilon=2.0),
    "at most $1+\\frac\\varepsilon8$ and never above $\\frac32$": factor_of_three_halves,
    "a band has $s\\le2f+k+1$ steps. Pairs cost $1+\\tau$ each, a single step at most 1: the walk errs at most "
    "$(1+\\tau)(f+\\frac k2)+1$": simple_count,
    "A budget of 1 buys {basic:.0f} answers of $\\varepsilon = 0.01$ by adding up, "
    "and {bounded:,.0f} by a better account":
        (prediction.answers_bought(1.0, 0.0, 0.01, composition="basic"), prediction.answers_bought(1.0, 1e-6, 0.01)),
    "From $N = {base}^{sharp}$ on, by the leave-one-out bound": crossings,
    "fewer than publishing from $N = {base}^{{printed}}$ on": crossings,
    "bound: {sharp:,.0f} examples, for every $N$. By Theorem 5.3 it takes {printed:,.0f}, fewer": sizes(bits=4),
    "For $N = 2^{64}$ publishing takes {exponential:,.0f}. Without privacy {free:.0f} are enough": sizes(bits=64),
    "$N = 2^{64}$: {sharp:,.0f} against {exponential:,.0f}": sizes(bits=64, case="agnostic"),
    "up to $1.5\\,\\varepsilon$ for long clamps": checked("DF18-F1"),
    'the best threshold of the sample is "never"': never,
    "errs on {threshold:.1%} of the other half. The walk errs on {walk:.1%}, "
    "the best two intervals on {best:.1%}": at_real,
    "(dots: {a:.1%} to {b:.1%})": (at_real(epsilon=2.0)["seen"], at_real(epsilon=10.0)["seen"]),
    "worse on new points ({a:.1%} to {b:.1%})": (at_real(epsilon=2.0)["walk"], at_real(epsilon=10.0)["walk"]),
    "At $\\varepsilon = 10$ the rule makes $T = {T}$, and": longer_rope,
    "with $T = 6$ the walk would err on {error:.1%}": longer_rope,
    "in three of the eight the best threshold errs less, by at most {points:.1f} points": tasks,
    "a day has {hours} hours": two_intervals,
    "for the same $\\varepsilon$, err on {error:.1%}, for all queries at once": two_intervals,
}

GIVEN = r"""
A clinic knows of 60 patients
never beyond $\pm6$
treatment helps from $x = 0.5$ on
well behind 0.5
$T$, to 50
Behind 0.5 a label
ask at 0.55
"yes" at 0.55
Three records, $T = 3$, $\varepsilon = 1$
$k = 1$ for a threshold, 2 for an interval
2,000 examples, one change
$\varepsilon = \frac12$. Which $T$
error at $T = 200$
At $T = 20$
At $T = 200$
$n = 100$
$\alpha=0.05$, $\varepsilon=\frac12$, $n=10{,}000$
Move $\varepsilon$ to 2
$\varepsilon = 0.01$ by adding
$\delta = 10^{-6}$
Labels without noise, $\alpha = 0.05$, $\varepsilon = 0.1$
For $N = 2^{64}$
noise (agnostic), $N = 2^{64}$
where 100 patients share one value, and the treatment helped 10 of them
from $\varepsilon = 2$ to 10
with $T = 6$ the walk
At $\varepsilon = 10$ the rule
Six patients $(x, y)$: $(3, 1), (1, 0), (6, 0), (2, 1), (4, 1), (5, 1)$; $T = 2$ and $\varepsilon = 2\ln 3$
a factor 3 in the odds
at the queries 2, 5 and 9
$w_i \in \{1, 2, 3\}$
$n = 10^{12}$
by more than 1.4
at $\varepsilon = 1$ one answer
At $T = 6$ an answer costs
(2 more)
with $y_0 = 0$
($y = 1$) or not ($y = 0$)
Start at $v_0 = 0$
$\sigma(z) = 1/(1 + e^{-z})$
whole $T \ge 1$
is reached at $v=0$
"""
