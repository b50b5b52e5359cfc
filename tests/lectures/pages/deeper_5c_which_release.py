"""Which release: what its prose says, computed."""

from math import comb

import numpy as np

from dplearn import query_release
from dplearn.query_release.experiments.census import DELTA, SEED, WAYS, census, fitted, parities, release_errors

BUDGETS = (0.01, 0.1, 1.0)
RUNS = {8: 24, 12: 8, 16: 3}     # of MWEM, by columns; the page shows 24 releases of fitted noise
TRIED = (14, 28, 56, 84)


def mean(way, epsilon, **how):
    return release_errors(way, epsilon, **how).mean()


def sizes():
    """Of eight columns: questions, tables, and what they hold of parities."""
    which, queries = parities(8, 3)[0], census()[2]
    different = which.max() + 1
    return {"n": census()[0], "k": queries.n_queries, "tables": len(queries.subsets), "all": which.size,
            "different": different,
            "share": 100 * different / which.size, "held": (queries.subsets == 0).any(axis=1).sum()}


def means(columns, epsilon):
    return {way: mean(way, epsilon, columns=columns, runs=RUNS[columns] if way == "mwem" else 24)
            for way in ("fitted", "mwem")}


def ahead(columns, epsilon):
    """Whether MWEM errs less than fitted noise on average."""
    return means(columns, epsilon)["mwem"] < means(columns, epsilon)["fitted"]


def before(one, other):
    """Every release of one before every one of the other."""
    return one.max() < other.min()


def best_mwem(epsilon):
    """The best T of those tried; eight releases each, as on the page."""
    found = {T: mean("mwem", epsilon, T=T, runs=8) for T in TRIED}
    T = min(found, key=found.get)
    return {"T": T, "error": found[T], "rule": mean("mwem", epsilon)}


def negative_cells():
    """The share of the releases of fitted noise at ε = 0.1 that have one."""
    n, truth, queries = census()
    noisy = (query_release.laplace_answers(truth, queries, n=n, epsilon=0.1, delta=DELTA, by="marginal",
                                           noise="gaussian",
                                           rng=np.random.default_rng([SEED, run])).values for run in range(24))
    return np.mean([(fitted(values, queries) < 0).any() for values in noisy])


def spread():
    ratios = [release_errors(way, e).max() / release_errors(way, e).min() for way in WAYS for e in BUDGETS]
    return {"least": min(ratios), "most": max(ratios)}


OTHERS = [way for way in WAYS if way != "fitted"]
CLAIMS = {
    "{n:,} census records": sizes,
    "(**marginals**): {k} of them for eight bits, in {tables} tables": sizes,
    "So {tables} tables share the budget, and not {k} answers": sizes,
    "Each of {tables} noisy tables holds eight parities, {all} values; but there are only {different} different ones.":
        sizes,
    "The parity of one column is in {held} tables.": sizes,
    "{different} unknowns instead of {all} leave ${different}/{all} = {share:.0f}\\%$ of": sizes,
    "By a factor of {factor:.1f}, close to $1/\\sqrt{0.21}$.": mean("gaussian", 1.0) / mean("fitted", 1.0),
    "At 0.1 and 1 fitted noise is the best of the four": all(
        mean("fitted", e) < min(mean(way, e) for way in OTHERS) for e in (0.1, 1.0)),
    "its worst of 24 releases is better than the best of the others": all(
        before(release_errors("fitted", 1.0), release_errors(way, 1.0)) for way in OTHERS),
    "At 0.01 it is ahead of MWEM on average, {fitted:.3f} to {mwem:.3f}, with ranges that overlap.": not before(
        release_errors("fitted", 0.01), release_errors("mwem", 0.01)) and means(8, 0.01),
    "MWEM before Gaussian noise at all three budgets": all(mean("mwem", e) < mean("gaussian", e)
                                                                   for e in BUDGETS),
    "the best $T$ of MWEM is {T}, and it errs by {error:.4f}; by its rule {rule:.4f}.": best_mwem(0.1),
    "the best is {T}, with {error:.4f}; by its rule {rule:.4f}.": best_mwem(1.0),
    "Fitted noise has {tenth:.4f} and {one:.4f}.": (mean("fitted", 0.1), mean("fitted", 1.0)),
    "PMW is best near its rule's $T$ too, with {tenth:.3f} and {one:.4f}.": (mean("pmw", 0.1, T=1000),
            mean("pmw", 1.0)),
    "{twelve} for twelve columns, {sixteen} for sixteen": (comb(12, 3), comb(16, 3)),
    "At twelve columns MWEM is ahead at $\\varepsilon = 0.01$": ahead(12, 0.01),
    "at 0.1 the two are level: means {mwem:.4f} and {fitted:.4f}.": means(12, 0.1),
    "At sixteen it is ahead at 0.01 (every release of three before every one of 24) and, on average, at 0.1.":
        ahead(16, 0.1) and before(*(release_errors(way, 0.01, columns=16, runs=runs)
                              for way, runs in (("mwem", 3), ("fitted", 24)))),
    "With sixteen columns MWEM beats fitted noise on average at $\\varepsilon = 0.01$ and 0.1, not at 1.":
        [ahead(16, e) for e in BUDGETS] == [True, True, False],
    "With twelve it does at 0.01,": ahead(12, 0.01),
    "{fitted:.4f} to {mwem:.4f} at sixteen columns; again the ranges overlap": means(16, 1.0),
    "(At $\\varepsilon = 0.1$ a third of its 24 releases even have a negative cell.)":
        abs(negative_cells() - 1 / 3) < 0.05,
    "the worst errors of one method differ by a factor of {least:.1f} to {most:.1f} over 24 releases": spread,
}
GIVEN = r"""
At 0.01 it is ahead of MWEM
and at 0.1 the two are level
over 24 releases.
A release is $(\varepsilon, 10^{-6})$-private
from $\varepsilon = 0.01$ to 1?
close to $1/\sqrt{0.21}$
at $\varepsilon = 1$ its worst
At $\varepsilon = 0.1$ the best $T$
At $\varepsilon = 1$ the best is
$\varepsilon = 0.1$ and 1: where
At $\varepsilon = 1$ fitted noise keeps
Measure 14 of 56
Measure 84 times
at $\varepsilon = 0.1$ and 1, Gaussian noise
on average over 24 releases
"""
