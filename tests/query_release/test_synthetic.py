"""Synthetic records: rounding within its bound, sampling by its law, a CSV that comes back."""

import csv
import io
import math

import numpy as np
import pytest

from dplearn.data import load_adult_bits
from dplearn.query_release import Marginals, histogram_of, max_error, survey_histogram, synthetic
from dplearn.simulate import stream

FALSE_ALARM = 1e-6   # of one test


def largest_remainders(histogram, n):
    """Counts, one record at a time: floors first, then the cell that lacks most (the lowest of equals)."""
    counts = [math.floor(n * p + 1e-9) for p in histogram]
    lack = [n * p - c for p, c in zip(histogram, counts)]
    while sum(counts) < n:
        most = next(i for i, x in enumerate(lack) if x >= max(lack) - 1e-12)
        counts[most] += 1
        lack[most] -= 1
    return np.array(counts)


def histograms(rng):
    for k in (1, 2, 3, 4, 6):
        yield np.full(2**k, 2.0**-k)
        yield np.eye(2**k)[rng.integers(2**k)]
        yield from rng.dirichlet(np.full(2**k, 0.3), 12)
        yield rng.multinomial(10, np.full(2**k, 2.0**-k)) / 10


# ---- rounding ------------------------------------------------------------------------------------

def test_rounding_is_by_largest_remainders_and_within_its_bound():
    rng = stream(1, "rounding", 0)
    for p in histograms(rng):
        for n in (1, 2, 3, 10, 30, 97, 1_000):
            made = histogram_of(synthetic.synthetic_records(p, n, rng=rng, method="rounding"))
            assert np.array_equal(np.round(made * n), largest_remainders(p, n))
            assert np.abs(made - p).max() < 1 / n
            # the worst query in [0, 1] takes every cell that gained (or every cell that lost)
            assert np.maximum(made - p, 0).sum() <= p.size / (4 * n) + 1e-12
            assert np.maximum(p - made, 0).sum() <= p.size / (4 * n) + 1e-12


def test_the_bound_is_reached():
    """Half a record in every cell: half of the cells get one."""
    p, n = np.full(16, 1 / 16), 8
    made = histogram_of(synthetic.synthetic_records(p, n, rng=stream(2, "half", 0), method="rounding"))
    assert np.maximum(made - p, 0).sum() == pytest.approx(16 / (4 * n))


@pytest.mark.parametrize("method", ["systematic", "rounding"])
def test_multiples_of_a_record_come_back_exactly(method):
    """3 x 0.1 is not three tenths in floats, yet three records it must be."""
    for counts in ([3, 1, 6, 0], [1, 1, 1, 0], [7, 0, 0, 42], [33, 33, 33, 1]):
        n = sum(counts)
        for p in (np.array(counts) / n, np.array([c * (1 / n) for c in counts])):
            records = synthetic.synthetic_records(p / p.sum(), n, rng=stream(3, "tenths", 0), method=method)
            assert histogram_of(records) * n == pytest.approx(counts)


def test_bits_and_order():
    cell6 = [0, 0, 0, 0, 0, 0, 1.0, 0]     # 110: bits 1 and 2
    records = synthetic.synthetic_records(cell6, 3, rng=stream(4, "bits", 0))
    assert records.dtype == bool and (records == [[False, True, True]] * 3).all()
    half = synthetic.synthetic_records([0.5, 0.5], 1_000, rng=stream(4, "order", 0))[:, 0]
    assert 100 < half[:500].sum() < 400                                   # not sorted by cell
    for method in synthetic.METHODS:
        same = [synthetic.synthetic_records([0.25] * 4, 99, rng=stream(4, "same", 0), method=method) for _ in range(2)]
        assert (same[0] == same[1]).all()


# ---- evenly spaced -------------------------------------------------------------------------------

def test_evenly_spaced_records_are_within_their_bounds():
    rng = stream(9, "systematic", 0)
    for p in histograms(rng):
        for n in (1, 2, 3, 10, 97, 1_000):
            made = histogram_of(synthetic.synthetic_records(p, n, rng=rng))
            off = np.cumsum(made - p) * n
            ranges = off[:, None] - np.concatenate([[0.0], off])     # from any cell to any other, and from the first
            assert np.abs(ranges).max() < 1 + 1e-9
            assert np.maximum(made - p, 0).sum() <= p.size / (2 * n) + 1e-12


def test_evenly_spaced_records_are_right_on_average():
    """Each cell's count less its floor is 0 or 1 with the remainder as mean: Hoeffding, all cells at once."""
    runs, n = 20_000, 5
    rng = stream(10, "on average", 0)
    p = rng.dirichlet(np.ones(4))
    total = sum(histogram_of(synthetic.synthetic_records(p, n, rng=rng)) for _ in range(runs))
    assert np.abs(total / runs - p).max() * n <= math.sqrt(math.log(2 * 4 / FALSE_ALARM) / (2 * runs))


# ---- sampling ------------------------------------------------------------------------------------

def test_sampling_is_within_hoeffding_of_the_histogram():
    rng, n = stream(5, "sampling", 0), 50_000
    p = rng.dirichlet(np.full(64, 0.2))
    made = histogram_of(synthetic.synthetic_records(p, n, rng=rng, method="sampling"))
    queries = rng.integers(0, 2, (1_000, 64))
    allowed = math.sqrt(math.log(2 * 1_000 / FALSE_ALARM) / (2 * n))       # Hoeffding, all queries at once
    assert np.abs(queries @ (made - p)).max() <= allowed
    assert (made[p < 1e-12] == 0).all()


def test_sampling_is_not_rounding():
    """Ten thousand single records from a fair coin: 4,700 to 5,300 ones but for 2 e^-18 = 3e-8 (Hoeffding)."""
    rng = stream(6, "coin", 0)
    drawn = np.array([synthetic.synthetic_records([0.5, 0.5], 1, rng=rng, method="sampling")[0, 0] for _ in range(10_000)])
    assert 4_700 < drawn.sum() < 5_300
    rounded = {bool(synthetic.synthetic_records([0.5, 0.5], 1, rng=rng, method="rounding")[0, 0]) for _ in range(20)}
    assert rounded == {False}     # a tie goes to the lower cell


def test_where_cells_outnumber_records():
    """The product law of adult_bits' shares on 2^16 cells, 45,222 records: the numbers of the module's note."""
    bits, workload = load_adult_bits(), Marginals(16, 3)
    p = survey_histogram(bits.x.mean(axis=0), 16)
    off = {method: max_error(workload, p, histogram_of(
        synthetic.synthetic_records(p, bits.n, rng=stream(11, method, 0), method=method))) for method in synthetic.METHODS}
    assert 5e-4 < off["systematic"] < 0.003 < off["sampling"] < 0.011
    assert off["rounding"] == pytest.approx(0.0153, abs=5e-5)


# ---- CSV -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("names", [["a"], ["male", "married", "age 30-39"], ['a "quoted" name', "with, comma", "x\ny"]])
def test_csv_comes_back(names):
    records = stream(7, "csv", 0).integers(0, 2, (50, len(names)))
    text = synthetic.records_csv(records, names)
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == names and np.array_equal(np.array(rows[1:], dtype=int), records)
    assert text.endswith("\n") and text == synthetic.records_csv(records.astype(bool), tuple(names))


def test_csv_of_one_record():
    assert synthetic.records_csv([[1, 0]], ["a", "b"]) == "a,b\n1,0\n"


# ---- arguments -----------------------------------------------------------------------------------

RNG = dict(rng=stream(8, "bad", 0))


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: synthetic.synthetic_records([0.5, 0.6], 3, **RNG), "histogram"),
        (lambda: synthetic.synthetic_records([0.5, 0.25, 0.25], 3, **RNG), "histogram"),
        (lambda: synthetic.synthetic_records([1.0], 3, **RNG), "histogram"),
        (lambda: synthetic.synthetic_records([1.5, -0.5], 3, **RNG), "histogram"),
        (lambda: synthetic.synthetic_records([[0.5, 0.5]], 3, **RNG), "histogram"),
        (lambda: synthetic.synthetic_records([math.nan, 1.0], 3, **RNG), "histogram"),
        (lambda: synthetic.synthetic_records([0.5, 0.5], 0, **RNG), "n_records"),
        (lambda: synthetic.synthetic_records([0.5, 0.5], 2.5, **RNG), "n_records"),
        (lambda: synthetic.synthetic_records([0.5, 0.5], 3, method="round", **RNG), "method"),
        (lambda: synthetic.synthetic_records([0.5, 0.5], 3, rng=1), "rng"),
        (lambda: synthetic.records_csv([[2, 0]], ["a", "b"]), "records"),
        (lambda: synthetic.records_csv([1, 0], ["a", "b"]), "records"),
        (lambda: synthetic.records_csv([[1, 0]], ["a"]), "names"),
        (lambda: synthetic.records_csv([[1, 0]], ["a", "a"]), "names"),
        (lambda: synthetic.records_csv([[1, 0]], ["a", 2]), "names"),
        (lambda: synthetic.records_csv([[1]], "a"), "names"),
    ],
)  # fmt: skip
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()
