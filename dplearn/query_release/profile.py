"""The exact law of what private multiplicative weights releases, on cases small enough to write all of it down.

All that a run gives out (p-hat, the last iterate, synthetic records) is computed from the queries it chose, q^1, ..., q^T, and
public things.  So the law of this sequence, |Q|^T probabilities, is the whole of its privacy: compared over every pair
of neighboring data sets (REPLACE_ONE, n public) it gives the true ε and the true δ(ε), with no composition theorem between.  The
steps are adaptive, as they are in the algorithm: p^t, and with it the law of q^t, hangs on the path that led there.

The same enumeration gives the exact law of the error, hence its exact expectation: a bound can be held against it
without simulation.

For two cells and the two queries "is it the first cell" and "is it the second", p^t depends only on how often each was chosen, so
the number N of first choices in T steps is a Markov chain on 0..T, with an exact law for T in the thousands.  N is a function of
the release: what it tells is a lower bound on what the release tells, enough to refute a claim.

Nothing here is private: it is the auditor's tool.

References: U17, "Exponential Mechanism" and "Putting the Private in Private MW"; DR14, Definition 2.4.
"""

from __future__ import annotations

import functools
import math

import numpy as np
from scipy.special import expit, softmax

from .. import _validate as check
from .._bounds import one_epsilon, plain
from ..mechanisms import exponential_probabilities
from ..privacy import AuditReport, Relation, all_datasets, audit, hockey_stick, neighboring_pairs
from .workloads import MOST_RECORDS, as_workload, noise_width, paired

__all__ = ["count_law", "count_profile", "release_audit", "release_profile", "sequence_errors", "sequence_law"]

MOST_SEQUENCES = 100_000
MOST_ENTRIES = 10**7      # sequences times cells, and of all laws of an audit together
MOST_COUNT_T = 20_000
MOST_NEIGHBORS = 20_000   # of all data sets of an audit together: n = 140 for two cells, 12 for four


def sequence_law(histogram, queries, *, n, epsilon_step, T, eta) -> np.ndarray:
    """The probability of every sequence of chosen queries.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    queries : Workload or array (n_queries, universe_size) in [-1, 1]
    n : int in [1, 1e15], records
    epsilon_step : float in [1e-100, 1e100], ε₀
    T : int >= 1, n_queries^T <= 1e5
    eta : float in (0, 1e300]

    Returns
    -------
    array (n_queries**T,), sums to 1.  Sequence (i_1, ..., i_T) has index Σ i_t n_queries^(T-t), the last step fastest.

    Notes
    -----
    The law is (ε, δ)-DP over histograms of n records (REPLACE_ONE), for the ε that `certified_epsilon` gives.
    Cost: |Q|^T (|Q| + |X|).
    Source: U17, "Putting the Private in Private MW".
    """
    histogram, rows, width = _world(histogram, queries)
    n, epsilon_step = check.integer("n", n, 1, MOST_RECORDS), one_epsilon(epsilon_step, "epsilon_step")
    T, eta = _steps(T, eta, rows)
    law = np.ones(1)
    for p in _iterates(rows, T, eta):
        step = exponential_probabilities((p - histogram) @ rows.T, score_sensitivity=width / n, epsilon=epsilon_step)
        law = (law[:, None] * step).ravel()
    return law


def sequence_errors(histogram, queries, *, T, eta) -> np.ndarray:
    """max_q <q, p-hat - p*> after every sequence of chosen queries, in the order of `sequence_law`.

    Arguments as there.  ``sequence_law(...) @ sequence_errors(...)`` is the exact expected error.  Shape (n_queries**T,).
    """
    histogram, rows, _ = _world(histogram, queries)
    T, eta = _steps(T, eta, rows)
    total = np.zeros((1, len(histogram)))
    for t, p in enumerate(_iterates(rows, T, eta)):
        total = np.repeat(total, len(rows) if t else 1, axis=0) + p
    return np.repeat(((total / T - histogram) @ rows.T).max(axis=1), len(rows))   # the last choice changes only p^{T+1}


def release_audit(queries, *, n, epsilon_step, T, eta, epsilon, delta=0.0) -> AuditReport:
    """True ε and δ of the whole run over every data set of n records and every neighbor, beside the claim (epsilon, delta).

    A data set is a tuple of n cells 0..universe_size-1, in any order.  Other arguments as in `sequence_law`.

    Returns
    -------
    `privacy.AuditReport`, relation REPLACE_ONE.

    Raises
    ------
    ValueError
        When the data sets, C(n + |X| - 1, n), have more than 20,000 neighbors together, n (|X| - 1) each.

    Notes
    -----
    Cost: one law for each data set, and a pass over its neighbors.
    """
    law, cells, n = _law_of_data(queries, n, epsilon_step, T, eta)
    return audit(law, all_datasets(cells, n), domain=cells, relation=Relation.REPLACE_ONE, epsilon=epsilon, delta=delta,
                 note=f"{n} records, n public; {T} queries chosen, by the exact law")


def release_profile(queries, epsilon, *, n, epsilon_step, T, eta):
    """δ(ε) of the whole run: the least δ for all data sets of n records and all neighbors.

    epsilon : float >= 0, or array of such; other arguments, and how many neighbors at most, as in `release_audit`.
    Float, or array like epsilon.
    """
    epsilon = check.array("epsilon", epsilon, low=0)
    law, cells, n = _law_of_data(queries, n, epsilon_step, T, eta)
    pairs = {tuple(sorted((x, tuple(sorted(y)))))
             for x, y in neighboring_pairs(all_datasets(cells, n), cells, Relation.REPLACE_ONE)}
    worst = np.zeros(epsilon.size)
    for x, y in pairs:
        for p, q in ((law(x), law(y)), (law(y), law(x))):
            worst = np.maximum(worst, [hockey_stick(p, q, e) for e in epsilon.ravel()])
    return plain(worst.reshape(epsilon.shape))


def count_law(records, n, *, epsilon_step, T, eta) -> np.ndarray:
    """The law of how often the first query is chosen: two cells, the queries (1, 0) and (0, 1), `records` of n in the first cell.

    Parameters
    ----------
    records, n : int, 0 <= records <= n, n >= 1
    epsilon_step : float in [1e-100, 1e100]
    T : int in [1, 20000]
    eta : float > 0

    Returns
    -------
    array (T + 1,), sums to 1.  After t steps, k of them first choices, p^{t+1} = σ(-η(2k - t)) in the first cell: a Markov chain.
    Cost: T² / 2.
    """
    n = check.integer("n", n, 1, MOST_RECORDS)
    share = check.integer("records", records, 0, n) / n
    epsilon_step, eta = one_epsilon(epsilon_step, "epsilon_step"), check.positive("eta", eta)
    T = check.integer("T", T, 1, MOST_COUNT_T)
    law = np.ones(1)
    for t in range(T):
        k = np.arange(t + 1)
        first = expit(epsilon_step * n * (expit(-eta * (2 * k - t)) - share))   # scores p₁ - share and share - p₁
        law = np.append(law * (1 - first), 0.0) + np.insert(law * first, 0, 0.0)
    return law


def count_profile(records, n, epsilon, *, epsilon_step, T, eta):
    """A lower bound on δ(ε) of the run on two cells: what `count_law` tells of `records` against records + 1 of n.

    records : int, 0 <= records < n.  epsilon : float >= 0 or array (float, or array like it, comes back); the larger of
    both directions.  Other arguments as in `count_law`.
    """
    records = check.integer("records", records, 0, check.integer("n", n, 1, MOST_RECORDS) - 1)
    epsilon = check.array("epsilon", epsilon, low=0)
    p, q = (count_law(r, n, epsilon_step=epsilon_step, T=T, eta=eta) for r in (records, records + 1))
    p, q = p / p.sum(), q / q.sum()
    return plain(np.maximum(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon)))


# ---- enumeration ---------------------------------------------------------------------------------

def _iterates(rows, T, eta):
    """p^1, ..., p^T, each on all paths that lead there: arrays (n_queries^(t-1), universe_size)."""
    losses = np.zeros((1, rows.shape[1]))
    for _ in range(T):
        yield softmax(-eta * losses, axis=1)
        losses = (losses[:, None] + rows).reshape(-1, rows.shape[1])


def _world(histogram, queries):
    """p*, the queries written out, and their width (1 for constant queries: their scores do not move)."""
    workload = as_workload(queries)
    _few("queries", workload.n_queries * workload.universe_size, "n_queries times universe_size")
    histogram, _ = paired(histogram, workload)
    return histogram, np.array([workload.query(i) for i in range(workload.n_queries)]), noise_width(workload)


def _steps(T, eta, rows):
    T = check.integer("T", T, 1, MOST_SEQUENCES)
    sequences = float(len(rows)) ** min(T, 1_000)
    if sequences > MOST_SEQUENCES:
        raise ValueError(f"T must give at most {MOST_SEQUENCES} sequences n_queries**T; got {len(rows)}**{T}")
    _few("T", sequences * rows.shape[1], "n_queries**T times universe_size")
    return T, check.real("eta", eta, 0, 1e300, open_low=True)


def _few(name, entries, what):
    if entries > MOST_ENTRIES:
        raise ValueError(f"{name} must keep {what} at most {MOST_ENTRIES}; got {entries:g}")


def _law_of_data(queries, n, epsilon_step, T, eta):
    """The law as a function of the data set (a tuple of n cells, computed once for each multiset), the cells, and n."""
    queries, n = as_workload(queries), check.integer("n", n, 1, 10_000)
    size = queries.universe_size
    neighbors = n * (size - 1)                        # of one data set; many of them need no binomial to be refused
    if neighbors > MOST_NEIGHBORS or neighbors * math.comb(n + size - 1, n) > MOST_NEIGHBORS:
        raise ValueError(f"n must give the data sets of n records in {size} cells at most {MOST_NEIGHBORS} neighbors together; got n = {n}")

    @functools.cache
    def of_counts(counts):
        return sequence_law(np.array(counts) / n, queries, n=n, epsilon_step=epsilon_step, T=T, eta=eta)

    def law(data):
        return of_counts(tuple(np.bincount(data, minlength=size).tolist()))
    return law, range(size), n
