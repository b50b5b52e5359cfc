"""Asking the online algorithm: an analyst who adapts, many runs at once, and the exact law of what is published.

`adaptive_analyst` and `interview` play the part of those who ask, `draw_online` repeats a fixed stream over many runs, and
`online_law` gives the probability of everything that `OnlinePMW` may publish on a tiny case, for the exact audit.

References: U17, "Online Private MW".
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from scipy.special import softmax

from .. import _validate as check
from .._quadrature import log_laplace_cdf
from ..privacy import BudgetSpent
from .multiplicative import gibbs
from .online import OnlineWeights
from .online_noise import OnlineBudget, online_eta
from .sparse_vector import first_above_law

__all__ = ["OnlineDraws", "adaptive_analyst", "draw_online", "interview", "online_law"]

MOST_OUTCOMES = 10**5


def adaptive_analyst(n_bits) -> Generator[np.ndarray, float, None]:
    """One who looks for large groups: asks for the share of records in ever smaller ones, the largest answered so far first.

    A generator over the universe {0, 1}^n_bits: it yields queries (2^n_bits,) of 0 and 1, conjunctions "bit i is a and bit j
    is b and ...", and wants the answer to each sent back (`interview` does so).  From the group with the largest answer it
    asks for each way to add one bit above those it has (so each group once): which query is next depends on all answers.
    It sees nothing but answers.  It ends after all 3^n_bits - 1 conjunctions.  n_bits : int in 1..20.
    """
    return _largest_groups(check.integer("n_bits", n_bits, 1, 20))


def _largest_groups(n_bits):
    cells, heap = np.arange(2**n_bits), [(-1.0, 0, 0)]       # (-answer, mask, value): the cells with cell & mask == value
    while heap:
        _, mask, value = heapq.heappop(heap)
        for bit in range(mask.bit_length(), n_bits):
            for with_bit in (0, 1 << bit):
                group = (mask | 1 << bit, value | with_bit)
                answer = yield (cells & group[0] == group[1]).astype(float)
                heapq.heappush(heap, (-check.real("answer", answer), *group))


def interview(mechanism: OnlineWeights, analyst, n_queries) -> tuple[np.ndarray, np.ndarray]:
    """Let an analyst (a generator such as `adaptive_analyst`) ask: (queries (asked, universe_size), answers (asked,)).

    Ends after n_queries, when the analyst has no more, or when the budget is spent: the arrays are then shorter.
    """
    check.instance("mechanism", mechanism, OnlineWeights)
    check.instance("analyst", analyst, Generator)
    n_queries, queries, answers = check.integer("n_queries", n_queries, 1, 10**7), [], []
    try:
        query = next(analyst)
        while True:
            answers.append(mechanism.answer(query))
            queries.append(query)
            if len(queries) == n_queries:
                break
            query = analyst.send(answers[-1])
    except (StopIteration, BudgetSpent):
        pass
    return np.array(queries).reshape(len(queries), len(mechanism.histogram)), np.array(answers)


@dataclass(frozen=True)
class OnlineDraws:
    """Runs of `OnlinePMW` on one stream: `errors` (runs, k) = answer - truth, NaN once refused; `updated` (runs, k) of bool."""

    errors: np.ndarray
    updated: np.ndarray


def draw_online(histogram, queries, *, budget: OnlineBudget, alpha, eta=None, rng, runs) -> OnlineDraws:
    """`runs` independent runs of `OnlinePMW` on a given stream of queries, all runs a query at a time.

    Parameters
    ----------
    histogram : array (universe_size,)
    queries : array (k, universe_size) in [-1, 1], of width at most budget.width
    budget : OnlineBudget
    alpha, eta, rng : as in `OnlinePMW`; one run uses the stream as it does
    runs : int >= 1

    Returns
    -------
    OnlineDraws.  Memory: runs · (universe_size + k) floats; time: k steps of runs · universe_size.
    """
    data, rows, eta = _stream(histogram, queries, budget, alpha, eta)
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, 10**7)
    truth, updates, threshold = rows @ data, np.zeros(runs, int), np.full(runs, np.nan)
    losses, p = np.zeros((runs, len(data))), np.full((runs, len(data)), 1 / len(data))
    errors, updated = np.full((runs, len(rows)), np.nan), np.zeros((runs, len(rows)), bool)
    for t, q in enumerate(rows):
        live = np.flatnonzero(updates < budget.max_updates)
        if not len(live):
            break
        opens = live[np.isnan(threshold[live])]
        threshold[opens] = alpha + budget.threshold_scale * rng.laplace(size=len(opens))
        public = p @ q
        errors[live, t] = public[live] - truth[t]
        above = np.abs(errors[live, t]) + budget.test_scale * rng.laplace(size=len(live)) > threshold[live]
        if (fired := live[above]).size:
            errors[fired, t] = budget.answer_scale * rng.laplace(size=len(fired))
            side = np.where(truth[t] + errors[fired, t] < public[fired], 1.0, -1.0)
            losses[fired] += side[:, None] * q
            p[fired] = softmax(-eta * losses[fired], axis=1)
            threshold[fired], updated[fired, t] = np.nan, True
            updates[fired] += 1
    return OnlineDraws(errors, updated)


def online_law(histogram, queries, *, budget: OnlineBudget, alpha, eta=None, edges=(0.0,), sign="noisy") -> np.ndarray:
    """The exact law of what `OnlinePMW` publishes on a given stream, on tiny cases.

    Parameters
    ----------
    histogram, queries, budget, alpha, eta : as in `draw_online`; at most 10^5 outcomes
    edges : increasing floats, 0 among them
        The noisy answer to a query less the public answer is told by the cell between two edges, so the law is that of a
        function of the answers; finer cells tell more.  The outer cells are unbounded: with edges at ±2 or beyond they hold all
        the privacy loss of large noise.
    sign : {"noisy", "true"}
        Whose sign moves the histogram: "true" is U17 taken at its word, and leaks.  p^t is published, so then each cell is
        two outcomes.

    Returns
    -------
    array (outcomes,), sums to 1 to 1e-11.  An outcome says which queries were updates and the cell of each one's answer; all
    other answers and p^t follow from these.  Their order does not depend on the histogram.

    Notes
    -----
    For `privacy.audit`.  Cost: one quadrature for each history of updates.
    """
    data, rows, eta = _stream(histogram, queries, budget, alpha, eta)
    edges = check.array("edges", edges, (None,), low=-1e6, high=1e6)
    if (np.diff(edges) <= 0).any() or 0 not in edges:
        raise ValueError(f"edges must increase and hold 0; got {edges}")
    true_sign = check.choice("sign", sign, ("noisy", "true")) == "true"
    cells, k = (len(edges) + 1) * (1 + true_sign), len(rows)
    if sum(math.comb(k, u) * float(cells) ** u for u in range(min(k, budget.max_updates) + 1)) > MOST_OUTCOMES:
        raise ValueError(f"queries, max_updates and edges must give at most {MOST_OUTCOMES} outcomes; got more")
    low = np.searchsorted(edges, 0) >= np.arange(len(edges) + 1)      # cells of a noisy answer below the public one

    def follow(losses, start, left):
        if left == 0 or start == k:
            return np.ones(1)
        p = gibbs(losses, eta)
        gaps = rows @ (data - p)                                      # true less public answers
        first = first_above_law(np.abs(gaps[start:]), threshold=alpha, threshold_scale=budget.threshold_scale,
                                test_scale=budget.test_scale)
        law = [first[-1:]]
        for i, fires in enumerate(first[:-1], start):
            after = {True: follow(losses + rows[i], i + 1, left - 1), False: follow(losses - rows[i], i + 1, left - 1)}
            for cell, falls in zip(_laplace_cells((edges - gaps[i]) / budget.answer_scale), low):
                if not true_sign:
                    law.append(fires * cell * after[bool(falls)])
                    continue
                law += [fires * cell * after[side] * (side == (gaps[i] < 0)) for side in (True, False)]
        return np.concatenate(law)

    return follow(np.zeros(len(data)), 0, budget.max_updates)


def _laplace_cells(edges):
    """Probabilities of Lap(1) between edges and beyond the outer ones, each as a difference in the nearer tail."""
    below, above = (np.exp(log_laplace_cdf(side * edges)) for side in (1, -1))
    below, above = np.concatenate([[0.0], below, [1.0]]), np.concatenate([[1.0], above, [0.0]])
    return np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))


def _stream(histogram, queries, budget, alpha, eta):
    data = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    rows = check.array("queries", queries, (None, len(data)), low=-1, high=1)
    check.instance("budget", budget, OnlineBudget)
    if np.ptp(rows, axis=1).max() > budget.width * (1 + 1e-12):
        raise ValueError(f"queries must have max - min at most the budget's width = {budget.width:g}; "
                         f"got {np.ptp(rows, axis=1).max():g}")
    alpha = check.fraction("alpha", alpha)
    return data, rows, online_eta(alpha, budget.width) if eta is None else check.real("eta", eta, 0, 1e3, open_low=True)
