"""Exact laws on tiny cases, for audits: the errors beside `profile.sequence_law`, and what `OnlinePMW` publishes."""

from __future__ import annotations

import numpy as np
from scipy.stats import laplace

from ... import _validate as check
from ..multiplicative import gibbs
from ..online import OnlineBudget
from ..online_formulas import online_eta
from ..profile import _iterates, _world
from .sparse_vector import first_above_law

EDGES = np.array([-2.0, 0.0, 2.0])


def sequence_errors(histogram, queries, *, T, eta) -> np.ndarray:
    """max_q <q, p-hat - p*> after every sequence of chosen queries, in the order of `sequence_law`.

    Arguments as there.  ``sequence_law(...) @ sequence_errors(...)`` is the exact expected error.  Shape
    (n_queries**T,).
    """
    (histogram, rows, _), total = _world(histogram, queries), np.zeros((1, 1))
    for p in _iterates(rows, T, eta):
        total = np.repeat(total, len(p) // len(total), axis=0) + p
    return np.repeat(((total / T - histogram) @ rows.T).max(axis=1), len(rows))   # the last choice changes only p^{T+1}


def online_law(histogram, queries, *, budget: OnlineBudget, alpha, sign="noisy") -> np.ndarray:
    """The exact law of what `OnlinePMW` publishes on a given stream, on tiny cases, for `privacy.audit`.

    Parameters
    ----------
    histogram : array (universe_size,)
    queries : array (k, universe_size) in [-1, 1], of width at most 1
    budget : OnlineBudget
    alpha : as in `OnlinePMW`, with its η = 2α
    sign : {"noisy", "true"}
        Whose sign moves the histogram: "true" is U17 taken at its word, and leaks.

    Returns
    -------
    array (outcomes,), sums to 1 to 1e-11.  An outcome says which queries were updates, which way each moved p^t, and
    where its noisy answer less the public one lies among `EDGES` (so the law is that of a function of the answers; the
    outer cells hold all the privacy loss of large noise); all other answers and p^t follow from these.  Their order
    does not depend on the histogram.  Cost: one quadrature for each history of updates.
    """
    data = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    rows = check.array("queries", queries, (None, len(data)), low=-1, high=1)
    check.instance("budget", budget, OnlineBudget)
    alpha, true = check.fraction("alpha", alpha), check.choice("sign", sign, ("noisy", "true")) == "true"

    def follow(losses, start, left):
        if left == 0 or start == len(rows):
            return np.ones(1)
        gaps = rows @ (data - gibbs(losses, online_eta(alpha)))       # true less public answers
        first = first_above_law(np.abs(gaps[start:]), threshold=alpha, threshold_scale=budget.threshold_scale,
                                test_scale=budget.test_scale)
        law = [first[-1:]]
        for i, fires in enumerate(first[:-1], start):
            after = {way: follow(losses + way * rows[i], i + 1, left - 1) for way in (1, -1)}
            below, above = (f(EDGES, gaps[i], budget.answer_scale) for f in (laplace.cdf, laplace.sf))
            cells = below[0], below[1] - below[0], above[1] - above[2], above[2]     # in the nearer tail
            for cell, side in zip(cells, (1, 1, -1, -1)):
                moved = (1 if gaps[i] < 0 else -1) if true else side
                law += [fires * cell * after[way] * (way == moved) for way in (1, -1)]
        return np.concatenate(law)

    return follow(np.zeros(len(data)), 0, budget.max_updates)
