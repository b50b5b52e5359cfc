"""Lecture 2: a private learner for parities that runs in polynomial time.

The problem: labels are y = <r, x> mod 2 for an unknown r in {0,1}^d.  The exponential mechanism works but
weighs 2^d hypotheses.  The learner here solves linear equations instead:

1. with probability 1/2 output "fail";
2. keep each example independently with probability p;
3. solve the equations <r, x_i> = y_i of the kept examples over GF(2);
4. output "fail" if there is no solution, else a uniform solution.

Why it is private: one more equation leaves the solution set, halves it or empties it.  Halving doubles the
probability of a solution at most; emptying moves all of it to "fail", whose probability was at least
1/2 thanks to step 1.  An example takes part with probability p only, so one example moves any
output's probability by a factor between 1 - p and 1 + p:

    REPLACE_ONE: ln((1+p)/(1-p)) = 2 artanh p,      ADD_REMOVE: -ln(1-p).

The slides take p = ε/4 and claim ε-DP.  That holds exactly when ε <= 3.830 (REPLACE_ONE) or
ε <= 3.921 (ADD_REMOVE), with room to spare for small ε, where 2 artanh(ε/4) is about ε/2.
p = tanh(ε/2) spends ε exactly under REPLACE_ONE, for every ε > 0, and needs about half the examples.

Offered here: the law of the output (exact, d <= 6, any n), its ε, the sampling rates, the
polynomial-time sampler with disjoint batches to raise the confidence, and their sample size.

References: N17, "Efficient PPAC learner for Parity" and the slides around it; Kasiviswanathan, Lee,
Nissim, Raskhodnikova, Smith (FOCS 2008), section 4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize

from .. import _validate as check
from .._bounds import one_epsilon, whole
from ..pac import parity_learner
from ..privacy import Guarantee, Relation

RULES = ("printed", "exact")
MOST_BITS = 6            # 2^d-bit masks and some 3e4 solution sets
MOST_ENTRIES = 2**27     # bits in a sample, as in `pac.parity_learner`


# ---- privacy of a sampling rate ------------------------------------------------------------------

def parity_epsilon(p, relation=Relation.REPLACE_ONE) -> float:
    """ε of the learner that keeps each example with probability p in (0, 1): tight over all d, n and samples.

    REPLACE_ONE: ln((1+p)/(1-p)); ADD_REMOVE: -ln(1-p).  (Others fixed, Pr[h | i kept] <= 2 Pr[h | i not
    kept] and Pr[fail | i kept] <= 1 <= 2 Pr[fail | i not kept].)
    """
    p = check.fraction("p", p)
    _check_relation(relation)
    return float(2 * np.arctanh(p)) if relation is Relation.REPLACE_ONE else float(-np.log1p(-p))


def parity_claim_limit(relation=Relation.REPLACE_ONE) -> float:
    """The largest ε up to which the slides' p = ε/4 is ε-DP: the positive root of parity_epsilon(ε/4) = ε.

    3.83001609631 for REPLACE_ONE, 3.92069039487 for ADD_REMOVE.
    """
    _check_relation(relation)
    return float(optimize.brentq(lambda e: parity_epsilon(e / 4, relation) - e, 2.0, 4 - 1e-9, xtol=1e-14))


def parity_sampling_rate(epsilon, *, rule="printed") -> float:
    """The probability of keeping an example: ε/4 (`rule="printed"`, 0 < ε < 4) or tanh(ε/2) (`rule="exact"`).

    "exact" makes the learner's ε under REPLACE_ONE equal to ε; under ADD_REMOVE it is then ln((1+e^ε)/2) < ε.
    "printed" is as on the slide, and ε-DP only up to `parity_claim_limit`.
    """
    epsilon = one_epsilon(epsilon)
    if check.choice("rule", rule, RULES) == "exact":
        rate = float(np.tanh(epsilon / 2))
        if rate >= 1:
            raise ValueError(f"epsilon must be below 37 for rule='exact' (the rate rounds to 1); got {epsilon}")
        return rate
    return check.real("epsilon (with rule='printed')", epsilon, 0, 4, open_low=True, open_high=True) / 4


# ---- the exact law -------------------------------------------------------------------------------

def parity_learner_probabilities(x, y, *, epsilon, sampling=None) -> np.ndarray:
    """The law of the learner's output on a sample, exactly.

    Parameters
    ----------
    x : array (n, d) of 0/1, n >= 0, 1 <= d <= 6
    y : array (n,) of 0/1
    epsilon : float in (0, 4) for the slides' sampling rate ε/4
    sampling : float in [0, 1], optional
        The rate to use instead; `epsilon` is then only checked to be positive.

    Returns
    -------
    array (2^d + 1,): entry r (a bit mask, bit i for coordinate i) is Pr[output r], the last is Pr["fail"].

    Notes
    -----
    Private: x, y.  For ε see `parity_epsilon`.  Source: N17, "Private learner for parity".
    A walk over solution sets: the kept examples determine the set of solutions (a bit mask of the 2^d
    hypotheses), and equal examples act as one, kept with probability 1 - (1-p)^multiplicity.
    Cost: at most 2^(d+1) distinct examples times the number of affine subspaces (307 at d = 4,
    about 3e4 at d = 6), for any n.
    """
    x, y = _sample(x, y, allow_empty=True)
    d = x.shape[1]
    if d > MOST_BITS:
        raise ValueError(f"x must have at most {MOST_BITS} columns for the exact law; got {d}")
    if sampling is None:
        p = parity_sampling_rate(epsilon)
    else:
        one_epsilon(epsilon)
        p = check.real("sampling", sampling, 0, 1)
    size = 1 << d
    records = (x.astype(np.int64) @ (1 << np.arange(d))) * 2 + y
    distinct, multiplicity = np.unique(records, return_counts=True)
    sets = {(1 << size) - 1: 1.0}                    # no example kept yet: every r is a solution
    for record, count in zip(distinct.tolist(), multiplicity.tolist()):
        solutions = _solution_mask(record >> 1, record & 1, size)
        skip = (1.0 - p) ** count
        following: dict[int, float] = {}
        for mask, mass in sets.items():
            following[mask] = following.get(mask, 0.0) + mass * skip
            cut = mask & solutions
            following[cut] = following.get(cut, 0.0) + mass * (1.0 - skip)
        sets = following
    law = np.zeros(size + 1)
    law[-1] = 0.5 + 0.5 * sets.pop(0, 0.0)
    for mask, mass in sets.items():
        bits = np.array([mask >> r & 1 for r in range(size)], dtype=float)
        law[:-1] += 0.5 * mass * bits / bits.sum()
    return law


def _solution_mask(example: int, label: int, size: int) -> int:
    """Bit r is set when <r, example> mod 2 equals the label."""
    return sum(1 << r for r in range(size) if (r & example).bit_count() % 2 == label)


# ---- the sampler, polynomial in d ----------------------------------------------------------------

@dataclass(frozen=True)
class ParityOutcome:
    """One run: `mask` of shape (d,) (bool), or None for "fail"; `attempts` batches used; its guarantee."""

    mask: np.ndarray | None
    attempts: int
    guarantee: Guarantee

    @property
    def failed(self) -> bool:
        """Whether every batch failed."""
        return self.mask is None


def private_parity_learner(x, y, *, epsilon, rng, batches=1, rule="exact") -> ParityOutcome:
    """Learn a parity privately, in time polynomial in d and n.

    Parameters
    ----------
    x : array (n, d) of 0/1, n, d >= 1
    y : array (n,) of 0/1
    epsilon : float > 0; with `rule="printed"` at most 3.830 (`parity_claim_limit`)
    rng : numpy.random.Generator
    batches : int in 1..n
        The sample is cut, in the order given, into this many batches of nearly equal size; each runs the learner
        and the first that does not fail is the output.
    rule : {"exact", "printed"}
        The sampling rate, see `parity_sampling_rate`.

    Notes
    -----
    ε-DP under REPLACE_ONE (private: x, y; public: n, d, batches), whatever the number of batches: an example
    lies in one batch only, and the choice among their outputs looks at nothing else.  Under
    ADD_REMOVE this argument needs `batches=1` (one more record would shift the cuts).
    Labels need not come from a parity for the privacy; see `parity_sample_size` for the accuracy.
    Cost: Gaussian elimination, O(n d²) bit operations in machine words.
    """
    rng = check.generator("rng", rng)
    x, y = _sample(x, y)
    epsilon = one_epsilon(epsilon)
    p = parity_sampling_rate(epsilon, rule=rule)
    if rule == "printed" and epsilon > parity_claim_limit():
        raise ValueError(f"epsilon must be at most {parity_claim_limit():.11g} for rule='printed', whose "
                         f"p = epsilon/4 is not epsilon-DP beyond; got {epsilon}")
    batches = check.integer("batches", batches, 1, len(y))
    guarantee = Guarantee(epsilon, 0.0, Relation.REPLACE_ONE,
                          f"parity learner, {batches} disjoint batches, p = {p:.6g}")
    edges = np.arange(batches + 1) * len(y) // batches
    for attempt, (first, last) in enumerate(zip(edges[:-1], edges[1:]), start=1):
        mask = _one_batch(x[first:last], y[first:last], p, rng)
        if mask is not None:
            return ParityOutcome(mask, attempt, guarantee)
    return ParityOutcome(None, batches, guarantee)


def _one_batch(x, y, p, rng) -> np.ndarray | None:
    if rng.random() < 0.5:
        return None
    kept = rng.random(len(y)) < p
    if not kept.any():                               # no equation: every r is a solution
        return rng.random(x.shape[1]) < 0.5
    solutions = parity_learner(x[kept], y[kept])
    return solutions.sample(rng) if solutions.consistent else None


# ---- how many examples ---------------------------------------------------------------------------

@dataclass(frozen=True)
class ParityPlan:
    """`batches` disjoint batches of `batch_size` examples, `n` in all."""

    batches: int
    batch_size: int

    @property
    def n(self) -> int:
        """Examples in all."""
        return self.batches * self.batch_size


def parity_sample_size(d, alpha, beta, epsilon, *, rule="printed") -> ParityPlan:
    """Examples that make the batched learner an (α, β)-PAC learner of parities on d bits.

    ceil(log2(2/β)) batches of ceil((d ln 2 + ln(2/β))/(αp)) examples, p the sampling rate: with p = ε/4
    that is 4(d ln 2 + ln(2/β))/(αε).  All coins of step 1 come up "fail" with probability at most β/2; the
    batch that speaks, chosen by its coin alone, keeps a parity of error above α with probability at
    most 2^d (1 - pα)^batch_size <= β/2.

    d >= 1; α, β in (0, 1); ε as in `private_parity_learner`.  Explicit form of N17's
    O((d log 1/β + log² 1/β)/(αε)); the batches are disjoint, so ε need not be divided among them.
    """
    d = check.integer("d", d, 1)
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    epsilon = one_epsilon(epsilon)
    p = parity_sampling_rate(epsilon, rule=rule)
    if rule == "printed" and epsilon > parity_claim_limit():
        raise ValueError(f"epsilon must be at most {parity_claim_limit():.11g} for rule='printed'; got {epsilon}")
    log_term = np.log(2) - np.log(beta)
    return ParityPlan(whole(log_term / np.log(2) - 1e-12), whole(float(d * np.log(2) + log_term) / alpha / p))


# ---- arguments -----------------------------------------------------------------------------------

def _sample(x, y, *, allow_empty=False):
    x = check.array("x", x, (None, None), low=0, high=1, integral=True, allow_empty=allow_empty)
    if x.shape[1] == 0 or x.size > MOST_ENTRIES:
        raise ValueError(f"x must have between 1 and {MOST_ENTRIES} entries and at least one column; got shape {x.shape}")
    y = check.array("y", y, (len(x),), low=0, high=1, integral=True, allow_empty=allow_empty)
    return x, y


def _check_relation(relation) -> None:
    check.choice("relation", relation, (Relation.REPLACE_ONE, Relation.ADD_REMOVE))
