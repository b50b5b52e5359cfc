"""Which data sets count as neighbors, and what a guarantee says.

Differential privacy compares the output laws of *neighboring* data sets, so a guarantee
without its relation is half a sentence: the same release can be ε-private under one relation
and 2ε-private under another.  Here a data set is a tuple of hashable records (an array is
taken row by row), the *domain* is the finite list of records that may occur, and

* REPLACE_ONE: x' is x with one record exchanged for another one (n is public);
* ADD_REMOVE: x' is x with one record more or one less (n is private);
* ONE_ROUND: x' is a time-ordered x with one row (the losses of one round) exchanged.

A replacement is a removal and an addition, so (ε, δ) under ADD_REMOVE gives
(2ε, (1 + e^ε) δ) under REPLACE_ONE (DR14, Theorem 2.2: a group of two); nothing holds
the other way, since REPLACE_ONE never compares data sets of different sizes.

`all_datasets` and `neighboring_pairs` enumerate, for the exact audit of mechanisms on tiny domains.  `Guarantee` is the
claim (ε, δ, relation) that travels with results; an interface that keeps an account refuses with `BudgetSpent`.

References: DR14, Definitions 2.3 and 2.4; LN and DF18 use REPLACE_ONE; DR14 chapter 11
changes one round of losses (ONE_ROUND).
"""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from .. import _validate as check

_MOST_DATASETS = 10_000_000  # an enumeration beyond this is a mistake, not a patient wish


class Relation(enum.Enum):
    """When two data sets are neighbors."""

    REPLACE_ONE = "replace-one"
    ADD_REMOVE = "add/remove"
    ONE_ROUND = "one-round"


@dataclass(frozen=True)
class Guarantee:
    """A claim of (ε, δ)-differential privacy.

    Parameters
    ----------
    epsilon : float >= 0
    delta : float in [0, 1)
    relation : Relation (no default: a guarantee without one means nothing)
    note : str, what is private and what is public, or the source

    Raises
    ------
    ValueError
        When a field is outside its range.
    """

    epsilon: float
    delta: float = 0.0
    relation: Relation = None  # type: ignore[assignment]  # None is refused below
    note: str = ""

    def __post_init__(self):
        object.__setattr__(self, "epsilon", check.real("epsilon", self.epsilon, 0))
        object.__setattr__(self, "delta", check.delta("delta", self.delta))
        check.choice("relation", self.relation, Relation)
        check.text("note", self.note)

    def __str__(self) -> str:
        pair = f"ε = {self.epsilon:.6g}" + (f", δ = {self.delta:.3g}" if self.delta else "")
        return f"{pair} ({self.relation.value})" + (f": {self.note}" if self.note else "")


class BudgetSpent(RuntimeError):
    """An answer was asked for beyond what the budget allows; nothing was answered, nothing has changed."""


def _records(name: str, value) -> tuple:
    """A data set or domain as a tuple of hashable records (rows of an array become tuples)."""
    if isinstance(value, np.ndarray):
        if value.ndim not in (1, 2):
            raise ValueError(f"{name} must be an array of shape (n,) or (n, d); got shape {value.shape}")
        value = value.tolist() if value.ndim == 1 else [tuple(row) for row in value.tolist()]
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise ValueError(f"{name} must be a sequence of records; got {value!r}")
    records = tuple(value)
    for record in records:
        try:
            hash(record)
        except TypeError:
            raise ValueError(f"{name} must hold hashable records (tuples, numbers); got {record!r}") from None
        if isinstance(record, float) and math.isnan(record):
            raise ValueError(f"{name} must not hold NaN; got {records!r}")
    return records


def _domain(value) -> tuple:
    records = _records("domain", value)
    if not records or len(set(records)) < len(records):
        raise ValueError(f"domain must hold distinct records, at least one; got {records!r}")
    return records


def all_datasets(domain, n: int, *, ordered: bool = False) -> Iterator[tuple]:
    """Every data set of n records of the domain.

    With `ordered` all |domain|^n sequences; otherwise one (sorted in the order of the domain)
    for each multiset, C(|domain| + n - 1, n) of them, enough for mechanisms that do not look
    at the order.  Raises ValueError beyond 10^7 data sets.
    """
    domain, n, ordered = _domain(domain), check.integer("n", n, 0), check.flag("ordered", ordered)
    # comb with a huge n is slow, the power of a huge n slower: bound n first
    too_many = n > 10_000 or (len(domain) ** n if ordered else math.comb(len(domain) + n - 1, n)) > _MOST_DATASETS
    if too_many and len(domain) > 1 or n > _MOST_DATASETS:
        raise ValueError(f"n must give at most {_MOST_DATASETS} data sets; got n={n} with {len(domain)} records")
    if ordered:
        return itertools.product(domain, repeat=n)
    return itertools.combinations_with_replacement(domain, n)


def neighboring_pairs(datasets, domain, relation: Relation, *, ordered: bool = False,
                      min_records: int = 0) -> Iterator[tuple[tuple, tuple]]:
    """All pairs (x, x') with x among `datasets` and x' a neighbor of x, each unordered pair once, never x itself.

    Parameters
    ----------
    datasets : data sets, each a tuple of records, or an array of shape (n,) or (n, d); may be empty
    domain : sequence of distinct records that may be put in
    relation : Relation
    ordered : bool
        Under ADD_REMOVE, insert at every position instead of at the end only.  The end is
        enough for a mechanism that does not look at the order.
    min_records : int >= 0
        Under ADD_REMOVE, skip neighbors smaller than this (for mechanisms undefined on the
        empty data set; what is then audited is the claim for data sets of at least this size).

    Returns
    -------
    iterator of pairs.  REPLACE_ONE and ONE_ROUND: n (|domain| - 1) for a data set whose records are all
    in the domain; ADD_REMOVE: at most n + |domain| (n + (n + 1) |domain| when ordered).  Memory grows with the number
    of pairs.
    """
    if isinstance(datasets, (str, bytes)) or not isinstance(datasets, Iterable) or getattr(datasets, "ndim", 1) == 0:
        raise ValueError(f"datasets must be data sets, one after the other; got {datasets!r}")
    datasets, domain = dict.fromkeys(_records("datasets", d) for d in datasets), _domain(domain)
    relation, ordered = check.choice("relation", relation, Relation), check.flag("ordered", ordered)
    return _pairs(datasets, domain, relation, ordered, check.integer("min_records", min_records, 0))


def _pairs(datasets, domain, relation, ordered, min_records):
    done = set()
    for x in datasets:
        for y in _neighbors(x, domain, relation, ordered, min_records):
            if y not in done:  # the pair was given when y was x
                yield x, y
        done.add(x)


def _neighbors(records, domain, relation, ordered, min_records):
    n = len(records)
    if relation is not Relation.ADD_REMOVE:
        return [records[:i] + (record,) + records[i + 1 :] for i in range(n) for record in domain
                if record != records[i]]
    smaller = [records[:i] + records[i + 1 :] for i in range(n) if n > min_records]
    larger = [records[:i] + (r,) + records[i:] for i in (range(n + 1) if ordered else (n,)) for r in domain]
    return dict.fromkeys(smaller + larger)  # removing either of two equal records is one neighbor
