"""What the companions of lecture 5 add to `dplearn.query_release.sparse_vector`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..._quadrature import log_first_above, log_laplace_cdf

BELOW, ABOVE, ABOVE_LOW = range(3)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
NEVER = -1e300   # a logarithm of 0 that stays 0 times itself


def first_above_law(values, *, threshold, threshold_scale, test_scale) -> np.ndarray:
    """The law of one epoch: which test is the first to come out above.

    Parameters
    ----------
    values : array (k,), 1 <= k <= 256, the private values in the order asked
    threshold : float
    threshold_scale, test_scale : float > 0, the Laplace scales; their ratio within a factor 1000 of 1

    Returns
    -------
    array (k + 1,), the last entry "never"; sums to 1 to 1e-12, relative error about 1e-12.

    Notes
    -----
    Privacy: (Δ/threshold_scale + 2Δ/test_scale, 0)-DP under the relation of Δ, whatever k.  U17's epoch has both scales
    1/(ε₀ n); `mechanisms.above_threshold` takes 2Δ/ε and 4Δ/ε.  Cost: about k² · 10^4 operations.
    """
    values = check.array("values", values, (None,), low=-1e100, high=1e100)
    if len(values) > 256:
        raise ValueError(f"values must hold at most 256 for the exact law; got {len(values)}")
    threshold = check.real("threshold", threshold, -1e100, 1e100)
    shared = check.real("threshold_scale", threshold_scale, 1e-100, 1e100)
    width = check.real("test_scale", test_scale, shared / 1000, shared * 1000) / shared
    return np.exp(log_first_above((values - threshold) / shared, width))


def log_long_epoch(n_below, *, below, above, threshold_scale=1.0, test_scale=1.0) -> np.ndarray:
    """ln Pr[n_below tests say below and then one says above]: the law of an epoch, in streams of any length.

    n_below (points,): up to 1e6; below, above: value less threshold of the tests that say below, and of the last one;
    relative error of the probability about 1e-12, however small it is.
    """
    return log_chances(event(n_below, 1), np.array([below, above]) / threshold_scale, test_scale / threshold_scale)


def event(n_below, n_above, answer=ABOVE) -> np.ndarray:
    """Counts for `log_chances`: n_below tests of the first gap say below, n_above of the second the other answer."""
    n_below, n_above = np.broadcast_arrays(np.ravel(n_below), np.ravel(n_above))
    counts = np.zeros((len(n_below), 2, 3))
    counts[:, 0, BELOW], counts[:, 1, answer] = n_below, n_above
    return counts


def log_chances(counts, gaps, width, cut=None) -> np.ndarray:
    """ln Pr of events that say how many tests of each gap answer what, shape (events,).

    counts (events, gaps, 3): below, above, above and told to be under the cut (without a cut: none).  gaps: (value -
    threshold) in units of the threshold's noise, as `width` >= 0, the tests' scale, and the cut.  An integral over the
    threshold's noise z, given which the tests are independent.
    """
    z, weights = _nodes(counts, gaps, width, cut)
    asked = np.argwhere(counts.any(axis=0))
    table = np.array([_log_answer(z, gaps[i], width, cut, answer) for i, answer in asked]).reshape(len(asked), len(z))
    logs = counts[:, *asked.T] @ table - np.abs(z)
    peak = logs.max(axis=1, keepdims=True)
    return peak[:, 0] + np.log(np.exp(logs - peak) @ weights / 2)


def _log_answer(z, gap, width, cut, answer):
    """ln Pr[a test gives this answer, given the threshold's noise z], like z."""
    if width == 0:
        return np.where((gap < z) == (answer == BELOW), 0.0, NEVER)
    below = log_laplace_cdf((z - gap) / width)
    if answer == BELOW:
        return below
    if answer == ABOVE:
        return log_laplace_cdf((gap - (z if cut is None else np.maximum(z, cut))) / width)
    under = log_laplace_cdf((cut - gap) / width)     # the value told lies between z and the cut
    return np.where(z < cut, under + np.log(-np.expm1(np.minimum(below - under, -1e-300))), NEVER)


def _nodes(counts, gaps, width, cut):
    """Nodes and weights for the integral over z, by Gauss and Legendre on panels.

    The integrand is log-concave.  Between its kinks it is an exponential, as steep as (number of tests)/width, whose
    mass lies next to one of them: panels that grow with the distance from it.  Over the gaps that say below, and under
    those that say above and the cut, it is smooth on the scale of the tests, with a peak like a Gamma variable's: even
    panels. Left out is e^-40 of the peak.
    """
    k, m = counts[..., BELOW].max(axis=0), counts[..., ABOVE:].sum(axis=-1).max(axis=0)
    kinks = np.append(gaps, [0.0] if cut is None else [0.0, cut])
    reach = 40 + width * np.log1p(max(*k, *m))
    low, high = kinks.min() - reach, kinks.max() + reach
    first = 4 / (1 + (k.sum() + m.sum()) / (width or np.inf))
    ratio = 4 if cut is None else 1 + min(3, 4 / np.sqrt(max(m)))
    far = first * ratio ** np.arange(np.ceil(np.log((high - low) / first) / np.log(ratio)))

    def smooth(falls, others):
        return width * np.arange(0, 40 + np.log1p(falls), min(1, 4 / np.sqrt(max(1, min(falls, others + width)))))

    near = [gap + smooth(falls, m.sum()) for gap, falls in zip(gaps, k) if falls]
    near += [gap - smooth(falls, k.sum()) for gap, falls in zip(gaps, m) if falls]
    near += [] if cut is None else [cut - smooth(m.max(), k.sum())]
    edges = np.concatenate([[low, high], kinks, np.ravel(kinks + far[:, None]), np.ravel(kinks - far[:, None]), *near])
    edges = np.unique(edges[(edges >= low) & (edges <= high)])
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + NODES)).ravel(), (half * WEIGHTS).ravel()
