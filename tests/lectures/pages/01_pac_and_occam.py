"""The numbers in the prose of lecture 1."""

from math import ceil, log, log2

import numpy as np
from claims import Comparison, checked, prints

from dplearn import concepts, experiments, pac
from dplearn.data import load_mushroom
from dplearn.formula import least_size
from dplearn.pac import occam

printed = prints("01-pac-and-occam")
grid, size, memorizer = (e.at for e in (experiments.finer_grid, experiments.sample_size, experiments.memorizer))


def at_100(world, d=12, n=100):
    """With the factors lost by the exponential and in adding up."""
    row = experiments.occam.at(world=world, d=d, n=n)
    return row | {"rounding": row["printed"] / row["survivors"], "sum": row["survivors"] / row["exact"]}


CUTS, PARITIES = at_100("thresholds"), at_100("parities")


CLAIMS = {
    "promises at $\\beta = 0.05$ an error of at most $(200\\ln 2 + \\ln 20)/400 = {error:.3f}$":
        {"error": (200 * log(2) + log(20)) / 400},
    "**Answer: about {mean:.1%}.** On average": printed("841 examples: mean error")[0],
    "in none of 200 samples as much as 2%": printed("841 examples: mean error")[2] < 0.02,
    "the AND still errs on {left} of them": round(8124 * printed("all 8124 records:")[0]),
    "At $n = {n}$, $\\alpha = 0.1$, $\\beta = 0.05$ that is {occam} bits against {truth:,}":
        {"n": 114, "occam": int((0.1 * 114 - log(20)) / log(2)), "truth": int(log(0.95) / log(1 - 0.9**114))},
    "The truth hardly moves: {coarse:.0f} examples on the coarse grid, {fine:.0f} on the fine one.":
        (grid()["exact"], grid(d=12)["exact"]),
    "The bound asks for {coarse:.0f} and for {fine:.0f}, on a straight line": (grid()["bound"], grid(d=12)["bound"]),
    "LN sets $n = 2\\ln|C|/\\alpha$. Then $|C| = e^{\\alpha n/2}$, and failure has probability at most "
    "$e^{-\\alpha n/2} = 1/|C|$": checked("LN-T1"),
    "| thresholds | {printed:.3f} | {survivors:.5f} | {exact:.7f} |": CUTS,
    "| parities | {printed:.3f} | {survivors:.3f} | {exact:.4f} |": PARITIES,
    "(a factor of {cuts:.0f}). Parities all have the same error ({parities:.1f}, from rounding":
        (CUTS["rounding"], PARITIES["rounding"]),
    "{cuts:.0f} bad thresholds, but {parities:.0f} parities": (CUTS["sum"], PARITIES["sum"]),
    "between one sample in eight and one in five fails":
        1 / 8 <= at_100("thresholds", 8, 25)["exact"] <= at_100("parities", 8, 60)["exact"] <= 1 / 5,
    "The memorizer errs on {exact:.0%} of the points on average, the elimination learner": memorizer,
    "The memorizer errs on 44% of the points on average, the elimination learner on less than $10^{-8}$ of them":
        Comparison("elimination", {name: lambda key=key: memorizer()[key]
                                   for name, key in (("elimination", "learner"), ("memorizer", "exact"))}, "truth"),
    "there elimination errs on {one:.0%}, on {two:.0%}.": tuple(1 - (1 - 0.5 ** (n + 1))**8 for n in (1, 2)),
    "Occam allows the elimination learner {small:.0%}.": memorizer,
    "the bound is above 1 up to $n = 178$": memorizer(n=178)["bound"] > 1 > memorizer(n=179)["bound"],
    "So intervals have VC dimension {vc}, thresholds 1, however fine the line.":
        concepts.IntervalUnions(9, 2).vc_dim,
    "$\\max(\\frac4\\alpha\\log_2\\frac2\\beta, "
    "\\frac{8\\mathrm{VC}}\\alpha\\log_2\\frac{13}\\alpha)$ examples will do":
        pac.vc_sample_size(7, 0.02, 0.3) == ceil(max(4 / 0.02 * log2(2 / 0.3), 8 * 7 / 0.02 * log2(13 / 0.02))),
    "that is {vc:.0f} for thresholds on every grid": size,
    "for more than {vc:.0f} only from $d = 77$ on": size,
    "only from $d = 77$ on": all((size(d=d)["vc"] < size(d=d)["occam"]) == (d >= 77) for d in range(1, 129)),
    "Intervals on three points: $1 + 3 + 3 = 7$":
        pac.dichotomies(concepts.IntervalUnions(9, 2), [2, 5, 8]) == pac.sauer_bound(3, 2) == 1 + 3 + 3,
    "$n = \\ln\\frac1\\beta/\\alpha$ examples, {n} in our setting": ceil(np.log(1 / 0.05) / 0.1),
    "{one:.1%} with one bit, {twelve:.1%} with 12": tuple(1 - (1 - 0.9**30)**d for d in (1, 12)),
    "A field guide lists {n:,} mushrooms, edible or poisonous, with {d} yes-or-no statements": load_mushroom().x.shape,
    "For $|C| = 2^{{d}}$": load_mushroom().x.shape[1],
    "For parities ($d = 12$) it asks for {occam} examples, and their world needs {least}.":
        (pac.occam_sample_size(2**12, 0.1, 0.05),
         least_size(99, lambda n: occam.exact_failure(occam.parity_world(12, 0.1), 0.1, [n])[0] <= 0.05)),
    "or the VC bound with {vc}.": concepts.IntervalUnions(9, 2).vc_dim,
}

GIVEN = r"""
On $n \ge \mathrm{VC} \ge 1$ points
For $|C| = 2^
For parities ($d = 12$) it asks
drawn evenly from 1 to 64, with the target put at 9 by us
Here $\alpha = 0.1$.
After 12 examples several
At $n = 12$ every cut
after 30 hardly one
their sum mod 2 does
an error of at most $(200\ln 2 + \ln 20)/400
On the grid of 64 doses there are 65 cuts. Measure 64 times more finely: 4,096 doses, 4,097 cuts.
Accept failure with probability $\beta = 0.05$.
$d = 6$ is the coarse grid, $d = 12$ the fine one
Try it: at $d = 12$ double
If $\mathrm{err}_S(h) = 0$, then $h$ *fits*
for all $\alpha, \beta > 0$ some number
Nobody lists $2^{200}$ ANDs.
among $2^{200}$ ANDs and draw 400 examples, each bit 1 with probability 0.95. Are 400 enough to find it?
400 examples for $2^{200}$ ANDs, promises at $\beta = 0.05$
At $n = 100$ ($d = 12$, $\alpha = 0.1$):
points of $d = 8$ bits are drawn evenly from all 256
After $n = 30$ examples
up to $n = 178$
At $\alpha = 0.1$ and $\beta = 0.05$ that is
After 30 examples, how likely is failure with one bit? With 12?
with 12. Each bit
$\alpha = 0.1$ and $\beta = 0.05$ Occam
The bound allows 10%
In all settings of the check $d \ge 1$ is affordable.
$\alpha = 0.1$, $\beta = 0.05$ that is
the sum mod 2 of some
class of functions $X\to\{0,1\}$, its size | $\ge 1$ |
the sample of them | $\ge 1$ |
0 … 64 in the story
$2^d$ points on a line | $\ge 1$ |
VC dimension of the class | $\ge 0$ |
"""

PLAIN = {"Consistency bounds the error once there are enough examples": "names what must be counted, no number"}
