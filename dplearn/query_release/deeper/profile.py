"""Exact laws on tiny cases, for audits: the errors beside `profile.sequence_law`, and what `OnlinePMW` publishes."""

from __future__ import annotations

import math

import numpy as np

from ... import _validate as check
from ..._quadrature import log_laplace_cdf
from ..multiplicative import gibbs
from ..online import OnlineBudget
from ..online_formulas import online_eta
from ..profile import _iterates, _world
from .sparse_vector import first_above_law

MOST_OUTCOMES = 10**5


def sequence_errors(histogram, queries, *, T, eta) -> np.ndarray:
    """max_q <q, p-hat - p*> after every sequence of chosen queries, in the order of `sequence_law`.

    Arguments as there.  ``sequence_law(...) @ sequence_errors(...)`` is the exact expected error.  Shape
    (n_queries**T,).
    """
    (histogram, rows, _), total = _world(histogram, queries), np.zeros((1, 1))
    for p in _iterates(rows, T, eta):
        total = np.repeat(total, len(p) // len(total), axis=0) + p
    return np.repeat(((total / T - histogram) @ rows.T).max(axis=1), len(rows))   # the last choice changes only p^{T+1}


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
