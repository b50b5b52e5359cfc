"""Lecture 2: learning from noisy averages (statistical queries).

The problem: some learners never look at an example, only at averages (1/n) Σ φ(x_i, y_i) of functions
φ with values in [0, 1].  One example moves such an average by at most 1/n (REPLACE_ONE), so m of
them can be released with Laplace noise of scale m/(εn), and whatever is computed from the answers is
ε-DP.  This gives private learners that run in polynomial time, where the exponential mechanism
weighs the whole class.

Offered here:
- `noisy_answers` and the exact law of its worst error: E max = m H_m/(εn), H_m = 1 + 1/2 + ... + 1/m;
- `learn_conjunction`: a private learner of monotone conjunctions on hundreds of bits, with its bound;
- the sample size for m queries fixed in advance, and the trap for queries that are not: ask m
  correlations, then the one query that the answers suggest.  DR14's O(ln m/α²) is right for the
  first kind of query and wrong for the second; `adaptive_trap_error` shows it and
  `adaptive_trap_expected_error` gives its exact mean.

The learner: for a target AND of the bits in R, Pr[x_i = 0 and y = 1] is 0 for i in R.  Estimate these d numbers
with noise of scale b = d/(εn) and keep bit i if its answer is at most τ = b ln(d/β).  A bit of R is lost with
probability at most e^{-τ/b}/2.  A bit with Pr[x_i = 0, y = 1] = q > α/d stays with probability at most
e^{τ/b} E e^{-εK/d} <= e^{τ/b} e^{-qn(1-e^{-ε/d})}, K ~ Bin(n, q).  With α = 2d ln(d/β)/(n(1-e^{-ε/d})) each is
at most β/d, so with probability 1 - β no bit of R is lost and the bits kept besides cost at most d · α/d.

References: DR14, Definitions 11.4, 11.5 and section 11.1 (its last paragraphs); Kearns, "Efficient
noise-tolerant learning from statistical queries" (J. ACM 1998); Blum, Dwork, McSherry, Nissim, "Practical
privacy: the SuLQ framework" (PODS 2005); Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (2015) for
adaptive queries.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special, stats

from .. import _validate as check
from .._bounds import epsilons, grid, one_epsilon, plain, whole
from ..mechanisms import laplace
from ..privacy import Guarantee, Relation

MOST_QUERIES = 10**9
BLOCK_BITS = 1 << 24     # record bits drawn at once by the trap: 16 MB


# ---- answering with noise --------------------------------------------------------------------------

def noisy_answers(values, *, n, epsilon, rng) -> np.ndarray:
    """The averages `values` with Laplace noise of scale m/(εn).

    Parameters
    ----------
    values : array (m,) in [0, 1], averages over the n examples of m functions with values in [0, 1]
    n : int >= 1, public
    epsilon : float > 0, for all m answers together
    rng : numpy.random.Generator

    Returns
    -------
    array (m,): not clipped to [0, 1].

    Notes
    -----
    ε-DP under REPLACE_ONE, if the m functions are fixed or depend on earlier noisy answers only.  One
    example moves each average by 1/n, all m together by m/n in the l1 norm.  Not for ADD_REMOVE: there
    n is private and the averages do not have this sensitivity.  Source: DR14, section 11.1.
    """
    values = check.array("values", values, (None,), low=0, high=1)
    n, epsilon, rng = check.integer("n", n, 1), one_epsilon(epsilon), check.generator("rng", rng)
    return np.asarray(laplace(values, l1_sensitivity=len(values) / n, epsilon=epsilon, rng=rng))


def expected_max_error(m, epsilon, n):
    """m H_m/(εn): the expected largest |noise| among m answers, exactly.  Scalars or arrays (broadcast).

    The |noise| are independent exponentials of scale m/(εn).  DR14 writes O(m ln m/(εn)), which
    at m = 1 would be zero.
    """
    m, n = grid("m", m, low=1, integral=True), grid("n", n, low=1, integral=True)
    value = m * (special.digamma(m + 1.0) + np.euler_gamma) / (epsilons(epsilon) * n)
    return plain(value)


def max_error_quantile(probability, m, epsilon, n):
    """The t with Pr[every |noise| <= t] = `probability` in (0, 1), exactly: -(m/(εn)) ln(1 - probability^(1/m))."""
    q = grid("probability", probability, high=1)
    m, n = grid("m", m, low=1, integral=True), grid("n", n, low=1, integral=True)
    value = -m / (epsilons(epsilon) * n) * np.log(-np.expm1(np.log(q) / m))
    return plain(value)


# ---- a private learner for conjunctions ------------------------------------------------------------

@dataclass(frozen=True)
class PrivateConjunction:
    """A monotone conjunction learned from noisy averages; everything in it is safe to publish.

    `literals` (d,) bool: the bits in the AND.  `answers` (d,): the noisy averages.  `threshold`: keep a bit at or
    below it.  `scale`: of the Laplace noise.  `guarantee`: what was spent, on all d answers together.
    """

    literals: np.ndarray
    answers: np.ndarray
    threshold: float
    scale: float
    guarantee: Guarantee

    @property
    def n_queries(self) -> int:
        """Averages asked: one a bit."""
        return len(self.answers)

    def predict(self, x) -> np.ndarray:
        """Labels (n,) bool of examples x (n, d) of 0/1."""
        x = check.array("x", x, (None, len(self.literals)), low=0, high=1, integral=True)
        return x[:, self.literals].all(axis=1)


def _averages(x, y):
    """The d averages that the learner asks for, with their checked arguments."""
    x = check.array("x", x, (None, None), low=0, high=1, integral=True)
    y = check.labels("y", y, len(x))
    return ((x == 0) & y[:, None]).mean(axis=0), len(x), x.shape[1]


def learn_conjunction_probabilities(x, y, *, epsilon, beta=0.05) -> np.ndarray:
    """The law of the bits that `learn_conjunction` keeps: shape (2^d,), entry by bit mask (bit i: bit i is kept).

    Arguments as in `learn_conjunction`; d <= 16, else ValueError.  The noises are independent, so bit i is kept with
    probability F((τ - average_i)/scale), F the Laplace distribution function, independently of the others.
    ε-DP under REPLACE_ONE; exact up to rounding.
    """
    averages, n, d = _averages(x, y)
    if d > 16:
        raise ValueError(f"x must have at most 16 columns for the exact law; got {d}")
    epsilon, beta = one_epsilon(epsilon), check.fraction("beta", beta)
    scale = d / (epsilon * n)
    law = np.ones(1)
    for kept in stats.laplace.cdf((np.log(d) - np.log(beta)) - averages / scale):   # ends with the highest bit, as the index does
        law = np.concatenate([law * (1 - kept), law * kept])
    return law


def learn_conjunction(x, y, *, epsilon, beta=0.05, rng) -> PrivateConjunction:
    """Learn a monotone conjunction from d noisy averages, in time O(nd).

    Parameters
    ----------
    x : array (n, d) of 0/1, n, d >= 1
    y : array (n,) of 0/1
    epsilon : float > 0
    beta : float in (0, 1)
        Failure probability; it sets the threshold τ = (d/(εn)) ln(d/β), which looks at no data.
    rng : numpy.random.Generator

    Notes
    -----
    ε-DP under REPLACE_ONE for any data (private: x, y; public: n, d).  If some conjunction labels the examples, its error
    is at most `conjunction_error_bound(d, epsilon, n, beta)` with probability >= 1 - β over sample and noise.
    Proof in the module's note.
    """
    averages, n, d = _averages(x, y)
    epsilon, beta, rng = one_epsilon(epsilon), check.fraction("beta", beta), check.generator("rng", rng)
    answers = noisy_answers(averages, n=n, epsilon=epsilon, rng=rng)
    scale = d / (epsilon * n)
    threshold = scale * (np.log(d) - np.log(beta))
    guarantee = Guarantee(epsilon, 0.0, Relation.REPLACE_ONE, f"{d} averages, Laplace noise of scale {scale:.6g}")
    return PrivateConjunction(answers <= threshold, answers, float(threshold), float(scale), guarantee)


def conjunction_error_bound(d, epsilon, n, beta):
    """2d ln(d/β)/(n(1-e^{-ε/d})): the error of `learn_conjunction` that holds with probability >= 1 - β.

    d, n >= 1, ε > 0, β in (0, 1), broadcast.  About 2d² ln(d/β)/(εn); above one it says nothing.
    """
    d, n = grid("d", d, low=1, integral=True), grid("n", n, low=1, integral=True)
    epsilon, beta = epsilons(epsilon), grid("beta", beta, high=1)
    value = -2 * d * (np.log(d) - np.log(beta)) / (n * np.expm1(-epsilon / d))
    return plain(value)


def conjunction_sample_size(d, alpha, epsilon, beta) -> int:
    """Smallest n with `conjunction_error_bound` <= α: 2d ln(d/β)/(α(1-e^{-ε/d})), rounded up.

    Raises ValueError if it passes 2**53.
    """
    d, alpha = check.integer("d", d, 1, 10**9), check.fraction("alpha", alpha)
    epsilon, beta = one_epsilon(epsilon), check.fraction("beta", beta)
    return whole(2 * d * float(np.log(d) - np.log(beta)) / alpha / -float(np.expm1(-epsilon / d)))


# ---- queries fixed in advance, and the adaptive trap -----------------------------------------------

def nonadaptive_sample_size(m, alpha, beta) -> int:
    """ln(2m/β)/(2α²), rounded up: enough for m queries fixed in advance to be within α, with probability >= 1 - β.

    Hoeffding's inequality and a union bound.  False for queries chosen after seeing answers
    (`adaptive_trap_error`).  m >= 1; α, β in (0, 1).  Explicit form of DR14, section 11.1.
    """
    m = check.integer("m", m, 1, MOST_QUERIES)
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    return whole(float(np.log(2 * m) - np.log(beta)) / 2 / alpha / alpha)


def adaptive_trap_error(m, n, *, rng, runs) -> np.ndarray:
    """Error of the last of m + 1 statistical queries when it is built from the first m answers.

    World: m coordinates and a label, all fair and independent coins in {-1, +1}.  Queries 1..m ask, on the sample, for the
    correlation of each coordinate with the label; the last asks how often the majority of the coordinates, each with
    the sign of its answer, equals the label.  The truth is 1/2; the sample says much more.

    Parameters
    ----------
    m : int, odd (so that a majority is never tied), 1 <= m <= 1e6
    n : int >= 1, with m n <= 2^26
    rng : numpy.random.Generator
    runs : int >= 1

    Returns
    -------
    array (runs,): answer of the last query minus 1/2.

    Notes
    -----
    An exact simulation: only the products z_ij = x_ij y_i matter, and they are independent fair signs.
    A correlation of 0 counts as positive.  Cost: m n random bits a run.  Nothing private here.
    """
    (m, n), runs = _trap(m, n), check.integer("runs", runs, 1, 10**7)
    if m * n > 1 << 26:
        raise ValueError(f"n must be at most {(1 << 26) // m} at m={m}; got {n}")
    rng = check.generator("rng", rng)
    errors = np.empty(runs)
    block = max(1, BLOCK_BITS // (m * n))
    for start in range(0, runs, block):
        size = min(block, runs - start)
        bits = np.unpackbits(np.frombuffer(rng.bytes((size * n * m + 7) // 8), np.uint8), count=size * n * m)
        agree = bits.reshape(size, n, m)                               # 1 where z_ij = +1
        sign = 2.0 * (2 * agree.sum(axis=1, dtype=np.int32) >= n) - 1  # (size, m)
        # Σ_j s_j z_ij = 2 Σ_j s_j agree_ij - Σ_j s_j; float32 counts to 2^24 without error.
        score = 2 * np.matmul(agree.astype(np.float32), sign[:, :, None].astype(np.float32))[..., 0]
        errors[start : start + size] = (score > sign.sum(axis=1, keepdims=True)).mean(axis=1) - 0.5
    return errors


def adaptive_trap_expected_error(m, n) -> float:
    """The exact mean of `adaptive_trap_error`: Pr[Bin(m, 1/2 + E|c|/(2n)) > m/2] - 1/2.

    c is a sum of n fair signs, E|c| = n C(n-1, floor((n-1)/2))/2^(n-1).  For one record, sign times product is +1 with
    probability 1/2 + E|c|/(2n) in each coordinate, independently.  m odd, n >= 1.
    """
    m, n = _trap(m, n)
    half = (n - 1) // 2
    log_mean = special.gammaln(n) - special.gammaln(half + 1) - special.gammaln(n - half) - (n - 1) * np.log(2)
    agree = min(1.0, 0.5 + 0.5 * float(np.exp(log_mean)))
    return float(stats.binom.sf(m // 2, m, agree)) - 0.5


def _trap(m, n) -> tuple[int, int]:
    m, n = check.integer("m", m, 1, 10**6), check.integer("n", n, 1, 10**9)
    if m % 2 == 0:
        raise ValueError(f"m must be odd (an even majority can tie); got {m}")
    return m, n
