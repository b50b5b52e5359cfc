"""Cards for U17, second part: multiplicative weights against the worst query, and how to find that query privately.

p* is the histogram of n records, p-hat the average of p^1 .. p^T.  Neighbors differ in one record, n is public.
"""

import math

import numpy as np

from ... import query_release as qr
from ...brute import compositions
from ...claim import between, ordered, refuted, says
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


def _hunts():
    """U17's algorithm on worlds with queries in [0, 1], and in [-1, 1]."""
    for low in (0.0, -1.0):
        for p_star, rows, T in brute.worlds(HUNTS, seed=61, low=low):
            errors = brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))[2]
            yield {"average": np.mean(errors), "bound": printed_bound(len(p_star), T)}


def _largest_loss(epsilon, n):
    """The largest privacy loss over ε₀, over all neighbors of n records, with the printed exponent; p^t is uniform."""
    counts = compositions(n, 3)
    laws = np.array([brute.choice(THRESHOLDS @ (1 / 3 - share), epsilon * n / 2) for share in counts / n])
    near = abs(counts[:, None] - counts).sum(axis=-1) == 2
    return np.log(laws[:, None] / laws)[near].max() / epsilon


THRESHOLDS = np.vstack([np.tri(2, 3), -np.tri(2, 3)])


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
            """Two cells, all records in the first, Q = {{(1, 0)}}, T = 64: p-hat answers the only query {two_sided:.3f}
                too low, the bound is {two_sided_claimed:.3f}; with the complement in Q the error is {closed:.3f}.""",
            refuted(printed_bound(2, 64), lambda: _too_low(PAIR[:1]), name="two_sided", least=4),
            between(0, lambda: _too_low(PAIR), printed_bound(2, 64), "closed")),
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
            """In {settings} settings (|X| ≤ 7, |Q| ≤ 12, T ≤ 40; queries in [0, 1] and [-1, 1]) the average of the T
                worst errors, which the chain bounds, is at most {ratio:.2f} of the bound.""",
            ordered("average", "bound", _hunts)),
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
            r"""Over all data sets of 1, 2 and 5 records on 3 cells, $p^t$ uniform, the largest privacy loss is
                {loss:.3f} ε₀. The most that can be lost of the error (U17-EM-SHARP) is at most {worst:.2f} of
                $2\ln|Q|/(\varepsilon_0n)$, |Q| = 2 to $10^9$.""",
            ordered(_largest_loss, 1, {"epsilon": (0.1, 5.0), "n": (1, 2, 5)}, "loss", slack=1e-9),
            ordered(qr.selection_bound_sharp, qr.selection_bound,
                    {"n_queries": (2, 10, 10**3, 10**9), "n": (1,), "epsilon_step": (1.0,)}, "worst")),
    ),
)
