"""Cards for U17, third part: private multiplicative weights as a whole, its privacy, its error and its running time.

Notation as in `release`; L = ln(1/δ).
"""

import itertools
import math

import numpy as np

from ... import query_release as qr
from ...claim import same, says
from ...statement import Statement, Verdict, require
from .. import brute
from .release import PAGE, printed_eta


def _best():
    from scipy import optimize  # slow to load, and a page that shows no card of this kind does without

    whole, grid = [], itertools.product((2, 2**20, 2**60), (10, 10**9), (None, 10**3, 10**7), (0.1, 3.0), (1e-9, 1e-3))
    for size, m, n, epsilon, delta in grid:
        log, X, Q = -math.log(delta), math.log(size), math.log(m)
        n = n or math.ceil(16 * Q * math.sqrt(X * log) / epsilon)  # where 4R passes 1
        learning, choosing = 2 * math.sqrt(X), 2 * Q * math.sqrt(log) / (epsilon * n)  # the two terms at T = 1
        setting, rate, best = (size, m, n, epsilon, delta), math.sqrt(learning * choosing) / 2, learning / choosing

        def printed(s):  # at T = e^s
            return learning * math.exp(-s / 2) + choosing * math.exp(s / 2)

        found = optimize.minimize_scalar(printed, bounds=(-30, 60), method="bounded", options={"xatol": 1e-9})
        same(np.divide([found.fun, qr.pmw_best_bound(*setting)], 4 * rate), 1, "least bound over 4 R", 1e-9)
        same(qr.best_rounds(*setting) / best, 1, "T over T*", 1e-9)
        same(math.exp(found.x) / best, 1, "T over T*, by search", 1e-3)
        whole.append(min(printed(math.log(math.ceil(best))), 1.0) / rate)  # no error of a width-1 query passes 1
        root = math.sqrt(X) / (n * (math.sqrt(log + epsilon) - math.sqrt(log)))
        sharp = math.sqrt(2 * brute.lambert((m - 1) / math.e) * root)
        same(qr.pmw_best_bound_sharp(*setting) / sharp, 1, "sharp form", 1e-9)
        require(sharp <= 2 * math.sqrt(Q * math.sqrt(X * (log + epsilon)) / (epsilon * n)) * (1 + 1e-12),
                "it must be within the simple one")
    require(4 < max(whole) <= 4.004, f"a whole T must cost at most 4.004 R; got {max(whole)}")
    case = (2**20, 10**4, 10**6, 1.0, 1e-6)
    return {"settings": len(whole), "whole": max(whole), "T": qr.best_rounds(*case), "error": qr.pmw_best_bound(*case),
            "sharp": qr.pmw_best_bound_sharp(*case)}


def _by_hand(p_star, rows, T, eta):
    """The algorithm in counted arithmetic, as it is printed; returns p-hat."""
    p_star, rows, weights, total = map(brute.counted, (p_star, rows, np.ones(len(p_star)), np.zeros(len(p_star))))
    for _ in range(T):
        p = weights / np.add.reduce(weights)
        total = total + p
        gaps = p - p_star
        errors = [np.add.reduce(q * gaps) for q in rows]
        worst = max(range(len(rows)), key=errors.__getitem__)
        weights = weights * np.exp(rows[worst] * -eta)
    return (total / T).astype(float)


class _Watched(qr.DenseQueries):
    """Counts how often the whole set of queries, or one of them, is asked for."""

    passes = 0

    def _answers(self, vectors):
        self.passes += 1
        return super()._answers(vectors)

    def _query(self, i):
        self.passes += 1
        return super()._query(i)


def _time():
    rng, ratios, passes = np.random.default_rng(67), {}, []
    for size, m, T in ((5, 4, 3), (20, 10, 4), (20, 40, 4), (60, 40, 4), (60, 40, 8)):
        p_star, rows = rng.dirichlet(np.ones(size)), rng.random((m, size))
        before, watched = brute.Counted.operations, _Watched(rows)
        average = _by_hand(p_star, rows, T, printed_eta(size, T))
        ratios[size, m, T] = (brute.Counted.operations - before) / (T * m * size)
        same(qr.multiplicative_weights(p_star, watched, T).histogram, average, "p-hat", 1e-9)
        passes.append(watched.passes / T)
    require(max(ratios.values()) < 6 and ratios[60, 40, 4] < 2.3, f"a constant times T|Q||X| operations: {ratios}")
    require(max(passes) <= 3, f"the package must pass over the queries at most 3 times a step; got {passes}")
    return {"small": ratios[5, 4, 3], "large": ratios[60, 40, 8], "passes": max(passes)}


STATEMENTS = (
    Statement(
        "U17-PMW3", "slide “Putting the Private in Private MW”, “set T optimally”",
        "The error at the best number of steps", Verdict.ASYMPTOTIC, PAGE,
        hypotheses=r"As in U17-PMW2 with $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$.",
        claim=r"""For the best $T$ the error is $\alpha = O(R)$, $R =
            (\frac{\ln|Q|\sqrt{\ln|X|\ln(1/\delta)}}{\varepsilon n})^{1/2}$.""",
        correction=r"""Expected error at most $4R$ at $T^* = \frac{\sqrt{\ln|X|}\,\varepsilon n}{\ln|Q|\sqrt L}$,
            and $4.004R$ at $T = \lceil T^*\rceil$: $a/\sqrt T + b\sqrt T$ is least, $2\sqrt{ab}$, at $T = a/b$.
            Where $4R \ge 1$ there is nothing to prove, else $T^* \ge 16\ln|X| > 11$ and rounding costs little. With
            the sharpened $\eta$ and $\varepsilon_0$ it is $2(\frac{\ln|Q|\sqrt{\ln|X|(L+\varepsilon)}}{\varepsilon
            n})^{1/2}$.""",
        formulas=(qr.pmw_best_bound, qr.best_rounds, qr.best_whole_rounds),
        check=says(
            """In {settings} settings minimizing the bound over T numerically gives 4R at this T (to 1e-9), and T =
                ⌈T*⌉ at most {whole:.4f} R, an error above 1 counted as 1. For |X| = $2^{{20}}$, |Q| = $10^4$, n =
                $10^6$, ε = 1, δ = $10^{{-6}}$: T* = {T:.0f} and an expected error of at most {error:.4f},
                {sharp:.4f} with the sharpened steps.""",
            _best),
    ),
    Statement(
        "U17-TIME", "slide “Putting the Private in Private MW”, running time", "What a run costs in time",
        Verdict.HOLDS, PAGE,
        hypotheses=r"""$Q$ as an arbitrary $|Q|\times|X|$ matrix; an arithmetic operation, a comparison or an $\exp$
            costs one.""",
        claim="""The running time is $O(T|Q||X|)$: each step is about linear in the size of $Q$, but can be
            exponential in that of the data.""",
        correction=r"""Exponential, as $|X| = 2^d$ for records of $d$ bits. Structured queries can be cheaper: all
            answers to the marginals of degree $k$ come out of one Walsh-Hadamard transform, about $|X|\log_2|X|$
            additions.""",
        check=says(
            """Counted one by one, the operations are {small:.2f} T|Q||X| at |X| = 5, |Q| = 4, T = 3 and {large:.2f}
                T|Q||X| at |X| = 60, |Q| = 40, T = 8. The package, given Q as an operator, passes over it at most
                {passes:.2f} times a step.""",
            _time),
    ),
)
