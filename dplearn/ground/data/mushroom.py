"""Mushrooms as boolean columns, for conjunctions."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import columns, frozen, indicators


@dataclass(frozen=True, eq=False)
class Mushrooms:
    """The UCI mushroom records as boolean columns.

    Attributes
    ----------
    names : tuple of str, length 117
        "attribute is value", in the order of the columns of `x`.
    x : bool array (8124, 117), read-only
        ``x[i, j]``: record i has the attribute value of column j.
    y : bool array (8124,), read-only
        True where the mushroom is edible.
    """

    names: tuple[str, ...]
    x: np.ndarray
    y: np.ndarray

    @property
    def n(self) -> int:
        """Number of records, 8124."""
        return len(self.y)

    def literals(self, wanted: list[str] | tuple[str, ...]) -> np.ndarray:
        """Columns for literals written as words, such as ``["odor is not foul", "odor is none"]``.

        Parameters
        ----------
        wanted : list or tuple of str
            Each "attribute is value" or "attribute is not value".

        Returns
        -------
        bool array (8124, number of literals), in the order asked for.

        Raises
        ------
        ValueError
            For anything but a list, or a literal that is not one of the 234.
        """
        found = []
        for literal in check.instance("wanted", wanted, (list, tuple), "a list of literals"):
            column = check.text("each of wanted", literal).replace(" is not ", " is ")
            place = self.names.index(check.choice("each of wanted", column, self.names))
            found.append(self.x[:, place] == (column == literal))
        return np.array(found, bool).reshape(-1, self.n).T


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
    return Mushrooms(names, frozen(x), frozen(edible))
