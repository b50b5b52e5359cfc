"""Cards for DF18's Section 5: the exponential projected walk on the line.

T is the walk's clamp, σ(z) = 1/(1 + e^-z); relation: one example is replaced.  The oracles are in `brute`.
"""

from functools import lru_cache

import numpy as np

from .. import exppw
from ..claim import attained, equal, ordered, refuted, says
from ..privacy import Relation
from ..statement import Statement, Verdict
from . import brute

SMALL = {"size": ((1, 3), (2, 3), (3, 3), (4, 2)), "T": (1, 2, 3), "epsilon": (0.3, 1.0, 4.0)}  # size: examples, points
LABELS = brute.labelings(9)
NINE = {"k": range(4), "T": (1, 2, 4), "epsilon": (0.5, 2.0, 6.0)}
MANY, FEW = ({"ones": 90, "zeros": 10, "T": 5, "epsilon": 2.0}, {"ones": 6, "zeros": 2, "T": 1, "epsilon": 6.0})
_ends = lru_cache(brute.ends)
_best = lru_cache(lambda k: brute.least_mistakes(LABELS, k) / 9)
_walks = lru_cache(lambda T: brute.walk(LABELS, T))


def _less(size, T):
    """The ends with one example less."""
    return _ends(size[0] - 1, size[1], T)


def _replaced(size, T, epsilon):
    return brute.loss(_ends(*size, T), epsilon / 2)


def _removed(size, T, epsilon):
    return brute.loss(_ends(*size, T), epsilon / 2, _less(size, T))


def _true(relation):
    return lambda size, T, epsilon: exppw.walk_epsilon(T, epsilon, relation=relation, n=size[0])


def _commoner_last(x, y, query, T):
    """The end where all examples are tied, in an order that one of them turns round."""
    return int(brute.walk(sorted(y, key=lambda label: label == (2 * sum(y) >= len(y))), T)[-1])


def _errs(T, epsilon):
    return brute.wrong(_walks(T)[:, 1:], LABELS, epsilon).mean(axis=1)


def _printed(k, T, epsilon):
    return exppw.empirical_error_bound(_best(k), k, T, 9, epsilon)


def _sharp(k, T, epsilon):
    return exppw.empirical_error_bound_sharp(_best(k), k, T, 9, epsilon, stays=(np.diff(_walks(T)) == 0).sum(axis=1))


def _tied(ones, zeros, T, epsilon):
    """All at one point, the ones first: every answer comes from the walk's last place."""
    return brute.wrong(brute.walk(np.repeat([1, 0], [ones, zeros]), T)[-1], ones / (ones + zeros), epsilon)


def _tied_bound(ones, zeros, T, epsilon):
    return exppw.empirical_error_bound(zeros / (ones + zeros), 1, T, ones + zeros, epsilon)


def _nearest():
    """By how many mistakes the sharper bound is missed for k = 1."""
    return {"points": 9, "labelings": len(LABELS),
            "near": min(9 * (_sharp(1, T, epsilon) - _errs(T, epsilon)).min()
                        for T in NINE["T"] for epsilon in NINE["epsilon"])}


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
            """In all data sets of 3 examples on three points a removed one moves the walk's end by at most
                1; at T = 3 an answer that claims ε = 1 costs {three:.5f}. The same with 1 and 2 examples on
                three points and 4 on two, T = 1, 2, 3, ε = 0.3, 1, 4: the cost is the formula's in all {settings}
                settings. An order that one example turns round costs more: ten examples at one point, the commoner
                label last, T = 3: {tied:.4f}.""",
            equal(lambda size, T: brute.moved(_ends(*size, T), _less(size, T)), 1, SMALL, "moves"),
            lambda: {"three": _replaced((3, 3), 3, 1.0)},
            refuted(1.0, lambda: brute.loss(brute.ends(10, 1, 3, _commoner_last), 0.5), name="tied"),
            equal(_replaced, _true(Relation.REPLACE_ONE), SMALL), equal(_removed, _true(Relation.ADD_REMOVE), SMALL),
            ordered(_replaced, "epsilon", SMALL), ordered(_removed, lambda epsilon: epsilon / 2, SMALL)),
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
                bound {many_claimed:.5f}. With 6 ones, then 2 zeros, T = 1, ε = 6: {few:.5f} and {few_claimed:.5f}.
                Without ties, all {labelings} labelings of {points} points, T = 1, 2, 4, ε = 0.5, 2, 6, k = 0 to 3:
                the error is at most {ratio:.3f} of the bound; the sharper one holds, is attained for k = 0 and
                missed by as little as {near:.2f} mistakes for k = 1.""",
            refuted(_tied_bound, _tied, MANY, "many"), refuted(_tied_bound, _tied, FEW, "few"), _nearest,
            attained(lambda: _errs(1, 2.0)[0], lambda: _sharp(0, 1, 2.0)[0], {}, within=1e-9),
            ordered(_errs, _printed, NINE), ordered(_errs, _sharp, NINE, "sharp_ratio"),
            ordered(_sharp, _printed, NINE, "sharper")),
    ),
)
