"""Lecture 2: the exponential-mechanism learner, its bounds, and the exact failure it has."""

import itertools
from decimal import Decimal, getcontext
from math import comb

import numpy as np
import pytest
from scipy import special, stats

from dplearn.private_pac import agnostic as private_agnostic
from dplearn import private_pac
from dplearn._binomial import log_binomial, log_expectation
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from dplearn.privacy import Relation

CLASSES = [Conjunctions(3), Points(5), Thresholds(5), IntervalUnions(4, 2), Parities(3)]


def some_sample(concept_class, n, rng):
    x = concept_class.domain()
    return x[rng.integers(0, len(x), n)], rng.integers(0, 2, n)


# ---- the law -------------------------------------------------------------------------------------

def test_law_by_hand():
    # Points(2), examples (1, 1) and (1, 0): each hypothesis errs once on the pair, so a coin.
    np.testing.assert_allclose(private_pac.learner_probabilities(Points(2), [1, 1], [1, 0], epsilon=3.0), [0.5, 0.5])
    # Points(2), one example (1, 1): c_1 errs 0 times, c_2 once.
    law = private_pac.learner_probabilities(Points(2), [1], [1], epsilon=2 * np.log(3))
    np.testing.assert_allclose(law, [0.75, 0.25])
    law = private_pac.learner_probabilities(Points(2), [1], [1], epsilon=np.log(3), relation=Relation.ADD_REMOVE)
    np.testing.assert_allclose(law, [0.75, 0.25])


@pytest.mark.parametrize("concept_class", CLASSES, ids=str)
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 700.0])
def test_law_against_the_definition(concept_class, epsilon):
    rng = np.random.default_rng(1)
    for n in (1, 2, 9):
        x, y = some_sample(concept_class, n, rng)
        mistakes = (concept_class.predictions(x) != y.astype(bool)).sum(axis=1)
        log_weights = -epsilon / 2 * mistakes
        expected = np.exp(log_weights - special.logsumexp(log_weights))
        np.testing.assert_allclose(
            private_pac.learner_probabilities(concept_class, x, y, epsilon=epsilon), expected, rtol=1e-12, atol=1e-300)


def test_law_is_batched_and_stable():
    mistakes = np.random.default_rng(2).integers(0, 10**6, (4, 3, 50))
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=5.0)
    assert law.shape == mistakes.shape
    np.testing.assert_allclose(law[2, 1], private_pac.learner_probabilities_from_mistakes(mistakes[2, 1], epsilon=5.0))
    np.testing.assert_allclose(law.sum(axis=-1), 1)


def test_limits_in_epsilon():
    x, y = [1, 2, 3, 3], [1, 1, 0, 0]
    uniform = private_pac.learner_probabilities(Thresholds(4), x, y, epsilon=1e-9)
    np.testing.assert_allclose(uniform, 1 / 5, rtol=1e-8)
    # ε to infinity: uniform on the hypotheses of fewest mistakes, here the consistent c_2.
    np.testing.assert_allclose(private_pac.learner_probabilities(Thresholds(4), x, y, epsilon=2e3), np.eye(5)[2], atol=1e-300)


def test_sampler_follows_the_law():
    law = private_pac.learner_probabilities(Thresholds(3), [1, 2, 3], [1, 0, 1], epsilon=1.5)
    runs, rng = 20_000, np.random.default_rng(3)
    draws = [private_pac.private_learner(Thresholds(3), [1, 2, 3], [1, 0, 1], epsilon=1.5, rng=rng) for _ in range(runs)]
    # Hoeffding for each of 4 outcomes: 4 · 2 exp(-2 runs t²) = 1e-6.
    slack = np.sqrt(np.log(8 / 1e-6) / (2 * runs))
    assert np.abs(np.bincount(draws, minlength=4) / runs - law).max() < slack


def test_bad_arguments_of_the_learner():
    good = dict(concept_class=Points(3), x=[1, 2], y=[0, 1], epsilon=1.0)
    for change in [dict(epsilon=0), dict(epsilon=-1.0), dict(epsilon=np.nan), dict(epsilon=np.inf), dict(x=[1, 4]),
                   dict(x=[], y=[]), dict(y=[0]), dict(y=[0, 2]), dict(y=[0, np.nan]), dict(concept_class=3),
                   dict(relation=Relation.ONE_ROUND), dict(relation="replace-one")]:
        with pytest.raises(ValueError):
            private_pac.learner_probabilities(**(good | change))
    for rng in (None, 3, np.random):
        with pytest.raises(ValueError, match="rng"):
            private_pac.private_learner(**good, rng=rng)
    for mistakes in (-1.0, [[-1, 2]], [], 3, [np.nan, 1.0], ["a"]):
        with pytest.raises(ValueError, match="mistakes"):
            private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=1.0)


# ---- the exact loss around one sample ------------------------------------------------------------

@pytest.mark.parametrize("concept_class", CLASSES, ids=str)
@pytest.mark.parametrize("relation", [Relation.REPLACE_ONE, Relation.ADD_REMOVE])
def test_exact_epsilon_against_enumeration(concept_class, relation):
    rng = np.random.default_rng(4)
    domain = concept_class.domain()
    records = [(x, y) for x in domain for y in (0, 1)]
    for n, epsilon in [(2, 0.3), (3, 4.0)]:
        x, y = some_sample(concept_class, n, rng)
        data = list(zip(x, y))
        if relation is Relation.REPLACE_ONE:
            others = [data[:i] + [r] + data[i + 1 :] for i in range(n) for r in records]
        else:
            others = [data[:i] + data[i + 1 :] for i in range(n)] + [data + [r] for r in records]
        worst = 0.0
        law = private_pac.learner_probabilities(concept_class, x, y, epsilon=epsilon)
        for other in others:
            q = private_pac.learner_probabilities(concept_class, [r[0] for r in other], [r[1] for r in other], epsilon=epsilon)
            worst = max(worst, np.abs(np.log(law / q)).max())
        got = private_pac.exact_learner_epsilon(concept_class, x, y, epsilon=epsilon, relation=relation)
        assert got == pytest.approx(worst, rel=1e-11)
        assert got <= epsilon * (1 if relation is Relation.REPLACE_ONE else 0.5) * (1 + 1e-12)


def test_replace_one_is_tight_and_add_remove_is_half():
    # Points(2), n copies of (1, 1) against the same with one (1, 0): the loss tends to ε.
    losses = [private_pac.exact_learner_epsilon(Points(2), [1] * n, [1] * n, epsilon=2.0) for n in (1, 5, 20)]
    assert losses[0] < losses[1] < losses[2] <= 2.0 and losses[2] > 2.0 - 1e-6
    half = private_pac.exact_learner_epsilon(Points(2), [1] * 20, [1] * 20, epsilon=2.0, relation=Relation.ADD_REMOVE)
    assert 1.0 - 1e-6 < half <= 1.0
    full = private_pac.exact_learner_epsilon(Points(2), [1] * 20, [1] * 20, epsilon=2.0, relation=Relation.ADD_REMOVE,
                                             weight_relation=Relation.ADD_REMOVE)
    assert 2.0 - 1e-6 < full <= 2.0


def test_exact_epsilon_guards():
    with pytest.raises(ValueError, match="concept_class"):
        private_pac.exact_learner_epsilon(Conjunctions(12), np.eye(12, dtype=int), [1] * 12, epsilon=1.0)
    with pytest.raises(ValueError, match="relation"):
        private_pac.exact_learner_epsilon(Points(3), [1], [1], epsilon=1.0, relation=Relation.ONE_ROUND)


# ---- the bounds ----------------------------------------------------------------------------------

SETTINGS = list(itertools.product([2, 3, 10, 257, 2**20], [0.01, 0.05, 0.1, 0.3, 0.7, 0.99], [0.05, 0.5, 1.0, 3.187, 8.0],
                                  [1, 7, 100, 3000]))


def test_exact_is_below_every_bound():
    assert len(SETTINGS) >= 500
    for size, alpha, epsilon, n in SETTINGS:
        exact = private_pac.point_world_failure(size, alpha, epsilon, n)
        power = private_pac.private_occam_bound_sharp(size, alpha, epsilon, n, form="power")
        sharp = private_pac.private_occam_bound_sharp(size, alpha, epsilon, n)
        printed = private_pac.private_occam_bound(size, alpha, epsilon, n)
        chernoff = private_pac.private_occam_bound(size, alpha, epsilon, n, form="chernoff")
        # 1e-9: the stated accuracy of the exact value
        assert 0 <= exact <= power * (1 + 1e-9), (size, alpha, epsilon, n)
        assert power <= sharp * (1 + 1e-9) and sharp <= min(printed, chernoff) * (1 + 1e-9), (size, alpha, epsilon, n)


def test_sharp_is_never_above_printed():
    # The exponents: 1 - e^{-ε/2} against ε/4 and α/2 (or 1/8), on a fine grid of ε: one of the two is always smaller.
    epsilon = np.geomspace(1e-6, 1e4, 200_001)
    rate = -np.expm1(-epsilon / 2)
    assert ((rate >= epsilon / 4) | (rate >= 0.5)).all()
    # and each half alone fails somewhere, so both are needed
    assert (rate < epsilon / 4).any() and (rate < 0.5).any()
    crossing = special.lambertw(-2 * np.exp(-2)).real * 2 + 4
    assert crossing == pytest.approx(3.187248, abs=1e-6)  # 1 - e^{-ε/2} = ε/4
    assert -np.expm1(-crossing / 2) == pytest.approx(crossing / 4)


def test_which_two_term_form_is_smaller():
    for alpha, smaller in [(0.24, "chernoff"), (0.26, "printed")]:
        other = {"chernoff": "printed", "printed": "chernoff"}[smaller]
        assert (private_pac.private_occam_bound(9, alpha, 2.0, 500, form=smaller)
                < private_pac.private_occam_bound(9, alpha, 2.0, 500, form=other))


def test_bounds_by_hand_and_broadcast():
    assert private_pac.private_occam_bound(4, 0.5, 2.0, 8) == pytest.approx(4 * np.exp(-2) + 4 * np.exp(-1))
    assert private_pac.private_occam_bound(4, 0.5, 2.0, 8, form="chernoff") == pytest.approx(4 * np.exp(-2) + 4 * np.exp(-0.5))
    assert private_pac.private_occam_bound_sharp(4, 0.5, 2.0, 8) == pytest.approx(4 * np.exp(-4 * (1 - np.exp(-1))))
    half = 0.5 * (1 - np.exp(-1))
    assert private_pac.private_occam_bound_sharp(4, 0.5, 2.0, 8, form="power") == pytest.approx(4 * (1 - half) ** 8)
    shape = private_pac.private_occam_bound(4, [[0.1], [0.2]], 1.0, [1, 10, 100]).shape
    assert shape == (2, 3)
    # ε to infinity gives Occam's bound
    assert private_pac.private_occam_bound_sharp(4, 0.1, 100.0, 50) == pytest.approx(4 * np.exp(-5))
    for bound in (private_pac.private_occam_bound, private_pac.private_occam_bound_sharp):
        assert bound(2**70, 0.1, 1.0, 500) == pytest.approx(bound(None, 0.1, 1.0, 500, log_size=70 * np.log(2)))
        assert np.isfinite(bound(None, 0.1, 1.0, 500, log_size=1e9))
        falling = bound(10, 0.2, 0.5, np.arange(1, 300))
        assert (np.diff(falling) < 0).all()


def test_printed_sample_size():
    assert private_pac.private_occam_sample_size(16, 0.1, 1.0) == int(np.ceil(8 * np.log(16) / 0.01))
    assert private_pac.private_occam_sample_size(16, 0.1, 0.05) == int(np.ceil(8 * np.log(16) / 0.005))
    for size in (2, 5, 100):
        for alpha, epsilon in [(0.1, 1.0), (0.3, 0.1), (0.5, 9.0)]:
            n = private_pac.private_occam_sample_size(size, alpha, epsilon)
            assert private_pac.private_occam_bound(size, alpha, epsilon, n) <= 1 / size + size**-3.0 + 1e-12


@pytest.mark.parametrize("size", [1, 2, 1000, 2**64])
@pytest.mark.parametrize("alpha, epsilon, beta", [(0.1, 1.0, 0.05), (0.3, 0.01, 0.5), (0.5, 20.0, 1e-6), (0.01, 3.0, 0.9)])
def test_sample_sizes_are_smallest(size, alpha, epsilon, beta):
    for form in ("printed", "chernoff"):
        n = private_pac.private_occam_sample_size(size, alpha, epsilon, beta, form=form)
        assert private_pac.private_occam_bound(size, alpha, epsilon, n, form=form) <= beta * (1 + 1e-12)
        assert n == 1 or private_pac.private_occam_bound(size, alpha, epsilon, n - 1, form=form) > beta
    for form in ("exponential", "power"):
        n = private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, beta, form=form)
        assert private_pac.private_occam_bound_sharp(size, alpha, epsilon, n, form=form) <= beta * (1 + 1e-9)
        assert n == 1 or private_pac.private_occam_bound_sharp(size, alpha, epsilon, n - 1, form=form) > beta
    if epsilon <= 1:
        assert private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, beta) <= np.ceil(
            2.55 * np.log(size / beta) / (alpha * epsilon))


def test_bad_arguments_of_the_bounds():
    good = dict(n_hypotheses=4, alpha=0.1, epsilon=1.0)
    bounds = (private_pac.private_occam_bound, private_pac.private_occam_bound_sharp, private_pac.point_world_failure)
    for bound in bounds:
        for change in [dict(n_hypotheses=0), dict(n_hypotheses=1.5), dict(n_hypotheses=None), dict(log_size=1.0), dict(alpha=0.0),
                       dict(alpha=1.0), dict(alpha=np.nan), dict(epsilon=0.0), dict(epsilon=-1), dict(epsilon=np.inf),
                       dict(epsilon=1e300), dict(n=0), dict(n=2.5), dict(n=np.nan), dict(n=[]), dict(form="other"), dict(n=-3)]:
            if bound is private_pac.point_world_failure and "form" in change:
                continue
            with pytest.raises(ValueError):
                bound(**({**good, "n": 10} | change))
    with pytest.raises(ValueError, match="n_hypotheses"):
        private_pac.point_world_failure(1, 0.1, 1.0, 5)
    with pytest.raises(ValueError, match="n must"):
        private_pac.point_world_failure(4, 0.1, 1.0, 10**9)
    for size in (private_pac.private_occam_sample_size, private_pac.private_occam_sample_size_sharp,
                 private_pac.point_world_sample_size):
        for change in [dict(beta=0.0), dict(beta=1.0), dict(alpha=1e-300), dict(epsilon=1e-99), dict(epsilon=np.nan)]:
            with pytest.raises(ValueError):
                size(**({**good, "beta": 0.1} | change))
    with pytest.raises(ValueError, match="beta"):
        private_pac.private_occam_sample_size(4, 0.1, 1.0, form="chernoff")


# ---- the point world, exactly --------------------------------------------------------------------

@pytest.mark.parametrize("size, alpha, epsilon, n", [(2, 0.3, 1.0, 4), (3, 0.1, 0.5, 6), (5, 0.5, 3.0, 5), (4, 0.9, 12.0, 7),
                                                     (7, 0.01, 2.0, 3), (4, 1 - 1e-9, 1.0, 4)])
def test_point_world_against_all_samples(size, alpha, epsilon, n):
    mass = min(1.0, alpha * (1 + 1e-6))
    target, other = 1, size            # points; the target's hypothesis has index 0
    total = 0.0
    for sample in itertools.product((target, other), repeat=n):
        probability = np.prod([mass if x == target else 1 - mass for x in sample])
        y = [int(x == target) for x in sample]
        law = private_pac.learner_probabilities(Points(size), sample, y, epsilon=epsilon)
        total += probability * law[1:].sum()
    assert private_pac.point_world_failure(size, alpha, epsilon, n) == pytest.approx(total, rel=1e-10)


@pytest.mark.parametrize("size, alpha, epsilon, n", [(1000, 0.1, 1.0, 900), (10, 0.5, 0.1, 3000), (2**40, 0.05, 4.0, 2000),
                                                     (3, 0.95, 40.0, 200), (2, 0.2, 0.01, 500)])
def test_point_world_against_the_full_sum(size, alpha, epsilon, n):
    k = np.arange(n + 1)
    weight = (size - 2) * np.exp(-epsilon * k / 2) + np.exp(-epsilon * n / 2)
    full = (stats.binom.pmf(k, n, alpha * (1 + 1e-6)) * weight / (1 + weight)).sum()
    assert private_pac.point_world_failure(size, alpha, epsilon, n) == pytest.approx(full, rel=1e-9)


def test_point_world_over_a_grid_falls_and_is_found():
    n = np.unique(np.geomspace(1, 1e6, 60).astype(int))
    for size, alpha, epsilon in [(1024, 0.01, 0.1), (2, 0.3, 1e-4), (50, 0.1, 5.0), (2**30, 0.9, 0.01)]:
        curve = private_pac.point_world_failure(size, alpha, epsilon, n)
        assert curve.shape == n.shape
        assert (np.diff(curve) <= curve[:-1] * 1e-9).all()   # falls, up to the stated accuracy
        assert curve[5] == private_pac.point_world_failure(size, alpha, epsilon, int(n[5]))
    grid = private_pac.point_world_failure(9, 0.1, 1.0, [[1, 2], [3, 4]])
    assert grid.shape == (2, 2) and private_pac.point_world_failure(
        None, 0.1, 1.0, 3, log_size=np.log(9)) == pytest.approx(grid[1, 0], rel=1e-12)
    for size, alpha, epsilon, beta in [(1024, 0.1, 1.0, 0.05), (2, 0.3, 2.0, 0.01), (2**40, 0.5, 30.0, 1e-6)]:
        exact = private_pac.point_world_sample_size(size, alpha, epsilon, beta)
        assert private_pac.point_world_failure(size, alpha, epsilon, exact) <= beta
        assert exact == 1 or private_pac.point_world_failure(size, alpha, epsilon, exact - 1) > beta
        assert exact <= private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, beta, form="power")


def test_log_binomial_against_exact_integers():
    getcontext().prec = 60
    for n in (1, 2, 15, 16, 17, 400):
        for p in (0.001, 0.1, 0.5, 0.97):
            k = np.arange(0, n + 1, max(1, n // 25))
            exact = [float((Decimal(comb(n, int(j))) * Decimal(p) ** int(j) * (1 - Decimal(p)) ** (n - int(j))).ln()) for j in k]
            np.testing.assert_allclose(log_binomial(k, np.full(k.shape, n), p), exact, rtol=2e-13, atol=2e-13)


def test_log_expectation_of_one_is_zero():
    # f = 1: the window must hold all the mass, also for n = 0 and extreme p.
    n = np.array([0, 1, 2, 50, 10_000, 10**6])
    for p in (1e-6, 0.3, 1 - 1e-9):
        np.testing.assert_allclose(log_expectation(lambda k, n: np.zeros(np.shape(k)), n, p), 0, atol=1e-9)


# ---- without a target ----------------------------------------------------------------------------

def all_samples(concept_class, n):
    domain = concept_class.domain()
    records = [(x, y) for x in domain for y in (0, 1)]
    for sample in itertools.product(records, repeat=n):
        yield [r[0] for r in sample], [r[1] for r in sample]


def test_gap_bounds_on_every_small_sample():
    for concept_class in (Points(3), Thresholds(3), Conjunctions(2), Parities(2)):
        size = concept_class.n_hypotheses
        for n, epsilon in [(1, 0.7), (2, 3.0), (3, 12.0)]:
            for x, y in all_samples(concept_class, n):
                mistakes = (concept_class.predictions(x) != np.array(y, bool)).sum(axis=1)
                law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
                gaps = (mistakes - mistakes.min()) / n
                tight = private_agnostic.expected_gap_tight(size, epsilon, n)
                assert law @ gaps <= tight + 1e-12 <= private_agnostic.expected_gap_bound(size, epsilon, n) + 2e-12
                for beta in (0.5, 0.1, 0.01):
                    beyond = gaps > private_agnostic.exponential_gap_bound(size, epsilon, n, beta) + 1e-12
                    assert law[beyond].sum() <= beta


def test_tight_gap_is_reached():
    # one best hypothesis, all others at the same distance: maximize over (real) distances
    for size in (2, 10, 10**6):
        distance = np.linspace(0, 40, 400_001)
        others = (size - 1) * np.exp(-distance)                      # ε·(extra mistakes)/2 = distance
        gap = (distance * others / (1 + others)).max() * 2           # in units of 1/(εn)
        assert private_agnostic.expected_gap_tight(size, 1.0, 1) == pytest.approx(gap, rel=1e-8)
    assert private_agnostic.expected_gap_tight(1, 1.0, 5) == 0
    huge = private_agnostic.expected_gap_tight(None, 1.0, 1, log_size=1e6)
    assert huge == pytest.approx(2 * (1e6 - 1 - np.log(1e6)), rel=1e-5)


def test_gibbs_bound_by_exact_expectation():
    # Every sample of three examples from a distribution on Thresholds(3) with noisy labels, exactly.
    rng = np.random.default_rng(5)
    for concept_class in (Thresholds(2), Points(3), Conjunctions(2)):
        domain = concept_class.domain()
        predictions = concept_class.predictions(domain)
        for n, epsilon in [(1, 1.0), (2, 0.2), (3, 4.0)]:
            p = rng.dirichlet(np.full(2 * len(domain), 0.3)).reshape(-1, 2)   # p[cell, label]
            risk = np.where(predictions, p[:, 0], p[:, 1]).sum(axis=1)
            on_sample = on_law = 0.0
            cells = [(c, label) for c in range(len(domain)) for label in (0, 1)]
            for sample in itertools.product(cells, repeat=n):
                weight = np.prod([p[r] for r in sample])
                mistakes = sum((predictions[:, c] != bool(label)).astype(int) for c, label in sample)
                law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
                on_sample += weight * (law @ mistakes) / n
                on_law += weight * (law @ risk)
            assert abs(on_law - on_sample) <= private_agnostic.generalization_gap_bound(epsilon, bounded_range=True) + 1e-12
            size = concept_class.n_hypotheses
            assert on_law <= private_agnostic.gibbs_risk_bound(risk.min(), size, epsilon, n) + 1e-12


def test_agnostic_numbers():
    assert private_agnostic.agnostic_excess_bound(8, 0.5, 1000, 0.1) == pytest.approx(
        2 * np.sqrt(np.log(160) / 2000) + 2 * np.log(160) / 500)
    for size, alpha, epsilon, beta in [(2, 0.1, 1.0, 0.05), (1000, 0.3, 0.01, 0.5), (5, 0.9, 20.0, 1e-6)]:
        n = private_agnostic.agnostic_sample_size(size, alpha, epsilon, beta)
        assert private_agnostic.agnostic_excess_bound(size, epsilon, n, beta) <= alpha * (1 + 1e-12)
        assert n == np.ceil(max(8 * np.log(2 * size / beta) / alpha**2, 4 * np.log(2 * size / beta) / (epsilon * alpha)))
    n = 10_000
    epsilon = np.sqrt(8 * np.log(64) / n)
    assert private_agnostic.gibbs_risk_bound(0.2, 64, epsilon, n) <= 0.2 + np.sqrt(2 * np.log(64) / n)
    np.testing.assert_allclose(private_agnostic.generalization_gap_bound([1.0, 2.0]), np.tanh([0.5, 1.0]))
    assert private_pac.gibbs_risk_bound is private_agnostic.gibbs_risk_bound


def test_agnostic_excess_holds_in_simulation():
    # Thresholds(20), labels flipped with probability 0.3: failures of the bound in 4,000 runs.
    size, n, epsilon, beta, runs = 20, 400, 1.0, 0.1, 4_000
    concept_class, rng = Thresholds(size), np.random.default_rng(6)
    flip, target = 0.3, 7
    p = np.full((size, 2), 1 / size)
    truth = concept_class.label_cells(target)
    p = p * np.where(truth[:, None] == np.array([False, True]), 1 - flip, flip)
    counts = rng.multinomial(n, p.ravel(), size=runs).reshape(runs, size, 2)
    mistakes = concept_class.mistakes(counts[..., 0], counts[..., 1])
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
    risk = np.where(concept_class.predictions(concept_class.domain()), p[:, 0], p[:, 1]).sum(axis=1)
    excess = risk - risk.min()
    bound = private_agnostic.agnostic_excess_bound(concept_class.n_hypotheses, epsilon, n, beta)
    failure = (law * (excess > bound)).sum(axis=1).mean()
    # an average of 4,000 values in [0, 1]: Hoeffding, false alarm 1e-6
    assert failure <= beta + np.sqrt(np.log(1e6) / (2 * runs))
    # and the expected excess is below the bound without a union
    mean, slack = (law @ excess).mean(), np.sqrt(np.log(1e6) / (2 * runs))
    assert mean <= private_agnostic.gibbs_risk_bound(0.0, concept_class.n_hypotheses, epsilon, n) + slack


def test_bad_arguments_of_the_agnostic_bounds():
    a = private_agnostic
    for call in [lambda: a.exponential_gap_bound(0, 1.0, 5, 0.1), lambda: a.exponential_gap_bound(4, 0.0, 5, 0.1),
                 lambda: a.exponential_gap_bound(4, 1.0, 0, 0.1), lambda: a.exponential_gap_bound(4, 1.0, 5, 1.0),
                 lambda: a.expected_gap_bound(4, np.nan, 5), lambda: a.expected_gap_tight(4, 1.0, 1.5),
                 lambda: a.agnostic_excess_bound(4, 1.0, 5, 0.0), lambda: a.agnostic_sample_size(4, 0.0, 1.0, 0.1),
                 lambda: a.agnostic_sample_size(4, 1e-200, 1.0, 0.1), lambda: a.agnostic_sample_size(None, 0.1, 1.0, 0.1),
                 lambda: a.generalization_gap_bound(0.0), lambda: a.generalization_gap_bound(1.0, bounded_range="yes"),
                 lambda: a.gibbs_risk_bound(1.5, 4, 1.0, 5), lambda: a.gibbs_risk_bound(-0.1, 4, 1.0, 5),
                 lambda: a.gibbs_risk_bound(np.nan, 4, 1.0, 5)]:
        with pytest.raises(ValueError):
            call()
