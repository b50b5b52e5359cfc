"""Engine: first-visit and failure times in the exact law, without drawing records; nothing here depends on n.

Let cell c ring a Poisson clock at rate p_c; its first ring is E_c / p_c with E_c exponential.  The rings in order
are i.i.d. draws from p, so the order of first visits has the law of the sample's.  Up to time t, a cell first seen at
t_c rings another Poisson(p_c (t - t_c)) times.  So the number of examples until the last bad hypothesis is
rejected costs one exponential for each cell and one Poisson draw for each run, whatever n is, and
one run serves the whole curve: it fails at n exactly when its failure time exceeds n.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from ..concepts.base import MAX_ENTRIES
from .occam import World

_CHUNK = 2**18  # clocks in flight: 2 MB stays in the cache


def _clocks(p: np.ndarray, rng: np.random.Generator, runs: int) -> np.ndarray:
    """First ring E/p of every cell (all p > 0): shape (cells, runs)."""
    clocks = rng.standard_exponential((p.size, runs))
    with np.errstate(over="ignore"):  # a mass below 1e-307 never rings
        clocks /= p[:, None]
    return clocks


def first_seen_times(p, rng, runs) -> np.ndarray:
    """Index of the first example in each cell, for `runs` infinite i.i.d. sequences from p.

    Parameters
    ----------
    p : array, shape (cells,)
        Cell probabilities.
    rng : numpy.random.Generator
    runs : int
        At least 1; runs times cells at most 2^27.

    Returns
    -------
    ndarray of float, shape (runs, cells)
        1, 2, ...; infinity for cells of probability 0.

    Notes
    -----
    The exact law (to double precision), with no record drawn: the order of first visits is that
    of independent exponential clocks, and between the k-th and the next new cell the wait is
    geometric with the unseen mass.  Cost O(cells log cells) for each run.
    """
    p = check.distribution("p", p)
    if p.ndim != 1:
        raise ValueError(f"p must have shape (cells,); got shape {p.shape}")
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MAX_ENTRIES // p.size)
    support = np.flatnonzero(p)
    mass = p[support] / p.sum()
    order = _clocks(mass, rng, runs).T.argsort(axis=1)
    # Summed from the rarest end, the unseen mass keeps its relative precision near 0.
    unseen = mass[order][:, ::-1].cumsum(axis=1)[:, ::-1]
    rate = -np.log1p(-np.minimum(unseen, 1 - 2.0**-53))
    rate[:, 0] = np.inf  # the first example is always new
    with np.errstate(over="ignore"):
        waits = np.floor(rng.standard_exponential(order.shape) / rate) + 1
    times = np.full((runs, p.size), np.inf)
    times[np.arange(runs)[:, None], support[order]] = waits.cumsum(axis=1)
    return times


def failure_times(world: World, alpha, rng, runs) -> np.ndarray:
    """Examples until no bad hypothesis is consistent any more, for independent runs.

    Parameters
    ----------
    world : World
    alpha : float in [1e-6, 1)
    rng : numpy.random.Generator
    runs : int
        1 .. 2^27.

    Returns
    -------
    ndarray of int64, shape (runs,)
        A run fails at n exactly when its time exceeds n; all 0 if nothing is bad.

    Notes
    -----
    The exact law, by the clocks of the module docstring.  Cost for each run: one exponential for
    each cell with p > 0, one fast transform of the class, one Poisson draw.
    """
    bad = check.instance("world", world, World).bad(alpha)
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MAX_ENTRIES)
    times = np.zeros(runs, np.int64)
    if not bad.any():
        return times
    support, cells = np.flatnonzero(world.p), world.p.size
    mass, step = world.p[support], max(1, _CHUNK // max(cells, bad.size))
    for start in range(0, runs, step):
        block = times[start : start + step]
        ring = _clocks(mass, rng, block.size)
        seen = ring
        if support.size < cells:
            seen = np.full((cells, block.size), np.inf)
            seen[support] = ring
        rejected = world.concept_class.rejection_times(seen.T, world.target).T
        last = rejected.max(axis=0, where=bad[:, None], initial=0.0)
        # By time `last`, each cell already seen has rung once, and again at its own rate since.
        block[:] = (ring <= last).sum(axis=0) + rng.poisson(mass @ np.maximum(last - ring, 0.0))
    return times
