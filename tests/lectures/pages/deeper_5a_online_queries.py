"""Online queries: what its prose says, computed."""

import numpy as np
from claims import Comparison, prints

from dplearn import data, experiments, privacy, query_release as qr

DESK = {"n": 45_222, "epsilon": 1.0, "delta": 1e-6}
printed = prints("deeper/5a-online-queries")
ASKED, UPDATES, LAST, WORST, _ = printed("she asked")


def own_noise(k, n=DESK["n"]):
    return qr.gaussian_max_expected(k, qr.answer_scale(k, noise="gaussian", **DESK | {"n": n}))


# section 6: the desk's promise, 3/2 of its α, beside the exact errors of noise on each answer and on the cells
PEOPLE, PLANNED, EACH, CELLS = printed("people")
WIDE = Comparison("desk", {"desk": lambda: 0.15, "each": lambda: EACH, "cells": lambda: CELLS}, "bound")
# Laplace noise once on the cells: what is promised, in expectation, for the queries asked
ON_CELLS = qr.cells_bound(256, int(ASKED), 45_222, 1.0)
ONCE, ASKED_50 = printed("threshold 10 noise scales over the value: once")[::2]

CLAIMS = {
    "U17 allows {printed:,.0f} at its $\\eta = \\alpha/2$, whatever is asked. This adversary forces {forced:,.0f}.":
        experiments.online_updates.at(),
    "until the answer is good, {survey:.0f}.": experiments.online_updates.at(),
    "an eighth of that: {allowed:.0f}, and the adversary forces {forced:.0f}":
        (experiments.online_updates.at()["printed"] // 8, experiments.online_updates.at(rate="four")["forced"]),
    "100 updates for $\\varepsilon = {proved:.2f}$":
        privacy.zcdp_epsilon(5 * 100 * qr.printed_step_epsilon(1.0, 1e-6, 100) ** 2, 1e-6),
    "Once: ${once:.1f}\\cdot10^{-4}$. 50 times: {asked:.1%}. At": {"once": 1e4 * ONCE, "asked": ASKED_50},
    "and is promised an error of at most {every:.4f} on these {asked:,.0f}": (ON_CELLS, ASKED),
    "The online desk is the wrong tool here.": ON_CELLS < own_noise(6560) < WORST,
    "people noise once on the cells errs less than the desk and than noise on each answer":
        ON_CELLS < own_noise(6560) < WORST,
    "For section 6 that is {n:,.0f} people": round(
        8 * np.sqrt(10) * np.log((10**8 + 2 * PLANNED + 1) / 0.05) * np.sqrt(32 * np.log(2)
        * (np.log(1e6) + 1)) / 0.1**2, -3),
    "so {cells:,} cells": 2**16,
    "eight bits of {n:,} **real** people": data.load_adult_bits().n,
    "**Answer: 1.6.** {broken:.3f}: the test above": printed("Lee and Clifton claim 1, 2 records:")[-1],
    "plans for {planned:,}.": qr.planned_updates(256, 0.1),
    "{updates:.0f}, the last at question {last:.0f}. No answer is off by more than {worst:.3f}.":
        (UPDATES, LAST, WORST),
    "Gaussian noise on each answer has a largest error of {each:.3f} on average.": own_noise(6560),
    "which look for no pattern in the questions, online PMW promises less than the two others err by": WIDE,
    "with $10^7$ questions noise on each answer by {each:.3f}": own_noise(10**7, PEOPLE),
    "so the desk keeps more than was asked of it, $\\delta = 0$": printed("BudgetSpent")[-1] == 0,
    "On eight bits of {n:,} people noise once on the cells": data.load_adult_bits().n,
    "online PMW promises less than noise on answers or on cells errs by": WIDE,
    "{factor}\\,\\ln\\frac{k+2T+1}\\beta": "8\\sqrt{10}",
}
PLAIN = {"how many people are enough for": "what the theorem says", "people are enough": "the claim on the numbers"}
GIVEN = r"""
**Predict.** 16 bits
so $U < 4\ln\lvert X\rvert/\alpha^2$
$\eta = 4\alpha$ an eighth
has entries in $[0,1]$ and
and $\alpha = 0.1$. A hundred thousand
at $(1, 10^{-6})$ and 100 updates
the same query 50 times
50 times:
At twenty scales 50 times
all data sets of seven people, for one query at $\varepsilon_0 = 1$
of $4$ allowed
Lee and Clifton's $\varepsilon = 1$
opened at $(1, 10^{-6})$ and $\alpha = 0.1$, with 30 updates
Do 30 updates last?
And 256 cells are few: Laplace noise once on each, $\delta = 0$,
records of $d = 32$ bits, and $10^8$ questions
enough for $\alpha = 0.1$: then all answers are within 0.15 with probability 95%
the worst of $10^8$ answers
the worst of the 32 shares
On 32 bits and $10^8$ questions
With 24 bits noise on the cells errs
a stream of 13 tests
queries in $[0,1]$: $\eta = 2\alpha$
"""
