"""Multiplicative weights and its private version: held against plain loops, its limits, its promises, interrupts."""

import functools
import itertools
import math

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.privacy import Relation, zcdp_epsilon, zcdp_rho
from dplearn.query_release import brute

LN2 = math.log(2)


RNG = np.random.default_rng(7)
MATRICES = {      # with counts of the cells; many ties at η = ln 2
    "one point": ([3], [[1], [0]]),
    "tied pairs": ([2, 2, 0, 0], [[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1], [1, 0, 0, 1]]),
    "duplicates": (RNG.integers(0, 9, 6), np.repeat(RNG.integers(0, 2, (3, 6)), 3, axis=0)),
    "minus one to one": (RNG.integers(0, 9, 8), RNG.integers(-1, 2, (9, 8))),
    "constants": ([1, 2, 3], [[0, 0, 0], [1, 1, 1], [-1, -1, -1]]),
    "all mass in one cell": ([0, 0, 4, 0, 0], np.vstack([np.eye(5, dtype=int), 1 - np.eye(5, dtype=int)])),
    **{f"{d}-way marginals": (RNG.integers(0, 3, 2**k), qr.Marginals(k, d)) for k, d in ((3, 1), (4, 3), (5, 5))},
}


def cases():
    """(p*, queries, T, η by name or value, η)."""
    for counts, queries in MATRICES.values():
        yield from ((np.divide(counts, sum(counts)), queries, T, LN2, LN2) for T in (1, 17))
    T, histogram = 60, RNG.dirichlet(np.full(12, 0.3))
    for low, width in ((0.0, 1.0), (-1.0, 2.0), (-0.5, 0.25)):
        queries = low + width * RNG.random((20, 12))
        hoeffding = math.sqrt(8 * math.log(12) / T) / np.ptp(queries, axis=1).max()
        for name, eta in (("hoeffding", hoeffding), ("printed", math.sqrt(math.log(12) / T)), (5.0, 5.0)):
            yield histogram, queries, T, name, eta


@pytest.mark.parametrize("histogram, queries, T, name, eta", list(cases()))
def test_trajectories_are_those_of_plain_loops(histogram, queries, T, name, eta):
    queries = qr.as_workload(queries)
    rows = np.array([queries.query(i) for i in range(queries.n_queries)])
    path, chosen, errors = brute.hunt(histogram, rows, T, eta)
    steps = list(itertools.islice(qr.hunt_steps(histogram, queries, eta=eta), T))
    hunt = qr.multiplicative_weights(histogram, queries, T, eta=name)
    assert [s.chosen for s in steps] == hunt.chosen.tolist() == chosen and hunt.eta == pytest.approx(eta)
    for mine, plain in (([*(s.p for s in steps), steps[-1].after], path), (hunt.histogram, path[:T].mean(axis=0)),
                        (hunt.last, path[-1]), (hunt.errors, errors)):
        np.testing.assert_allclose(mine, plain, rtol=0, atol=1e-12)


@pytest.mark.parametrize("eta", [1e-300, 700.0, 1e300])
def test_weights_of_any_size_stay_a_distribution(eta):
    rng = np.random.default_rng(1)
    with np.errstate(all="raise", under="ignore"):
        hunt = qr.multiplicative_weights(rng.dirichlet(np.ones(9)), rng.choice([-1.0, 0.5, 1.0], (12, 9)), 3_000,
                                         eta=eta)
    for p in (hunt.histogram, hunt.last):
        assert (p >= 0).all() and p.sum() == pytest.approx(1, abs=1e-12)


def test_ties_are_within_the_tolerance():
    assert qr.worst_query([0.3, 0.5, 0.5 + 5e-13, 0.2]) == 1
    assert qr.worst_query([0.3, 0.5, 0.5 + 5e-12, 0.2]) == 2


# ---- private -------------------------------------------------------------------------------------

def loop_pmw(histogram, queries, rate, eta, uniforms):
    """The private algorithm in plain loops: a uniform a step, inverse cdf; `rate` is ε₀ n/(2 width)."""
    p, path, chosen = np.full(len(histogram), 1 / len(histogram)), [], []
    for u in uniforms:
        chosen.append(int((np.cumsum(brute.choice(queries @ (p - histogram), rate)) <= u).sum()))
        path.append(p)
        p = p * np.exp(-eta * queries[chosen[-1]])
        p /= p.sum()
    return chosen, np.mean(path, axis=0), p


@pytest.mark.parametrize("low, width", [(0.0, 1.0), (-1.0, 2.0), (-1.0, 1.0)])
def test_pmw_against_plain_loops_on_the_same_uniforms(low, width):
    rng = np.random.default_rng(11)
    for seed, calibration in enumerate(qr.CALIBRATIONS):
        queries = low + width * np.hstack([rng.random((6, 8)), np.tile([0.0, 1.0], (6, 1))])     # width met exactly
        histogram = rng.multinomial(50, np.ones(10) / 10) / 50
        budget = dict(epsilon=2.0, delta=1e-4, T=25, calibration=calibration)
        release = qr.pmw(histogram, queries, n=50, rng=np.random.default_rng(seed), **budget)
        assert release.epsilon_step == qr.step_epsilon(**budget)
        assert release.eta == pytest.approx(math.sqrt(8 * math.log(10) / 25) / width)
        uniforms, rate = np.random.default_rng(seed).random(25), release.epsilon_step * 50 / (2 * width)
        chosen, average, last = loop_pmw(histogram, queries, rate, release.eta, uniforms)
        assert release.chosen.tolist() == chosen
        np.testing.assert_allclose([release.histogram, release.last], [average, last], rtol=0, atol=1e-12)
        assert (release.T, release.steps, release.interrupted) == (25, 25, False)


def test_without_need_for_privacy_it_is_the_exact_hunt():
    rng = np.random.default_rng(4)
    queries, histogram = rng.random((20, 30)), rng.dirichlet(np.ones(30))
    release = qr.pmw(histogram, queries, n=10**9, epsilon=1e6, delta=1e-6, T=40, eta=0.2, rng=rng)
    hunt = qr.multiplicative_weights(histogram, queries, 40, eta=0.2)
    np.testing.assert_array_equal(release.chosen, hunt.chosen)
    np.testing.assert_array_equal(release.histogram, hunt.histogram)


def test_guarantees():
    # the last: where zCDP would certify more than the calibration has proved, the promise stands
    assert qr.certified_epsilon(qr.step_epsilon(1.0, 0.3, 2, calibration="pure-optimal"), 0.3, 2) > 1
    for calibration, epsilon, delta, T in (("bounded-range", 1.0, 1e-6, 100), ("basic", 0.7, 0, 3),
                                           ("pure-optimal", 1.0, 0.3, 2)):
        told = qr.pmw([0.5, 0.5], np.eye(2), n=10, rng=np.random.default_rng(0), epsilon=epsilon, delta=delta, T=T,
                      calibration=calibration).guarantee
        assert told.relation is Relation.REPLACE_ONE and told.delta == delta
        assert epsilon * (1 - 1e-12) <= told.epsilon <= epsilon


class Breaking(qr.DenseQueries):
    """A workload that is interrupted (Ctrl-C) at the given call of its `_answers` or of its `_query`."""

    def __init__(self, matrix, name, call):
        super().__init__(matrix)
        self.name, self.left = name, call

    def counted(self, name, argument):
        self.left -= name == self.name
        if self.left == 0:
            raise KeyboardInterrupt
        return getattr(qr.DenseQueries, name)(self, argument)

    _answers, _query = functools.partialmethod(counted, "_answers"), functools.partialmethod(counted, "_query")


@pytest.mark.parametrize("where, done, drawn", [
    (("_answers", 9), 7, 7),         # the first call is for p*; step 8 is interrupted before its choice
    (("_query", 8), 7, 8),           # step 8 is interrupted after its choice, which is paid for
    (("_answers", 2), 0, 0),
])
def test_an_interrupt_gives_what_there_is_and_counts_what_was_drawn(where, done, drawn):
    rng = np.random.default_rng(8)
    matrix, histogram = rng.random((6, 5)), rng.dirichlet(np.ones(5))
    options = dict(n=100, epsilon=1.0, delta=1e-6, T=30, eta=0.1)
    release = qr.pmw(histogram, Breaking(matrix, *where), rng=np.random.default_rng(1), **options)
    assert release.interrupted and (release.steps, release.T) == (done, 30)
    assert release.guarantee == qr.selection_guarantee(release.epsilon_step, 1e-6, drawn)
    choose = qr.NoisyWorst(np.ptp(matrix, axis=1).max(), 100, release.epsilon_step, np.random.default_rng(1))
    steps = list(itertools.islice(qr.hunt_steps(histogram, matrix, eta=0.1, choose=choose), max(done, 1)))
    assert release.chosen.tolist() == [s.chosen for s in steps[:done]]
    np.testing.assert_allclose(release.histogram, np.mean([s.p for s in steps], axis=0), atol=1e-15)
    hunt = qr.multiplicative_weights(histogram, Breaking(matrix, *where), 30)
    assert hunt.interrupted and len(hunt.chosen) == len(hunt.errors) == done


@pytest.mark.parametrize("where, begun", [(("_query", 4), 4 + 3), (("_answers", 5), 3 + 3)])
def test_an_interrupt_of_mwem_counts_choices_and_measurements_begun(where, begun):
    workload = Breaking(np.random.default_rng(5).random((6, 5)), *where)
    release = qr.mwem(np.full(5, 0.2), workload, n=100, epsilon=1.0, delta=1e-6, T=10, rng=np.random.default_rng(0))
    assert release.interrupted and release.steps == len(release.chosen) == 3
    assert release.guarantee.epsilon == pytest.approx(zcdp_epsilon(begun * zcdp_rho(1.0, 1e-6) / 20, 1e-6), rel=1e-12)
