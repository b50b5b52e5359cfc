"""From records to a histogram, and the errors of an estimate of it.  Nothing here is private."""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import plain
from .workloads import MAX_BITS, as_workload


def histogram_of(records) -> np.ndarray:
    """The histogram of records of bits: p*(x) is the fraction of records equal to cell x.

    Parameters
    ----------
    records : array (n, k) of 0/1 or bool
        n >= 1 records of 1 <= k <= 24 bits.

    Returns
    -------
    ndarray (2^k,)
        Bit i of a cell's index is column i.

    Not private.
    """
    records = check.array("records", records, (None, None), low=0, high=1, integral=True)
    n, n_bits = records.shape
    check.integer("number of columns of records", n_bits, 1, MAX_BITS)
    cells = records @ (1 << np.arange(n_bits))
    return np.bincount(cells, minlength=1 << n_bits) / n


def _errors(queries, histogram, estimate) -> np.ndarray:
    queries = as_workload(queries)
    histogram = check.distribution("histogram", histogram, queries.universe_size)
    estimate = check.distribution("estimate", estimate, queries.universe_size)
    return np.abs(queries.answers(estimate - histogram))


def max_error(queries, histogram, estimate):
    """max_q |<q, estimate> - <q, histogram>|: the largest error over the queries.

    Parameters
    ----------
    queries : what `as_workload` takes
    histogram, estimate : array (..., universe_size)
        Each sums to 1; shapes broadcast, so that many estimates can be held against one histogram.

    Returns
    -------
    float or ndarray (...)

    Not private.
    """
    return plain(_errors(queries, histogram, estimate).max(axis=-1))
