"""Cards for U17, second part: multiplicative weights against the worst query, and how to find that query privately.

p* is the histogram of n records, p-hat the average of p^1 .. p^T.  Neighbors differ in one record, n is public.
"""

import itertools
import math
from functools import partial

import numpy as np

from ... import mechanisms, query_release as qr
from ...brute import compositions
from ...claim import ordered, same, says
from ...statement import Statement, Verdict, require
from .. import brute

PAIR = np.eye(2)  # two cells, "is it the first" and "is it the second": complements of each other
HUNTS = 200  # for queries in [0, 1], and as many for [-1, 1]
PAGE, DEEPER = "05-pmw-query-release", "deeper/5b-how-tight"


def printed_eta(size, T):
    """U17's learning rate."""
    return min(math.sqrt(math.log(size) / T), 1.0)


def printed_bound(size, T):
    """U17's bound."""
    return 2 * math.sqrt(math.log(size) / T)


def _average(p_star, rows, T):
    """p-hat at U17's rate, by hand."""
    return brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))[0][:-1].mean(axis=0)


def _one_sided():
    one, T = np.array([1.0, 0.0]), 64
    average, bound = _average(one, PAIR[:1], T), printed_bound(2, T)
    wrong, both = 1 - average[0], 1 - _average(one, PAIR, T)[0]
    require(wrong > 4 * bound >= 4 * (average[0] - 1), f"only the two-sided error is large: {wrong}; bound {bound}")
    package = qr.multiplicative_weights(one, PAIR[:1], T).histogram
    same(package, average, "one-sided hunt")
    same(qr.max_error(PAIR[:1], one, package), wrong, "error")
    return {"two_sided": wrong, "bound": bound, "closed": both}


def _closed():
    """The two-sided errors of both averages where the queries are closed under negation or complement."""
    for p_star, rows, T in brute.worlds(90, seed=60):
        package = qr.multiplicative_weights(p_star, qr.with_negations(rows), T).histogram
        for closed in (np.vstack([rows, -rows]), np.vstack([rows, 1 - rows])):
            average = _average(p_star, closed, T)
            two = [abs(rows @ (p - p_star)).max() for p in (average, package)]
            same((closed @ (average - p_star)).max(), two[0], "largest error in a closed set")
            yield {"two": two, "size": len(p_star), "T": T}


def _hunts(low):
    """U17's algorithm on worlds with queries in [low, 1]; every fourth by the package, too."""
    for k, (p_star, rows, T) in enumerate(brute.worlds(HUNTS, seed=61, low=low)):
        path, _, errors = brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))
        average, bound = path[:-1].mean(axis=0), printed_bound(len(p_star), T)
        if k % 4 == 3:
            package = qr.multiplicative_weights(p_star, rows, T)
            same([*package.histogram, *package.errors], [*average, *errors], "the package's hunt", 1e-9)
            same(qr.approximation_bound(len(p_star), T), bound, "the package's bound")
        require((rows @ (average - p_star)).max() <= np.mean(errors) + 1e-12,
                "the error of the average must be at most the average of the errors")
        yield {"average": np.mean(errors), "bound": bound}


def _largest_loss(rows, epsilon, n):
    """The largest privacy loss over all neighbors of n records, with the printed exponent."""
    size, most = rows.shape[1], 0.0
    counts = compositions(n, size)
    near = abs(counts[:, None] - counts).sum(axis=-1) == 2
    for p in (np.full(size, 1 / size), np.arange(1.0, size + 1) / (size * (size + 1) / 2)):
        laws = np.array([brute.choice(rows @ (p - c / n), epsilon * n / 2) for c in counts])
        same(mechanisms.exponential_probabilities((p - counts / n) @ rows.T, score_sensitivity=1 / n, epsilon=epsilon),
             laws, "law")
        most = max(most, np.log(laws[:, None] / laws)[near].max())
    return most


def _chosen():
    rng = np.random.default_rng(63)
    for _ in range(1500):
        n_queries, scale = int(rng.integers(2, 60)), rng.choice([1.0, 10.0, 100.0])  # scale = ε₀ n
        errors = rng.random(n_queries) ** rng.choice([1.0, 0.2]) * rng.choice([1.0, 0.3])
        lost, bound = errors.max() - brute.choice(errors, scale / 2) @ errors, 2 * math.log(n_queries) / scale
        same(qr.selection_bound(n_queries, 10, scale / 10), bound, "the package's bound", 1e-9)
        yield {"lost": lost, "bound": bound}


def _choice():
    thresholds = np.vstack([np.tri(2, 3), -np.tri(2, 3)])
    worlds = itertools.product((thresholds, 1 - thresholds[:2], PAIR), (0.1, 1.0, 5.0), (1, 2, 5))
    loss = max(_largest_loss(rows, e, n) / e for rows, e, n in worlds)
    signed = _largest_loss(np.array([[1.0, -1.0], [-1.0, 1.0]]), 1.0, 5)
    require(loss <= 1 + 1e-9 and signed > 1.5,
            f"ε₀-DP for width 1, not for entries of both signs; got {loss}, {signed}")
    return {"loss": loss, "signed": signed}


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
            _one_sided, ordered("two", printed_bound, _closed, "worst")),
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
            lambda: {"settings": 2 * HUNTS}),
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
            _choice, ordered("lost", "bound", _chosen, "worst")),
    ),
)
