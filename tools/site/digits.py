"""Numbers with the digits that a page shows, and a table of them as a script for a page."""

from __future__ import annotations

import base64
import json
import math
import zlib

import numpy as np

from dplearn.experiment import number_text


@np.errstate(all="ignore")
def rounded(values, digits: int = 3) -> list:
    """Nested lists of the numbers with so many digits, or as many more as it takes to read as the number itself does
    (`number_text`); what is not finite goes as a word that a browser reads as a number."""
    def one(v: float):
        if not math.isfinite(v):
            return json.dumps(v)
        said, shorter = number_text(v), (float(f"{v:.{more}g}") for more in range(digits, 18))
        return next(short for short in shorter if number_text(short) == said)

    return np.frompyfunc(one, 1, 1)(np.asarray(values, float)).tolist()


def as_script(name: str, table: dict) -> str:
    """A call with the table's name and the table, packed as browsers inflate it (DecompressionStream)."""
    text = json.dumps(table, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return f'dplearnTable("{name}", "{base64.b64encode(zlib.compress(text.encode(), 9)).decode()}");\n'
