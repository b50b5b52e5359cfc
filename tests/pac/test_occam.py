"""Occam worlds: exact failure against enumeration, and against simulation."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from dplearn import brute
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from dplearn.pac import occam, occam_engine
from dplearn.pac.deeper import occam as deeper_occam
from dplearn.simulate import clopper_pearson

WORLDS = {"conjunctions": occam.conjunction_world, "thresholds": occam.threshold_world, "points": occam.point_world,
          "parities": occam.parity_world}
N_VALUES = np.array([1, 2, 3, 7, 30])
pytestmark = pytest.mark.filterwarnings("error")


def enumerated_failure(world, alpha):
    """At each of `N_VALUES`, over all sets of cells that n examples can fill."""
    return np.array([brute.occam_failure(world.concept_class, world.p, alpha, n)[world.target] for n in N_VALUES])


@pytest.mark.parametrize("kind, d, alpha", [*itertools.product(WORLDS, (1, 2, 3), (0.05, 0.2, 0.45, 0.7))])
def test_exact_failure_by_enumeration(kind, d, alpha):
    if (kind, d) == ("points", 1) or (kind == "parities" and alpha >= 0.5):
        with pytest.raises(ValueError):
            WORLDS[kind](d, alpha)
        return
    world = WORLDS[kind](d, alpha)
    exact = occam.exact_failure(world, alpha, N_VALUES)
    np.testing.assert_allclose(exact, enumerated_failure(world, alpha), rtol=1e-10, atol=1e-14)


def test_exact_failure_by_hand():
    q = (1 - 0.1 * (1 + 1e-6)) ** 50
    # 16 points, α = 0.1: two cells on either side; d = 1: a parity fails iff x = 1 was never seen
    for kind, d, by_hand in (("conjunctions", 10, 1 - (1 - q) ** 10), ("points", 4, q), ("parities", 1, q),
                             ("thresholds", 4, 2 * (14 / 16) ** 50 - (12 / 16) ** 50)):
        assert occam.exact_failure(WORLDS[kind](d, 0.1), 0.1, 50)[0] == pytest.approx(by_hand, rel=1e-12)
    assert (occam.exact_failure(occam.threshold_world(4, 0.5), 0.5, [1, 2, 3]) == 0).all()


def test_parity_failure_in_rational_arithmetic():
    """The alternating sum over subspaces, exact in fractions, at sizes where it cancels badly in floats."""
    for d, alpha in [(5, 0.2), (8, 0.05), (12, 0.4)]:
        world = occam.parity_world(d, alpha)
        busy = Fraction(float(world.p[1])) * 2**d
        n_values = [1, d, 3 * d, 200, 1500]
        for n, value in zip(n_values, occam.exact_failure(world, alpha, n_values)):
            truth, subspaces = Fraction(0), Fraction(1)
            for k in range(1, d + 1):  # Gaussian binomial [d, k]_2
                subspaces = subspaces * (2 ** (d - k + 1) - 1) / (2**k - 1)
                hidden = (1 - busy * (1 - Fraction(1, 2**k))) ** n
                truth -= (-1) ** k * 2 ** (k * (k - 1) // 2) * subspaces * hidden
            assert value == pytest.approx(float(truth), rel=1e-10, abs=1e-300)


def test_exact_failure_falls_to_nothing():
    n = np.unique(np.logspace(0, 6, 60).astype(int))
    for make in WORLDS.values():
        exact = occam.exact_failure(make(10, 1e-5), 1e-5, n)
        assert exact.shape == n.shape and (np.diff(exact) <= 0).all() and exact[0] > 0.99 and exact[-1] < 0.05
    assert occam.exact_failure(occam.parity_world(20, 0.25), 0.25, 10**6)[0] == 0.0


def test_simulation_agrees_with_exact_and_enumerated_failure():
    rng = np.random.default_rng(8)
    worlds = [(make(d, a), a) for make in WORLDS.values() for d in (2, 4, 6) for a in (0.05, 0.15, 0.4)]
    worlds += [(occam.World(*parts), 0.15) for parts in (
        (Conjunctions(3), 5, occam.product_law(3, 0.2)), (Conjunctions(3), 2, np.full(8, 1 / 8)),
        (IntervalUnions(6, 2), 4, rng.dirichlet(np.ones(6))), (Parities(3), 3, rng.dirichlet(np.ones(8))),
        (Points(4), 1, [0.1, 0.2, 0.3, 0.4]), (Conjunctions(2), 1, [0.5, 0.0, 0.0, 0.5]))]
    for world, alpha in worlds:
        times = occam_engine.failure_times(world, alpha, rng, 4000)
        failed = (times[:, None] > N_VALUES).sum(axis=0)
        low, high = clopper_pearson(failed, 4000, 1 - 1e-6 / (len(worlds) * len(N_VALUES)))  # Bonferroni
        truth = occam.exact_failure(world, alpha, N_VALUES) if world.closed_form else enumerated_failure(world, alpha)
        assert ((low <= truth + 1e-15) & (truth <= high + 1e-15)).all(), world


def test_first_seen_times_by_exact_probabilities():
    """The whole joint law on 3 cells for small indices, by multiplying probabilities; two more are never seen."""
    p, runs, law = np.array([0.6, 0.3, 0.1, 0, 5e-324]), 20_000, {}
    times = occam_engine.first_seen_times(p, np.random.default_rng(10), runs)
    assert np.isinf(times[:, 3:]).all()
    for length in (3, 4, 5):
        for word in itertools.product(range(3), repeat=length):
            if set(word) == {0, 1, 2} and word[-1] not in word[:-1]:  # the last cell is seen at the end
                first = tuple(word.index(c) + 1 for c in range(3))
                law[first] = law.get(first, 0) + math.prod(p[list(word)])
    for first, chance in law.items():
        hits = int((times[:, :3] == first).all(axis=1).sum())
        low, high = clopper_pearson(hits, runs, 1 - 1e-6 / len(law))  # Bonferroni: 1e-6 in total
        assert low <= chance <= high, first
    rare = occam_engine.first_seen_times([1 - 1e-12, 1e-12], np.random.default_rng(11), 5000)[:, 1]
    # The median of the wait is ln 2 · 1e12; DKW radius .04 at false alarm 1e-6.
    assert -np.log(0.54) < np.median(rare) * 1e-12 < -np.log(0.46)


def test_failure_times_corner_cases():
    rng = np.random.default_rng(13)
    assert (occam_engine.failure_times(occam.threshold_world(4, 0.5), 0.5, rng, 10) == 0).all()  # nothing is bad
    sure = occam.World(Points(2), 0, [1.0, 0.0])
    assert (occam_engine.failure_times(sure, 0.3, rng, 10) == 1).all()  # one example says everything
    one, two = (occam_engine.failure_times(occam.conjunction_world(4, 0.2), 0.2, np.random.default_rng(5), 50)
                for _ in range(2))
    assert np.array_equal(one, two) and one.dtype == np.int64 and (one >= 1).all()


def test_worlds_have_bad_hypotheses_just_above_alpha():
    for kind, alpha in itertools.product(WORLDS, (1e-6, 0.003, 0.1, 0.49)):
        world = WORLDS[kind](6, alpha)
        errors, bad = world.errors(), world.bad(alpha)
        assert errors[world.target] == 0 and not bad[world.target] and bad.any()
        if kind != "thresholds":
            assert errors[bad].min() == pytest.approx(alpha * (1 + 1e-6), rel=1e-8)
        if kind == "parities":
            assert bad.sum() == 63 and errors[bad].max() == pytest.approx(alpha * (1 + 1e-6), rel=1e-8)
    # errors equal to α are not bad: 2/16 at α = 1/8
    for alpha, good in ((0.125, [6, 7, 8, 9, 10]), (0.1, [7, 8, 9])):
        assert np.flatnonzero(~occam.threshold_world(4, alpha).bad(alpha)).tolist() == good


@pytest.mark.parametrize("rule", ["random", "random-consistent"])
def test_random_hypothesis_by_brute_force(rule):
    """N17's random hypothesis: every sequence of n examples, every answer of the learner, in rational arithmetic."""
    for N, alpha, n in itertools.product([1, 2, 5], [0.1, 0.35, 0.65], [1, 2, 4]):
        table, failure = Thresholds(N).predictions(np.arange(1, N + 1)), Fraction(0)
        for word in itertools.product(range(N), repeat=n):
            answers = table if rule == "random" else table[~table[:, list(word)].any(axis=1)]
            failure += Fraction(int((answers.mean(axis=1) > alpha).sum()), len(answers) * N**n)
        found = deeper_occam.threshold_all_zero_failure(N, alpha, n, rule=rule)
        assert found == pytest.approx(float(failure), rel=1e-12, abs=1e-15)


def test_worlds_refuse():
    for world, alpha in ((occam.World(Conjunctions(2), 0, [0.4, 0.1, 0.1, 0.4]), 0.1),
                         (occam.point_world(3, 0.1), 0.2)):
        with pytest.raises(ValueError, match="closed form"):
            occam.exact_failure(world, alpha, 5)
    with pytest.raises(ValueError, match="too large"):
        occam.World(Points(2**21), 0, [1.0])
    with pytest.raises(ValueError):
        occam.point_world(3, 0.1).p[0] = 1
