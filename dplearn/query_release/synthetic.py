"""Synthetic records from a released histogram: what a reader can download.

Records rounded from a private histogram are post-processing: they satisfy the same (ε, δ) as the histogram, as long as
nothing else about the data enters (their number, too, must be public).

N records get ⌊N p(x)⌋ of each cell, and one more of each of the cells with the largest remainders.  A query in [0, 1]
changes by at most |X|/(4N): errors in counts sum to zero, so no query gains more than the remainders f that were
dropped. If R of the U cells with a remainder got one more, the others, with the smallest remainders, dropped at most
their share (U - R) R/U <= U/4 of Σf = R.  Not random, and biased: where |X| is larger than N, thinly spread weight is
all lost.

Bit i of cell x is (x >> i) & 1.

References: U17, "Towards PMW" (synthetic data); DR14, Proposition 2.1 (post-processing).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .workloads import MAX_BITS

MOST_RECORDS = 10**8


def synthetic_records(histogram, n_records, *, rng) -> np.ndarray:
    """Records of bits whose histogram is the one given, rounded by largest remainders (ties to the lower cell).

    Parameters
    ----------
    histogram : array (2^k,), sums to 1, 1 <= k <= 24
        The released one: the records are as private as it is.
    n_records : int, 1 <= N, N·k <= 1e8
    rng : numpy.random.Generator, draws the order of the records

    Returns
    -------
    bool array (n_records, k), in random order

    Notes
    -----
    Privacy: post-processing, the guarantee of `histogram` (given a public N).  Cost: O(2^k ln 2^k + N k).
    """
    histogram = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    n_bits = len(histogram).bit_length() - 1
    if len(histogram) != 1 << n_bits or not 1 <= n_bits <= MAX_BITS:
        raise ValueError(f"histogram must have 2^k cells, 1 <= k <= {MAX_BITS}; got {len(histogram)}")
    n_records = check.integer("n_records", n_records, 1, MOST_RECORDS // n_bits)
    wanted = histogram / histogram.sum() * n_records
    nearest = np.round(wanted)
    whole = np.abs(wanted - nearest) < 1e-9 * np.maximum(nearest, 1)   # 3 x 0.1 is a whole tenth
    wanted = np.where(whole, nearest, wanted)
    counts = np.floor(wanted).astype(np.int64)
    counts[np.argsort(counts - wanted, kind="stable")[: n_records - counts.sum()]] += 1
    cells = check.generator("rng", rng).permutation(np.repeat(np.arange(len(histogram)), counts))
    return (cells[:, None] >> np.arange(n_bits) & 1).astype(bool)
