"""What the grader of assignment 4 takes for true: laws of late and forgetful picks and what they leak."""

from __future__ import annotations

import numpy as np


# ---- late and forgetful ------------------------------------------------------------------------------

def pick_laws(losses, eta: float, window: int, delay: int) -> np.ndarray:
    """The law of each day's pick, shape (T, K)."""
    sums = np.vstack([np.zeros(losses.shape[1]), np.cumsum(losses, axis=0)])
    end = np.arange(len(losses)) - delay + 1
    seen = sums[np.maximum(end, 0)] - sums[np.maximum(end - window, 0)]
    weight = np.exp(-eta * (seen - seen.min(axis=1, keepdims=True)))
    return weight / weight.sum(axis=1, keepdims=True)


# ---- one pick for some days --------------------------------------------------------------------------

# By form: which days a draw sees, and how many draws see one day at most.
SEEN = ("all days before", "the 2B days before", "all days but the last B before")


def seen_by(draw: int, B: int, form: int) -> slice:
    """The rows that a draw (from 0) sees."""
    return slice(max(draw - 2, 0) * B if form == 1 else 0, max(draw - (form == 2), 0) * B)


def proved_rate(T: int, B: int, epsilon: float, width: float, form: int) -> float:
    """A draw that sees the day leaks 2 η · width, and no draw leaks more; day 1 is seen by the most draws.

    No larger rate is private for all K: with one expert at the best or the worst loss of day 1 among ever more who lie
    between, each of these draws leaks as near to that as one likes (test_a4 comes to within 1e-4).
    """
    seen = [seen_by(draw, B, form) for draw in range(-(-T // B))]
    return epsilon / (2 * width * max(1, sum(days.start == 0 < days.stop for days in seen)))


def held(losses, B: int, eta: float, form: int) -> np.ndarray:
    """The law of each draw, shape (draws, K)."""
    laws = []
    for draw in range(-(-len(losses) // B)):
        total = losses[seen_by(draw, B, form)].sum(axis=0)
        weight = np.exp(-eta * (total - total.min()))
        laws.append(weight / weight.sum())
    return np.array(laws)


def leak(p, q) -> float:
    """ε of all picks together: the worst sequence has the worst pick of each draw.  Shapes (..., draws, K).

    Below 1e-30 is 1e-30: what is as rare as that in both seasons may have been rounded to 0 in one of them.
    """
    ratio = np.log(np.maximum(p, 1e-30)) - np.log(np.maximum(q, 1e-30))
    return np.maximum(ratio.max(axis=-1).sum(axis=-1), -ratio.min(axis=-1).sum(axis=-1))
