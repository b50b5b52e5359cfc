"""Multiplicative weights and its private version: held against plain loops, its limits."""

import itertools
import math

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.privacy import Relation
from dplearn.query_release import brute
from dplearn.query_release.deeper import Marginals
from dplearn.query_release.experiments.hunts import of_all_sets

LN2 = math.log(2)


RNG = np.random.default_rng(7)
MATRICES = {      # with counts of the cells; many ties at η = ln 2
    "one point": ([3], [[1], [0]]),
    "tied pairs": ([2, 2, 0, 0], [[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1], [1, 0, 0, 1]]),
    "minus one to one": (RNG.integers(0, 9, 8), RNG.integers(-1, 2, (9, 8))),
    "marginals": (RNG.integers(0, 3, 16), Marginals(4, 3)),
}


def cases():
    """(p*, queries, T, η by name or value, η)."""
    for counts, queries in MATRICES.values():
        yield np.divide(counts, sum(counts)), queries, 17, LN2, LN2
    T, histogram = 60, RNG.dirichlet(np.full(12, 0.3))
    queries = 2 * RNG.random((20, 12)) - 1
    yield histogram, queries, T, "printed", math.sqrt(math.log(12) / T)
    yield histogram, queries, T, "hoeffding", math.sqrt(8 * math.log(12) / T) / np.ptp(queries, axis=1).max()


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


def test_the_hunt_over_all_sets_of_cells_is_that_over_each():
    rng = np.random.default_rng(24)
    for cells in range(1, 8):
        rows = np.array([*itertools.product((0.0, 1.0), repeat=cells)])
        p_star, eta = rng.dirichlet(np.full(cells, 0.3)), rng.uniform(0.1, 3)
        errors = brute.hunt(p_star, np.vstack([rows, -rows]), 20, eta)[2]
        np.testing.assert_allclose(of_all_sets(p_star, eta, 20), errors, rtol=0, atol=1e-9)


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


@pytest.mark.parametrize("low, width", [(0.0, 1.0), (-1.0, 2.0)])
def test_pmw_against_plain_loops_on_the_same_uniforms(low, width):
    rng, budget = np.random.default_rng(11), dict(epsilon=2.0, delta=1e-4, T=25)
    queries = low + width * np.hstack([rng.random((6, 8)), np.tile([0.0, 1.0], (6, 1))])     # width met exactly
    histogram = rng.multinomial(50, np.ones(10) / 10) / 50
    release = qr.pmw(histogram, queries, n=50, rng=np.random.default_rng(0), **budget)
    assert release.epsilon_step == qr.step_epsilon(**budget)
    assert release.eta == pytest.approx(math.sqrt(8 * math.log(10) / 25) / width)
    uniforms, rate = np.random.default_rng(0).random(25), release.epsilon_step * 50 / (2 * width)
    chosen, average, last = loop_pmw(histogram, queries, rate, release.eta, uniforms)
    assert release.chosen.tolist() == chosen
    np.testing.assert_allclose([release.histogram, release.last], [average, last], rtol=0, atol=1e-12)
    told = release.guarantee
    assert (told.delta, told.relation, release.T) == (1e-4, Relation.REPLACE_ONE, 25)
    assert 2 * (1 - 1e-12) <= told.epsilon <= 2
