"""Lecture 1: how many examples does learning need?  Bounds, exact values and runs side by side.

* `finer_grid`: thresholds on a finer and finer grid: what Occam's bound asks for, and the truth.
* `occam`: Occam's razor (LN, Theorem 1; N17) against the exact failure probability in hard worlds:
  those of `dplearn.pac.occam`.

One run of a simulation is a whole curve in n: it costs the
same at n = 10^6 as at n = 10, because no record is drawn (`dplearn.pac.occam_engine`).
"""

from functools import lru_cache

import numpy as np

from ... import pac
from ..._bounds import first_true
from ...experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_integer, log_scale
from .. import occam as truth, occam_engine

ALPHA = log_scale("alpha", "α", "error that counts as bad", 0.01, 0.4, 0.1)
BETA = log_scale("beta", "β", "probability of failure allowed", 0.001, 0.5, 0.05)

# The world, its words, and how many passes over 2^d cells one run costs.
WORLDS = {
    "thresholds": (truth.threshold_world, "thresholds on 2ᵈ points", 1.0),
    "conjunctions": (truth.conjunction_world, "conjunctions of d bits", 1.0),
    "points": (truth.point_world, "points among 2ᵈ", 0.6),
    "parities": (truth.parity_world, "parities of d bits", 3.0),
}


@lru_cache
def _world(name: str, d: int, alpha: float) -> tuple[truth.World, np.ndarray, np.ndarray]:
    """The world, the different errors above α, and how many hypotheses have each."""
    world = WORLDS[name][0](d, alpha)
    return world, *np.unique(world.errors()[world.bad(alpha)].round(12), return_counts=True)


def expected_survivors(s, x):
    """Σ over bad h of (1 - err h)^n: how many bad hypotheses survive, on average."""
    _, errors, counts = _world(s.world, s.d, s.alpha)
    with np.errstate(divide="ignore"):
        return counts @ np.exp(np.log1p(-np.minimum(errors, 1))[:, None] * x)


def draw_occam(s, x, rng, runs):
    """Whether some bad hypothesis is consistent with the first n examples."""
    return occam_engine.failure_times(_world(s.world, s.d, s.alpha)[0], s.alpha, rng, runs)[:, None] > x


occam = Experiment(
    "occam",
    "Occam's bound is safe; how loose it is depends on the class",
    "How likely is it that a bad hypothesis (error above α) still fits all n examples?",
    parameters=(
        log_integer("n", "n", "number of examples", 1, 2_000, 100),
        ALPHA,
        integer("d", "d", "size of the class, about 2ᵈ", 2, 12, 12),
        Choice("world", "class and its world", {k: words for k, (_, words, _) in WORLDS.items()}, "thresholds"),
    ),
    y=Axis("probability of failure", 1e-5, 1.0, log=True),
    series=(
        Series.of(pac.occam_bound, "printed", "|C| e^(−αn)",
                  label="|C| e^(−αn)  (LN, proof of Theorem 1; N17, Occam)",
                  n_hypotheses=lambda s: _world(s.world, s.d, s.alpha)[0].concept_class.n_hypotheses),
        Series("survivors", "mean survivors", "Σ over bad h of (1−err h)ⁿ: the union bound itself", expected_survivors,
               "sharp"),
        Series("exact", "exact", "Pr[some bad h fits all n examples], exact",
               lambda s, x: truth.exact_failure(_world(s.world, s.d, s.alpha)[0], s.alpha, x), "exact"),
    ),
    simulation=Simulation(draw_occam, label="share of runs in which a bad hypothesis fits",
                          chunk=lambda s: np.clip(60 * 2 ** (12 - s.d) / WORLDS[s.world][2], 20, 1000)),
    points=81,
)


def occam_size(s, x):
    """What Occam's bound asks for: thresholds on 2^x points."""
    return pac.occam_sample_size.curve(None, s.alpha, s.beta, log_size=np.log(2.0**x + 1))


def least(failure, s, x):
    """Least n, one for each x, with failure(n) at most β."""
    return first_true(np.ones(x.size), np.full(x.size, 2.0**16), lambda n: failure(n) <= s.beta)


def needed(s, x):
    """Least n with exact failure at most β: uniform doses, target in the middle."""
    side = np.minimum(truth.bad_side(2.0**x, s.alpha), 0.5)
    return least(lambda n: truth.some_side_unseen(side, n), s, x)


finer_grid = Experiment(
    "finer_grid",
    "A finer grid: what the bound asks for, and what is needed",
    "How many examples make failure at most β, on a grid of 2ᵈ doses?",
    parameters=(
        integer("d", "d", "log₂ of the number of doses", 1, 16, 6),
        ALPHA,
        BETA,
    ),
    y=Axis("examples", 0, 200),
    series=(
        Series("bound", "the bound", "enough by Occam's bound: (ln|C| + ln 1/β)/α", occam_size),
        Series("exact", "the truth", "enough in truth, uniform doses, target in the middle", needed, "exact"),
    ),
    points=16,
)
