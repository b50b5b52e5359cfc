"""Online private multiplicative weights: queries arrive one at a time, each may depend on the answers before it.

The public histogram p^1 is uniform.  A query q that p^t answers to about α is answered from it, <q, p^t>, and costs
nothing of its own; else <q, p*> itself is answered, with noise, and p^t moves: an *update*.  Whether p^t is good enough
is asked of the data by the sparse vector technique, an epoch from one update to the next (`sparse_vector`).

**Few updates.**  With loss ℓ = ±q an update lowers KL(p*||p^t), at most ln|X|, by at least η <ℓ, p^t - p*> - η²/8, for
queries of width 1 (largest less smallest entry).  Errors above γ and η = 4γ leave room for fewer than ln|X|/(2γ²)
updates.  Without noise γ = α; where noise may take α/2 of it, γ = α/2 (`planned_updates`, `online_eta`).
With probability at least 1 - β all k answers err by at most 3α/2 and T updates are not reached, if b₁ + b₂ and b₃ times
ln((k + 2T)/β) are at most α/2 (b₁, b₂, b₃ the scales of threshold, tests, answers).  `online_formulas` says how many
records that takes.

**Privacy** (REPLACE_ONE, n public; every answer, every update and p^t are public).  An epoch is a pure ε_search-DP
search, any number of tests, and a Laplace answer of ε_answer: (ε_search² + ε_answer²)/2-zCDP, and T epochs add up,
adaptively; `online_budget` solves for the scales.  U17 gives all noises the scale 1/(ε₀ n): then ε_search = 3ε₀, so its
ε₀ ~ ε/sqrt(T ln(1/δ)) costs about 4.5 ε.  The update takes its sign from the noisy answer, which is public already; the
true sign would leak (`deeper.sign_leak_delta`).

`deeper.adaptive_analyst` asks; `deeper.online_law` is, on tiny cases, the exact law of everything that is published.

References: U17, "Online MW" and "Online Private MW"; Hardt and Rothblum 2010; Lyu, Su and Li 2017 (how to divide the
budget of an epoch); Bun and Steinke 2016, Propositions 1.3 and 1.4 (zCDP).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ..privacy import BudgetSpent, Guarantee, Relation, zcdp_epsilon, zcdp_rho
from .multiplicative import gibbs
from .online_formulas import online_eta, planned_updates
from .sparse_vector import split_scales
from .workloads import MOST_RECORDS

ANSWER_SHARE = 1 / 3     # of the search's ε, which is what U17's three equal scales make it
MOST_UPDATES = 10**9


@dataclass(frozen=True)
class OnlineBudget:
    """Noise of the epochs of online PMW and what they cost; made by `online_budget`.

    `threshold_scale`, `test_scale`, `answer_scale`: Laplace scales, on answers in [-1, 1]; `epsilon_search`,
    `epsilon_answer`: the pure ε of the search and of the answer of one epoch; `max_updates` = T epochs at most;
    `delta`.
    """

    threshold_scale: float
    test_scale: float
    answer_scale: float
    epsilon_search: float
    epsilon_answer: float
    max_updates: int
    delta: float

    @property
    def guarantee(self) -> Guarantee:
        """What all T epochs together promise: the better of zCDP and basic composition."""
        pure = self.max_updates * (self.epsilon_search + self.epsilon_answer)
        rho = self.max_updates * (self.epsilon_search**2 + self.epsilon_answer**2) / 2
        spent = min((pure, 0.0), (zcdp_epsilon(rho, self.delta), self.delta))
        return Guarantee(*spent, Relation.REPLACE_ONE,
                         "all answers and the public histogram, queries chosen adaptively")


def online_budget(*, n, epsilon, delta, max_updates) -> OnlineBudget:
    """Noise with which so many epochs are (ε, δ)-private.

    Parameters
    ----------
    n : int >= 1
    epsilon : float in [1e-100, 1e6]; delta : float in (0, 1)
    max_updates : int in 1..1e9, T

    Returns
    -------
    OnlineBudget: Lap(1/(ε₁n)), Lap(2/(ε₂n)), Lap(1/(ε₃n)), ε₁ : ε₂ = 1 : 2^(2/3), ε₃ a third of ε₁ + ε₂, for the larger
    ε of zCDP and basic composition.
    """
    n = check.integer("n", n, 1, MOST_RECORDS)
    T = check.integer("max_updates", max_updates, 1, MOST_UPDATES)
    epsilon, delta = check.real("epsilon", epsilon, 1e-100, 1e6), check.fraction("delta", delta)
    by_zcdp = math.sqrt(2 * zcdp_rho(epsilon, delta) / T / (1 + ANSWER_SHARE**2))
    search = max(by_zcdp, epsilon / T / (1 + ANSWER_SHARE))
    answer = ANSWER_SHARE * search
    scales = split_scales(l1_sensitivity=1 / n, epsilon_search=search, epsilon_answer=answer)
    return OnlineBudget(*scales, search, answer, T, delta)


class OnlinePMW:
    """Online private multiplicative weights: answers to queries that arrive one at a time, chosen adaptively.

    Parameters
    ----------
    histogram : array (universe_size,), p* of the n records, private
    n : int >= 1, public
    epsilon, delta : float > 0, float in (0, 1), for all answers together
    alpha : float in (0, 1), the threshold: answers err by at most 3α/2 where n is large enough
    rng : numpy.random.Generator
    max_updates : int or None for ⌈2 ln|X|/α²⌉ (`planned_updates`)

    Attributes
    ----------
    histogram : array, p^t, public; updates, answered, max_updates : int
    budget : OnlineBudget, the noise
    guarantee : privacy.Guarantee, of everything this object will ever answer

    Notes
    -----
    Privacy: `guarantee`, REPLACE_ONE: (epsilon, delta).  η is 2α.  Cost of a query: O(universe_size).  Source: U17,
    "Online Private MW".
    """

    def __init__(self, histogram, *, n, epsilon, delta, alpha, rng, max_updates=None):
        self._data = check.distribution("histogram", check.array("histogram", histogram, (None,)))
        self.alpha = check.fraction("alpha", alpha)
        self.eta = online_eta(self.alpha)
        T = planned_updates(len(self._data), alpha) if max_updates is None else max_updates
        self.budget = online_budget(n=n, epsilon=epsilon, delta=delta, max_updates=T)
        self.max_updates, self.guarantee = self.budget.max_updates, self.budget.guarantee
        self._rng = check.generator("rng", rng)
        self._threshold = None      # of the epoch that runs, noise and all
        self.updates = self.answered = 0
        self._losses = np.zeros(len(self._data))
        self._public = gibbs(self._losses, self.eta)

    @property
    def histogram(self) -> np.ndarray:
        """p^t, which all answers so far determine."""
        return self._public.copy()

    def answer(self, query) -> float:
        """The answer to a query, array (universe_size,) in [-1, 1]; `BudgetSpent` after the last update."""
        q, b = self._checked(query), self.budget
        if self.updates == self.max_updates:
            raise BudgetSpent(self._refusal())
        if self._threshold is None:                                              # an epoch begins
            self._threshold = self.alpha + self._noise(b.threshold_scale)
        public, truth = float(q @ self._public), float(q @ self._data)
        self.answered += 1
        if abs(truth - public) + self._noise(b.test_scale) <= self._threshold:
            return public                                                        # the public histogram is good enough
        noisy = truth + self._noise(b.answer_scale)
        self._threshold = None                                                   # the epoch ends
        self._move(q if noisy < public else -q)                                  # by the sign of the noisy error
        return noisy

    def _refusal(self):
        spent = self.guarantee
        return (f"the budget is spent: {self.answered} queries were answered, with all {self.max_updates} updates that "
                f"ε = {spent.epsilon:.6g} and δ = {spent.delta:.3g} pay for; this query is refused")

    def _checked(self, query):
        q = check.array("query", query, self._data.shape, low=-1, high=1)
        if np.ptp(q) > 1 + 1e-12:
            raise ValueError(f"query must have max - min at most 1, for which the noise is made; got {np.ptp(q):g}")
        return q

    def _noise(self, scale):
        return scale * self._rng.laplace()

    def _move(self, losses):
        """p^{t+1} ∝ p^t e^{-η losses}."""
        self._losses += losses
        self._public = gibbs(self._losses, self.eta)
        self.updates += 1
