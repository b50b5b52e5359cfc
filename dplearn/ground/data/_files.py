"""What every loader does: unpack, split into columns, freeze."""

from __future__ import annotations

import gzip
from importlib import resources

import numpy as np


def read(name: str) -> bytes:
    """The CSV inside a packed file of this folder."""
    return gzip.decompress(resources.files(__package__).joinpath(name).read_bytes())


def columns(name: str, *, date: str = "", whole: str = "", real: str = "") -> dict[str, np.ndarray]:
    """The columns of a packed file by their header, read-only: dates, whole and real numbers where the header is among
    these words, text elsewhere."""
    kinds = dict.fromkeys(date.split(), "datetime64[D]") | dict.fromkeys(whole.split(), np.int64)
    kinds |= dict.fromkeys(real.split(), float)
    header, *rows = (line.split(",") for line in read(name).decode("ascii").splitlines())
    return {title: frozen(np.array(column).astype(kinds.get(title, str))) for title, column in zip(header, zip(*rows))}


def indicators(columns: dict[str, np.ndarray]) -> tuple[dict[str, list[str]], np.ndarray]:
    """The values of each column of text in alphabetical order, and one boolean column for each of them."""
    values, found = {}, []
    for name, column in columns.items():
        distinct, codes = np.unique(column, return_inverse=True)
        values[name] = distinct.tolist()
        found.append(codes[:, None] == np.arange(len(distinct)))
    return values, np.hstack(found)


def frozen(values: np.ndarray) -> np.ndarray:
    """The array itself, read-only from now on."""
    values.setflags(write=False)
    return values
