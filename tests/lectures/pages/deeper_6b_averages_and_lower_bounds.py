"""The numbers in the prose of companion 6b."""

import math

import numpy as np
from claims import evidence, prints

from dplearn import prediction
from dplearn.prediction import deeper


printed = prints("deeper/6b-averages-and-lower-bounds")


def largest():
    x = np.linspace(0.01, 10, 100_001)
    top = (x / (np.exp(x) + 1)).max()
    return {"top": top, "limit": 2 * top}


def read_off():
    rows = [printed(start)[-3:] for start in ("α = 0.1, ε = 0.5:", "α = 0.1, ε = 1.0:", "α = 0.01, ε = 0.1:")]
    shares = [coin / noise for noise, _, coin in rows]
    return {"least": min(shares), "most": max(shares)}


SPOILED = prediction.failure_of_the_average(0.1, 1.0, 0.01)

CLAIMS = {
    "In the table it is {models:.4f} and {vote:.4f}": tuple(printed("table:")[:2]),
    "leaves at most $\\frac{11}{12}\\cdot\\frac14+\\frac1{12} < \\frac13$": 11 / 12 / 4 + 1 / 12 < 1 / 3,
    "2\\ln(2/\\alpha)/\\varepsilon\\rceil$ parts**, less than a third of the theorem's":
        2 * np.log(2) < 6 * np.log(4) / 3,  # 2 ln(2/α) against 6 ln(4/α)
    "**Answer: by about 10.**":
        all(9 < np.divide(*printed(learner)[-3:-1]) < 11 for learner in ("VC bound", "thresholds:")),
    "The theorem takes {printed} parts, the chord {chord}; the fewest examples come with {fewest:.0f}":
        (prediction.n_parts(0.1, 1.0), math.ceil(2 * math.log(2 / 0.1)), printed("thresholds:")[-1]),
    "the formulas say {noise} parts with noise, {parts} with the clip. Is {parts} the least?":
        {"noise": prediction.laplace_parts(0.1, 1.0), "parts": prediction.clipped_parts(0.1, 1.0)},
    "{exact} parts pass the audit. Noise is counted": prediction.clipped_parts_sharp(0.1, 1.0),
    "will do (ours), here {noise}": prediction.laplace_parts_sharp(0.1, 1.0),
    "is {top:.3f}: about": largest, "\\frac{{limit:.3f}}{\\alpha\\varepsilon}$ parts for small": largest,
    "needs about $\\frac{{limit:.3f}}{\\alpha\\varepsilon}$ parts, and": largest,
    "the best coin: about $\\frac{{limit:.3f}}": largest,
    "fewer at 1. The best coin takes {least:.0%} to {most:.0%} of what noise does": read_off,
    "four times that. Does it matter?": np.isclose(2 * 0.05 * 0.1, 4 * 0.05 / 20),
    "A single failed part among 20 spoils the average": np.isclose(SPOILED, 1 - 0.99**20),
    # whatever the number that fail
    "does no harm, and the printed $\\beta'$ fails with {harmless:.3f} only": evidence("DF18-C4.7"),
    "one failed part of {parts} does no harm": prediction.laplace_parts(0.1, 0.5),
    "it is {sharp:,.0f} instead of {million:.1f} million, and the model still takes {learning:,.0f}":
        lambda: dict(zip(("million", "sharp", "learning"), np.divide(
            printed("ε = 0.1: corollary, corrected"), (1e6, 1, 1)))),
    "{n}: let the labels themselves vote (orange at $d = 1$). The bound, pink, says {claimed:.1f}, more than twice":
        evidence("DF18-T4.3"),
    "Thresholds on two points need at least {need:,} there": math.ceil(evidence("DF18-T4.3")["thresholds"]),
    "at $d = 10$ nearly three times the print":
        2.8 < deeper.lower_bound_sharp(10, 0.01, 0.1) / deeper.lower_bound(10, 0.01, 0.1) < 3,
}

GIVEN = r"""
the slope is below 1, as $h$ is convex there; beyond it $h-h(0)<1$
so $s<2$
Thresholds: 10,000 records in 23 parts. The table: 16 cells
mass 0.01; 1,000 records each, in 23 and 20 parts
it says 0 and the truth is 1
(Mean errors at $\varepsilon = 1$
(At $\varepsilon = 0.5$ one failed
$\alpha = 0.1$, $\beta = 0.05$, $\varepsilon = 1$: by which
$\alpha = 0.1$, $\varepsilon = 1$: the formulas
$\alpha = 0.1$, $\beta = 0.05$, $\varepsilon = 1$, 20 parts
of $d = 10$ bits, noisy labels, $\alpha = 0.1$, $\varepsilon = 1$
At $\varepsilon = 0.1$ it is
at confidence $11/12$
n \ge \frac{d}{32\,\varepsilon\alpha}
with error $0.001$ at $\varepsilon = 0.1$? (Pink is the bound
Set $d = 1$ and $\alpha = 0.001$.)
(orange at $d = 1$)
where 0.05 was promised
at $\varepsilon = 0.5$ and fewer at 1
has $d = 1$
every class with $d = 1$
for $\alpha \ge 1/2$ a fair coin
$\alpha \le 1/4$: $n
For $d \ge 2$
at $d = 10$
Error at most $\alpha$ with probability $\frac{11}{12}$ leaves at most $\frac{11}{12}
$n \ge \frac d{32\varepsilon\alpha}$
for $d \ge 2$, $\alpha
Up to $w = r/2$
parts of $m(\alpha/4,\beta/r)$
$r = \lceil 6\ln(4/\alpha)/\varepsilon\rceil$ parts
$h(w) = 1/(1+e
$\mathrm{Opt}>0$
the sum to $[0,1]$
necessary, from $d = 2$ on
each of 40 models is wrong
among 20 spoils
"""
