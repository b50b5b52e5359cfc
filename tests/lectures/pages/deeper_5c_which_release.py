"""Which release: what its prose says, computed."""

from functools import partial
from math import comb

import numpy as np
from claims import Comparison, prints

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.query_release.answers import _parities
from dplearn.query_release.deeper.experiments import worlds as deeper_worlds
from dplearn.query_release.experiments import census, worlds

printed = prints("deeper/5c-which-release")
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


def sizes():
    """Of eight columns: questions, tables, and what they hold of parities."""
    which, queries = _parities(8, 3)[0], census.census()[2]
    different = which.max() + 1
    return {"n": census.census()[0], "k": queries.n_queries, "tables": len(queries.subsets), "all": which.size,
            "different": different,
            "share": 100 * different / which.size, "held": (queries.subsets == 0).any(axis=1).sum()}


def first(epsilon, columns):
    """The way with the least mean."""
    return min(census.WAYS, key=lambda way: mean(way, epsilon, columns))


def ahead_of_cells(epsilon):
    """The columns at which PMW errs less than noise on cells."""
    return [c for c in SIZES if mean("pmw", epsilon, c) < mean("cells", epsilon, c)]


def negative_cells():
    """The share of the releases of fitted noise at ε = 0.1 that have one."""
    n, truth, queries = census.census()
    rngs = (np.random.default_rng([census.SEED, run]) for run in range(24))
    return np.mean([(census.answers_by("fitted", truth, queries, n=n, epsilon=0.1, rng=rng) < 0).any() for rng in rngs])


def spread():
    """Over the six ways of the picture and its three budgets: largest over least error of 24 releases."""
    ways = ("gaussian", "fitted", "cells", "projected", "mwem", "pmw")
    found = [np.ptp(np.log(census.release_errors(way, e))) for way in ways for e in (0.01, 0.1, 1.0)]
    return {"least": np.exp(min(found)), "most": np.exp(max(found))}


def tuned(epsilon, way):
    """The least mean error that the tuned ones of a way print at this ε, and what its rule gives."""
    line = printed(f"ε = {epsilon:g}: fitted noise")
    return min(line[2:7:2] if way == "mwem" else line[8::2])


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


def few_questions(d):
    return experiments.larger_universe.at(d=d, k=1000)


def independent():
    """The largest error of pairs if columns are taken for independent, each known exactly."""
    one, two = qr.Marginals(8, 1), qr.Marginals(8, 2)
    truth = census.census()[1]
    single = one.answers(truth).reshape(8, 2)
    guess = [single[a][:, None] * single[b] for a, b in two.subsets]       # [value of a, value of b]
    return np.abs(np.transpose(guess, (0, 2, 1)).ravel() - two.answers(truth)).max()


TABLES = ({"epsilon": 0.01}, {"epsilon": 0.1}, {"epsilon": 1.0})


CLAIMS = {
    "{n:,} census records": sizes,
    "(**marginals**): {k} of them for eight bits, in {tables} tables": sizes,
    "So {tables} tables share the budget, and not {k} answers": sizes,
    "Each of {tables} noisy tables holds eight parities, {all} values; but there are only {different} different ones.":
        sizes,
    "The parity of one column is in {held} tables.": sizes,
    "{different} unknowns instead of {all} leave ${different}/{all} = {share:.0f}\\%$ of": sizes,
    "By a factor of {factor:.1f}, close to $1/\\sqrt{0.21}$.": eight("gaussian", 1.0) / eight("fitted", 1.0),
    "projected noise on cells errs least on average at all three budgets":
        Comparison("projected", field(), "mean", TABLES, seeds=24, among="release"),
    "{one:.4f} at $\\varepsilon = 1$ and {least:.4f} at 0.01": (eight("projected", 1.0), eight("projected", 0.01)),
    "fitted noise is first ({fitted:.4f}, {fitted_least:.4f}), then MWEM ({mwem:.4f}, {mwem_least:.4f}).":
        {f"{way}{end}": eight(way, e) for way in ("fitted", "mwem") for end, e in (("", 1.0), ("_least", 0.01))},
    "Of the ways without cells fitted noise is first": Comparison(
        "fitted", field("fitted", "mwem", "gaussian", "pmw", "laplace", "laplace_answers", "gaussian_answers"), "mean",
        TABLES, seeds=24),
    "PMW is behind Gaussian noise on tables at 1 and 0.1, and ahead of it at 0.01":
        [eight("pmw", e) < eight("gaussian", e) for e in (1.0, 0.1, 0.01)] == [False, False, True],
    "MWEM before Gaussian noise at all three budgets":
        Comparison("mwem", field("mwem", "gaussian"), "mean", TABLES, seeds=24),
    "gives MWEM {best:.4f}, and its rule ($T = {T}$) {rule:.4f}; at":
        {"best": tuned(0.1, "mwem"), "rule": eight("mwem", 0.1),
         "T": qr.mwem_rounds(256, n=45_222, epsilon=0.1, delta=1e-6, measure="marginal")},
    "at 1 it is {best:.4f} against the rule's {rule:.4f} ($T = {T}$).":
        {"best": tuned(1.0, "mwem"), "rule": eight("mwem", 1.0),
         "T": qr.mwem_rounds(256, n=45_222, epsilon=1.0, delta=1e-6, measure="marginal")},
    "PMW at a quarter of its $T$ errs by {tenth:.4f} and {one:.4f}":
        (printed("ε = 0.1: fitted noise")[8], printed("ε = 1: fitted noise")[8]),
    "gives {n:,} people who do not exist": sizes,
    "by its rule {tenth:.4f} and {one:.4f}; four": (eight("pmw", 0.1), eight("pmw", 1.0)),
    "Fitted noise has {tenth:.4f} and {one:.4f}, noise on cells less.": (eight("fitted", 0.1), eight("fitted", 1.0)),
    "noise on cells less.": Comparison("cells", field("cells", "fitted"), "mean", TABLES[1:], seeds=24),
    "{twelve} for twelve columns, {sixteen} for sixteen": (comb(12, 3), comb(16, 3)),
    "({a:.4f}, {b:.4f}, {c:.4f}, {d:.4f}, {e:.4f} at $\\varepsilon = 1$)":
        dict(zip("abcde", (mean("cells", 1.0, c) for c in (8, 10, 12, 14, 16)))),
    "two more columns double its error":
        all(1.9 < mean("cells", e, c + 2) / mean("cells", e, c) < 2.25 for e in (1.0, 0.1) for c in range(8, 15)),
    "Projecting helps where cells are full, and harms where most are empty":
        all((mean("projected", e, 8) < mean("cells", e, 8)) and mean("projected", e, 16) > 1.5 * mean("cells", e, 16)
            for e in (1.0, 0.1)),
    "At $\\varepsilon = 1$ fitted noise is first from ten columns on":
        [first(1.0, c) == "fitted" for c in SIZES] == [c >= 10 for c in SIZES],
    "at sixteen it errs by {fitted:.4f}, MWEM by {mwem:.4f}, PMW by {pmw:.4f}":
        {way: mean(way, 1.0, 16) for way in ("fitted", "mwem", "pmw")},
    "At 0.1 MWEM is first from twelve columns on ({mwem:.4f} at sixteen, fitted {fitted:.4f})":
        {way: mean(way, 0.1, 16) for way in ("fitted", "mwem")},
    "MWEM is first from twelve columns on": [first(0.1, c) == "mwem" for c in SIZES] == [c >= 12 for c in SIZES],
    "PMW is ahead of noise on cells from fifteen columns on, at 0.1 from twelve":
        ahead_of_cells(1.0) == [15, 16] and ahead_of_cells(0.1) == [12, 13, 14, 15, 16],
    "it is first nowhere here": "pmw" not in {first(e, c) for e in (1.0, 0.1) for c in SIZES},
    "From {bits} bits on.": crossing,
    "From 17 bits on.": Comparison("pmw", {
        "pmw": lambda d: experiments.larger_universe.at(d=d)["sharp"],
        "cells": lambda d: experiments.larger_universe.at(d=d)["cells"]}, "bound",
        tuple({"d": d} for d in range(17, 41))),
    "but 100,000 of them push Gaussian noise to {gaussian:.2f}: worse than \"one half\" to everything":
        experiments.larger_universe.at(),
    "worse than \"one half\" to everything": Comparison("half", {
        "half": lambda: 0.5, **{way: partial(lambda key: experiments.larger_universe.at()[key], way)
                                for way in ("gaussian", "composed")}}, "truth"),
    "(With 1,000 questions it errs by {gaussian:.3f}": few_questions(16),
    "noise on cells promises less only up to twelve bits":
        all((few_questions(d)["cells"] < few_questions(d)["gaussian"]) == (d <= 12) for d in range(4, 41)),
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
    "at its bound's $T = {T}$ and rate":
        qr.best_whole_rounds.sharp(2**12, 2 * (2000 + 16 * 2**12), 400, 1.0, 1e-6),
    "{questions:,} questions hide 2,000 that matter": 2000 + 16 * 2**12,
    "MWEM is ahead in {seeds} of the 24":
        (worlds.seeds_of(HIDDEN, "mwem_gaussian") < worlds.seeds_of(HIDDEN, "pmw")).sum(),
    "In the second noise loses":
        Comparison("pmw", in_world(SCORES, "pmw", *BLIND), "mean", seeds=24, factor=2.0),
    "The learners are close: MWEM": max(worlds.seeds_of(SCORES, way).mean() for way in ("mwem_gaussian", "fitted"))
        < 1.1 * worlds.seeds_of(SCORES, "pmw").mean(),
    "here its last guess alone errs more": all(
        a > b for a, b in zip(printed("asked 3-way: PMW, last")[1::2], printed("asked 3-way: PMW  ")[1::2])),
    "errors of {pairs:.2f}, as if all columns were independent": independent,
    "(At $\\varepsilon = 0.1$ a third of 24 such releases even have a negative cell.)":
        abs(negative_cells() - 1 / 3) < 0.05,
    "differ by a factor of {least:.1f} to {most:.1f} over 24 releases": spread,
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
A release is $(\varepsilon, 10^{-6})$-private
from $\varepsilon = 0.01$ to 1?
close to $1/\sqrt{0.21}$
At $\varepsilon = 0.1$ the best of these
(0.0280 at $\varepsilon = 0.1$)
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
Measure 56 times
(At $\varepsilon = 0.1$ a third
a third of 24 such releases
With a kernel also PMW at $T = 10{,}000$
over 24 releases.
"""
PLAIN = {
    "the first found by looking for one where PMW wins": "how it was found; the claims on its 24 seeds say who wins",
    "[how tight](5b-how-tight.ipynb)": "the title of a page",
    "For which of these questions does PMW beat": "a question, answered by the map",
}
