"""Synthetic records: rounding within its bound, their bits and their order."""

import math

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.simulate import stream


def largest_remainders(histogram, n):
    """Counts, one record at a time: floors first, then the cell that lacks most (the lowest of equals)."""
    counts = [math.floor(n * p + 1e-9) for p in histogram]
    lack = [n * p - c for p, c in zip(histogram, counts)]
    while sum(counts) < n:
        most = next(i for i, x in enumerate(lack) if x >= max(lack) - 1e-12)
        counts[most] += 1
        lack[most] -= 1
    return np.array(counts)


@pytest.mark.parametrize("k", [1, 3, 6])
def test_rounding_is_by_largest_remainders_and_within_its_bound(k):
    rng = stream(1, "rounding", k)
    tenths = rng.multinomial(10, np.full(2**k, 2.0**-k)) / 10       # 3 x 0.1 is no three tenths in floats
    for p in [np.full(2**k, 2.0**-k), np.eye(2**k)[1], tenths, *rng.dirichlet(np.full(2**k, 0.3), 4)]:
        for n in (1, 3, 10, 97):
            made = qr.histogram_of(qr.synthetic_records(p, n, rng=rng))
            assert np.array_equal(np.round(made * n), largest_remainders(p, n))
            # the worst query in [0, 1] takes every cell that gained (or every cell that lost)
            assert max(np.maximum(made - p, 0).sum(), np.maximum(p - made, 0).sum()) <= p.size / (4 * n) + 1e-12
    # the bound is reached with half a record in every cell: half of the cells get one
    made = qr.histogram_of(qr.synthetic_records(np.full(2**k, 2.0**-k), 2**k // 2, rng=rng))
    assert np.maximum(made - 2.0**-k, 0).sum() == pytest.approx(1 / 2)


def test_bits_and_order():
    cell6 = [0, 0, 0, 0, 0, 0, 1.0, 0]     # 110: bits 1 and 2
    records = qr.synthetic_records(cell6, 3, rng=stream(4, "bits", 0))
    assert records.dtype == bool and (records == [[False, True, True]] * 3).all()
    half = qr.synthetic_records([0.5, 0.5], 1_000, rng=stream(4, "order", 0))[:, 0]
    assert 100 < half[:500].sum() < 400                                   # not sorted by cell
