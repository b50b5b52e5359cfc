"""Cards for DF18's Section 5: the exponential projected walk on the line.

T is the walk's clamp, σ(z) = 1/(1 + e^-z); relation: one example is replaced.  The oracles are in `brute`.
"""

import itertools
import math
from functools import lru_cache, partial

import numpy as np

from .. import exppw
from ..brute import binomial
from ..claim import equal, ordered, refuted, says
from ..privacy import Relation
from ..statement import Statement, Verdict, require
from . import brute

# ---- Figure 1 ------------------------------------------------------------------------------------


def _two_guards():
    """All data sets of 3 examples on 3 points, T = 3, ε = 1: by the figure to the letter, and mended."""
    literal, mended = (brute.ends(3, 3, 3, partial(brute.end, literal=more)) for more in (True, False))
    cost = {"literal": brute.loss(literal, 0.5), "mended": brute.loss(mended, 0.5)}
    package = [exppw.figure_one_epsilon(3, 1.0), exppw.walk_epsilon(3, 1.0)]
    moves = {"literal_moves": brute.moved(literal), "mended_moves": brute.moved(mended)}
    limit = exppw.figure_one_epsilon(400, 1.0)
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


# ---- Lemma 5.1 -----------------------------------------------------------------------------------

SMALL = {"size": ((1, 3), (2, 3), (3, 3), (4, 2)), "T": (1, 2, 3), "epsilon": (0.3, 1.0, 4.0)}  # size: examples, points
LABELS = brute.labelings(9)
_ends = lru_cache(brute.ends)


def _less(size, T):
    """The ends with one example less."""
    return _ends(size[0] - 1, size[1], T)


def _replaced(size, T, epsilon):
    return brute.loss(_ends(*size, T), epsilon / 2)


def _removed(size, T, epsilon):
    return brute.loss(_ends(*size, T), epsilon / 2, _less(size, T))


def _moves():
    """How far the end moves when one example leaves; and what an answer costs at T = 3."""
    found = max(brute.moved(_ends(*size, T), _less(size, T)) for size in SMALL["size"] for T in SMALL["T"])
    require(found == 1, f"a removed example must move the end by at most 1; got {found}")
    return {"removed": int(found), "three": _replaced((3, 3), 3, 1.0)}


def _true(relation):
    return lambda size, T, epsilon: exppw.walk_epsilon(T, epsilon, relation=relation, n=size[0])


def _commoner_last(x, y, query, T):
    """The end where all examples are tied, in an order that one of them turns round."""
    return int(brute.walk(sorted(y, key=lambda label: label == (2 * sum(y) >= len(y))), T)[-1])


def _tied(ones):
    """Ten labels."""
    return np.arange(10) < ones


# ---- Lemma 5.2: all labelings of nine points -----------------------------------------------------

NINE = {"k": range(4), "T": (1, 2, 4), "epsilon": (0.5, 2.0, 6.0)}
_best = lru_cache(lambda k: brute.least_mistakes(LABELS, k) / 9)
_walks = lru_cache(lambda T: brute.walk(LABELS, T))


def _errs(T, epsilon):
    return brute.wrong(_walks(T)[:, 1:], LABELS, epsilon).mean(axis=1)


def _printed(k, T, epsilon):
    return exppw.empirical_error_bound(_best(k), k, T, 9, epsilon)


def _sharp(k, T, epsilon):
    return exppw.empirical_error_bound_sharp(_best(k), k, T, 9, epsilon, stays=(np.diff(_walks(T)) == 0).sum(axis=1))


def _nearest():
    """By how many mistakes the sharper bound is missed, for k = 0 and 1."""
    exact, near = (min(9 * (_sharp(k, T, epsilon) - _errs(T, epsilon)).min()
                       for T, epsilon in itertools.product(NINE["T"], NINE["epsilon"])) for k in (0, 1))
    require(abs(exact) < 1e-9, f"for k = 0 it is attained; missed by {exact}")
    return {"points": 9, "labelings": len(LABELS), "near": near}


def _ties():
    """All at one point, the ones first: every answer comes from the walk's last place."""
    found = {}
    for name, ones, zeros, T, epsilon in (("many", 90, 10, 5, 2.0), ("few", 6, 2, 1, 6.0)):
        y = np.repeat([1, 0], [ones, zeros])
        error = float(brute.wrong(brute.walk(y, T)[-1], ones / len(y), epsilon))
        bound = exppw.empirical_error_bound(zeros / len(y), 1, T, len(y), epsilon)
        package, keyed = (exppw.empirical_error(np.ones(len(y)), y, clamp=T, epsilon=epsilon, tie_keys=keys)
                          for keys in (None, np.random.default_rng(72).random(len(y))))
        require(abs(package - error) < 1e-12 and error > bound >= keyed,
                f"ties: error {error}, got {package}; bound {bound}; with keys {keyed}")
        found |= {name: error, f"{name}_bound": bound}
    return found


# ---- Theorem 5.3 ---------------------------------------------------------------------------------


def _optimum(masses, chances, k):
    return min(float(np.where(rule, np.subtract(1, chances), chances) @ masses)
               for rule in brute.functions(len(masses), k))


def _package(masses, chances, n, T, epsilon):
    return exppw.expected_error(len(masses) - 1, chances[0], n, clamp=T, epsilon=epsilon)


def _size(alpha, epsilon):
    return exppw.sample_size(1, alpha, epsilon=epsilon)


def _at_printed_size(alpha, epsilon, world):
    return brute.expected_error(*world, _size(alpha, epsilon), exppw.clamp(alpha, epsilon), epsilon)


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
    package, keys = (exppw.tied_error(p, n, clamp=T, epsilon=epsilon, order=order) for order in ("zeros-first", "keys"))
    require((T, n) == (74, 8854) and abs(bound - 0.15 * math.exp(0.1)) < 1e-12, f"as printed; got {T}, {n}, {bound}")
    require(abs(tied - package) < 1e-9 and tied > 5 * bound > 5 * keys,
            f"ties: {tied} against {bound}; got {package}, {keys}")
    q, v = 0.532, np.arange(-11, 12)
    law = (q / (1 - q)) ** v
    kept, allowed = float(law / law.sum() @ brute.wrong(v, q, 1.0) - (1 - q)), math.exp(-11 / 2)
    drawn = exppw.tied_error(q, 10**6, clamp=exppw.clamp(0.01, 1.0), epsilon=1.0, order="data") - (1 - q)
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


# ---- leave one out -------------------------------------------------------------------------------

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
        formulas=(exppw.figure_one_epsilon,),
        check=says(
            r"""To the letter an answer that claims ε = 1 costs {literal:.5f} (all data sets of 3 examples on 3
                points, T = 3); with the right guard {mended:.5f}. The walk's end moves by {literal_moves}, with the
                right guard by {mended_moves}. At T = 400 it costs {limit:.2f}. The laws of the package agree with
                plain loops on 20 samples with ties.""",
            _two_guards, equal(_loops, _laws, {"seed": range(20), "literal": (True, False)})),
    ),
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
                {removed}; at T = 3 an answer that claims ε = 1 costs {three:.5f}. The same with 1 and 2 examples on
                three points and 4 on two, T = 1, 2, 3, ε = 0.3, 1, 4: the cost is the formula's in all {settings}
                settings. An order that one example turns round costs more: ten examples at one point, the commoner
                label last, T = 3: {tied:.4f}.""",
            _moves, equal(lambda T: exppw.projected_walk(LABELS, T), lambda T: brute.walk(LABELS, T), {"T": (3,)}),
            equal(lambda ones: brute.sigma(_commoner_last((), _tied(ones), 1, 3) / 2),
                  lambda ones: exppw.tie_rule_probability(np.ones(10), _tied(ones), 1.0, clamp=3, epsilon=1.0,
                                                          rule="majority-last"), {"ones": range(11)}),
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
                bound {many_bound:.5f}. With 6 ones, then 2 zeros, T = 1, ε = 6: {few:.5f} and {few_bound:.5f}.
                Without ties, all {labelings} labelings of {points} points, T = 1, 2, 4, ε = 0.5, 2, 6, k = 0 to 3:
                the error is at most {ratio:.3f} of the bound; the sharper one holds, is attained for k = 0 and
                missed by as little as {near:.2f} mistakes for k = 1.""",
            _ties, _nearest, ordered(_errs, _printed, NINE), ordered(_errs, _sharp, NINE, "sharp_ratio"),
            ordered(_sharp, _printed, NINE, "sharper"),
            equal(lambda row, k: _best(k)[row],
                  lambda row, k: exppw.best_intervals(np.arange(9), LABELS[row], k)[0][k],
                  {"row": range(0, 512, 40), "k": range(4)}),
            equal(lambda T, epsilon: _errs(T, epsilon)[77],
                  lambda T, epsilon: exppw.empirical_error(np.arange(9), LABELS[77], clamp=T, epsilon=epsilon), NINE)),
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
            equal(brute.expected_error, _package, SETTLED, within=1e-9), ordered(_at_printed_size, _promise, PRINTED)),
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
            ordered(brute.expected_error, _left_out, TINY)),
    ),
)
