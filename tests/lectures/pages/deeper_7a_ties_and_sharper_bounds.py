"""Who holds the numbers of companion 7a."""

import math
from functools import cache

import numpy as np
from claims import checked, prints

from dplearn import exppw
from dplearn import experiments
from dplearn.exppw import brute

SIGMA, printed = brute.sigma, prints("deeper/7a-ties-and-sharper-bounds")
tied, new = cache(experiments.exppw_ties.at), cache(experiments.exppw_population.at)


def agnostic():
    """The largest multiple of α above Opt with accuracy α/4."""
    optimum, alpha = np.meshgrid(np.linspace(0, 0.5, 51), np.linspace(0.01, 0.99, 99))
    more = exppw.population_error_bound(optimum, 1, 0.25 * alpha, alpha / 2, 10**9) - optimum
    return {"most": math.ceil(100 * (more / alpha).max()) / 100}


TAIL = SIGMA(-0.5 * exppw.clamp(0.05, 0.5) / 2)     # the coin at the rope's right end, at the theorem's T
PLATEAU = {"T": exppw.clamp(0.05, 0.5), "n": 10_000, "here": new()["exact"], "more": new(n=10**6)["exact"],
           "coin": TAIL, "share": 0.8, "alone": 0.8 * TAIL, "sharp": new(n=10**6)["sharp"], "printed": new()["printed"]}
ENDS = brute.ends(3, 3, 3)                             # all data sets of 3 examples on 3 points, T = 3
COUNTED = checked("DF18-F1") and brute.moved(ENDS) == 2 and brute.moved(ENDS, brute.ends(2, 3, 3)) == 1

CLAIMS = {
    "moves the end by at most 1, an example replaced by at most 2, and so": COUNTED,
    "theorem asks for {n:,} examples and $T = {T}$": (exppw.sample_size(1, 0.05, epsilon=0.1), exppw.clamp(0.05, 0.1)),
    "The last $2T = {late}$ ones": 2 * exppw.clamp(0.05, 0.1),
    "wrong with chance {zeros:.3f}, where Theorem 5.3 promises at most {printed:.3f}": tied,
    "(Move $q$ to 0.3: still.)": tied(share=0.3)["zeros"] > 0.6,
    "With keys an answer errs with chance {keys:.3f}": tied,
    "at most $\\mathsf{Opt}+{most}\\,\\alpha$, as $\\mathsf{Opt} \\le \\frac12$": agnostic,
    "the walk ends at 0 or at 3. That is 3 apart, as in the next section; with a stable sort it "
    "ends at 1 or 2": printed("the sixth is (1, 0)") + printed("the sixth is (2, 1)") == [0, 1, 3, 2],
    "One example replaced: $d = 2$. One removed: $d = 1$.": COUNTED,
    "pulls, too: $d = 3$": COUNTED,
    "$d = 1$ removed, 2 replaced, 3 Figure 1": COUNTED,
    "For long clamps nearly 1, 0.5 and 1.5": np.allclose(printed("T = 100: replaced"), [1, 0.5, 1.5]),
    "Why 3? Move one": COUNTED,
    "\\le 1+\\tau$, where $\\tau = \\frac12\\tanh\\frac\\varepsilon4$": checked("DF18-OURS-LOO"),
    "kT + \\sum_{j=1}^T\\sigma\\Bigl(-\\frac{\\varepsilon j}2\\Bigr) + \\text{stays}": checked("DF18-L5.2"),
    "\\frac{kT+\\sum_{j=1}^T\\sigma(-\\varepsilon j/2)}n+": checked("DF18-L5.2"),
    "\\frac1{n+1}\\sum_{j=0}^{T-1}\\sigma\\Bigl(-\\frac{\\varepsilon j}2\\Bigr) + ": checked("DF18-OURS-LOO"),
    "the walk with the theorem's $T$, {T}?": PLATEAU,
    "**Answer: from {n:,}.** There it errs {here:.4f} more often than the best, with a million examples {more:.4f}":
        PLATEAU,
    "the coin alone makes {alone:.4f}: with": PLATEAU,
    "T}2)$, {coin:.4f}, wrong nine times": PLATEAU,
    "so ${share} \\cdot {coin:.4f}$": PLATEAU,
    "level off at {sharp:.4f}, the printed bound is {printed:.3f} from": PLATEAU,
    "there the theorem's $T$ is {T:.0f}, the rope": printed("ε = 50.0, T =")[0],
    "The printed bound says nothing from $\\varepsilon = 2$ on":
        exppw.population_error_bound(0.1, 1, 0.05, 2.0, 100_000) > 1,
}


GIVEN = r"""
$i = 1, \dots, n$
$y_i \in \{0, 1\}$
from $v_0 = 0$
$\sigma(z) = 1/(1+e^{-z})$
At $\alpha = 0.05$, $\varepsilon = 0.1$ and $k = 1$
$q = 0.1$, so
at $\varepsilon = 1$, $T = 11$, $q = 0.532$ and a million
private at $\varepsilon = 1$
a claimed $\varepsilon = 1$
At $T = 3$:
**Bands $h \ge 0$**
in band $h \ge 0$
$j = 1, \dots, T$
| band $h \ge 0$: $D \le k$ |
For $k = 0$ it is attained, for $k = 1$
for $k = 2$ and $T = 2$ seven labels
Below, 41 points, each asked of the 40 others
$h = 0, \dots, T-1$
$\alpha = 0.05$, $\varepsilon = \frac12$. From which
16 or 50, which
come close to 0.1
At $\varepsilon = 2$ it errs
at $\varepsilon = 50$ on
with $k = 1$, as a function
for $\varepsilon T \ge 2$
attained for $k = 0$
$w^2 + w < 1$
does an answer cost at $T = 3$
stands where another's stood: 2 more
$\varepsilon\le\frac1{16\ln(1/\beta)}$ | no noise
"""
