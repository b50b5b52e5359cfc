"""Binomial probabilities that do not cancel, for n in the millions.

Reference: C. Loader, "Fast and accurate computation of binomial probabilities" (2000).
"""

from __future__ import annotations

import numpy as np
from scipy import special

_SMALL = np.arange(1, 16)
# ln k! minus Stirling's formula, k = 0 .. 15, from ln Γ itself (no cancellation at this size).
_STIRLING_TABLE = np.concatenate(
    [[0.0], special.gammaln(_SMALL + 1.0) - (_SMALL + 0.5) * np.log(_SMALL) + _SMALL - 0.5 * np.log(2 * np.pi)]
)


def _stirling_error(k: np.ndarray) -> np.ndarray:
    """ln k! - ln(sqrt(2 pi k) (k/e)^k); the entry for k = 0 is a placeholder that callers replace."""
    kk = np.maximum(k, 16.0)
    square = 1.0 / (kk * kk)
    series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / kk
    if k.min(initial=16) >= 16:
        return series
    return np.where(k < 16, _STIRLING_TABLE[np.minimum(k, 15).astype(np.intp)], series)


def log_binomial(k: np.ndarray, n: np.ndarray, p: float) -> np.ndarray:
    """ln Pr[Bin(n, p) = k] for integers 0 <= k <= n and 0 < p < 1 (broadcast; error about 1e-16 n, at most 1e-10 at n =
    1e6).

    Loader's form: the big logarithms enter only as k ln(k/np) + np - k, which is small near the mean.
    """
    k, n = np.asarray(k, float), np.asarray(n, float)
    q = 1.0 - p
    inner = (k > 0) & (k < n)
    kk, rest, nn = np.where(inner, k, 1.0), np.where(inner, n - k, 1.0), np.maximum(n, 2.0)
    middle = (
        _stirling_error(nn) - _stirling_error(kk) - _stirling_error(rest)
        - special.kl_div(kk, nn * p) - special.kl_div(rest, nn * q)
        + 0.5 * np.log(nn / (2 * np.pi * kk * rest))
    )
    ends = np.where(k == 0, n * np.log1p(-p), n * np.log(p))
    return np.where(inner, middle, ends)


def log_choose(n, k):
    """ln of the number of ways to choose k of n."""
    return special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)


def binomial_law(n: int, p: np.ndarray) -> np.ndarray:
    """Pr[Bin(n, p) = k], k = 0 .. n, for chances p in [0, 1]: shape p.shape + (n + 1,); relative error below 1e-14
    n."""
    k, p = np.arange(n + 1), p[..., None]
    return np.exp(log_choose(n, k) + special.xlogy(k, p) + special.xlog1py(n - k, -p))
