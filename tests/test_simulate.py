"""Replication: streams, joining, bands, executors, interruption."""

import itertools
from contextlib import nullcontext

import numpy as np
import pytest
from scipy import stats

from dplearn import simulate
from dplearn.simulate import Moments


def coin(rng, runs, share=0.3, points=4):
    return rng.random((runs, points)) < share


# ---- streams and executors


def test_a_stream_depends_on_seed_name_and_chunk():
    keys = [(1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1)]
    first, again = ([simulate.stream(*key).random() for key in keys] for _ in range(2))
    assert first == again and len(set(first)) == 4


# ---- moments


@pytest.mark.parametrize("center", [0.0, 1e8])
def test_joined_moments_are_those_of_all_runs(center):
    samples = center + np.random.default_rng(1).random((101, 3))
    joined = sum((Moments.of(part) for part in np.array_split(samples[1:], 9)), Moments.of(samples[:1]))
    np.testing.assert_allclose(joined.mean, samples.mean(axis=0), rtol=1e-13)
    # A sum of squares would keep nothing of the variance (1/12) beside centers of this size.
    np.testing.assert_allclose(joined.variance, samples.var(axis=0, ddof=1), rtol=1e-9 + 1e-14 * abs(center))


def test_a_nan_among_the_runs_stops_the_replication():
    def broken(rng, runs):
        return np.where(rng.random((runs, 2)) < 0.1, np.nan, 0.0)

    with pytest.raises(ValueError, match="samples must be finite"):
        simulate.run(broken, runs=500, chunk=100, seed=1)


# ---- bands


@pytest.mark.parametrize("runs", [1, 7])
def test_clopper_pearson_covers_exactly(runs, confidence=0.99):
    """Coverage at p is a finite binomial sum: at least the stated confidence everywhere."""
    low, high = simulate.clopper_pearson(np.arange(runs + 1), runs, confidence)
    p = np.concatenate([[0, 1e-9, 1 - 1e-9, 1], np.linspace(0, 1, 401), low[1:] * (1 - 1e-9),
                        high[:-1] * (1 + 1e-9)]).clip(0, 1)
    inside = (low[:, None] <= p) & (p <= high[:, None])
    coverage = (stats.binom.pmf(np.arange(runs + 1)[:, None], runs, p) * inside).sum(axis=0)
    assert coverage.min() >= confidence - 1e-9
    assert ((0 <= low) & (low <= np.arange(runs + 1) / runs) & (np.arange(runs + 1) / runs <= high) & (high <= 1)).all()


@pytest.mark.parametrize("samples", [[[0.5], [0.5]], [[1.0], [2.0]]])
def test_a_band_of_events_refuses_other_outcomes(samples):
    with pytest.raises(ValueError, match="0 or 1"):
        simulate.estimate(Moments.of([[0.0], [1.0]]) + Moments.of(samples), band="clopper-pearson")


# ---- interruption


@pytest.mark.parametrize("at", [3, 0])
def test_an_interrupt_keeps_what_was_computed(at):
    """A reader presses Ctrl-C in call number `at`; before the first chunk there is nothing to keep."""
    calls = itertools.count()

    def draw(rng, runs):
        if next(calls) == at:
            raise KeyboardInterrupt
        return coin(rng, runs)

    with nullcontext() if at else pytest.raises(KeyboardInterrupt):
        kept = simulate.run(draw, runs=100, chunk=10, seed=5, name="ctrl")
        whole = simulate.run(coin, runs=30, chunk=10, seed=5, name="ctrl")
        assert kept.runs == 30 and kept.total.tolist() == whole.total.tolist()
