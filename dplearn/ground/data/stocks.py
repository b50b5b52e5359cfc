"""Daily price relatives of stocks, and stocks as experts."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import frozen, read
from .expert_data import ExpertData

# No relative of the data lies outside: known because the data are there, so in hindsight, as the 36 stocks are.
LOWEST, HIGHEST = 0.75, 1.35294


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


@dataclass(frozen=True, eq=False, kw_only=True)
class StockExperts(ExpertData):
    """Stocks as experts: loss (ln high - ln x)/(ln high - ln low) for a price relative x.

    Attributes
    ----------
    low, high : float
        The price relatives at which the loss is 1 and 0.
    """

    low: float
    high: float

    @property
    def nats(self) -> float:
        """ln high - ln low: log-wealth that one unit of loss, and so of regret, stands for."""
        return float(np.log(self.high / self.low))


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


def stock_experts(stocks: Stocks, *, low: float = LOWEST, high: float = HIGHEST) -> StockExperts:
    """Each stock as an expert whose loss is an affine map of its log price relative into [0, 1].

    Parameters
    ----------
    stocks : Stocks
    low, high : float, optional
        0 < low < high <= 1e6; no relative may lie outside: nothing is clipped.

    Returns
    -------
    StockExperts, shape (T, number of stocks), with losses (ln high - ln x)/(ln high - ln low)

    Raises
    ------
    ValueError
        If a price relative lies outside [low, high].

    Notes
    -----
    **What the loss <p, l> of a day says.**  Put all the money on one stock, drawn from p each day: the expected
    log-wealth is sum_t <p_t, ln x_t>, and a regret of R in losses is one of R · `nats` in expected log-wealth.  To
    spread the money by p_t instead earns ln <p_t, x_t> >= <p_t, ln x_t> (Jensen), never less: so Hedge's regret bound
    times `nats` also bounds the log-wealth by which the spread portfolio falls short of the best stock.
    Hedge at η = `nats` weighs each stock by the wealth it has made, prod x: that is uniform buy and hold.
    """
    check.instance("stocks", stocks, Stocks)
    relatives = stocks.relatives
    high = check.real("high", high, relatives.max(), 1e6)
    low = check.real("low", low, 0, relatives.min(), open_low=True, open_high=relatives.min() == high)
    # At x = high the logarithm is exactly 0, and at x = low it is exactly its divisor.
    losses = np.log(high / relatives) / np.log(high / low)
    return StockExperts(
        title=f"{len(stocks.names)} stocks of the New York Stock Exchange", names=stocks.names, losses=losses,
        rounds="days",
        loss=f"{np.log(high / low):.4f} nats of log-wealth", low=low, high=high,
    )
