"""Which release: what its prose says, computed."""

from math import comb

import numpy as np

from dplearn import data, query_release
from dplearn.query_release.experiments.census import DELTA, SEED, WAYS, census, fitted, parities, release_errors

BUDGETS = (0.01, 0.1, 1.0)


def mean(way, epsilon, **how):
    return float(release_errors(way, epsilon, **how).mean())


def of_this_many_columns(columns, epsilon, runs):
    """Mean errors; the page shows 24 releases of fitted noise, and as many of MWEM as are drawn there."""
    return {"fitted": mean("fitted", epsilon, columns=columns, runs=24), "mwem": mean("mwem", epsilon, columns=columns, runs=runs)}


def different_parities():
    return int(parities(8, 3)[0].max()) + 1


def tables_of_a_column():
    return int((census()[2].subsets == 0).any(axis=1).sum())


def best_of_all(epsilon):
    worst = release_errors("fitted", epsilon).max()
    return worst < min(release_errors(way, epsilon).min() for way in WAYS if way != "fitted")


def spread():
    ratios = [release_errors(way, e).max() / release_errors(way, e).min() for way in WAYS for e in BUDGETS]
    return {"least": min(ratios), "most": max(ratios)}


def overlap(epsilon):
    fitted, mwem = (release_errors(way, epsilon) for way in ("fitted", "mwem"))
    return bool(fitted.max() > mwem.min())


def best_mwem(epsilon, tried):
    """The best T of those tried, cheapest first; eight releases each, as on the page."""
    return min(tried, key=lambda T: mean("mwem", epsilon, T=T, runs=8))


def negative_cells():
    """The share of the releases of fitted noise at ε = 0.1 that have one."""
    n, truth, queries = census()
    noisy = [query_release.laplace_answers(truth, queries, n=n, epsilon=0.1, delta=DELTA, by="marginal", noise="gaussian",
                                           rng=np.random.default_rng([SEED, run])).values for run in range(24)]
    return np.mean([(fitted(values, queries) < 0).any() for values in noisy])


def ahead(columns, epsilon, runs):
    """Whether MWEM errs less than fitted noise on average."""
    means = of_this_many_columns(columns, epsilon, runs)
    return bool(means["mwem"] < means["fitted"])


def early_at_sixteen():
    few = release_errors("mwem", 0.01, columns=16, runs=3)
    return bool(few.max() < release_errors("fitted", 0.01, columns=16, runs=24).min())


CLAIMS = {
    "{n:,} census records": lambda: {"n": data.load_adult_bits().n},
    "(**marginals**): {k} of them for eight bits, in {tables} tables": lambda: {"k": census()[2].n_queries, "tables": len(census()[2].subsets)},
    "So {tables} tables share the budget, and not {k} answers": lambda: {"k": census()[2].n_queries, "tables": len(census()[2].subsets)},
    "Each of {tables} noisy tables holds eight parities, {all} values; but there are only {different} different ones.": lambda: {
        "tables": len(census()[2].subsets), "all": parities(8, 3)[0].size, "different": different_parities()},
    "The parity of one column is in {held} tables.": lambda: {"held": tables_of_a_column()},
    "{different} unknowns instead of {all} leave ${different}/{all} = {share:.0f}\\%$ of": lambda: {
        "different": different_parities(), "all": parities(8, 3)[0].size, "share": 100 * different_parities() / parities(8, 3)[0].size},
    "By a factor of {factor:.1f}, close to $1/\\sqrt{0.21}$.": lambda: {"factor": mean("gaussian", 1.0) / mean("fitted", 1.0)},
    "At 0.1 and 1 fitted noise is the best of the four": lambda: all(
        mean("fitted", e) < min(mean(way, e) for way in WAYS if way != "fitted") for e in (0.1, 1.0)),
    "its worst of 24 releases is better than the best of the others": lambda: bool(best_of_all(1.0)),
    "At 0.01 it is ahead of MWEM on average, {fitted:.3f} to {mwem:.3f}, with ranges that overlap.": lambda: overlap(0.01) and {
        way: mean(way, 0.01) for way in ("fitted", "mwem")},
    "MWEM before Gaussian noise at all three budgets": lambda: all(mean("mwem", e) < mean("gaussian", e) for e in BUDGETS),
    "the best $T$ of MWEM is {T}, and it errs by {error:.4f}; by its rule {rule:.4f}.": lambda: {
        "T": best_mwem(0.1, (14, 28, 56, 84)), "error": mean("mwem", 0.1, T=28, runs=8), "rule": mean("mwem", 0.1)},
    "the best is {T}, with {error:.4f}; by its rule {rule:.4f}.": lambda: {
        "T": best_mwem(1.0, (14, 28, 56, 84)), "error": mean("mwem", 1.0, T=56, runs=8), "rule": mean("mwem", 1.0)},
    "Fitted noise has {tenth:.4f} and {one:.4f}.": lambda: {"tenth": mean("fitted", 0.1), "one": mean("fitted", 1.0)},
    "PMW is best near its rule's $T$ too, with {tenth:.3f} and {one:.4f}.": lambda: {
        "tenth": mean("pmw", 0.1, T=1000), "one": mean("pmw", 1.0)},
    "{twelve} for twelve columns, {sixteen} for sixteen": lambda: {"twelve": comb(12, 3), "sixteen": comb(16, 3)},
    "At twelve columns MWEM is ahead at $\\varepsilon = 0.01$": lambda: (lambda m: m["mwem"] < m["fitted"])(of_this_many_columns(12, 0.01, 8)),
    "at 0.1 the two are level: means {mwem:.4f} and {fitted:.4f}.": lambda: of_this_many_columns(12, 0.1, 8),
    "At sixteen it is ahead at 0.01 (every release of three before every one of 24) and, on average, at 0.1.": lambda: early_at_sixteen() and (
        lambda m: m["mwem"] < m["fitted"])(of_this_many_columns(16, 0.1, 3)),
    "With sixteen columns MWEM beats fitted noise on average at $\\varepsilon = 0.01$ and 0.1, not at 1. With twelve it does at 0.01,": lambda: (
        [ahead(16, e, 3) for e in (0.01, 0.1, 1.0)] == [True, True, False] and ahead(12, 0.01, 8)),
    "{fitted:.4f} to {mwem:.4f} at sixteen columns; again the ranges overlap": lambda: of_this_many_columns(16, 1.0, 3),
    "(At $\\varepsilon = 0.1$ a third of its 24 releases even have a negative cell.)": lambda: bool(abs(negative_cells() - 1 / 3) < 0.05),
    "the worst errors of one method differ by a factor of {least:.1f} to {most:.1f} over 24 releases": spread,
}
GIVEN = [
    "At 0.01 it is ahead of MWEM", "and at 0.1 the two are level", "over 24 releases.",
    "A release is $(\\varepsilon, 10^{-6})$-private", "from $\\varepsilon = 0.01$ to 1?", "close to $1/\\sqrt{0.21}$", "at $\\varepsilon = 1$ its worst",
    "At $\\varepsilon = 0.1$ the best $T$", "At $\\varepsilon = 1$ the best is", "$\\varepsilon = 0.1$ and 1: where", "At $\\varepsilon = 1$ fitted noise keeps",
    "Measure 14 of 56", "Measure 84 times", "at $\\varepsilon = 0.1$ and 1, Gaussian noise", "on average over 24 releases",
]
