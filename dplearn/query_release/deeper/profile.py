"""What the companions of lecture 5 add to `dplearn.query_release.profile`."""

from __future__ import annotations

import numpy as np

from ..profile import _iterates, _world


def sequence_errors(histogram, queries, *, T, eta) -> np.ndarray:
    """max_q <q, p-hat - p*> after every sequence of chosen queries, in the order of `sequence_law`.

    Arguments as there.  ``sequence_law(...) @ sequence_errors(...)`` is the exact expected error.  Shape
    (n_queries**T,).
    """
    (histogram, rows, _), total = _world(histogram, queries), np.zeros((1, 1))
    for p in _iterates(rows, T, eta):
        total = np.repeat(total, len(p) // len(total), axis=0) + p
    return np.repeat(((total / T - histogram) @ rows.T).max(axis=1), len(rows))   # the last choice changes only p^{T+1}
