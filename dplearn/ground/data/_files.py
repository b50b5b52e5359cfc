"""What every loader does: unpack, split into columns, freeze, look back."""

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


def sum_before(values: np.ndarray, times: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """For each row, the sum of `values` over the rows of its group at strictly earlier times.

    A rule that learns "so far" may use this and nothing else: rows of one time (a race, a date) do not
    see one another.  All arguments have shape (n,), in any order; cost: one sort.
    """
    order = np.lexsort((times, groups))
    group, time = groups[order], times[order]
    total = np.concatenate([[0.0], np.cumsum(values[order])])
    new_group = np.concatenate([[True], group[1:] != group[:-1]])
    new_time = new_group | np.concatenate([[True], time[1:] != time[:-1]])
    position = np.arange(len(order))
    since = np.maximum.accumulate(np.where(new_group, position, 0))
    until = np.maximum.accumulate(np.where(new_time, position, 0))
    result = np.empty(len(order))
    result[order] = total[until] - total[since]
    return result
