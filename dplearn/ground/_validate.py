"""Argument checks: every public function states its range once, and the error says it back.

Each check returns the argument in its canonical type and raises ``ValueError`` with the
parameter's name, the value received and the allowed range.  Nothing here repairs a value:
a NaN, a string or a shape that does not match is an error, never a guess.
"""

from __future__ import annotations

import dataclasses
import math
import numbers

import numpy as np


def _fail(name: str, value: object, allowed: str) -> None:
    shown = repr(value)
    if len(shown) > 80:
        shown = shown[:77] + "..."
    raise ValueError(f"{name} must be {allowed}; got {shown}")


def real(name: str, value, low=-np.inf, high=np.inf, *, open_low=False, open_high=False, allowed="") -> float:
    """A finite real number in the interval from `low` to `high` (closed unless said); `allowed` says it in other
    words."""
    scalar = value[()] if isinstance(value, np.ndarray) and value.shape == () else value
    try:
        number = float(scalar) if isinstance(scalar, numbers.Real) and not isinstance(scalar, bool) else math.nan
    except OverflowError:
        number = math.nan
    above = number > low if open_low else number >= low
    below = number < high if open_high else number <= high
    if not (above and below and math.isfinite(number)):
        ends = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
        _fail(name, value, allowed or f"a finite number in {ends}")
    return number


def positive(name: str, value) -> float:
    """A finite number > 0 (ε, a scale, a learning rate)."""
    return real(name, value, 0, open_low=True)


def fraction(name: str, value) -> float:
    """A number strictly between 0 and 1 (α, β)."""
    return real(name, value, 0, 1, open_low=True, open_high=True)


def delta(name: str, value) -> float:
    """A number in [0, 1): the δ of (ε, δ)-differential privacy."""
    return real(name, value, 0, 1, open_high=True)


def integer(name: str, value, low=None, high=None) -> int:
    """A whole number in [low, high]; an integral float such as 1e6 is taken, 1.5 is not."""
    ends = " and ".join(f"{sign} {end}" for sign, end in ((">=", low), ("<=", high)) if end is not None)
    number = real(name, value, allowed=f"an integer {ends}")
    whole = int(value if isinstance(value, numbers.Integral) else number)
    if whole != value or (low is not None and whole < low) or (high is not None and whole > high):
        _fail(name, value, f"an integer {ends}")
    return whole


def array(name: str, value, shape=None, *, low=None, high=None, integral=False, allow_empty=False) -> np.ndarray:
    """A finite numeric array.

    `shape` is a tuple with ``None`` for a free length, e.g. ``(None, 3)``.  With `integral`
    the values must be whole numbers (booleans count) and an int64 array comes back;
    otherwise a float64 array.
    """
    try:
        values = np.asarray(value)
    except (ValueError, TypeError):
        _fail(name, value, "a rectangular numeric array")
    if values.dtype.kind not in "biuf":
        _fail(name, value, "a numeric array")
    fits = shape is None or values.ndim == len(shape) and all(s in (None, v) for s, v in zip(shape, values.shape))
    if not fits:
        raise ValueError(f"{name} must have shape {str(shape).replace('None', 'any')}; got shape {values.shape}")
    if values.size == 0 and not allow_empty:
        raise ValueError(f"{name} must not be empty; got shape {values.shape}")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise ValueError(f"{name} must be finite; got NaN or infinity")
    if integral and values.dtype.kind == "f":
        broken = values[(values % 1 != 0) | (np.abs(values) >= 2**53)]
        if broken.size:
            raise ValueError(f"{name} must hold whole numbers below 2**53; got {broken[0]}")
    values = values.astype(np.int64 if integral else np.float64)
    if values.size and low is not None and values.min() < low:
        raise ValueError(f"{name} must be >= {low}; got {values.min()}")
    if values.size and high is not None and values.max() > high:
        raise ValueError(f"{name} must be <= {high}; got {values.max()}")
    return values


def labels(name: str, value, n: int | None = None) -> np.ndarray:
    """Labels 0/1 (or booleans) of shape (n,), as a boolean array."""
    return array(name, value, (n,), low=0, high=1, integral=True).astype(bool)


def distribution(name: str, value, size: int | None = None) -> np.ndarray:
    """Probabilities along the last axis: nonnegative, summing to one to 1e-9."""
    p = array(name, value)
    if p.ndim == 0 or (size is not None and p.shape[-1] != size):
        raise ValueError(f"{name} must have last axis of length {size or '>= 1'}; got shape {p.shape}")
    if p.min() < 0:
        raise ValueError(f"{name} must be nonnegative; got {p.min()}")
    if p.max() > 1 + 1e-9:  # first: the sum of huge values would overflow
        raise ValueError(f"{name} must be at most 1; got {p.max()}")
    total = p.sum(axis=-1)
    off = np.abs(total - 1).max()
    if off > 1e-9:
        raise ValueError(f"{name} must sum to 1 along the last axis; the sum is off by {off:.3g}")
    return p


def choice(name: str, value, options):
    """One of `options`, as it stands there: 2+0j comes back as the 2.0 that it equals."""
    options = list(options)
    try:
        return options[options.index(value)]
    except (ValueError, TypeError):
        _fail(name, value, "one of " + ", ".join(repr(o) for o in options))


def flag(name: str, value) -> bool:
    """True or False, nothing that merely counts as one of them."""
    return bool(instance(name, value, (bool, np.bool_), "True or False"))


def text(name: str, value) -> str:
    """A string, perhaps empty."""
    return instance(name, value, str, "a string")


def function(name: str, value):
    """Something that can be called."""
    if not callable(value):
        _fail(name, value, "a function")
    return value


def instance(name: str, value, kind: type | tuple, words: str = ""):
    """An object of this kind (or of one of these)."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        _fail(name, value, words or " or ".join(f"a{'n' * (k.__name__[0] in 'AEIOU')} {k.__name__}" for k in kinds))
    return value


def generator(name: str, value) -> np.random.Generator:
    """A `numpy.random.Generator`: nothing here draws from the global stream."""
    return instance(name, value, np.random.Generator, "a numpy.random.Generator (numpy.random.default_rng(seed))")


BY_TYPE = {"str": text, "bool": flag, "int": integer, "float": real, "Callable": function}


def record(thing, **ranges) -> None:
    """The fields of a dataclass by their annotations; `ranges` has the ends of a number and the menu of a text."""
    for field in dataclasses.fields(thing):
        value, more = getattr(thing, field.name), ranges.get(field.name, ())
        if field.type == "str" and more:
            choice(field.name, value, more)
        elif field.type in BY_TYPE:
            BY_TYPE[field.type](field.name, value, *more)
