"""What the companions of lecture 7 add to `dplearn.exppw.statements`."""

import math
from functools import partial

import numpy as np

from ... import exppw
from ...brute import binomial
from ...claim import equal, ordered, says
from ...statement import Statement, Verdict, require
from .. import brute, deeper
from . import brute as deeper_brute


def _two_guards():
    """All data sets of 3 examples on 3 points, T = 3, ε = 1: by the figure to the letter, and mended."""
    literal, mended = (brute.ends(3, 3, 3, partial(brute.end, literal=more)) for more in (True, False))
    cost = {"literal": brute.loss(literal, 0.5), "mended": brute.loss(mended, 0.5)}
    package = [deeper.figure_one_epsilon(3, 1.0), exppw.walk_epsilon(3, 1.0)]
    moves = {"literal_moves": brute.moved(literal), "mended_moves": brute.moved(mended)}
    limit = deeper.figure_one_epsilon(400, 1.0)
    require(np.allclose(list(cost.values()), package, rtol=0, atol=1e-12), f"the exact ε are {cost}; got {package}")
    require(cost["literal"] > 1 > cost["mended"] and list(moves.values()) == [3, 2],
            f"the end moves by {moves}, at the cost {cost}")
    require(1.499 < limit <= 1.5, f"the limit is 1.5ε; got {limit}")
    return {**moves, **cost, "limit": limit}


def _sample(seed):
    """Six examples on three points, and queries."""
    rng = np.random.default_rng(seed)
    return rng.integers(1, 4, 6).astype(float), rng.integers(0, 2, 6), np.arange(4.0)


def _loops(seed, literal):
    x, y, queries = _sample(seed)
    return brute.sigma([0.35 * brute.end(x, y, q, 2, literal=literal) for q in queries])


def _laws(seed, literal):
    law = exppw.figure_one_probability if literal else exppw.predict_probability
    return law(*_sample(seed), clamp=2, epsilon=0.7)


def _optimum(masses, chances, k):
    return min(float(np.where(rule, np.subtract(1, chances), chances) @ masses)
               for rule in brute.functions(len(masses), k))


def _package(masses, chances, n, T, epsilon):
    return deeper.expected_error(len(masses) - 1, chances[0], n, clamp=T, epsilon=epsilon)


def _size(alpha, epsilon):
    return exppw.sample_size(1, alpha, epsilon=epsilon)


def _at_printed_size(alpha, epsilon, world):
    return deeper_brute.expected_error(*world, _size(alpha, epsilon), exppw.clamp(alpha, epsilon), epsilon)


def _promise(alpha, epsilon, world):
    return exppw.population_error_bound(_optimum(*world, 1), 1, alpha, epsilon, _size(alpha, epsilon))


PRINTED = {"alpha epsilon": ((0.4, 1.0), (0.4, 2.0), (0.3, 1.3)),
           "world": (((0.5, 0.5), (0.1, 0.9)), ((0.3, 0.7), (0.0, 1.0)), ((0.6, 0.4), (0.4, 0.7)),
                     ((0.5, 0.5), (0.9, 0.2)))}
SETTLED = {"masses chances n T epsilon": (((0.5, 0.5), (0.1, 0.9), 150, 2, 0.7), ((1.0,), (0.1,), 8854, 74, 0.1))}


def _one_place():
    """All points at one place: zeros sorted first; and ties as drawn, n without end."""
    alpha, epsilon, p = 0.05, 0.1, 0.1
    T, n = exppw.clamp(alpha, epsilon), _size(alpha, epsilon)
    ones = np.arange(n + 1)
    ends = np.minimum(T, np.maximum(-T, ones - n) + ones)
    tied = float(binomial(n, p) @ brute.wrong(ends, p, epsilon))
    bound = exppw.population_error_bound(p, 1, alpha, epsilon, n)
    package, keys = (deeper.tied_error(p, n, clamp=T, epsilon=epsilon, order=order)
                     for order in ("zeros-first", "keys"))
    require((T, n) == (74, 8854) and abs(bound - 0.15 * math.exp(0.1)) < 1e-12, f"as printed; got {T}, {n}, {bound}")
    require(abs(tied - package) < 1e-9 and tied > 5 * bound > 5 * keys,
            f"ties: {tied} against {bound}; got {package}, {keys}")
    q, v = 0.532, np.arange(-11, 12)
    law = (q / (1 - q)) ** v
    kept, allowed = float(law / law.sum() @ brute.wrong(v, q, 1.0) - (1 - q)), math.exp(-11 / 2)
    drawn = deeper.tied_error(q, 10**6, clamp=exppw.clamp(0.01, 1.0), epsilon=1.0, order="data") - (1 - q)
    require(abs(kept - drawn) < 1e-6 and kept > 3 * allowed,
            f"ties as drawn leave an excess of {kept}, Lemma 5.2 {allowed}; got {drawn}")
    return {"tied": tied, "bound": bound, "keys": keys, "T": T, "n": n, "drawn": kept, "allowed": allowed}


def _at_half(share):
    """Part (b): what (a) gives at ε = α/2 with this share of α as its accuracy."""
    return lambda optimum, alpha: exppw.population_error_bound(optimum, 1, share * alpha, alpha / 2, 10**9)


def _wanted(optimum, alpha):
    return optimum + alpha


PART_B = {"optimum": (0.0, 0.25, 0.5), "alpha": (0.01, 0.3, 0.9)}
ROUNDED = {"alpha": (1e-4, 0.1, 0.5), "over": np.linspace(0, math.log(2), 50)}  # T = (2/ε)(ln(2/α) + over)


def _whole_moments():
    """Part (c), ln(1/β): the ends, where the best k changes."""
    logs = [math.log(2), *(math.sqrt(j * (j + 1)) / 4 for j in range(3, 200))]
    top = max(min(log / k + k / (16 * log) for k in range(1, 250)) for log in logs)
    require(math.exp(top) <= 2, f"with whole moments the factor is e^{top}, at most 2")
    return {"exponent": top}


TINY = {"masses chances": (((0.4, 0.6), (0.2, 0.9)), ((0.3, 0.3, 0.4), (0.1, 1.0, 0.3)), ((1.0,), (0.0,)),
                           ((1.0,), (0.35,))), "n": (0, 1, 4), "T": (1, 2, 3), "epsilon": (0.5, 2.0, 8.0)}


def _left_out(masses, chances, n, T, epsilon):
    k = len(masses) - 1
    return exppw.population_error_bound_sharp(_optimum(masses, chances, k), k, T, epsilon, n)


def _pair(epsilon):
    """What a step up and a step down in one band err beyond 1."""
    v = np.arange(60)
    return brute.sigma(epsilon * (v + 1) / 2) - brute.sigma(epsilon * v / 2)


def _sizes():
    bounds = exppw.population_error_bound_sharp(0.0, 1, exppw.clamp(0.1, 1.0), 1.0, np.arange(1, 1000))
    printed, sharp = exppw.sample_size(1, 0.1, epsilon=1.0), 1 + int(np.argmax(bounds <= 0.1))
    require(bounds[sharp - 1] <= 0.1 < bounds[sharp - 2] and sharp < printed,
            f"the smallest n with bound 0.1 is {sharp}, printed {printed}")
    return {"printed": printed, "sharp": sharp}


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
            r"""To the letter an answer that claims ε = 1 costs {literal:.5f} (all data sets of 3 examples on 3
                points, T = 3); with the right guard {mended:.5f}. The walk's end moves by {literal_moves}, with the
                right guard by {mended_moves}. At T = 400 it costs {limit:.2f}. The laws of the package agree with
                plain loops on 20 samples with ties.""",
            _two_guards, equal(_loops, _laws, {"seed": range(20), "literal": (True, False)})),
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
                is {tied:.5f} and the bound {bound:.5f}; with random keys it is {keys:.5f}. There T = {T}, n = {n}.
                Without ties, two pieces of a line, the printed n, {settings} settings: at most {ratio:.3f} of the
                bound. Ties in data order can leave an excess of {drawn:.5f} where Lemma 5.2 has {allowed:.5f}. The
                exponent in (c) with whole moments: at most {exponent:.4f}.""",
            _one_place, _whole_moments, ordered(_wanted, _at_half(1), PART_B), ordered(_at_half(0.25), _wanted, PART_B),
            ordered(lambda over, alpha: over / math.log(2 / alpha), lambda over: -math.expm1(-over), ROUNDED),
            equal(deeper_brute.expected_error, _package, SETTLED, within=1e-9),
            ordered(_at_printed_size, _promise, PRINTED)),
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
            r"""The exact error is at most {ratio:.5f} of the bound in {settings} settings: n = 0, 1, 4 on four
                small worlds, T = 1, 2, 3 and ε = 0.5, 2, 8. Realizable, one threshold, ε = 1, error 0.1: n =
                {sharp}; Theorem 5.3 asks for {printed} and promises $0.1\,e^\varepsilon$.""",
            _sizes, ordered(_pair, lambda epsilon: math.tanh(epsilon / 4) / 2, {"epsilon": (0.01, 0.5, 3.0, 20.0)}),
            ordered(deeper_brute.expected_error, _left_out, TINY)),
    ),
)
