"""The numbers in the prose of lecture 1."""

from functools import cache
from math import ceil, log2

import numpy as np
from claims import checked, output

from dplearn import concepts, experiments, pac
from dplearn.data import load_mushroom
from dplearn.formula import least_size
from dplearn.pac import occam, occam_engine

SEED = 1747  # the page's
grid, size, memorizer = (e.at for e in (experiments.finer_grid, experiments.sample_size, experiments.memorizer))


def at_100(world, d=12, n=100):
    """With the factors lost by the exponential and in adding up."""
    row = experiments.occam.at(world=world, d=d, n=n)
    return row | {"rounding": row["printed"] / row["survivors"], "sum": row["survivors"] / row["exact"]}


CUTS, PARITIES = at_100("thresholds"), at_100("parities")


def alive(world, n):
    """Who fits all n examples, in the 60 samples of the map: bool (60, hypotheses)."""
    seen = occam_engine.first_seen_times(world.p, np.random.default_rng(SEED), 60)
    return world.concept_class.rejection_times(seen, world.target) > n


def one_block_with_the_target():
    world = occam.threshold_world(8, 0.1)
    return all(np.ptp(np.flatnonzero(row)) + 1 == row.sum() and row[world.target]
               for row in alive(world, 25))


def never_two():
    """A subspace without the zero, most often of one parity or of three."""
    marks = alive(occam.parity_world(8, 0.1), 60).sum(axis=1) - 1
    return np.isin(marks, 2 ** np.arange(9) - 1).all() and np.isin(marks[marks > 0], (1, 3)).mean() > 0.5


def two_stretches():
    n = np.array([1, 10, 25, 100])
    return all((occam.exact_failure(occam.threshold_world(d, a), a, n) <= 2 * (1 - a) ** n).all()
               for d in (2, 6, 8, 12) for a in (0.01, 0.1, 0.3))


@cache
def mushrooms():
    """The page's 200 samples of 841, after those of 50 and 200 from the same stream, and all records."""
    data, rng = load_mushroom(), np.random.default_rng(SEED)
    samples = rng.integers(0, data.n, 200 * (50 + 200 + 841))[200 * 250:].reshape(200, 841)

    def wrong(rows):
        """Where the AND errs that accepts the least of all that accept the edible ones among these."""
        return (~data.x)[:, (~data.x[rows])[data.y[rows]].all(axis=0)].all(axis=1) != data.y

    errs = np.array([wrong(rows) for rows in samples])
    unfit = [row[rows].any() for row, rows in zip(errs, samples)]  # if this AND errs on the sample, none fits
    return {"mean": errs.mean(), "most": errs.mean(axis=1).max(), "none": sum(unfit),
            "left": wrong(np.arange(data.n)).sum()}


CLAIMS = {
    "The truth hardly moves: {coarse:.0f} examples on the coarse grid, {fine:.0f} on the fine one.":
        (grid()["exact"], grid(d=12)["exact"]),
    "The bound asks for {coarse:.0f} and for {fine:.0f}.": (grid()["bound"], grid(d=12)["bound"]),
    "Both numbers grow about tenfold, to {bound:,.0f} and {exact:,.0f}.": grid(d=12, alpha=0.01),
    "each of the other {others} bits showed a 0": 200 - 3,
    "LN sets $n = 2\\ln|C|/\\alpha$. Then $|C| = e^{\\alpha n/2}$, and failure has probability at most "
    "$e^{-\\alpha n/2} = 1/|C|$": checked("LN-T1"),
    "| thresholds | {printed:.3f} | {survivors:.5f} | {exact:.7f} |": CUTS,
    "| parities | {printed:.3f} | {survivors:.3f} | {exact:.4f} |": PARITIES,
    "(a factor of {cuts:.0f}). Parities all have the same error ({parities:.1f}, from rounding":
        (CUTS["rounding"], PARITIES["rounding"]),
    "{cuts:.0f} bad thresholds, but {parities:.0f} parities": (CUTS["sum"], PARITIES["sum"]),
    "between one sample in eight and one in five fails":
        1 / 8 <= at_100("thresholds", 8, 25)["exact"] <= at_100("parities", 8, 60)["exact"] <= 1 / 5,
    "A failing row holds a whole block, and the block touches the target.": one_block_with_the_target,
    "most of them one or three": never_two,
    "(Never two: where two parities survive, their sum mod 2 does.)": never_two,
    "Each has probability at most $(1-\\alpha)^n$ *whatever the grid*": two_stretches,
    "The memorizer errs on {exact:.0%} of the points on average, the elimination learner": memorizer,
    "on less than $10^{-8}$ of them": memorizer()["learner"] < 1e-8,
    "$\\ln|C| = 2^d\\ln 2$, and up to $n = 178$ the bound is above 1":
        memorizer(n=178)["bound"] > 1 > memorizer(n=179)["bound"],
    "at $n = 30$ the bound allows {small:.0%}, about half of what the memorizer errs on": memorizer,
    "about half of what the memorizer errs on": 0.48 < memorizer()["small"] / memorizer()["exact"] < 0.5,
    "So intervals have VC dimension {vc}, however fine the line; thresholds have 1.":
        concepts.IntervalUnions(9, 2).vc_dim,
    "thresholds have {vc}.": concepts.Thresholds(64).vc_dim,
    "But on $n$ doses they show at most $n + 1$ different label patterns.":
        all(concepts.Thresholds(64).growth(n) == n + 1 for n in (1, 2, 5, 20, 60)),
    "They get that $\\max(\\frac4\\alpha\\log_2\\frac2\\beta, "
    "\\frac{8\\mathrm{VC}}\\alpha\\log_2\\frac{13}\\alpha)$ examples are enough":
        pac.vc_sample_size(7, 0.02, 0.3) == ceil(max(4 / 0.02 * log2(2 / 0.3), 8 * 7 / 0.02 * log2(13 / 0.02))),
    "Only from $d = 77$ on.": all((size(d=d)["vc"] < size(d=d)["occam"]) == (d >= 77) for d in range(1, 129)),
    "The VC bound is flat at {vc:.0f}; $\\ln|C|$ asks for {occam:.0f} at $d = 16$.": size,
    "From $d = 7$ on the truth is 35.": all((size(d=d)["exact"] == 35) == (d >= 7) for d in range(6, 129)),
    "asks for {vc:,.0f} examples, $\\ln|C|$ for {occam:.0f}.": size(d=64, family="conjunctions"),
    "the VC bound still says {vc:.0f}.": size(d=1),
    "none refutes the bound": "with |C|:    0" in output("01-pac-and-occam"),
    "A field guide lists {n:,} mushrooms, edible or poisonous, with {d} yes-or-no statements": load_mushroom().x.shape,
    "For $|C| = 2^{{d}}$": load_mushroom().x.shape[1],
    "Occam asks for {n} examples. **Predict.** What is the true error after {n}?":
        {"n": pac.occam_sample_size(2**117, 0.1, 0.05)},
    "About {mean:.1%} on average": mushrooms,
    "in none of 200 samples as much as 2%": mushrooms()["most"] < 0.02,
    "in {none} of our 200 samples of 841 no AND does": mushrooms,
    "the AND still errs on {left} of them": mushrooms,
    "For parities ($d = 12$) it asks for {occam} examples, and their world needs {least}.":
        (pac.occam_sample_size(2**12, 0.1, 0.05),
         least_size(99, lambda n: occam.exact_failure(occam.parity_world(12, 0.1), 0.1, [n])[0] <= 0.05)),
    "At $d = 12$, $\\alpha = 0.1$, $\\beta = 0.05$ this gives {exact:.0f}, Occam {occam:.0f}.":
        size(d=12, family="conjunctions"),
    "or the VC bound with {vc}.": concepts.IntervalUnions(9, 2).vc_dim,
}

GIVEN = r"""
For $|C| = 2^
For parities ($d = 12$) it asks
drawn evenly from 1 to 64, with the cut-off put at 9 by us
On the grid of 64 doses there are 65 cuts, $j = 0, \dots, 64$. Measure 64 times more finely: 4,096 doses, 4,097 cuts.
Let $\alpha = 0.1$, and accept failure with probability $\beta = 0.05$.
$d = 6$ is the coarse grid, $d = 12$ the fine one
Try it: at $d = 12$ divide
If $\mathrm{err}_S(h) = 0$, then $h$ *fits*
Nobody lists $2^d$ ANDs at $d = 200$.
among $2^{200}$ ANDs and draw 400 examples, each bit 1 with probability 0.95. Are 400 enough to find it?
The target is $r = 0$, the constant 0.
At $n = 100$ ($d = 12$, $\alpha = 0.1$):
points of $d = 8$ bits are drawn evenly from all 256
After $n = 30$ examples
at $n = 30$ the bound allows
Thresholds on $2^d$ points, $\alpha = 0.1$, $\beta = 0.05$ as in the story.
at $d = 16$. From
$d$: at $d = 64$ it
$\alpha = 0.1$ and $\beta = 0.05$ Occam
The bound allows 10%
(In all settings of the check $d \ge 1$ is affordable.)
Compare with Occam's $n$ at $d = 12$, $\alpha = 0.1$, $\beta = 0.05$.
At $d = 12$, $\alpha = 0.1$, $\beta = 0.05$ this gives
class of functions $X\to\{0,1\}$, its size | $\ge 1$ |
the sample of them | $\ge 1$ |
$2^d$ points on a line | $\ge 1$ |
VC dimension of the class | $\ge 0$ |
"""
