"""Noise once on every cell of the histogram: the obvious rival of all that learns.

One record replaced takes 1/n from one cell and gives it to another, so the whole histogram has l1-sensitivity 2/n and
Euclidean sensitivity √2/n, however many cells there are.  Laplace noise of scale 2/(εn) on each makes it ε-private with
δ = 0, Gaussian noise (ε, δ)-private, and whatever is computed from the noisy cells, any number of answers, costs
nothing more.  The price is that an answer adds up the noise of all cells that it counts: m cells, √m times the noise
of one, up to √|X|/2 times (`cells_bound`).  The number of questions hardly counts, the universe
counts by its root.

**Projections** are post-processing.  The sum is mended: what it lacks of 1 is spread evenly over the cells, the nearest
values with the right sum, which never makes an answer's error larger (its variance falls by m²/|X| cells' worth).
`nearest_distribution` gives the nearest distribution, hence records: all cells are lowered by one number, and what is
below zero is cut off.  Where most cells are all but empty, that takes weight from the full ones for noise that happens
to be positive: it helps on few cells and harms on many.

**Synthetic records.** Records rounded from a private histogram are post-processing: they satisfy the same (ε, δ) as
the histogram, as long as nothing else about the data enters (their number, too, must be public).  Lay the cells end to
end on a line of length N, and put records at 1/2, 3/2, ..., N - 1/2: each cell gets its N p(x) but for less than one.
The errors in counts sum to zero, so a query in [0, 1] changes by at most |X|/(2N).  Not random.

**Relation.**  REPLACE_ONE, n public.  Under ADD_REMOVE one cell's *count* moves by 1: Laplace noise of scale 1/ε on
counts, half as much, is ε-private there.  But then n is private too: dividing by it
is not allowed, and shares need a noisy n.

Names: histogram queries (DR14, Example 3.2), the perturbed histogram (Wasserman and Zhou 2010), in the matrix mechanism
the identity strategy (Li, Hay, Rastogi, Miklau and McGregor 2010).

References: DR14, Theorem 3.6 and Example 3.2; Duchi, Shalev-Shwartz, Singer and Chandra 2008 (the projection).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..privacy import Guarantee, Relation
from .formulas import answer_scale
from .multiplicative import ReadOnly
from .workloads import MAX_BITS, MOST_RECORDS

MOST_SYNTHETIC = 10**8


@dataclass(frozen=True, eq=False)
class Answers(ReadOnly):
    """Noisy answers, or cells: `values`, the noise's `scale` (b of Laplace, σ of Gaussian noise), the `guarantee`."""

    values: np.ndarray
    scale: float
    guarantee: Guarantee


def nearest_distribution(values) -> np.ndarray:
    """The distribution nearest to `values` in Euclidean distance: max(v - s, 0), with the s that makes the sum 1.

    values : array (universe_size,), numbers within ±1e6.  Cost: a sort.
    """
    values = check.array("values", values, (None,), low=-1e6, high=1e6)
    ordered = np.sort(values)[::-1]
    s = (np.cumsum(ordered) - 1) / np.arange(1, len(ordered) + 1)      # if that many of the largest cells stay
    lowered = np.maximum(values - s[ordered > s][-1], 0)
    return lowered / lowered.sum()                                     # for the rounding


def noisy_histogram(histogram, *, n, epsilon, rng) -> Answers:
    """The histogram with Laplace noise of its own on every cell, and its sum mended.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    n : int >= 1, number of records, public
    epsilon : float > 0
    rng : numpy.random.Generator

    Returns
    -------
    Answers, its `values` (universe_size,) those of the cells: ``queries.answers(values)`` answers any queries.

    Notes
    -----
    Privacy: (ε, 0)-DP under REPLACE_ONE; private are the records, public n, the universe, the scale.
    Source: DR14, Theorem 3.6 and Example 3.2.
    """
    histogram = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    n, rng, cells = check.integer("n", n, 1, MOST_RECORDS), check.generator("rng", rng), len(histogram)
    scale = answer_scale(1, n=n, epsilon=one_epsilon(epsilon), by="marginal")               # 2/(εn)
    values = histogram + rng.laplace(scale=scale, size=cells)
    note = f"records private; n and universe public; Laplace noise of scale {scale:.6g} on each of {cells} cells"
    return Answers(values - (values.sum() - 1) / cells, scale, Guarantee(epsilon, 0.0, Relation.REPLACE_ONE, note))


def synthetic_records(histogram, n_records, *, rng) -> np.ndarray:
    """Records of bits whose histogram is the one given, rounded: each cell's count to within one record.

    Parameters
    ----------
    histogram : array (2^k,), sums to 1, 1 <= k <= 24
        The released one: the records are as private as it is.
    n_records : int, 1 <= N, N·k <= 1e8
    rng : numpy.random.Generator, draws the order of the records

    Returns
    -------
    bool array (n_records, k), in random order; bit i of a cell's index is column i

    Notes
    -----
    Privacy: post-processing, the guarantee of `histogram` (given a public N).  Cost: O(2^k + N k).
    """
    histogram = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    n_bits = len(histogram).bit_length() - 1
    if len(histogram) != 1 << n_bits or not 1 <= n_bits <= MAX_BITS:
        raise ValueError(f"histogram must have 2^k cells, 1 <= k <= {MAX_BITS}; got {len(histogram)}")
    n_records = check.integer("n_records", n_records, 1, MOST_SYNTHETIC // n_bits)
    ends = np.floor(n_records * np.cumsum(histogram / histogram.sum()) + 0.5).astype(np.int64)
    cells = np.repeat(np.arange(len(histogram)), np.diff(ends, prepend=0))
    return (check.generator("rng", rng).permutation(cells)[:, None] >> np.arange(n_bits) & 1).astype(bool)
