"""Cards for DF18's Section 5: the exponential projected walk on the line.

T is the walk's clamp, σ(z) = 1/(1 + e^-z); relation: one example is replaced.  The oracles are in `brute`.
"""

from functools import lru_cache

import numpy as np

from .. import exppw
from ..claim import equal, ordered, refuted, says
from ..statement import Statement, Verdict
from . import brute

SMALL = {"clamp": (1, 2, 3), "epsilon": (0.3, 1.0, 4.0)}
LABELS = brute.labelings(9)
NINE = {"k": range(4), "T": (1, 2, 4), "epsilon": (0.5, 2.0, 6.0)}
_ends = lru_cache(brute.ends)
_best = lru_cache(lambda k: brute.least_mistakes(LABELS, k) / 9)
_walks = lru_cache(lambda T: brute.walk(LABELS, T))


def _replaced(clamp, epsilon):
    """The largest privacy loss over all data sets of 3 examples on three points."""
    return brute.loss(_ends(3, 3, clamp), epsilon / 2)


def _errs(T, epsilon):
    return brute.wrong(_walks(T)[:, 1:], LABELS, epsilon).mean(axis=1)


def _sharp(k, T, epsilon):
    return exppw.empirical_error_bound_sharp(_best(k), k, T, 9, epsilon, stays=(np.diff(_walks(T)) == 0).sum(axis=1))


def _tied():
    """90 ones, then 10 zeros at one point: every answer comes from the walk's last place."""
    return brute.wrong(brute.walk(np.repeat([1, 0], [90, 10]), 5)[-1], 0.9, 2.0)


STATEMENTS = (
    Statement(
        "DF18-L5.1", "Lemma 5.1", "The walk is private", Verdict.HOLDS, "07-exppw",
        hypotheses=r"""Any $n$, $T$ and $\varepsilon > 0$; the walk takes the examples with $x_i \le x$ and no
            other. Ties in an order that one example does not change for the others.""",
        claim=r"The mended walk $\mathrm{ExpPW}(T, \varepsilon)$ is an $\varepsilon$-DP prediction.",
        correction=r"""Two walks at distance 1 that take the same steps stay within 1, so a removed example moves
            the end by at most 1. Exact for $n \ge T$: $<walk_epsilon> < \varepsilon$; less than $\varepsilon/2$ if
            an example is removed.""",
        formulas=(exppw.walk_epsilon,),
        check=says(
            """All data sets of 3 examples on three points, T = 1, 2, 3, ε = 0.3, 1, 4: the largest privacy loss is the
                formula's in all {settings} settings.""",
            equal(_replaced, exppw.walk_epsilon, SMALL)),
    ),
    Statement(
        "DF18-L5.2", "Lemma 5.2", "Mistakes on the sample", Verdict.LIMITED, "07-exppw",
        hypotheses=r"""$S$ any $n$ examples from $[N]\times\{0,1\}$; $\mathsf{Opt}_S$ is the best of the functions
            with $k$ interval ends.""",
        claim=r"$\mathsf{Err}_S(\mathrm{ExpPW}(T,\varepsilon)) \le <empirical_error_bound>$.",
        correction=r"""For distinct points, or ties that share a label: the proof takes $v_i$ for the walk at $x_i$.
            With ties the algorithm answers from behind them all; random keys that split ties repair it. Sharper:
            $n\,\mathsf{Err}_S \le n\,\mathsf{Opt}_S + kT + \sum_{j=1}^T\sigma(-\frac{\varepsilon j}2) +
            \#\mathrm{stays}\;\sigma(-\frac{\varepsilon T}2)$.""",
        words="be a set of $n$ examples",
        formulas=(exppw.empirical_error_bound, exppw.empirical_error_bound_sharp),
        check=says(
            """Ties break it: at one point 90 ones, then 10 zeros, T = 5, ε = 2, the error is {many:.5f} and the
                bound {many_claimed:.5f}. Without ties the sharper one holds for all labelings of 9 points, T = 1, 2, 4,
                ε = 0.5, 2, 6, k = 0 to 3.""",
            refuted(lambda: exppw.empirical_error_bound(0.1, 1, 5, 100, 2.0), _tied, name="many"),
            ordered(_errs, _sharp, NINE)),
    ),
)
