"""What the companions of lecture 2 add to `dplearn.private_pac.parity`."""

from __future__ import annotations

import itertools
from functools import cache
from typing import NamedTuple

import numpy as np

from ... import _validate as check
from ..._bounds import one_epsilon, whole
from ...pac.deeper.learners import parity_learner
from ...privacy import Guarantee, Relation, all_datasets, neighboring_pairs
from ..formulas import parity_sampling_rate, parity_sampling_rate_exact
from ..parity import output_law, solutions
from .formulas import parity_claim_limit


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


@cache
def parity_laws(d: int, n: int) -> dict[tuple, np.ndarray]:
    """The parity learner's law on every sample of n records (number: x, then the label as lowest bit), as a polynomial.

    Coefficients (outputs, n + 1) of p^k (1-p)^(n-k): entry k adds up, over the sets of k kept records, the law of the
    output.
    """
    laws = {sample: np.zeros((2**d + 1, n + 1)) for sample in all_datasets(range(2 << d), n)}
    for sample, law in laws.items():
        for kept in itertools.product((False, True), repeat=n):
            mask = (1 << 2**d) - 1
            for record in itertools.compress(sample, kept):
                mask &= solutions(record, d)
            law[:, sum(kept)] += output_law(mask, d)
    return laws


@cache
def _neighbors(d: int, n: int, relation: str):
    """Laws on n records, laws beside them (n records, or n + 1 under add/remove), and the places of all neighbors."""
    records, sides = range(2 << d), (parity_laws(d, n), parity_laws(d, n + (relation == "add_remove")))
    pairs = neighboring_pairs(all_datasets(records, n), records, Relation[relation.upper()], min_records=n)
    places = [[list(side).index(tuple(sorted(sample))) for side, sample in zip(sides, pair)] for pair in pairs]
    return *(np.array(list(side.values())) for side in sides), np.transpose(places)


def enumerated_epsilon(d: int, n: int, p, relation: str) -> np.ndarray:
    """The parity learner's exact ε over all neighboring samples of n records,
    for an array of sampling rates p in (0, 1)."""
    *sides, places = _neighbors(d, n, relation)
    logs = []
    for law in sides:
        k = np.arange(law.shape[2])[:, None]
        logs.append(np.log(law @ (p**k * (1 - p) ** k[::-1])))
    return np.abs(logs[0][places[0]] - logs[1][places[1]]).max(axis=(0, 1))
