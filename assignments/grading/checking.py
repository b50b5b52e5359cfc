"""What checks have in common: is it a law, how private is it, do samples follow it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .question import Wrong, need

FALSE_ALARM = 1e-6  # of one comparison of samples with a law


def law(value, shape: tuple[int, ...], where: str) -> np.ndarray:
    """The value as probabilities of this shape; `where` says for which arguments."""
    try:
        p = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"probabilities of shape {shape} are wanted {where}; got something else") from None
    need(p.shape == shape, f"probabilities of shape {shape} are wanted {where}; got shape {p.shape}")
    if not (np.isfinite(p).all() and (p >= 0).all()):  # words only where they are needed: checks look at many laws
        raise Wrong(f"probabilities are wanted {where}; got {_some(p)}")
    off = p.sum() - 1
    if not abs(off) < 1e-9:
        raise Wrong(f"the probabilities must sum to 1, to within 1e-9, {where}; got "
                    f"{f'{off + 1:.6g}' if abs(off) > 1e-5 else f'1 {off:+.1e}'}")
    return p


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
    need(loss[worst] <= epsilon * (1 + 1e-9) + 1e-12,
         f"claims ε = {epsilon:.4g}, leaks {loss[worst]:.4g} between the {relation} neighbors {a} and {b}")


def follows(samples: np.ndarray, p: np.ndarray, words: str) -> None:
    """Samples (places in p) against the law p: Σ|p̂ - p| is above sqrt(2 (m ln 2 + ln(1/β))/n) with probability at
    most β (Bretagnolle, Huber and Carol; m outcomes, n independent samples)."""
    need(samples.min() >= 0 and samples.max() < p.size, words)
    share = np.bincount(samples, minlength=p.size) / len(samples)
    most = math.sqrt(2 * (p.size * math.log(2) - math.log(FALSE_ALARM)) / len(samples))
    off = np.abs(share - p.ravel()).sum()
    need(off <= most, f"{words}: {len(samples):,} samples; summed over all outcomes the shares are off by {off:.3g}, "
                      f"where {most:.3g} can be chance")


def _some(p: np.ndarray) -> str:
    return np.array2string(p.ravel()[:6], precision=3)
