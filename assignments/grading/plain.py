"""The values that cross between the grader and a student's process: numbers, texts, lists, tuples, dicts, arrays.

As JSON, and nothing that could carry code: an object that answers every comparison with True, a float that is larger
than itself, a function: none of them arrives.
"""

from __future__ import annotations

import builtins
import json
import math
from decimal import Decimal
from fractions import Fraction
from numbers import Integral

import numpy as np

MOST_BYTES = 1 << 25
MOST_KEYS = 99  # they may have been chosen to have one hash: a dict then takes the square of their number
WANTED = "a number, text, list, tuple, dict or array of numbers"
LISTS = "return a list: list(...)"
REFUSED = {  # what else a type may be told to do; only these names cross, none of a student's own
    **dict.fromkeys(("range", "generator", "map", "zip", "filter", "reversed", "dict_keys", "dict_values", "dict_items",
                     "deque", "array of text"), LISTS),
    **dict.fromkeys(("set", "frozenset"), "return a list: sorted(...)"),
    **dict.fromkeys(("function", "method"), "return its value: call it"),
    **dict.fromkeys(("bytes", "complex", "array of complex numbers", "array of objects", "masked array", "Series",
                     "DataFrame", "NaN that signals", "number beyond the range of floats", "value larger than 32 MB",
                     "value nested too deep"), ""),
}
ERRORS = {name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)}
ERRORS |= {"LinAlgError", "AxisError", "DTypePromotionError", "PicklingError", "JSONDecodeError", "TimeoutExpired",
           "InvalidOperation", "DivisionByZero", "StatisticsError", "QhullError"}


class NotPlain(TypeError):
    """The value cannot be graded: it holds something other than plain values; `name` is one of `REFUSED`, or none."""

    def __init__(self, name: str):
        self.name = name if name in REFUSED else ""
        more = f": {REFUSED[name]}" if REFUSED.get(name) else ""
        super().__init__(f"{WANTED} is wanted; got {self.name or 'an object of a class of its own'}{more}")


def pack(value) -> str:
    """One line of JSON."""
    try:
        line = json.dumps(_tagged(value))
    except RecursionError:
        raise NotPlain("value nested too deep") from None
    except OverflowError:
        raise NotPlain("number beyond the range of floats") from None
    if len(line) > MOST_BYTES:
        raise NotPlain("value larger than 32 MB")
    return line


def unpack(line: str | bytes):
    """The value of `pack`; `ValueError` or `TypeError` whatever else the line holds."""
    try:
        return _untagged(json.loads(line))
    except (RecursionError, OverflowError, AttributeError, KeyError) as error:
        raise ValueError(f"no packed value: {type(error).__name__}") from None


def _number(value) -> bool | int | float:
    """A number as Python's own; `TypeError` for all else."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (Integral, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating, Fraction)):
        with np.errstate(over="ignore"):
            return float(value)
    if isinstance(value, Decimal):
        if value.is_snan():
            raise NotPlain("NaN that signals")
        return float(value)
    raise TypeError


def _tagged(value):
    if value is None:
        return None
    if isinstance(value, str):
        return str(value)
    if isinstance(value, np.ndarray):
        return _tagged_array(value)
    if isinstance(value, dict):
        return {"dict": [[_tagged(k), _tagged(v)] for k, v in value.items()]}
    if isinstance(value, (tuple, list)):
        return {"tuple" if isinstance(value, tuple) else "list": [_tagged(v) for v in value]}
    try:
        return _number(value)
    except TypeError as error:
        raise error if isinstance(error, NotPlain) else NotPlain(type(value).__name__) from None


def _tagged_array(value: np.ndarray):
    """An array as its numbers in a row and its shape; without axes it is its number."""
    kind, flat = value.dtype.kind, np.asarray(value).ravel()  # a matrix has no row without a second axis
    if isinstance(value, np.ma.MaskedArray):
        raise NotPlain("masked array")
    if kind not in "biufO":
        raise NotPlain({"c": "array of complex numbers", "U": "array of text"}.get(kind, "array of objects"))
    if kind == "O":  # fractions, as an array
        try:
            flat = np.array([float(_number(v)) for v in flat])
        except TypeError:
            raise NotPlain("array of objects") from None
    if kind == "f":
        with np.errstate(over="ignore"):
            flat = flat.astype(float)
    return {"array": flat.tolist(), "shape": value.shape} if value.ndim else flat.item()


def _untagged(value):
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # half of a pair of signs would stop who writes it
    if isinstance(value, int) and value.bit_length() > 63:
        return float(value)  # numpy has no larger whole numbers
    if value is None or isinstance(value, (int, float)):
        return value
    if not isinstance(value, dict):
        raise ValueError("no packed value: a list without a tag")
    kind, inner = next(iter(value.items()), ("", None))
    if kind == "array" and set(value) == {"array", "shape"}:
        return _array(inner, value["shape"])
    if len(value) != 1 or not isinstance(inner, list):
        raise ValueError("no packed value: another tag")
    if kind == "dict" and len(inner) <= MOST_KEYS:
        return {_untagged(k): _untagged(v) for k, v in inner}
    return {"tuple": tuple, "list": list}[kind](_untagged(v) for v in inner)


def _array(flat: list, shape: list) -> np.ndarray:
    if not (isinstance(flat, list) and set(map(type, flat)) <= {bool, int, float} and isinstance(shape, list)
            and all(type(side) is int and 0 <= side <= MOST_BYTES for side in shape) and len(shape) <= 32
            and math.prod(shape) == len(flat)):
        raise ValueError("no packed value: an array that is none")
    made = np.array(flat)
    if made.dtype.kind not in "biuf":
        raise ValueError("no packed value: numbers beyond their range")
    return made.reshape(shape)
