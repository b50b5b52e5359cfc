"""Lecture 2's bounds, sample sizes and exact values, each a record (`dplearn.formula`).

The exponential-mechanism learner where some f in C labels the examples (bounds as LN prints them, and in one line);
its gaps on any sample and to the distribution; the parity learner's rates.  `deeper.formulas` has Chernoff's inequality
in place of Hoeffding's, labels without a target in C, and the learners that run in polynomial time.

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
from scipy import special

from ..formula import ALPHA, BETA, CLASS, EPSILON, N, formula, formulas
from . import point_world

LEARNER, OUTPUT = (CLASS, ALPHA, EPSILON, N), (CLASS, BETA, EPSILON, N)
MARKED = ALPHA.but(high=0.999, open="(")
POINTS = CLASS.but(low=2, words="number of points; None with `log_size`, its natural logarithm")


def _spent(epsilon):
    """1 - e^{-ε/2}: what one mistake costs in the one-line bound."""
    return -np.expm1(-epsilon / 2)


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


@formula("ln(|C|/β) / (α(1−e^(−ε/2)))", given=(CLASS, ALPHA, EPSILON, BETA),
         tex=r"\ln(|C|/\beta)/(\alpha(1-e^{-\varepsilon/2}))", source="one-line proof",
         card="LN-PPAC-ONELINE", variant="sharp", sized=True, positional=4)
def private_occam_sample_size_sharp(log_size, alpha, epsilon, beta):
    """Smallest n at which the one-line bound is at most β; for ε <= 1 at most 2.55 ln(|C|/β)/(αε)."""
    return (log_size - np.log(beta)) / (alpha * _spent(epsilon))


@formula("E B/(1+B), B = (N−2)e^(−εK/2) + e^(−εn/2), K ~ Bin(n, α⁺)",
         given=(POINTS, MARKED, EPSILON, N.but(high=10**8)), variant="exact", bounds="exact",
         tex=r"\mathbb{E}\,\frac{B}{1+B},\ B = (N-2)e^{-\varepsilon K/2} + e^{-\varepsilon n/2}",
         source="the learner's law", log=True, positional=4)
def point_world_failure(log_size, alpha, epsilon, n):
    """Pr[error > α] of the private learner for `Points(N)`, exactly, in the hardest world we know.

    The target point has mass a = α(1 + 1e-6), one other point x0 has the rest.  On a sample with K examples at the
    target the target's hypothesis makes 0 mistakes, c_{x0} makes n, and the N - 2 others make K; all but the target's
    are bad.  Relative error below 1e-4, mostly below 1e-8 (see `point_world`).
    """
    return point_world.log_failure(log_size, alpha, epsilon, n)


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


@formula("ε/4", given=(EPSILON.but(high=4, open=")", tries=(0.5, 0.01, 3.0)),), bounds="exact", tex=r"\varepsilon/4",
         source="N17, private learner for parity", card="N17-PARITY-DP")
def parity_sampling_rate(epsilon):
    """The probability of keeping an example as the slide has it: ε-DP only up to ε = 3.83."""
    return epsilon / 4


@parity_sampling_rate.variant("exact", "tanh(ε/2)", tex=r"\tanh(\varepsilon/2)", source="inverse of `parity_epsilon`",
                              given=(EPSILON.but(high=37),))
def parity_sampling_rate_exact(epsilon):
    """The rate that spends ε exactly under REPLACE_ONE (under ADD_REMOVE it spends ln((1+e^ε)/2) < ε)."""
    return np.tanh(epsilon / 2)


__all__ = [*formulas(globals())]
