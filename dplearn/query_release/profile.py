"""The exact law of what private multiplicative weights releases, on cases small enough to write all of it down.

All that a run gives out (p-hat, the last iterate, synthetic records) is computed from the queries it chose, q^1, ...,
q^T, and public things.  So the law of this sequence, |Q|^T probabilities, is the whole of its privacy: compared over
every pair of neighboring data sets (REPLACE_ONE, n public) it gives the true ε and the true δ(ε), with no composition
theorem between.  The steps are adaptive, as they are in the algorithm: p^t, and with it the law of q^t, hangs on the
path that led there.

The same enumeration gives the exact law of the error, hence its exact expectation: a bound can be held against it
without simulation.

Nothing here is private: it is the auditor's tool.

References: U17, "Exponential Mechanism" and "Putting the Private in Private MW"; DR14, Definition 2.4.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..mechanisms import exponential_probabilities
from ..privacy import AuditReport, Relation, all_datasets, audit
from .multiplicative import gibbs
from .workloads import MOST_RECORDS, as_workload, noise_width, paired

MOST_SEQUENCES = 100_000
MOST_ENTRIES = 10**7      # sequences times cells
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
    n, epsilon_step, law = check.integer("n", n, 1, MOST_RECORDS), one_epsilon(epsilon_step, "epsilon_step"), np.ones(1)
    for p in _iterates(rows, T, eta):
        step = exponential_probabilities((p - histogram) @ rows.T, score_sensitivity=width / n, epsilon=epsilon_step)
        law = (law[:, None] * step).ravel()
    return law


def release_audit(queries, *, n, epsilon_step, T, eta, epsilon, delta=0.0) -> AuditReport:
    """True ε and δ of the whole run over every data set of n records and every neighbor, beside the claim
    (epsilon, delta).

    A data set is a tuple of n cells 0..universe_size-1, in any order.  Other arguments as in `sequence_law`.  Relation:
    REPLACE_ONE.

    Raises
    ------
    ValueError
        When the data sets, C(n + |X| - 1, n), have more than 20,000 neighbors together, n (|X| - 1) each.

    Notes
    -----
    Cost: one law for each data set, and a pass over its neighbors.
    """
    queries, n = as_workload(queries), check.integer("n", n, 1, 10_000)
    size = queries.universe_size
    neighbors = n * (size - 1)                        # of one data set; many of them need no binomial to be refused
    if neighbors > MOST_NEIGHBORS or neighbors * math.comb(n + size - 1, n) > MOST_NEIGHBORS:
        raise ValueError(f"n must give all data sets together at most {MOST_NEIGHBORS} neighbors; got n = {n}")

    @functools.cache
    def of_counts(counts):
        return sequence_law(np.array(counts) / n, queries, n=n, epsilon_step=epsilon_step, T=T, eta=eta)

    def law(data):
        return of_counts(tuple(np.bincount(data, minlength=size).tolist()))

    return audit(law, all_datasets(range(size), n), domain=range(size), relation=Relation.REPLACE_ONE, epsilon=epsilon,
                 delta=delta,
                 note=f"{n} records, n public; {T} queries chosen, by the exact law")


def _iterates(rows, T, eta):
    """p^1, ..., p^T, each on all paths that lead there: arrays (n_queries^(t-1), universe_size)."""
    T, eta = check.integer("T", T, 1, MOST_SEQUENCES), check.real("eta", eta, 0, 1e300, open_low=True)
    sequences = float(len(rows)) ** min(T, 17)           # 2^17 are too many already
    if sequences > MOST_SEQUENCES or sequences * rows.shape[1] > MOST_ENTRIES:
        raise ValueError(f"T must give at most {MOST_SEQUENCES} sequences n_queries**T; got {len(rows)}**{T}")
    losses = np.zeros((1, rows.shape[1]))
    for _ in range(T):
        yield gibbs(losses, eta)
        losses = (losses[:, None] + rows).reshape(-1, rows.shape[1])


def _world(histogram, queries):
    """p*, the queries written out, and their width."""
    histogram, queries = paired(histogram, queries)
    if queries.n_queries * queries.universe_size > MOST_ENTRIES:
        raise ValueError(f"queries must keep n_queries times universe_size at most {MOST_ENTRIES}")
    return histogram, np.array([queries.query(i) for i in range(queries.n_queries)]), noise_width(queries)
