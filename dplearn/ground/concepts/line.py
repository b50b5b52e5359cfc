"""Classes on {1, ..., N}: points, thresholds (N17, examples 0 and 1), interval unions (DF18, section 5).

The cell of x is x - 1.  N17 prints a threshold first with x < j and then with x <= j; on
{1, ..., N} only x <= j gives N + 1 different concepts, so that is the class here.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .. import _validate as check
from .base import MAX_TABLE, ConceptClass

MAX_N = 2**62  # points are int64
MAX_ENDPOINTS = 10_000


@dataclass(frozen=True)
class _Line(ConceptClass):
    """What the classes on {1, ..., N} share."""

    N: int

    def __post_init__(self):
        object.__setattr__(self, "N", check.integer("N", self.N, 1, MAX_N))

    @property
    def domain_size(self) -> int:
        """N."""
        return self.N

    def domain(self) -> np.ndarray:
        """The points 1, ..., N: int64, shape (N,)."""
        if self.N > MAX_TABLE:
            raise ValueError(f"N must be an integer >= 1 and <= {MAX_TABLE} for a table of the domain; got {self.N}")
        return np.arange(1, self.N + 1)

    def cell_index(self, x) -> np.ndarray:
        """x - 1.

        Parameters
        ----------
        x : array of integers in 1..N, shape (n,)

        Returns
        -------
        ndarray of int64, shape (n,)
        """
        return check.array("x", x, (None,), low=1, high=self.N, integral=True) - 1


@dataclass(frozen=True)
class Points(_Line):
    """Points: c_j(x) = [x = j], j = 1..N; hypothesis index j - 1 (N17, example 0).

    Parameters
    ----------
    N : int
        Size of the domain, 1 .. 2^62 (tables only for N <= 2^20).
    """

    _limit = f"N = {MAX_TABLE}"

    @property
    def n_hypotheses(self) -> int:
        """N."""
        return self.N

    @property
    def vc_dim(self) -> int:
        """1, but 0 for N = 1, where c_1 is the only concept and is constant."""
        return min(1, self.N - 1)

    def _predict(self, hypotheses, cells):
        return hypotheses[:, None] == cells

    def _mistakes(self, counts0, counts1):
        return counts1.sum(axis=0) - counts1 + counts0


@dataclass(frozen=True)
class Thresholds(_Line):
    """Thresholds: c_j(x) = [x <= j], j = 0..N; hypothesis index j (N17, example 1).

    Parameters
    ----------
    N : int
        Size of the domain, 1 .. 2^62 (tables only for N < 2^20).
    """

    _limit = f"N = {MAX_TABLE - 1}"

    @property
    def n_hypotheses(self) -> int:
        """N + 1."""
        return self.N + 1

    @property
    def vc_dim(self) -> int:
        """1: no threshold labels a pair 0, 1 in increasing order."""
        return 1

    def _predict(self, hypotheses, cells):
        return cells < hypotheses[:, None]

    def _mistakes(self, counts0, counts1):
        wrong = np.zeros((self.n_hypotheses, counts0.shape[1]), counts0.dtype)
        np.cumsum(counts0, axis=0, out=wrong[1:])  # zeros at or below j
        wrong[:-1] += np.cumsum(counts1[::-1], axis=0)[::-1]  # ones above j
        return wrong


@lru_cache(maxsize=8)
def _endpoints(N: int, k: int) -> np.ndarray:
    """All increasing k-tuples from 1..N+1 in lexicographic order: shape (C(N+1, k), k)."""
    flat = itertools.chain.from_iterable(itertools.combinations(range(1, N + 2), k))
    table = np.fromiter(flat, np.int32, count=math.comb(N + 1, k) * k).reshape(-1, k)
    table.flags.writeable = False
    return table


@dataclass(frozen=True)
class IntervalUnions(_Line):
    """Unions of intervals with exactly k endpoints (DF18, section 5).

    A concept is 1 <= a_1 < ... < a_k <= N + 1; it says 0 below a_1, 1 on [a_1, a_2), 0 on
    [a_2, a_3) and so on.  Hypotheses are in lexicographic order of (a_1, ..., a_k).

    Parameters
    ----------
    N : int
        Size of the domain, 1 .. 2^62.
    k : int
        Number of endpoints, 1 .. min(N + 1, 10,000).  Tables only for N <= 2^20 and
        C(N + 1, k) k <= 2^22, C(N + 1, k) <= 2^20.
    """

    k: int
    _limit = f"N = {MAX_TABLE} with C(N + 1, k) <= {MAX_TABLE} and k C(N + 1, k) <= {4 * MAX_TABLE}"

    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "k", check.integer("k", self.k, 1, min(self.N + 1, MAX_ENDPOINTS)))

    def _check_tables(self, batch=1):
        super()._check_tables(batch)
        if self.n_hypotheses * self.k > 4 * MAX_TABLE:
            raise ValueError(f"{self} is too large for a table of its endpoints; {self._limit} is the most")

    @property
    def n_hypotheses(self) -> int:
        """C(N + 1, k)."""
        return math.comb(self.N + 1, self.k)

    @property
    def vc_dim(self) -> int:
        """min(k, N + 1 - k).

        To alternate 1, 0, 1, ... on m points takes m endpoints; and exactly k endpoints must go
        somewhere, while each of m gaps may have to give up one place to keep its parity.
        """
        return min(self.k, self.N + 1 - self.k)

    def _predict(self, hypotheses, cells):
        says_one = np.zeros((hypotheses.size, cells.size), bool)
        for column in _endpoints(self.N, self.k)[hypotheses].T:
            says_one ^= column[:, None] - 1 <= cells  # an endpoint a lies before the cell a - 1
        return says_one
