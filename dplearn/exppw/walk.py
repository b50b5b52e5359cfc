"""The walk: sort the examples by x, a label 1 is a step up, a label 0 a step down, never beyond ±T.

    v_0 = 0,   v_i = min(T, max(-T, v_{i-1} + (2 y_i - 1))).

A step is a map v -> clip(v + shift, low, high), and maps of this form, one after the other, give a map of this form
(`then`).  So a long walk needs no loop over its steps: each map is joined with the one before it, then with the two
before these, and so on, until each holds all steps up to its own (Blelloch 1990).

**Privacy.** The walk itself is not private; an answer drawn from its end is (`predictor`).

References: DF18, Figure 1 with the guard corrected.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check

SHORT = 64      # steps up to which the plain loop is as quick


def plain_walk(labels, clamp: int) -> list[int]:
    """v_0, ..., v_n, as the page says it."""
    v = [0]
    for y in labels:
        v.append(min(clamp, max(-clamp, v[-1] + (1 if y else -1))))
    return v


def then(first, second):
    """The second map after the first, each (shift, low, high)."""
    (a, low, high), (b, bottom, top) = first, second
    return a + b, np.clip(low + b, bottom, top), np.clip(high + b, bottom, top)


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
    Cost: log₂ n passes over all steps, some 0.1 s for a million of them.
    """
    y = check.array("y_sorted", y_sorted, low=0, high=1, integral=True, allow_empty=True)
    clamp = check.integer("clamp", clamp, 1)
    if y.ndim == 0:
        raise ValueError(f"y_sorted must have shape (n,) or (..., n); got {y_sorted!r}")
    n = y.shape[-1]
    if y.ndim == 1 and n <= SHORT:
        return np.array(plain_walk(y.tolist(), clamp), np.int32)
    shift, end, gap = 2 * y.astype(np.int32) - 1, min(clamp, n), 1
    maps = shift, np.full_like(shift, -end), np.full_like(shift, end)
    while gap < n:
        joined = then([part[..., :-gap] for part in maps], [part[..., gap:] for part in maps])
        for part, more in zip(maps, joined):
            part[..., gap:] = more
        gap *= 2
    return np.concatenate([np.zeros((*y.shape[:-1], 1), np.int32), np.clip(*maps)], axis=-1)
