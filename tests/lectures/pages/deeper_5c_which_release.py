"""Which release: what its prose says, computed."""

import re
from functools import partial
from math import comb

from claims import Comparison, output

from dplearn import data, experiments, release_desk
from dplearn.query_release.deeper.curator import SHORT, release_errors


# The ways that learn take long: their means of 8 releases as the pictures print them, of eight columns at each ε of
# `TABLES`, then MWEM at ε = 0.1 again and of twelve columns
LEARNED = {way: [float(mean) for mean in re.findall(rf"{SHORT[way]} (\S+) \(", output("deeper/5c-which-release"))]
           for way in ("mwem", "pmw")}
TABLES = ({"epsilon": 0.05}, {"epsilon": 0.1}, {"epsilon": 1.0})


def eight(way, epsilon):
    """The mean of the worst errors of 8 releases of the three-way tables of eight columns."""
    return LEARNED[way][TABLES.index({"epsilon": epsilon})] if way in LEARNED else release_errors(
        way, epsilon).mean()


# Of the three-way tables of eight columns; a parity of at most three columns is one value of all tables that hold it
SIZES_OF_EIGHT = {"n": data.load_adult_bits().n, "k": 8 * comb(8, 3), "tables": comb(8, 3), "all": 8 * comb(8, 3),
                  "different": sum(comb(8, s) for s in range(4)), "share": 100 * 93 / 448, "held": comb(7, 2)}


def twelve(way):
    return LEARNED[way][-1] if way in LEARNED else release_errors(way, 0.1, columns=12).mean()


def crossing():
    """The least number of bits at which PMW's promise is below that of noise on cells."""
    return next(d for d in range(4, 41) if experiments.larger_universe.at(d=d)["sharp"]
                < experiments.larger_universe.at(d=d)["cells"])


CLAIMS = {
    "{n:,} census records": SIZES_OF_EIGHT,
    "(**marginals**): {k} of them for eight bits, in {tables} tables": SIZES_OF_EIGHT,
    "So {tables} tables share the budget, and not {k} answers": SIZES_OF_EIGHT,
    "Each of {tables} noisy tables holds eight parities, {all} values; but there are only {different} different ones.":
        SIZES_OF_EIGHT,
    "The parity of one column is in {held} tables.": SIZES_OF_EIGHT,
    "{all} cells, but only {different} unknowns, which leaves ${different}/{all} = {share:.0f}\\%$ of": SIZES_OF_EIGHT,
    "By a factor of {factor:.1f}, close to $1/\\sqrt{0.21}$.": eight("gaussian", 1.0) / eight("fitted", 1.0),
    "projected noise on cells errs least on average at all three budgets":
        Comparison("projected", {way: partial(eight, way) for way in SHORT}, "mean", TABLES, seeds=8,
                   among="release"),
    "gives {n:,} people who do not exist": SIZES_OF_EIGHT,
    "from {eight} to {twelve} for twelve columns": (comb(8, 3), comb(12, 3)),
    "from {eight} to {twelve:,}": (2**8, 2**12),
    "Projecting helps where cells are full, and harms where most are empty":
        eight("projected", 0.1) < eight("cells", 0.1) and twelve("projected") > twelve("cells"),
    "against the rule's {mwem:.4f}": eight("mwem", 1.0),
    "by its rule {tenth:.4f} and {one:.4f}": (eight("pmw", 0.1), eight("pmw", 1.0)),
    "(With 1,000 questions it errs by {gaussian:.3f}": experiments.larger_universe.at(k=1000),
    "**Answer: from {bits}.**": crossing,
    "but 100,000 of them push Gaussian noise to {gaussian:.2f}: worse than \"one half\" to everything":
        experiments.larger_universe.at(),
    "worse than \"one half\" to everything": Comparison("half", {
        "half": lambda: 0.5, **{way: partial(lambda key: experiments.larger_universe.at()[key], way)
                                for way in ("gaussian", "composed")}}, "truth"),
    "The desk's tank holds $\\varepsilon = {tank:g}$": release_desk.TANK,
}
GIVEN = r"""
scale $\frac2{\varepsilon n}$, with $\delta = 0$
three budgets, 0.0011 at $\varepsilon = 1$ and
at 0.05. Of the
noise once on the cells, $\delta = 0$, answers
eight to twelve columns at $\varepsilon = 0.1$
the ranges of 8 releases
A release is $(\varepsilon, 10^{-6})$-private
from $\varepsilon = 0.05$ to 1?
close to $1/\sqrt{0.21}$
at 1 and 0.1, and level with it at 0.05
10,000 people, 100,000 questions
but 100,000 of them
(With 1,000 questions
At $\varepsilon = 0.1$ the best of these $T$
its rule 0.0167; at 1 it
With a kernel also PMW at $T = 10{,}000$
"""
PLAIN = {
    "[how tight](5b-how-tight.ipynb)": "the title of a page",
}
