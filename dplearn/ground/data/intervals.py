"""Eight one-dimensional tasks, for thresholds, intervals and unions of intervals."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import frozen, read

_DESCRIPTIONS = {
    "never_married_by_age": "Never married, by age in years (U.S. census records, 1994)",
    "forty_hours_by_age": "Works 40 hours a week or more, by age in years (U.S. census records, 1994)",
    "income_by_age_if_married": "Earns over 50,000 dollars, by age in years, among the married (U.S. census records, "
                                "1994)",
    "one_carat_by_price": "Weighs one carat or more, by price in U.S. dollars (diamonds)",
    "good_cut_by_depth": "Cut is very good or better, by total depth in percent (diamonds)",
    "rush_hour_by_hour": "Among the busiest quarter of working-day hours for registered riders, by hour of the day "
                         "(bike hire, Washington D.C., 2011-2012)",
    "busy_by_hour_of_week": "More hires than the median hour, by hour of the week, 0 is Monday 0:00 "
                            "(bike hire, Washington D.C., 2011-2012)",
    "first_team_wins_by_elo": "First-named team wins, by its Elo rating minus the other's (NFL games, 1920-2020)",
}


@dataclass(frozen=True, eq=False)
class IntervalTask:
    """A labelled sample on the line, with its finite grid.

    Attributes
    ----------
    name, description : str
        The description says what y = 1 means, and the unit of x.
    x : float array (n,), read-only
        The points, in their own unit, in the order of the source.
    y : bool array (n,), read-only
    grid : float array (N,), read-only
        The distinct values of x, increasing.
    ranks : int64 array (n,), read-only
        ``grid[ranks - 1] == x``: each point as a number 1..N, the domain of ``Thresholds(N)``.
    """

    name: str
    description: str
    x: np.ndarray
    y: np.ndarray
    grid: np.ndarray
    ranks: np.ndarray

    @property
    def n(self) -> int:
        """Number of records."""
        return len(self.y)

    @property
    def domain_size(self) -> int:
        """N, the number of distinct values of x."""
        return len(self.grid)


def interval_tasks() -> tuple[str, ...]:
    """Names of the eight tasks that `load_interval_task` knows, in the order of the file."""
    return tuple(_DESCRIPTIONS)


_table = functools.cache(read)


def load_interval_task(name: str) -> IntervalTask:
    """One of the eight one-dimensional tasks.

    Parameters
    ----------
    name : str
        One of `interval_tasks()`.

    Returns
    -------
    IntervalTask
        Cached: every call gives the same object.  A first call takes under 0.1 s.

    Raises
    ------
    ValueError
        For an unknown name; the message lists the known ones.

    Source: drawn from UCI Adult, ggplot2's diamonds, UCI Bike Sharing and FiveThirtyEight's NFL
    games; see ``README.md``.
    """
    return _interval_task(check.choice("name", name, interval_tasks()))


@functools.cache
def _interval_task(name: str) -> IntervalTask:
    table, key = _table("interval_1d.csv.gz"), f"\n{name},".encode()
    # The rows of a task stand together: cut them out and let numpy parse "x,y,x,y,..." in one go.
    start, last = table.index(key), table.rindex(key)
    block = table[start : table.index(b"\n", last + 1)].replace(key, b",")[1:]
    x, y = np.fromstring(block.decode("ascii"), sep=",").reshape(-1, 2).T.copy()
    grid, index = np.unique(x, return_inverse=True)
    return IntervalTask(name, _DESCRIPTIONS[name], frozen(x), frozen(y == 1), frozen(grid), frozen(index + 1))
