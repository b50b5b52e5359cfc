"""Cards for U17, fourth part: queries that arrive one at a time.

p* is the histogram of n records, p^t the public one, which moves at an update; an epoch lasts from one update to the
next. Neighbors differ in one record, n is public; L = ln(1/δ).
"""

import math
from itertools import product

import numpy as np

from .... import privacy, query_release
from ....claim import between, equal, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute, deeper
from ..brute import online as played


def _hard_stream(rows, p_star, above):
    """The next query: the worst, as long as its error is above a level, and then None."""
    def stream(p):
        errors = np.abs(rows @ (p - p_star))
        return rows[errors.argmax()] if errors.max() > above else None
    return stream


def _few_updates():
    """By hand and without noise: U17's rate with queries in [-1, 1], and the sharp one with queries in [0, 1]."""
    bound = deeper.online_updates_bound
    for most, rate, low in ((bound, 1 / 2, -1.0), (bound.sharp, 4, 0.0)):
        for (p_star, rows, _), alpha in product(brute.worlds(30, seed=70, low=low), (0.3, 0.1)):
            stream = _hard_stream(rows, p_star, alpha)
            moved = played(p_star, stream, alpha, rate * alpha, lambda kind: 0.0, most=10**4)[1]
            yield {"updates": len(moved), "bound": most(len(p_star), alpha)}


def _search_cost(k, step=0.1, reach=20.0):
    """ε of one search over ε₀: k values far above the threshold are said to be below, then one far below it above."""
    here, there = (deeper.first_above_law([far] * k + [-far], threshold=0.0, threshold_scale=1.0, test_scale=1.0)[k]
                   for far in (reach, reach + step))
    return math.log(here / there) / step


def _simple_cost(epsilon, delta):
    """The ε of ρ = 5Tε₀² at the simple ε₀, whatever T is."""
    log = -math.log(delta)
    rho = epsilon**2 / (4 * (log + epsilon))
    return rho + 2 * math.sqrt(rho * log)


def _one_query(sign):
    """The laws of neighbors at n = 3, ε₀ = 1, α = 1/2: q = (1, 0), p^1 uniform, errors 1/6 and -1/6."""
    budget = query_release.OnlineBudget(1 / 3, 1 / 3, 1 / 3, 3.0, 1.0, 1, 1e-6)
    return [deeper.online_law([share, 1 - share], [[1.0, 0.0]], budget=budget, alpha=0.5, sign=sign)
            for share in (1 / 3, 2 / 3)]


def _hard_noise():
    """Hard streams; all noises are α/4, for the answer “below” or against it."""
    for (p_star, rows, _), sign in product(brute.worlds(12, seed=72), (-1, 1)):
        T, noise = query_release.planned_updates(len(p_star), 0.2), {"threshold": -sign, "test": sign, "answer": sign}
        hard, left = _hard_stream(rows, p_star, 0.1), iter(range(3 * T))
        stream = lambda p: None if next(left, None) is None else hard(p)
        answers, moved = played(p_star, stream, 0.2, 0.4, lambda kind: 0.05 * noise[kind], most=T)
        yield {"off and updates": [max((abs(a - true) for a, true in answers), default=0), len(moved)],
               "at most": [1.5 * 0.2, T - 1e-9]}


def _form(universe_size, n_queries, epsilon, delta, alpha):
    """The card's form, at the n that the explicit theorem asks for, β = 0.05."""
    n = deeper.online_sample_size(universe_size, n_queries, alpha=alpha, beta=0.05, epsilon=epsilon,
                                  delta=delta)
    union = math.log((n_queries + 2 * query_release.planned_updates(universe_size, alpha) + 1) / 0.05)
    return math.sqrt(57 * union * math.sqrt(math.log(universe_size) * (epsilon - math.log(delta))) / (epsilon * n))


MANY = {"universe_size": (2**10, 2**40), "n_queries": (10**2, 10**9), "epsilon": (0.1, 1.0), "delta": (1e-9, 1e-5),
        "alpha": (0.01, 0.1)}
PAGE = "deeper/5a-online-queries"


STATEMENTS = (
    Statement(
        "U17-ONL", "slide “Online MW”, key claim", "Few updates, however many queries", Verdict.HOLDS, PAGE,
        hypotheses=r"""The online algorithm with exact tests and answers; queries in $[-1,1]^X$, adaptively chosen;
            $\eta = \alpha/2 \le 1$, U17's $\sqrt{\ln|X|/T}$ at this $T$.""",
        claim=r"There are only $T = \Theta(\ln|X|/\alpha^2)$ updates, $T \approx <online_updates_bound>$.",
        correction=r"""Strictly fewer than $4\ln|X|/\alpha^2$: $U$ updates with $\langle\ell^t, p^t - p^*\rangle >
            \alpha$ give $U\alpha < \eta U + \ln|X|/\eta$, the regret bound. By Hoeffding's lemma fewer than
            $\ln|X|/(2\alpha^2)$, with $\eta = 4\alpha$ and queries of width 1. Where noise may take $\alpha/2$ of
            the threshold: $16\ln|X|/\alpha^2$ and $2\ln|X|/\alpha^2$.""",
        formulas=(deeper.online_updates_bound,),
        check=says(
            r"""In {settings} settings (worst queries first) the updates are at most {ratio:.2f} of
                $4\ln|X|/\alpha^2$ with η = α/2, queries in [-1, 1], and of $\ln|X|/(2\alpha^2)$ with η = 4α, in
                [0, 1].""",
            ordered("updates", "bound", _few_updates)),
    ),
    Statement(
        "U17-ONL-PRIV", "slide “Online Private MW”, key claim", "What an epoch costs", Verdict.ASYMPTOTIC, PAGE,
        hypotheses=r"""$\mathrm{Lap}(\frac{1}{\varepsilon_0n})$ on the threshold, once an epoch, on each test, and
            on the answer at an update; at most $T$ updates.""",
        claim=r"""The algorithm is the composition of $T$ instances of the sparse vector primitive, so that
            $\varepsilon_0 \approx \varepsilon/\sqrt{T\ln(1/\delta)}$ makes it $(\varepsilon, \delta)$-DP.""",
        correction=r"""$\varepsilon_0 = \varepsilon/\sqrt{20T(L+\varepsilon)}$. An epoch costs $4\varepsilon_0$: shift
            the threshold's noise by $1/n$ ($\varepsilon_0$) and all answers “below” come for free; the test above then
            pays $2\varepsilon_0$, as threshold and value may move apart; the noisy answer pays $\varepsilon_0$. Pure
            steps of $3\varepsilon_0$ and $\varepsilon_0$ are together $\frac{9+1}{2}\varepsilon_0^2$-zCDP, $\rho =
            5T\varepsilon_0^2$ in all.""",
        check=says(
            """The exact cost of one search, by an event after k = 0 to 3 tests that say “below”, is up to {cost:.6f} of
                3ε₀, and at this ε₀ the ε of T epochs is at most {ratio:.3f} of the budget.""",
            ordered(_search_cost, 3, {"k": range(4)}, "cost", slack=1e-6),
            ordered(_simple_cost, "epsilon", {"epsilon": (0.1, 1.0, 30.0), "delta": (1e-9, 0.1)})),
    ),
    Statement(
        "U17-ONL-SIGN", "slides “Online MW” and “Online Private MW”, update", "The sign of the error costs nothing",
        Verdict.HOLDS, PAGE,
        hypotheses=r"""As in U17-ONL-PRIV; $p^t$ is published. (Where answers alone are seen, a second query tells
            of it: one that is answered lazily, from the moved $p^t$.)""",
        claim=r"""Define $\ell^t$ to be $q$ or $-q$ depending on the sign of the error: an update costs no more than
            the noises that the slide lists.""",
        words="depending on the sign of the error",
        readings=("the noisy answer's", "the true error's", Verdict.FALSE),
        correction=r"""The noisy answer less $\langle q, p^t\rangle$ is public already. The sign of the true error
            $\langle q, p^t - p^*\rangle$ is not: with $n$ odd, neighbors can have errors $\pm h$, $h = \frac{1}{2n}$.
            Tests and threshold then have one law, but an update moves $p^t$ in opposite directions. For one query this
            leaks with $\delta = \Pr[\mathrm{Lap}(1) - \mathrm{Lap}(1) > c] = <sign_leak_delta>$, $c =
            \varepsilon_0n(\alpha - h)$, whatever $\varepsilon$ is.""",
        formulas=(deeper.sign_leak_delta,),
        check=says(
            """n = 3, two cells, one query, ε₀ = 1, α = 0.5: with the sign of the noisy answer its exact ε is
                {noisy:.3f}, of 4ε₀ allowed; with the true sign it tells neighbors apart for certain with probability
                {example:.3f}, whatever ε is, which is the formula's.""",
            between(0, lambda: privacy.exact_epsilon(*_one_query("noisy")), 4, "noisy"),
            refuted(0, lambda: privacy.hockey_stick(*_one_query("true"), 50.0), name="example"),
            equal(lambda: privacy.hockey_stick(*_one_query("true"), 50.0), lambda: deeper.sign_leak_delta(1.0),
                  within=1e-7)),
    ),
    Statement(
        "U17-ONL-EXPLICIT", "explicit form of the slide “Online Private MW”", "Online answers with all constants",
        Verdict.OURS, PAGE,
        hypotheses=r"""$k$ adaptive queries of width 1; all noises $\mathrm{Lap}(\frac{1}{\varepsilon_0n})$, $T =
            \lceil 2\ln|X|/\alpha^2\rceil$, $\varepsilon_0 = \frac{\varepsilon}{\sqrt{20T(L+\varepsilon)}}$, $\eta =
            2\alpha$, the noisy sign; $n \ge \frac{4}{\varepsilon_0\alpha}\ln\frac{k+2T+1}{\beta}$.""",
        claim=r"""It is $(\varepsilon, \delta)$-DP, and with probability at least $1 - \beta$ all $k$ answers err by
            at most $\frac32\alpha$ and fewer than $T$ updates occur.""",
        correction=r"""Privacy: U17-ONL-PRIV and U17-ONL-SIGN. There are at most $k + 2T$ noises; with probability
            $1 - \beta$ none exceeds $\alpha/4$. Then no update means an error of at most $\alpha + \frac\alpha4 +
            \frac\alpha4$, and an update means one above $\frac\alpha2$ whose sign the noisy answer shows. Each
            lowers $\mathrm{KL}(p^*\Vert p^t) \le \ln|X|$ by more than $\eta\frac\alpha2 - \frac{\eta^2}{8} =
            \frac{\alpha^2}{2}$.""",
        check=says(
            """α = 0.2, all noises α/4, threshold and tests against each other, for the answer “below” or for “above”:
                {settings} hard streams have errors and updates up to {ratio:.2f} of 3α/2 and T.""",
            ordered("off and updates", "at most", _hard_noise)),
    ),
    Statement(
        "U17-MASTER", "slide “Master Theorem for Query Release” (Hardt, Rothblum 2010)", "The master theorem",
        Verdict.ASYMPTOTIC, PAGE,
        hypotheses="$k$ queries from $Q$, one at a time, adaptively chosen.",
        claim=r"""They can be answered privately in time $O(|X| + |Q|)$ per query with error at most $\alpha =
            O(\frac{\ln|Q|\sqrt{\ln|X|\ln(1/\delta)}}{\varepsilon n})^{1/2}$.""",
        correction=r"""With probability at least $1 - \beta$: error at most
            $(57\frac{\ln((k+2T+1)/\beta)\sqrt{\ln|X|(L+\varepsilon)}}{\varepsilon n})^{1/2}$, $T =
            2\ln|X|/\alpha^2$, up to its rounding. It is $\ln k$ that the proof gives: $\ln|Q|$ if $k \le |Q|$, or
            if answers are kept for when a query returns. A query takes $O(|X|)$; $Q$ itself is not needed.""",
        check=says(
            """k = |Q| = 100 or $10^9$, β = 0.05, {settings} settings: the error that the explicit theorem
                guarantees is at most {ratio:.3f} of this form. The time is read off the algorithm.""",
            ordered(lambda alpha: 1.5 * alpha, _form, MANY, slack=0.02)),
    ),
)
