"""What the companions of lecture 2 add to `dplearn.private_pac.parity`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import _validate as check
from ..._bounds import one_epsilon, whole
from ...pac.deeper.learners import parity_learner
from ...privacy import Guarantee, Relation
from ..formulas import parity_sampling_rate_exact


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


def parity_sample_size(d, alpha, beta, epsilon) -> ParityPlan:
    """Examples that make the batched learner an (α, β)-PAC learner of parities on d bits.

    ceil(log2(2/β)) batches of ceil((d ln 2 + ln(2/β))/(αp)) examples, p = tanh(ε/2).  All coins of step 1 come up
    "fail" with probability at most β/2; the batch that speaks, chosen by its coin alone, keeps a parity of error above
    α with probability at most 2^d (1 - pα)^batch_size <= β/2.

    d in 1..1e9; α in [1e-100, 1), β in (0, 1).  Explicit form of N17's O((d log 1/β + log² 1/β)/(αε)); the batches are
    disjoint, so ε need not be divided among them.
    """
    d, beta = check.integer("d", d, 1, 10**9), check.fraction("beta", beta)
    alpha = check.real("alpha", alpha, 1e-100, 1, open_high=True)
    p = parity_sampling_rate_exact(one_epsilon(epsilon))
    log_term = np.log(2) - np.log(beta)
    return ParityPlan(whole(log_term / np.log(2) - 1e-12), whole((d * np.log(2) + log_term) / alpha / p))
