"""Lecture 4: LinearLearner, what it gives away, its excess risk exactly and simulated, and the one-draw baseline."""

import functools
import itertools

import numpy as np
import pytest
from scipy import special, stats

from dplearn import private_experts
from dplearn.mechanisms import exponential_probabilities
from dplearn.privacy import Relation, audit, bounded_range_rho, product_profile, zcdp_epsilon
from dplearn.private_experts import (
    brute, linear_engine as engine, linear_eta, linear_learner, linear_learner_probabilities,
)

DOMAIN = list(itertools.product((-1, 1), repeat=2))
GRID = list(itertools.product([(2, 40), (3, 12), (4, 6)], (0.02, 0.5, 0.95)))


def hoeffding(width, runs, statements=1):
    """Half-width that the mean of `runs` values in an interval leaves with probability 1e-6 in all."""
    return width * np.sqrt(np.log(2e6 * statements) / (2 * runs))


def sequence_law(x, eta):
    """The law of the whole action sequence, d^n probabilities."""
    return functools.reduce(np.multiply.outer, linear_learner_probabilities(np.array(x, float), eta=eta)).ravel()


# ---- the algorithm, and what it gives away -----------------------------------------------------------


def test_law_is_algorithm_17_word_for_word():
    x, eta = np.random.default_rng(1).uniform(-1, 1, (7, 4)), 0.8
    law = linear_learner_probabilities(x, eta=eta)
    for t, row in enumerate(law):
        weights = [np.exp(-eta * sum(x[j, i] for j in range(t))) for i in range(4)]
        np.testing.assert_allclose(row, np.array(weights) / sum(weights), rtol=1e-13)
    x[-1] = -1  # the last record reaches no action
    np.testing.assert_array_equal(law, linear_learner_probabilities(x, eta=eta))


def test_one_record_and_one_coordinate():
    rng = np.random.default_rng(3)
    assert sorted(linear_learner([[0.3, -0.2, 1.0]], epsilon=1.0, delta=1e-6, rng=rng)) == [0, 0, 1]
    assert linear_learner(np.ones((5, 1)), epsilon=1.0, delta=1e-6, rng=rng) == [1.0]


def test_audit_of_tiny_data_refutes_two_eta_a_step():
    eta, n, data = 0.1, 3, list(itertools.product(DOMAIN, repeat=3))
    law = {x: sequence_law(x, eta) for x in data}
    claims = {times: audit(law.__getitem__, data, domain=DOMAIN, relation=Relation.ONE_ROUND,
                           epsilon=times * eta * (n - 1), ordered=True)
              for times in (2, 4)}
    assert not claims[2].ok and claims[4].ok and round(claims[2].true_epsilon, 5) == 0.41987
    # θ, which forgets the order of the actions, is private all the more
    merged = audit(lambda x: brute.share_law(x, eta), data, domain=DOMAIN, relation=Relation.ONE_ROUND,
                   epsilon=4 * eta * (n - 1), ordered=True)
    assert merged.ok and merged.true_epsilon <= claims[4].true_epsilon + 1e-12


def test_a_step_has_range_four_eta():
    eta = 0.1
    laws = {x: linear_learner_probabilities([*x, (0, 0)], eta=eta)[1] for x in itertools.product(DOMAIN, repeat=2)}
    losses = [np.log(laws[x] / laws[(other, x[1])]) for x in laws for other in DOMAIN]
    assert np.abs(losses).max() <= 4 * eta and np.ptp(losses, axis=1).max() == pytest.approx(4 * eta, rel=1e-12)


def test_printed_eta_is_private_up_to_eight_logarithms():
    n, delta = 1000, 1e-6
    edge = 8 * np.log(1e6)
    assert zcdp_epsilon(n * bounded_range_rho(4 * linear_eta(n, edge, delta)), delta) == pytest.approx(edge, rel=1e-12)
    with pytest.raises(ValueError, match="8 ln"):
        linear_eta(n, edge * 1.001, delta)
    with pytest.raises(ValueError, match="8 ln"):
        linear_learner([[0.5, -0.5]], epsilon=edge * 1.001, delta=delta, rng=np.random.default_rng(1))
    # far out it is not: one pair, by another accountant
    pair = np.zeros((2, n, 2))
    pair[0, 0], pair[1, 0] = (1, -1), (-1, 1)
    for epsilon, delta, exact in ((20.0, 0.5, 0.9595), (30.0, 0.1, 0.1703)):
        eta = linear_eta.record.body(n, epsilon, delta, "dr14")
        assert product_profile(*(linear_learner_probabilities(x, eta=eta) for x in pair),
                               epsilon) == pytest.approx(exact, abs=6e-5) and exact > delta


def test_other_analyses_take_steps_of_four_eta():
    for analysis in set(private_experts.ANALYSES) - {"dr14"}:
        narrow = private_experts.private_eta(0.5, 1e-6, 500, analysis=analysis)
        assert linear_eta(500, 0.5, 1e-6, analysis=analysis) == pytest.approx(narrow / 2, rel=1e-6)


# ---- Theorem 11.6 --------------------------------------------------------------------------------


def test_deviation_of_the_proof():
    """The exact law of <θ, μ> - μ_best over data and actions: its upper tail against both forms."""
    mu, n, eta, beta, over = np.array([-0.4, 0.3]), 4, 0.5, 0.3, np.zeros(2)
    forms = private_experts.excess_risk_bound, private_experts.excess_risk_bound_sharp
    bounds = np.array([form(n, 2, eta=eta, beta=beta) for form in forms])
    for x in itertools.product(DOMAIN, repeat=n):
        mass = np.prod((1 + np.array(x) * mu) / 2)
        excess = 0.7 * np.arange(n + 1) / n  # where the second coordinate is chosen so often
        over += mass * (brute.share_law(x, eta) * (excess > bounds[:, None])).sum(axis=1)
    assert (over <= beta).all()
    three, one = (form(n, 2, eta=eta, beta=np.linspace(0.001, 0.999, 50)) for form in forms)
    assert (one < three).all()


def test_simulated_risk_below_the_bound():
    rng, n, d, beta, runs, mu = np.random.default_rng(4), 2000, 8, 0.1, 200, np.linspace(-0.2, 0.3, 8)
    for analysis in ("dr14", "bounded-range"):
        eta = linear_eta(n, 1.0, 1e-6, analysis=analysis)
        risks = engine.draw_excess_risk(mu, n, eta=eta, rng=rng, runs=runs)
        # If Pr[above] <= β, then the count is at most Bin(runs, β): false alarm 1e-6.
        assert (risks > private_experts.excess_risk_bound_sharp(n, d, eta=eta,
                                                                beta=beta)).sum() <= stats.binom.isf(1e-6, runs, beta)
        assert risks.mean() - hoeffding(0.5, runs) <= private_experts.excess_risk_bound(n, d, eta=eta)


# ---- the engine: one good coordinate ------------------------------------------------------------------


@functools.cache  # the gap does not come in
def shares(m, eta, d):
    """p(1) at all numbers of ones of all coordinates, an axis for each coordinate."""
    ones = np.indices((m + 1,) * d)
    weight = np.exp(-2 * eta * (ones - ones.min(axis=0)))
    return weight[0] / weight.sum(axis=0)


def best_share_directly(m, eta, d, gap):
    """E p(1) by summing over all numbers of ones of all coordinates."""
    k = np.arange(m + 1)
    laws = [stats.binom.pmf(k, m, (1 - gap) / 2)] + [stats.binom.pmf(k, m, 0.5)] * (d - 1)
    return np.sum(functools.reduce(np.multiply.outer, laws) * shares(m, eta, d))


@pytest.mark.parametrize("world, gap", GRID)
@pytest.mark.parametrize("scale", [0.05, 1.0, 4.0])
def test_exact_excess_against_enumeration(world, gap, scale):
    d, most = world
    for n in (1, 2, most):
        eta = scale / np.sqrt(n)
        direct = gap * (1 - np.mean([best_share_directly(m, eta, d, gap) for m in range(n)]))
        assert abs(engine.expected_excess_risk(n, d, gap, eta) - direct) <= 1e-5 * gap


@pytest.mark.parametrize("n, d, gap, scale, most",
                         [(3000, 10, 0.1, 0.3, 2e-7), (3000, 100, 0.5, 1.0, 1e-5), (3000, 2, 0.9, 4.0, 1e-3),
                                                    (3000, 1000, 0.9, 4.0, 1e-3), (100, 3, 0.9999, 4.0, 1e-3)])
def test_exact_excess_sums_the_rounds(n, d, gap, scale, most):
    eta = scale / np.sqrt(n)
    every = engine._best_share(np.arange(n), np.full(n, eta), d, gap)
    assert abs(engine.expected_excess_risk(n, d, gap, eta) - gap * (1 - every.mean())) <= most * gap


def test_exact_excess_against_simulation_and_bound():
    d, gap, runs, n = 20, 0.2, 20_000, np.array([30, 1000, 100_000])
    eta, rng, mu = linear_eta(n, 2.0, 1e-6,
                              analysis="bounded-range"), np.random.default_rng(5), engine.one_good_coordinate(20, 0.2)
    exact = engine.expected_excess_risk(n, d, gap, eta)
    assert (np.diff(exact) < 0).all() and (exact <= private_experts.excess_risk_bound(n, d, eta=eta)).all()
    for j in range(3):
        sample = engine.draw_round_risk(mu, int(n[j]), eta=eta[j], rng=rng, runs=runs)
        assert abs(sample.mean() - exact[j]) < hoeffding(gap, runs, 3)
    full = engine.draw_excess_risk(mu, 1000, eta=eta[1], rng=rng, runs=300)
    assert abs(full.mean() - exact[1]) < hoeffding(gap, 300)
    assert full.std() < gap / 4  # a mean of 1000 actions; one round alone scatters far more


@pytest.mark.parametrize("n", [1, 3])
def test_simulated_paths_do_not_look_ahead(n):
    # Where a learner that saw today's record first would do far better: 0.9 (1 - E p(1)) one record later.
    gap, eta, runs = 0.9, 2 / np.sqrt(n), 20_000
    risks = engine.draw_excess_risk([-gap, 0.0], n, eta=eta, rng=np.random.default_rng(9), runs=runs)
    assert abs(risks.mean() - engine.expected_excess_risk(n, 2, gap, eta)) < hoeffding(gap, runs)
    ahead = gap * (1 - np.mean([best_share_directly(m, eta, 2, gap) for m in range(1, n + 1)]))
    assert ahead < risks.mean() - hoeffding(gap, runs)


def test_limits_of_the_exact_excess():
    # η to 0: uniform, gap (1 - 1/d)
    assert engine.expected_excess_risk(500, 4, 0.3, 1e-9) == pytest.approx(0.3 * 0.75, rel=1e-6)
    assert engine.expected_excess_risk([[30, 300]], 4, 0.3, [[0.1], [0.01]]).shape == (2, 2)


# ---- the one-draw baseline -----------------------------------------------------------------------


@pytest.mark.parametrize("times, ok", [(1, True), (2, False)])
def test_one_draw_is_private_without_delta(times, ok):
    """As the census draws it, e^{-(ε/4) S}; calibrated as if a record moved a mean by 1/n it is caught."""
    def law(x):
        return exponential_probabilities(-np.mean(x, axis=0), score_sensitivity=2 / len(x), epsilon=0.7 * times)

    report = audit(law, list(itertools.product(DOMAIN, repeat=3)), domain=DOMAIN, relation=Relation.REPLACE_ONE,
                   epsilon=0.7, ordered=True)
    assert report.ok == ok and report.true_epsilon > 0.6 * 0.7
    x = np.random.default_rng(6).uniform(-1, 1, (50, 3))  # it is one late action of the learner at η = ε/4
    np.testing.assert_allclose(law(x),
                               linear_learner_probabilities(np.vstack([x, np.zeros((1, 3))]), eta=0.7 * times / 4)[-1],
                               rtol=1e-12)


@pytest.mark.parametrize("world, gap", GRID)
@pytest.mark.parametrize("epsilon", [1e-6, 0.2, 2.0, 10.0, 100.0])
def test_exact_risk_of_one_draw_against_enumeration(world, gap, epsilon):
    d, most = world
    for n in (1, 2, most):
        direct = gap * (1 - best_share_directly(n, epsilon / 4, d, gap))
        assert abs(engine.expected_one_draw_risk(n, d, gap, epsilon) - direct) <= 1e-6 * gap


@pytest.mark.parametrize("n, gap, epsilon",
                         [(3000, 0.02, 10.0), (400, 0.05, 40.0), (3000, 0.01, 0.1), (1000, 0.3, 1.0)])
def test_exact_risk_of_one_draw_between_two_coordinates(n, gap, epsilon):
    k = np.arange(n + 1)
    good, fair = (stats.binom.pmf(k, n, (1 - mean) / 2) for mean in (-gap, 0.0))   # numbers of -1
    miss = good @ special.expit(epsilon / 2 * (k[None] - k[:, None])) @ fair
    assert 0 <= engine.expected_one_draw_risk(n, 2, gap, epsilon) - gap * miss + 1e-6 * gap <= 2e-6 * gap


@pytest.mark.parametrize("n, d, gap, scale", [(3000, 10, 0.1, 0.3), (20_000, 100, 0.02, 1.0), (3000, 50, 0.05, 4.0)])
def test_exact_risk_of_one_draw_is_that_of_a_late_action(n, d, gap, scale):
    """The same law by the other quadrature, where the rate is small enough for it."""
    eta = scale / np.sqrt(n)
    late = engine._best_share(np.array([n]), np.array([eta]), d, gap)[0]
    assert abs(engine.expected_one_draw_risk(n, d, gap, 4 * eta) - gap * (1 - late)) <= 1e-6 * gap


def test_exact_risk_of_one_draw_falls():
    n = np.unique(np.round(np.geomspace(1, 1e5, 30)).astype(int))
    for d, gap, epsilon in itertools.product((2, 20, 1000), (0.02, 0.2, 0.9), (0.01, 1.0, 10.0)):
        risk = engine.expected_one_draw_risk(n, d, gap, epsilon)
        assert (np.diff(risk) < 2e-6 * gap).all() and (risk >= 0).all() and risk[0] <= gap * (1 - 1 / d)
