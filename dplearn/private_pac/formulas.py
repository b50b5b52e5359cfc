"""Lecture 2's bounds, sample sizes and exact values, each a record (`dplearn.formula`).

Three groups: the exponential-mechanism learner where some f in C labels the examples (bounds as LN prints them, with
Chernoff's inequality in place of Hoeffding's, and in one line); the same learner without a target in C; the learners
that run in polynomial time (parities, noisy averages).

The one line: the target has weight 1, so the normalizer is at least 1, and for p_h > α

    Pr[output in BAD] <= sum_BAD E e^{-ε m(h)/2} = sum_BAD (1 - p_h (1 - e^{-ε/2}))^n
                      <= |C| (1 - α(1 - e^{-ε/2}))^n <= |C| e^{-α n (1 - e^{-ε/2})}.

It is never above the printed |C| e^{-εαn/4} + |C| e^{-α²n/2}: 1 - e^{-ε/2} >= ε/4 up to ε = 3.187,
and 1 - e^{-ε/2} >= 1/2 >= α/2 from ε = 2 ln 2 on.  As ε grows it becomes Occam's |C| e^{-αn}.

No union bound over C is needed in expectation: exchange one example for a fresh one.  The law of the output moves by a
total variation of at most tanh(ε/2) if it is ε-DP, and tanh(ε/4) if its log-ratios span an interval of length ε, as the
exponential mechanism's do.  So a private learner's expected error on the distribution is that close to the one on the
sample.
"""

from __future__ import annotations

import numpy as np
from scipy import optimize, special

from .._binomial import log_binomial
from ..formula import ALPHA, BETA, CLASS, EPSILON, N, Domain, formula, formulas
from ..privacy import Relation
from . import point_world_engine as point_world

LEARNER, OUTPUT = (CLASS, ALPHA, EPSILON, N), (CLASS, BETA, EPSILON, N)
MARKED = ALPHA.but(high=0.999, open="(")
POINTS = CLASS.but(low=2, words="number of points; None with `log_size`, its natural logarithm")
BITS = Domain("d", "d", "number of bits", 1, 10**9, integral=True, tries=(5, 1, 300))
QUERIES = Domain("m", "m", "number of averages", 1, 10**9, integral=True, tries=(5, 1, 1001))
BEFORE = QUERIES.but(high=10**6, words="number of queries before the last; odd, so that no majority is tied")
RATE = Domain("p", "p", "probability of keeping an example", 0, 1, "()", tries=(0.25, 0.01, 0.9))
BATCHES = Domain("batches", "b", "number of batches", 1, 10**6, integral=True, tries=(6, 1, 20))
RELATION = Domain("relation", "x ~ x'", "who are neighbors", options=(Relation.REPLACE_ONE, Relation.ADD_REMOVE),
                  default=Relation.REPLACE_ONE)


def _spent(epsilon):
    """1 - e^{-ε/2}: what one mistake costs in the one-line bound."""
    return -np.expm1(-epsilon / 2)


# ---- the private learner, with a target in the class ---------------------------------------------------


@formula("e^(−α²n/2)", given=(ALPHA, N), tex=r"e^{-\alpha^2 n/2}", source="LN, section 1 (Hoeffding)",
         card="LN-PPAC-UTILITY", log=True)
def few_mistakes_bound(alpha, n):
    """Bound on the probability that a hypothesis with error α or more makes at most αn/2 mistakes on n examples."""
    return -(alpha**2) * n / 2


@formula("e^(−αn/8)", given=(ALPHA, N), tex=r"e^{-\alpha n/8}", source="multiplicative Chernoff bound",
         card="LN-PPAC-CHERNOFF", log=True)
def few_mistakes_bound_chernoff(alpha, n):
    """The same by the multiplicative bound; the smaller of the two for α < 1/4 only."""
    return -alpha * n / 8


@formula("|C|e^(−εαn/4)", given=LEARNER, tex=r"|C|e^{-\varepsilon\alpha n/4}",
         source="LN, section 1", card="LN-PPAC-EM", log=True)
def many_mistakes_bound(log_size, alpha, epsilon, n):
    """Bound on the probability that the output makes more than αn/2 mistakes on a sample that some f in C labels."""
    return log_size - epsilon * alpha * n / 4


@formula("|C|e^(−εαn/4) + |C|e^(−α²n/2)", given=LEARNER,
         tex=r"|C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha^2 n/2}",
         source="LN, section 1", card="LN-PPAC", log=True, positional=4)
def private_occam_bound(log_size, alpha, epsilon, n):
    """Bound on Pr[the output's error exceeds α] when some f in C labels the examples.

    It does not fall as ε grows past a point: the second term does not see ε.
    """
    return log_size + np.logaddexp(-epsilon * alpha * n / 4, -(alpha**2) * n / 2)


@private_occam_bound.variant("sharp", "|C|e^(−αn(1−e^(−ε/2)))", tex=r"|C|e^{-\alpha n(1-e^{-\varepsilon/2})}",
                             source="one-line proof", card="LN-PPAC-ONELINE")
def private_occam_bound_sharp(log_size, alpha, epsilon, n):
    """The one-line bound: never above the printed one, and Occam's as ε grows (proof in the module's note)."""
    return log_size - alpha * n * _spent(epsilon)


@formula("|C|(1−α(1−e^(−ε/2)))ⁿ", given=LEARNER, tex=r"|C|\,(1 - \alpha(1-e^{-\varepsilon/2}))^n",
         source="one-line proof",
         card="LN-PPAC-ONELINE", variant="sharp", log=True)
def private_occam_bound_power(log_size, alpha, epsilon, n):
    """The one-line bound before its last step."""
    return log_size + n * np.log1p(-alpha * _spent(epsilon))


@formula("|C|e^(−εαn/4) + |C|e^(−αn/8)", given=LEARNER,
         tex=r"|C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha n/8}",
         source="LN, section 1, with Chernoff's bound", card="LN-PPAC-CHERNOFF", variant="sharp", log=True)
def private_occam_bound_chernoff(log_size, alpha, epsilon, n):
    """LN's sum with Chernoff's bound in its second term; the smaller of the two for α < 1/4 only."""
    return log_size + np.logaddexp(-epsilon * alpha * n / 4, -alpha * n / 8)


@formula("8 ln|C| / (α min(α, ε))", given=(CLASS, ALPHA, EPSILON), tex=r"8\ln|C|/(\alpha\min\{\alpha, \varepsilon\})",
         source="LN, section 1",
         card="LN-PPAC", sized=True, positional=3)
def private_occam_sample_size(log_size, alpha, epsilon):
    """LN's number of examples, at which the printed bound is at most 1/|C| + |C|^-3; no β in it."""
    return 8 * log_size / alpha / np.minimum(alpha, epsilon)


@formula("least n: |C|e^(−εαn/4) + |C|e^(−α²n/2) ≤ β", given=(CLASS, ALPHA, EPSILON, BETA),
         tex=r"\min\{n : |C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha^2 n/2} \le \beta\}", source="LN, section 1",
         card="LN-PPAC", sized=True, positional=4)
def private_occam_sample_size_at(log_size, alpha, epsilon, beta):
    """Examples at which the printed bound is at most β, to be compared with other bounds at the same β.

    Its logarithm is convex and falls, so Newton's steps from the left stay there.
    """
    rates = np.stack(np.broadcast_arrays(epsilon * alpha / 4, alpha**2 / 2, log_size, beta)[:2])
    n = (log_size - np.log(beta)) / rates.min(axis=0)
    for _ in range(8):
        terms = -rates * n
        total = np.logaddexp(*terms)
        n = n + (log_size + total - np.log(beta)) / (rates * np.exp(terms - total)).sum(axis=0)
    return n


@formula("max{4 ln(2|C|/β)/(αε), 8 ln(2|C|/β)/α}", given=(CLASS, ALPHA, BETA, EPSILON),
         source="each term of the sum at most β/2",
         tex=r"\max\{4\ln(2|C|/\beta)/(\alpha\varepsilon),\ 8\ln(2|C|/\beta)/\alpha\}", card="LN-PPAC-CHERNOFF",
         variant="sharp", sized=True)
def private_occam_sample_size_chernoff(log_size, alpha, beta, epsilon):
    """Examples at which `private_occam_bound_chernoff` is at most β."""
    return (log_size + np.log(2) - np.log(beta)) / alpha * np.maximum(4 / epsilon, 8)


@formula("ln(|C|/β) / (α(1−e^(−ε/2)))", given=(CLASS, ALPHA, EPSILON, BETA),
         tex=r"\ln(|C|/\beta)/(\alpha(1-e^{-\varepsilon/2}))", source="one-line proof",
         card="LN-PPAC-ONELINE", variant="sharp", sized=True, positional=4)
def private_occam_sample_size_sharp(log_size, alpha, epsilon, beta):
    """Smallest n at which the one-line bound is at most β; for ε <= 1 at most 2.55 ln(|C|/β)/(αε)."""
    return (log_size - np.log(beta)) / (alpha * _spent(epsilon))


@formula("ln(|C|/β) / (n(1−e^(−ε/2)))", given=OUTPUT,
         tex=r"\ln(|C|/\beta)/(n(1-e^{-\varepsilon/2}))", source="one-line proof", variant="sharp")
def private_occam_error_bound(log_size, beta, epsilon, n):
    """The error that the private learner exceeds with probability at most β (above 1 it says nothing)."""
    return (log_size - np.log(beta)) / (n * _spent(epsilon))


@formula("E B/(1+B), B = (N−2)e^(−εK/2) + e^(−εn/2), K ~ Bin(n, α⁺)", 
         given=(POINTS, MARKED, EPSILON, N.but(high=10**8)), variant="exact", bounds="exact",
         tex=r"\mathbb{E}\,\frac{B}{1+B},\ B = (N-2)e^{-\varepsilon K/2} + e^{-\varepsilon n/2}",
         source="the learner's law", positional=4)
def point_world_failure(log_size, alpha, epsilon, n):
    """Pr[error > α] of the private learner for `Points(N)`, exactly, in the hardest world we know.

    The target point has mass a = α(1 + 1e-6), one other point x0 has the rest.  On a sample with K examples at the
    target the target's hypothesis makes 0 mistakes, c_{x0} makes n, and the N - 2 others make K; all but the target's
    are bad. Relative error below 2e-7 (of `point_world_engine`); values below 1e-300 may become 0.
    """
    return point_world.failure(log_size, alpha, epsilon, n)


@formula("least n with exact failure ≤ β", given=(POINTS, MARKED, EPSILON, BETA), variant="exact", bounds="exact",
         tex=r"\min\{n : \Pr[\mathrm{err} > \alpha] \le \beta\}",
         source="the learner's law", sized=True, positional=4)
def point_world_sample_size(log_size, alpha, epsilon, beta):
    """Smallest n at which `point_world_failure` is at most β: no valid size for this learner and N hypotheses is below
    it."""
    return point_world.sample_size(log_size, alpha, epsilon, beta,
                                   np.ceil((log_size - np.log(beta)) / (alpha * _spent(epsilon))))


@formula("ln(β(N−1)/(N−2)) / ln(1−α⁺)", given=(POINTS.but(low=3, tries=(64, 3, 1024)), MARKED, BETA), variant="exact",
         bounds="exact", tex=r"\ln(\beta\frac{N-1}{N-2})/\ln(1-\alpha)",
         source="N17, Occam", sized=True)
def point_world_sample_size_alone(log_size, alpha, beta):
    """What a uniform consistent point needs in the same world, without privacy: it fails with probability (1-a)^n
    (N-2)/(N-1)."""
    rest = np.log1p(-np.exp(-log_size)) - np.log1p(-2 * np.exp(-log_size))
    return (np.log(beta) + rest) / np.log1p(-point_world.target_mass(alpha))


# ---- without a target in the class -----------------------------------------------------------------------


@formula("2(ln|C| + ln(1/β))/(εn)", given=OUTPUT,
         tex=r"\frac{2(\ln|C| + \ln(1/\beta))}{\varepsilon n}", source="DR14, section 11.1 (from Theorem 3.11)",
         card="DR14-11.1-EM")
def exponential_gap_bound(log_size, beta, epsilon, n):
    """With probability 1 - β the output's error on the sample is within this of the best in C."""
    return 2 * (log_size - np.log(beta)) / (epsilon * n)


@formula("2 ln|C|/(εn)", given=(CLASS, EPSILON, N), tex=r"2\ln|C|/(\varepsilon n)",
         source="follows DR14, section 11.1", card="DR14-11.1-EM", positional=3)
def expected_gap_bound(log_size, epsilon, n):
    """The expected gap to the best error on the sample is at most this.

    The output's law p maximizes E_p[-εm/2] + entropy(p), and the entropy is at most ln|C|.
    """
    return 2 * log_size / (epsilon * n)


@expected_gap_bound.variant("sharp", "2W((|C|−1)/e)/(εn)", tex=r"2W((|C|-1)/e)/(\varepsilon n)",
                            source="maximum over all mistakes")
def expected_gap_bound_sharp(log_size, epsilon, n):
    """The best bound in |C|, ε and n alone where n >= 2(1 + W)/ε, W the Lambert function.

    Worst case: one best hypothesis and |C| - 1 others, each with ε·(extra mistakes)/2 = 1 + W; reached up to the
    rounding of mistakes to whole numbers, if n examples are enough for so many.
    """
    others = np.where(log_size > 0, -np.expm1(-log_size), 0.0)
    # ω(z) = W(e^z) takes ln(|C|-1) - 1, so |C| itself is never formed.
    return 2 * special.wrightomega(log_size + np.log(others) - 1) / (epsilon * n)


@formula("√(2L/n) + 2L/(εn), L = ln(2|C|/β)", given=OUTPUT,
         tex=r"\sqrt{2L/n} + 2L/(\varepsilon n),\ L = \ln(2|C|/\beta)",
         source="DR14, section 11.1, made explicit", card="DR14-11.1-PPAC")
def agnostic_excess_bound(log_size, beta, epsilon, n):
    """With probability 1 - β the error on the distribution is at most OPT + this.

    Twice a one-sided deviation √(L/(2n)) (|C| Hoeffding events, β/2 together: upward for the best hypothesis, downward
    for each other) plus the gap on the sample at β/2.
    """
    term = log_size + np.log(2) - np.log(beta)
    return np.sqrt(2 * term / n) + 2 * term / (epsilon * n)


@formula("max{8 ln(2|C|/β)/α², 4 ln(2|C|/β)/(εα)}", given=(CLASS, ALPHA, BETA, EPSILON), sized=True,
         source="DR14, section 11.1, made explicit",
         tex=r"\max\{8\ln(2|C|/\beta)/\alpha^2,\ 4\ln(2|C|/\beta)/(\varepsilon\alpha)\}", card="DR14-11.1-PPAC")
def private_agnostic_sample_size(log_size, alpha, beta, epsilon):
    """Examples at which `agnostic_excess_bound` is at most α."""
    term = log_size + np.log(2) - np.log(beta)
    return np.maximum(8 * term / alpha / alpha, 4 * term / epsilon / alpha)


@formula("tanh(ε/2)", given=(EPSILON,), tex=r"\tanh(\varepsilon/2)",
         source="N17, sample and distribution, made explicit", card="N17-GEN")
def generalization_gap_bound(epsilon):
    """|E error on the distribution - E error on the sample| of an ε-DP learner (REPLACE_ONE), for any n."""
    return np.tanh(epsilon / 2)


@generalization_gap_bound.variant("sharp", "tanh(ε/4)", tex=r"\tanh(\varepsilon/4)",
                                  source="bounded range of the exponential mechanism")
def generalization_gap_bound_sharp(epsilon):
    """The same for learners whose log-ratios on neighbors span an interval of length ε, as the exponential mechanism's
    do."""
    return np.tanh(epsilon / 4)


@formula("OPT + 2 ln|C|/(εn) + tanh(ε/4)",
         given=(CLASS, EPSILON, N, Domain("opt", "OPT", "least error in C", 0, 1, default=0.0, tries=(0.1, 0, 1))),
         tex=r"\mathrm{OPT} + 2\ln|C|/(\varepsilon n) + \tanh(\varepsilon/4)",
         source="stability; a sharpening of DR14, section 11.1", card="DR14-11.1-PPAC",
         variant="sharp")
def gibbs_risk_bound(log_size, epsilon, n, opt):
    """The learner's expected error on the distribution is at most this; at ε = √(8 ln|C|/n) at most OPT + √(2
    ln|C|/n)."""
    return opt + 2 * log_size / (epsilon * n) + np.tanh(epsilon / 4)


# ---- parities ------------------------------------------------------------------------------------------


@formula("ln((1+p)/(1−p)), or −ln(1−p)", given=(RATE, RELATION), variant="exact", bounds="exact",
         tex=r"\ln\frac{1+p}{1-p},\ -\ln(1-p)", source="N17, tight",
         card="N17-PARITY-DP")
def parity_epsilon(p, relation):
    """ε of the parity learner that keeps each example with probability p: tight over all d, n and samples.

    REPLACE_ONE: ln((1+p)/(1-p)); ADD_REMOVE: -ln(1-p).  (Others fixed, Pr[h | i kept] <= 2 Pr[h | i not
    kept] and Pr[fail | i kept] <= 1 <= 2 Pr[fail | i not kept].)
    """
    return 2 * np.arctanh(p) if relation is Relation.REPLACE_ONE else -np.log1p(-p)


@formula("ε/4", given=(EPSILON.but(high=4, open=")", tries=(0.5, 0.01, 3.0)),), bounds="exact", tex=r"\varepsilon/4",
         source="N17, private learner for parity", card="N17-PARITY-DP")
def parity_sampling_rate(epsilon):
    """The probability of keeping an example as the slide has it: ε-DP only up to `parity_claim_limit`."""
    return epsilon / 4


@parity_sampling_rate.variant("exact", "tanh(ε/2)", tex=r"\tanh(\varepsilon/2)", source="inverse of `parity_epsilon`",
                              given=(EPSILON.but(high=37),))
def parity_sampling_rate_exact(epsilon):
    """The rate that spends ε exactly under REPLACE_ONE (under ADD_REMOVE it spends ln((1+e^ε)/2) < ε)."""
    return np.tanh(epsilon / 2)


@formula("ε with ε(ε/4) = ε", given=(RELATION,), variant="exact", bounds="exact",
         tex=r"2\,\mathrm{artanh}(\varepsilon/4) = \varepsilon", source="N17, corrected",
         card="N17-PARITY-DP")
def parity_claim_limit(relation):
    """The largest ε up to which the slides' p = ε/4 is ε-DP: 3.83001609631 (REPLACE_ONE) or 3.92069039487
    (ADD_REMOVE)."""
    return optimize.brentq(lambda e: parity_epsilon(e / 4, relation) - e, 2.0, 4 - 1e-9, xtol=1e-14)


@formula("(1−2⁻ᵇ)(1 − 2ᵈ(1−pα)^⌊n/b⌋)", given=(BITS, ALPHA, EPSILON.but(high=37), N, BATCHES),
         tex=r"(1-2^{-b})(1 - 2^d(1-p\alpha)^{\lfloor n/b\rfloor})", source="disjoint batches", card="N17-PARITY-N",
         bounds="lower", variant="sharp")
def parity_success_bound(d, alpha, epsilon, n, batches):
    """Probability that the batched learner with p = tanh(ε/2) returns a parity of error at most α, at least (never
    below 0)."""
    log_bad = d * np.log(2) + np.floor(n / batches) * np.log1p(-alpha * np.tanh(epsilon / 2))
    return (1 - 2.0**-batches) * -np.expm1(np.minimum(log_bad, 0))


# ---- noisy averages ------------------------------------------------------------------------------------


@formula("m H_m / (εn)", given=(QUERIES, EPSILON, N), variant="exact", bounds="exact", tex=r"mH_m/(\varepsilon n)",
         source="DR14, section 11.1, made exact",
         card="DR14-11.1-SQ")
def expected_max_error(m, epsilon, n):
    """The expected largest |noise| among m answers, H_m = 1 + 1/2 + ... + 1/m: independent exponentials of scale
    m/(εn).

    DR14 writes O(m ln m/(εn)), which at m = 1 would be zero.
    """
    return m * (special.digamma(m + 1.0) + np.euler_gamma) / (epsilon * n)


@formula("2d ln(d/β) / (n(1−e^(−ε/d)))", given=(BITS, BETA, EPSILON, N),
         tex=r"2d\ln(d/\beta)/(n(1-e^{-\varepsilon/d}))", source="`learn_conjunction`", variant="sharp")
def conjunction_error_bound(d, beta, epsilon, n):
    """The error of `learn_conjunction` holds with probability 1 - β; about 2d² ln(d/β)/(εn)."""
    return -2 * d * (np.log(d) - np.log(beta)) / (n * np.expm1(-epsilon / d))


@formula("2d ln(d/β) / (α(1−e^(−ε/d)))", given=(BITS, ALPHA, BETA, EPSILON),
         tex=r"2d\ln(d/\beta)/(\alpha(1-e^{-\varepsilon/d}))", source="`learn_conjunction`",
         variant="sharp", sized=True)
def conjunction_sample_size(d, alpha, beta, epsilon):
    """Smallest n with `conjunction_error_bound` <= α."""
    return -2 * d * (np.log(d) - np.log(beta)) / (alpha * np.expm1(-epsilon / d))


@formula("√(ln(2m/β)/(2n))", given=(QUERIES, BETA, N), tex=r"\sqrt{\ln(2m/\beta)/(2n)}",
         source="DR14, section 11.1, made explicit", card="DR14-11.1-SQ")
def fixed_queries_bound(m, beta, n):
    """With probability 1 - β all of m queries fixed in advance are answered within this by their averages on n
    examples.

    False for queries chosen after seeing answers (`adaptive_trap_expected_error`).
    """
    return np.sqrt((np.log(2 * m) - np.log(beta)) / (2 * n))


@formula("ln(2m/β)/(2α²)", given=(QUERIES, ALPHA, BETA), tex=r"\ln(2m/\beta)/(2\alpha^2)",
         source="DR14, section 11.1, made explicit", card="DR14-11.1-SQ", sized=True)
def fixed_queries_sample_size(m, alpha, beta):
    """Examples at which `fixed_queries_bound` is at most α."""
    return (np.log(2 * m) - np.log(beta)) / 2 / alpha / alpha


@formula("Pr[Bin(m, 1/2 + E|c|/(2n)) > m/2] − 1/2", given=(BEFORE, N.but(high=10**9)), variant="exact", bounds="exact",
         needs=lambda m, n: m % 2 == 1, needs_words="m odd",
         tex=r"\Pr[\mathrm{Bin}(m, \frac12 + \mathbb{E}|c|/(2n)) > m/2] - \frac12", source="the trap's law",
         card="DR14-11.1-SQ")
def adaptive_trap_expected_error(m, n):
    """The exact mean of `adaptive_trap_error`.

    c is a sum of n fair signs, E|c| = n C(n-1, floor((n-1)/2))/2^(n-1).  For one record, sign times product is +1 with
    probability 1/2 + E|c|/(2n) in each coordinate, independently.
    """
    mean = np.exp(log_binomial(np.floor((n - 1) / 2), n - 1, 0.5))
    return special.betainc(m // 2 + 1, m - m // 2, np.minimum(0.5 + 0.5 * mean, 1.0)) - 0.5


__all__ = [*formulas(globals())]
