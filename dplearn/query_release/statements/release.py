"""Cards for U17, second part: multiplicative weights against the worst query, and how to find that query privately.

p* is the histogram of n records, p-hat the average of p^1 .. p^T.  Neighbors differ in one record, n is public.
"""

import math
from functools import partial

import numpy as np

from ... import query_release as qr
from ...brute import compositions
from ...claim import between, equal, ordered, refuted, says
from ...statement import Statement, Verdict
from .. import brute

PAIR = np.eye(2)  # two cells, "is it the first" and "is it the second": complements of each other
HUNTS = 200  # for queries in [0, 1], and as many for [-1, 1]
PAGE, DEEPER = "05-pmw-query-release", "deeper/5b-how-tight"


def printed_eta(size, T):
    """U17's learning rate."""
    return min(math.sqrt(math.log(size) / T), 1.0)


def printed_bound(size, T):
    """U17's bound."""
    return qr.approximation_bound(size, T)


def _average(p_star, rows, T):
    """p-hat at U17's rate, by hand."""
    return brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))[0][:-1].mean(axis=0)


def _too_low(rows):
    """By how much (1, 0) is answered too low after 64 steps, all records in the first cell; Q = rows."""
    return 1 - _average(np.array([1.0, 0.0]), rows, 64)[0]


def _closed():
    """The errors of both sides where the queries are closed under negation or complement."""
    for p_star, rows, T in brute.worlds(90, seed=60):
        for closed in (np.vstack([rows, -rows]), np.vstack([rows, 1 - rows])):
            off = _average(p_star, closed, T) - p_star
            yield {"two": abs(rows @ off).max(), "one": (closed @ off).max(), "size": len(p_star), "T": T}


def _hunts(low):
    """U17's algorithm on worlds with queries in [low, 1]."""
    for p_star, rows, T in brute.worlds(HUNTS, seed=61, low=low):
        path, _, errors = brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))
        average, found = path[:-1].mean(axis=0), np.mean(errors)
        yield {"one more": 1 + (rows @ (average - p_star)).max(), "than": 1 + found,  # differences, of either sign
               "average": found, "bound": printed_bound(len(p_star), T)}


def _largest_loss(rows, epsilon, n):
    """The largest privacy loss over ε₀, over all neighbors of n records, with the printed exponent."""
    counts, most = compositions(n, rows.shape[1]), 0.0
    near = abs(counts[:, None] - counts).sum(axis=-1) == 2
    for weights in (np.ones(rows.shape[1]), np.arange(1.0, rows.shape[1] + 1)):
        errors = (weights / weights.sum() - counts / n) @ rows.T
        laws = np.array([brute.choice(e, epsilon * n / 2) for e in errors])
        most = max(most, np.log(laws[:, None] / laws)[near].max() / epsilon)
    return most


def _chosen():
    rng = np.random.default_rng(63)
    for _ in range(1500):
        n_queries, scale = int(rng.integers(2, 60)), rng.choice([1.0, 10.0, 100.0])  # scale = ε₀ n
        errors = rng.random(n_queries) ** rng.choice([1.0, 0.2]) * rng.choice([1.0, 0.3])
        yield {"lost": errors.max() - brute.choice(errors, scale / 2) @ errors,
               "bound": qr.selection_bound(n_queries, 10, scale / 10)}


THRESHOLDS = np.vstack([np.tri(2, 3), -np.tri(2, 3)])
SIGNED = np.array([[1.0, -1.0], [-1.0, 1.0]])


STATEMENTS = (
    Statement(
        "U17-ONESIDED", "slide “Towards PMW”, answer to “Why only one sided?”", "Errors on one side only", Verdict.OURS,
        PAGE,
        hypotheses=r"""The slide defines the error of $\hat p$ as $\max_{q\in Q}\langle q, \hat p - p^*\rangle$,
            without an absolute value, asks why, and gives no answer. $\hat p$ from the algorithm on that slide.""",
        claim=r"""If $Q$ holds $-q$ or $1 - q$ with each $q$, the error on one side is $\max_{q\in Q}|\langle q,
            \hat p - p^*\rangle|$. Without that an answer can stay far too low.""",
        correction=r"""$\langle -q, \hat p - p^*\rangle = \langle 1 - q, \hat p - p^*\rangle$ is the error on the other
            side, as $\hat p$ and $p^*$ both sum to 1. Closing $Q$ doubles $|Q|$ at most. Without it the algorithm never
            looks at answers that are too low.""",
        check=says(
            """In {settings} settings with negations or complements in Q both sides' errors are the same number, at most
                {worst:.2f} of the bound. Without, two cells, all records in the first, Q = {{(1, 0)}}, T = 64: p-hat
                answers the only query {two_sided:.3f} too low, the bound is {bound:.3f}; with the complement in Q the
                error is {closed:.3f}.""",
            equal("two", "one", _closed), ordered("two", printed_bound, _closed, "worst"),
            refuted(printed_bound(2, 64), lambda: _too_low(PAIR[:1]), name="two_sided", least=4),
            between(0, lambda: _too_low(PAIR), printed_bound(2, 64), "closed"),
            lambda: {"bound": printed_bound(2, 64)}),
    ),
    Statement(
        "U17-PMW1", "slide “Towards PMW”, claim", "Multiplicative weights learns the answers", Verdict.HOLDS, PAGE,
        hypotheses=r"""$q^t$ maximizes $\langle q, p^t - p^*\rangle$ exactly; losses $\ell^t = q^t$, entries in
            $[0,1]$ or $[-1,1]$; $\eta = \min\{\sqrt{\ln|X|/T}, 1\}$.""",
        claim=r"""$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le \frac1T\sum_t\langle q^t, p^t - p^*\rangle \le
            2\sqrt{\frac{\ln|X|}{T}}$, whatever $Q$ and $p^*$ are.""",
        correction="""The sum is the regret of multiplicative weights against the fixed distribution $p^*$. The size
            of $Q$ does not matter.""",
        formulas=(qr.approximation_bound,),
        check=says(
            """In {settings} settings (|X| ≤ 7, |Q| ≤ 12, T ≤ 40) the average of the T worst errors, which the chain
                bounds, is at most {unit:.2f} of the bound for queries in [0, 1], {signed:.2f} for [-1, 1]. Where T
                < ln|X| the cap η = 1 acts and the bound is above 2.""",
            *(ordered("average", "bound", partial(_hunts, low), name)
              for name, low in (("unit", 0.0), ("signed", -1.0))),
            ordered("one more", "than", partial(_hunts, 0.0), "chain"), lambda: {"settings": 2 * HUNTS}),
    ),
    Statement(
        "U17-EM", "slide “Exponential Mechanism”", "Finding the worst query privately", Verdict.HOLDS, PAGE,
        hypotheses=r"""$n$ records, one is replaced; $q$ or $-q$ in $[0,1]^X$ for each $q \in Q$, as for statistical
            queries, so $\langle q, p^*\rangle$ moves by at most $1/n$.""",
        claim=r"""$\Pr[q^t = q] \propto \exp(\frac{\varepsilon_0}{2}n\langle q, p^t - p^*\rangle)$ is
            $(\varepsilon_0, 0)$-DP, and $\mathbb{E}\langle q^t, p^t - p^*\rangle \ge \max_{q\in Q}\langle q, p^t -
            p^*\rangle - \frac{2\ln|Q|}{\varepsilon_0n}$.""",
        correction=r"""For entries of both signs in $[-1,1]$ the answers move by $2/n$: halve the exponent. The
            second part in one line: this law maximizes $\mathbb{E}\langle q, p^t - p^*\rangle +
            \frac{2}{\varepsilon_0n}\mathrm{Entropy}$, and the entropy is between 0 and $\ln|Q|$.""",
        formulas=(qr.selection_bound,),
        check=says(
            r"""Over all data sets of 1, 2 and 5 records on 2 or 3 cells the largest privacy loss is {loss:.3f} ε₀.
                With entries of both signs, (1, -1) and (-1, 1), the printed exponent costs {signed:.2f} ε₀. The
                expected loss of error is at most {worst:.2f} of $2\ln|Q|/(\varepsilon_0n)$ in {settings} settings.""",
            ordered(_largest_loss, 1, {"rows": (THRESHOLDS, 1 - THRESHOLDS[:2], PAIR), "epsilon": (0.1, 1.0, 5.0),
                                       "n": (1, 2, 5)}, "loss", slack=1e-9),
            refuted(1, lambda: _largest_loss(SIGNED, 1.0, 5), name="signed", least=1.5),
            ordered("lost", "bound", _chosen, "worst")),
    ),
)
