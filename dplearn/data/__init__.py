"""Real data for the lectures: a data set as arrays, ready for a learner.

The problem.  A theorem about conjunctions or thresholds deserves data that nobody drew from a
distribution made up for the occasion.  Two small files ship with the package:

* **Mushrooms** (8,124 records, 22 nominal attributes, edible or poisonous), for conjunctions.
  Each of the 117 pairs of attribute and value that occur becomes a boolean column
  "attribute is value"; a conjunction over the negated columns ("odor is not foul") is what the
  learner of LN, section "Conjunctions", is for.
* **Eight one-dimensional tasks** (age, price, hour of the week, ... against a yes/no event), for
  thresholds, intervals and unions of intervals.  The values are real numbers in their own unit;
  `IntervalTask.ranks` maps them onto 1..N, the domain of `dplearn.concepts.Thresholds(N)`.

What is public.  The lectures treat the list of attributes and values, the grid of an interval
task and the number of records as public, and the records as private.  For the mushrooms that list
is UCI's code book restricted to values that occur, and for the intervals the grid is read off the
data: in an application both would have to come from outside the data.

Neighboring relation: none here.  These loaders release nothing privately.

Arrays are read-only and cached, so that a lecture can ask for them in every cell; copy one before
changing it.  Citations, licences, checksums and what was changed are in ``README.md`` beside this
file.
"""

from __future__ import annotations

import functools
import gzip
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType

import numpy as np

from .. import _validate as check

__all__ = ["IntervalTask", "Mushrooms", "interval_tasks", "load_interval_task", "load_mushroom"]

_DESCRIPTIONS = {
    "never_married_by_age": "Never married, by age in years (U.S. census records, 1994)",
    "forty_hours_by_age": "Works 40 hours a week or more, by age in years (U.S. census records, 1994)",
    "income_by_age_if_married": "Earns over 50,000 dollars, by age in years, among the married (U.S. census records, 1994)",
    "one_carat_by_price": "Weighs one carat or more, by price in U.S. dollars (diamonds)",
    "good_cut_by_depth": "Cut is very good or better, by total depth in percent (diamonds)",
    "rush_hour_by_hour": "Among the busiest quarter of working-day hours for registered riders, by hour of the day "
                         "(bike hire, Washington D.C., 2011-2012)",
    "busy_by_hour_of_week": "More hires than the median hour, by hour of the week, 0 is Monday 0:00 "
                            "(bike hire, Washington D.C., 2011-2012)",
    "first_team_wins_by_elo": "First-named team wins, by its Elo rating minus the other's (NFL games, 1920-2020)",
}


def _read(name: str) -> bytes:
    return gzip.decompress(resources.files(__package__).joinpath(name).read_bytes())


def _frozen(values: np.ndarray) -> np.ndarray:
    values.setflags(write=False)
    return values


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
            raise ValueError(f'each of wanted must read "attribute is value" or "attribute is not value"; got {literal!r}')
        attribute, negated, value = match.groups()
        check.choice("attribute", attribute, self.attributes)
        check.choice(f"value of {attribute}", value, self.values[attribute])
        column = self.x[:, self.names.index(f"{attribute} is {value}")]
        return ~column if negated else column


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

    def to_unit(self, rank: int) -> float:
        """The value of x, in its own unit, that has this rank (1..N); ValueError outside."""
        return float(self.grid[check.integer("rank", rank, 1, self.domain_size) - 1])


@functools.cache
def load_mushroom() -> Mushrooms:
    """The 8,124 mushroom records with one boolean column for each attribute value.

    Returns
    -------
    Mushrooms
        Cached: every call gives the same object.  The first takes about 50 ms.

    Source: UCI Mushroom, https://doi.org/10.24432/C5959T (CC BY 4.0).
    """
    lines = _read("mushroom.csv.gz").decode("ascii").splitlines()
    header, *rows = (line.split(",") for line in lines)
    columns = dict(zip(header, zip(*rows)))
    edible = np.array([label == "edible" for label in columns.pop("class")])
    values, names, indicators = {}, [], []
    for attribute, column in columns.items():
        values[attribute] = tuple(sorted(set(column)))
        code = {value: k for k, value in enumerate(values[attribute])}
        codes = np.fromiter((code[value] for value in column), dtype=np.int64, count=len(column))
        indicators.append(codes[:, None] == np.arange(len(code)))
        names.extend(f"{attribute} is {value}" for value in values[attribute])
    return Mushrooms(tuple(columns), MappingProxyType(values), tuple(names), _frozen(np.hstack(indicators)), _frozen(edible))


def interval_tasks() -> tuple[str, ...]:
    """Names of the eight tasks that `load_interval_task` knows, in the order of the file."""
    return tuple(_DESCRIPTIONS)


@functools.cache
def _interval_table() -> bytes:
    return _read("interval_1d.csv.gz")


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
    table, key = _interval_table(), f"\n{name},".encode()
    # The rows of a task stand together: cut them out and let numpy parse "x,y,x,y,..." in one go.
    start, last = table.index(key), table.rindex(key)
    block = table[start : table.index(b"\n", last + 1)].replace(key, b",")[1:]
    pairs = np.fromstring(block.decode("ascii"), sep=",").reshape(-1, 2)
    x = np.ascontiguousarray(pairs[:, 0])
    grid, index = np.unique(x, return_inverse=True)
    ranks = index.astype(np.int64) + 1
    return IntervalTask(name, _DESCRIPTIONS[name], _frozen(x), _frozen(pairs[:, 1] == 1), _frozen(grid), _frozen(ranks))
