"""Which release: what its prose says, computed."""

from math import comb

import numpy as np
from claims import prints

from dplearn import query_release
from dplearn.query_release.experiments.census import DELTA, SEED, census, fitted, parities

printed = prints("deeper/5c-which-release")
# At ε = 0.01, 0.1 and 1, of Gaussian noise, the same fitted, PMW and MWEM: mean, least and largest error of 24 releases
RELEASES = np.reshape(printed("[picture: A dot for the worst error")[1:], (3, 13))[:, 1:].reshape(3, 4, 3)
MEANS = [dict(zip(("gaussian", "fitted", "pmw", "mwem"), row)) for row in RELEASES[:, :, 0]]
OTHERS = [0, 2, 3]


def sizes():
    """Of eight columns: questions, tables, and what they hold of parities."""
    which, queries = parities(8, 3)[0], census()[2]
    different = which.max() + 1
    return {"n": census()[0], "k": queries.n_queries, "tables": len(queries.subsets), "all": which.size,
            "different": different,
            "share": 100 * different / which.size, "held": (queries.subsets == 0).any(axis=1).sum()}


def columns(number, epsilon):
    """Fitted noise and MWEM: mean, least and largest error."""
    return np.reshape(printed(f"{number} columns, ε = {epsilon:<4}: fitted"), (2, 3))


def ahead(number, epsilon):
    """Whether MWEM errs less than fitted noise on average."""
    return columns(number, epsilon)[1, 0] < columns(number, epsilon)[0, 0]


def best_mwem(epsilon):
    """The best T of those tried, and its error."""
    tried = np.reshape(printed(f"ε = {epsilon}: fitted noise")[1:9], (4, 2))
    return tried[tried[:, 1].argmin()]


def negative_cells():
    """The share of the releases of fitted noise at ε = 0.1 that have one."""
    n, truth, queries = census()
    noisy = (query_release.laplace_answers(truth, queries, n=n, epsilon=0.1, delta=DELTA, by="marginal",
                                           noise="gaussian", rng=np.random.default_rng([SEED, run])).values
             for run in range(24))
    return np.mean([(fitted(values, queries) < 0).any() for values in noisy])


CLAIMS = {
    "{n:,} census records": sizes,
    "(**marginals**): {k} of them for eight bits, in {tables} tables": sizes,
    "So {tables} tables share the budget, and not {k} answers": sizes,
    "Each of {tables} noisy tables holds eight parities, {all} values; but there are only {different} different ones.":
        sizes,
    "The parity of one column is in {held} tables.": sizes,
    "{different} unknowns instead of {all} leave ${different}/{all} = {share:.0f}\\%$ of": sizes,
    "By a factor of {factor:.1f}, close to $1/\\sqrt{0.21}$.": MEANS[2]["gaussian"] / MEANS[2]["fitted"],
    "At 0.1 and 1 fitted noise is the best of the four": all(min(row, key=row.get) == "fitted" for row in MEANS[1:]),
    "its worst of 24 releases is better than the best of the others": RELEASES[2, 1, 2] < RELEASES[2, OTHERS, 1].min(),
    "At 0.01 it is ahead of MWEM on average, {fitted:.3f} to {mwem:.3f}, with ranges that overlap.": MEANS[0],
    "with ranges that overlap": RELEASES[0, 3, 1] < RELEASES[0, 1, 2],
    "MWEM before Gaussian noise at all three budgets": all(row["mwem"] < row["gaussian"] for row in MEANS),
    "the best $T$ of MWEM is {T:.0f}, and it errs by {error:.4f}; by its rule {rule:.4f}.":
        (*best_mwem("0.1"), MEANS[1]["mwem"]),
    "the best is {T:.0f}, with {error:.4f}; by its rule {rule:.4f}.": (*best_mwem("1"), MEANS[2]["mwem"]),
    "Fitted noise has {tenth:.4f} and {one:.4f}.": (MEANS[1]["fitted"], MEANS[2]["fitted"]),
    "PMW is best near its rule's $T$ too, with {tenth:.3f} and {one:.4f}.":
        (printed("ε = 0.1: fitted noise")[-1], MEANS[2]["pmw"]),
    "{twelve} for twelve columns, {sixteen} for sixteen": (comb(12, 3), comb(16, 3)),
    "At twelve columns MWEM is ahead at $\\varepsilon = 0.01$": ahead(12, 0.01),
    "at 0.1 the two are level: means {mwem:.4f} and {fitted:.4f}.": tuple(columns(12, 0.1)[::-1, 0]),
    "At sixteen it is ahead at 0.01 (every release of three before every one of 24) and, on average, at 0.1.":
        ahead(16, 0.1) and columns(16, 0.01)[1, 2] < columns(16, 0.01)[0, 1],
    "With sixteen columns MWEM beats fitted noise on average at $\\varepsilon = 0.01$ and 0.1, not at 1.":
        [ahead(16, e) for e in (0.01, 0.1, 1.0)] == [True, True, False],
    "With twelve it does at 0.01,": ahead(12, 0.01),
    "{fitted:.4f} to {mwem:.4f} at sixteen columns; again the ranges overlap": tuple(columns(16, 1.0)[:, 0]),
    "again the ranges overlap": columns(16, 1.0)[1, 1] < columns(16, 1.0)[0, 2],
    "(At $\\varepsilon = 0.1$ a third of its 24 releases even have a negative cell.)":
        abs(negative_cells() - 1 / 3) < 0.05,
    "the worst errors of one method differ by a factor of {least:.1f} to {most:.1f} over 24 releases":
        ((RELEASES[:, :, 2] / RELEASES[:, :, 1]).min(), (RELEASES[:, :, 2] / RELEASES[:, :, 1]).max()),
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
