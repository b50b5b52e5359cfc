"""The Walsh-Hadamard transform on {0, 1}^k, whole or only its coefficients of low degree: the engine behind
`Marginals`.

The coefficient of a set S of bits is Σ_x (-1)^{|S & x|} p(x).  A marginal on d bits is made of the 2^d coefficients
of subsets of these bits, so the marginals on d bits each need the coefficients with |S| <= d alone.

The transform is a tensor product over groups of bits, and so is a table that holds all |S| <= d (each group keeps its
sets of at most d bits).  A group of 6 bits is one product with a matrix of at most 64 x 64, which the linear algebra
library does at full speed: k/6 passes over the memory in place of k, and each of them shrinks the table.

Arguments are not checked here.
"""

from __future__ import annotations

import functools

import numpy as np

_GROUP = 6  # bits a matrix product: measured, 4 to 8 are within a factor of 2


@functools.cache
def _masks(n_bits: int, degree: int) -> np.ndarray:
    """The masks of n_bits bits with at most `degree` ones, ascending."""
    masks = np.arange(1 << n_bits)
    return masks[np.bitwise_count(masks) <= degree]


@functools.cache
def _signs(n_bits: int, degree: int) -> np.ndarray:
    """(-1)^{|S & x|}: a row for each of `_masks`, a column for each x."""
    odd = np.bitwise_count(_masks(n_bits, degree)[:, None] & np.arange(1 << n_bits)) & 1
    return 1.0 - 2.0 * odd


def _groups(n_bits: int) -> list[int]:
    """Sizes of the groups of bits, lowest bits first: as few as can be, as equal as can be."""
    groups = max(1, -(-n_bits // _GROUP))
    return [n_bits // groups + (i < n_bits % groups) for i in range(groups)]


def _tensor_product(table: np.ndarray, factors: list[np.ndarray]) -> np.ndarray:
    """Apply factor j to group j of each row of `table` (batch, cells): cells are indexed with group 0 fastest.

    A pass takes the fastest axis and puts its image first.  After all of them the groups stand in their old order, and
    the batch comes last; no pass copies anything, as a matrix product reads transposed tables as they are.
    """
    batch = len(table)
    for factor in factors:
        table = factor @ table.reshape(-1, factor.shape[1]).T
    return table.reshape(-1, batch).T


def walsh_hadamard(table: np.ndarray) -> np.ndarray:
    """Σ_x (-1)^{|S & x|} p(x) at each bit mask S, for each row p of (batch, 2^k); applied twice it multiplies
    by 2^k."""
    return _tensor_product(table, [_signs(g, g) for g in _groups(table.shape[1].bit_length() - 1)])


class LowDegree:
    """The coefficients with |S| <= degree of functions on {0, 1}^n_bits.

    The table holds the sets with at most `degree` bits in each group, and so a few of higher degree too (at k = 16 and
    degree 3, 28,392 in place of 697).  `position` says where a set stands.
    """

    def __init__(self, n_bits: int, degree: int):
        groups = _groups(n_bits)
        kept = [min(degree, g) for g in groups]
        self._factors = [_signs(g, d) for g, d in zip(groups, kept)]
        masks, done = np.zeros(1, dtype=np.int64), 0
        for g, d in zip(groups, kept):
            masks = ((_masks(g, d) << done)[:, None] | masks).ravel()
            done += g
        self._masks = masks  # ascending: each factor's are, and the highest bits are the slowest axis

    def position(self, masks: np.ndarray) -> np.ndarray:
        """Where the sets with these masks (at most `degree` bits each) stand in the table."""
        return np.searchsorted(self._masks, masks)

    def coefficients(self, table: np.ndarray) -> np.ndarray:
        """(batch, 2^n_bits) -> (batch, size of the table)."""
        return _tensor_product(table, self._factors)
