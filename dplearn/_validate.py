"""Argument checks: every public function states its range once, and the error says it back.

Each check returns the argument in its canonical type and raises ``ValueError`` with the
parameter's name, the value received and the allowed range.  Nothing here repairs a value:
a NaN, a string or a shape that does not match is an error, never a guess.
"""

from __future__ import annotations

import numbers

import numpy as np


def _fail(name: str, value: object, allowed: str) -> None:
    shown = repr(value)
    if len(shown) > 80:
        shown = shown[:77] + "..."
    raise ValueError(f"{name} must be {allowed}; got {shown}")


def real(name: str, value, low=-np.inf, high=np.inf, *, open_low=False, open_high=False) -> float:
    """A finite real number in the interval from `low` to `high` (closed unless said)."""
    allowed = f"a finite number in {'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (numbers.Real, np.ndarray)):
        _fail(name, value, allowed)
    if isinstance(value, np.ndarray):
        if value.shape != () or value.dtype.kind not in "iuf":
            _fail(name, value, allowed)
        value = value[()]
    try:
        number = float(value)
    except OverflowError:
        _fail(name, value, allowed)
    below = number <= low if open_low else number < low
    above = number >= high if open_high else number > high
    if not np.isfinite(number) or below or above:
        _fail(name, value, allowed)
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
    parts = [f">= {low}" if low is not None else "", f"<= {high}" if high is not None else ""]
    allowed = "an integer " + " and ".join(p for p in parts if p)
    number = real_or_fail(name, value, allowed)
    whole = int(number) if not isinstance(value, numbers.Integral) else int(value)
    if whole != value or (low is not None and whole < low) or (high is not None and whole > high):
        _fail(name, value, allowed)
    return whole


def real_or_fail(name: str, value, allowed: str) -> float:
    """`real`, with the caller's own words for the allowed range."""
    try:
        return real(name, value)
    except ValueError:
        _fail(name, value, allowed)


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
    if shape is not None:
        wanted = "(" + ", ".join("any" if s is None else str(s) for s in shape) + ("," if len(shape) == 1 else "") + ")"
        matches = values.ndim == len(shape) and all(s is None or s == v for s, v in zip(shape, values.shape))
        if not matches:
            raise ValueError(f"{name} must have shape {wanted}; got shape {values.shape}")
    if values.size == 0 and not allow_empty:
        raise ValueError(f"{name} must not be empty; got shape {values.shape}")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise ValueError(f"{name} must be finite; got NaN or infinity")
    if integral:
        if values.dtype.kind == "f" and (values != np.round(values)).any():
            raise ValueError(f"{name} must hold whole numbers; got {values.ravel()[values.ravel() % 1 != 0][0]}")
        if values.dtype.kind == "f" and values.size and np.abs(values).max() >= 2**53:
            raise ValueError((f"{name} must hold whole numbers below 2**53; got "
                              f"{values.ravel()[np.abs(values).argmax()]}"))
        values = values.astype(np.int64)
    else:
        values = values.astype(np.float64)
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


def interval(name: str, value) -> tuple[float, float]:
    """(low, high) with low < high, both at most 1e150 in size, so that squares of distances stay finite."""
    low, high = array(name, value, (2,), low=-1e150, high=1e150)
    if not low < high:
        raise ValueError(f"{name} must be (low, high) with low < high; got {value!r}")
    return float(low), float(high)


def flag(name: str, value) -> bool:
    """True or False, nothing that merely counts as one of them."""
    if not isinstance(value, (bool, np.bool_)):
        _fail(name, value, "True or False")
    return bool(value)


def text(name: str, value) -> str:
    """A string, perhaps empty."""
    if not isinstance(value, str):
        _fail(name, value, "a string")
    return value


def function(name: str, value):
    """Something that can be called."""
    if not callable(value):
        _fail(name, value, "a function")
    return value


def instance(name: str, value, kind: type | tuple):
    """An object of this kind (or of one of these)."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        _fail(name, value, " or ".join(f"a{'n' * (k.__name__[0] in 'AEIOU')} {k.__name__}" for k in kinds))
    return value


def generator(name: str, value) -> np.random.Generator:
    """A `numpy.random.Generator`: nothing here draws from the global stream."""
    if not isinstance(value, np.random.Generator):
        _fail(name, value, "a numpy.random.Generator (numpy.random.default_rng(seed))")
    return value
