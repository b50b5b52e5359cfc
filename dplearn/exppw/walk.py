"""The walk: sort the examples by x, a label 1 is a step up, a label 0 a step down, never beyond ±T.

    v_0 = 0,   v_i = min(T, max(-T, v_{i-1} + (2 y_i - 1))).

**Privacy.** The walk itself is not private; an answer drawn from its end is (`predictor`).

References: DF18, Figure 1 with the guard corrected.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check
from . import walk_engine

SHORT = 64      # steps up to which the plain loop is as quick
AT_ONCE = 2**21  # steps that the engine holds at a time, of many walks


def plain_walk(labels, clamp: int) -> list[int]:
    """v_0, ..., v_n, as the page says it."""
    v = [0]
    for y in labels:
        v.append(min(clamp, max(-clamp, v[-1] + (1 if y else -1))))
    return v


def projected_walk(y_sorted, clamp):
    """The positions v_0, ..., v_n of the walk through labels that are sorted by their x.

    Parameters
    ----------
    y_sorted : array (n,) or (..., n) of 0/1 or booleans
        A walk along the last axis, each on its own.  n = 0 gives the start alone.
    clamp : int >= 1
        DF18's T: the walk is kept in [-clamp, clamp].

    Returns
    -------
    array (n + 1,) or (..., n + 1) of int32, with v_0 = 0.

    Raises
    ------
    ValueError
        For labels other than 0 and 1, or a clamp below 1.

    Notes
    -----
    One short walk is the plain loop; else `walk_engine`: 2 to 5 ns a step, memory beside the result about twice the
    labels.
    """
    y, clamp = _labels(y_sorted), check.integer("clamp", clamp, 1)
    n = y.shape[-1]
    if y.ndim == 1 and n <= SHORT:
        return np.array(plain_walk(y.tolist(), clamp), np.int32)
    walks, v = y.reshape(math.prod(y.shape[:-1]), n), np.zeros((*y.shape[:-1], n + 1), np.int32)
    rows, out = max(1, AT_ONCE // max(n, 1)), v.reshape(len(walks), n + 1)
    for some in (slice(i, i + rows) for i in range(0, len(walks) if n else 0, rows)):
        walk_engine.fill(walks[some], min(clamp, n), out[some, 1:])
    return v


def _labels(y_sorted) -> np.ndarray:
    """Labels as int8; integer and boolean arrays by a test of their own, since `check.array` copies to 8 bytes a label.
    """
    plain = type(y_sorted) is np.ndarray and y_sorted.dtype.kind in "biu"
    y = y_sorted if plain else check.array("y_sorted", y_sorted, integral=True, allow_empty=True)
    if y.ndim == 0:
        raise ValueError(f"y_sorted must have shape (n,) or (..., n); got {y_sorted!r}")
    if y.dtype != bool and y.size and (y.min() < 0 or y.max() > 1):
        raise ValueError(f"y_sorted must hold labels 0 and 1; got {y.min()} to {y.max()}")
    return y.astype(np.int8, copy=False)
