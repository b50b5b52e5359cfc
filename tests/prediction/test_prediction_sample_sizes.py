"""Sample sizes of private prediction: with their constants, and what a union bound over the parts must leave to each."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from dplearn import pac, prediction, private_pac
from dplearn.concepts import Thresholds


def contract(a, b):
    return pac.agnostic_sample_size(1024, a, b)


def test_corollary_4_2():
    n = prediction.private_prediction_sample_size(5, 0.1, 0.05, 1.0)
    r = math.ceil(6 * math.log(40))
    assert r == 23 and n == r * pac.vc_sample_size(5, 0.025, 0.05 / r)
    # the size of the class does not enter, the VC dimension does, about linearly
    assert 9 < prediction.private_prediction_sample_size(50, 0.1, 0.05, 1.0) / n < 10.001


def test_threshold_sample_size():
    for alpha, beta in itertools.product((1e-3, 0.1, 0.5, 0.9), (1e-6, 0.05, 0.5, 0.9)):
        m = prediction.threshold_sample_size(alpha, beta)
        assert (1 - alpha) ** m <= beta * (1 + 1e-12) and (m == 1 or (1 - alpha) ** (m - 1) > beta * (1 + 1e-12))
        world = prediction.ThresholdWorld(target=1.0)                         # the same learner's exact quantile
        assert world.part_error_quantile(m, beta) <= alpha * (1 + 1e-9)


def test_threshold_agnostic_sample_size():
    """Uniform convergence over all 51 thresholds: 300 samples, at most β fail, of which 60% would be tolerated at 1e-6; none does."""
    alpha, beta, N = 0.2, 0.05, 50
    m = prediction.threshold_agnostic_sample_size(alpha, beta)
    assert m == math.ceil(8 * math.log(80) / 0.04)
    rng, cells = np.random.default_rng(90), np.arange(1, N + 1)
    chance = np.where(cells <= 20, 0.6, 0.45) / N
    world = prediction.AgnosticWorld(Thresholds(N), np.full(N, 1 / N), chance * N)
    counts = rng.multinomial(m, np.concatenate([1 / N - chance, chance]), size=300)
    chosen = world.concept_class.mistakes(counts[:, :N], counts[:, N:]).argmin(axis=1)
    assert (world.errors[chosen] <= world.best_error + alpha).mean() >= 1 - beta
    deviation = np.abs(world.concept_class.mistakes(counts[:, :N], counts[:, N:]) / m - world.errors).max(axis=1)
    assert (deviation <= alpha / 2).all()


@pytest.mark.parametrize("alpha, epsilon, beta", [(0.1, 1.0, 0.05), (0.05, 0.8, 0.01), (0.2, 1.0, 0.1)])
def test_the_printed_union_bound_fails(alpha, epsilon, beta):
    """Independent parts that fail with exactly the probability they are allowed."""
    r = prediction.laplace_parts(alpha, epsilon)
    some_part = {name: -math.expm1(r * math.log1p(-b)) for name, b in (("printed", 2 * beta * alpha * epsilon), ("right", beta / r))}
    assert some_part["printed"] > 3 * beta and some_part["right"] <= beta
    assert some_part["printed"] == pytest.approx(-math.expm1(-4 * beta), rel=0.05)


def test_the_answers_fail_with_it():
    failed = prediction.failure_of_the_average(0.1, 1.0, 2 * 0.05 * 0.1)
    assert round(failed, 3) == 0.182 and failed > 3 * 0.05
    assert prediction.failure_of_the_average(0.1, 1.0, 0.05 / 20) <= 0.05
    for alpha, epsilon in itertools.product((0.02, 0.1, 0.3), (0.1, 0.5, 1.0, 4.0)):      # the corrected share, everywhere
        r = prediction.laplace_parts(alpha, epsilon)
        assert prediction.failure_of_the_average(alpha, epsilon, 0.05 / r) <= 0.05
        assert prediction.failure_of_the_average(alpha, epsilon, 0.0) == 0.0


def test_failure_of_the_average_by_hand():
    """The worst learner simulated: 40,000 draws of the failures; Hoeffding, off by more than 0.0135 with probability 1e-6."""
    alpha, epsilon, part_beta = 0.1, 1.0, 0.02
    r, b = 20, 0.05
    p = lambda a: a + b / 2 * (np.exp(-a / b) - np.exp(-(1 - a) / b))       # noqa: E731  (the closed form, written out)
    failures = np.random.default_rng(7).binomial(r, part_beta, size=40_000)
    error = alpha / 2 * p(1.0) + (1 - alpha / 2) * p(failures / r)
    assert abs((error > alpha).mean() - prediction.failure_of_the_average(alpha, epsilon, part_beta)) < 0.0135
    assert (error > alpha).mean() == pytest.approx(stats.binom(r, part_beta).sf(0), abs=0.0135)    # one failure is enough


def test_agnostic_sizes():
    for alpha, epsilon, beta in itertools.product((0.02, 0.1, 0.3), (0.01, 0.3, 1.0), (0.01, 0.1)):
        printed, corrected, best = (f(alpha, beta, epsilon, contract) for f in (
            prediction.agnostic_sample_size_printed, prediction.agnostic_sample_size_corrected, prediction.agnostic_sample_size_best))
        assert printed < corrected and best <= corrected
    r = prediction.best_average_parts(0.1, 3.0)                               # beyond the corollary's range of ε
    assert prediction.agnostic_sample_size_best(0.1, 0.05, 3.0, contract) == r * contract(0.05, 0.05 / r)
    assert prediction.agnostic_sample_size_corrected(0.1, 0.05, 3.0, contract) == 7 * contract(0.05, 0.05 / 7)


def test_lower_below_upper():
    for d, alpha, epsilon in itertools.product((2, 20), (0.01, 0.25), (0.05, 1.0, 5.0)):
        assert prediction.smallest_sample_size(d, alpha, epsilon) <= prediction.private_prediction_sample_size(d, alpha, 1 / 12, epsilon)


def test_private_learning_pays_for_the_domain_and_prediction_does_not():
    alpha, beta, epsilon = 0.1, 0.05, 1.0
    _, prediction_n = prediction.soft_majority_sample_size_sharp(alpha, beta, epsilon, prediction.threshold_sample_size)
    learning = [private_pac.private_occam_sample_size_sharp(2**k + 1, alpha, epsilon, beta) for k in range(1, 65)]
    cross = next(k for k, n in enumerate(learning, 1) if n > prediction_n)
    assert 20 < cross < 64 and learning[-1] > learning[0] * 10


@pytest.mark.parametrize("call, name", [
    (lambda: prediction.agnostic_sample_size_printed(0.1, 0.05, 1.5, contract), "epsilon"),
    (lambda: prediction.agnostic_sample_size_printed(0.9, 0.9, 1.0, contract), "beta"),
    (lambda: prediction.agnostic_sample_size_corrected(0.1, 0.05, 1.0, 7), "part_size"),
    (lambda: prediction.agnostic_sample_size_best(0.1, 0.05, 1.0, lambda a, b: 1.5), "part_size"),
    (lambda: prediction.agnostic_sample_size_best(0.1, 1.0, 1.0, contract), "beta"),
    (lambda: prediction.private_prediction_sample_size(0, 0.1, 0.05, 1.0), "vc_dim"),
    (lambda: prediction.threshold_sample_size(0.0, 0.05), "alpha"),
    (lambda: prediction.failure_of_the_average(0.001, 1e-4, 0.1), "epsilon"),
    (lambda: prediction.failure_of_the_average(0.1, 1.0, 1.0), "part_beta"),
])
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()
