"""Worlds: a class, a target and the probabilities of the points (see the package docstring)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ... import _validate as check
from ...concepts import ConceptClass, Conjunctions, Parities, Points, Thresholds
from ...concepts.sample import check_class

MIN_ALPHA = 1e-6
_JUST_ABOVE = 1e-6  # relative margin by which the worlds' bad hypotheses exceed α
_ROUNDING = 1e-14  # errors are worked out to about 1e-15


def check_alpha(value, high=1.0) -> float:
    """α in [1e-6, high): below, α is too close to the rounding of the errors."""
    return check.real("alpha", value, MIN_ALPHA, high, open_high=True)


def check_sizes(n_values) -> np.ndarray:
    """One or several sample sizes, as an array."""
    return np.atleast_1d(_one_dimensional(check.array("n_values", n_values, low=1, high=2**50, integral=True)))


def _one_dimensional(n_values: np.ndarray) -> np.ndarray:
    if n_values.ndim > 1:
        raise ValueError(f"n_values must be a number or have shape (sizes,); got shape {n_values.shape}")
    return n_values


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
    name : str
    """

    concept_class: ConceptClass
    target: int
    p: np.ndarray
    name: str = "custom"

    def __post_init__(self):
        check_class("concept_class", self.concept_class)._check_tables()
        check.text("name", self.name)
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
        """Which hypotheses have error > α, bool (n_hypotheses,).

        An error within 1e-9 α + 1e-14 of α counts as equal to it, so not bad.
        """
        return self.errors() > tolerant(check_alpha(alpha))


def tolerant(alpha: float) -> float:
    """α with the slack within which an error counts as equal to it."""
    return alpha * (1 + 1e-9) + _ROUNDING


def conjunction_world(d, alpha, *, target=0) -> World:
    """Independent bits, each 0 with probability a just above α; target the constant 1.

    Parameters
    ----------
    d : int, 1 .. 20
    alpha : float in [1e-6, 1)
    target : int, optional
        Mask of another target (no closed form then).
    """
    alpha = check_alpha(alpha)
    return _product_world(d, min(1.0, alpha * (1 + _JUST_ABOVE)), target, f"conjunctions, bits 0 with probability {alpha:g}+")


def _product_world(d, zero: float, target, name: str) -> World:
    conjunctions = Conjunctions(d)
    conjunctions._check_tables()
    return World(conjunctions, target, product_law(conjunctions.d, zero), name)


def product_law(d: int, zero: float) -> np.ndarray:
    """Cell probabilities of independent bits that are 0 with probability `zero`."""
    ones = np.bitwise_count(np.arange(1 << d))
    return zero ** (d - ones.astype(float)) * (1 - zero) ** ones.astype(float)


def threshold_world(d, alpha) -> World:
    """Uniform points on {1, ..., 2^d}, target in the middle.

    The nearest bad thresholds lie a cells away, a the least integer with a / 2^d > α.

    Parameters
    ----------
    d : int, 1 .. 19
    alpha : float in [1e-6, 1)
        For α >= 1/2 nothing is bad, and the failure probability is 0.
    """
    d, alpha = check.integer("d", d, 1, 19), check_alpha(alpha)
    N = 1 << d
    return World(Thresholds(N), N // 2, np.full(N, 1 / N), f"thresholds, uniform on {N} points")


def point_world(d, alpha) -> World:
    """Target of mass a just above α, one other point with the rest, the others empty.

    Parameters
    ----------
    d : int, 2 .. 20
        N = 2^d points.
    alpha : float in [1e-6, 1)
    """
    d, alpha = check.integer("d", d, 2, 20), check_alpha(alpha)
    mass = min(1.0, alpha * (1 + _JUST_ABOVE))
    p = np.zeros(1 << d)
    p[:2] = mass, 1 - mass
    return World(Points(p.size), 0, p, f"points, target of mass {alpha:g}+")


def parity_world(d, alpha) -> World:
    """x = 0 with probability 1 - 2a, otherwise uniform: every wrong parity has error a.

    Parameters
    ----------
    d : int, 1 .. 20
    alpha : float in [1e-6, 1/2)
        a is just above α.
    """
    parities, alpha = Parities(d), check_alpha(alpha, 0.5)
    parities._check_tables()
    mass = min(0.5, alpha * (1 + _JUST_ABOVE))
    p = np.full(1 << parities.d, 2 * mass / (1 << parities.d))
    p[0] += 1 - 2 * mass
    return World(parities, 0, p, f"parities, lazy with a = {alpha:g}+")
