"""What the companions of lecture 7 add to `dplearn.exppw.statements`."""

from functools import lru_cache, partial

import numpy as np

from ... import exppw
from ...claim import equal, ordered, refuted, says
from ...statement import Statement, Verdict
from .. import brute, deeper
from . import brute as deeper_brute
from .world import tied_error

TINY = {"masses chances": (((0.3, 0.3, 0.4), (0.1, 1.0, 0.3)), ((1.0,), (0.35,))), "n": (0, 1, 4), "T": (1, 2, 3),
        "epsilon": (0.5, 2.0, 8.0)}


@lru_cache
def _literal():
    """The ends on all data sets of 3 examples on 3 points, T = 3."""
    return brute.ends(3, 3, 3, partial(brute.end, literal=True))


def _tied():
    """All points at one place, Pr[1] = 0.1, at the theorem's T and n for α = 0.05, ε = 0.1."""
    size = exppw.sample_size(1, 0.05, epsilon=0.1)
    return tied_error(0.1, size, clamp=exppw.clamp(0.05, 0.1), epsilon=0.1, order="zeros-first")


def _left_out(masses, chances, n, T, epsilon):
    """The bound, where Opt is of the functions with a change fewer than there are pieces."""
    k = len(masses) - 1
    best = (np.where(brute.functions(k + 1, k), np.subtract(1, chances), chances) @ masses).min()
    return exppw.population_error_bound_sharp(best, k, T, epsilon, n)


STATEMENTS = (
    Statement(
        "DF18-F1", "Figure 1", "ExpPW, the exponential projected walk", Verdict.TYPO,
        "deeper/7a-ties-and-sharper-bounds",
        hypotheses="Examples $(x_i, y_i)$ sorted by $x$; a query $x$; $v_0 = 0$, $i = 0$.",
        claim=r"""While $x_i \le x$: raise $i$, $v_i = \mathrm{Proj}_{[-T,T]}(v_{i-1} + 2y_i - 1)$. Then answer 1
            with probability $\sigma(\varepsilon v_i/2)$.""",
        correction=r"""The guard looks at $x_i$ before $i$ is raised: $x_0$ does not exist, and the first example
            after $x$ is taken, too. Then the walk's end can move by 3, which costs up to $1.5\varepsilon$. Meant is:
            while $i < n$ and $x_{i+1} \le x$. For the proof of Lemma 5.1 lets an example after $x$ have no effect.""",
        words=r"while $x_i \le x$ do",
        formulas=(deeper.figure_one_epsilon,),
        check=says(
            r"""All data sets of 3 examples on 3 points, T = 3, to the letter: one example moves the walk's end by
                3, and an answer that claims ε = 1 costs {literal:.5f}.""",
            refuted(1.0, lambda: brute.loss(_literal(), 0.5), name="literal"),
            equal(lambda: brute.moved(_literal()), 3)),
    ),
    Statement(
        "DF18-T2.4", "Theorems 2.4 and 5.3", "Mistakes on new points", Verdict.LIMITED,
        "deeper/7a-ties-and-sharper-bounds",
        hypotheses=r"Any law $P$ on $[N]\times\{0,1\}$; $T = <clamp>$, $n \ge <sample_size>$ (Theorem 2.4: $k = 1$).",
        claim=r"""(a) $\mathbb{E}\,\mathsf{Err}_P \le <population_error_bound>$. (b) With $\varepsilon = \alpha/2$:
            at most $\mathsf{Opt}_P + \alpha$. (c) If $\mathsf{Opt}_P = 0$, $\varepsilon \le
            \frac{1}{16\ln(1/\beta)}$: $\Pr[\mathsf{Err}_P \ge 3\alpha] \le 2\beta$.""",
        correction=r"""Theorem 5.3, of the walk: for points without ties (keys). If ties are sorted by label it fails;
            for ties in data order the proof breaks. Theorem 2.4 says that some algorithm does it: the walk with keys.
            (b) stands with the constant in its $O(\cdot)$: at this $\varepsilon$ run the walk with accuracy $\alpha/4$.
            $T$ is rounded up, harmless for $\alpha \le \frac12$, $\varepsilon \le 1.386$. (c) holds, with whole moments
            in Lemma 6.5.""",
        words="examples from an arbitrary distribution",
        formulas=(exppw.clamp, exppw.sample_size, exppw.population_error_bound),
        check=says(
            """Sorted ties break (a): all at one point, Pr[1] = 0.1, α = 0.05, ε = 0.1, zeros before ones, the error
                is {tied:.5f} and the bound {tied_claimed:.5f}.""",
            refuted(lambda: exppw.population_error_bound(0.1, 1, 0.05, 0.1, 10**9), _tied, name="tied", least=5)),
    ),
    Statement(
        "DF18-OURS-LOO", "sharpening of Theorem 5.3", "Leave one out", Verdict.OURS,
        "deeper/7a-ties-and-sharper-bounds",
        hypotheses=r"No ties, or random keys; any $\varepsilon$, $k$, $T$ and $n$.",
        claim=r"""$\mathbb{E}\,\mathsf{Err}_P \le <population_error_bound_sharp>$, $\tau =
            \frac12\tanh\frac\varepsilon4$.""",
        correction=r"""Of $n+1$ points any may be the query, and its walk stands at $v_{i-1}$ of the walk through
            all. Between heights $h$ and $h+1$ a step up and one down err $\sigma(-\frac{\varepsilon h}2) +
            \sigma(\frac{\varepsilon(h+1)}2) \le 1 + \tau \le 1 + \frac\varepsilon8$. The rest is Lemma 5.2's;
            $e^\varepsilon$ is gone.""",
        formulas=(exppw.population_error_bound_sharp,),
        check=says(
            r"""The exact error is at most {ratio:.5f} of the bound in {settings} settings: n = 0, 1, 4 on two
                small worlds, T = 1, 2, 3 and ε = 0.5, 2, 8.""",
            ordered(deeper_brute.expected_error, _left_out, TINY)),
    ),
)
