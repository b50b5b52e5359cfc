"""MWEM against plain loops on the same stream, its accounting against exact density ratios, and what it is for: small errors."""

import dataclasses
import itertools
import math
import sys

import numpy as np
import pytest
from scipy.sparse.linalg import LinearOperator, aslinearoperator

from dplearn import query_release as qr
from dplearn.data import load_adult_bits
from dplearn.privacy import Relation, exact_epsilon, zcdp_epsilon, zcdp_rho

mwem_file = sys.modules["dplearn.query_release.mwem"]       # the package's name `mwem` is the function


def rows_of(workload):
    return np.array([workload.query(i) for i in range(workload.n_queries)])


def loop_mwem(histogram, groups, rng, *, n, T, replays, eta, noise, scale, epsilon_choice, width, low, high, score):
    """The algorithm in plain loops: `groups` are lists of query vectors that are chosen and measured together."""
    p, measured, path, values, chosen = np.full(len(histogram), 1 / len(histogram)), [], [], [], []
    for _ in range(T):
        path.append(p)
        scores = [score(abs(float(q @ (p - histogram))) for q in group) for group in groups]
        weights = [math.exp(epsilon_choice * n / (2 * width) * (s - max(scores))) for s in scores]
        u = rng.random()
        chosen.append(next(i for i in range(len(weights)) if u * sum(weights) < sum(weights[: i + 1])))
        group = groups[chosen[-1]]
        draw = rng.laplace if noise == "laplace" else rng.normal
        noisy = [float(q @ histogram) + e for q, e in zip(group, draw(0, scale, len(group)))]
        values.append(noisy)
        measured.append((group, [min(max(m, low), high) for m in noisy]))
        for group, noisy in measured * replays:
            weights = p.copy()
            for q, m in zip(group, noisy):              # all answers are those of the p before the move
                weights = weights * np.exp(eta * q * (m - float(q @ p)))
            p = weights / weights.sum()
    return chosen, np.array(values), np.mean(path, axis=0), p


@pytest.mark.parametrize("noise, delta", [("laplace", 0.0), ("laplace", 1e-6), ("gaussian", 1e-6)])
@pytest.mark.parametrize("measure, workload", [
    ("query", qr.DenseQueries(np.random.default_rng(0).random((9, 12)))),
    ("query", qr.ParityQueries(4, 2)),
    ("query", qr.Marginals(4, 2)),
    ("marginal", qr.Marginals(4, 2)),
    ("marginal", qr.Marginals(4, 1)),
    ("marginal", qr.Marginals(8, 3)),
    ("marginal", qr.Marginals(3, 3)),
], ids=["dense", "parities", "cells", "2-way", "1-way", "3-way", "one marginal"])
def test_against_plain_loops_on_the_same_stream(measure, workload, noise, delta):
    size = 1 if measure == "query" else 2**workload.degree
    groups = list(rows_of(workload).reshape(-1, size, workload.universe_size))
    histogram = np.random.default_rng(1).multinomial(300, np.ones(workload.universe_size) / workload.universe_size) / 300
    for seed, replays, n in [(0, 1, 300), (1, 4, 300), (2, 2, 5)]:          # n = 5: most of the noise is clipped
        options = dict(n=n, epsilon=2.0, delta=delta, T=12, replays=replays, measure=measure, noise=noise)
        release = qr.mwem(histogram, workload, rng=np.random.default_rng(seed), **options)
        chosen, values, average, last = loop_mwem(
            histogram, groups, np.random.default_rng(seed), n=n, T=12, replays=replays, noise=noise,
            eta=1 / 2 if measure == "query" else 1.0, scale=release.measurements.scale, epsilon_choice=release.epsilon_step,
            width=workload.width, low=workload.low, high=workload.high,
            score=(lambda errors: sum(errors) / 2) if measure == "marginal" else sum)
        assert release.chosen.tolist() == chosen
        np.testing.assert_allclose(release.measurements.values, values, rtol=0, atol=1e-12)
        np.testing.assert_allclose(release.histogram, last, rtol=0, atol=1e-12)
        np.testing.assert_array_equal(release.last, release.histogram)
        indices = np.arange(workload.n_queries).reshape(-1, size)
        np.testing.assert_array_equal(release.measurements.queries, indices[chosen])
        other = qr.mwem(histogram, workload, rng=np.random.default_rng(seed), output="average", **options)
        np.testing.assert_allclose(other.histogram, average, rtol=0, atol=1e-12)


def test_a_marginal_is_found_and_moved_in_place_whatever_its_bits():
    """All marginals of 9 bits: both ways to see p (rows split at the highest bit or not), whole and one cell."""
    rng = np.random.default_rng(2)
    p = rng.dirichlet(np.full(2**9, 0.3))
    for degree in (1, 2, 3, 9):
        workload = qr.Marginals(9, degree)
        for i in range(0, workload.n_queries, 2**degree):
            for group in (workload.group(i), np.array([i + i // 2**degree % 2**degree])):
                part = mwem_file._Table(workload, group)
                queries = np.array([workload.query(j) for j in part.group])
                answers, steps = part.answers(p), rng.normal(size=len(part.group))
                np.testing.assert_allclose(answers, queries @ p, rtol=0, atol=1e-14)
                moved = p.copy()
                part.move(moved, steps, answers)
                weights = p * np.exp(steps @ queries)
                np.testing.assert_allclose(moved, weights / weights.sum(), rtol=0, atol=1e-14)


# ---- accounting -----------------------------------------------------------------------------------

def histograms(n, size):
    """All histograms of n records over `size` cells."""
    for c in itertools.combinations_with_replacement(range(size), n):
        yield np.bincount(c, minlength=size) / n


def neighbors_of(histogram, n):
    for x, y in itertools.permutations(range(len(histogram)), 2):
        if histogram[x] > 0:
            yield histogram + (np.eye(len(histogram))[y] - np.eye(len(histogram))[x]) / n


def choice_law(queries, epsilon_choice, width, n, histogram):
    """The law of the first choice, p being uniform."""
    errors = np.abs(queries @ (1 / len(histogram) - histogram))
    weights = np.exp(epsilon_choice * n / (2 * width) * errors)
    return weights / weights.sum()


@pytest.mark.parametrize("queries", [np.eye(3), [[1.0, 0, 1], [0, 1.0, 1], [0.5, 0, 0]], [[1.0, -1, 0], [0, 1.0, -1]]],
                         ids=["cells", "mixed", "minus one to one"])
def test_one_step_never_passes_its_epsilon(queries):
    """δ = 0, T = 1: the privacy loss of (choice, measurement) is at most ε, and more than two thirds of it is reached."""
    queries, n, epsilon = np.asarray(queries), 4, 1.3
    release = qr.mwem([1.0, 0.0, 0.0], queries, n=n, epsilon=epsilon, T=1, rng=np.random.default_rng(0))
    width, worst, halved = np.ptp(queries, axis=1).max(), 0.0, 0.0
    for x in histograms(n, 3):
        for y in neighbors_of(x, n):
            p, q = (choice_law(queries, release.epsilon_step, width, n, h) for h in (x, y))
            gaps = np.abs(queries @ (x - y)) / release.measurements.scale
            worst, halved = max(worst, (np.log(p / q) + gaps).max()), max(halved, (np.log(p / q) + 2 * gaps).max())
            assert exact_epsilon(p, q) <= release.epsilon_step
    assert epsilon * 2 / 3 < worst <= release.guarantee.epsilon == epsilon
    assert halved > epsilon                       # half the noise is caught


def test_sensitivities_of_a_marginal():
    """One record moves a marginal by 2/n in L1 and √2/n in L2, and its distance from any p by at most 1/n: reached by some."""
    n, workload, rng = 2, qr.Marginals(3, 2), np.random.default_rng(3)
    p, l1, l2, score = rng.dirichlet(np.ones(8)), 0.0, 0.0, 0.0
    for x in histograms(n, 8):
        for y in neighbors_of(x, n):
            change = workload.answers(x - y).reshape(3, 4)
            distances = [np.abs(workload.answers(p - h)).reshape(3, 4).sum(axis=1) / 2 for h in (x, y)]
            l1, l2 = max(l1, np.abs(change).sum(axis=1).max()), max(l2, np.sqrt((change**2).sum(axis=1)).max())
            score = max(score, np.abs(distances[0] - distances[1]).max())
    np.testing.assert_allclose([l1, l2], [2 / n, math.sqrt(2) / n], rtol=1e-14)
    assert 0.9 / n < score <= (1 + 1e-12) / n


@pytest.mark.parametrize("measure, l1, l2", [("query", 1.0, 1.0), ("marginal", 2.0, math.sqrt(2))])
def test_the_budget_is_spent_and_not_passed(measure, l1, l2):
    workload, histogram, n = qr.Marginals(3, 2), np.full(8, 1 / 8), 50
    for epsilon, T in itertools.product((0.1, 1.0, 20.0), (1, 7, 30)):
        options = dict(n=n, epsilon=epsilon, T=T, replays=1, measure=measure, rng=np.random.default_rng(0))
        pure = qr.mwem(histogram, workload, **options)
        assert T * (pure.epsilon_step + l1 / (n * pure.measurements.scale)) == pytest.approx(epsilon, rel=1e-12)
        assert pure.guarantee.epsilon == pytest.approx(epsilon) and pure.guarantee.epsilon <= epsilon
        assert pure.guarantee.delta == 0 and pure.guarantee.relation is Relation.REPLACE_ONE
        for noise in ("laplace", "gaussian"):
            release = qr.mwem(histogram, workload, delta=1e-6, noise=noise, **options)
            change = (l1 if noise == "laplace" else l2) / (n * release.measurements.scale)
            rho = T * (release.epsilon_step**2 / 8 + change**2 / 2)      # a Gaussian's and a Laplace's formula agree in this form
            assert rho == pytest.approx(zcdp_rho(epsilon, 1e-6), rel=1e-12)
            assert epsilon * (1 - 1e-12) <= release.guarantee.epsilon <= epsilon and release.guarantee.delta == 1e-6
            assert release.epsilon_step**2 / 8 == pytest.approx(change**2 / 2, rel=1e-12)      # halves


@pytest.mark.parametrize("rows, steps, begun", [(4, 3, 4 + 3), (None, 3, 3 + 3)])
def test_an_interrupt_counts_choices_and_measurements_begun(rows, steps, begun):
    matrix, calls = np.random.default_rng(5).random((6, 5)), {"answers": 0, "rows": 0}

    def call(name, at, value):
        calls[name] += 1
        if calls[name] == at:
            raise KeyboardInterrupt
        return value

    workload = qr.OperatorQueries(LinearOperator(
        matrix.shape, dtype=float, matvec=lambda p: call("answers", None if rows else 5, matrix @ p),
        rmatvec=lambda w: call("rows", rows, matrix.T @ w)))
    release = qr.mwem(np.full(5, 0.2), workload, n=100, epsilon=1.0, delta=1e-6, T=10, rng=np.random.default_rng(0))
    assert release.interrupted and release.steps == len(release.chosen) == len(release.measurements.values) == steps
    assert release.guarantee.epsilon == pytest.approx(zcdp_epsilon(begun * zcdp_rho(1.0, 1e-6) / 20, 1e-6), rel=1e-12)
    unbroken = qr.OperatorQueries(aslinearoperator(matrix))
    whole = qr.mwem(np.full(5, 0.2), unbroken, n=100, epsilon=1.0, delta=1e-6, T=10, rng=np.random.default_rng(0))
    np.testing.assert_array_equal(release.measurements.values, whole.measurements.values[:steps])


# ---- what it is for ---------------------------------------------------------------------------------

def adult(k):
    records = load_adult_bits().x[:, :k]
    return qr.histogram_of(records), qr.Marginals(k, 3), len(records)


def test_errors_on_the_census():
    """Fixed streams.  At ε = 1 whole marginals reach 0.0045, with Gaussian noise less; single cells do not."""
    histogram, workload, n = adult(8)

    def error(release):
        return qr.max_error(workload, histogram, release.histogram)

    errors = {}
    for measure, noise in (("marginal", "laplace"), ("marginal", "gaussian"), ("query", "laplace")):
        options = dict(n=n, epsilon=1.0, delta=1e-6, measure=measure, noise=noise)
        runs = [qr.mwem(histogram, workload, rng=np.random.default_rng(seed), **options) for seed in range(3)]
        errors[measure, noise] = np.mean([error(r) for r in runs])
    assert errors["marginal", "gaussian"] < errors["marginal", "laplace"] < 0.0045 < errors["query", "laplace"] < 0.01


def test_without_noise_replay_fits_every_marginal():
    """A budget without end: all marginals are measured exactly, and the last iterate tells the truth about them."""
    histogram, workload, n = adult(4)
    release = qr.mwem(histogram, workload, n=n, epsilon=1e7, T=12, replays=100, measure="marginal", rng=np.random.default_rng(0))
    assert qr.max_error(workload, histogram, release.last) < 1e-5
    first, last = release.measurements.values[[0, -1]]
    np.testing.assert_allclose(first, workload.answers(histogram)[release.measurements.queries[0]], atol=1e-6)


def test_rounds():
    by_zcdp = math.ceil(8 / 4 * (45_222 * math.sqrt(zcdp_rho(1, 1e-6))) ** (1 / 3))
    assert qr.mwem_rounds(256, n=45_222, epsilon=1.0, delta=1e-6, measure="marginal") == by_zcdp
    assert qr.mwem_rounds(256, n=45_222, epsilon=1.0) == math.ceil(8 / 6 * 45_222 ** (1 / 3))
    for delta, measure in itertools.product((0.0, 1e-6), ("query", "marginal")):
        rounds = [qr.mwem_rounds(2**10, n=n, epsilon=1.0, delta=delta, measure=measure) for n in (1, 10**3, 10**5, 10**9, 10**15)]
        assert rounds == sorted(rounds) and rounds[0] >= 1 and rounds[-1] == 100
    assert qr.mwem_rounds(1, n=10, epsilon=1e-100) == 1
    release = qr.mwem(np.full(8, 1 / 8), qr.Marginals(3, 2), n=1000, epsilon=1.0, rng=np.random.default_rng(0))
    assert release.T == release.steps == qr.mwem_rounds(8, n=1000, epsilon=1.0)


def test_one_point_and_constants():
    for queries, size in (([[1.0]], 1), ([[0.5, 0.5], [0.0, 0.0]], 2)):
        release = qr.mwem(np.full(size, 1 / size), queries, n=3, epsilon=1.0, T=5, rng=np.random.default_rng(0))
        np.testing.assert_allclose(release.histogram, 1 / size, atol=1e-15)


def test_frozen_and_a_bar(capsys):
    release = qr.mwem(np.full(8, 1 / 8), qr.Marginals(3, 2), n=9, epsilon=1.0, T=4, rng=np.random.default_rng(0), progress=True)
    assert "4/4" in capsys.readouterr().err
    for result, name in ((release, "histogram"), (release.measurements, "values")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, name, None)
        with pytest.raises(ValueError, match="read-only"):
            getattr(result, name)[...] = 0


@pytest.mark.parametrize("name, value, says", [
    ("histogram", [0.3, 0.3], "histogram"), ("queries", [[2.0, 0.0]], "queries"), ("n", 0, "n"), ("epsilon", 0.0, "epsilon"),
    ("delta", 1.0, "delta"), ("T", 0, "T"), ("replays", 0, "replays"), ("measure", "cell", "measure"), ("noise", "no", "noise"),
    ("measure", "marginal", "queries"), ("noise", "gaussian", "delta"), ("eta", 5.0, "eta"), ("output", "best", "output"),
    ("progress", 1, "progress"), ("rng", 1, "rng"),
])
def test_bad_input(name, value, says):
    good = dict(histogram=[0.5, 0.5], queries=[[1.0, 0.0]], n=10, epsilon=1.0, T=3, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match=says):
        qr.mwem(**{**good, name: value})


@pytest.mark.parametrize("name, value", [("universe_size", 0), ("n", 0), ("epsilon", -1.0), ("delta", 1.0), ("measure", "cell")])
def test_bad_input_of_rounds(name, value):
    with pytest.raises(ValueError, match=name):
        qr.mwem_rounds(**{"universe_size": 4, "n": 10, "epsilon": 1.0, name: value})
