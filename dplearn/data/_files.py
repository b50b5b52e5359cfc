"""What every loader does: unpack, split into columns, freeze, look back."""

from __future__ import annotations

import gzip
from importlib import resources

import numpy as np


def read(name: str) -> bytes:
    """The CSV inside a packed file of this folder."""
    return gzip.decompress(resources.files(__package__).joinpath(name).read_bytes())


def columns(name: str) -> dict[str, tuple[str, ...]]:
    """The columns of a packed file by their header, as text."""
    header, *rows = (line.split(",") for line in read(name).decode("ascii").splitlines())
    return dict(zip(header, zip(*rows)))


def frozen(values, dtype=None) -> np.ndarray:
    """A read-only array; given `dtype`, of text that is parsed as it."""
    if dtype is not None:
        values = np.array(values).astype(dtype)
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
