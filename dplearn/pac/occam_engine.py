"""Engine: failure times in the exact law, without drawing records; nothing here depends on n.

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
from .occam import World, known_of


def survivors(world: World, n: int, rng: np.random.Generator, runs: int) -> np.ndarray:
    """Which hypotheses are consistent with n examples, for so many samples: bool (runs, n_hypotheses)."""
    counts, labels = rng.multinomial(n, world.p, runs), world.concept_class.label_cells(world.target)
    return world.concept_class.mistakes(counts * ~labels, counts * labels) == 0


def failure_times(world: World, alpha, rng, runs) -> np.ndarray:
    """Examples until no bad hypothesis is consistent any more, for independent runs.

    Parameters
    ----------
    world : World
        From one of the four functions of `occam`.
    alpha : float in [1e-6, 1)
        The α for which the world was made.
    rng : numpy.random.Generator
    runs : int
        At least 1; runs times cells at most 2^27.

    Returns
    -------
    ndarray of int64, shape (runs,)
        A run fails at n exactly when its time exceeds n; all 0 if nothing is bad.

    Notes
    -----
    The exact law, by the clocks of the module docstring; sorting first visits, or drawing counts for every n, would
    make a run of 4,096 cells three times slower or more.  Cost for each run: one exponential for
    each cell with p > 0, some passes over the cells, one Poisson draw.
    """
    _, last_rejected = known_of(world, alpha)
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MAX_ENTRIES // world.p.size)
    support = np.flatnonzero(world.p)
    with np.errstate(over="ignore"):  # a mass below 1e-307 never rings
        ring = rng.standard_exponential((support.size, runs)) / world.p[support, None]
    seen = np.full((world.p.size, runs), np.inf)
    seen[support] = ring
    last = last_rejected(seen)
    # By time `last`, each cell already seen has rung once, and again at its own rate since.
    return (ring <= last).sum(axis=0) + rng.poisson(world.p[support] @ np.maximum(last - ring, 0.0))
