"""Lecture 4: LinearLearner, what it gives away, its excess risk exactly and simulated, and the one-draw baseline."""

import functools
import itertools

import numpy as np
import pytest
from scipy import special, stats

from dplearn.privacy import (
    Relation, advanced_composition, audit, bounded_range_composition_delta, bounded_range_rho, product_profile, pure_composition_delta, zcdp_epsilon,
)
from dplearn.private_experts import calibration, linear, linear_world


def sequence_law(x, eta):
    """The law of the whole action sequence, d^n probabilities."""
    law = np.ones(1)
    for row in linear.linear_learner_probabilities(np.array(x, float), eta=eta):
        law = np.outer(law, row).ravel()
    return law


def theta_law(x, eta):
    """The law of θ as {counts: probability}, by enumerating all action sequences."""
    x = np.array(x, float)
    law = {}
    for actions, p in zip(itertools.product(range(x.shape[1]), repeat=len(x)), sequence_law(x, eta)):
        counts = tuple(np.bincount(actions, minlength=x.shape[1]))
        law[counts] = law.get(counts, 0.0) + p
    return law


# ---- the algorithm -------------------------------------------------------------------------------

def test_law_is_algorithm_17_word_for_word():
    rng = np.random.default_rng(1)
    x, eta = rng.uniform(-1, 1, (7, 4)), 0.8
    for t, row in enumerate(linear.linear_learner_probabilities(x, eta=eta)):
        weights = [np.exp(-eta * sum(x[j, i] for j in range(t))) for i in range(4)]
        np.testing.assert_allclose(row, np.array(weights) / sum(weights), rtol=1e-13)
    # The last record reaches no action.
    other = x.copy()
    other[-1] = -1
    np.testing.assert_array_equal(*(linear.linear_learner_probabilities(z, eta=eta) for z in (x, other)))


def test_theta_follows_its_law():
    x, epsilon, delta, runs = [[1, -1], [0.5, -1], [1, 0], [1, -1]], 4.0, 0.2, 4000
    eta = linear.linear_eta(4, epsilon, delta)
    law = theta_law(x, eta)
    assert sum(law.values()) == pytest.approx(1, abs=1e-12)
    rng = np.random.default_rng(2)
    single = np.array([linear.linear_learner(x, epsilon=epsilon, delta=delta, rng=rng) for _ in range(runs)])
    for thetas in (single, linear.linear_learner_runs(x, eta=eta, rng=rng, runs=runs)):
        assert thetas.shape == (runs, 2)
        np.testing.assert_allclose(thetas.sum(axis=1), 1)
        for counts, p in law.items():
            seen = (np.round(thetas * 4) == counts).all(axis=1).mean()
            # Hoeffding, 5 outcomes and 2 samplers: 10 · 2 exp(-2 runs t²) = 1e-6.
            assert abs(seen - p) < np.sqrt(np.log(20 / 1e-6) / (2 * runs))
    mean = sum(p * np.array(counts) / 4 for counts, p in law.items())
    np.testing.assert_allclose(linear.expected_theta(x, eta=eta), mean, rtol=1e-12)


def test_one_record_and_one_coordinate():
    rng = np.random.default_rng(3)
    theta = linear.linear_learner([[0.3, -0.2, 1.0]], epsilon=1.0, delta=1e-6, rng=rng)
    assert sorted(theta) == [0, 0, 1]
    assert linear.linear_learner(np.ones((5, 1)), epsilon=1.0, delta=1e-6, rng=rng) == [1.0]


# ---- privacy -------------------------------------------------------------------------------------

DOMAIN = list(itertools.product((-1, 1), repeat=2))


def test_audit_of_tiny_data_refutes_two_eta_a_step():
    eta, n = 0.1, 3
    data = list(itertools.product(DOMAIN, repeat=n))
    law = {x: sequence_law(x, eta) for x in data}
    claimed = audit(law.__getitem__, data, domain=DOMAIN, relation=Relation.ONE_ROUND, epsilon=2 * eta * (n - 1), ordered=True)
    assert not claimed.ok and round(claimed.true_epsilon, 5) == 0.41987
    honest = audit(law.__getitem__, data, domain=DOMAIN, relation=Relation.ONE_ROUND, epsilon=4 * eta * (n - 1), ordered=True)
    assert honest.ok
    # The output θ, which forgets the order of the actions, is private all the more.
    outputs = sorted(set().union(*(theta_law(x, eta) for x in data)))
    counts = {x: np.array([theta_law(x, eta)[o] for o in outputs]) for x in data}
    merged = audit(counts.__getitem__, data, domain=DOMAIN, relation=Relation.ONE_ROUND, epsilon=4 * eta * (n - 1), ordered=True)
    assert merged.ok and merged.true_epsilon <= honest.true_epsilon + 1e-12


def test_a_step_has_range_four_eta():
    eta, widest = 0.1, 0.0
    for x in itertools.product(DOMAIN, repeat=2):
        for other in DOMAIN:
            p, q = (linear.linear_learner_probabilities([z, x[1], (0, 0)], eta=eta)[1] for z in (x[0], other))
            loss = np.log(p / q)
            widest = max(widest, np.ptp(loss))
            assert np.abs(loss).max() <= 4 * eta
    assert widest == pytest.approx(4 * eta, rel=1e-12)


def test_printed_eta_where_it_is_private():
    epsilon, delta, n = 1.0, 1e-6, 1000
    eta = linear.linear_eta(n, epsilon, delta)
    assert eta == pytest.approx(1 / np.sqrt(32 * n * np.log(1e6)), rel=1e-14)
    assert zcdp_epsilon(n * bounded_range_rho(4 * eta), delta) == pytest.approx(epsilon / 2 + 1 / (16 * np.log(1e6)), rel=1e-12)
    # DR14's own route, Theorem 3.20, does not reach the statement from the honest 4η a step.
    assert round(advanced_composition(4 * eta, n, delta), 4) == 1.0363
    # The exact figures stand far below δ: one pair, and two compositions of which the second knows only 4η-DP.
    pair = np.zeros((2, n, 2))
    pair[0, 0], pair[1, 0] = (1, -1), (-1, 1)
    exact = product_profile(*(linear.linear_learner_probabilities(x, eta=eta) for x in pair), epsilon)
    ranged, pure = bounded_range_composition_delta(4 * eta, n - 1, epsilon), pure_composition_delta(4 * eta, n - 1, epsilon)
    assert exact < ranged < 1e-20 < pure < delta
    assert [f"{v:.1e}" for v in (exact, ranged, pure)] == ["1.8e-28", "3.8e-28", "3.8e-09"]
    edge = 8 * np.log(1e6)
    assert zcdp_epsilon(n * bounded_range_rho(4 * linear.linear_eta(n, edge, delta)), delta) == pytest.approx(edge, rel=1e-12)
    with pytest.raises(ValueError, match="8 ln"):
        linear.linear_eta(n, edge * 1.001, delta)


@pytest.mark.parametrize("epsilon, delta, exact", [(20.0, 0.5, 0.9595), (30.0, 0.1, 0.1703)])
def test_printed_eta_is_not_private_far_out(epsilon, delta, exact):
    n = 1000
    eta = epsilon / np.sqrt(32 * n * np.log(1 / delta))
    first = np.zeros((2, n, 2))
    first[0, 0], first[1, 0] = (1, -1), (-1, 1)
    laws = [linear.linear_learner_probabilities(x, eta=eta) for x in first]
    assert product_profile(*laws, epsilon) == pytest.approx(exact, abs=6e-5)
    assert exact > delta


def test_other_analyses_take_steps_of_four_eta():
    for analysis in set(calibration.ANALYSES) - {"dr14"}:
        wide = linear.linear_eta(500, 0.5, 1e-6, analysis=analysis)
        narrow = calibration.private_eta(0.5, 1e-6, 500, analysis=analysis)
        assert wide == pytest.approx(narrow / 2, rel=1e-6)
    simple = linear.linear_eta(500, 0.5, 1e-6, analysis="bounded-range")
    assert simple > 0.5 / np.sqrt(8 * 499 * (np.log(1e6) + 0.5))
    assert linear.linear_eta(np.array([10, 100]), 0.5, 1e-6).shape == (2,)


# ---- Theorem 11.6 --------------------------------------------------------------------------------

def test_expected_excess_on_tiny_worlds_is_below_the_bound():
    for mu, n, eta in itertools.product([(-0.5, 0.2), (0.1, 0.0), (-1.0, 1.0)], (1, 2, 3), (0.1, 0.7, 3.0)):
        total = 0.0
        for x in itertools.product(DOMAIN, repeat=n):   # every data set, with its probability
            probability = np.prod([(1 + s * m) / 2 for row in x for s, m in zip(row, mu)])
            total += probability * linear.excess_risk(linear.expected_theta(x, eta=eta), mu)
        assert total <= linear.excess_risk_bound_at(n, 2, eta)


def test_decomposition_and_deviation_of_the_proof():
    # The exact law of <θ, μ> - μ_best over data and actions: its upper tail against both forms.
    mu, n, eta, beta = np.array([-0.4, 0.3]), 4, 0.5, 0.3
    values, weights = [], []
    for x in itertools.product(DOMAIN, repeat=n):
        probability = np.prod([(1 + s * m) / 2 for row in x for s, m in zip(row, mu)])
        for counts, p in theta_law(x, eta).items():
            values.append(linear.excess_risk(np.array(counts) / n, mu))
            weights.append(probability * p)
    values, weights = np.array(values), np.array(weights)
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    for deviation in linear.DEVIATIONS:
        bound = linear.excess_risk_bound_at(n, 2, eta, beta, deviation=deviation)
        assert weights[values > bound].sum() <= beta
    betas = np.linspace(0.001, 0.999, 50)
    three, one = (linear.excess_risk_bound_at(n, 2, eta, betas, deviation=d) for d in linear.DEVIATIONS)
    assert (one < three).all()


def test_simulated_risk_below_the_bound():
    rng, n, d, beta, runs = np.random.default_rng(4), 2000, 8, 0.1, 200
    mu = np.linspace(-0.2, 0.3, d)
    for analysis in ("dr14", "bounded-range"):
        eta = linear.linear_eta(n, 1.0, 1e-6, analysis=analysis)
        risks = linear_world.draw_excess_risk(mu, n, eta=eta, rng=rng, runs=runs)
        for deviation in linear.DEVIATIONS:
            bound = linear.excess_risk_bound(n, d, 1.0, 1e-6, beta, analysis=analysis, deviation=deviation)
            # If Pr[above] <= β, then the count is at most Bin(runs, β): false alarm 1e-6.
            assert (risks > bound).sum() <= stats.binom.isf(1e-6, runs, beta)
        # Hoeffding: each run's excess is in [0, 0.5].
        least = risks.mean() - 0.5 * np.sqrt(np.log(1e6) / (2 * runs))
        assert least <= linear.excess_risk_bound(n, d, 1.0, 1e-6, analysis=analysis)


# ---- exact excess risk in the world of one good coordinate ----------------------------------------

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


@pytest.mark.parametrize("d, most", [(2, 40), (3, 12), (4, 6)])
@pytest.mark.parametrize("gap", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("scale", [0.05, 1.0, 4.0])
def test_exact_excess_against_enumeration(d, most, gap, scale):
    for n in (1, 2, most):
        eta = scale / np.sqrt(n)
        direct = gap * (1 - np.mean([best_share_directly(m, eta, d, gap) for m in range(n)]))
        assert abs(linear_world.expected_excess_risk(n, d, gap, eta) - direct) <= 1e-5 * gap


@pytest.mark.parametrize("n, d, gap, scale", [(3000, 10, 0.1, 0.3), (3000, 100, 0.5, 1.0), (3000, 2, 0.9, 4.0),
                                             (3000, 1000, 0.9, 4.0), (3000, 1000, 0.99, 0.5), (100, 3, 0.9999, 4.0)])
def test_exact_excess_sums_the_rounds(n, d, gap, scale):
    eta = scale / np.sqrt(n)
    every = linear_world._best_share(np.arange(n), np.full(n, eta), d, gap)
    error = linear_world.expected_excess_risk(n, d, gap, eta) - gap * (1 - every.mean())
    assert abs(error) <= 1e-5 * gap
    if scale < 0.5 and gap <= 0.2:
        assert abs(error) <= 2e-7 * gap


@pytest.mark.parametrize("gap", [0.9, 0.99])
def test_exact_excess_of_a_million_coordinates(gap):
    # p(1) leaps from 1e-6 to 1 within a few rounds: one polynomial for all rounds was off by 4e-4 and 8e-4 of the gap.
    n, d, scale = 300, 10**6, 4.0
    eta, total = scale / np.sqrt(n), 0.0
    for m in range(n):  # the module's integral by itself: every number of ones, a fine grid about the good score
        minus = np.arange(m + 1)
        score = eta * (2 * minus - m)
        good, fair = stats.binom.pmf(minus, m, (1 + gap) / 2), stats.binom.pmf(minus, m, 0.5)
        t = np.exp(score - (eta * gap * m + np.arange(-8 * scale - 6, 8 * scale + 30, 0.25))[:, None])
        total += 0.25 * float(((t * np.exp(-t)) @ good) @ (np.exp(-t) @ fair) ** (d - 1))
    assert abs(linear_world.expected_excess_risk(n, d, gap, eta) - gap * (1 - total / n)) <= 3e-4 * gap


def test_exact_excess_against_simulation_and_bound():
    d, gap, runs = 20, 0.2, 20_000
    n = np.array([30, 1000, 100_000])
    eta = linear.linear_eta(n, 2.0, 1e-6, analysis="bounded-range")
    exact = linear_world.expected_excess_risk(n, d, gap, eta)
    assert (np.diff(exact) < 0).all() and (exact <= linear.excess_risk_bound_at(n, d, eta)).all()
    rng, mu = np.random.default_rng(5), linear_world.one_good_coordinate(d, gap)
    for j in range(3):
        sample = linear_world.draw_round_risk(mu, int(n[j]), eta=eta[j], rng=rng, runs=runs)
        # Hoeffding, values in [0, gap], 3 places: 3 · 2 exp(-2 runs (t/gap)²) = 1e-6.
        assert abs(sample.mean() - exact[j]) < gap * np.sqrt(np.log(6e6) / (2 * runs))
    full = linear_world.draw_excess_risk(mu, 1000, eta=eta[1], rng=rng, runs=300)
    assert abs(full.mean() - exact[1]) < gap * np.sqrt(np.log(2e6) / (2 * 300))
    assert full.std() < gap / 4  # a mean of 1000 actions; one round alone scatters far more


@pytest.mark.parametrize("n", [1, 3])
def test_simulated_paths_do_not_look_ahead(n):
    # Where a learner that saw today's record first would do far better: 0.9 (1 - E p(1)) one record later.
    gap, eta, runs = 0.9, 2 / np.sqrt(n), 20_000
    risks = linear_world.draw_excess_risk([-gap, 0.0], n, eta=eta, rng=np.random.default_rng(9), runs=runs)
    slack = gap * np.sqrt(np.log(2e6) / (2 * runs))   # Hoeffding: 1e-6
    assert abs(risks.mean() - linear_world.expected_excess_risk(n, 2, gap, eta)) < slack
    ahead = gap * (1 - np.mean([best_share_directly(m, eta, 2, gap) for m in range(1, n + 1)]))
    assert ahead < risks.mean() - slack


def test_limits_of_the_exact_excess():
    # η to 0: uniform, excess gap (1 - 1/d).
    assert linear_world.expected_excess_risk(500, 4, 0.3, 1e-9) == pytest.approx(0.3 * 0.75, rel=1e-6)
    assert isinstance(linear_world.expected_excess_risk(500, 4, 0.3, 0.01), float)
    assert linear_world.expected_excess_risk([[30, 300]], 4, 0.3, [[0.1], [0.01]]).shape == (2, 2)


# ---- the one-draw baseline -----------------------------------------------------------------------

def test_exponential_linear_is_private_without_delta():
    epsilon = 0.7
    report = audit(lambda x: linear.exponential_linear(x, epsilon=epsilon), list(itertools.product(DOMAIN, repeat=3)),
                   domain=DOMAIN, relation=Relation.REPLACE_ONE, epsilon=epsilon, ordered=True)
    assert report.ok and report.true_epsilon > 0.6 * epsilon
    # Calibrated as if a record moved a mean by 1/n: caught.
    broken = audit(lambda x: linear.exponential_linear(x, epsilon=2 * epsilon), list(itertools.product(DOMAIN, repeat=3)),
                   domain=DOMAIN, relation=Relation.REPLACE_ONE, epsilon=epsilon, ordered=True)
    assert not broken.ok


def test_exponential_linear_is_one_late_action():
    x = np.random.default_rng(6).uniform(-1, 1, (50, 3))
    late = linear.linear_learner_probabilities(np.vstack([x, np.zeros((1, 3))]), eta=0.9 / 4)[-1]
    np.testing.assert_allclose(linear.exponential_linear(x, epsilon=0.9), late, rtol=1e-12)


def test_exponential_linear_bound_and_advantage():
    rng, d, gap, epsilon, runs = np.random.default_rng(7), 20, 0.2, 1.0, 2000
    mu = linear_world.one_good_coordinate(d, gap)
    ones = rng.binomial(300, (1 + mu) / 2)         # the sampler's law is the function's
    records = np.where(np.arange(300)[:, None] < ones, 1.0, -1.0)
    np.testing.assert_allclose(linear.exponential_linear(records, epsilon=epsilon), special.softmax(-epsilon / 2 * ones))
    for n in (30, 300, 3000):
        excess = linear_world.draw_exponential_risk(mu, n, epsilon=epsilon, rng=rng, runs=runs)
        slack = gap * np.sqrt(np.log(1e6) / (2 * runs))   # Hoeffding, values in [0, gap]: 1e-6
        assert excess.mean() - slack <= linear.exponential_linear_bound(n, d, epsilon)
        for analysis in ("dr14", "bounded-range"):
            theirs = linear_world.expected_excess_risk(n, d, gap, linear.linear_eta(n, epsilon, 1e-6, analysis=analysis))
            assert excess.mean() + slack < theirs or n == 30
    assert excess.mean() < 1e-3 and theirs > 0.1


@pytest.mark.parametrize("d, most", [(2, 40), (3, 12), (4, 6)])
@pytest.mark.parametrize("gap", [0.02, 0.5, 0.95])
@pytest.mark.parametrize("epsilon", [1e-6, 0.2, 2.0, 10.0, 100.0])
def test_exact_risk_of_one_draw_against_enumeration(d, most, gap, epsilon):
    for n in (1, 2, most):
        direct = gap * (1 - best_share_directly(n, epsilon / 4, d, gap))
        assert abs(linear_world.expected_exponential_risk(n, d, gap, epsilon) - direct) <= 1e-6 * gap


@pytest.mark.parametrize("n, gap, epsilon", [(3000, 0.02, 10.0), (400, 0.05, 40.0), (3000, 0.01, 0.1)])
def test_exact_risk_of_one_draw_between_two_coordinates(n, gap, epsilon):
    k = np.arange(n + 1)
    good, fair = (stats.binom.pmf(k, n, (1 - mean) / 2) for mean in (-gap, 0.0))   # numbers of -1
    miss = good @ special.expit(epsilon / 2 * (k[None] - k[:, None])) @ fair
    assert abs(linear_world.expected_exponential_risk(n, 2, gap, epsilon) - gap * miss) <= 1e-6 * gap


@pytest.mark.parametrize("n, d, gap, scale", [(3000, 10, 0.1, 0.3), (20_000, 100, 0.02, 1.0), (3000, 50, 0.05, 4.0)])
def test_exact_risk_of_one_draw_is_that_of_a_late_action(n, d, gap, scale):
    """The same law by the other quadrature, where the rate is small enough for it."""
    eta = scale / np.sqrt(n)
    late = linear_world._best_share(np.array([n]), np.array([eta]), d, gap)[0]
    assert abs(linear_world.expected_exponential_risk(n, d, gap, 4 * eta) - gap * (1 - late)) <= 1e-6 * gap


def test_exact_risk_of_one_draw_on_a_grid():
    n = np.unique(np.round(np.geomspace(1, 1e5, 30)).astype(int))
    for d, gap, epsilon in itertools.product((2, 20, 1000), (0.02, 0.2, 0.9), (0.01, 1.0, 10.0)):
        risk = linear_world.expected_exponential_risk(n, d, gap, epsilon)
        assert risk.shape == n.shape and (np.diff(risk) < 2e-6 * gap).all() and (risk >= 0).all()
        assert (risk <= np.minimum(linear.exponential_linear_bound(n, d, epsilon), gap * (1 - 1 / d)) + 1e-6 * gap).all()
    # Where Chernoff answers alone, its sum is below the stated error and still a bound.
    small = linear_world.expected_exponential_risk(1000, 2, 0.3, 1.0)
    k = np.arange(1001)
    law = [stats.binom.pmf(k, 1000, (1 - mean) / 2) for mean in (-0.3, 0.0)]
    assert 0.3 * (law[0] @ special.expit(0.5 * (k[None] - k[:, None])) @ law[1]) <= small < 3e-8
    assert isinstance(small, float)
    assert linear_world.expected_exponential_risk([[30, 300]], 4, 0.3, [[1.0], [2.0]]).shape == (2, 2)


# ---- arguments -----------------------------------------------------------------------------------

def test_bad_arguments():
    rng, x = np.random.default_rng(8), [[0.5, -0.5], [1.0, 0.0]]
    good = dict(x=x, epsilon=1.0, delta=1e-6, rng=rng)
    for change in [dict(x=[[2.0, 0.0]]), dict(x=[0.5]), dict(x=[[np.nan, 0]]), dict(x=np.zeros((0, 2))), dict(epsilon=0),
                   dict(delta=0), dict(delta=1), dict(epsilon=200.0), dict(rng=3), dict(analysis="none"), dict(analysis=1)]:
        with pytest.raises(ValueError):
            linear.linear_learner(**(good | change))
    for bad in [
        lambda: linear.excess_risk([0.5, 0.6], [0, 0]), lambda: linear.excess_risk([1.0], [2.0]),
        lambda: linear.excess_risk_bound(10, 2, 1.0, 1e-6, 1.0), lambda: linear.excess_risk_bound_at(10, 2, 0.0),
        lambda: linear.excess_risk_bound_at(0, 2, 0.1), lambda: linear.exponential_linear(x, epsilon=0),
        lambda: linear.exponential_linear_bound(10, 0, 1.0), lambda: linear.linear_learner_probabilities(x, eta=-1.0),
        lambda: linear.linear_learner_runs(x, eta=1, rng=rng, runs=0), lambda: linear_world.one_good_coordinate(1, 0.1),
        lambda: linear_world.one_good_coordinate(3, 1.0),
        lambda: linear_world.expected_excess_risk(100, 2, 0.1, 1.0), lambda: linear_world.expected_excess_risk(0, 2, 0.1, 1.0),
        lambda: linear_world.expected_exponential_risk(0, 2, 0.1, 1.0), lambda: linear_world.expected_exponential_risk(9, 2, 0.1, 101),
        lambda: linear_world.expected_exponential_risk(10**7, 2, 0.1, 1.0), lambda: linear_world.expected_exponential_risk(9, 1, 0.1, 1),
        lambda: linear_world.draw_round_risk([0.1], 0, eta=1.0, rng=rng, runs=1),
        lambda: linear_world.draw_exponential_risk([0.1], 5, epsilon=0, rng=rng, runs=1),
        lambda: linear_world.draw_excess_risk([0.1], 3, eta=0.0, rng=rng, runs=1),
    ]:
        with pytest.raises(ValueError):
            bad()
