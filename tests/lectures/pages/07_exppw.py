"""Who holds the numbers of lecture 7."""

import math
from functools import cache, partial

import numpy as np
from asking import values
from claims import Comparison, checked, evidence, prints
from scipy.stats import binom

from dplearn import data, exppw
from dplearn.exppw import brute, experiments
from dplearn.exppw import deeper
from dplearn.exppw.experiments import data as real_data
from dplearn.exppw.world import settled_error

at_sample, at_new = experiments.exppw_empirical.at, cache(experiments.exppw_population.at)
at_real, sizes = cache(experiments.exppw_intervals.at), cache(experiments.exppw_sample_size.at)
SIGMA, TASKS = brute.sigma, list(data.interval_tasks())
ALPHA, EPSILON = 0.05, 0.1     # of section 5


@cache
def told():
    """The story's sample, as the page draws it: x, labels, the place of the patient who leaves, and three walks at
    clamp 6: all, without her, her label flipped."""
    rng = np.random.default_rng(177)
    x = np.sort(rng.random(60))
    y, i = (x >= 0.5) ^ (rng.random(60) < 0.1), 36
    assert (y != (x >= 0.5)).sum() == 6 and not y[i]
    without = brute.walk(np.delete(y, i), 6)
    return x, y, i, brute.walk(y, 6), np.insert(without, i + 1, without[i]), brute.walk(y ^ (np.arange(60) == i), 6)


def turns():
    """Where "yes" becomes the likelier answer for good; how many examples behind 0.5 bring the rope to the middle."""
    x, _, _, walk, *_ = told()
    fair, likelier = (np.flatnonzero((x > 0.5) & enough)[0] for enough in (walk[1:] >= 0, walk[1:] > 0))
    assert (walk[likelier + 1:] > 0).all()
    return {"yes": x[likelier], "count": int(fair + 1 - (x <= 0.5).sum())}


def elsewhere():
    x, _, i, walk, without, _ = told()
    apart = np.flatnonzero(walk != without)
    assert set((without - walk)[apart]) == {1} and (np.diff(apart) == 1).all() and apart[0] == i + 1
    assert walk[i + 1] == walk[i - 1] and walk[apart[-1] + 1] == without[apart[-1] + 1] == 6
    return {"low": x[i], "high": x[apart[-1]]}


def asked_at_056():
    x, _, _, walk, _, flipped = told()
    place = int((x <= 0.56).sum())
    assert x[place - 1] == elsewhere()["low"]
    return {"p": SIGMA(walk[place] / 2), "q": SIGMA(flipped[place] / 2)}


def a_pair_errs_once():
    v, epsilon = np.meshgrid(np.arange(-40, 40), np.geomspace(0.01, 10, 60))
    return (SIGMA(-epsilon * (v + 1) / 2) + SIGMA(epsilon * v / 2) <= 1).all()


def by_clamp():
    T = np.arange(1, 301)
    return T, values(experiments.exppw_empirical, "exact", experiments.exppw_empirical.setting(), T)


def valley():
    T, errors = by_clamp()
    near = T[errors < 1.03 * errors.min()]                                 # "nearly as good": within three percent
    slider = experiments.exppw_empirical.parameters[0].values
    lemma = 3 * T / 2000 + np.exp(-T / 4)
    assert (lemma < lemma.min() + 5e-5).sum() == 2 and {23, 25} <= set(slider) and 24 not in slider
    return T[lemma.argmin()], T[errors.argmin()], near[0], near[-1]


def factor_of_three_halves():
    """τ is what v = 0 gives, the most of all pairs, and at most ε/8 and 1/2."""
    epsilon, v = np.geomspace(1e-3, 1e3, 200), np.arange(50)[:, None]
    tau = np.tanh(epsilon / 4) / 2
    pairs = SIGMA(epsilon * (v + 1) / 2) - SIGMA(epsilon * v / 2)
    return (tau <= np.minimum(epsilon / 8, 0.5)).all() and np.allclose(pairs.max(axis=0), tau)


def plateau():
    """With a million examples: the excess, and what of it the coin makes with the rope at its right end."""
    tail, noise = SIGMA(-0.5 * exppw.clamp(0.05, 0.5) / 2), 0.1
    coin = (1 - noise) * tail - noise * tail
    assert 0.9 < coin / at_new(n=10**6)["exact"] < 1
    return {"more": at_new(n=10**6)["exact"], "coin": coin, "tail": tail, "noise": noise}


# ---- section 5: one threshold, labels without noise -------------------------------------------------


def log_star(n):
    return 0 if n <= 1 else 1 + log_star(math.log2(n))


def crossings():
    return {"base": 2} | {name: next(b for b in range(4, 65) if sizes(bits=b)["exponential"] > sizes(bits=4)[name])
                          for name in ("sharp", "printed")}


def theorem_at_alpha():
    """The theorem's formula with α e^-ε for α, by hand: what it then promises is α."""
    aimed = ALPHA * math.exp(-EPSILON)
    size = 4 * 3 * math.log(2 / aimed) / (aimed * EPSILON)
    assert math.ceil(size) == sizes(bits=64)["printed"]
    return {"printed": math.ceil(size)}


def on_the_empty_stretch(n, gamma, bits):
    """E error of the published threshold where half of the patients have the smallest value and label 0, a share γ the
    next and label 1, and the rest the largest; thresholds that err on half of all change nothing at these sizes."""
    spread = 12 * math.sqrt(n * gamma) + 12
    k = np.arange(max(0, int(n * gamma - spread)), int(n * gamma + spread))    # patients on the share γ, but for 1e-30
    odds = bits * math.log(2) + math.log1p(-(2.0 ** (1 - bits))) - EPSILON * k / 2
    return binom.pmf(k, n, gamma) @ (gamma * SIGMA(odds))


def least_size(error, low, high):
    """The first n at which a falling error is at most α."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if error(middle) > ALPHA else (low, middle)
    return high


@cache
def published_size(bits):
    """At the worst γ of a grid."""
    return max(least_size(partial(on_the_empty_stretch, gamma=g, bits=bits), 1, 20_000)
               for g in np.arange(0.0515, 0.09, 0.002))


@cache
def walks_size():
    """Its error sees who stands before whom, not the stretch; T at its best."""
    return least_size(lambda n: min(deeper.expected_error(1, 0.0, n, clamp=T, epsilon=EPSILON) for T in range(60, 140)),
                      2000, 2700)


def truths():
    assert published_size(13) < walks_size() < published_size(14)
    return {"published": published_size(64), "walk": walks_size(), "base": 2, "bits": 14}


@cache
def on_even_values(n, runs=4000):
    """Errors of the published threshold, values and thresholds spread evenly on [0, 1], exact over the mechanism."""
    rng, errors = np.random.default_rng(n), []
    for _ in range(runs):
        x = np.sort(rng.random(n))
        ends, ones = np.concatenate([[0], x, [1]]), (x >= 0.5).cumsum()
        mistakes = np.concatenate([[0], ones]) + np.concatenate([(x < 0.5)[::-1].cumsum()[::-1], [0]])
        weights = np.diff(ends) * np.exp(-EPSILON * mistakes / 2)
        area = np.sign(ends - 0.5) * (ends - 0.5) ** 2 / 2                  # of |t - 1/2|
        errors.append(weights @ (np.diff(area) / np.diff(ends)) / weights.sum())
    return np.array(errors)


def enough_on_even_values():
    """Near 410: at 400 the mean error is above α by three standard errors, at 420 below."""
    few, more = on_even_values(400), on_even_values(420)
    assert few.mean() - 3 * few.std() / 63 > ALPHA > more.mean() + 3 * more.std() / 63
    return {"n": 410}


# ---- real data ---------------------------------------------------------------------------------------


@cache
def hindsight(rival, task):
    """The least error on the new points over m = 1 .. 8, at the picture's ε."""
    settings = [experiments.exppw_intervals.setting(task=task, intervals=m) for m in range(1, 9)]
    return min(values(experiments.exppw_intervals, rival, s, [s.epsilon])[0] for s in settings)


def a_week():
    """And the walk's error falls with m, if at all; its T falls with ln k."""
    at = [at_real(task="busy_by_hour_of_week", intervals=m) for m in range(1, 9)]
    walk = [a["walk"] for a in at]
    assert (np.diff(walk) <= 0).all()
    return {"two": at[1]["published"], "seven": at[6]["published"], "first": walk[0], "last": walk[-1], "most": len(at)}


def clamps_of_the_week():
    """T at ε = ½ for m = 1 and 8; it never rises between."""
    T = [real_data.chosen_clamps("busy_by_hour_of_week", (0.5,), m)[0] for m in range(1, 9)]
    assert sorted(T, reverse=True) == T
    return T[0], T[-1]


@cache
def in_companion():
    """Tuned walk, vote and published intervals of 7b: task -> their printed errors at ε = 0.05 and 1."""
    printed = prints("deeper/7b-classifier-on-real-data")
    rows = {task: printed(task, 1) for task in TASKS}
    return {task: {"walk": row[0::4][:2], "vote": row[1::4][:2], "published": row[2::4][:2]}
            for task, row in rows.items()}


def by_hand(rival):
    """A printed mean over five shuffles."""
    return lambda task, j: np.full(5, in_companion()[task][rival][j])


TRIALS = tuple({"task": task, "j": j} for task in TASKS for j in (0, 1))

CLAIMS = {
    "the patient at {low:.3f}, who was not helped": elsewhere,
    "a tenth of the labels is wrong. From": told()[0].size == 60,
    "From about {yes:.2f} on: the rope": turns,
    "stands *one step* higher, from {low:.3f} to {high:.3f}; then both are at the top": elsewhere,
    "Behind 0.5 a step goes up by {mean:.1f} on average": 0.9 - 0.1,
    "takes about $T/{mean:.1f} = {steps}$ examples": (0.8, 6 / 0.8),
    "in the story it took {count}.": turns,
    "$\\sigma(\\varepsilon T/2)$, here {top:.3f}": SIGMA(3),
    "the label of the patient at {low:.3f}. What does": elsewhere,
    "at most 2 apart. The proof": checked("DF18-F1"),
    "The walk: {mended:.3f}, the formula's number": evidence("DF18-F1"),
    "moves from {p:.3f} to {q:.3f}": asked_at_056,
    "Together **at most 1**".lower(): a_pair_errs_once,
    "For the lemma {lemma} or 21; for the walk on this sample {best} (the slider has 23 and 25), {low} to {high} "
    "nearly as good": valley,
    "At 20 the walk errs on {exact:.3f} of the sample, the best threshold on {best:.4f}; the lemma promises "
    "{printed:.3f}": at_sample,
    "At 200 the walk errs on {exact:.3f}, twice the noise": at_sample(clamp=200),
    "The theorem allows an error of {printed:.3f} above": at_new,
    "**Answer.** {exact:.3f}, a seventh": at_new,
    "a seventh of what the theorem allows": 0.135 < at_new()["exact"] / at_new()["printed"] < 0.15,
    "with a million still {more:.3f}.": plateau,
    "$\\sigma(-\\varepsilon T/2) = {tail:.3f}$": plateau,
    "this alone costs $(1 - 2 \\cdot {noise}) \\cdot {tail:.3f} = {coin:.3f}$": plateau,
    "At $\\varepsilon = 2$ the bound is useless, and the walk errs *less*":
        at_new(epsilon=2.0)["printed"] > 1 and at_new(epsilon=2.0)["exact"] < at_new()["exact"],
    "cost $k$ and one step without partner ($j = h+1$): $kT+\\sum_{j=1}^T\\sigma(-\\frac{\\varepsilon j}2)$ "
    "in place of":
        checked("DF18-L5.2"),
    "costs up to $1+\\tau$ (most at $h=0$) in place of 1, "
    "with $\\tau=\\frac12\\tanh\\frac\\varepsilon4 \\le \\frac\\varepsilon8$":
        checked("DF18-OURS-LOO") and factor_of_three_halves(),
    "Band $h \\ge 0$ and its mirror cost $k$ times that and one step without": checked("DF18-OURS-LOO"),
    "\\frac1{n+1}\\sum_{j=0}^{T-1}\\sigma\\Bigl(-\\frac{\\varepsilon j}2\\Bigr)": checked("DF18-OURS-LOO"),
    "In the three settings that is {a:.3f}, {b:.3f} and {c:.3f} above the best":
        tuple(at_new(**s)["sharp"] for s in ({}, {"n": 10**6}, {"epsilon": 2.0})),
    "to come to 1), {star} at $2^{64}$": {"star": log_star(2.0**64)},
    "from ${base}^{sharp}$ on: leaving one out": crossings,
    "fewer than publishing from ${base}^{{printed}}$ on": crossings,
    "asks for {sharp:,.0f} examples, whatever $N$ is": sizes(bits=4),
    "publishing for {exponential:,.0f} at $2^{64}$. Theorem 5.3, at": sizes(bits=64),
    "since it promises $e^\\varepsilon\\alpha$, asks for {printed:,.0f}, fewer": theorem_at_alpha,
    "Without privacy {free:.0f} do: the last": sizes(bits=64),
    "publishing takes {published:,} examples at $2^{64}$, the walk {walk:,} with its best $T$ (ties in "
    "random order), fewer from ${base}^{{bits}}$ on":
        truths,
    "in the middle, some {n} do for publishing": enough_on_even_values,
    "costs up to $1.5\\,\\varepsilon$; an audit": checked("DF18-F1"),
    "asks for $\\frac{{price}\\,u\\ln(2/\\alpha')}{\\alpha'\\varepsilon}$": {"price": 4 * (1 + 2)},
    "One patient can move this rope by 3, and that": checked("DF18-F1"),
    "up to $1.5\\,\\varepsilon$ for long clamps": checked("DF18-F1"),
    "| three patients | ↑ ↑ | ↑ | {end} |":
        brute.end([1, 1, 2], [1, 1, 1], 1, 3, literal=True),
    "label 0 | ↑ | ↓ | 0 |": brute.end([1, 2, 3], [1, 0, 1], 1, 3, literal=True) == 0,
    "Another slip stays private and can err nearly always: to sort tied patients by label":
        deeper.tied_error(0.05, 10**4, clamp=20, epsilon=0.5, order="zeros-first") > 0.9,
    "Published intervals: {published:.1%}, the walk {walk:.1%}": at_real,
    "the sample ($n$ = {n:,}), the": {"n": len(real_data.halves("rush_hour_by_hour")[0][0])},
    "two published intervals err on {two:.1%}, seven on {seven:.1%}, the walk on {first:.1%} to {last:.1%} as $m$ goes "
    "from 1 to {most}: its": a_week,
    "as $m$ goes from 1 to 8: its $T$ falls from {first} to {last}.": clamps_of_the_week,
    "published intervals err less than the walk in all eight tasks": Comparison(
        "published", {rival: partial(hindsight, rival) for rival in ("published", "walk")}, "path",
        settings=tuple({"task": task} for task in TASKS)),
    "a vote of trees erred less than the walk in all eight": Comparison(
        "vote", {rival: by_hand(rival) for rival in ("vote", "walk")}, "mean", TRIALS, 5),
    "in none of these tasks did it err least": lambda: all(
        hindsight("published", task) < hindsight("walk", task)
        and all(in_companion()[task]["walk"][j] > min(in_companion()[task][rival][j] for rival in ("vote", "published"))
                for j in (0, 1)) for task in TASKS),
    "**The walk insures against a bad line.**": Comparison(
        "walk", {"walk": walks_size, "published": partial(published_size, 64)}, "truth"),
    "where values are spread evenly": Comparison(
        "published", {"walk": lambda: np.full(4000, np.nanmin([settled_error(1, 0.0, 420, clamp=T, epsilon=EPSILON)
                                                              for T in range(10, 80)])),
                      "published": partial(on_even_values, 420)}, "mean", seeds=4000),
    "Best for the bounds is a $T$ that grows like $\\ln n$": all(
        abs(exppw.best_clamp(k, e, 10 * n) - exppw.best_clamp(k, e, n) - 2 / e * math.log(10)) < 1.5
        for k in (1, 4) for e in (0.1, 1.0) for n in (10**4, 10**6)),
}

PLAIN = {}

GIVEN = r"""
(the slider has 23 and 25)
A clinic knows of 60 patients
never beyond $\pm6$
helps from 0.5 on
Behind 0.5 a step
ask at 0.56
"yes" at 0.56
Three records, $T = 3$, $\varepsilon = 1$
2,000 examples, one change
$\varepsilon = \frac12$. Which $T$
error at $T = 200$
At 20 the walk
At 200 the walk
$\alpha=0.05$, $\varepsilon=\frac12$, 10,000 examples
At $\varepsilon = 2$ the bound
$\alpha = 0.05$, $\varepsilon = 0.1$. To publish
at $2^{64}$ (Alon
at $2^{64}$. Theorem
at $2^{64}$, the walk
so $m = 2$
At $\varepsilon = \frac12$, which errs less
At $\varepsilon = \frac12$ published
With 500 records
($y = 1$) or not
Start at $v_0 = 0$
$\sigma(z) = 1/(1 + e^{-z})$
$\sigma(-z)=1-\sigma(z)$
with $\delta > 0$ the price
Six patients $(x, y)$: $(3, 1), (1, 0), (6, 0), (2, 1), (4, 1), (5, 1)$; $T = 2$ and $\varepsilon = 2\ln 3$
a factor 3 in the odds
at the queries 2, 5 and 9
$w_i \in \{1, 2, 3\}$
whole $T \ge 1$
$n = 10^{12}$
at $\varepsilon = 1$ one answer
by more than 1.4
with $y_0 = 0$
about a threshold ($k = 1$)
thresholds, $\delta = 0$
$\log^* N$, $\delta > 0$
"""
