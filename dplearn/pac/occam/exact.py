"""Exact failure probabilities, by one closed form for each class (see the package docstring)."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from ...concepts import Conjunctions, Parities, Points, Thresholds
from .worlds import World, check_alpha, check_sizes, product_law


def exact_failure(world: World, alpha, n_values) -> np.ndarray:
    """Pr[some hypothesis with error > α is consistent with n examples], exactly.

    Parameters
    ----------
    world : World
        Thresholds with any p and target; Conjunctions with target 0 and independent,
        identically distributed bits; Parities with all nonzero x equally likely; Points where at
        most one point is bad, or some bad point has mass 0.
    alpha : float in [1e-6, 1)
        Usually the α for which the world was made, but any other is answered too.
    n_values : int or array of ints, 1 .. 2^50

    Returns
    -------
    ndarray, shape (len(n_values),)
        Relative error about 1e-12.

    Raises
    ------
    ValueError
        For a world with no closed form here.

    Notes
    -----
    Cost O(1) for each n, O(d) for parities, and once the errors of the class.
    """
    if not isinstance(world, World):
        raise ValueError(f"world must be a World; got {world!r}")
    alpha, n = check_alpha(alpha), check_sizes(n_values).astype(float)
    bad = world.bad(alpha)
    if not bad.any():
        return np.zeros(n.size)
    forms = {Thresholds: _threshold_failure, Conjunctions: _conjunction_failure, Points: _point_failure, Parities: _parity_failure}
    failure = forms.get(type(world.concept_class), _no_closed_form)(world, alpha, bad, n)
    return np.clip(failure, 0.0, 1.0)


def _no_closed_form(world, *_):
    raise ValueError(f"world must have a closed form for its failure probability; got {world.name!r} ({world.concept_class})")


def _miss(mass: float, n: np.ndarray) -> np.ndarray:
    """(1 - mass)^n for n >= 1, also where mass is tiny or one."""
    return np.exp(n * np.log1p(-mass)) if mass < 1 else np.zeros(n.size)


def _threshold_failure(world, alpha, bad, n):
    j, p = world.target, world.p
    left, right = np.flatnonzero(bad[:j]), np.flatnonzero(bad[j + 1 :])
    sides = []  # masses that must stay unseen for the nearest bad cut to survive
    if left.size:
        sides.append(p[left[-1] : j].sum())
    if right.size:
        sides.append(p[j : j + 1 + right[0]].sum())
    failure = sum(_miss(side, n) for side in sides)
    return failure - _miss(sum(sides), n) if len(sides) == 2 else failure


def _conjunction_failure(world, alpha, bad, n):
    d, p = world.concept_class.d, world.p
    zero = float(p[np.arange(p.size) & 1 == 0].sum())
    if world.target != 0 or not np.allclose(p, product_law(d, zero), rtol=1e-9, atol=1e-300):
        _no_closed_form(world)
    # An AND over k bits errs with probability 1 - (1 - zero)^k; one that is bad survives iff at
    # least as many bits as the shortest bad one have never shown a 0.
    shortest = int(np.bitwise_count(np.flatnonzero(bad)).min())
    silent = _miss(zero, n)
    return -np.expm1(d * np.log1p(-silent)) if shortest == 1 else binom.sf(shortest - 1, d, silent)


def _point_failure(world, alpha, bad, n):
    p, j = world.p, world.target
    if (p[bad] == 0).any():
        return _miss(p[j], n)  # an empty bad point is never refuted but by the target
    if bad.sum() == 1:
        return _miss(p[j] + p[bad][0], n)
    _no_closed_form(world)


def _parity_failure(world, alpha, bad, n):
    d, p = world.concept_class.d, world.p
    if not np.allclose(p[1:], p[1], rtol=1e-12, atol=0):
        _no_closed_form(world)
    busy = min(1.0, p[1] * p.size)  # an example is uniform on {0, 1}^d with this probability, else 0
    error = busy / 2
    # m uniform vectors have rank < d with probability f(m) = 1 - prod_{i<d} (1 - 2^(i-m)); 1 for m < d.
    m = np.arange(d, d + 64)
    factors = np.log1p(-(2.0 ** (np.arange(d)[:, None] - m)))
    deficient = -np.expm1(factors.sum(axis=0))
    failure = binom.cdf(d - 1, n, busy) + binom.pmf(m[:, None], n, busy).T @ deficient
    # From m = d + 64 on, f(m) = (2^d - 1) 2^-m to double precision, and halving every busy draw turns
    # Bin(n, 2a) into (1 - a)^n Bin(n, a/(1 - a)): the rest of the sum is one binomial tail.
    log_ones = np.log(2.0**d - 1) + n * np.log1p(-error)
    return failure + np.exp(log_ones) * binom.sf(d + 63, n, error / (1 - error))
