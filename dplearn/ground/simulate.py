"""Replication: many runs of one random experiment, in chunks, with an honest band.

A *draw* is a function ``draw(rng, runs) -> array (runs, points)``: each row is one independent
run, each column one place on the x axis of a figure.  This module repeats draws, adds up their
moments and turns them into an estimate of the mean with a confidence band.

* **Streams.**  Chunk c of a replication draws from its own stream, made from (seed, name, c) by
  `numpy.random.SeedSequence`: a chunk is the same whoever draws it, and when.
* **Bands.**  A band says at each point of the x axis (pointwise) where the mean lies, with the
  stated confidence.  Two kinds: ``clopper-pearson`` for events (exact for 0/1 outcomes), ``normal``
  for others (central limit theorem: approximate, and said to be so in the label).
* **Interruption.**  Ctrl-C keeps what was computed: the estimate returned has fewer runs.

References: Clopper and Pearson 1934; Chan, Golub and LeVeque 1983.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from . import _validate as check

BANDS = ("clopper-pearson", "normal")
CONFIDENCE = 0.99  # of a band, at each point separately
LARGEST = 1e140  # of an outcome: squares of 2^40 of them stay finite
MOST_CHUNKS = 10**6  # of one replication
MOST_RUNS = 10**9  # of one chunk


def stream(seed: int, name: str, chunk: int) -> np.random.Generator:
    """The random stream of one chunk: a function of (seed, name, chunk) and of nothing else."""
    seed = check.integer("seed", seed, 0)
    chunk = check.integer("chunk", chunk, 0)
    key = (zlib.crc32(check.text("name", name).encode()), chunk)
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


@dataclass(frozen=True)
class Moments:
    """Count, sum and squared deviations of the runs so far; adding two of them joins the runs.

    `total` and `deviations` (sum of squared distances from the mean) have shape (points,), `runs` is their
    common count; `events` says whether all outcomes are 0 or 1.  Deviations are joined as in
    Chan, Golub and LeVeque 1983: a sum of squares would lose a small variance beside a large mean.
    """

    runs: int
    total: np.ndarray
    deviations: np.ndarray
    events: bool

    @classmethod
    def of(cls, samples) -> Moments:
        """The moments of samples of shape (runs, points); raises on NaN or infinity."""
        if isinstance(samples, np.ndarray) and samples.dtype == bool and samples.ndim == 2 and samples.size:
            hits = samples.sum(axis=0, dtype=np.int64).astype(float)
            return cls(len(samples), hits, hits * (1 - hits / len(samples)), True)
        samples = check.array("samples", samples, (None, None), low=-LARGEST, high=LARGEST)
        total = samples.sum(axis=0)
        deviations = np.square(samples - total / len(samples)).sum(axis=0)
        return cls(len(samples), total, deviations, bool(((samples == 0) | (samples == 1)).all()))

    def __add__(self, other: Moments) -> Moments:
        runs = self.runs + other.runs
        between = np.square(self.mean - other.mean) * (self.runs * other.runs / runs)
        return Moments(runs, self.total + other.total, self.deviations + other.deviations + between,
                       self.events and other.events)

    @property
    def mean(self) -> np.ndarray:
        """Mean of the runs, shape (points,)."""
        return self.total / self.runs

    @property
    def variance(self) -> np.ndarray:
        """Sample variance with divisor runs - 1 (zero for a single run)."""
        return self.deviations / max(self.runs - 1, 1)


@dataclass(frozen=True)
class Estimate:
    """A simulated mean with its band: arrays of shape (points,), the number of runs, and words."""

    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    runs: int
    band: str

    @property
    def label(self) -> str:
        """What the band is, for a figure: confidence, kind, runs."""
        kind = "Clopper-Pearson" if self.band == "clopper-pearson" else "normal approximation"
        return (f"{100 * CONFIDENCE:g}% band ({kind}, pointwise), {self.runs:,} "
                f"run{'s' * (self.runs > 1)}")


def clopper_pearson(hits, runs, confidence: float):
    """Exact two-sided confidence limits for the probability of an event seen `hits` times in `runs`.

    Returns (low, high), arrays of the shape of `hits`.  Covers with at least the stated
    confidence at every true probability (Clopper and Pearson 1934).
    """
    confidence = check.fraction("confidence", confidence)
    runs = check.integer("runs", runs, 1)
    hits = check.array("hits", hits, low=0, high=runs)
    if runs > 2**53:
        raise ValueError(f"runs must be at most 2**53; got {runs}")
    tail = (1 - confidence) / 2
    low = np.where(hits > 0, special.betaincinv(np.maximum(hits, 1), runs - hits + 1, tail), 0.0)
    high = np.where(hits < runs, special.betaincinv(hits + 1, np.maximum(runs - hits, 1), 1 - tail), 1.0)
    return low, high


def estimate(moments: Moments, *, band: str) -> Estimate:
    """The estimate and its band, one of ``BANDS``, from moments.

    Raises ValueError where outcomes under a ``clopper-pearson`` band are not 0 or 1.
    """
    check.instance("moments", moments, Moments)
    band = check.choice("band", band, BANDS)
    if band == "clopper-pearson":
        if not moments.events:
            raise ValueError("band 'clopper-pearson' needs outcomes 0 or 1; use 'normal' for others")
        low, high = clopper_pearson(np.round(moments.total), moments.runs, CONFIDENCE)
    else:
        half = -special.ndtri((1 - CONFIDENCE) / 2) * np.sqrt(moments.variance / moments.runs)
        low, high = moments.mean - half, moments.mean + half
    return Estimate(moments.mean, low, high, moments.runs, band)


def one_chunk(draw: Callable, seed: int, name: str, index: int, size: int) -> Moments:
    """The moments of chunk `index`, from its own stream."""
    index, size = check.integer("index", index, 0), check.integer("size", size, 1, MOST_RUNS)
    return Moments.of(check.function("draw", draw)(stream(seed, name, index), size))


def run(draw: Callable, *, runs: int, chunk: int, seed: int, name: str = "") -> Moments:
    """The moments of all `runs` of ``draw(rng, runs) -> (runs, points)``; an interrupt (Ctrl-C) returns what was
    computed so far."""
    chunk, so_far = check.integer("chunk", chunk, 1, MOST_RUNS), None
    runs = check.integer("runs", runs, 1, MOST_CHUNKS * chunk)
    try:
        for i, start in enumerate(range(0, runs, chunk)):
            part = one_chunk(draw, seed, name, i, min(chunk, runs - start))
            so_far = part if so_far is None else so_far + part
    except KeyboardInterrupt:
        if so_far is None:
            raise
    return so_far
