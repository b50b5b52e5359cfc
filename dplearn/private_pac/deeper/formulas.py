"""What the companions of lecture 2 add to `dplearn.private_pac.formulas`."""

from __future__ import annotations

import numpy as np
from scipy import special

from ..._binomial import log_binomial
from ...formula import ALPHA, BETA, CLASS, EPSILON, N, Domain, formula, formulas
from ...privacy import Relation
from ..formulas import LEARNER, OUTPUT

BITS = Domain("d", "d", "number of bits", 1, 10**9, integral=True, tries=(5, 1, 300))
QUERIES = Domain("m", "m", "number of averages", 1, 10**9, integral=True, tries=(5, 1, 1001))
BEFORE = QUERIES.but(high=10**6, words="number of queries before the last; odd, so that no majority is tied")
RATE = Domain("p", "p", "probability of keeping an example", 0, 1, "()", tries=(0.25, 0.01, 0.9))
RELATION = Domain("relation", "x ~ x'", "who are neighbors", options=(Relation.REPLACE_ONE, Relation.ADD_REMOVE),
                  default=Relation.REPLACE_ONE)


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


@formula("|C|e^(−εαn/4) + |C|e^(−αn/8)", given=LEARNER,
         tex=r"|C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha n/8}",
         source="LN, section 1, with Chernoff's bound", card="LN-PPAC-CHERNOFF", variant="sharp", log=True)
def private_occam_bound_chernoff(log_size, alpha, epsilon, n):
    """LN's sum with Chernoff's bound in its second term; the smaller of the two for α < 1/4 only."""
    return log_size + np.logaddexp(-epsilon * alpha * n / 4, -alpha * n / 8)


@formula("2(ln|C| + ln(1/β))/(εn)", given=OUTPUT,
         tex=r"\frac{2(\ln|C| + \ln(1/\beta))}{\varepsilon n}", source="DR14, section 11.1 (from Theorem 3.11)",
         card="DR14-11.1-EM")
def exponential_gap_bound(log_size, beta, epsilon, n):
    """With probability 1 - β the output's error on the sample is within this of the best in C."""
    return 2 * (log_size - np.log(beta)) / (epsilon * n)


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


@formula("OPT + 2 ln|C|/(εn) + tanh(ε/4)",
         given=(CLASS, EPSILON, N, Domain("opt", "OPT", "least error in C", 0, 1, default=0.0, tries=(0.1, 0, 1))),
         tex=r"\mathrm{OPT} + 2\ln|C|/(\varepsilon n) + \tanh(\varepsilon/4)",
         source="stability; a sharpening of DR14, section 11.1", card="DR14-11.1-PPAC",
         variant="sharp")
def gibbs_risk_bound(log_size, epsilon, n, opt):
    """The learner's expected error on the distribution is at most this; at ε = √(8 ln|C|/n) at most OPT + √(2
    ln|C|/n)."""
    return opt + 2 * log_size / (epsilon * n) + np.tanh(epsilon / 4)


@formula("ln((1+p)/(1−p)), or −ln(1−p)", given=(RATE, RELATION), variant="exact", bounds="exact",
         tex=r"\ln\frac{1+p}{1-p},\ -\ln(1-p)", source="N17, tight",
         card="N17-PARITY-DP")
def parity_epsilon(p, relation):
    """ε of the parity learner that keeps each example with probability p: tight over all d, n and samples.

    REPLACE_ONE: ln((1+p)/(1-p)); ADD_REMOVE: -ln(1-p).  (Others fixed, Pr[h | i kept] <= 2 Pr[h | i not
    kept] and Pr[fail | i kept] <= 1 <= 2 Pr[fail | i not kept].)
    """
    return 2 * np.arctanh(p) if relation is Relation.REPLACE_ONE else -np.log1p(-p)


@formula("m H_m / (εn)", given=(QUERIES, EPSILON, N), variant="exact", bounds="exact", tex=r"mH_m/(\varepsilon n)",
         source="DR14, section 11.1, made exact",
         card="DR14-11.1-SQ")
def expected_max_error(m, epsilon, n):
    """The expected largest |noise| among m answers, H_m = 1 + 1/2 + ... + 1/m: independent exponentials of scale
    m/(εn).

    DR14 writes O(m ln m/(εn)), which at m = 1 would be zero.
    """
    return m * (special.digamma(m + 1.0) + np.euler_gamma) / (epsilon * n)


@formula("2d ln(d/β) / (α(1−e^(−ε/d)))", given=(BITS, ALPHA, BETA, EPSILON),
         tex=r"2d\ln(d/\beta)/(\alpha(1-e^{-\varepsilon/d}))", source="`learn_conjunction`",
         variant="sharp", sized=True)
def conjunction_sample_size(d, alpha, beta, epsilon):
    """Examples at which the error of `learn_conjunction` is at most α with probability 1 - β; about 2d²
    ln(d/β)/(αε)."""
    return -2 * d * (np.log(d) - np.log(beta)) / (alpha * np.expm1(-epsilon / d))


@formula("ln(2m/β)/(2α²)", given=(QUERIES, ALPHA, BETA), tex=r"\ln(2m/\beta)/(2\alpha^2)",
         source="DR14, section 11.1, made explicit", card="DR14-11.1-SQ", sized=True)
def fixed_queries_sample_size(m, alpha, beta):
    """Examples from which, but for probability β, all of m queries fixed in advance are answered within α by averages.

    False for queries chosen after seeing answers (`adaptive_trap_expected_error`).
    """
    return (np.log(2 * m) - np.log(beta)) / 2 / alpha / alpha


@formula("Pr[Bin(m, 1/2 + E|c|/(2n)) > m/2] − 1/2", given=(BEFORE, N.but(high=10**9)), variant="exact", bounds="exact",
         needs=lambda m, n: m % 2 == 1, needs_words="m odd",
         tex=r"\Pr[\mathrm{Bin}(m, \frac12 + \mathbb{E}|c|/(2n)) > m/2] - \frac12", source="the trap's law",
         card="DR14-11.1-SQ")
def adaptive_trap_expected_error(m, n):
    """How far the last of m + 1 queries is off, on average, when it is built from the answers to the others.

    World: m coordinates and a label, all fair and independent coins in {-1, +1}.  Queries 1..m ask, on n records, for
    the correlation of each coordinate with the label (0 counts as positive); the last asks how often the majority of
    the coordinates, each with the sign of its answer, equals the label.  The truth is 1/2.

    c is a sum of n fair signs, E|c| = n C(n-1, floor((n-1)/2))/2^(n-1).  For one record, sign times product is +1 with
    probability 1/2 + E|c|/(2n) in each coordinate, independently.
    """
    mean = np.exp(log_binomial(np.floor((n - 1) / 2), n - 1, 0.5))
    return special.betainc(m // 2 + 1, m - m // 2, np.minimum(0.5 + 0.5 * mean, 1.0)) - 0.5


__all__ = [*formulas(globals())]
