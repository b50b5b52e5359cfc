"""Replication: many runs of one random experiment, in chunks, with an honest band.

A *draw* is a function ``draw(rng, runs) -> array (runs, points)``: each row is one independent
run, each column one place on the x axis of a figure.  This module repeats draws, adds up their
moments and turns them into an estimate of the mean with a confidence band.

* **Streams.**  Chunk c of a replication draws from its own stream, made from (seed, name, c) by
  `numpy.random.SeedSequence`: a chunk is the same whoever draws it, and when.
* **Bands.**  A band says at each point of the x axis (pointwise) where the mean lies, with the
  stated confidence.  Three kinds, named by the inequality that gives them:
  ``clopper-pearson`` for events (exact for 0/1 outcomes), ``bernstein`` for outcomes in a known
  interval (Maurer and Pontil 2009, Theorem 4, both sides), ``normal`` for unbounded outcomes
  (central limit theorem: approximate, and said to be so in the label).
* **Interruption.**  Ctrl-C keeps what was computed: the estimate returned has fewer runs.

References: Clopper and Pearson 1934; Chan, Golub and LeVeque 1983; Maurer and Pontil 2009,
"Empirical Bernstein bounds and sample variance penalization".
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from . import _validate as check

BANDS = ("clopper-pearson", "bernstein", "normal")
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
    """Count, sum, squared deviations and range of the runs so far; adding two of them joins the runs.

    `total` and `deviations` (sum of squared distances from the mean) have shape (points,), `runs` is their
    common count; `lowest` and `highest` are the ends of all outcomes seen.  Deviations are joined as in
    Chan, Golub and LeVeque 1983: a sum of squares would lose a small variance beside a large mean.
    """

    runs: int
    total: np.ndarray
    deviations: np.ndarray
    lowest: float
    highest: float

    @classmethod
    def of(cls, samples) -> Moments:
        """The moments of samples of shape (runs, points); raises on NaN or infinity."""
        if isinstance(samples, np.ndarray) and samples.dtype == bool and samples.ndim == 2 and samples.size:
            hits = samples.sum(axis=0, dtype=np.int64).astype(float)
            return cls(len(samples), hits, hits * (1 - hits / len(samples)), float(samples.min()), float(samples.max()))
        samples = check.array("samples", samples, (None, None), low=-LARGEST, high=LARGEST)
        total = samples.sum(axis=0)
        deviations = np.square(samples - total / len(samples)).sum(axis=0)
        return cls(len(samples), total, deviations, float(samples.min()), float(samples.max()))

    def __add__(self, other: Moments) -> Moments:
        runs = self.runs + other.runs
        between = np.square(self.mean - other.mean) * (self.runs * other.runs / runs)
        return Moments(runs, self.total + other.total, self.deviations + other.deviations + between,
                       min(self.lowest, other.lowest), max(self.highest, other.highest))

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
    confidence: float
    band: str

    @property
    def label(self) -> str:
        """What the band is, for a figure: confidence, kind, runs."""
        kind = {"clopper-pearson": "Clopper-Pearson", "bernstein": "empirical Bernstein",
                "normal": "normal approximation"}
        return (f"{100 * self.confidence:g}% band ({kind[self.band]}, pointwise), {self.runs:,} "
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


def bernstein_halfwidth(variance, runs: int, confidence: float, width: float):
    """Half-width of the empirical Bernstein band for outcomes in an interval of length `width`.

    Maurer and Pontil 2009, Theorem 4, applied to both sides: with probability >= confidence,
    |mean - truth| <= sqrt(2 V ln(4/b)/runs) + 7 width ln(4/b)/(3 (runs - 1)), b = 1 - confidence.
    """
    variance, runs = check.array("variance", variance, low=0, high=1e300), check.integer("runs", runs, 1, 2**53)
    confidence, width = check.fraction("confidence", confidence), check.real("width", width, 0, 1e151)
    if runs < 2:
        return np.full_like(variance, width)
    log_term = np.log(4 / (1 - confidence))
    return np.sqrt(2 * variance * log_term / runs) + 7 * width * log_term / (3 * (runs - 1))


def estimate(moments: Moments, *, band: str, confidence: float = 0.99, support=(0.0, 1.0)) -> Estimate:
    """The estimate and its band from moments.

    Parameters
    ----------
    band : one of ``BANDS``.
    confidence : in (0, 1), of the band at each point separately.
    support : (low, high), where each outcome is known to lie; used by ``bernstein``.

    Raises
    ------
    ValueError
        If the outcomes are not what the band's inequality asks for: 0 or 1 for ``clopper-pearson``,
        inside the support for ``bernstein``.
    """
    check.instance("moments", moments, Moments)
    band = check.choice("band", band, BANDS)
    confidence = check.fraction("confidence", confidence)
    low_end, high_end = check.interval("support", support)
    mean = moments.mean
    if band == "clopper-pearson":
        # Only outcomes 0 and 1 have this variance at this mean.
        events = np.abs(moments.deviations - moments.total * (1 - mean)) <= 1e-6 * moments.runs
        if moments.lowest < 0 or moments.highest > 1 or not events.all():
            raise ValueError(("band 'clopper-pearson' needs outcomes 0 or 1; use 'bernstein' for outcomes in an "
                              "interval"))
        low, high = clopper_pearson(np.round(moments.total), moments.runs, confidence)
    elif band == "bernstein":
        slack = 1e-9 * (high_end - low_end)  # rounding of outcomes that lie on an end
        if moments.lowest < low_end - slack or moments.highest > high_end + slack:
            raise ValueError((f"support must hold all outcomes; got {support} and outcomes from {moments.lowest:g} to "
                              f"{moments.highest:g}"))
        half = bernstein_halfwidth(moments.variance, moments.runs, confidence, high_end - low_end)
        mean = np.clip(mean, low_end, high_end)
        low, high = np.maximum(mean - half, low_end), np.minimum(mean + half, high_end)
    else:
        half = -special.ndtri((1 - confidence) / 2) * np.sqrt(moments.variance / moments.runs)
        low, high = mean - half, mean + half
    return Estimate(mean, low, high, moments.runs, confidence, band)


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
