"""Occam worlds: exact failure and runs against enumeration."""

import itertools

import numpy as np
import pytest

from dplearn import brute
from dplearn.concepts import Conjunctions, IntervalUnions, Parities
from dplearn.pac import occam, occam_engine
from dplearn.simulate import clopper_pearson

WORLDS = {"conjunctions": occam.conjunction_world, "thresholds": occam.threshold_world, "points": occam.point_world,
          "parities": occam.parity_world}
N_VALUES = np.array([1, 2, 3, 7, 30])
pytestmark = pytest.mark.filterwarnings("error")


def enumerated_failure(world, alpha):
    """At each of `N_VALUES`, over all sets of cells that n examples can fill."""
    return np.array([brute.occam_failure(world.concept_class, world.p, alpha, n)[world.target] for n in N_VALUES])


@pytest.mark.parametrize("kind, d, alpha", [*itertools.product(WORLDS, (1, 3), (0.05, 0.45))])
def test_exact_failure_by_enumeration(kind, d, alpha):
    if (kind, d) == ("points", 1):
        with pytest.raises(ValueError):
            WORLDS[kind](d, alpha)
        return
    world = WORLDS[kind](d, alpha)
    exact = occam.exact_failure(world, alpha, N_VALUES)
    np.testing.assert_allclose(exact, enumerated_failure(world, alpha), rtol=1e-10, atol=1e-14)


def test_runs_agree_with_exact_and_enumerated_failure():
    rng, runs = np.random.default_rng(8), 1000
    worlds = [(make(d, a), a) for make in WORLDS.values() for d in (2, 6) for a in (0.05, 0.4)]
    worlds += [(occam.World(*parts), 0.15) for parts in (
        (Conjunctions(3), 2, np.full(8, 1 / 8)), (IntervalUnions(6, 2), 4, rng.dirichlet(np.ones(6))),
        (Parities(3), 3, rng.dirichlet(np.ones(8))), (Conjunctions(2), 1, [0.5, 0.0, 0.0, 0.5]))]
    for world, alpha in worlds:
        truth = occam.exact_failure(world, alpha, N_VALUES) if world.closed_form else enumerated_failure(world, alpha)
        drawn = [occam_engine.survivors(world, n, rng, runs)[:, world.bad(alpha)].any(axis=1) for n in N_VALUES]
        times = [occam_engine.failure_times(world, alpha, rng, runs)[:, None] > N_VALUES] if world.closed_form else []
        for failed in (np.transpose(drawn), *times):
            low, high = clopper_pearson(failed.sum(axis=0), runs, 1 - 1e-6 / (2 * len(worlds) * len(N_VALUES)))
            assert ((low <= truth + 1e-15) & (truth <= high + 1e-15)).all(), world                # Bonferroni
    assert (occam_engine.failure_times(occam.threshold_world(4, 0.5), 0.5, rng, 10) == 0).all()   # nothing is bad


def test_an_error_equal_to_alpha_is_not_bad():
    """2/16 at α = 1/8."""
    for alpha, good in ((0.125, [6, 7, 8, 9, 10]), (0.1, [7, 8, 9])):
        assert np.flatnonzero(~occam.threshold_world(4, alpha).bad(alpha)).tolist() == good
