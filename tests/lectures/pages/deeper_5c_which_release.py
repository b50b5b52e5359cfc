"""Which release: what its prose says, computed."""

from functools import partial
from math import comb

from claims import Comparison

from dplearn import experiments, release_desk
from dplearn.query_release.deeper.experiments import worlds as deeper_worlds
from dplearn.query_release.experiments import census, worlds

SAVED, SIZES = deeper_worlds.rivals(), range(8, 17)
BLIND = [way for way in worlds.WAYS if way not in deeper_worlds.LEARNED]
SEARCH = {world: means for world, means in worlds.search().items() if world not in deeper_worlds.SHOWN.values()}
HIDDEN, SCORES = deeper_worlds.SHOWN.values()


def field(*ways):
    """Worst errors of 24 releases of the three-way tables of eight columns."""
    return {way: partial(census.release_errors, way) for way in ways or census.WAYS}


def in_world(world, *ways):
    """The same of 24 seeds in a small world."""
    return {way: partial(worlds.seeds_of, world, way) for way in ways or worlds.WAYS}


def mean(way, epsilon, columns=8):
    return SAVED[epsilon, columns][way][0]


def eight(way, epsilon):
    return census.release_errors(way, epsilon).mean()


# Of the three-way tables of eight columns; a parity of at most three columns is one value of all tables that hold it
SIZES_OF_EIGHT = {"n": census.census()[0], "k": 8 * comb(8, 3), "tables": comb(8, 3), "all": 8 * comb(8, 3),
                  "different": sum(comb(8, s) for s in range(4)), "share": 100 * 93 / 448, "held": comb(7, 2)}


def first(epsilon, columns):
    """The way with the least mean."""
    return min(census.WAYS, key=lambda way: mean(way, epsilon, columns))


def ahead_of_cells(epsilon):
    """The columns at which PMW errs less than noise on cells."""
    return [c for c in SIZES if mean("pmw", epsilon, c) < mean("cells", epsilon, c)]


def factor(world):
    """How many times PMW's error is that of the best way that does not learn."""
    return min(SEARCH[world][way] for way in BLIND) / SEARCH[world]["pmw"]


def squares(**fixed):
    return [world for world in SEARCH if all(getattr(world, name) == value for name, value in fixed.items())]


def wins(*ways):
    """Worlds in which one of these errs least of all."""
    return [world for world, means in SEARCH.items() if min(means, key=means.get) in ways]


def crossing():
    """The least number of bits at which PMW's promise is below that of noise on cells."""
    return next(d for d in range(4, 41) if experiments.larger_universe.at(d=d)["sharp"]
                < experiments.larger_universe.at(d=d)["cells"])


TABLES = ({"epsilon": 0.01}, {"epsilon": 0.1}, {"epsilon": 1.0})


CLAIMS = {
    "{n:,} census records": SIZES_OF_EIGHT,
    "(**marginals**): {k} of them for eight bits, in {tables} tables": SIZES_OF_EIGHT,
    "So {tables} tables share the budget, and not {k} answers": SIZES_OF_EIGHT,
    "Each of {tables} noisy tables holds eight parities, {all} values; but there are only {different} different ones.":
        SIZES_OF_EIGHT,
    "The parity of one column is in {held} tables.": SIZES_OF_EIGHT,
    "{different} unknowns instead of {all} leave ${different}/{all} = {share:.0f}\\%$ of": SIZES_OF_EIGHT,
    "By a factor of {factor:.1f}, close to $1/\\sqrt{0.21}$.": eight("gaussian", 1.0) / eight("fitted", 1.0),
    "projected noise on cells errs least on average at all three budgets":
        Comparison("projected", field(), "mean", TABLES, seeds=24, among="release"),
    "gives {n:,} people who do not exist": SIZES_OF_EIGHT,
    "{twelve} for twelve columns, {sixteen} for sixteen": (comb(12, 3), comb(16, 3)),
    "two more columns double its error":
        all(1.9 < mean("cells", e, c + 2) / mean("cells", e, c) < 2.25 for e in (1.0, 0.1) for c in range(8, 15)),
    "At $\\varepsilon = 1$ fitted noise is first from ten columns on":
        [first(1.0, c) == "fitted" for c in SIZES] == [c >= 10 for c in SIZES],
    "At 0.1 MWEM is first from twelve columns on": [first(0.1, c) == "mwem" for c in SIZES] == [c >= 12 for c in SIZES],
    "(With 1,000 questions it errs by {gaussian:.3f}": experiments.larger_universe.at(k=1000),
    "PMW is ahead of noise on cells from fifteen columns on, at 0.1 from twelve":
        ahead_of_cells(1.0) == [15, 16] and ahead_of_cells(0.1) == [12, 13, 14, 15, 16],
    "it is first nowhere here": "pmw" not in {first(e, c) for e in (1.0, 0.1) for c in SIZES},
    "From {bits} bits on.": crossing,
    "but 100,000 of them push Gaussian noise to {gaussian:.2f}: worse than \"one half\" to everything":
        experiments.larger_universe.at(),
    "worse than \"one half\" to everything": Comparison("half", {
        "half": lambda: 0.5, **{way: partial(lambda key: experiments.larger_universe.at()[key], way)
                                for way in ("gaussian", "composed")}}, "truth"),
    "Of all {all} worlds in {won}, by a factor of up to {most:.1f}":
        {"all": len(SEARCH), "won": sum(factor(w) > 1 for w in SEARCH), "most": max(map(factor, SEARCH))},
    "for scores at twelve bits, and at ten with at most 1,000 people; for hidden scores at twelve bits":
        all((factor(w) > 1) == (w.bits == 12 or w.bits == 10 and w.people <= 1000) for w in squares(questions="scores"))
        and all(factor(w) > 1 for w in squares(questions="hidden", bits=12)),
    "hardly for parities": max(map(factor, squares(questions="parities"))) < 1.03,
    "At eight bits never, and for lists never":
        max(map(factor, [*squares(bits=8), *squares(questions="lists")])) < 1,
    "noise on cells in {cells} worlds ({projected} of them projected), MWEM with Gaussian measurements in {gaussian}, "
    "PMW in {pmw}, the nearest distribution in {nearest}, the guess in {guess}, MWEM with Laplace noise in {laplace}":
        {"cells": len(wins("cells", "projected")), "projected": len(wins("projected")), "gaussian":
         len(wins("mwem_gaussian")), "pmw": len(wins("pmw")), "nearest": len(wins("fitted")),
         "guess": len(wins("uniform")), "laplace": len(wins("mwem"))},
    "In {close} worlds the two are within a tenth of each other":
        sum(0.9 < means["mwem_gaussian"] / means["pmw"] < 1.1 for means in SEARCH.values()),
    "In the first PMW beats every other way on average over 24 seeds":
        Comparison("pmw", in_world(HIDDEN), "mean", seeds=24, factor=1.1, among="release"),
    "{questions:,} questions hide 2,000 that matter": 2000 + 16 * 2**12,
    "MWEM is ahead in {seeds} of the 24":
        (worlds.seeds_of(HIDDEN, "mwem_gaussian") < worlds.seeds_of(HIDDEN, "pmw")).sum(),
    "In the second noise loses":
        Comparison("pmw", in_world(SCORES, "pmw", *BLIND), "mean", seeds=24, factor=2.0),
    "The desk's tank holds $\\varepsilon = {tank:g}$": release_desk.TANK,
}
GIVEN = r"""
scale $\frac2{\varepsilon n}$, with $\delta = 0$
three budgets, 0.0010 at $\varepsilon = 1$ and
at 0.01. Of the
at $\varepsilon = 1$), as
is 1 with chance 4/5
(clipped to $[0,1]$)
noise once on the cells, $\delta = 0$, answers
hide 2,000 that matter
the ranges of 24 releases
A release is $(\varepsilon, 10^{-6})$-private
from $\varepsilon = 0.01$ to 1?
close to $1/\sqrt{0.21}$
at 1 and 0.1, and ahead of it at 0.01
from 256 to 65,536
sixteen columns at $\varepsilon = 1$ and 0.1
At $\varepsilon = 1$ fitted noise is
At 0.1 MWEM is first
from fifteen columns on, at 0.1 from twelve
All dots are means of 24 releases
10,000 people, 100,000 questions
but 100,000 of them
(With 1,000 questions
8, 10 or 12 bits, 300, 1,000 or 3,000 people, $\varepsilon = 1$
(1,000 each)
2,000 scores hidden among
among $16\lvert X\rvert$ random lists
with at most 1,000 people
over 24 seeds
400 people are few
ahead in 7 of the 24
to 500 people of the census and their 1,000 scores
Measure 14 of 56
At $\varepsilon = 0.1$ the best of these $T$
its rule 0.0171; at 1 it
at sixteen, at $\varepsilon = 1$)
Measure 56 times
With a kernel also PMW at $T = 10{,}000$
"""
PLAIN = {
    "the first found by looking for one where PMW wins": "how it was found; the claims on its 24 seeds say who wins",
    "[how tight](5b-how-tight.ipynb)": "the title of a page",
    "For which of these questions does PMW beat": "a question, answered by the map",
}
