"""Averages over votes: closed forms against quadrature and loops, numbers of parts, and exact errors in agnostic worlds."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, optimize, stats

from dplearn import pac, prediction
from dplearn.concepts import Points, Thresholds
from dplearn.prediction import AgnosticWorld, best_average

ALPHAS, EPSILONS = (0.01, 0.1, 0.3, 0.5), (0.02, 0.3, 1.0, math.log(2), 3.0, 12.0)


def quadrature(average, n_parts, epsilon):
    """E clip(average + Laplace, 0, 1) by adaptive quadrature, broken at the kinks."""
    noise = stats.laplace(scale=1 / (n_parts * epsilon))
    inside, _ = integrate.quad(lambda z: (average + z) * noise.pdf(z), -average, 1 - average, points=[0.0], limit=200)
    return inside + noise.sf(1 - average)


@pytest.mark.parametrize("n_parts, epsilon", [(1, 0.5), (3, 2.0), (20, 0.3), (12, 5.0)])
def test_noise_integrated_out(n_parts, epsilon):
    votes = np.arange(n_parts + 1)
    exact = prediction.average_probability_laplace(votes / n_parts, n_parts, epsilon=epsilon)
    assert exact == pytest.approx([quadrature(k / n_parts, n_parts, epsilon) for k in votes], abs=1e-9)
    np.testing.assert_allclose(exact + exact[::-1], 1.0, rtol=1e-14)      # the labels play the same part


def test_sampled_noise_agrees():
    # Hoeffding, 40,000 tosses of a probability: off by more than 0.0135 with probability below 1e-6
    rng, r, epsilon = np.random.default_rng(18), 5, 0.7
    for k in (0, 2, 5):
        toss = rng.random(40_000) < np.clip(k / r + rng.laplace(scale=1 / (r * epsilon), size=40_000), 0, 1)
        assert abs(toss.mean() - prediction.average_probability_laplace(k / r, r, epsilon=epsilon)) < 0.0135


def test_limits():
    assert prediction.average_probability_laplace(0.3, 7, epsilon=1e-100) == pytest.approx(0.5)
    assert prediction.average_probability_laplace([0.0, 0.3, 1.0], 7, epsilon=1e100) == pytest.approx([0, 0.3, 1])
    assert prediction.average_epsilon_laplace(10**6, epsilon=1.0) == pytest.approx(math.log(2 + math.exp(-1)))
    assert prediction.average_epsilon_laplace([1, 5], epsilon=1e-12) == pytest.approx([1e-12, 1e-12], rel=1e-6)
    assert prediction.average_epsilon_laplace(10**15, epsilon=40.0) == pytest.approx(math.log(80))
    assert prediction.clipped_average_epsilon(1, 0.5) == pytest.approx(math.log(3))
    assert prediction.clipped_average_epsilon(10**15, 1e-3) == pytest.approx(2e-12, rel=0.01)


def test_distance_from_the_average():
    for alpha, r in itertools.product(ALPHAS, (1, 3, 20, 101)):
        k = np.arange(r + 1)
        assert np.abs(prediction.clipped_average_probability(k, r, alpha=alpha) - k / r).max() == pytest.approx(alpha / 2)
        noise = np.abs(prediction.average_probability_laplace(k / r, r, epsilon=1 / (alpha * r)) - k / r)
        assert noise.max() == pytest.approx(alpha / 2 * -math.expm1(-1 / alpha))     # b = α here: half of the mean |noise|, and less


def test_parts():
    for alpha, epsilon in itertools.product(ALPHAS, EPSILONS):
        clipped, least = prediction.clipped_parts(alpha, epsilon), prediction.clipped_parts_sharp(alpha, epsilon)
        noise = prediction.laplace_parts_sharp(alpha, epsilon)
        assert least <= clipped <= prediction.laplace_parts(alpha, epsilon) <= 2 * noise
        assert prediction.best_average_parts(alpha, epsilon) <= min(noise, least)
        assert (clipped <= noise) if epsilon > 1.26 else (clipped >= noise)
        assert prediction.clipped_average_epsilon(clipped, alpha) <= epsilon * (1 + 1e-12)
        assert prediction.clipped_average_epsilon(least, alpha) <= epsilon * (1 + 1e-12)
        if least > 1:
            assert prediction.clipped_average_epsilon(least - 1, alpha) > epsilon * (1 + 1e-12)
    assert [prediction.laplace_parts(0.1, 1), prediction.clipped_parts(0.1, 1), prediction.clipped_parts_sharp(0.1, 1)] == [20, 12, 8]
    assert prediction.clipped_parts(0.1, 800.0) == 1                       # e^800 is no float


def test_loss_falls_with_parts():
    for alpha in ALPHAS:
        assert (np.diff(prediction.clipped_average_epsilon(np.arange(1, 2000), alpha)) < 1e-12).all()


# ---- the best coin ----

def least_distance_by_lp(r, epsilon):
    """The least max |p(k) - k/r| over all ε-private rules of r votes."""
    rows, limits = [], []
    for k in range(r + 1):
        for sign in (1, -1):
            rows.append({k: sign, r + 1: -1.0})
            limits.append(sign * k / r)
        for j in {k - 1, k + 1} & set(range(r + 1)):
            rows += [{k: 1.0, j: -math.exp(epsilon)}, {k: -1.0, j: math.exp(epsilon)}]
            limits += [0.0, math.expm1(epsilon)]
    matrix = np.zeros((len(rows), r + 2))
    for i, row in enumerate(rows):
        for j, value in row.items():
            matrix[i, j] = value
    solved = optimize.linprog(np.eye(r + 2)[-1], A_ub=matrix, b_ub=limits, bounds=(0, 1), method="highs",
                              options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
    return solved.fun


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 2.0])
@pytest.mark.parametrize("r", [2, 3, 5, 8, 12, 25])
def test_no_private_rule_is_nearer_than_the_best_coin(r, epsilon):
    alpha = 2 * least_distance_by_lp(r, epsilon)
    if alpha * (1 + 1e-6) <= 0.5:
        assert prediction.best_average_parts(alpha * (1 + 1e-6), epsilon) <= r
        assert prediction.best_average_parts(alpha * (1 - 1e-4), epsilon) > r
        with pytest.raises(ValueError, match="n_parts"):
            prediction.best_average_probability(0, r, alpha=alpha * (1 - 1e-4), epsilon=epsilon)


def test_best_coin():
    for alpha, epsilon in itertools.product(ALPHAS, EPSILONS):
        r = prediction.best_average_parts(alpha, epsilon)
        assert r <= prediction.clipped_parts_sharp(alpha, epsilon)
        for parts in {r, r + 1, 3 * r}:
            k = np.arange(parts + 1)
            p = prediction.best_average_probability(k, parts, alpha=alpha, epsilon=epsilon)
            assert np.abs(p - k / parts).max() <= alpha / 2 * (1 + 1e-9)
            assert max(np.abs(np.diff(np.log(v))).max() for v in (p, 1 - p)) <= epsilon * (1 + 1e-9)
            np.testing.assert_allclose(p + p[::-1], 1.0, rtol=1e-12)
        for fewer in range(max(1, r - 60), r):                             # the start decides, and once enough is always enough
            assert best_average._largest_rule(fewer, alpha, epsilon) is None
        for more in range(r, r + 60):
            assert best_average._largest_rule(more, alpha, epsilon) is not None and best_average._enough(more, alpha, epsilon)
    assert [f(0.01, 0.1) for f in (prediction.laplace_parts, prediction.clipped_parts, prediction.best_average_parts)] == [2000, 1902, 557]


# ---- worlds ----------------------------------------------------------------------------------------

WORLDS = {
    "noisy thresholds": AgnosticWorld(Thresholds(3), [0.4, 0.3, 0.3], [0.9, 0.6, 0.2]),
    "points that disagree": AgnosticWorld(Points(3), [1 / 3] * 3, [1.0, 1.0, 1.0]),
    "clean thresholds": AgnosticWorld(Thresholds(3), [0.4, 0.2, 0.4], [1.0, 1.0, 0.0]),
    "two cells": AgnosticWorld(Thresholds(2), [0.5, 0.5], [0.6, 0.45]),
}


def law_by_loops(world, m):
    """The ERM's law, over all ordered samples, with `pac.erm` itself."""
    cells = world.concept_class.domain()
    law = np.zeros(world.concept_class.n_hypotheses)
    kinds = [(i, y) for i in range(len(cells)) for y in (0, 1)]
    for sample in itertools.product(kinds, repeat=m):
        chance = math.prod(world.mass[i] * (world.label_one[i] if y else 1 - world.label_one[i]) for i, y in sample)
        law[pac.erm(world.concept_class, cells[[i for i, _ in sample]], [y for _, y in sample])] += chance
    return law


@pytest.mark.parametrize("name", WORLDS)
def test_law_of_the_learner(name):
    world = WORLDS[name]
    for m in (1, 2, 4):
        law = world.erm_law(m)
        np.testing.assert_allclose(law, law_by_loops(world, m), atol=1e-14)
        # an average errs like its voters, whatever the labels (Lemma 4.6)
        plain = world.expected_error(np.arange(8) / 7, world.vote_chances(m))
        assert plain == pytest.approx(law @ world.errors, rel=1e-12)


def rules(r, alpha, epsilon):
    k = np.arange(r + 1)
    return {"clipped": prediction.clipped_average_probability(k, r, alpha=alpha),
            "noise": prediction.average_probability_laplace(k / r, r, epsilon=epsilon),
            "soft": prediction.soft_majority_probability(k, r, epsilon=epsilon)} | (
        {"best": prediction.best_average_probability(k, r, alpha=alpha, epsilon=epsilon)}
        if r >= prediction.best_average_parts(alpha, epsilon) else {})


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("alpha, epsilon", [(0.1, 1.0), (0.3, 0.5), (0.5, 2.0)])
def test_the_average_keeps_its_promise_exactly(name, alpha, epsilon):
    """Excess <= the parts' own excess + α/2, at the numbers of parts that each rule asks for."""
    world = WORLDS[name]
    for m in (1, 5, 9):
        chances, parts = world.vote_chances(m), world.erm_law(m) @ world.errors
        for rule, r in (("clipped", prediction.clipped_parts(alpha, epsilon)), ("noise", prediction.laplace_parts_sharp(alpha, epsilon)),
                        ("best", prediction.best_average_parts(alpha, epsilon))):
            assert world.expected_error(rules(r, alpha, epsilon)[rule], chances) <= parts + alpha / 2 + 1e-12


def test_the_soft_majority_does_not():
    """Three points, all labels 1: a model is right on one of them, most models are wrong everywhere."""
    world = WORLDS["points that disagree"]
    assert world.best_error == pytest.approx(2 / 3)
    chances = world.vote_chances(12)
    errors = {r: world.expected_error(rules(r, 0.1, 1.0)["soft"], chances) - world.best_error for r in (10, 100, 1000)}
    assert errors[10] > 0.09 and errors[100] > 0.3 and errors[1000] == pytest.approx(1 / 3, abs=1e-3)
    assert world.expected_error(rules(12, 0.1, 1.0)["clipped"], chances) - world.best_error < 0.05


@pytest.mark.parametrize("name", WORLDS)
def test_simulation_agrees(name):
    # Hoeffding, 4,000 data sets, errors in [0, 1]: off by more than 0.0427 with probability below 1e-6
    world, r, m = WORLDS[name], 12, 6
    votes = world.draw_votes(r, m, rng=np.random.default_rng(47), runs=4_000)
    assert votes.shape == (4_000, world.concept_class.domain_size) and votes.max() <= r
    for rule in rules(r, 0.1, 1.0).values():
        assert abs(world.error_given(rule[votes]).mean() - world.expected_error(rule, world.vote_chances(m))) < 0.0427


def test_a_larger_world_by_simulation():
    """Sixteen thresholds with noise, parts too large to enumerate: the clipped average stays within α of Opt."""
    cells = np.arange(1, 17)
    world = AgnosticWorld(Thresholds(16), np.full(16, 1 / 16), np.where(cells <= 9, 0.8, 0.3))
    alpha, epsilon, beta = 0.2, 1.0, 0.05
    r, m = prediction.clipped_parts(alpha, epsilon), pac.agnostic_sample_size(17, alpha / 2, 0.05 / 6)
    errors = world.error_given(rules(r, alpha, epsilon)["clipped"][world.draw_votes(r, m, rng=np.random.default_rng(5), runs=300)])
    # Clopper-Pearson would allow 5% + 14% of failures at 1e-6; there are none, for the constants are generous
    assert (errors - world.best_error <= alpha).all() and beta > 0


def test_bad_input():
    world = WORLDS["two cells"]
    for call, name in [
        (lambda: prediction.clipped_average_probability(4, 3, alpha=0.1), "votes_for_one"),
        (lambda: prediction.clipped_average_probability(1, 3, alpha=0.0), "alpha"),
        (lambda: prediction.average_probability_laplace(1.2, 3, epsilon=1.0), "average"),
        (lambda: prediction.clipped_average_epsilon(3, [0.1, 1.0]), "alpha"),
        (lambda: prediction.clipped_parts_sharp(0.6, 1.0), "alpha"),
        (lambda: prediction.clipped_parts(0.1, 1e-17), "alpha"),
        (lambda: AgnosticWorld(Thresholds(2), [0.5, 0.6], [0.5, 0.5]), "mass"),
        (lambda: AgnosticWorld(Thresholds(2), [0.5, 0.5], [0.5, 1.5]), "label_one"),
        (lambda: world.erm_law(200), "part_size"),
        (lambda: world.expected_error([0.5], [0.5, 0.5]), "rule"),
        (lambda: world.expected_error([0.5, 0.5], [0.5]), "vote_chances"),
        (lambda: world.draw_votes(10**6, 3, rng=np.random.default_rng(0), runs=100), "runs"),
    ]:
        with pytest.raises(ValueError, match=name):
            call()
