"""Lecture 2, without a target in the class: how far the private learner ends from the best of C.

The problem: labels need not agree with any hypothesis.  OPT is the least error in C on the distribution.
The learner is the exponential mechanism of `private_pac`: ε-DP under REPLACE_ONE, weight e^{-ε m(h)/2},
m(h) the mistakes on the sample, so scores -m(h)/n that one example moves by 1/n.

Offered here, all as functions of |C| (or ln|C| by `log_size=`), ε and n:
the gap between the output and the best hypothesis on the sample, with probability 1 - β and in
expectation; the excess error on the distribution with probability 1 - β, and the sample size it
asks for; the expected error without any union bound over C.

Why the last needs no union bound: exchange one example for a fresh one.  The law of the output moves by a
total variation of at most tanh(ε/2) if it is ε-DP, and tanh(ε/4) if its log-ratios span an interval of
length ε, as the exponential mechanism's do.  So a private learner's expected error on the distribution is
that close to its expected error on the sample.

References: DR14, section 11.1 and Theorem 3.11; N17, "Private learning over sample vs. over
distribution"; McSherry and Talwar (2007); Durfee and Rogers (2019) for bounded range.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import epsilons, grid, log_class_size, one_epsilon, plain, whole


def exponential_gap_bound(n_hypotheses, epsilon, n, beta, *, log_size=None):
    """2(ln|C| + ln(1/β))/(εn): with probability >= 1 - β the output's error on the sample is within it of the best.

    epsilon > 0, n >= 1, β in (0, 1), scalars or arrays (broadcast).  Error rates, so values above one say nothing.
    Source: DR14, section 11.1 (from Theorem 3.11).
    """
    log_size = log_class_size(n_hypotheses, log_size)
    epsilon, n, beta = epsilons(epsilon), grid("n", n, low=1, integral=True), grid("beta", beta, high=1)
    return plain(2 * (log_size - np.log(beta)) / (epsilon * n))


def expected_gap_bound(n_hypotheses, epsilon, n, *, log_size=None):
    """2 ln|C|/(εn): the expected gap on the sample is at most this.

    The output law p maximizes E_p[-εm/2] + entropy(p), and the entropy is at most ln|C|.
    Arguments as in `exponential_gap_bound`.  Follows DR14, section 11.1.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    epsilon, n = epsilons(epsilon), grid("n", n, low=1, integral=True)
    return plain(2 * log_size / (epsilon * n))


def expected_gap_tight(n_hypotheses, epsilon, n, *, log_size=None):
    """2 W((|C|-1)/e)/(εn), W the Lambert function: the best bound on the expected gap in |C|, ε and n alone.

    Worst case: one best hypothesis and |C| - 1 others, each with ε·(extra mistakes)/2 = 1 + W; reached up to the
    rounding of mistakes to whole numbers.  Arguments as in `exponential_gap_bound`.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    epsilon, n = epsilons(epsilon), grid("n", n, low=1, integral=True)
    # ω(z) = W(e^z) takes ln(|C|-1) - 1, so |C| itself is never formed.
    w = special.wrightomega(log_size + np.log(-np.expm1(-log_size)) - 1) if log_size > 0 else 0.0
    return plain(2 * w / (epsilon * n))


def agnostic_excess_bound(n_hypotheses, epsilon, n, beta, *, log_size=None):
    """sqrt(2 ln(2|C|/β)/n) + 2 ln(2|C|/β)/(εn): error on the distribution <= OPT + this, with probability >= 1 - β.

    Twice a one-sided deviation sqrt(ln(2|C|/β)/(2n)) (|C| Hoeffding events, β/2 together: upward for the best
    hypothesis, downward for each other) plus the gap on the sample at β/2.
    Arguments as in `exponential_gap_bound`; above one it says nothing.  Explicit form of DR14, section 11.1.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    epsilon, n, beta = epsilons(epsilon), grid("n", n, low=1, integral=True), grid("beta", beta, high=1)
    term = log_size + np.log(2) - np.log(beta)
    return plain(np.sqrt(2 * term / n) + 2 * term / (epsilon * n))


def agnostic_sample_size(n_hypotheses, alpha, epsilon, beta, *, log_size=None) -> int:
    """max{8 ln(2|C|/β)/α², 4 ln(2|C|/β)/(εα)}, rounded up: enough for `agnostic_excess_bound` <= α.

    α, β in (0, 1), ε > 0, scalars.  Explicit form of DR14's O(max(ln|C|/(εα), ln|C|/α²)), section 11.1.
    Raises ValueError if the answer passes 2**53.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    term = log_size + np.log(2) - np.log(check.fraction("beta", beta))
    return whole(max(8 * float(term) / alpha / alpha, 4 * float(term) / epsilon / alpha))


def generalization_gap_bound(epsilon, *, bounded_range=False):
    """|E error on the distribution - E error on the sample| of an ε-DP learner (REPLACE_ONE): tanh(ε/2).

    With `bounded_range=True`, for learners whose log-ratios on neighbors span an interval of length ε (the
    exponential mechanism): tanh(ε/4).  ε > 0, scalar or array; any n.  Explicit in expectation for N17's
    "error_P <= α + ε".
    """
    epsilon = epsilons(epsilon)
    if not isinstance(bounded_range, (bool, np.bool_)):
        raise ValueError(f"bounded_range must be True or False; got {bounded_range!r}")
    return plain(np.tanh(epsilon / (4 if bounded_range else 2)))


def gibbs_risk_bound(opt, n_hypotheses, epsilon, n, *, log_size=None):
    """OPT + 2 ln|C|/(εn) + tanh(ε/4): the learner's expected error on the distribution is at most this.

    `opt` in [0, 1] is the least error in C; the rest as in `exponential_gap_bound`.  At ε = sqrt(8 ln|C|/n) it is at
    most OPT + sqrt(2 ln|C|/n).  Proof in the module's note; a sharpening of DR14, section 11.1.
    """
    opt = check.array("opt", opt, low=0, high=1)
    gap = expected_gap_bound(n_hypotheses, epsilon, n, log_size=log_size)
    return plain(opt + gap + generalization_gap_bound(epsilon, bounded_range=True))
