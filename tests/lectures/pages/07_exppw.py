"""Who holds the numbers of lecture 7."""

import math
from functools import cache

import numpy as np
from asking import values
from claims import checked
from scipy.stats import binom

from dplearn import data, exppw
from dplearn.exppw import brute, experiments
from dplearn.exppw.deeper.world import tied_error
from dplearn.exppw.experiments import data as real_data

at_sample, at_new = experiments.exppw_empirical.at, cache(experiments.exppw_population.at)
at_real, sizes = cache(experiments.exppw_intervals.at), cache(experiments.exppw_sample_size.at)
SIGMA = brute.sigma
ALPHA, EPSILON = 0.05, 0.1     # of section 5
TAIL = SIGMA(-0.5 * exppw.clamp(0.05, 0.5) / 2)


RNG = np.random.default_rng(177)     # the story's sample, as the page draws it
X = np.sort(RNG.random(60))
Y, HERS = (X >= 0.5) ^ (RNG.random(60) < 0.1), 36


def yes(query, flip=False):
    """The chance of "yes" in the story; her label flipped."""
    y = Y ^ (flip & (np.arange(60) == HERS))
    return exppw.predict_probability(X, y, query, clamp=6, epsilon=1.0)


def apart():
    """From where to where the rope without her is elsewhere, of all patients' values."""
    without = exppw.predict_probability(np.delete(X, HERS), np.delete(Y, HERS), X, clamp=6, epsilon=1.0)
    differ = np.flatnonzero(~np.isclose(without, yes(X)))
    return X[differ[0]], X[differ[-1] + 1]


def least(key):
    """The clamp at which this curve of the sample is least."""
    question = experiments.exppw_empirical
    return 1 + values(question, key, question.setting(), np.arange(1, 301)).argmin()


# ---- section 5: one threshold, labels without noise -------------------------------------------------


def log_star(n):
    return 0 if n <= 1 else 1 + log_star(math.log2(n))


def crossings():
    return {"base": 2} | {name: next(b for b in range(4, 65) if sizes(bits=b)["exponential"] > sizes(bits=4)[name])
                          for name in ("sharp", "printed")}


def on_the_empty_stretch(n, gamma=0.07, bits=64):
    """E error of the published threshold where half of the patients have the smallest value and label 0, a share γ the
    next and label 1, and the rest the largest; thresholds that err on half of all change nothing at these sizes."""
    k = np.arange(n // 4)                                                      # patients on the share γ
    odds = bits * math.log(2) - EPSILON * k / 2
    return binom.pmf(k, n, gamma) @ (gamma * SIGMA(odds))


# ---- real data ---------------------------------------------------------------------------------------


def a_week(m):
    return at_real(task="busy_by_hour_of_week", intervals=m)


def hindsight(rival):
    """The least error on the new points over m = 1 .. 8, at the picture's ε, task by task."""
    question = experiments.exppw_intervals
    return [min(values(question, rival, question.setting(task=task, intervals=m), [0.5])[0] for m in range(1, 9))
            for task in data.interval_tasks()]


CLAIMS = {
    "Answer: from about {low:.2f} on": float(X[yes(X) > 0.5][0]),
    "Answer: from {low:.3f} to {high:.3f}": apart,
    "costs up to $1.5\\,\\varepsilon$": checked("DF18-F1"),
    "the label of the patient at {low:.3f}.": X[X <= 0.56][-1],
    "moves from {p:.3f} to {q:.3f}": (yes(0.56), yes(0.56, flip=True)),
    "For the lemma {lemma};": least("printed"), "for the walk on this sample {best}": least("exact"),
    "$\\sigma(-\\varepsilon T/2) = {tail:.3f}$; with": TAIL,
    "\\cdot 0.1) \\cdot {tail:.3f} = {coin:.3f}$": (TAIL, 0.8 * TAIL),
    "since it promises $e^\\varepsilon\\alpha$, asks for {printed:,.0f}, fewer": sizes(bits=64),
    "publishing takes more than 10,000 examples at $2^{64}$": on_the_empty_stretch(10_000) > ALPHA,
    "two published intervals err on {two:.1%}, seven on {seven:.1%}, the walk on {first:.1%} to {last:.1%} as $m$ goes "
    "from 1 to {most}": (a_week(2)["published"], a_week(7)["published"], a_week(1)["walk"], a_week(8)["walk"], 8),
    "but one record in ten says the opposite": (Y != (X >= 0.5)).sum() == 6,
    "Up to 0.5 nearly all pull down": Y[X < 0.5].mean() < 0.1,
    "$\\sigma(\\varepsilon T/2)$, here {top:.3f}": SIGMA(3),
    "At 20 the walk errs on {exact:.3f} of the sample, the best threshold on {best:.4f}; the lemma promises "
    "{printed:.3f}": at_sample,
    "At 200 the walk errs on {exact:.3f}, twice the noise": at_sample(clamp=200),
    "a seventh of what the theorem allows": 0.135 < at_new()["exact"] / at_new()["printed"] < 0.15,
    "At $\\varepsilon = 2$ the bound is useless, and the walk errs *less*":
        at_new(epsilon=2.0)["printed"] > 1 and at_new(epsilon=2.0)["exact"] < at_new()["exact"],
    "cost $k$ and one step without partner: $kT+\\sum_{j=1}^T\\sigma(-\\frac{\\varepsilon j}2)$ "
    "in place of":
        checked("DF18-L5.2"),
    "Band $h \\ge 0$ and its mirror cost $k$ times that and one step without": checked("DF18-OURS-LOO"),
    "\\frac1{n+1}\\sum_{j=0}^{T-1}\\sigma\\Bigl(-\\frac{\\varepsilon j}2\\Bigr)": checked("DF18-OURS-LOO"),
    "In the three settings that is {a:.3f}, {b:.3f} and {c:.3f} above the best":
        tuple(at_new(**s)["sharp"] for s in ({}, {"n": 10**6}, {"epsilon": 2.0})),
    "to about $\\log^* N$, {star} at $2^{64}$": {"star": log_star(2.0**64)},
    "**Answer: N = 2⁸.** Bound against bound: leaving one out": crossings,
    "fewer than publishing from ${base}^{{printed}}$ on": crossings,
    "asks for {sharp:,.0f} examples, whatever $N$ is": sizes(bits=4),
    "publishing for {exponential:,.0f} at $2^{64}$. Theorem 5.3, at": sizes(bits=64),
    "Without privacy {free:.0f} do: the last": sizes(bits=64),
    "asks for $\\frac{{price}\\,u\\ln(2/\\alpha')}{\\alpha'\\varepsilon}$": {"price": 4 * (1 + 2)},
    "One patient can move this rope by 3, and that": checked("DF18-F1"),
    "| three patients | ↑ ↑ | ↑ | {end} |":
        brute.end([1, 1, 2], [1, 1, 1], 1, 3, literal=True),
    "Another slip stays private and can err nearly always: to sort tied patients by label":
        tied_error(0.05, 10**4, clamp=20, epsilon=0.5, order="zeros-first") > 0.9,
    "Published intervals: {published:.1%}, the walk {walk:.1%}": at_real,
    "the sample ($n$ = {n:,}), the": {"n": len(real_data.halves("rush_hour_by_hour")[0][0])},
    "published intervals err less than the walk in all eight tasks": 
        np.less(hindsight("published"), hindsight("walk")).all(),
}

GIVEN = r"""
A clinic knows of 60 patients
never beyond $\pm6$
helps from 0.5 on
Up to 0.5 nearly
Here are the 60, a tick each
slider; at 0 nobody has pulled
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
costs $(1 - 2 \cdot 0.1) \cdot
at most 2 apart
(most at $h=0$)
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
