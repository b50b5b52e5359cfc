"""Census records: all attributes with one column for each value, and 16 bits a person."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import columns, frozen, indicators, read

# The code book's range of each number that becomes a column, and whether its logarithm ln(1 + v) does.
RANGES = {"age": (17, 90, False), "education_num": (1, 16, False), "capital_gain": (0, 99_999, True),
          "capital_loss": (0, 4356, True), "hours_per_week": (1, 99, False)}
WORDS = ("workclass", "marital_status", "occupation", "relationship", "race", "sex", "native_country")


@dataclass(frozen=True, eq=False)
class Adult:
    """The 48,842 records of UCI Adult: who earns more than 50,000 dollars?

    Attributes
    ----------
    names : tuple of str, length 91
        Of the columns of `x`: 5 numbers ("age") and 86 pairs "workclass is Private".
    x : float32 array (48842, 91), read-only, values in [0, 1]
        Numbers are put on [0, 1] by the code book's range, the two capital columns by ln(1 + v).  Left out: `fnlwgt`, a
        sampling weight, and `education`, which `education_num` says.
    y : bool array (48842,), read-only
        True for more than 50,000 dollars a year.
    train : bool array (48842,), read-only
        UCI's own split: 32,561 records for training, 16,281 for tests.
    """

    names: tuple[str, ...]
    x: np.ndarray
    y: np.ndarray
    train: np.ndarray

    @property
    def n(self) -> int:
        """Number of records, 48842."""
        return len(self.y)


@functools.cache
def load_adult() -> Adult:
    """The census records with every attribute, as numbers in [0, 1] that any learner takes.

    Returns
    -------
    Adult
        Cached: every call gives the same object (about 45 MB).  The first takes about half a second.

    Notes
    -----
    Values and ranges are UCI's code book, so public; the records are what the lectures treat as private.

    Source: UCI Adult (Becker and Kohavi 1996), https://doi.org/10.24432/C5XW20 (CC BY 4.0).
    """
    attributes = columns("adult.csv.gz", whole=" ".join([*RANGES, "fnlwgt"]))
    train, y = attributes.pop("split") == "train", attributes.pop("income") == ">50K"
    numbers = []
    for name, (low, high, logarithm) in RANGES.items():
        value, top = attributes[name] - low, high - low
        numbers.append(np.log1p(value) / np.log1p(top) if logarithm else value / top)
    values, words = indicators({name: attributes[name] for name in WORDS})
    names = [f"{name} is {'missing' if value == '?' else value}" for name in WORDS for value in values[name]]
    x = np.column_stack([*numbers, words]).astype(np.float32)
    return Adult((*RANGES, *names), frozen(x), frozen(y), frozen(train))


@dataclass(frozen=True, eq=False)
class AdultBits:
    """The 45,222 complete records of UCI Adult as bits.

    Attributes
    ----------
    names : tuple of str, length 16
        The first k columns make a domain of 2^k cells.
    x : bool array (45222, 16), read-only
    """

    names: tuple[str, ...]
    x: np.ndarray

    @property
    def n(self) -> int:
        """Number of records, 45222."""
        return len(self.x)

    def column(self, name: str) -> np.ndarray:
        """One bit of every record, shape (45222,); ValueError for an unknown name."""
        return self.x[:, self.names.index(check.choice("name", name, self.names))]


@functools.cache
def load_adult_bits() -> AdultBits:
    """The census records as 16 bits a person.

    Returns
    -------
    AdultBits
        Cached: every call gives the same object.  The first takes about 10 ms.

    Source: UCI Adult (Becker and Kohavi 1996), https://doi.org/10.24432/C5XW20 (CC BY 4.0).
    """
    header, rows = read("adult_bits.csv.gz").split(b"\n", 1)
    names = tuple(header.decode("ascii").split(","))
    # Each line is 16 digits with a comma or a line's end after each: every second byte is a bit.
    digits = np.frombuffer(rows, dtype=np.uint8).reshape(-1, 2 * len(names))[:, ::2]
    return AdultBits(names, frozen(digits == ord("1")))
