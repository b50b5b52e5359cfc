"""Engine of `walk`: the clamped walk without a loop over its steps; tests compare it with the plain one.

A step is a map v -> clip(v + shift, low, high), and maps of this form, one after the other, give a map of this form
(`then`). So a long walk is cut into blocks, and all blocks are walked at the same time, each from -T and from T: that
gives their maps, and those, composed by doubling, tell where each block starts.  Then all blocks are walked once
more, from there.

References: Blelloch 1990 for scans of maps.
"""

from __future__ import annotations

import math

import numpy as np

WIDE = 4096  # walks side by side from which cutting them into blocks gains nothing


def then(first, second):
    """The second map after the first, each (shift, low, high)."""
    (a, low, high), (b, bottom, top) = first, second
    return a + b, np.clip(low + b, bottom, top), np.clip(high + b, bottom, top)


def fill(walks: np.ndarray, clamp, out: np.ndarray) -> None:
    """Write the positions v_1 .. v_n of walks through 0/1 labels, (walks, n), into `out`; `clamp` is one or one for
    each.
    """
    count, n = walks.shape
    length = n if count >= WIDE or n <= 64 else max(32, math.isqrt(n) // 12)
    whole, rest = divmod(n, length)
    steps = np.zeros((length, whole + (rest > 0), count), np.int16 if np.max(clamp) < 2**14 else np.int32)
    steps[:, :whole] = walks[:, : n - rest].reshape(count, whole, length).transpose(2, 1, 0)
    steps[:rest, whole:] = walks[:, n - rest :].T[:, None]
    steps *= 2
    steps -= 1
    steps[rest:, whole:] = 0  # the last block is filled up with steps of 0
    v = _starts(steps, clamp)
    for step in steps:  # in place: the steps become the positions
        step += v
        step.clip(-clamp, clamp, out=step)
        v = step
    out[:, : n - rest].reshape(count, whole, length)[...] = steps[:, :whole].transpose(2, 1, 0)
    out[:, n - rest :] = steps[:rest, -1].T


def _starts(steps: np.ndarray, clamp) -> np.ndarray:
    """Where each block starts, (blocks, walks)."""
    starts = np.zeros_like(steps[0])
    if len(starts) == 1:
        return starts
    ends = np.stack([starts - clamp, starts + clamp]).astype(steps.dtype)
    for step in steps:
        ends += step
        ends.clip(-clamp, clamp, out=ends)
    short = steps.shape[0] * steps.shape[1] < 2**15
    maps, gap = (steps.sum(axis=0, dtype=steps.dtype if short else np.int32), *ends), 1
    while gap < len(starts):  # now a map holds the blocks up to its own, `gap` of them at most
        joined = then([a[:-gap] for a in maps], [a[gap:] for a in maps])
        for a, b in zip(maps, joined):
            a[gap:] = b
        gap *= 2
    starts[1:] = np.clip(*maps)[:-1]
    return starts
