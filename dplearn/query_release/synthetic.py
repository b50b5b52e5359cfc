"""Synthetic records from a released histogram: what a reader can download.

Records drawn or rounded from a private histogram are post-processing: they satisfy the same (ε, δ) as the histogram, as
long as nothing else about the data enters (their number, too, must be public).

Three ways to turn p over X into N records:

* "systematic": lay the cells N p(x) end to end on a line and put a record at u, u + 1, u + 2, ..., u uniform in [0, 1).  Every
  cell gets ⌊N p(x)⌋ records or one more, N p(x) on average, and every range of neighboring cells is off by less than one
  record.  A query in [0, 1] changes by at most |X|/(2N), typically by far less, as what is rounded up and down cancels;
* "rounding": ⌊N p(x)⌋ records of each cell, and one more of each of the cells with the largest remainders.  A query in [0, 1]
  changes by at most |X|/(4N): errors in counts sum to zero, so no query gains more than the remainders f that were dropped.
  If R of the U cells with a remainder got one more, the others, with the smallest remainders, dropped at most their
  share (U - R) R/U <= U/4 of Σf = R.  Not random, and biased: where |X| is larger than N, thinly spread weight is all lost;
* "sampling": N independent draws.  A query's error has a standard deviation of at most 1/(2√N), whatever |X| is, and k queries
  in [0, 1] are all within √(ln(2k/β)/(2N)) with chance 1 - β (Hoeffding).

With N = 45,222 and the product law of adult_bits' 16 shares (65,536 cells) the 3-way marginals move by about 0.0014, 0.015 and
0.0066 (a test holds the order).

Bit i of cell x is (x >> i) & 1.

References: U17, "Towards PMW" (synthetic data); DR14, Proposition 2.1 (post-processing).
"""

from __future__ import annotations

import csv
import io

import numpy as np

from .. import _validate as check
from .workloads import MAX_BITS, one_name_each

__all__ = ["records_csv", "synthetic_records"]

MOST_RECORDS = 10**8
METHODS = ("systematic", "rounding", "sampling")


def synthetic_records(histogram, n_records, *, rng, method="systematic") -> np.ndarray:
    """Records of bits whose histogram is nearly the one given.

    Parameters
    ----------
    histogram : array (2^k,), sums to 1, 1 <= k <= 24
        The released one: the records are as private as it is.
    n_records : int, 1 <= N, N·k <= 1e8
    rng : numpy.random.Generator
        Draws the cells, except for "rounding", and the order of the records.
    method : {"systematic", "rounding", "sampling"}
        Evenly spaced, by largest remainders (ties to the lower cell), or independent draws; the module's note has the errors.

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
    rng, method = check.generator("rng", rng), check.choice("method", method, METHODS)
    histogram = histogram / histogram.sum()
    if method == "systematic":
        before = np.floor(np.cumsum(histogram[:-1]) * n_records + rng.random())     # records before each cell but the first
        counts = np.diff(np.minimum(before, n_records), prepend=0, append=n_records).astype(np.int64)
    elif method == "rounding":
        counts = _rounded(histogram * n_records, n_records)
    else:
        counts = rng.multinomial(n_records, histogram)
    cells = rng.permutation(np.repeat(np.arange(len(histogram)), counts))
    return (cells[:, None] >> np.arange(n_bits) & 1).astype(bool)


def _rounded(wanted, total) -> np.ndarray:
    """Whole numbers that sum to `total`, each the floor or the ceiling of what is wanted: largest remainders go up."""
    nearest = np.round(wanted)
    wanted = np.where(np.abs(wanted - nearest) < 1e-9 * np.maximum(nearest, 1), nearest, wanted)   # 3 x 0.1 is a whole tenth
    counts = np.floor(wanted).astype(np.int64)
    up = np.argsort(counts - wanted, kind="stable")[: total - counts.sum()]
    counts[up] += 1
    return counts


def records_csv(records, names) -> str:
    """The records as CSV text: a line of names, then a line of 0/1 for each record.

    Parameters
    ----------
    records : array (n, k) of 0/1 or bool
    names : sequence of k different str
    """
    records = check.array("records", records, (None, None), low=0, high=1, integral=True)
    names = one_name_each("names", names, records.shape[1])
    if len(set(names)) < len(names):
        raise ValueError(f"names must all be different; got {names}")
    header = io.StringIO()
    csv.writer(header, lineterminator="\n").writerow(names)
    lines = np.full((len(records), 2 * len(names)), ord(","), dtype=np.uint8)
    lines[:, ::2] = records + ord("0")
    lines[:, -1] = ord("\n")             # in place of a line's last comma
    return header.getvalue() + lines.tobytes().decode("ascii")
