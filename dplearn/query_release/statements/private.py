"""Cards for U17, third part: private multiplicative weights as a whole, its privacy, its error and its running time.

Notation as in `release`; L = ln(1/δ).
"""

import math

import numpy as np

from ... import query_release as qr
from ...claim import ordered, says
from ...statement import Statement, Verdict
from .. import brute
from .release import PAGE, printed_eta

WORLDS = {"universe_size": (2, 2**20, 2**60), "n_queries": (10, 10**9), "n": (10**3, 10**7), "epsilon": (0.1, 3.0),
          "delta": (1e-9, 1e-3)}


def _whole(**world):
    """U17's bound at T = ⌈T*⌉, no more than 1, as no error of a query of width 1 passes that."""
    return min(qr.pmw_bound(**world, T=math.ceil(qr.best_rounds(**world))), 1.0)


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
            Where $4R \ge 1$ there is nothing to prove, else $T^* \ge 16\ln|X| > 11$ and rounding costs little.""",
        formulas=(qr.pmw_best_bound, qr.best_rounds, qr.best_whole_rounds),
        check=says(
            """In {settings} settings the bound at T = ⌈T*⌉, an error above 1 counted as 1, is at most {ratio:.4f} of
                4.004 R.""",
            ordered(_whole, lambda **world: 1.001 * qr.pmw_best_bound(**world), WORLDS)),
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
