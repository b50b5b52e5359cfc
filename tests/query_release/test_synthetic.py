"""Synthetic records: rounding within its bound, their bits and their order."""

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.simulate import stream


@pytest.mark.parametrize("k", [1, 3, 6])
def test_each_cell_is_within_a_record(k):
    rng = stream(1, "rounding", k)
    for p in [np.full(2**k, 2.0**-k), np.eye(2**k)[1], *rng.dirichlet(np.full(2**k, 0.3), 4)]:
        for n in (1, 3, 10, 97):
            off = n * (qr.histogram_of(qr.synthetic_records(p, n, rng=rng)) - p)
            # the worst query in [0, 1] takes every cell that gained (or every cell that lost)
            assert abs(off).max() < 1 and abs(off.sum()) < 1e-9 and np.maximum(off, 0).sum() <= p.size / 2
    counts = rng.multinomial(97, np.full(2**k, 2.0**-k))       # what n records can have, they keep
    assert (97 * qr.histogram_of(qr.synthetic_records(counts / 97, 97, rng=rng))).round().tolist() == counts.tolist()


def test_bits_and_order():
    cell6 = [0, 0, 0, 0, 0, 0, 1.0, 0]     # 110: bits 1 and 2
    records = qr.synthetic_records(cell6, 3, rng=stream(4, "bits", 0))
    assert records.dtype == bool and (records == [[False, True, True]] * 3).all()
    half = qr.synthetic_records([0.5, 0.5], 1_000, rng=stream(4, "order", 0))[:, 0]
    assert 100 < half[:500].sum() < 400                                   # not sorted by cell
