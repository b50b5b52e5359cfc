"""A private learner for parities that runs in polynomial time.

The problem: labels are y = <r, x> mod 2 for an unknown r in {0,1}^d.  The exponential mechanism works but
weighs 2^d hypotheses.  The learner here solves linear equations instead:

1. with probability 1/2 output "fail";
2. keep each example independently with probability p;
3. solve the equations <r, x_i> = y_i of the kept examples over GF(2);
4. output "fail" if there is no solution, else a uniform solution.

Why it is private: one more equation leaves the solution set, halves it or empties it.  Halving doubles the probability
of a solution at most; emptying moves all of it to "fail", whose probability was at least 1/2 thanks to step 1.  An
example takes part with probability p only, so one example moves any output's probability by a factor between
1 - p and 1 + p: `parity_epsilon`.  The slides take p = ε/4 and claim ε-DP, which holds up to ε = 3.830
(`parity_claim_limit`); p = tanh(ε/2) spends ε exactly under REPLACE_ONE, for every ε > 0, and needs about half the
examples.

References: N17, "Efficient PPAC learner for Parity" and the slides around it; Kasiviswanathan, Lee,
Nissim, Raskhodnikova, Smith (FOCS 2008), section 4.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon, whole
from ..pac import parity_learner
from ..privacy import Guarantee, Relation
from .formulas import parity_claim_limit, parity_sampling_rate, parity_sampling_rate_exact

MOST_BITS = 6            # 2^d-bit masks and some 3e4 solution sets


# ---- the exact law -------------------------------------------------------------------------------

def solutions(record: int, d: int) -> int:
    """The parities r that solve one example, as a bit mask; bit 0 of `record` is the label, above it the bits of x."""
    return sum(1 << r for r in range(1 << d) if (r & record >> 1).bit_count() % 2 == record & 1)


def output_law(mask: int, d: int) -> np.ndarray:
    """What comes out of a solution set: "fail" with probability 1/2, else a uniform solution; always "fail" if it is
    empty."""
    solves = np.array([mask >> r & 1 for r in range(1 << d)])
    return 0.5 * np.append(solves / max(solves.sum(), 1), 1.0 if mask else 2.0)


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
    Equal examples act as one, kept with probability 1 - (1-p)^multiplicity.  Cost: at most 2^(d+1) distinct examples
    times the number of affine subspaces (307 at d = 4, about 3e4 at d = 6), for any n.
    """
    x = check.array("x", x, (None, None), low=0, high=1, integral=True, allow_empty=True)
    y = check.array("y", y, (len(x),), low=0, high=1, integral=True, allow_empty=True)
    d = x.shape[1]
    if not 1 <= d <= MOST_BITS:
        raise ValueError(f"x must have 1 to {MOST_BITS} columns for the exact law; got {d}")
    p = parity_sampling_rate(epsilon) if sampling is None else check.real("sampling", sampling, 0, 1)
    one_epsilon(epsilon)
    distinct, times = np.unique((x @ (1 << np.arange(d))) * 2 + y, return_counts=True)
    sets = {(1 << (1 << d)) - 1: 1.0}  # solution set -> its probability; no example kept yet: every r is a solution
    for record, missed in zip(distinct.tolist(), (1.0 - p) ** times):
        solves, before, sets = solutions(record, d), sets, defaultdict(float)
        for mask, mass in before.items():
            sets[mask] += mass * missed
            sets[mask & solves] += mass * (1.0 - missed)
    return sum(mass * output_law(mask, d) for mask, mass in sets.items())


# ---- the sampler, polynomial in d ----------------------------------------------------------------

class ParityOutcome(NamedTuple):
    """One run: `mask` of shape (d,) (bool), or None for "fail", and what was spent."""

    mask: np.ndarray | None
    guarantee: Guarantee


def private_parity_learner(x, y, *, epsilon, rng, batches=1) -> ParityOutcome:
    """Learn a parity privately, in time polynomial in d and n, keeping examples with probability tanh(ε/2).

    Parameters
    ----------
    x : array (n, d) of 0/1, n, d >= 1
    y : array (n,) of 0/1
    epsilon : float > 0
    rng : numpy.random.Generator
    batches : int in 1..n
        The sample is cut, in the order given, into this many batches of nearly equal size; each runs the learner
        and the first that does not fail is the output.

    Notes
    -----
    ε-DP under REPLACE_ONE (private: x, y; public: n, d, batches), whatever the number of batches: an example
    lies in one batch only, and the choice among their outputs looks at nothing else.  Under
    ADD_REMOVE this argument needs `batches=1` (one more record would shift the cuts).
    Labels need not come from a parity for the privacy; see `parity_sample_size` for the accuracy.
    Cost: Gaussian elimination, O(n d²) bit operations in machine words.
    """
    rng = check.generator("rng", rng)
    x = check.array("x", x, (None, None), low=0, high=1, integral=True)
    y = check.array("y", y, (len(x),), low=0, high=1, integral=True)
    p = parity_sampling_rate_exact(one_epsilon(epsilon))
    batches = check.integer("batches", batches, 1, len(y))
    guarantee = Guarantee(epsilon, 0.0, Relation.REPLACE_ONE,
                          f"parity learner, {batches} disjoint batches, p = {p:.6g}")
    edges = np.arange(batches + 1) * len(y) // batches
    for first, last in zip(edges[:-1], edges[1:]):
        mask = _one_batch(x[first:last], y[first:last], p, rng)
        if mask is not None:
            return ParityOutcome(mask, guarantee)
    return ParityOutcome(None, guarantee)


def _one_batch(x, y, p, rng) -> np.ndarray | None:
    if rng.random() < 0.5:
        return None
    kept = rng.random(len(y)) < p
    if not kept.any():                               # no equation: every r is a solution
        return rng.random(x.shape[1]) < 0.5
    solutions = parity_learner(x[kept], y[kept])
    return solutions.sample(rng) if solutions.consistent else None


class ParityPlan(NamedTuple):
    """`batches` disjoint batches of `batch_size` examples, `n` in all."""

    batches: int
    batch_size: int

    @property
    def n(self) -> int:
        """Examples in all."""
        return self.batches * self.batch_size


def parity_sample_size(d, alpha, beta, epsilon, *, rule="printed") -> ParityPlan:
    """Examples that make the batched learner an (α, β)-PAC learner of parities on d bits.

    ceil(log2(2/β)) batches of ceil((d ln 2 + ln(2/β))/(αp)) examples, p the sampling rate: ε/4 with `rule="printed"`
    (for ε up to 3.830, else ValueError), tanh(ε/2) with "exact".  All coins of step 1 come up "fail" with probability
    at most β/2; the batch that speaks, chosen by its coin alone, keeps a parity of error above α with probability at
    most 2^d (1 - pα)^batch_size <= β/2.

    d in 1..1e9; α in [1e-100, 1), β in (0, 1).  Explicit form of N17's O((d log 1/β + log² 1/β)/(αε)); the batches are
    disjoint, so ε need not be divided among them.
    """
    d, beta = check.integer("d", d, 1, 10**9), check.fraction("beta", beta)
    alpha = check.real("alpha", alpha, 1e-100, 1, open_high=True)
    if check.choice("rule", rule, ("printed", "exact")) == "exact":
        p = parity_sampling_rate_exact(one_epsilon(epsilon))
    else:
        p = parity_sampling_rate(check.real("epsilon with rule='printed'", epsilon, high=parity_claim_limit()))
    log_term = np.log(2) - np.log(beta)
    return ParityPlan(whole(log_term / np.log(2) - 1e-12), whole((d * np.log(2) + log_term) / alpha / p))
