"""Occam's razor against the truth: worlds in which its failure probability is known exactly.

**Problem.** LN, Theorem 1 bounds the probability that some BAD hypothesis (error > α) is still
consistent after n examples by |C| (1 - α)^n <= |C| e^(-αn).  How far is that from the truth?

**Notation.** A `World` is a class, a target and the probabilities p of the cells.  Failure at n:
some bad hypothesis is consistent with n i.i.d. examples.  In the hardest worlds that we know the
bad hypotheses have error just above α: a = α (1 + 1e-6), written ``mass``.

**Exact values**, with q = (1 - a)^n; each stands beside the world it belongs to.

- Conjunctions, independent bits that are 0 with probability a, target the constant 1: every bit
  must show a 0, so failure = 1 - (1 - q)^d.
- Thresholds, uniform points: a bad threshold survives iff no example falls between the target and
  the nearest bad cut on its left, or on its right: two events and their intersection.
- Points: target of mass a, one other point with the rest; failure = q.
- Parities: x = 0 with probability 1 - 2a, otherwise uniform on {0, 1}^d; failure iff the examples
  have rank < d, and their rank is a Markov chain.

Runs are drawn by `occam_engine`.  Nothing here is private.

References: LN, Theorem 1; N17, examples 0 and 1 and "Occam's razor".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .. import _validate as check
from ..concepts import ConceptClass, Conjunctions, Parities, Points, Thresholds
from ..concepts.cube import pairs
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
    closed_form : (α, function of n, function of times), optional
        At this α: the exact failure probability; and when the last bad hypothesis is rejected, (runs,), from the
        times at which the cells are first seen, (cells, runs).
    """

    concept_class: ConceptClass
    target: int
    p: np.ndarray
    closed_form: tuple[float, Callable, Callable] | None = field(default=None, repr=False)

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
    d, alpha = check.integer("d", d, 1, 20), _alpha(alpha)
    zero, masks = min(1.0, alpha * JUST_ABOVE), np.arange(1 << d)

    def every_bit_shown(seen):
        return np.max([seen[masks >> bit & 1 == 0].min(axis=0) for bit in range(d)], axis=0)

    return World(Conjunctions(d), 0, product_law(d, zero),
                 (alpha, lambda n: some_bit_silent(d, zero, n), every_bit_shown))


def product_law(d: int, zero: float) -> np.ndarray:
    """Cell probabilities of independent bits that are 0 with probability `zero`."""
    ones = np.bitwise_count(np.arange(1 << d)).astype(float)
    return zero ** (d - ones) * (1 - zero) ** ones


def some_bit_silent(d, zero, n):
    """Pr[some of d bits has not shown a 0 in n examples]; arrays broadcast."""
    return -np.expm1(d * np.log1p(-((1 - zero) ** n)))


def threshold_world(d, alpha) -> World:
    """Uniform points on {1, ..., 2^d}, d = 1 to 19, target in the middle; for α >= 1/2 nothing is bad.

    The nearest bad thresholds lie a cells away, a the least integer with a / 2^d > α.
    """
    N, alpha = 1 << check.integer("d", d, 1, 19), _alpha(alpha)
    side, middle = bad_side(N, alpha), N // 2
    near = int(side * N)
    if side > 0.5:
        known = (lambda n: np.zeros(n.size), lambda seen: np.zeros(seen.shape[1]))
    else:
        known = (lambda n: some_side_unseen(side, n),
                 lambda seen: np.maximum(*(cells.min(axis=0) for cells in (seen[middle - near:middle],
                                                                           seen[middle:middle + near]))))
    return World(Thresholds(N), middle, np.full(N, 1 / N), (alpha, *known))


def bad_side(N, alpha: float):
    """What a bad threshold among N uniform points errs at least."""
    return (np.floor(_tolerant(alpha) * N) + 1) / N


def some_side_unseen(side, n):
    """Pr[n examples miss all of one stretch of mass `side` <= 1/2, or all of another]; arrays broadcast."""
    return 2 * (1 - side) ** n - (1 - 2 * side) ** n


def point_world(d, alpha) -> World:
    """Of 2^d points (d = 2 to 20) the target has a mass just above α, one other the rest, all others none."""
    d, alpha = check.integer("d", d, 2, 20), _alpha(alpha)
    mass = min(1.0, alpha * JUST_ABOVE)
    p = np.zeros(1 << d)
    p[:2] = mass, 1 - mass
    return World(Points(p.size), 0, p, (alpha, lambda n: (1 - mass) ** n, lambda seen: seen[0]))


def parity_world(d, alpha) -> World:
    """x = 0 with probability 1 - 2a, otherwise uniform on d bits (1 to 20): every wrong parity has error a, just above
    α < 1/2."""
    d, alpha = check.integer("d", d, 1, 20), _alpha(alpha, 0.5)
    mass = min(0.5, alpha * JUST_ABOVE)
    p = np.full(1 << d, 2 * mass / (1 << d))
    p[0] += 1 - 2 * mass
    return World(Parities(d), 0, p, (alpha, lambda n: _rank_deficient(d, 2 * mass, n), _every_parity_odd))


def _every_parity_odd(seen):
    """When the last of the parities r > 0 has been odd, that is, has differed from the target."""
    # even[r], odd[r]: least time over the cells x with <r, x> = 0 and = 1, a bit of r and x at a time
    even, odd = seen.copy(), np.full_like(seen, np.inf)
    for bit in range(len(seen).bit_length() - 1):
        (e0, e1), (o0, o1) = pairs(even, bit), pairs(odd, bit)  # x_bit = 0, x_bit = 1
        e_same, e_flip = np.minimum(e0, e1), np.minimum(e0, o1)
        o_same, o_flip = np.minimum(o0, o1), np.minimum(o0, e1)
        e0[...], e1[...], o0[...], o1[...] = e_same, e_flip, o_same, o_flip
    return odd[1:].max(axis=0)


def _rank_deficient(d: int, busy: float, n) -> np.ndarray:
    """Pr[n examples, each uniform on d bits with probability `busy` and otherwise 0, have rank < d]."""
    fall = busy * (1 - 2.0 ** -np.arange(1, d + 1))  # of the dimensions left, 1 to d, by one: a new vector
    step = np.diag(1 - fall) + np.diag(fall[1:], -1)
    law = np.tile(np.eye(d)[-1], (n.size, 1))
    while n.any():  # steps of 1, 2, 4, ... examples
        law = np.where(n[:, None] % 2, law @ step, law)
        step, n = step @ step, n // 2
    return law.sum(axis=1)


def known_of(world: World, alpha) -> tuple[Callable, Callable]:
    """The two functions of `World.closed_form`, if the world was made for this α."""
    made_for, *functions = check.instance("world", world, World).closed_form or (None,)
    if _alpha(alpha) != made_for:
        raise ValueError(f"world must have a closed form for its failure probability at this alpha; got "
                         f"{world.concept_class}, alpha = {alpha}")
    return functions


def exact_failure(world: World, alpha, n_values) -> np.ndarray:
    """Pr[some hypothesis with error > α is consistent with n examples], exactly.

    Parameters
    ----------
    world : World
        From one of the four functions above.
    alpha : float in [1e-6, 1)
        The α for which the world was made.
    n_values : int or array of ints, 1 .. 2^50

    Returns
    -------
    ndarray, shape (len(n_values),)
        Relative error about n 1e-16.

    Raises
    ------
    ValueError
        For a world with no closed form at this α.

    Notes
    -----
    Cost O(1) for each n, O(d^2 log n) for parities.
    """
    failure, _ = known_of(world, alpha)
    n = np.atleast_1d(check.array("n_values", n_values, low=1, high=2**50, integral=True))
    if n.ndim > 1:
        raise ValueError(f"n_values must be a number or have shape (sizes,); got shape {n.shape}")
    return np.clip(failure(n), 0.0, 1.0)
