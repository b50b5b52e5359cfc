"""Mushrooms as boolean columns, for conjunctions."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from .. import _validate as check
from ._files import columns, frozen, indicators


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
        found = [self._literal(literal) for literal in (wanted.ravel() if isinstance(wanted, np.ndarray) else wanted)]
        return np.array(found, bool).reshape(-1, self.n).T

    def _literal(self, literal: str) -> np.ndarray:
        if not isinstance(literal, str) or " is " not in literal:
            raise ValueError('each of wanted must read "attribute is value" or "attribute is not value"; '
                             f"got {literal!r}")
        attribute, _, value = literal.partition(" is ")
        value, positive = value.removeprefix("not "), not value.startswith("not ")
        check.choice("attribute", attribute, self.attributes)
        check.choice(f"value of {attribute}", value, self.values[attribute])
        return self.x[:, self.names.index(f"{attribute} is {value}")] == positive


@functools.cache
def load_mushroom() -> Mushrooms:
    """The 8,124 mushroom records with one boolean column for each attribute value.

    Returns
    -------
    Mushrooms
        Cached: every call gives the same object.  The first takes about 50 ms.

    Source: UCI Mushroom, https://doi.org/10.24432/C5959T (CC BY 4.0).
    """
    table = columns("mushroom.csv.gz")
    edible = table.pop("class") == "edible"
    values, x = indicators(table)
    names = tuple(f"{attribute} is {value}" for attribute, listed in values.items() for value in listed)
    values = MappingProxyType({attribute: tuple(listed) for attribute, listed in values.items()})
    return Mushrooms(tuple(table), values, names, frozen(x), frozen(edible))
