"""Binomial probabilities by their logarithms: relative error about 1e-16 n ln n, 1e-9 for n in the millions."""

from __future__ import annotations

from scipy import special


def log_choose(n, k):
    """ln of the number of ways to choose k of n."""
    return special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)


def log_binomial(k, n, p):
    """ln Pr[Bin(n, p) = k] for integers 0 <= k <= n and p in [0, 1] (broadcast)."""
    return log_choose(n, k) + special.xlogy(k, p) + special.xlog1py(n - k, -p)
