"""Lecture 2: the exponential-mechanism learner, its bounds, and the exact failure it has."""

import numpy as np
import pytest
from scipy import special

from dplearn import brute
from dplearn import private_pac as pp
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points
from dplearn.private_pac import deeper


@pytest.mark.parametrize("concept_class", [Conjunctions(3), Points(5), IntervalUnions(4, 2), Parities(3)], ids=str)
@pytest.mark.parametrize("epsilon", [0.01, 700.0])
def test_law_against_the_definition(concept_class, epsilon):
    rng, domain = np.random.default_rng(1), concept_class.domain()
    for n in (1, 9):
        x, y = domain[rng.integers(0, len(domain), n)], rng.integers(0, 2, n)
        mistakes = (concept_class.predictions(x) != y.astype(bool)).sum(axis=1)
        expected = special.softmax(-epsilon / 2 * mistakes)
        law = pp.learner_probabilities(concept_class, x, y, epsilon=epsilon)
        np.testing.assert_allclose(law, expected, rtol=1e-12, atol=1e-300)
        batch = pp.learner_probabilities_from_mistakes(np.stack([mistakes[::-1], mistakes]), epsilon=epsilon)
        np.testing.assert_allclose(batch, [expected[::-1], expected], rtol=1e-12, atol=1e-300)


# ---- the bounds ----------------------------------------------------------------------------------

@pytest.mark.parametrize("size", [1, 1000, 2**64])
@pytest.mark.parametrize("alpha, epsilon, beta", [(0.1, 1.0, 0.05), (0.3, 0.01, 0.5), (0.5, 20.0, 1e-6)])
def test_error_and_sizes_invert_the_bounds(size, alpha, epsilon, beta):
    for least, bound in ((pp.private_occam_sample_size_sharp, pp.private_occam_bound_sharp),
                         (pp.private_occam_sample_size_at, pp.private_occam_bound)):
        n = least(size, alpha, epsilon, beta)
        assert bound(size, alpha, epsilon, n) <= beta * (1 + 1e-9)
        assert n == 1 or bound(size, alpha, epsilon, n - 1) > beta * (1 - 1e-9)
    n = deeper.private_agnostic_sample_size(size, alpha, beta=beta, epsilon=epsilon)
    assert deeper.agnostic_excess_bound(size, beta, epsilon=epsilon, n=n) <= alpha * (1 + 1e-12)


# ---- the world of points, exactly ----------------------------------------------------------------

TINY = [(2, 0.3, 1.0, 4), (3, 0.1, 0.5, 6), (5, 0.5, 3.0, 5), (4, 0.9, 12.0, 7), (4, 0.999, 1.0, 4)]


def plain_sum(size, alpha, epsilon, n):
    """`point_world_failure` by its definition."""
    k = np.arange(n + 1)
    weight = (size - 2) * np.exp(-epsilon * k / 2) + np.exp(-epsilon * n / 2)
    return float(brute.binomial(n, alpha * (1 + 1e-6)) @ (weight / (1 + weight)))


def test_short_sum_against_the_plain_one():
    rng, settings = np.random.default_rng(3), [*TINY, (3, 0.95, 40.0, 200), (2**60, 0.05, 4.0, 2000)]
    for _ in range(100):
        size, alpha, epsilon = int(2 ** rng.uniform(1, 60)), 10 ** rng.uniform(-3, -0.001), 10 ** rng.uniform(-2, 2)
        n = np.ceil(np.log(size) / (alpha * -np.expm1(-epsilon / 2)) * 10 ** rng.uniform(-1.3, 1.3))
        settings.append((size, alpha, epsilon, min(int(n), 10**5)))
    plain = np.array([plain_sum(*setting) for setting in settings])
    short = np.array([pp.point_world_failure(*setting) for setting in settings])
    shown = plain > 1e-12
    np.testing.assert_allclose(short[shown], plain[shown], rtol=1e-4)
    assert np.quantile(abs(short[shown] / plain[shown] - 1), 0.9) < 1e-8
    assert shown.sum() > 40 and (short[~shown] < 2e-12).all()


@pytest.mark.parametrize("size, alpha, beta", [(8, 0.1, 0.001), (2**40, 0.4, 0.2), (4, 0.4, 0.2)])
def test_exact_need_is_the_smallest(size, alpha, beta):
    epsilon = np.array([0.02, 0.4, 3.0, 30.0])
    need = pp.point_world_sample_size(size, alpha, epsilon, beta)
    before, at = (pp.point_world_failure(size, alpha, epsilon, np.maximum(n, 1)) for n in (need - 1, need))
    assert (at <= beta).all() and ((before > beta) | (need == 1)).all()
    assert (need <= pp.private_occam_sample_size_sharp(size, alpha, epsilon, beta)).all()
    # Without privacy a uniform consistent point; the private learner tends to it as ε grows.
    alone = pp.point_world_sample_size_alone(size, alpha, beta=beta)
    assert alone == pp.point_world_sample_size(size, alpha, 500.0, beta)
    with pytest.raises(ValueError, match="alpha"):
        pp.point_world_sample_size(2**40, 1e-6, 0.01, 0.05)
