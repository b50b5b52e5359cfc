"""Multiplicative weights and its private version: held against exact fractions, plain loops, and the experts' own law."""

import dataclasses
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse.linalg import LinearOperator

from dplearn import experts
from dplearn import query_release as qr
from dplearn.privacy import Relation

LN2 = math.log(2)


def fraction_hunt(histogram, queries, T):
    """The algorithm at η = ln 2 in exact fractions, cell by cell: weights are powers of two, ties are ties.

    Returns (chosen, p^1..p^{T+1}, the average, the largest errors).
    """
    histogram = [Fraction(int(c), int(sum(histogram))) for c in histogram]
    weights, path, chosen, largest = [Fraction(1)] * len(histogram), [], [], []
    for _ in range(T):
        total = sum(weights)
        p = [w / total for w in weights]
        errors = [sum(int(q[x]) * (p[x] - histogram[x]) for x in range(len(p))) for q in queries]
        best = 0
        for i, error in enumerate(errors):
            if error > errors[best]:
                best = i
        weights = [w / Fraction(2) ** int(q) for w, q in zip(weights, queries[best])]
        path.append(p)
        chosen.append(best)
        largest.append(errors[best])
    average = [sum(p[x] for p in path) / T for x in range(len(histogram))]
    path.append([w / sum(weights) for w in weights])
    return chosen, np.array(path, dtype=float), np.array(average, dtype=float), np.array(largest, dtype=float)


RNG = np.random.default_rng(7)
AWKWARD = {
    "one point": ([3], [[1], [0]]),
    "one point, one query": ([1], [[1]]),
    "one query": ([1, 2, 3, 0], [[1, 0, 1, 0]]),
    "all tied": ([1, 1, 1, 1], np.eye(4, dtype=int)),
    "tied pairs": ([2, 2, 0, 0], [[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1], [1, 0, 0, 1]]),
    "empty cells": ([5, 0, 0, 0, 0, 1, 0, 0], RNG.integers(0, 2, (6, 8))),
    "duplicates": (RNG.integers(0, 9, 6), np.repeat(RNG.integers(0, 2, (3, 6)), 3, axis=0)),
    "minus one to one": (RNG.integers(0, 9, 8), RNG.integers(-1, 2, (9, 8))),
    "closed under negation": (RNG.integers(0, 9, 8), (lambda q: np.vstack([q, -q]))(RNG.integers(0, 2, (5, 8)))),
    "constants": ([1, 2, 3], [[0, 0, 0], [1, 1, 1], [-1, -1, -1]]),
    "all mass in one cell": ([0, 0, 4, 0, 0], np.vstack([np.eye(5, dtype=int), 1 - np.eye(5, dtype=int)])),
}


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("T", [1, 2, 17, 40])
def test_trajectories_are_the_fractions(name, T):
    counts, queries = (np.asarray(a) for a in AWKWARD[name])
    chosen, path, average, largest = fraction_hunt(counts, queries, T)
    hunt = qr.multiplicative_weights(counts / counts.sum(), queries, T, eta=LN2, keep=True)
    assert hunt.chosen.tolist() == chosen
    np.testing.assert_allclose(hunt.trajectory, path, rtol=0, atol=1e-12)
    np.testing.assert_allclose(hunt.histogram, average, rtol=0, atol=1e-12)
    np.testing.assert_allclose(hunt.errors, largest, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(hunt.last, hunt.trajectory[-1])


def test_the_fast_path_chooses_as_exact_fractions_do():
    for seed, (k, degree) in itertools.product(range(3), [(3, 1), (3, 2), (4, 2), (4, 3), (5, 5)]):
        fast = qr.Marginals(k, degree)
        dense = np.array([fast.query(i) for i in range(fast.n_queries)])
        counts = np.random.default_rng(seed).multinomial(24, np.ones(2**k) / 2**k)       # many ties
        chosen, path, *_ = fraction_hunt(counts, dense.astype(int), 20)
        for queries in (fast, dense):
            hunt = qr.multiplicative_weights(counts / 24, queries, 20, eta=LN2, keep=True)
            assert hunt.chosen.tolist() == chosen
            np.testing.assert_allclose(hunt.trajectory, path, rtol=0, atol=1e-12)


def loop_hunt(histogram, queries, T, eta):
    """The algorithm in plain loops over floats: for queries of any entries."""
    p, path, chosen = [1 / len(histogram)] * len(histogram), [], []
    for _ in range(T):
        path.append(p)
        errors = [math.fsum(q[x] * (p[x] - histogram[x]) for x in range(len(p))) for q in queries]
        chosen.append(next(i for i, e in enumerate(errors) if e >= max(errors) - 1e-12))
        weights = [p[x] * math.exp(-eta * queries[chosen[-1]][x]) for x in range(len(p))]
        p = [w / math.fsum(weights) for w in weights]
    return chosen, np.array(path + [p])


@pytest.mark.parametrize("eta", [None, "printed", "hoeffding", 0.3, 5.0])
@pytest.mark.parametrize("low, width", [(0.0, 1.0), (-1.0, 2.0), (-0.5, 0.25)])
def test_any_queries_against_plain_loops(eta, low, width):
    rng = np.random.default_rng(3)
    for size, n_queries, T in [(2, 1, 5), (7, 4, 30), (12, 20, 60)]:
        queries, counts = low + width * rng.random((n_queries, size)), rng.integers(0, 3, size) + np.eye(size, dtype=int)[0]
        histogram = counts / counts.sum()
        hunt = qr.multiplicative_weights(histogram, queries, T, eta=eta, keep=True)
        spread = np.ptp(queries, axis=1).max()
        rules = {"hoeffding": math.sqrt(8 * math.log(size) / T) / spread}
        rate = eta if isinstance(eta, float) else rules.get(eta, min(math.sqrt(math.log(size) / T), 1))
        assert hunt.eta == pytest.approx(rate)
        chosen, path = loop_hunt(histogram, queries, T, hunt.eta)
        assert hunt.chosen.tolist() == chosen
        np.testing.assert_allclose(hunt.trajectory, path, rtol=0, atol=1e-12)


def test_iterates_are_the_law_of_hedge_and_the_regret_bounds_the_error():
    """Another module's algorithm on losses q^t; then the chain of U17's claim, term by term."""
    rng = np.random.default_rng(5)
    queries, histogram = qr.with_negations(rng.random((30, 64))), rng.dirichlet(np.full(64, 0.1))
    for T, eta in itertools.product((1, 10, 200), ("printed", "hoeffding")):
        hunt = qr.multiplicative_weights(histogram, queries, T, eta=eta, keep=True)
        losses = np.array([queries.query(i) for i in hunt.chosen])
        law = experts.hedge_probabilities(losses, eta=hunt.eta, loss_range=2.0)
        np.testing.assert_allclose(hunt.trajectory[:T], law, rtol=0, atol=1e-12)
        errors = np.einsum("tx,tx->t", losses, hunt.trajectory[:T] - histogram)
        np.testing.assert_allclose(errors, hunt.errors, rtol=0, atol=1e-12)
        error = queries.answers(hunt.histogram - histogram).max()
        regret = experts.regret_of(losses, hunt.trajectory[:T], loss_range=2.0)[-1]
        assert error <= errors.mean() + 1e-12 and errors.sum() <= regret + 1e-9
        bound = 2 * math.sqrt(math.log(64) / T) if eta == "printed" else queries.width * math.sqrt(math.log(64) / (2 * T))
        assert regret / T <= bound


def test_one_side_is_hunted():
    """U17's "why only one sided?": one query, all mass in its cell.  p^t never answers too high, and p-hat goes the wrong way."""
    hunt = qr.multiplicative_weights([1.0, 0.0], [[1.0, 0.0]], 64)
    assert qr.max_error([[1.0, 0.0]], [1.0, 0.0], hunt.histogram) == pytest.approx(0.892, abs=5e-4)
    closed = qr.multiplicative_weights([1.0, 0.0], qr.with_negations([[1.0, 0.0]]), 64)
    assert qr.max_error([[1.0, 0.0]], [1.0, 0.0], closed.histogram) <= 2 * math.sqrt(LN2 / 64) == pytest.approx(0.208, abs=5e-4)


@pytest.mark.parametrize("eta", [1e-300, 700.0, 1e300])
def test_weights_of_any_size_stay_a_distribution(eta):
    rng = np.random.default_rng(1)
    with np.errstate(all="raise", under="ignore"):
        queries, histogram = rng.choice([-1.0, 0.5, 1.0], (12, 9)), rng.dirichlet(np.ones(9))
        hunt = qr.multiplicative_weights(histogram, queries, 3_000, eta=eta, keep=True)
    assert np.isfinite(hunt.trajectory).all() and (hunt.trajectory >= 0).all()
    np.testing.assert_allclose(hunt.trajectory.sum(axis=1), 1, atol=1e-12)


def test_ties_are_within_the_tolerance():
    assert qr.worst_query([0.3, 0.5, 0.5 + 5e-13, 0.2]) == 1
    assert qr.worst_query([0.3, 0.5, 0.5 + 5e-12, 0.2]) == 2


# ---- private -------------------------------------------------------------------------------------

def loop_pmw(histogram, queries, n, epsilon_step, eta, width, uniforms):
    """The private algorithm in plain loops: a uniform a step, inverse cdf."""
    p, chosen, total = np.full(len(histogram), 1 / len(histogram)), [], np.zeros(len(histogram))
    for u in uniforms:
        weights = [math.exp(epsilon_step * n / (2 * width) * float(q @ (p - histogram))) for q in queries]
        chosen.append(next(i for i in range(len(weights)) if u * sum(weights) < sum(weights[: i + 1])))
        total += p
        p = p * np.exp(-eta * queries[chosen[-1]])
        p /= p.sum()
    return chosen, total / len(uniforms), p


@pytest.mark.parametrize("low, width", [(0.0, 1.0), (-1.0, 2.0), (-1.0, 1.0)])
def test_pmw_against_plain_loops_on_the_same_uniforms(low, width):
    rng = np.random.default_rng(11)
    for seed, calibration in enumerate(("basic", "advanced", "pure-optimal", "printed", "bounded-range")):
        queries = low + width * np.hstack([rng.random((6, 8)), np.tile([0.0, 1.0], (6, 1))])     # width met exactly
        histogram = rng.multinomial(50, np.ones(10) / 10) / 50
        rng_of_run = np.random.default_rng(seed)
        release = qr.pmw(histogram, queries, n=50, epsilon=2.0, delta=1e-4, T=25, calibration=calibration, rng=rng_of_run)
        assert release.epsilon_step == qr.step_epsilon(2.0, 1e-4, 25, calibration=calibration)
        assert release.eta == pytest.approx(math.sqrt(8 * math.log(10) / 25) / width)
        uniforms = np.random.default_rng(seed).random(25)
        chosen, average, last = loop_pmw(histogram, queries, 50, release.epsilon_step, release.eta, width, uniforms)
        assert release.chosen.tolist() == chosen
        np.testing.assert_allclose(release.histogram, average, rtol=0, atol=1e-12)
        np.testing.assert_allclose(release.last, last, rtol=0, atol=1e-12)
        assert (release.T, release.steps, release.interrupted, release.measurements) == (25, 25, False, None)


@pytest.mark.parametrize("workload", [qr.Marginals(6, 3), qr.with_negations(qr.Marginals(5, 2)), qr.ParityQueries(6, 3)],
                         ids=["marginals", "negated", "parities"])
def test_dense_and_fast_choose_the_same_under_the_same_stream(workload):
    dense = np.array([workload.query(i) for i in range(workload.n_queries)])
    histogram = np.random.default_rng(2).dirichlet(np.full(workload.universe_size, 0.2))
    for seed in range(5):
        options = dict(n=2_000, epsilon=1.0, delta=1e-6, T=60)
        assert qr.as_workload(dense).width == workload.width
        fast, slow = (qr.pmw(histogram, q, rng=np.random.default_rng(seed), **options) for q in (workload, dense))
        np.testing.assert_array_equal(fast.chosen, slow.chosen)
        np.testing.assert_allclose(fast.histogram, slow.histogram, rtol=0, atol=1e-12)


def test_without_need_for_privacy_it_is_the_exact_hunt():
    rng = np.random.default_rng(4)
    queries, histogram = rng.random((20, 30)), rng.dirichlet(np.ones(30))
    release = qr.pmw(histogram, queries, n=10**9, epsilon=1e6, delta=1e-6, T=40, eta=0.2, rng=rng)
    hunt = qr.multiplicative_weights(histogram, queries, 40, eta=0.2)
    np.testing.assert_array_equal(release.chosen, hunt.chosen)
    np.testing.assert_array_equal(release.histogram, hunt.histogram)


def test_steps_one_by_one_are_the_run():
    rng = np.random.default_rng(6)
    queries, histogram = rng.random((8, 5)), rng.dirichlet(np.ones(5))
    release = qr.pmw(histogram, queries, n=100, epsilon=1.0, delta=1e-6, T=12, rng=np.random.default_rng(0))
    options = dict(n=100, epsilon_step=release.epsilon_step, eta=release.eta, rng=np.random.default_rng(0))
    steps = list(itertools.islice(qr.pmw_steps(histogram, queries, **options), 12))
    assert [s.chosen for s in steps] == release.chosen.tolist() and [s.t for s in steps] == list(range(1, 13))
    np.testing.assert_allclose(np.mean([s.p for s in steps], axis=0), release.histogram, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(steps[-1].after, release.last)
    np.testing.assert_allclose(steps[3].errors, queries @ (steps[3].p - histogram), rtol=0, atol=1e-15)
    hunt = qr.multiplicative_weights(histogram, queries, 12)
    exact = itertools.islice(qr.hunt_steps(histogram, queries, eta=hunt.eta), 12)
    assert [s.chosen for s in exact] == hunt.chosen.tolist()


def test_guarantees():
    options = dict(histogram=[0.5, 0.5], queries=[[1.0, 0.0], [0.0, 1.0]], n=10, rng=np.random.default_rng(0))
    full = qr.pmw(epsilon=1.0, delta=1e-6, T=100, **options).guarantee
    assert full.relation is Relation.REPLACE_ONE and full.delta == 1e-6 and 1 - 1e-12 <= full.epsilon <= 1
    basic = qr.pmw(epsilon=0.7, delta=0, T=3, calibration="basic", **options).guarantee
    assert basic.delta == 0 and basic.epsilon == pytest.approx(0.7, rel=1e-15) and basic.epsilon <= 0.7
    # where zCDP would certify more than the calibration has proved, the promise stands
    step = qr.step_epsilon(1.0, 0.3, 2, calibration="pure-optimal")
    assert qr.certified_epsilon(step, 0.3, 2) > 1
    wide = qr.pmw(epsilon=1.0, delta=0.3, T=2, calibration="pure-optimal", **options).guarantee
    assert (wide.epsilon, wide.delta) == (1.0, 0.3)


def breaking(matrix, *, answers=None, rows=None):
    """The workload of a matrix that is interrupted (Ctrl-C) at the given call of its answers or of its rows."""
    calls = {"answers": 0, "rows": 0}

    def count(name, at, value):
        calls[name] += 1
        if calls[name] == at:
            raise KeyboardInterrupt
        return value

    return qr.OperatorQueries(LinearOperator(
        matrix.shape, dtype=float, matvec=lambda p: count("answers", answers, matrix @ p),
        rmatvec=lambda w: count("rows", rows, matrix.T @ w)))


@pytest.mark.parametrize("where, done, drawn", [
    ({"answers": 9}, 7, 7),          # the first call is for p*; step 8 is interrupted before its choice
    ({"rows": 8}, 7, 8),             # step 8 is interrupted after its choice, which is paid for
    ({"answers": 2}, 0, 0),
])
def test_an_interrupt_gives_what_there_is_and_counts_what_was_drawn(where, done, drawn):
    rng = np.random.default_rng(8)
    matrix, histogram = rng.random((6, 5)), rng.dirichlet(np.ones(5))
    options = dict(n=100, epsilon=1.0, delta=1e-6, T=30)
    release = qr.pmw(histogram, breaking(matrix, **where), rng=np.random.default_rng(1), eta=0.1, **options)
    whole = qr.pmw(histogram, qr.OperatorQueries(breaking(matrix)), rng=np.random.default_rng(1), eta=0.1, **options)
    assert release.interrupted and (release.steps, release.T) == (done, 30)
    np.testing.assert_array_equal(release.chosen, whole.chosen[:done])
    assert release.guarantee == qr.selection_guarantee(release.epsilon_step, 1e-6, drawn)
    if done:
        again = dict(n=100, epsilon_step=release.epsilon_step, eta=0.1, rng=np.random.default_rng(1))
        steps = itertools.islice(qr.pmw_steps(histogram, breaking(matrix), **again), done)
        np.testing.assert_allclose(release.histogram, np.mean([s.p for s in steps], axis=0), atol=1e-15)
    else:
        np.testing.assert_array_equal(release.histogram, np.full(5, 0.2))
    hunt = qr.multiplicative_weights(histogram, breaking(matrix, **where), 30, keep=True)
    assert hunt.interrupted and len(hunt.chosen) == len(hunt.errors) == done and len(hunt.trajectory) == done + 1


def test_results_are_frozen():
    release = qr.pmw([0.5, 0.5], [[1.0, 0.0]], n=10, epsilon=1.0, delta=1e-6, T=3, rng=np.random.default_rng(0))
    hunt = qr.multiplicative_weights([0.5, 0.5], [[1.0, 0.0]], 3, keep=True)
    step = next(qr.hunt_steps([0.5, 0.5], [[1.0, 0.0]], eta=1.0))
    for result in (release, hunt, step):
        with pytest.raises(dataclasses.FrozenInstanceError):
            result.chosen = None
        for value in vars(result).values():
            if isinstance(value, np.ndarray):
                with pytest.raises(ValueError, match="read-only"):
                    value[...] = 0


def test_a_bar_counts_steps(capsys):
    qr.multiplicative_weights([0.5, 0.5], [[1.0, 0.0]], 3, progress=True)
    qr.pmw([0.5, 0.5], [[1.0, 0.0]], n=10, epsilon=1.0, delta=1e-6, T=4, rng=np.random.default_rng(0), progress=True)
    shown = capsys.readouterr().err
    assert "3/3" in shown and "4/4" in shown


GOOD = dict(histogram=[0.5, 0.5], queries=[[1.0, 0.0]], n=10, epsilon=1.0, delta=1e-6, T=3, rng=np.random.default_rng(0))


@pytest.mark.parametrize("name, value", [
    ("histogram", [0.5, 0.6]), ("histogram", [1.5, -0.5]), ("histogram", [1.0]), ("histogram", [[0.5, 0.5]]),
    ("queries", [[1.5, 0.0]]), ("n", 0), ("n", 1.5), ("epsilon", 0.0), ("delta", 0.0), ("delta", 1.0), ("T", 0), ("T", 10**7),
    ("rng", 7), ("calibration", "dr14"), ("eta", "fast"), ("eta", 0.0), ("eta", 1e301), ("progress", 1),
])
def test_bad_input_of_pmw(name, value):
    with pytest.raises(ValueError, match=name):
        qr.pmw(**{**GOOD, name: value})


@pytest.mark.parametrize("name, value", [("T", 0), ("eta", -1.0), ("keep", 1), ("progress", "yes"), ("histogram", [0.2, 0.2])])
def test_bad_input_of_multiplicative_weights(name, value):
    with pytest.raises(ValueError, match=name):
        qr.multiplicative_weights(**{"histogram": [0.5, 0.5], "queries": [[1.0, 0.0]], "T": 3, name: value})


@pytest.mark.parametrize("call, name", [
    (lambda: qr.hunt_steps([0.5, 0.5], [[1.0, 0.0]], eta=0.0), "eta"),
    (lambda: qr.hunt_steps([0.5, 0.5], [[1.0, 0.0]], eta=1.0, choose=3), "choose"),
    (lambda: qr.pmw_steps([0.5, 0.5], [[1.0, 0.0]], n=9, epsilon_step=0.0, eta=1.0, rng=np.random.default_rng(0)), "epsilon_step"),
    (lambda: qr.NoisyWorst(0.0, 10, 1.0, np.random.default_rng(0)), "width"),
    (lambda: qr.NoisyWorst(1.0, 10, 1.0, None), "rng"),
    (lambda: qr.worst_query([]), "errors"),
])
def test_bad_input_is_refused_at_the_call(call, name):
    with pytest.raises(ValueError, match=name):
        call()
