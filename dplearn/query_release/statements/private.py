"""Cards for U17, third part: private multiplicative weights as a whole, its privacy, its error and its running time.

Notation as in `release`; L = ln(1/δ).
"""

import math

import numpy as np

from ... import query_release as qr
from ...claim import equal, ordered, says
from ...statement import Statement, Verdict
from .. import brute
from .release import PAGE, printed_eta

WORLDS = {"universe_size": (2, 2**20, 2**60), "n_queries": (10, 10**9), "n": (10**3, 10**7), "epsilon": (0.1, 3.0),
          "delta": (1e-9, 1e-3)}
EXAMPLE = (2**20, 10**4, 10**6, 1.0, 1e-6)


def _bound(T, universe_size, n_queries, n, epsilon, delta):
    """U17's, at any real T."""
    choosing = 2 * math.log(n_queries) * math.sqrt(-T * math.log(delta)) / (epsilon * n)
    return 2 * math.sqrt(math.log(universe_size) / T) + choosing


def _least(**world):
    """The least of U17's bounds over all real T, by search, over 4R."""
    from scipy import optimize  # slow to load, and a page that shows no card of this kind does without

    found = optimize.minimize_scalar(lambda s: _bound(math.exp(s), **world), bounds=(-30, 60), method="bounded",
                                     options={"xatol": 1e-9})
    return found.fun / qr.pmw_best_bound(**world)


def _at_its_best(**world):
    return _bound(qr.best_rounds(**world), **world) / qr.pmw_best_bound(**world)


def _whole(**world):
    """At T = ⌈T*⌉, no more than 1, as no error of a query of width 1 passes that; over R."""
    return min(_bound(math.ceil(qr.best_rounds(**world)), **world), 1.0) / qr.pmw_best_bound(**world) * 4


def _simple_sharp(universe_size, n_queries, n, epsilon, delta):
    rate = math.log(n_queries) * math.sqrt(math.log(universe_size) * (epsilon - math.log(delta)))
    return 2 * math.sqrt(rate / (epsilon * n))


def _operations(size, m, T):
    """Counted arithmetic of T steps as they are printed, over T|Q||X|."""
    rng, before = np.random.default_rng(67), brute.Counted.operations
    p_star, rows = brute.counted(rng.dirichlet(np.ones(size))), brute.counted(rng.random((m, size)))
    brute.hunt(p_star, rows, T, printed_eta(size, T))
    return (brute.Counted.operations - before) / (T * m * size)


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
                ⌈T*⌉ at most 4.004 R, an error above 1 counted as 1. For |X| = $2^{{20}}$, |Q| = $10^4$, n =
                $10^6$, ε = 1, δ = $10^{{-6}}$: T* = {T:.0f} and an expected error of at most {error:.4f},
                {sharp:.4f} with the sharpened steps.""",
            equal(_least, 1, WORLDS, within=1e-9), equal(_at_its_best, 1, WORLDS),
            ordered(_whole, 4.004, WORLDS, "over"), ordered(qr.pmw_best_bound_sharp, _simple_sharp, WORLDS, "simple"),
            lambda: {"T": qr.best_rounds(*EXAMPLE), "error": qr.pmw_best_bound(*EXAMPLE),
                     "sharp": qr.pmw_best_bound_sharp(*EXAMPLE)}),
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
            """Counted one by one, the operations are {counted[0]:.2f} T|Q||X| at |X| = 5, |Q| = 4, T = 3 and
                {counted[1]:.2f} T|Q||X| at |X| = 60, |Q| = 40, T = 8.""",
            ordered(_operations, 6, {"size m T": ((5, 4, 3), (20, 40, 4), (60, 40, 8))}),
            lambda: {"counted": [_operations(5, 4, 3), _operations(60, 40, 8)]}),
    ),
)
