"""What the sample bounds share: broadcast arguments, class sizes by their logarithm, exact searches.

Bounds are computed in logarithms, so that |C| = 2^(2^20) or n = 1e12 neither overflow nor warn;
classes too large to count are given by ln|C|.  Private to the package.
"""

from __future__ import annotations

import numpy as np

from . import _validate as check

MOST_SAMPLE_SIZE = 2**53  # beyond this a float no longer counts examples one by one


def plain(value):
    """A float for a scalar, the array otherwise."""
    return float(value) if np.ndim(value) == 0 else value


def go_together(**arrays) -> tuple[np.ndarray, ...]:
    """The arrays broadcast to one shape; ValueError that names them where their shapes do not go together."""
    try:
        return np.broadcast_arrays(*arrays.values())
    except ValueError:
        shapes = ", ".join(str(np.shape(a)) for a in arrays.values())
        raise ValueError(f"{', '.join(arrays)} must have shapes that broadcast; got {shapes}") from None


def one_epsilon(value, name="epsilon") -> float:
    """A single ε in [1e-100, 1e100]."""
    return check.real(name, value, 1e-100, 1e100)


def whole(value):
    """Rounded up to integers >= 1; refused where a float can no longer count them."""
    if not np.all(value < MOST_SAMPLE_SIZE):
        raise ValueError(f"alpha and the other parameters must keep the sample size below 2**53; it would be "
                         f"{np.max(value):.3g}")
    size = np.maximum(np.ceil(value), 1).astype(int)
    return int(size) if size.ndim == 0 else size


def first_true(low: np.ndarray, high: np.ndarray, predicate) -> np.ndarray:
    """Smallest whole number in [low, high] with predicate, which switches once, at each place; high if none is below
    it."""
    while (low < high).any():
        middle = (low + high) // 2
        yes = predicate(middle)
        high, low = np.where(yes, middle, high), np.where(yes, low, np.minimum(middle + 1, high))
    return high
