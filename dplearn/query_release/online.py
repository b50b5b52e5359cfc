"""Online private multiplicative weights: queries arrive one at a time, each may depend on the answers before it.

The public histogram p^1 is uniform.  A query q that p^t answers to about α is answered from it, <q, p^t>, and costs nothing of
its own; else <q, p*> itself is answered, with noise, and p^t moves: an *update*.  Whether p^t is good enough is asked of the
data by the sparse vector technique, an epoch from one update to the next (`sparse_vector`).

**Few updates.**  With loss ℓ = ±q an update lowers KL(p*||p^t), at most ln|X|, by at least η <ℓ, p^t - p*> - η² w²/8, w the width
of the query (largest less smallest entry).  Errors above γ and η = 4γ/w² leave room for fewer than w² ln|X|/(2γ²) updates.
Without noise γ = α; where noise may take α/2 of it, γ = α/2: T = ⌈2 w² ln|X|/α²⌉ updates and η = 2α/w².  With probability at
least 1 - β all k answers err by at most 3α/2 and T updates are not reached, if b₁ + b₂ and b₃ times ln((k + 2T)/β) are at most
α/2 (b₁, b₂, b₃ the scales of threshold, tests, answers).  `online_bounds` says how many records that takes.

**Privacy** (REPLACE_ONE, n public; every answer, every update and p^t are public).  An epoch is a pure ε_search-DP search, any
number of tests, and a Laplace answer of ε_answer: (ε_search² + ε_answer²)/2-zCDP, and T epochs add up, adaptively.  U17 gives all
noises the scale 1/(ε₀ n): then ε_search = 3ε₀, so its ε₀ ~ ε/sqrt(T ln(1/δ)) costs more than ε.  The update takes its sign from
the noisy answer, which is public already; the true sign would leak (`sparse_vector.sign_leak_delta`).

The noise is made in `online_noise`; `online_runs` holds an analyst, many runs at once and, on tiny cases, the exact law.

References: U17, "Online MW" and "Online Private MW"; Hardt and Rothblum 2010; Lyu, Su and Li 2017 (how to divide the budget of
an epoch); Bun and Steinke 2016 (zCDP).
"""

from __future__ import annotations

import dataclasses

import numpy as np

from .. import _validate as check
from ..privacy import BudgetSpent, Guarantee
from .multiplicative import gibbs
from .online_noise import online_budget, online_eta, planned_updates
from .workloads import as_workload

__all__ = ["OnlinePMW", "OnlineWeights", "online_weights"]


class OnlineWeights:
    """U17's Online MW, without noise and *not private*: answers from p^t while they err by at most α, else the truth.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    alpha : float in (0, 1), the threshold
    eta : float > 0 or None for the printed α/2

    Attributes
    ----------
    histogram : array (universe_size,), p^t
    updates, answered : int

    Notes
    -----
    Fewer than 4 ln|X|/α² updates with η = α/2, for queries in [-1, 1]; fewer than ln|X|/(2α²) with η = 4α for queries of width 1.
    Cost of a query: O(universe_size).
    """

    def __init__(self, histogram, *, alpha, eta=None):
        self._data = check.distribution("histogram", check.array("histogram", histogram, (None,)))
        self.alpha = check.fraction("alpha", alpha)
        self.eta = self.alpha / 2 if eta is None else check.real("eta", eta, 0, 1e3, open_low=True)
        self.updates = self.answered = 0
        self._losses = np.zeros(len(self._data))
        self._public = gibbs(self._losses, self.eta)

    @property
    def histogram(self) -> np.ndarray:
        """p^t, which all answers so far determine."""
        return self._public.copy()

    def answer(self, query) -> float:
        """The answer to a query, array (universe_size,) in [-1, 1]."""
        q = self._checked(query)
        public, truth = float(q @ self._public), float(q @ self._data)
        self.answered += 1
        if abs(truth - public) <= self.alpha:
            return public
        self._move(q if truth < public else -q)
        return truth

    def _checked(self, query):
        return check.array("query", query, self._data.shape, low=-1, high=1)

    def _move(self, losses):
        """p^{t+1} ∝ p^t e^{-η losses}."""
        self._losses += losses
        self._public = gibbs(self._losses, self.eta)
        self.updates += 1


class OnlinePMW(OnlineWeights):
    """Online private multiplicative weights: answers to queries that arrive one at a time, chosen adaptively.

    Parameters
    ----------
    histogram : array (universe_size,), p* of the n records, private
    n : int >= 1, public
    epsilon, delta : float > 0, float in (0, 1), for all answers together
    alpha : float in (0, 1), the threshold: answers err by at most 3α/2 where n is large enough
    rng : numpy.random.Generator
    calibration : one of `ONLINE_CALIBRATIONS`
    max_updates : int or None for ⌈2 width² ln|X|/α²⌉ (`planned_updates`)
    eta : float > 0 or None for 2α/width²
    width : float in [0.01, 2], the largest (max q - min q) that a query may have; 2 for all queries in [-1, 1]

    Attributes
    ----------
    histogram : array, p^t, public; updates, answered, max_updates : int
    budget : OnlineBudget, the noise
    guarantee : privacy.Guarantee, of everything this object will ever answer
    spent : privacy.Guarantee, of what has been answered so far

    Notes
    -----
    Privacy: `guarantee`, REPLACE_ONE; it is (epsilon, delta) but for calibration="printed", which costs more.  Cost of a query:
    O(universe_size).  Source: U17, "Online Private MW".
    """

    def __init__(self, histogram, *, n, epsilon, delta, alpha, rng, calibration="split", max_updates=None, eta=None, width=1.0):
        super().__init__(histogram, alpha=alpha, eta=online_eta(alpha, width) if eta is None else eta)
        T = planned_updates(len(self._data), alpha, width=width) if max_updates is None else max_updates
        self.budget = online_budget(n=n, epsilon=epsilon, delta=delta, max_updates=T, width=width, calibration=calibration)
        self.max_updates, self._rng = self.budget.max_updates, check.generator("rng", rng)
        self._threshold = None      # of the epoch that runs, noise and all

    @property
    def guarantee(self) -> Guarantee:
        """What all answers together promise, once all updates are used up and before."""
        return self.budget.guarantee()

    @property
    def spent(self) -> Guarantee:
        """The pure ε of the epochs begun, added up; `guarantee` once that is the smaller.

        How many epochs there are depends on the answers, and zCDP wants it fixed beforehand.  Added up, the ε is true whenever
        one stops: a neighbor gives the same answers with at least e^(-ε) times the chance.
        """
        pure = (self.updates + (self._threshold is not None)) * (self.budget.epsilon_search + self.budget.epsilon_answer)
        whole = self.guarantee
        return whole if pure >= whole.epsilon else dataclasses.replace(whole, epsilon=pure, delta=0.0)

    def answer(self, query) -> float:
        """The answer to a query, array (universe_size,) in [-1, 1]; `BudgetSpent` after the last update."""
        q, b = self._checked(query), self.budget
        if self.updates == self.max_updates:
            raise BudgetSpent(f"the budget is spent: {self.answered} queries were answered, with all {self.max_updates} updates "
                              f"that ε = {self.guarantee.epsilon:.6g} and δ = {self.guarantee.delta:.3g} pay for; this query is refused")
        if self._threshold is None:                                              # an epoch begins
            self._threshold = self.alpha + self._noise(b.threshold_scale)
        public, truth = float(q @ self._public), float(q @ self._data)
        self.answered += 1
        if abs(truth - public) + self._noise(b.test_scale) <= self._threshold:
            return public                                                        # the public histogram is good enough
        noisy = truth + self._noise(b.answer_scale)
        self._threshold = None                                                   # the epoch ends
        self._move(q if noisy < public else -q)                                  # the sign of the noisy error, never the true one
        return noisy

    def _checked(self, query):
        q = super()._checked(query)
        if np.ptp(q) > self.budget.width * (1 + 1e-12):
            raise ValueError(f"query must have max - min at most width = {self.budget.width:g}, for which the noise is made; "
                             f"got {np.ptp(q):g}")
        return q

    def _noise(self, scale):
        return scale * self._rng.laplace()


def online_weights(histogram, queries, *, alpha, eta=None) -> tuple[np.ndarray, np.ndarray]:
    """`OnlineWeights` on a given stream: (answers (k,), updated (k,) of bool).  Not private.

    queries : (k, universe_size) array in [-1, 1] or a Workload; other arguments as there.
    """
    online, queries = OnlineWeights(histogram, alpha=alpha, eta=eta), as_workload(queries)
    if queries.universe_size != len(online.histogram):
        raise ValueError(f"queries must have as many columns as the histogram has cells, {len(online.histogram)}; "
                         f"got {queries.universe_size}")
    answers, updates = np.empty(queries.n_queries), np.zeros(queries.n_queries + 1, int)
    for i in range(queries.n_queries):
        answers[i] = online.answer(queries.query(i))
        updates[i + 1] = online.updates
    return answers, np.diff(updates) == 1
