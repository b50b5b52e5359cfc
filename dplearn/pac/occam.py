"""Occam's razor against the truth: worlds in which its failure probability is known exactly.

**Problem.** LN, Theorem 1 bounds the probability that some BAD hypothesis (error > α) is still
consistent after n examples by |C| (1 - α)^n <= |C| e^(-αn).  How far is that from the truth?

**Notation.** A `World` is a class, a target and the probabilities p of the cells.  Failure at n:
some bad hypothesis is consistent with n i.i.d. examples.  In the hardest worlds that we know the
bad hypotheses have error just above α: a = α (1 + 1e-6), written ``mass``.

**Exact values**, with q = (1 - a)^n.

- Conjunctions, independent bits that are 0 with probability a, target the constant 1: every bit
  must show a 0, so failure = 1 - (1 - q)^d (in general a binomial tail).
- Thresholds, any p: a bad threshold survives iff no example falls between the target and the
  nearest bad cut on its left, or on its right: two events and their intersection.
- Points: target of mass a, one other point with the rest; failure = q.
- Parities: x = 0 with probability 1 - 2a, otherwise uniform on {0, 1}^d; failure iff the examples
  have rank < d, a binomial mixture of the ranks of random matrices over GF(2).

Runs are drawn by `occam_engine`.  Nothing here is private.

References: LN, Theorem 1; N17, examples 0 and 1 and "Occam's razor".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import log_binomial
from ..concepts import ConceptClass, Conjunctions, Parities, Points, Thresholds
from ..concepts.sample import check_class

MIN_ALPHA = 1e-6  # below, α is too close to the rounding of the errors
JUST_ABOVE = 1 + 1e-6  # by which the worlds' bad hypotheses exceed α


@dataclass(frozen=True, eq=False)
class World:
    """A class, the target that labels, and the distribution of the points.

    Parameters
    ----------
    concept_class : ConceptClass
    target : int
        Index of the target.
    p : array, shape (domain_size,)
        Cell probabilities; normalized exactly and made read-only.
    """

    concept_class: ConceptClass
    target: int
    p: np.ndarray

    def __post_init__(self):
        check_class("concept_class", self.concept_class)._check_tables()
        p = check.distribution("p", self.p, self.concept_class.domain_size)
        if p.ndim != 1:
            raise ValueError(f"p must have shape (domain_size,); got shape {p.shape}")
        p = p / p.sum()
        p.flags.writeable = False
        object.__setattr__(self, "p", p)
        object.__setattr__(self, "target", self.concept_class._check_target("target", self.target))

    def errors(self) -> np.ndarray:
        """Error of every hypothesis: shape (n_hypotheses,)."""
        return self.concept_class.errors(self.p, self.target)

    def bad(self, alpha) -> np.ndarray:
        """Which hypotheses have error > α, bool (n_hypotheses,); an error within 1e-9 α + 1e-14 of α counts as equal to
        it."""
        return self.errors() > _tolerant(_alpha(alpha))


def _alpha(value, high=1.0) -> float:
    return check.real("alpha", value, MIN_ALPHA, high, open_high=True)


def _tolerant(alpha: float) -> float:
    return alpha * (1 + 1e-9) + 1e-14


def conjunction_world(d, alpha) -> World:
    """Independent bits, d of them (1 to 20), each 0 with probability just above α; target the constant 1."""
    conjunctions, zero = Conjunctions(d), min(1.0, _alpha(alpha) * JUST_ABOVE)
    conjunctions._check_tables()
    return World(conjunctions, 0, product_law(conjunctions.d, zero))


def product_law(d: int, zero: float) -> np.ndarray:
    """Cell probabilities of independent bits that are 0 with probability `zero`."""
    ones = np.bitwise_count(np.arange(1 << d))
    return zero ** (d - ones.astype(float)) * (1 - zero) ** ones.astype(float)


def threshold_world(d, alpha) -> World:
    """Uniform points on {1, ..., 2^d}, d = 1 to 19, target in the middle; for α >= 1/2 nothing is bad.

    The nearest bad thresholds lie a cells away, a the least integer with a / 2^d > α.
    """
    _alpha(alpha)
    N = 1 << check.integer("d", d, 1, 19)
    return World(Thresholds(N), N // 2, np.full(N, 1 / N))


def point_world(d, alpha) -> World:
    """Of 2^d points (d = 2 to 20) the target has a mass just above α, one other the rest, all others none."""
    mass = min(1.0, _alpha(alpha) * JUST_ABOVE)
    p = np.zeros(1 << check.integer("d", d, 2, 20))
    p[:2] = mass, 1 - mass
    return World(Points(p.size), 0, p)


def parity_world(d, alpha) -> World:
    """x = 0 with probability 1 - 2a, otherwise uniform on d bits (1 to 20): every wrong parity has error a, just above
    α < 1/2."""
    parities, mass = Parities(d), min(0.5, _alpha(alpha, 0.5) * JUST_ABOVE)
    parities._check_tables()
    p = np.full(1 << parities.d, 2 * mass / (1 << parities.d))
    p[0] += 1 - 2 * mass
    return World(parities, 0, p)


# ---- exact failure -------------------------------------------------------------------------------


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
    bad = check.instance("world", world, World).bad(alpha)
    n = np.atleast_1d(check.array("n_values", n_values, low=1, high=2**50, integral=True)).astype(float)
    if n.ndim > 1:
        raise ValueError(f"n_values must be a number or have shape (sizes,); got shape {n.shape}")
    if not bad.any():
        return np.zeros(n.size)
    forms = {Thresholds: _threshold_failure, Conjunctions: _conjunction_failure, Points: _point_failure,
             Parities: _parity_failure}
    failure = forms.get(type(world.concept_class), lambda *_: None)(world.concept_class, world.target, world.p, bad, n)
    if failure is None:
        raise ValueError(f"world must have a closed form for its failure probability; got {world.concept_class}")
    return np.clip(failure, 0.0, 1.0)


def _miss(mass: float, n: np.ndarray) -> np.ndarray:
    """(1 - mass)^n for n >= 1, also where mass is tiny or one."""
    return np.exp(n * np.log1p(-mass)) if mass < 1 else np.zeros(n.size)


def _tail(k: int, n, p) -> np.ndarray:
    """Pr[Bin(n, p) > k]."""
    return np.where(n > k, special.betainc(k + 1.0, np.maximum(n - k, 1), p), 0.0)


def _at_most(k: int, n, p) -> np.ndarray:
    """Pr[Bin(n, p) <= k], to full relative precision."""
    return np.where(n > k, special.betaincc(k + 1.0, np.maximum(n - k, 1), p), 1.0)


def _threshold_failure(line, j, p, bad, n):
    left, right = np.flatnonzero(bad[:j]), np.flatnonzero(bad[j + 1:])
    sides = []  # masses that must stay unseen for the nearest bad cut to survive
    if left.size:
        sides.append(p[left[-1]: j].sum())
    if right.size:
        sides.append(p[j: j + 1 + right[0]].sum())
    failure = sum(_miss(side, n) for side in sides)
    return failure - _miss(sum(sides), n) if len(sides) == 2 else failure


def _conjunction_failure(ands, target, p, bad, n):
    zero = float(p[np.arange(p.size) & 1 == 0].sum())
    if target != 0 or not np.allclose(p, product_law(ands.d, zero), rtol=1e-9, atol=1e-300):
        return None
    # An AND over k bits errs with probability 1 - (1 - zero)^k; one that is bad survives iff at
    # least as many bits as the shortest bad one have never shown a 0.
    shortest = int(np.bitwise_count(np.flatnonzero(bad)).min())
    silent = _miss(zero, n)
    return -np.expm1(ands.d * np.log1p(-silent)) if shortest == 1 else _tail(shortest - 1, ands.d, silent)


def _point_failure(points, j, p, bad, n):
    if (p[bad] == 0).any():
        return _miss(p[j], n)  # an empty bad point is never refuted but by the target
    return _miss(p[j] + p[bad][0], n) if bad.sum() == 1 else None


def _parity_failure(parities, target, p, bad, n):
    if not np.allclose(p[1:], p[1], rtol=1e-12, atol=0):
        return None
    d, busy = parities.d, min(1.0, p[1] * p.size)  # an example is uniform on {0, 1}^d with this probability, else 0
    # m uniform vectors have rank < d with probability f(m) = 1 - prod_{i<d} (1 - 2^(i-m)); 1 for m < d.
    m = np.arange(d, d + 64.0)
    deficient = -np.expm1(np.log1p(-(2.0 ** (np.arange(d)[:, None] - m))).sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        law = np.where(m <= n[:, None], np.exp(log_binomial(np.minimum(m, n[:, None]), n[:, None], busy)), 0.0)
    # From m = d + 64 on, f(m) = (2^d - 1) 2^-m to double precision, and halving every busy draw turns
    # Bin(n, 2a) into (1 - a)^n Bin(n, a/(1 - a)): the rest of the sum is one binomial tail.
    log_ones = np.log(2.0**d - 1) + n * np.log1p(-busy / 2)
    return _at_most(d - 1, n, busy) + law @ deficient + np.exp(log_ones) * _tail(d + 63, n, busy / (2 - busy))


# ---- N17's "(or a random h in C)" ----------------------------------------------------------------


def threshold_all_zero_failure(N, alpha, n, *, rule) -> float:
    """Pr[error > α] of a threshold learner that has seen no 1: target c_0, uniform points (N17, example 1), exactly.

    The slide lets it return h = 0 "or a random h in C".  For thresholds that is false: a random c_j is bad with
    probability about 1 - α at every n.  A random consistent hypothesis works.

    Parameters
    ----------
    N : int, 1 .. 10^7
    alpha : float in [1e-6, 1)
    n : int >= 1
        Number of examples; all are labeled 0.
    rule : "random", a uniformly random h in C, or "random-consistent", one among the consistent
    """
    N, n = check.integer("N", N, 1, 10**7), check.integer("n", n, 1, 2**50)
    j = np.arange(N + 1)
    n_good = int(np.count_nonzero(j / N <= _tolerant(_alpha(alpha))))  # c_0, ..., c_(n_good - 1)
    if check.choice("rule", rule, ("random", "random-consistent")) == "random":
        return (N + 1 - n_good) / (N + 1)
    # Smallest example m: c_0, ..., c_(m-1) are consistent, and Pr[smallest >= m] = ((N - m + 1)/N)^n.
    m = j[1:]
    with np.errstate(divide="ignore", under="ignore"):
        at_least = np.exp(n * np.log((N - j) / N))
    return float(np.sum((at_least[:-1] - at_least[1:]) * np.maximum(m - n_good, 0) / m))
