"""What the companions of lecture 5 add to `dplearn.query_release.online`."""

from __future__ import annotations

import heapq
import math
from collections.abc import Generator

import numpy as np

from ... import _validate as check
from ..._quadrature import log_laplace_cdf
from ...privacy import BudgetSpent
from ..multiplicative import gibbs
from ..online import OnlineBudget, OnlinePMW
from ..online_formulas import online_eta
from .sparse_vector import first_above_law

MOST_OUTCOMES = 10**5


def adaptive_analyst(n_bits) -> Generator[np.ndarray, float, None]:
    """One who looks for large groups: the share of records in ever smaller ones, the largest answered so far first.

    A generator over the universe {0, 1}^n_bits: it yields queries (2^n_bits,) of 0 and 1, conjunctions "bit i is a and
    bit j is b and ...", and wants the answer to each sent back (`interview` does so).  From the group with the largest
    answer it asks for each way to add one bit above those it has (so each group once): which query is next depends on
    all answers.  It sees nothing but answers.  It ends after all 3^n_bits - 1 conjunctions.  n_bits : int in 1..20.
    """
    n_bits = check.integer("n_bits", n_bits, 1, 20)
    cells, heap = np.arange(2**n_bits), [(-1.0, 0, 0)]     # (-answer, mask, value): cells with cell & mask == value
    while heap:
        _, mask, value = heapq.heappop(heap)
        for bit in range(mask.bit_length(), n_bits):
            for with_bit in (0, 1 << bit):
                group = (mask | 1 << bit, value | with_bit)
                answer = yield (cells & group[0] == group[1]).astype(float)
                heapq.heappush(heap, (-check.real("answer", answer), *group))


def interview(mechanism: OnlinePMW, analyst, n_queries) -> tuple[np.ndarray, np.ndarray]:
    """Let an analyst (a generator such as `adaptive_analyst`) ask: (queries (asked, universe_size), answers (asked,)).

    Ends after n_queries, when the analyst has no more, or when the budget is spent: the arrays are then shorter.
    """
    check.instance("mechanism", mechanism, OnlinePMW)
    check.instance("analyst", analyst, Generator)
    n_queries, queries, answers = check.integer("n_queries", n_queries, 1, 10**7), [], []
    try:
        query = next(analyst)
        while len(queries) < n_queries:
            answers.append(mechanism.answer(query))
            queries.append(query)
            query = analyst.send(answers[-1])
    except (StopIteration, BudgetSpent):
        pass
    return np.array(queries).reshape(len(queries), len(mechanism.histogram)), np.array(answers)


def online_law(histogram, queries, *, budget: OnlineBudget, alpha, edges=(0.0,), sign="noisy") -> np.ndarray:
    """The exact law of what `OnlinePMW` publishes on a given stream, on tiny cases.

    Parameters
    ----------
    histogram : array (universe_size,)
    queries : array (k, universe_size) in [-1, 1], of width at most 1
    budget : OnlineBudget
    alpha : as in `OnlinePMW`, with its η = 2α
    edges : increasing floats, 0 among them
        The noisy answer to a query less the public answer is told by the cell between two edges, so the law is that of
        a function of the answers; finer cells tell more.  The outer cells are unbounded: with edges at ±2 or beyond
        they hold all the privacy loss of large noise.
    sign : {"noisy", "true"}
        Whose sign moves the histogram: "true" is U17 taken at its word, and leaks.  p^t is published, so then each cell
        is two outcomes.

    Returns
    -------
    array (outcomes,), sums to 1 to 1e-11.  An outcome says which queries were updates and the cell of each one's
    answer; all other answers and p^t follow from these.  Their order does not depend on the histogram.

    Notes
    -----
    For `privacy.audit`.  At most 10^5 outcomes.  Cost: one quadrature for each history of updates.
    """
    data = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    rows = check.array("queries", queries, (None, len(data)), low=-1, high=1)
    check.instance("budget", budget, OnlineBudget)
    if (np.ptp(rows, axis=1) > 1 + 1e-12).any():
        raise ValueError(f"queries must have max - min at most 1; got {np.ptp(rows, axis=1).max():g}")
    alpha = check.fraction("alpha", alpha)
    eta = online_eta(alpha)
    edges = check.array("edges", edges, (None,), low=-1e6, high=1e6)
    if (np.diff(edges) <= 0).any() or 0 not in edges:
        raise ValueError(f"edges must increase and hold 0; got {edges}")
    true = check.choice("sign", sign, ("noisy", "true")) == "true"
    cells, k = (len(edges) + 1) * (1 + true), len(rows)
    if sum(math.comb(k, u) * float(cells) ** u for u in range(min(k, budget.max_updates) + 1)) > MOST_OUTCOMES:
        raise ValueError(f"queries, max_updates and edges must give at most {MOST_OUTCOMES} outcomes; got more")
    falls = np.searchsorted(edges, 0) >= np.arange(len(edges) + 1)    # cells of a noisy answer below the public one

    def follow(losses, start, left):
        if left == 0 or start == k:
            return np.ones(1)
        gaps = rows @ (data - gibbs(losses, eta))                     # true less public answers
        first = first_above_law(np.abs(gaps[start:]), threshold=alpha, threshold_scale=budget.threshold_scale,
                                test_scale=budget.test_scale)
        law = [first[-1:]]
        for i, fires in enumerate(first[:-1], start):
            after = {side: follow(losses + side * rows[i], i + 1, left - 1) for side in (1, -1)}
            for cell, fall in zip(_laplace_cells((edges - gaps[i]) / budget.answer_scale), falls):
                if true:
                    law += [fires * cell * after[side] * ((side > 0) == (gaps[i] < 0)) for side in (1, -1)]
                else:
                    law.append(fires * cell * after[1 if fall else -1])
        return np.concatenate(law)

    return follow(np.zeros(len(data)), 0, budget.max_updates)


def _laplace_cells(edges):
    """Probabilities of Lap(1) between edges and beyond the outer ones, each as a difference in the nearer tail."""
    edges = np.concatenate([[-np.inf], edges, [np.inf]])
    below, above = (np.exp(log_laplace_cdf(side * edges)) for side in (1, -1))
    return np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))
