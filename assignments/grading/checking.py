"""What checks have in common: is it a law, how private is it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .question import Wrong, need

TOLERANCE = 1e-6  # of probabilities and of ε, said in the head of each assignment: float32 will do


def kind(value) -> str:
    """What came instead of what was wanted."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, (list, tuple, dict)):
        return f"a {type(value).__name__} of length {len(value)}"
    return type(value).__name__


def number(value, where: str) -> float:
    """A finite number, however it is spelled; `where` says for which arguments."""
    need(isinstance(value, (int, float, np.generic)), f"a number is wanted {where}; got {kind(value)}")
    need(math.isfinite(value), f"a finite number is wanted {where}; got {value}: overflow, or a division by 0?")
    return float(value)


def whole(value, where: str) -> int:
    """A whole number, also as 3.0 or True."""
    value = number(value, where)
    need(int(value) == value, f"a whole number is wanted {where}; got {value}")
    return int(value)


def law(value, shape: tuple[int, ...], where: str, rows: bool = False) -> np.ndarray:
    """The value as probabilities of this shape, or as a law in each row; `where` says for which arguments.  Rounding
    leaves what is below 0 by less than the tolerance."""
    try:
        p = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"probabilities of shape {shape} are wanted {where}; got {kind(value)}") from None
    need(p.shape == shape, f"probabilities of shape {shape} are wanted {where}; got shape {p.shape}")
    if not np.isfinite(p).all():  # words only where they are needed: checks look at many laws
        raise Wrong(f"probabilities are wanted {where}; {np.count_nonzero(~np.isfinite(p))} of {p.size} are no finite "
                    "numbers: does a weight overflow, or a sum of weights underflow to 0?")
    need((p > -TOLERANCE).all(), f"probabilities are wanted {where}; some are below 0")
    sums = p.sum(axis=1) if rows else p.sum(keepdims=True).ravel()
    row = abs(sums - 1).argmax()
    off = sums[row] - 1
    if not abs(off) < TOLERANCE:
        rounded = ": rounding? return all digits" if abs(off) < 1e-2 else ""
        raise Wrong(f"the probabilities must sum to 1, to within {TOLERANCE:g}, {f'in row {row} ' if rows else ''}"
                    f"{where}; they are off by {off:+.1e}{rounded}")
    return np.maximum(p, 0)


def timid(rate: float, proved: float, where: str = "") -> None:
    """The rate is at least the one that can be proved."""
    need(rate >= proved * (1 - TOLERANCE), f"private, but more timid than what can be proved{where}: your rate is "
                                           f"{rate / proved:.4g} of that")


def private(laws: np.ndarray, neighbors: np.ndarray, names: Sequence, epsilon: float, relation: str) -> None:
    """Every pair of neighbors, both ways: raise with the worst pair where a loss is above ε.

    `laws` has a row a data set, `neighbors` a row a pair of places in it, `names` says what stands there.
    """
    flat = np.asarray(laws).reshape(len(laws), -1)[neighbors]
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = np.abs(np.log(flat[:, 0]) - np.log(flat[:, 1]))
    loss = np.where((flat == 0).all(axis=1), 0.0, loss).max(axis=1)
    worst = int(loss.argmax())
    a, b = (names[i] for i in neighbors[worst])
    need(loss[worst] <= epsilon * (1 + TOLERANCE) + 1e-9,
         f"claims ε = {epsilon:.6g}, leaks {loss[worst]:.6g} between the {relation} neighbors {a} and {b}")


def supported(p: np.ndarray, q: np.ndarray, where: str, least: float = 1e-30) -> None:
    """No outcome that the law q can have is impossible under p.  Data sets are linked by chains of neighbors: one that
    has probability 0 on some and more on others has it on two neighbors, and then no ε will do.  `least` is what a
    float32 still holds, or 1e-8 where a right answer may be written 1 - p."""
    lost = (p == 0) & (q > least)
    need(not lost.any(), f"leaks without bound: an outcome that other data can have has probability 0 {where}; "
                         f"one of {q[lost].max(initial=0):.1e} is wanted")
