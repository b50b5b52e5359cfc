"""Mushrooms as boolean columns, for conjunctions."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from .. import _validate as check
from ._files import columns as read_columns
from ._files import frozen


@dataclass(frozen=True, eq=False)
class Mushrooms:
    """The UCI mushroom records as boolean columns.

    Attributes
    ----------
    attributes : tuple of str, length 22
        Attribute names in the order of the file.
    values : read-only mapping of str to tuple of str
        The values of each attribute that occur, in alphabetical order.
    names : tuple of str, length 117
        "attribute is value", in the order of the columns of `x`.
    x : bool array (8124, 117), read-only
        ``x[i, j]``: record i has the attribute value of column j.
    y : bool array (8124,), read-only
        True where the mushroom is edible.
    """

    attributes: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...]
    x: np.ndarray
    y: np.ndarray

    @property
    def n(self) -> int:
        """Number of records, 8124."""
        return len(self.y)

    @property
    def negated_names(self) -> tuple[str, ...]:
        """ "attribute is not value", in the order of `names`."""
        return tuple(name.replace(" is ", " is not ") for name in self.names)

    def literals(self, wanted: Iterable[str]) -> np.ndarray:
        """Columns for literals written as words, such as ``["odor is not foul", "odor is none"]``.

        Parameters
        ----------
        wanted : iterable of str
            Each "attribute is value" or "attribute is not value".

        Returns
        -------
        bool array (8124, number of literals), in the order asked for.

        Raises
        ------
        ValueError
            For one string in place of a list, or a literal that is not one of the 234.
        """
        if isinstance(wanted, str) or not isinstance(wanted, Iterable):
            raise ValueError(f"wanted must be a list of literals; got {wanted!r}")
        wanted = list(np.atleast_1d(wanted)) if isinstance(wanted, np.ndarray) else list(wanted)
        columns = np.empty((self.n, len(wanted)), dtype=bool)
        for k, literal in enumerate(wanted):
            columns[:, k] = self._literal(literal)
        return columns

    def _literal(self, literal: str) -> np.ndarray:
        match = re.fullmatch(r"(\w+) is (not )?(\w+)", literal) if isinstance(literal, str) else None
        if match is None:
            raise ValueError((f'each of wanted must read "attribute is value" or "attribute is not value"; got '
                              f'{literal!r}'))
        attribute, negated, value = match.groups()
        check.choice("attribute", attribute, self.attributes)
        check.choice(f"value of {attribute}", value, self.values[attribute])
        column = self.x[:, self.names.index(f"{attribute} is {value}")]
        return ~column if negated else column


@functools.cache
def load_mushroom() -> Mushrooms:
    """The 8,124 mushroom records with one boolean column for each attribute value.

    Returns
    -------
    Mushrooms
        Cached: every call gives the same object.  The first takes about 50 ms.

    Source: UCI Mushroom, https://doi.org/10.24432/C5959T (CC BY 4.0).
    """
    columns = read_columns("mushroom.csv.gz")
    edible = np.array([label == "edible" for label in columns.pop("class")])
    values, names, indicators = {}, [], []
    for attribute, column in columns.items():
        values[attribute] = tuple(sorted(set(column)))
        code = {value: k for k, value in enumerate(values[attribute])}
        codes = np.fromiter((code[value] for value in column), dtype=np.int64, count=len(column))
        indicators.append(codes[:, None] == np.arange(len(code)))
        names.extend(f"{attribute} is {value}" for value in values[attribute])
    return Mushrooms(tuple(columns), MappingProxyType(values), tuple(names), frozen(np.hstack(indicators)),
                     frozen(edible))
