"""What error is promised: independent noise; U17's bounds with all their constants, the sharpened ones, what T
to choose.

**Independent noise.** One record replaced moves each answer by at most w/n, w the width of the queries (1 for queries
in [0, 1]), n public.  All k answers share one budget, so each gets noise for its part of it (`answer_scale`).  Whole
marginals: the 2^d cells of a marginal are counted from the same records, so one record replaced takes 1/n from one
cell and gives it to another, whatever d is: a marginal is one release of l1-sensitivity 2/n (Euclidean: √2/n), and
by="marginal" splits the budget among marginals, not cells.

**Averaging.** An interface adds fresh Laplace noise, ε₀ worth of it, to every answer. Whoever asks the same question k
times and averages gets rid of the noise. Somebody who knows all records but one reads that person's bit off the mean:
the share is either c/n or (c + 1)/n. Each answer is ε₀-DP; what is released is kε₀-DP, and the attack says so. (To give
the same noise again when the same question comes again stops this attack, and no other: k different questions will do.)

**Two terms.** Let q^t be the query chosen in step t, and g_t = max_q <q, p^t - p*> - <q^t, p^t - p*> how far it is from
the worst one.  For every q

    <q, p-hat - p*> <= (1/T) Σ <q^t, p^t - p*> + (1/T) Σ g_t.

The first term is the regret of multiplicative weights per step and falls as T grows (`approximation_bound`); the second
is the price of choosing privately and grows, as ε₀ falls with T (`selection_bound`).  |Q| counts the negations, if they
were put in; w is the largest width max q - min q of a query.

**The choice, exactly.** With c = ε₀ n/(2w) and scores x_i/c below the best one, the exponential mechanism loses f/c in
expectation,

    f = Σ x_i e^{-x_i} / (1 + Σ e^{-x_i}),    i = 1..|Q| - 1.

∂f/∂x_i has the sign of 1 + f - x_i: f rises at x_i = 0, x_i = ∞ leaves the query out, so where f is largest all x_i
are 1 + f.  Then f e^f = (|Q| - 1)/e: the supremum is Lambert's W((|Q| - 1)/e), below U17's ln|Q|, and attained by
equal gaps.

**In expectation.** `selection_bound` bounds E g_t, so U17's claim, printed without expectation, is true in
expectation.  For sure it is not: two cells, the queries (1, 0) and (0, 1), n = 10 equal records, ε₀ = 1 and T = 12
pass the printed .619 with probability 3.1e-15.  With `deeper.selection_bound_whp` as second term a bound is passed with
probability at most β.

Nothing here reads data.  Errors are absolute, of answers <q, p*>, and one-sided as in U17.  L = ln(1/δ), natural
logarithms.  For queries that arrive one at a time see `online_formulas`.

References: U17, from "Towards PMW" to "Master Theorem for Query Release"; Hoeffding 1963; Hardt and Rothblum 2010.
"""

from __future__ import annotations

import numpy as np
from scipy.special import digamma, gammaincc, lambertw, ndtr

from .._binomial import log_binomial
from ..formula import DELTA, EPSILON, N, N_QUERIES, T, UNIVERSE, Domain, formula, formulas
from ..privacy import gaussian_mu, pure_composition_step
from .calibration import DELTA_OR_ZERO, PLACE, STEP, printed_step_epsilon, root_rho

N = N.but(high=10**15)
N_ANSWERS = N_QUERIES.but(name="n_answers", words="releases that share the budget: queries, or marginals", high=10**15)
WIDTH = Domain("width", "w", "the largest max q - min q of a query", 0, 2, "(", default=1.0, tries=(1.0, 0.5, 2.0))
SCALE = Domain("scale", "b", "scale of the noise: b of Laplace, σ of Gaussian noise", 1e-100, 1e100,
               tries=(0.5, 1e-3, 3.0))
ASKED = N_QUERIES.but(name="asked", words="answers to one question", high=10**5)
BY = Domain("by", "", "what shares the budget", options=("query", "marginal"), default="query")
NOISE = Domain("noise", "", "the law of the noise", options=("laplace", "gaussian"), default="laplace")
SHARE = Domain("share", "s", "the share of all cells that a query counts", 0, 1, default=0.5, tries=(0.5, 0.125, 1.0))
KL = Domain("kl", "D", "Σ p* ln(|X| p*), how far p* is from uniform; None for ln|X|, the most it can be", 0,
            default=None)
WORLD = UNIVERSE.but(low=2), N_QUERIES.but(low=2), N, EPSILON, DELTA
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(320)


@formula("wk/(εn), or less by composition", positional=1,
         given=(N_ANSWERS, N, EPSILON, DELTA_OR_ZERO.but(default=0.0), WIDTH, BY, NOISE),
         tex=r"wk/(\varepsilon n)", source="DR14, Theorem 3.6; Kairouz, Oh and Viswanath 2015; Balle and Wang 2018",
         bounds="exact",
         needs=lambda n_answers, delta, noise, **_: (noise == "gaussian") | (delta == 0) | (n_answers <= 10**7),
         needs_words="n_answers <= 1e7 for Laplace noise with delta > 0")
def answer_scale(n_answers, n, epsilon, delta, width, by, noise):
    """The scale of the noise that each of k answers needs, b of Laplace, σ of Gaussian noise, never below what
    the rule needs.

    Laplace with δ = 0: ε/k for each.  Laplace with δ > 0: the largest ε₀ for which k releases, each ε₀-DP, are (ε,
    δ)-private together (optimal composition, never less than ε/k).  Gaussian, δ > 0: together the answers move by √k
    w/n in Euclidean distance; σ is that distance over the μ at which N(0, 1) and N(μ, 1) are exactly (ε, δ)-close.
    Where δ > 0, ε is in [1e-4, 200] and δ >= 1e-100.  `width` is not used by="marginal".
    """
    l1, l2 = (width, width) if by == "query" else (2.0, np.sqrt(2))
    if noise == "gaussian":
        return l2 * np.sqrt(n_answers) / (n * gaussian_mu(epsilon, delta))
    step = epsilon / n_answers
    if (delta > 0).any():
        composed = pure_composition_step(epsilon, np.where(delta > 0, delta, 0.5), n_answers)
        step = np.where(delta > 0, np.maximum(step, composed), step)
    return l1 / (n * step)


@formula("b H_k", given=(N_QUERIES.but(high=10**15), SCALE), tex=r"b(1+\frac12+\dots+\frac1k)",
         source="order statistics", bounds="exact")
def laplace_max_expected(n_queries, scale):
    """E max |noise| of k independent Laplace variables: |Lap(b)| is exponential with mean b, and a maximum adds
    up gaps."""
    return scale * (digamma(n_queries + 1) + np.euler_gamma)


@formula("σ ∫ 1 − (2Φ(x)−1)^k dx", given=(N_QUERIES.but(high=10**15), SCALE),
         tex=r"\sigma\int_0^\infty 1 - (2\Phi(x)-1)^k\,dx",
         source="order statistics", bounds="exact")
def gaussian_max_expected(n_queries, scale):
    """E max |noise| of k independent Gaussian variables of standard deviation `scale`, to 1e-10, relative, by
    quadrature."""
    x = 6 * (_NODES + 1)   # beyond 12 even 1e15 variables add less than 1e-17
    log_below = np.log1p(-2 * ndtr(-x))
    return scale * (-np.expm1(n_queries[..., None] * log_below) @ (6 * _WEIGHTS))


@formula("b(2√(|X| s(1−s) ln 2k) + ln 2k), b = 2/(εn)", variant="sharp", positional=4,
         given=(UNIVERSE, N_QUERIES, N, EPSILON, SHARE.but(high=0.5)),
         tex=r"\tfrac{2}{\varepsilon n}\bigl(2\sqrt{|X|\,s(1-s)\ln 2k} + \ln 2k\bigr)",
         source="Boucheron, Lugosi and Massart 2013, Corollary 2.6")
def cells_bound(universe_size, n_queries, n, epsilon, share):
    """EXPECTED largest |error| of any k queries that count at most the share s <= 1/2 of all cells, Laplace noise
    once on each and the total mended; at s = 1/2 of any k queries in [0, 1].

    An error is Σ (q - mean of q) z, with weights c in [-1, 1] and Σc² <= V = |X| s(1-s).  Its log-moment at λ/b is
    -Σ ln(1 - λ²c²) <= -V ln(1 - λ²) <= Vλ²/(1 - λ), and the largest of 2k such is at most 2√(V ln 2k) + ln 2k on
    average.
    """
    spread, many = universe_size * share * (1 - share), np.log(2 * n_queries)
    return 2 / (epsilon * n) * (2 * np.sqrt(spread * many) + many)


@formula("Pr[Σ of k Lap(1) ≤ kε₀/2]", given=(ASKED, STEP.but(low=1e-10, high=1e10)), positional=1, scalar=True,
         bounds="exact",
         tex=r"\Pr[\sum_{i \le k}\mathrm{Lap}(1) \le k\varepsilon_0/2]", source="module `formulas`, “Averaging”")
def averaging_success(asked, epsilon_step):
    """The chance that averaging finds a bit after k answers to the same question, each with fresh Lap(1/(ε₀n))
    noise: exact.

    At most the ceiling for kε₀, as k answers are kε₀-DP; n cancels.  It errs when the sum of k Laplace variables
    passes s = kε₀/2 of their scales.  Such a sum is the difference of two Gamma(k) times, two clocks of k exponential
    stages each.  Let both run: the second is done first, with j of the first's stages over, with chance C(k-1+j, j)
    2^-(k+j), and what the first still needs is Gamma(k - j).  All terms are positive.  Cost: k incomplete gamma
    functions.
    """
    j = np.arange(asked)
    # j stages of the first among k - 1 + j, and then the second's last
    chance = np.exp(log_binomial(j, asked - 1 + j, 0.5)) / 2
    return 1 - chance @ gammaincc(asked - j, asked * epsilon_step / 2)


@formula("2√(ln|X|/T)", given=(UNIVERSE, T), tex=r"2\sqrt{\ln|X|/T}", source="U17, “Towards PMW”, claim",
         card="U17-PMW1")
def approximation_bound(universe_size, T):
    """Error of p-hat if the worst query is found exactly; for queries in [-1, 1], at η = min(√(ln|X|/T), 1),
    every p*, surely."""
    return 2 * np.sqrt(np.log(universe_size) / T)


def _no_farther(universe_size, kl, **_):
    return kl is None or kl <= np.log(universe_size) * (1 + 1e-12)


NO_FARTHER = dict(needs=_no_farther, needs_words="kl <= ln(universe_size)", card="U17-PMW1-SHARP")


@approximation_bound.variant("sharp", "w√(D/(2T))", given=(UNIVERSE, T, KL, WIDTH), tex=r"w\sqrt{D/(2T)}",
                             source="Hoeffding's lemma; D = ln|X| without `kl`", **NO_FARTHER)
def approximation_bound_sharp(universe_size, T, kl, width):
    """The same at η = √(8D/T)/w; for every p* with this D, surely; D is private."""
    return width * np.sqrt((np.log(universe_size) if kl is None else kl + 0 * universe_size) / (2 * T))


@formula("2w ln|Q|/(ε₀n)", given=(N_QUERIES, N, STEP, WIDTH), positional=3, tex=r"2w\ln|Q|/(\varepsilon_0n)",
         source="U17, “Exponential Mechanism” (w = 1)", card="U17-EM")
def selection_bound(n_queries, n, epsilon_step, width):
    """What a private choice loses in expectation against the worst query."""
    return 2 * width * np.log(n_queries) / (epsilon_step * n)


@selection_bound.variant("sharp", "2w W((|Q|−1)/e)/(ε₀n)", tex=r"2wW((|Q|-1)/e)/(\varepsilon_0n)", card="U17-EM-SHARP",
                         source="module `formulas`, “The choice, exactly”; attained by equal gaps 2w(1 + W)/(ε₀n)")
def selection_bound_sharp(n_queries, n, epsilon_step, width):
    """The most that a private choice can lose in expectation, attained; W is Lambert's function."""
    return 2 * width * lambertw((n_queries - 1) / np.e).real / (epsilon_step * n)


def _printed_terms(universe_size, n_queries, n, epsilon, delta, width=1.0):
    """a and b of the printed bound: the two terms at T = 1."""
    step = printed_step_epsilon.record.body(epsilon, delta, 1)
    return approximation_bound.record.body(universe_size, 1), selection_bound.record.body(n_queries, n, step, width)


def _sharp_terms(universe_size, n_queries, n, epsilon, delta, width=1.0):
    """a and b of the sharp bound, by bounded range."""
    step = np.sqrt(8) * root_rho(epsilon, -np.log(delta))
    learning = approximation_bound_sharp.record.body(universe_size, 1, None, width)
    return learning, selection_bound_sharp.record.body(n_queries, n, step, width)


@formula("2√(ln|X|/T) + 2w ln|Q| √(TL)/(εn)", given=(UNIVERSE, N_QUERIES, N, EPSILON, DELTA, T, WIDTH), positional=6,
         tex=r"2\sqrt{\ln|X|/T} + 2w\ln|Q|\sqrt{TL}/(\varepsilon n)", source=f"{PLACE} (w = 1)", card="U17-PMW2")
def pmw_bound(universe_size, n_queries, n, epsilon, delta, T, width):
    """EXPECTED error of p-hat at U17's η and ε₀ = ε/√(T ln(1/δ)).

    An error bound for every ε, but that this ε₀ is (ε, δ)-private is another matter (`step_epsilon`).  Not a sure
    bound: module `formulas`.
    """
    first, second = _printed_terms(universe_size, n_queries, n, epsilon, delta, width)
    return first / np.sqrt(T) + second * np.sqrt(T)


@pmw_bound.variant("sharp", "w√(ln|X|/(2T)) + 2w W((|Q|−1)/e)/(ε₀n)",
                   tex=r"w\sqrt{\ln|X|/(2T)} + 2wW((|Q|-1)/e)/(\varepsilon_0n)",
                   source="the sharpened terms, ε₀ by bounded range")
def pmw_bound_sharp(universe_size, n_queries, n, epsilon, delta, T, width):
    """EXPECTED error of `pmw` as it is by default: ε₀ by bounded range, η = √(8 ln|X|/T)/w."""
    first, second = _sharp_terms(universe_size, n_queries, n, epsilon, delta, width)
    return first / np.sqrt(T) + second * np.sqrt(T)


@formula("4 (ln|Q| √(ln|X| L)/(εn))^½", given=WORLD, positional=5, source="U17, “Now, set T optimally”",
         card="U17-PMW3",
         tex=r"4(\ln|Q|\sqrt{\ln|X|L}/(\varepsilon n))^{1/2}")
def pmw_best_bound(universe_size, n_queries, n, epsilon, delta):
    """The least value of `pmw_bound` over real T, at `best_rounds`: O(·) in U17; a whole T comes out a little above."""
    first, second = _printed_terms(universe_size, n_queries, n, epsilon, delta)
    return 2 * np.sqrt(first * second)


@pmw_best_bound.variant("sharp", "≤ 2 (ln|Q| √(ln|X| (L+ε))/(εn))^½",
                        source="the least of `pmw_bound_sharp` over T, for w = 1",
                        tex=r"2(\ln|Q|\sqrt{\ln|X|(L+\varepsilon)}/(\varepsilon n))^{1/2}")
def pmw_best_bound_sharp(universe_size, n_queries, n, epsilon, delta):
    """The least value of `pmw_bound_sharp` over real T, for queries of width 1; at most the formula."""
    first, second = _sharp_terms(universe_size, n_queries, n, epsilon, delta)
    return 2 * np.sqrt(first * second)


@formula("√ln|X| εn/(ln|Q| √L)", given=WORLD, positional=5, source="U17, “Now, set T optimally”", card="U17-PMW3",
         bounds="exact",
         tex=r"\sqrt{\ln|X|}\,\varepsilon n/(\ln|Q|\sqrt L)")
def best_rounds(universe_size, n_queries, n, epsilon, delta):
    """The real T that makes `pmw_bound` least; perhaps below 1, where the data are too few for even one step to pay."""
    first, second = _printed_terms(universe_size, n_queries, n, epsilon, delta)
    return first / second


def _best_whole(first, second):
    """a/√T + b√T falls and then rises: one of the neighbors of a/b, at most 1e15."""
    low = np.clip(np.floor(first / second), 1, 1e15)
    better = first / np.sqrt(low + 1) + second * np.sqrt(low + 1) < first / np.sqrt(low) + second * np.sqrt(low)
    return low + better


@formula("⌊T*⌋ or ⌈T*⌉", given=WORLD, positional=5, source="U17, “Now, set T optimally”", card="U17-PMW3",
         bounds="exact", sized=True,
         tex=r"\lfloor T^*\rfloor\text{ or }\lceil T^*\rceil")
def best_whole_rounds(universe_size, n_queries, n, epsilon, delta):
    """The whole T >= 1 with the least `pmw_bound`: a neighbor of `best_rounds`, at most 1e15."""
    return _best_whole(*_printed_terms(universe_size, n_queries, n, epsilon, delta))


@best_whole_rounds.variant("sharp", "⌊T*⌋ or ⌈T*⌉ of the sharper bound",
                           tex=r"\lfloor T^*\rfloor\text{ or }\lceil T^*\rceil",
                           source="as the printed one, for `pmw_bound_sharp` with w = 1")
def best_whole_rounds_sharp(universe_size, n_queries, n, epsilon, delta):
    """The whole T >= 1 with the least `pmw_bound_sharp`."""
    return _best_whole(*_sharp_terms(universe_size, n_queries, n, epsilon, delta))


__all__ = [*formulas(globals())]
