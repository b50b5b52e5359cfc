"""Numbers with the digits that a page shows, as whole numbers in their order: neighbors of a curve are near each other,
and their differences pack well.

A number is written m · 10^(e - D + 1) with D digits, three where no more are seen; from 1,000 to a million it keeps
all digits before the point, for the page writes them out.  Its code counts such numbers from zero up, negative ones
down.  static/baked.js turns codes back by the same table.
"""

from __future__ import annotations

import base64
import json
import zlib

import numpy as np

from dplearn.experiment import number_text

NAN, INFINITE = 2**30, 2**30 - 1
LOWEST, HIGHEST = -308, 300  # powers of ten
TENS = np.array([float(f"1e{k}") for k in range(LOWEST - 8, HIGHEST + 1)])  # by reading: `**` may be off by a digit


def decades(digits: int) -> tuple[np.ndarray, np.ndarray]:
    """For each power of ten from LOWEST: how many digits a number has there, and the code of the first one."""
    powers = np.arange(LOWEST, HIGHEST + 1)
    kept = np.where((powers >= 3) & (powers <= 5), np.maximum(digits, powers + 1), digits)
    return kept, 1 + np.append(0, np.cumsum(9 * 10 ** (kept - 1)))


def _ten(power) -> np.ndarray:
    return TENS[power - LOWEST + 8]


def encode(values, digits: int = 3) -> np.ndarray:
    """Codes of the shape of `values`; what a code stands for reads as the number does (`number_text`)."""
    v = np.asarray(values, float)
    v = np.where(np.abs(v) < np.finfo(float).tiny, 0.0, v)
    kept, first = decades(digits)
    size = np.where(np.isfinite(v) & (v != 0), np.abs(v), 1.0)
    power = np.clip(np.floor(np.log10(size)).astype(int), LOWEST, HIGHEST)
    whole = np.rint(size / _ten(power - kept[power - LOWEST] + 1)).astype(np.int64)
    over = whole >= 10 ** kept[power - LOWEST]  # rounded up to the next power
    power, whole = power + over, np.where(over, 0, whole)
    whole = np.maximum(whole, 10 ** (kept[power - LOWEST] - 1))
    code = first[power - LOWEST] + whole - 10 ** (kept[power - LOWEST] - 1)
    code = np.sign(np.nan_to_num(v)).astype(np.int64) * code
    code = np.where(np.isnan(v), NAN, np.where(np.isinf(v), np.where(v > 0, INFINITE, -INFINITE), code))
    return _true_to_the_text(v, code, digits)


def _true_to_the_text(v: np.ndarray, code: np.ndarray, digits: int) -> np.ndarray:
    """A number that lies in the middle between two that are shown may have gone to the wrong side."""
    back, out = decode(code, digits), code.copy()
    with np.errstate(all="ignore"):
        unit = 10.0 ** (np.floor(np.log10(np.abs(v))) - 2)
        unit = np.where((np.abs(v) >= 999) & (np.abs(v) < 1e6), 1.0, unit)
        ties = np.isfinite(v) & (np.abs(np.abs(np.abs(v) / unit % 1 - 0.5)) <= np.abs(back - v) / unit + 1e-6)
    for at in zip(*np.nonzero(ties)):
        wanted = number_text(float(v[at]))
        near = [code[at], code[at] - 1, code[at] + 1]
        out[at] = next((c for c in near if _texts(float(decode(c, digits))) == {wanted}), code[at])
    return out


def _texts(value: float) -> set[str]:
    """How a number may read: Python rounds a half to the even digit, a browser upwards."""
    return {number_text(value * (1 + off)) for off in (-1e-12, 1e-12)}


def decode(code, digits: int = 3) -> np.ndarray:
    """The numbers of codes."""
    code = np.asarray(code)
    kept, first = decades(digits)
    size = np.abs(code)
    place = np.clip(np.searchsorted(first, size, side="right") - 1, 0, len(kept) - 1)
    whole = size - first[place] + 10 ** (kept[place] - 1)
    value = np.where(size == 0, 0.0, whole * _ten(place + LOWEST - kept[place] + 1))
    value = np.where(size >= INFINITE, np.where(size == NAN, np.nan, np.inf), value)
    return np.where(code < 0, -value, value)


def squeezed(codes: np.ndarray) -> bytes:
    """Codes of shape (settings, rows, points) as bytes: differences along a curve and from the setting before, byte by
    byte, the lowest of all first."""
    steps = np.diff(codes.astype(np.int64), axis=2, prepend=0)
    steps[1:] -= steps[:-1].copy()
    folded = np.where(steps < 0, -2 * steps - 1, 2 * steps).astype("<u4").ravel()
    return b"".join(((folded >> (8 * k)) & 255).astype(np.uint8).tobytes() for k in range(4))


def as_script(name: str, described: dict, numbers: bytes) -> str:
    """A table as a script for a page: a call with its name, its description and its squeezed numbers."""
    head = json.dumps(described, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)  # as browsers inflate it: DecompressionStream "deflate-raw"
    whole = packer.compress(len(head).to_bytes(4, "little") + head + numbers) + packer.flush()
    return f'dplearnTable("{name}", "{base64.b64encode(whole).decode()}");\n'
