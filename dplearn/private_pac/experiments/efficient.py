"""Lecture 2, second half: private learners that run in polynomial time.

* `parity_privacy`: the exact ε of the parity learner, enumerated, beside the slides' claim;
* `parity_learning`: how many examples it needs, exact and simulated, at d up to 128;
* `statistical_queries`: what m noisy averages cost;
* `adaptive_trap`: why the number of samples for fixed queries does not serve queries that look at answers;
* `sq_conjunction`: a private learner of conjunctions over hundreds of bits.

The simulations draw statistics, not records: the rank of random equations from geometric waiting times, the
counts behind averages from binomials.  Each is an exact law, not an approximation; tests compare them with the
learners of `private_parity` and `statistical_queries` run on records.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np
from scipy import special, stats

from .. import statistical_queries as sq
from ..._binomial import log_binomial
from ...experiment import Axis, Choice, Experiment, Parameter, Series, Simulation

BETA = 0.05
EPSILON = Parameter("epsilon", "ε", "privacy", 0.01, 10, 1.0, log=True)


# ---- parity_privacy --------------------------------------------------------------------------------

@functools.lru_cache(maxsize=32)
def _samples(d: int, n: int):
    """All samples of n records of d bits and a label (order does not matter), and where each one stands."""
    samples = list(itertools.combinations_with_replacement(range(2 << d), n))
    return samples, {sample: i for i, sample in enumerate(samples)}


@functools.lru_cache(maxsize=32)
def parity_laws(d: int, n: int) -> np.ndarray:
    """The parity learner's law as a polynomial: coefficients (samples, n + 1, 2^d + 1) of p^k (1-p)^(n-k).

    Entry (s, k) adds up, over the sets of k kept records of sample s, the law of the output when these are
    kept; the last output is "fail".  Found by going through every subset.
    """
    size = 1 << d
    solves = [sum(1 << r for r in range(size) if (r & rec >> 1).bit_count() % 2 == rec & 1) for rec in range(2 * size)]
    samples, _ = _samples(d, n)
    law = np.zeros((len(samples), n + 1, size + 1))
    for i, sample in enumerate(samples):
        for kept in itertools.product((0, 1), repeat=n):
            mask = (1 << size) - 1
            for record, keep in zip(sample, kept):
                mask &= solves[record] if keep else -1
            law[i, sum(kept)] += _outcome(mask, size)
    return law


def _outcome(mask: int, size: int) -> np.ndarray:
    """Fail with probability 1/2, else a uniform solution; always fail where there is none."""
    law = np.zeros(size + 1)
    law[-1] = 0.5 if mask else 1.0
    for r in range(size):
        law[r] = 0.5 * (mask >> r & 1) / max(mask.bit_count(), 1)
    return law


def _log_laws(d: int, n: int, p) -> np.ndarray:
    """ln of the law, (samples, outputs, len(p)), for 0 < p < 1 (no output has probability zero then, n >= 0)."""
    k = np.arange(n + 1)[:, None]
    weights = p**k * (1 - p) ** (n - k)
    return np.log(np.moveaxis(parity_laws(d, n), 1, 2) @ weights)


@functools.lru_cache(maxsize=32)
def _pairs(d: int, n: int, relation: str):
    """Neighboring samples as two index arrays: replace-one among n records, add/remove between n and n + 1."""
    records = range(2 << d)
    if relation == "add_remove":
        where = _samples(d, n + 1)[1]
        return np.array([(i, where[tuple(sorted((*s, r)))]) for i, s in enumerate(_samples(d, n)[0]) for r in records]).T
    where = _samples(d, n)[1]
    pairs = {tuple(sorted((where[tuple(sorted((*s, a)))], where[tuple(sorted((*s, b)))])))
             for s in _samples(d, n - 1)[0] for a, b in itertools.combinations(records, 2)}
    return np.array(sorted(pairs)).T


def enumerated_epsilon(d: int, n: int, p, relation: str) -> np.ndarray:
    """The parity learner's exact ε over all neighboring samples of n records, for an array of sampling rates p."""
    left, right = _pairs(d, n, relation)
    first = _log_laws(d, n, p)
    second = _log_laws(d, n + 1, p) if relation == "add_remove" else first
    return np.abs(first[left] - second[right]).max(axis=(0, 1))


def _rate(s, epsilon):
    return epsilon / 4 if s.rule == "printed" else np.tanh(epsilon / 2)


parity_privacy = Experiment(
    name="parity_privacy",
    title="What the parity learner spends, beside what the slides claim",
    question="What part of the claimed ε does the parity learner spend?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.05, 3.95, 1.0),
        Parameter("d", "d", "bits", 1, 2, 2, integer=True),
        Parameter("n", "n", "records", 1, 2, 2, integer=True),
        Choice("rule", "sampling", {"printed": "p = ε/4, as on the slide", "repaired": "p = tanh(ε/2)"}, "printed"),
    ),
    x="epsilon",
    y=Axis("true ε / claimed ε", 0.0, 1.4),
    series=(
        Series("claim", "claim", "1: the learner is ε-private  (N17)", lambda s, e: np.ones(len(e))),
        Series("formula", "replace-one", "ln((1+p)/(1−p)) / ε, replace-one",
               lambda s, e: 2 * np.arctanh(_rate(s, e)) / e, kind="exact"),
        Series("formula_ar", "add/remove", "−ln(1−p) / ε, add/remove",
               lambda s, e: -np.log1p(-_rate(s, e)) / e, kind="exact", role="attack"),
        Series("exact", "", "enumerated: all samples and neighbors, replace-one",
               lambda s, e: enumerated_epsilon(s.d, s.n, _rate(s, e), "replace_one") / e, kind="exact", mark="points"),
        Series("exact_ar", "", "enumerated: all samples and neighbors, add/remove",
               lambda s, e: enumerated_epsilon(s.d, s.n, _rate(s, e), "add_remove") / e, kind="exact", role="attack", mark="points"),
    ),
    points=41,
)


# ---- parity_learning -------------------------------------------------------------------------------

SURE = 64  # equations beyond d after which a unique solution is as good as certain (2^-64)


@functools.lru_cache(maxsize=16)
def chance_of_target(d: int) -> np.ndarray:
    """E 2^-(d - rank) for 0, 1, ..., d + 64 uniform equations: the chance that a uniform solution is the target.

    With D = d - rank dimensions left, the next uniform equation is new with probability 1 - 2^-D.
    """
    chance = np.empty(d + SURE + 1)
    left = 2.0 ** -np.arange(d + 1)                       # E 2^-D after m more equations, from D left
    for m in range(len(chance)):
        chance[m] = left[d]
        new = 1 - 2.0 ** -np.arange(d + 1)
        left = new * np.append(1.0, left[:-1]) + (1 - new) * left
    return chance


def _parity_plan(s, n):
    """Examples in each batch, and the chance that a given example is kept and says something."""
    return np.floor(n / s.batches), 2 * s.alpha * np.tanh(s.epsilon / 2)


def _parity_exact(s, n):
    batch, keep = _parity_plan(s, n)
    chance = chance_of_target(s.d)
    m = np.arange(len(chance))
    valid = m <= batch[:, None]
    mass = np.where(valid, np.exp(log_binomial(np.where(valid, m, 0), batch[:, None], keep)), 0.0)
    found = 1 - (mass * (1 - chance)).sum(axis=1)
    return (1 - 2.0**-s.batches) * np.maximum(found, 0)                 # rounding may leave -1e-16


def _parity_bound(s, n):
    batch, keep = _parity_plan(s, n)
    log_bad = s.d * np.log(2) + batch * np.log1p(-keep / 2)
    return np.maximum((1 - 2.0**-s.batches) * (1 - np.exp(np.minimum(log_bad, 0))), 0)


def draw_parity_learning(setting, x, rng, runs):
    """Does the batched learner return the target?  True or False for each number of examples in x.

    The first batch whose coin does not say "fail" keeps M ~ Bin(batch, keep) equations that say something; their
    rank follows from the waiting times for new ones, and a uniform solution is the target with chance 2^-(d - rank).
    """
    batch, keep = _parity_plan(setting, x)
    waiting = rng.geometric(1 - 2.0 ** -np.arange(setting.d, 0, -1), size=(runs, setting.d)).cumsum(axis=1)
    kept = rng.binomial(batch.astype(np.int64), keep, size=(runs, len(x)))
    rank = np.stack([np.searchsorted(w, k, side="right") for w, k in zip(waiting, kept)])
    speaks = rng.random((runs, len(x))) < 1 - 2.0**-setting.batches
    return speaks & (rng.random((runs, len(x))) < 2.0 ** (rank - setting.d))


parity_learning = Experiment(
    name="parity_learning",
    title="Parities, learned privately in polynomial time",
    question="How often does the private parity learner return the target?  (p = tanh(ε/2); every other parity errs on α.)",
    parameters=(
        Parameter("n", "n", "examples", 1_000, 1_000_000, 10_000, log=True, integer=True),
        EPSILON,
        Parameter("d", "d", "bits", 1, 128, 100, integer=True),
        Parameter("alpha", "α", "error of the other parities", 0.01, 0.49, 0.1, log=True),
        Parameter("batches", "b", "batches", 1, 8, 6, integer=True),
    ),
    x="n",
    y=Axis("Pr[the target is returned]", 0.0, 1.02),
    series=(
        Series("bound", "bound", "(1−2⁻ᵇ)(1 − 2ᵈ(1−pα)^⌊n/b⌋)  (disjoint batches)", _parity_bound, kind="sharp"),
        Series("ceiling", "", "1 − 2⁻ᵇ: some batch does not say fail", lambda s, n: np.full(len(n), 1 - 2.0**-s.batches), kind="baseline"),
        Series("exact", "exact", "exact (law of the rank)", _parity_exact, kind="exact"),
    ),
    simulation=Simulation(draw_parity_learning, "simulated learner", chunk=100, role="private"),
    simulated_points=49,
)


# ---- statistical_queries ---------------------------------------------------------------------------

def draw_queries(setting, x, rng, runs):
    """Largest |noise| among the first m of 1000 answers, each with Laplace noise of scale m/(εn), for m in x."""
    m = x.astype(np.int64)
    noise = np.maximum.accumulate(rng.standard_exponential((runs, m.max()), dtype=np.float32), axis=1)
    return noise[:, m - 1] * (m / (setting.epsilon * setting.n))


@functools.lru_cache(maxsize=16)
def _fair_deviations(n: int):
    """ln Pr[|Bin(n, 1/2) - n/2| <= k + n/2 mod 1] for k = 0, 1, ...: as far as a billionth of a billionth matters."""
    odd = n % 2 / 2
    k = np.arange(min(n // 2, int(6 * np.sqrt(n)) + 10) + 1) + odd
    beyond = stats.binom.cdf(np.ceil(n / 2 - k) - 1, n, 0.5)
    return odd, np.log1p(-2 * np.minimum(beyond, 0.5 - 1e-16))


def _fair_sampling(s, m):
    """E max over m independent fair 0/1 questions of |average - 1/2|, n records: the sum of Pr[max > t] over its steps."""
    odd, log_inside = _fair_deviations(s.n)
    return (odd - np.expm1(np.multiply.outer(m, log_inside)).sum(axis=1)) / s.n


statistical_queries = Experiment(
    name="statistical_queries",
    title="What privacy adds to m averages, beside what sampling costs anyway",
    question="How large is the worst error that privacy adds to m averages over n records?",
    parameters=(
        Parameter("m", "m", "averages", 1, 1000, 100, log=True, integer=True),
        Parameter("n", "n", "records", 100, 1_000_000, 10_000, log=True, integer=True),
        EPSILON,
    ),
    x="m",
    y=Axis("expected worst error", 1e-5, 10.0, log=True),
    series=(
        Series("exact", "privacy", "m H_m / (εn), exact: Laplace noise on all m answers", lambda s, m: sq.expected_max_error(m, s.epsilon, s.n), kind="exact"),
        Series("sampling", "sampling", "exact, without privacy: m fair, independent 0/1 averages", _fair_sampling, kind="baseline"),
    ),
    simulation=Simulation(draw_queries, "simulated noise", chunk=300, role="private", band="normal"),
    simulated_points=41,
)


# ---- adaptive_trap ---------------------------------------------------------------------------------

def draw_trap(setting, x, rng, runs):
    """Error of the last, adaptive query on growing samples (`statistical_queries.adaptive_trap_error` at each size)."""
    m, n = int(setting.m), x.astype(np.int64)
    edges = list(zip(np.append(0, n[:-1]), n))
    errors = np.empty((runs, len(n)))
    for run in range(runs):
        # z_ij = x_ij y_i are fair signs; the bits say where it is +1.  float32 counts to 2^24 without error.
        bits = np.unpackbits(np.frombuffer(rng.bytes((n[-1] * m + 7) // 8), np.uint8), count=n[-1] * m)
        bits = bits.reshape(n[-1], m).astype(np.float32)
        agree = np.stack([bits[a:b].sum(axis=0) for a, b in edges]).cumsum(axis=0)   # (sizes, m)
        sign = np.where(2 * agree >= n[:, None], 1, -1).astype(np.float32)
        # Blocks of 20 records: products so small that BLAS starts no threads, which stall on a busy machine.
        score = np.matmul(bits.reshape(-1, 20, m), sign.T).reshape(n[-1], -1)
        score = 2 * score > sign.sum(axis=1)
        errors[run] = [score[:k, j].mean() - 0.5 for j, k in enumerate(n)]
    return errors


def _trap_mean(s, n):
    """`adaptive_trap_expected_error` for all n at once."""
    m, half = int(s.m), np.floor((n - 1) / 2)
    log_c = special.gammaln(n) - special.gammaln(half + 1) - special.gammaln(n - half) - (n - 1) * np.log(2)
    agree = np.minimum(0.5 + 0.5 * np.exp(log_c), 1.0)
    return special.betainc(m // 2 + 1, m - m // 2, agree) - 0.5


adaptive_trap = Experiment(
    name="adaptive_trap",
    title="A query that looks at the answers before it escapes the promise",
    question="After m correlations on n records, one query built from the answers: how far is its answer from the truth 1/2?",
    parameters=(
        Parameter("n", "n", "records", 20, 2000, 530, log=True, integer=True),
        Choice("m", "queries before", {"11": "11", "101": "101", "501": "501", "1001": "1001"}, "1001"),
    ),
    x="n",
    y=Axis("error of an answer", 0.0, 0.55),
    series=(
        Series("promise", "fixed queries", "√(ln(2(m+1)/β)/(2n)), β = .05: promise for fixed queries",
               lambda s, n: np.sqrt(np.log(2 * (int(s.m) + 1) / BETA) / (2 * n))),
        Series("exact", "exact", "exact mean of the last, adaptive query", _trap_mean, kind="exact"),
    ),
    simulation=Simulation(draw_trap, "simulated samples, last query", chunk=lambda s: {"11": 15, "101": 10, "501": 4, "1001": 2}[s.m], role="attack",
                          band="normal", runs=lambda s: 400 if int(s.m) > 200 else 2_000, static_runs=100),
    simulated_points=13,
)


# ---- sq_conjunction --------------------------------------------------------------------------------

TARGET_BITS, ZERO = 5, 0.1  # the target has 5 literals, each 0 with probability 1/10, independently
POSITIVE = (1 - ZERO) ** TARGET_BITS


def other_bits(d: int) -> np.ndarray:
    """Probabilities of 0 for the d - 5 bits outside the target: from 1/2 down to 10^-5, so some are easy to rule out and some hard."""
    return np.geomspace(0.5, 1e-5, d - TARGET_BITS)


def draw_sq_conjunction(setting, x, rng, runs):
    """True error of `learn_conjunction` on samples of each size in x, exact over the loss of a literal.

    Only counts matter: n₁ ~ Bin(n, Pr[y = 1]) positive examples, for a bit outside the target Bin(n₁, q) zeros among
    them, none for a bit of the target; then Laplace noise and the threshold.
    """
    zero, n = other_bits(setting.d), x.astype(np.int64)
    scale = setting.d / setting.epsilon                                   # of the noise, in counts
    threshold = scale * np.log(setting.d / BETA)
    positives = rng.binomial(n, POSITIVE, size=(runs, len(n)))
    zeros = rng.binomial(positives[..., None], zero)
    extra = zeros + rng.laplace(0, scale, zeros.shape) <= threshold
    return conjunction_error(np.where(extra, np.log1p(-zero), 0.0).sum(axis=-1), BETA / (2 * setting.d))


def conjunction_error(log_extra, loss):
    """Expected Pr[learned AND != target]: the extra bits are all 1 with probability e^log_extra; each literal is lost with chance `loss`.

    Pr[R] + Pr[K] - 2 Pr[R and K] for independent bits; a lost literal divides Pr[K] by 1 - 1/10.
    """
    found = POSITIVE * (1 - loss + loss / (1 - ZERO)) ** TARGET_BITS
    return -POSITIVE * np.expm1(log_extra) + (found - POSITIVE) * np.exp(log_extra)


sq_conjunction = Experiment(
    name="sq_conjunction",
    title="Conjunctions of many bits, learned through noisy averages",
    question="How large is the error of the private query learner, for a target of 5 literals among d bits?",
    parameters=(
        Parameter("n", "n", "examples", 100, 100_000_000, 1_000_000, log=True, integer=True),
        EPSILON,
        Parameter("d", "d", "bits", 10, 500, 300, integer=True),
    ),
    x="n",
    y=Axis("error", 1e-5, 1.0, log=True),
    series=(
        Series("bound", "with prob. .95", "2d ln(d/β) / (n(1−e^(−ε/d))), β = .05: with probability .95",
               lambda s, n: sq.conjunction_error_bound(s.d, s.epsilon, n, BETA), kind="sharp"),
        Series("slow", "2^d time", "ln(2^d/β) / (n(1−e^(−ε/2))): exponential mechanism, time 2^d",
               lambda s, n: (s.d * np.log(2) - np.log(BETA)) / (-n * np.expm1(-s.epsilon / 2)), kind="printed"),
        Series("occam", "no privacy", "ln(2^d/β) / n: no privacy (Occam)", lambda s, n: (s.d * np.log(2) - np.log(BETA)) / n, kind="sharp", role="baseline"),
    ),
    simulation=Simulation(draw_sq_conjunction, "mean error of the query learner, simulated", chunk=lambda s: max(2, 4000 // s.d), role="private",
                          band="normal", runs=2_000, static_runs=200),
    simulated_points=17,
)
