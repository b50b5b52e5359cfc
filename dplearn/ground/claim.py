"""Claims as data: what the check of a statement is made of.

    check=says("At {settings} settings the exact value is at most {ratio:.2f} of the bound; n = 1 breaks it.",
               ordered(exact, bound, {"n": (1, 10, 100), "alpha": (0.1, 0.4)}),
               refuted(bound, exact, {"n": 1, "alpha": 0.9}))

A claim is a function without arguments: it computes, returns what it found by name, and raises AssertionError where the
claim fails.  `says` joins claims into the check of a `Statement` and puts what they found into the sentences of the
card; a function written for one card alone, returning a dict, stands beside the others.  What is compared are functions
of keywords, formulas among them; each takes from a point of the grid the keywords that it knows, and may return an
array, compared entry by entry.  A name stands for what the point itself says; so cases that must be worked out are a
grid too, a function that yields them: ordered("error", "bound", cases).
"""

from __future__ import annotations

import inspect
import itertools
import string
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from .statement import Evidence, require, scientific

ROUNDING = 1e-12  # relative: sums of floats
NOTHING = ({},)  # the grid of what takes nothing: one point


class _Text(string.Formatter):
    """The sentences of a card, where "tex" is a format, too: `scientific`."""

    def format_field(self, value, spec):
        return scientific(value) if spec == "tex" else format(value, spec)


def says(template: str, *claims: Callable[[], dict]) -> Callable[[], Evidence]:
    """The check that makes all `claims` and puts what they found into the template: braces of TeX are doubled, and
    {x:tex} is 7.7e-10 as $7.7 \\cdot 10^{-10}$."""

    def check() -> Evidence:
        found = {}
        for claim in claims:
            found |= claim() or {}
        return Evidence(" ".join(_Text().format(template, **found).split()), found)

    names = (claim.__name__.strip("_") for claim in claims)
    check.__name__ = ", ".join(name if name.isidentifier() else "computed" for name in names)
    return check


def points(grid: dict | Iterable[dict] | Callable[[], Iterable[dict]]) -> Iterator[dict]:
    """All combinations of a dict of lists, or the dicts of a list (or of what a function lists) as they stand.

    A key of several names has a list of tuples: {"d": (1, 4), "alpha beta": ((0.3, 0.5), (0.2, 0.05))} are four points.
    """
    if not isinstance(grid, dict):
        yield from grid() if callable(grid) else grid
        return
    for values in itertools.product(*grid.values()):
        point = {}
        for names, value in zip(grid, values):
            point |= dict(zip(names.split(), value)) if " " in names else {names: value}
        yield point


def at(function, point: dict):
    """The function at a point, with the keywords that it knows; a number stands for itself, a name for the point's
    entry."""
    if isinstance(function, str):
        function = point[function]
    if not callable(function):
        return np.asarray(function, float)
    known = inspect.signature(function).parameters
    every = any(p.kind is p.VAR_KEYWORD for p in known.values())
    return np.asarray(function(**{k: v for k, v in point.items() if every or k in known}), float)


def same(found, wanted, what: str) -> None:
    """For a check's own function: all that was found is what is wanted."""
    off = np.abs(np.subtract(found, wanted)).max(initial=0.0)
    require(off <= ROUNDING, f"{what} must be {wanted}; got {found}")


def ordered(small, large, grid=NOTHING, name: str = "ratio", *, count: str = "settings",
            slack: float = ROUNDING) -> Callable[[], dict]:
    """small <= large at all points of the grid; finds the largest small/large and the number of points."""

    def ratio(point: dict) -> np.ndarray:
        low, high = np.broadcast_arrays(at(small, point), at(large, point))
        require((low <= high * (1 + slack) + 1e-300).all(),
                f"{name}: {low.ravel()[(low - high).argmax()]} must be at most "
                f"{high.ravel()[(low - high).argmax()]} at {point}")
        return np.divide(low, high, out=np.zeros(low.shape), where=high > 0)

    def ordered() -> dict:
        return _worst(ratio, grid, name, count)

    return ordered


def equal(one, other, grid=NOTHING, name: str = "difference", *, within: float = ROUNDING) -> Callable[[], dict]:
    """one = other at all points, to `within`; finds the largest difference and the number of points."""

    def difference(point: dict) -> np.ndarray:
        off = np.abs(at(one, point) - at(other, point))
        require((off <= within).all(), f"{name}: off by {off.max(initial=0.0)} at {point}")
        return off

    def equal() -> dict:
        return _worst(difference, grid, name, "settings")

    return equal


def _worst(measure, grid, name: str, count: str) -> dict:
    """The largest entry of measure(point) over the grid, and how many points there are."""
    found = [float(np.max(measure(point), initial=0.0)) for point in points(grid)]
    require(found, f"{name}: the grid must have points")
    return {name: max(found), count: len(found)}


def attained(value, bound, point: dict, name: str = "attained", *, within: float) -> Callable[[], dict]:
    """value >= (1 - within) bound at this point, and not above it; finds value/bound."""

    def attained() -> dict:
        share = float(at(value, point) / at(bound, point))
        require(1 - within <= share <= 1 + ROUNDING,
                f"{name}: {share} of the bound at {point}, where at least {1 - within} is claimed")
        return {name: share}

    return attained


def between(low, value, high, name: str, point: dict = NOTHING[0]) -> Callable[[], dict]:
    """low < value < high at this point; finds the value."""

    def between() -> dict:
        found = float(at(value, point))
        require(at(low, point) < found < at(high, point), f"{name} must lie between {low} and {high}; got {found}")
        return {name: found}

    return between


def refuted(claimed, truth, point: dict = NOTHING[0], name: str = "refuted", *,
            least: float = 1.0) -> Callable[[], dict]:
    """truth > claimed at this point (by more than the factor `least`); finds truth, what was claimed (name_claimed) and
    their ratio (name_ratio)."""

    def refuted() -> dict:
        true, said = float(at(truth, point)), float(at(claimed, point))
        require(true > said * least, f"{name}: {true} does not break {said} at {point}")
        return {name: true, f"{name}_claimed": said, f"{name}_ratio": true / said if said else np.inf}

    return refuted
