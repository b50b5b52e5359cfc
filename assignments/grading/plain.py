"""The values that cross between the grader and a student's process: numbers, texts, lists, tuples, dicts, arrays.

As JSON, and nothing that could carry code: an object that answers every comparison with True, a float that is larger
than itself, a function: none of them arrives.  The grader sends random generators by their seeds.
"""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np

MOST_BYTES = 1 << 25


class NotPlain(TypeError):
    """The value cannot be graded: it holds something other than plain values."""


def pack(value) -> str:
    """One line of JSON."""
    line = json.dumps(_tagged(value))
    if len(line) > MOST_BYTES:
        raise NotPlain(f"the value is too large: {len(line)} bytes")
    return line


def unpack(line: str | bytes):
    """The value of `pack`."""
    return _untagged(json.loads(line))


def _tagged(value):
    if value is None or isinstance(value, (bool, np.bool_)):
        return None if value is None else bool(value)
    for kind, scalar in ((int, (int, np.integer)), (float, (float, np.floating, Fraction)), (str, str)):
        if isinstance(value, scalar):
            return kind(value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        return {"array": value.tolist(), "kind": value.dtype.kind, "shape": value.shape}
    if isinstance(value, dict):
        return {"dict": [[_tagged(k), _tagged(v)] for k, v in value.items()]}
    if isinstance(value, (tuple, list)):
        return {type(value).__mro__[-2].__name__: [_tagged(v) for v in value]}
    if isinstance(value, Seed):
        return {"rng": value.words}
    raise NotPlain(f"{type(value).__name__} is none of number, text, list, tuple, dict, array of numbers")


def _untagged(value):
    if not isinstance(value, dict):
        return value
    (kind, inner), *more = value.items()
    if kind == "array":
        return np.array(inner, dtype={"b": bool, "f": float}.get(value["kind"], int)).reshape(value["shape"])
    if kind == "dict":
        return {_untagged(k): _untagged(v) for k, v in inner}
    if kind == "rng":
        return np.random.default_rng(inner)
    return {"tuple": tuple, "list": list}[kind](map(_untagged, inner))


class Seed:
    """A random generator on its way to the student's process; the same words give the same draws."""

    def __init__(self, *words: int):
        self.words = words
