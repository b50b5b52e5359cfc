"""Daily price relatives of stocks."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import frozen, read


@dataclass(frozen=True, eq=False)
class Stocks:
    """Cover's NYSE data: 36 stocks over 5,651 trading days, 3 July 1962 to 31 December 1984.

    Attributes
    ----------
    names : tuple of str, length 36
        The customary short names.
    relatives : float array (5651, 36), read-only
        Price relatives: closing price over the closing price of the day before, in [0.75, 1.35294].
    """

    names: tuple[str, ...]
    relatives: np.ndarray

    @property
    def T(self) -> int:
        """Number of days, 5651."""
        return len(self.relatives)

    def of(self, *names: str) -> np.ndarray:
        """The relatives of the stocks named, in that order, shape (5651, number of names); ValueError for an unknown
        one.
        """
        return self.relatives[:, [self.names.index(check.choice("name", name, self.names)) for name in names]]


@functools.cache
def load_nyse() -> Stocks:
    """The 36 stocks of Cover (1991).

    Returns
    -------
    Stocks
        Cached: every call gives the same object.  The first takes about 50 ms.

    Source: Cover, T. M. (1991). Universal portfolios. Mathematical Finance 1(1), 1-29; as shipped in OLPS
    (Li, Sahoo and Hoi 2016, JMLR 17(35)), Apache-2.0.
    """
    header, rows = read("nyse_o.csv.gz").decode("ascii").split("\n", 1)
    names = header.split(",")  # the first column is the day, 1, 2, ...
    table = np.fromstring(rows.replace("\n", ","), sep=",").reshape(-1, len(names))
    return Stocks(tuple(names[1:]), frozen(np.ascontiguousarray(table[:, 1:])))
