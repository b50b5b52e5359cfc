"""Classes on {0, 1}^d: monotone conjunctions (LN, section 1) and parities (N17, example 2).

A cell is the bit mask of x (bit i is coordinate i, the column i of the array), and so is the
index of a hypothesis.  Sums over all supersets of a mask and the Walsh-Hadamard transform touch
each pair of masks that differ in bit i once for every i: d 2^(d-1) steps instead of 4^d.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .base import MAX_TABLE, ConceptClass

MAX_DIMENSION = 10_000  # of a class without tables
_MAX_INDEX_BITS = 62  # masks are int64


def pairs(table: np.ndarray, bit: int) -> tuple[np.ndarray, np.ndarray]:
    """Views of the rows whose mask lacks `bit` and of their partners that have it."""
    split = table.reshape(-1, 2, (1 << bit) * table.shape[1])
    return split[:, 0], split[:, 1]


@dataclass(frozen=True)
class _Cube(ConceptClass):
    """What the two classes on {0, 1}^d share.

    Parameters
    ----------
    d : int
        Number of bits, 1 .. 10,000 (tables only for d <= 20).
    """

    d: int
    _limit = "d = 20"

    def __post_init__(self):
        object.__setattr__(self, "d", check.integer("d", self.d, 1, MAX_DIMENSION))

    @property
    def n_hypotheses(self) -> int:
        """2^d."""
        return 1 << self.d

    @property
    def domain_size(self) -> int:
        """2^d."""
        return 1 << self.d

    @property
    def vc_dim(self) -> int:
        """d: the points with one zero (conjunctions) or one 1 (parities) are shattered."""
        return self.d

    def domain(self) -> np.ndarray:
        """All points of {0, 1}^d in the order of their masks: int8, shape (2^d, d)."""
        if self.domain_size > MAX_TABLE:
            raise ValueError(f"d must be an integer >= 1 and <= 20 for a table of the domain; got {self.d}")
        masks = np.arange(self.domain_size)
        return np.stack([(masks >> i) & 1 for i in range(self.d)], axis=1).astype(np.int8)

    def cell_index(self, x) -> np.ndarray:
        """Bit mask of each point.

        Parameters
        ----------
        x : array of 0/1, shape (n, d)

        Returns
        -------
        ndarray of int64, shape (n,)
        """
        if self.d > _MAX_INDEX_BITS:
            raise ValueError(f"d must be an integer >= 1 and <= {_MAX_INDEX_BITS} for cell indices; got {self.d}")
        bits = check.array("x", x, (None, self.d), low=0, high=1, integral=True)
        return bits @ (1 << np.arange(self.d, dtype=np.int64))


@dataclass(frozen=True)
class Conjunctions(_Cube):
    """Monotone conjunctions: h_S(x) = AND of x_i over i in S (LN, section 1).

    Hypothesis index = bit mask of S: bit i set means that coordinate i is in the AND; index 0
    is the constant 1.

    Parameters
    ----------
    d : int
        Number of bits, 1 .. 10,000 (tables only for d <= 20).
    """

    def _predict(self, hypotheses, cells):
        return (hypotheses[:, None] & ~cells) == 0  # no bit of S is a zero of x

    def _mistakes(self, counts0, counts1):
        # h_S says 1 exactly on the supersets of S: wrong on the zeros there, and on the ones elsewhere.
        excess = counts0 - counts1
        for bit in range(self.d):
            without, having = pairs(excess, bit)
            without += having
        excess += counts1.sum(axis=0)
        return excess


@dataclass(frozen=True)
class Parities(_Cube):
    """Parities: c_r(x) = <r, x> mod 2 (N17, example 2).

    Hypothesis index = bit mask of r; index 0 is the constant 0.

    Parameters
    ----------
    d : int
        Number of bits, 1 .. 10,000 (tables only for d <= 20).
    """

    def _predict(self, hypotheses, cells):
        return (np.bitwise_count(hypotheses[:, None] & cells) & 1).astype(bool)

    def _mistakes(self, counts0, counts1):
        # <r, x> mod 2 = (1 - (-1)^<r, x>)/2, so mistakes = (n + sum_x (counts1 - counts0)(-1)^<r, x>)/2.
        signed = counts1 - counts0
        for bit in range(self.d):
            without, having = pairs(signed, bit)
            total = without + having
            np.subtract(without, having, out=having)
            without[...] = total
        signed += counts0.sum(axis=0) + counts1.sum(axis=0)
        return signed // 2 if signed.dtype.kind == "i" else signed / 2
