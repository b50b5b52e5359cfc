"""MWEM against plain loops on the same stream, its accounting against exact density ratios, its limits."""

import itertools
import math
import sys

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.privacy import Relation, all_datasets, exact_epsilon, zcdp_rho
from dplearn.query_release import brute

MODULE = sys.modules["dplearn.query_release.mwem"]       # the package's name `mwem` is the function
Course = MODULE.Course


def loop_mwem(histogram, groups, rng, *, n, T, eta, gaussian, scale, epsilon_choice, queries, score):
    """The algorithm in plain loops: `groups` are arrays of query vectors that are chosen and measured together."""
    p, measured, chosen = np.full(len(histogram), 1 / len(histogram)), [], []
    for _ in range(T):
        law = brute.choice([score(abs(group @ (p - histogram))) for group in groups],
                           epsilon_choice * n / (2 * queries.width))
        chosen.append(int((np.cumsum(law) <= rng.random()).sum()))
        group = groups[chosen[-1]]
        noise = (rng.normal if gaussian else rng.laplace)(0, scale, len(group))
        measured.append((group, np.clip(group @ histogram + noise, queries.low, queries.high)))
        for group, noisy in measured * MODULE.REPLAYS:       # all answers are those of the p before the move
            weights = p * np.exp(eta * (noisy - group @ p) @ group)
            p = weights / weights.sum()
    return chosen, p


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
@pytest.mark.parametrize("measure, workload", [
    ("query", qr.DenseQueries(2 * np.random.default_rng(0).random((9, 12)) - 1)), ("query", qr.Marginals(4, 2)),
    ("marginal", qr.Marginals(4, 2)),
], ids=["dense", "cells", "2-way"])
def test_against_plain_loops_on_the_same_stream(measure, workload, noise):
    whole = measure == "marginal"
    rows = np.array([workload.query(i) for i in range(workload.n_queries)])
    groups = list(rows.reshape(-1, 2**workload.degree if whole else 1, workload.universe_size))
    histogram = np.random.default_rng(1).multinomial(300,
                                                     np.ones(workload.universe_size) / workload.universe_size) / 300
    for seed, n in [(1, 300), (2, 5)]:                                      # n = 5: most of the noise is clipped
        options = dict(n=n, epsilon=2.0, delta=1e-6, T=12, measure=measure, noise=noise)
        release, scale = (f(histogram, workload, rng=np.random.default_rng(seed), **options) for f in (qr.mwem, Course))
        chosen, last = loop_mwem(
            histogram, groups, np.random.default_rng(seed), n=n, T=12, gaussian=noise == "gaussian",
            eta=1.0 if whole else 1 / 2, scale=scale.noise_scale, epsilon_choice=release.epsilon_step, queries=workload,
            score=(lambda errors: errors.sum() / 2) if whole else np.sum)
        assert release.chosen.tolist() == chosen
        np.testing.assert_allclose(release.histogram, last, rtol=0, atol=1e-12)


# ---- accounting -----------------------------------------------------------------------------------

def neighbors(n, size):
    """All pairs of histograms of n records over `size` cells that differ in one record."""
    for records in all_datasets(range(size), n):
        for cell in range(size):
            if cell != records[0]:
                yield tuple(np.bincount(r, minlength=size) / n for r in (records, (cell, *records[1:])))


@pytest.mark.parametrize("measure", ["query", "marginal"])
def test_one_step_never_passes_its_epsilon(measure):
    """One step from some p, Laplace noise: the loss of a choice is at most its ε; that of a measurement half, reached.
    """
    workload, n, choices, measurements = qr.Marginals(3, 2), 2, [], []
    p = workload.answers(np.random.default_rng(3).dirichlet(np.ones(8)))
    course = Course(np.eye(8)[0], workload, n=n, epsilon=1.3, delta=1e-3, T=1, measure=measure,
                    rng=np.random.default_rng(0))
    for pair in neighbors(n, 8):
        x, y = ((workload.answers(h) - p).reshape(-1, 4 if measure == "marginal" else 1) for h in pair)
        scores = (np.abs(z).sum(axis=1) / (2 if measure == "marginal" else 1) for z in (x, y))
        choices.append(exact_epsilon(*(brute.choice(s, course.choose.epsilon_step * n / 2) for s in scores)))
        measurements.append(np.abs(x - y).sum(axis=1).max() / course.noise_scale)
    assert 0.4 * course.choose.epsilon_step < max(choices) <= course.choose.epsilon_step
    assert max(measurements) == pytest.approx(course.choose.epsilon_step / 2)


@pytest.mark.parametrize("measure, noise, moved", [
    ("query", "laplace", 1.0), ("query", "gaussian", 1.0), ("marginal", "laplace", 2.0),
    ("marginal", "gaussian", math.sqrt(2)),
])
def test_the_budget_is_spent_and_not_passed(measure, noise, moved):
    for epsilon, T in ((0.1, 1), (20.0, 7)):
        course = Course(np.full(8, 1 / 8), qr.Marginals(3, 2), n=50, epsilon=epsilon, delta=1e-6, T=T,
                        measure=measure, noise=noise, rng=np.random.default_rng(0))
        # a Gaussian's and a Laplace's ρ agree in this form
        halves = course.choose.epsilon_step**2 / 8, (moved / (50 * course.noise_scale)) ** 2 / 2
        assert halves == pytest.approx([zcdp_rho(epsilon, 1e-6) / (2 * T)] * 2, rel=1e-12)
        list(itertools.islice(course.steps, T))
        assert epsilon * (1 - 1e-12) <= course.spent.epsilon <= epsilon
        assert course.spent.delta == 1e-6 and course.spent.relation is Relation.REPLACE_ONE
