"""The clamped walk, without a loop over its steps.

    v_0 = 0,   v_i = min(T, max(-T, v_{i-1} + (2 y_i - 1))).

A step is the map v -> min(high, max(low, v + shift)), and maps of this form, one after the other, give a map of this form:
shifts add up, and `low` and `high` are where the ends -T and T are taken.  So a long walk is cut into blocks, and all blocks
are walked at the same time, each from -T and from T: that gives the map of each block.  The maps of the blocks are a
walk again, L times shorter, done in the same way; it tells where each block starts, and then all blocks are walked once
more from there.  numpy sees a few hundred passes over long arrays instead of n steps.

**Privacy.** The walk itself is not private; an answer drawn from its end is (`predictor`).

References: DF18, Figure 1.  Blelloch 1990 for scans of maps.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check

__all__ = ["projected_walk", "final_position"]

_BLOCK = 32         # steps walked in a row
_WIDE = 4096        # walks side by side from which cutting them into blocks gains nothing
_ENTRIES = 1 << 21  # steps held at a time, of many walks
_SHORT = 96         # maps that are faster composed one by one


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
    Cost: 2 to 5 ns a step; memory beside the result about twice the labels.  Source: DF18, Figure 1 with the guard corrected.
    """
    y, clamp = _labels(y_sorted), check.integer("clamp", clamp, 1)
    n = y.shape[-1]
    walks = y.reshape(math.prod(y.shape[:-1]), n)
    v = np.zeros((len(walks), n + 1), np.int32)
    if n:
        at_once = max(1, _ENTRIES // n)
        for start in range(0, len(walks), at_once):
            some = slice(start, start + at_once)
            _fill(walks[some], min(clamp, n), v[some, 1:])
    return v.reshape(*y.shape[:-1], n + 1)


def final_position(y_sorted, clamp):
    """Where the walk ends: the last entry of `projected_walk`, in less time and memory.

    Parameters as there; the result has the shape of `y_sorted` without its last axis (an int32 for one walk).
    Cost: 1 to 3 ns a step.
    """
    y, clamp = _labels(y_sorted), check.integer("clamp", clamp, 1)
    n = y.shape[-1]
    walks = y.reshape(math.prod(y.shape[:-1]), n)
    last = np.zeros(len(walks), np.int32)
    if n:
        at_once = max(1, _ENTRIES // n)
        for start in range(0, len(walks), at_once):
            steps = _blocks(walks[start : start + at_once], min(clamp, n))
            shift, low, high = _block_maps(steps, min(clamp, n))
            v = _starts(shift, low, high, min(clamp, n))[-1]
            last[start : start + at_once] = np.minimum(np.maximum(v + shift[-1], low[-1]), high[-1])
    return last.reshape(y.shape[:-1])[()]


def _labels(y_sorted) -> np.ndarray:
    """Labels as int8; integer and boolean arrays by a test of their own, since `check.array` copies to 8 bytes a label."""
    plain = type(y_sorted) is np.ndarray and y_sorted.dtype.kind in "biu"
    y = y_sorted if plain else check.array("y_sorted", y_sorted, integral=True, allow_empty=True)
    if y.ndim == 0:
        raise ValueError(f"y_sorted must have shape (n,) or (..., n); got {y_sorted!r}")
    if y.dtype != bool and y.size and (y.min() < 0 or y.max() > 1):
        raise ValueError(f"y_sorted must hold labels 0 and 1; got {y.min()} to {y.max()}")
    return y.astype(np.int8, copy=False)


def _blocks(walks: np.ndarray, clamp: int) -> np.ndarray:
    """Steps +-1 as (L, blocks of a walk, walks): block after block, filled up with steps of 0."""
    count, n = walks.shape
    length = n if count >= _WIDE or n <= 2 * _BLOCK else _BLOCK
    m = -(-n // length)
    whole = n // length
    kind = np.int16 if 2 * clamp < 2**14 else np.int32
    steps = np.zeros((length, m, count), kind)
    steps[:, :whole] = walks[:, : whole * length].reshape(count, whole, length).transpose(2, 1, 0)
    steps[: n - whole * length, whole:] = walks[:, whole * length :].T[:, None]
    steps *= 2
    steps -= 1
    steps[n - whole * length :, whole:] = 0
    return steps


def _block_maps(steps: np.ndarray, clamp: int):
    """(shift, low, high) of the blocks, each (blocks, walks)."""
    shift = np.zeros_like(steps[0])
    ends = np.stack([shift - clamp, shift + clamp])
    for step in steps:
        shift += step
        ends += step
        ends.clip(-clamp, clamp, out=ends)   # one pass: a minimum with a number is ten times slower
    return shift.clip(-2 * clamp, 2 * clamp), ends[0], ends[1]


def _starts(shift: np.ndarray, low: np.ndarray, high: np.ndarray, clamp: int) -> np.ndarray:
    """The position before each of m maps, from 0 on; arrays (m, walks)."""
    m, count = shift.shape
    starts = np.zeros_like(shift)
    if m <= _SHORT or count >= _WIDE:
        for i in range(m - 1):
            np.minimum(np.maximum(starts[i] + shift[i], low[i]), high[i], out=starts[i + 1])
        return starts
    whole = m // _BLOCK   # the blocks of maps that are whole; what is left over is walked at the end
    rows = tuple(np.ascontiguousarray(a[: whole * _BLOCK].reshape(whole, _BLOCK, count).swapaxes(0, 1)) for a in (shift, low, high))
    total = np.zeros((whole, count), shift.dtype)
    ends = np.stack([np.full_like(total, -clamp), np.full_like(total, clamp)])
    for a, lo, hi in zip(*rows):
        ends = np.minimum(np.maximum(ends + a, lo), hi)
        total = np.clip(total + a, -2 * clamp, 2 * clamp)  # a longer shift ends at the same place
    v = _starts(total, ends[0], ends[1], clamp)
    by_block = starts[: whole * _BLOCK].reshape(whole, _BLOCK, count)
    for i, (a, lo, hi) in enumerate(zip(*rows)):
        by_block[:, i] = v
        v = np.minimum(np.maximum(v + a, lo), hi)
    for i in range(whole * _BLOCK, m):
        starts[i] = np.minimum(np.maximum(starts[i - 1] + shift[i - 1], low[i - 1]), high[i - 1])
    return starts


def _fill(walks: np.ndarray, clamp: int, out: np.ndarray) -> None:
    """Write the positions after each step of some walks into `out`."""
    steps = _blocks(walks, clamp)
    length, m, count = steps.shape
    v = _starts(*_block_maps(steps, clamp), clamp) if m > 1 else np.zeros((1, count), steps.dtype)
    for step in steps:   # in place: the steps become the positions
        step += v
        step.clip(-clamp, clamp, out=step)
        v = step
    whole = out.shape[1] // length
    out[:, : whole * length].reshape(count, whole, length)[...] = steps[:, :whole].transpose(2, 1, 0)
    out[:, whole * length :] = steps[: out.shape[1] - whole * length, -1].T
