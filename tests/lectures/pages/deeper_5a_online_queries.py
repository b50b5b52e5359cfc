"""Online queries: what its prose says, computed."""

from functools import cache

import numpy as np
from claims import Comparison, checked, prints

from dplearn import data, experiments, query_release as qr
from dplearn.query_release.deeper.experiments import online

DESK = {"n": 45_222, "epsilon": 1.0, "delta": 1e-6}
SEED, printed = 1886, prints("deeper/5a-online-queries")
*_, ASKED, WORST, _, UPDATES, LAST = printed("[picture: Left: how far")
PEOPLE, RUNS = 30_000, 40


at_cards = experiments.online_cards.at


def own_noise(k):
    return qr.gaussian_max_expected(k, qr.answer_scale(k, noise="gaussian", **DESK))




@cache
def cards(n=PEOPLE, **how):
    """The largest error of each of forty runs."""
    setting = experiments.online_cards.setting(**how)
    return [online.largest_error(setting, n, np.random.default_rng([SEED, run])) for run in range(RUNS)]


def mean(n=PEOPLE, **how):
    return float(np.mean(cards(n, **how)))


CARDS = Comparison("online PMW", of="mean", seeds=RUNS, factor=2, field={
    "online PMW": cards, **{way: lambda way=way: np.full(RUNS, at_cards()[way]) for way in ("cells", "own", "blind")},
})


# Laplace noise once on the cells: what is promised, in expectation, for the queries asked
ON_CELLS = qr.cells_bound(256, int(ASKED), 45_222, 1.0)
ONCE, ASKED_200 = printed("threshold 10 noise scales over the value: once")[::2]

CLAIMS = {
    "U17 allows {printed:,.0f} at its $\\eta = \\alpha/2$, whatever is asked. This adversary forces {forced:,.0f}.":
        experiments.online_updates.at(),
    "an eighth of that: {allowed:.0f}, and the adversary forces {forced:.0f}":
        (experiments.online_updates.at()["printed"] // 8, experiments.online_updates.at(rate="four")["forced"]),
    "100 updates for $\\varepsilon = {proved:.2f}$":
        qr.online_budget(max_updates=100, calibration="printed", **DESK).guarantee.epsilon,
    "Once: ${once:.1f}\\cdot10^{-4}$. 200 times: {asked:.1%}. At": {"once": 1e4 * ONCE, "asked": ASKED_200},
    "At twenty scales 200 times is ${times:.1f}\\cdot10^{-6}$":
        {"times": 1e6 * printed("threshold 20 noise scales over the value: once")[2]},
    "and is promised an error of at most {every:.4f} on these {asked:,.0f}": (ON_CELLS, ASKED),
    "The online desk is the wrong tool here.": ON_CELLS < own_noise(6560) < WORST,
    "people noise once on the cells errs least": ON_CELLS < own_noise(6560) < WORST,
    "at $\\beta = 0.05$ that is {n:,.0f} people.": round(
        8 * np.sqrt(10) * np.log((200_000 + 2 * qr.planned_updates(2**24, 0.1) + 1) / 0.05)
        * np.sqrt(24 * np.log(2) * (np.log(1e6) + 1)) / 0.1**2, -3),
    "so {cells:,} cells": 2**16,
    "a log-ratio of ${one:.0f}\\varepsilon_0$ after one test, ${three:.3f}\\,\\varepsilon_0$ after three":
        (printed("1 tests below")[-1], printed("3 tests below")[-1]),
    "So $\\varepsilon_0 = \\varepsilon/\\sqrt{20T(L+\\varepsilon)}$ keeps the promise": checked("U17-ONL-PRIV"),
    "and {noisy:.3f} with the noisy one": printed("true sign: ε inf")[-1],
    "eight bits of {n:,} **real** people": data.load_adult_bits().n,
    "plans for {planned:,}.": qr.planned_updates(256, 0.1),
    "She will ask {asked:,.0f} questions.": ASKED,
    "They do: {updates:.0f}, the last at question {last:.0f}. No answer is off by more than {worst:.3f}.":
        (UPDATES, LAST, WORST),
    "Gaussian noise on each answer has a largest error of {each:.3f} on average.": own_noise(6560),
    "noise on {cells:.0f} million cells": 2**24 / 1e6,
    "Gaussian noise on each answer: {own:.3f}. Laplace noise on the cells: {cells:.3f}, hardly less than without any "
    "data ({blind:.2f}).": at_cards,
    "The desk errs by {mean:.2f} on average over runs": mean,
    "**Of these four, which look for no pattern in the questions, online PMW errs least.**": CARDS,
    "With $\\eta = \\frac12$ the mean is {slow:.2f}, with 2 it is {fast:.2f}": (mean(eta=0.5), mean(eta=2.0)),
    "made for {planned:,} updates, the 60 are spent too early and it is {theorem:.2f}, as with noise on each answer":
        (qr.planned_updates(2**24, 0.1), mean(eta=0.2)),
    "it is 0.29, as with noise on each answer": abs(mean(eta=0.2) - at_cards()["own"]) < 0.005,
    "With 100,000 people noise on each answer errs by {own:.2f}, and the desk by {desk:.2f}":
        (at_cards(n=100_000)["own"], mean(100_000)),
    "with 16 bits noise on the cells by {cells:.2f}": at_cards(d=16),
    "would put noise on {d} shares: {told:.4f}": {"d": 24, **at_cards()},
    "so the desk keeps more than was asked of it, $\\delta = 0$": printed("BudgetSpent")[-1] == 0,
    "On eight bits of {n:,} people noise once on the cells": data.load_adult_bits().n,
    "online PMW errs less than noise on answers and noise on cells": CARDS,
    "{factor}\\,\\ln\\frac{k+2T+1}\\beta": "8\\sqrt{10}",
}
GIVEN = r"""
**Predict.** 16 bits
so $U < 4\ln\lvert X\rvert/\alpha^2$
$\eta = 4\alpha$ an eighth
has entries in $[0,1]$ and
and $\alpha = 0.1$. A hundred thousand
at $(1, 10^{-6})$ and 100 updates
the same query 200 times
200 times:
At twenty scales 200 times
all data sets of 21 people, for one query at $\varepsilon_0 = 1$
of $4$ allowed
opened at $(1, 10^{-6})$ and $\alpha = 0.1$, with 30 updates
Do 30 updates last?
And 256 cells are few: Laplace noise once on each, $\delta = 0$,
30,000 people with $d = 24$
shares from 0.05 to 0.95
200,000 cards come
$T = 60$ updates at a bold rate, $\eta = 1$
the worst of 200,000 answers
with 2 it is
rate $2\alpha = 0.2$
the 60 are spent
With 100,000 people
with 16 bits noise
On 24 bits and 200,000 different
a stream of 41 tests
queries in $[0,1]$: $\eta = 2\alpha$
For the 200,000 cards at $\beta = 0.05$
"""
