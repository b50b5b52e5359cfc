"""Closed forms against the matrices they stand for, and samplers against the exact law of realised regret."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy import special, stats

from dplearn import experts
from dplearn.experts._runs import run_law, run_mean
from dplearn.simulate import stream

FIXED = [name for name in experts.OPPONENTS if name != "fair"]
DRAWS = 20_000
DKW = math.sqrt(math.log(2 / 1e-8) / (2 * DRAWS))  # false alarm 1e-8 for each comparison; fewer than 100 of them


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def poisson_binomial(q):
    """The law of the number of successes, by convolution."""
    law = np.ones(1)
    for p in q:
        law = np.convolve(law, [1 - p, p])
    return law


def close(value, truth, T):
    """To 1e-10 relative; a matrix's own regret carries the rounding of T losses."""
    return abs(value - truth) <= 1e-10 * abs(truth) + 1e-15 * T


# ---- runs ----------------------------------------------------------------------------------------

def test_runs_against_sums():
    rng, worst = np.random.default_rng(0), 0.0
    for _ in range(2000):
        c = rng.choice([rng.normal() * 5, rng.normal() * 100, 0.0, -30 * rng.random(), 7.0])
        eta, n = 10 ** rng.uniform(-12, 3), int(10 ** rng.uniform(0, 4))
        truth = math.fsum(special.expit(c - eta * np.arange(n)))
        if truth > 1e-290:
            worst = max(worst, abs(float(run_mean(c, eta, n)) / truth - 1))
    print(f"largest relative error of a run's mean on 2,000 runs: {worst:.1e}")
    assert worst < 3e-14
    assert run_mean(3.0, 0.1, 0) == 0 and run_mean(-1e306, 1e300, 5) == 0 and run_mean(1e306, 1e300, 5) == 5


def test_law_of_a_run_is_q_binomial():
    rng = np.random.default_rng(1)
    for _ in range(200):
        c, eta, n = rng.normal() * rng.choice([1, 30]), 10 ** rng.uniform(-12, 2), int(rng.integers(1, 300))
        low, law = run_law(c, eta, n, float(run_mean(c, eta, n)))
        full = np.zeros(n + 1)
        full[low : low + law.size] = law
        assert np.abs(full - poisson_binomial(special.expit(c - eta * np.arange(n)))).sum() < 1e-12


def test_law_of_a_long_run_has_its_mean():
    for c, eta, n in [(6.9, 0.003, 10**5), (0.0, 1e-6, 10**6), (500.0, 0.01, 10**6)]:
        mean = float(run_mean(c, eta, n))
        low, law = run_law(c, eta, n, mean)
        assert law @ (low + np.arange(law.size)) == pytest.approx(mean, rel=1e-10)
        assert law[0] < 1e-12 * law.max() or low == 0


# ---- expected regret -----------------------------------------------------------------------------

def test_closed_forms_against_matrices():
    """All four deterministic opponents: T = 1, K = 2 and odd K among them, η from 1e-8 to 1e4."""
    rng, seen = np.random.default_rng(2), 0
    sizes = [(T, K) for T in (1, 2, 3, 7, 10, 11) for K in (2, 3, 4, 5, 33)]
    sizes += [(int(rng.integers(1, 300)), int(rng.integers(2, 40))) for _ in range(120)]
    for (T, n_experts), name in itertools.product(sizes, FIXED):
        for eta in (10 ** rng.uniform(-8, 4), 10 ** rng.uniform(-2, 0.5)):
            losses = experts.opponent_losses(name, T, n_experts, eta=eta)
            truth = experts.expected_regret(losses, eta=eta)[-1]
            assert close(experts.regret_at(name, T, n_experts, eta), truth, T), (name, T, n_experts, eta)
            seen += 1
    assert seen == 1200


@pytest.mark.parametrize("name", FIXED)
def test_closed_forms_at_large_sizes(name):
    for T, n_experts, eta in [(40_000, 25, 0.01), (1001, 1000, 0.05), (300_000, 3, 0.004), (1000, 999, 1e-6)]:
        truth = experts.expected_regret(experts.opponent_losses(name, T, n_experts, eta=eta), eta=eta)[-1]
        # a sum of T losses in floats
        assert abs(experts.regret_at(name, T, n_experts, eta) - truth) < 1e-9 * max(1, abs(truth))


def test_arrays_are_one_setting_each():
    T = np.array([[10, 100, 1000]])
    eta = np.array([[0.01], [1.0]])
    for name in experts.OPPONENTS:
        values = experts.regret_at(name, T, 7, eta)
        if name == "fair":
            eta_free = [experts.regret_at(name, int(t), 7, 1.0) for t in T.ravel()]
            assert np.allclose(values, eta_free, rtol=1e-13, atol=0)
            continue
        alone = [[experts.regret_at(name, int(t), 7, float(e)) for t in T.ravel()] for e in eta.ravel()]
        assert values.shape == (2, 3) and np.allclose(values, alone, rtol=1e-13, atol=0)


@pytest.mark.parametrize("name", FIXED)
def test_finite_at_every_rate(name):
    T = np.array([1, 2, 1001, 10**7])
    for n_experts, eta in itertools.product([2, 3, 1000, 10**6], [1e-300, 1e-30, 1.0, 1e30, 1e300]):
        regret = experts.regret_at(name, T, n_experts, eta)
        assert np.isfinite(regret).all() and (regret <= experts.regret_bound_sharp(T, n_experts, eta) * (1 + 1e-12)).all()


def test_by_hand():
    eta = 0.7
    assert experts.regret_at("alternating", 1000, 2, eta) == pytest.approx(250 * math.tanh(eta / 2), rel=1e-13)
    steady = sum(1 / (1 + math.exp(eta * t) / 9) for t in range(400))
    assert experts.regret_at("steady", 10**6, 10, eta) == pytest.approx(steady, rel=1e-13)
    assert experts.regret_at("drifting", 1000, 2, eta) == pytest.approx(0.5, abs=1e-12)
    assert experts.regret_at("worst", 1, 5, eta) == pytest.approx(0.8, rel=1e-15)


# ---- fair coins ----------------------------------------------------------------------------------

def test_fair_regret_in_rational_arithmetic():
    for T, n_experts in itertools.product([1, 2, 3, 10, 25], [2, 3, 7, 1000]):
        above = [Fraction(sum(math.comb(T, j) for j in range(k + 1, T + 1)), 2**T) for k in range(T)]
        truth = Fraction(T, 2) - sum(a**n_experts for a in above)
        assert experts.fair_regret(T, n_experts) == pytest.approx(float(truth), rel=1e-12)


def test_fair_regret_at_large_sizes():
    for T, n_experts in [(100_000, 2), (100_001, 1000), (1_000_000, 30)]:
        truth = T / 2 - math.fsum(stats.binom.sf(np.arange(T), T, 0.5) ** n_experts)
        assert experts.fair_regret(T, n_experts) == pytest.approx(truth, rel=1e-8)
    # two experts: half the standard deviation times E max of two normals, 1/√π
    assert experts.fair_regret(10**7, 2) == pytest.approx(math.sqrt(10**7 / (4 * math.pi)), rel=1e-6)


def test_fair_coins_make_the_lower_bound():
    """Every algorithm's regret; its ratio to √(T ln K/2) grows with T and with K."""
    T = np.array([10, 100, 10_000, 100_000])
    ratio = np.array([experts.fair_regret(T, k) / experts.regret_bound_sharp(T, k) for k in (2, 10, 100, 1000, 10**6)])
    print("fair coins / sharpened bound:", *np.round(ratio, 4), sep="\n")
    assert (ratio < 1).all() and (np.diff(ratio[1:4, 1:], axis=1) > 0).all() and (np.diff(ratio[:, -1]) > 0).all()
    assert ratio[0, -1] == pytest.approx(1 / math.sqrt(2 * math.pi * math.log(2)), rel=1e-4) and ratio[-1, -1] > 0.91


def test_no_algorithm_escapes_fair_coins():
    """T = 3, K = 2 over all 64 matrices: Hedge, follow the leader and uniform choice regret the same on average."""
    every = [np.array(bits, dtype=float).reshape(3, 2) for bits in itertools.product([0, 1], repeat=6)]
    for law in (lambda m: experts.hedge_probabilities(m, eta=0.8), experts.follow_the_leader, experts.uniform):
        mean = np.mean([experts.regret_of(m, law(m))[-1] for m in every])
        assert mean == pytest.approx(experts.fair_regret(3, 2), abs=1e-14)


# ---- samplers ------------------------------------------------------------------------------------

def far(samples, values, law):
    """Kolmogorov distance of samples (whole or half numbers) from a law on `values`."""
    order = np.argsort(values)
    empirical = np.searchsorted(np.sort(samples), np.asarray(values)[order] + 0.25, side="right") / samples.size
    assert set(np.unique(samples)) <= set(values)
    return np.abs(empirical - np.cumsum(np.asarray(law)[order])).max()


@pytest.mark.parametrize("name", FIXED)
def test_draws_have_the_law_of_realised_regret(name):
    """T and K of every plan of the worst opponent (chase, halving, turns, run) among them."""
    for T, n_experts, eta in [(1, 2, 1.0), (9, 2, 0.3), (12, 64, 1.2), (60, 3, 1.5), (150, 7, 0.02), (31, 5, 20.0)]:
        losses = experts.opponent_losses(name, T, n_experts, eta=eta)
        law = poisson_binomial(experts.expected_losses(losses, eta=eta))
        drawn = experts.draw_regret(name, T, n_experts, eta, rng=stream(1, name, T), runs=DRAWS)
        assert drawn.shape == (DRAWS, 1)
        assert far(drawn[:, 0], np.arange(T + 1) - losses.sum(axis=0).min(), law) < DKW
        # the same law again from actions that are drawn one by one
        actions = experts.draw_actions(experts.hedge_probabilities(losses, eta=eta), rng=stream(2, name, T), runs=DRAWS)
        played = experts.realised_regret(losses, actions)[:, -1]
        assert far(played, np.arange(T + 1) - losses.sum(axis=0).min(), law) < DKW


@pytest.mark.parametrize("T,eta", [(2, 0.5), (4, 0.5), (4, 3.0)])
def test_fair_draws_against_all_matrices(T, eta):
    """Every 0/1 matrix with two experts: the mixture of Poisson-binomial laws, each moved by its best expert."""
    law = np.zeros(2 * T + 1)  # regret -T .. T
    for bits in itertools.product([0.0, 1.0], repeat=2 * T):
        losses = np.array(bits).reshape(T, 2)
        paid = poisson_binomial(experts.expected_losses(losses, eta=eta))
        best = int(losses.sum(axis=0).min())
        law[T - best : 2 * T + 1 - best] += paid / 4**T
    drawn = experts.draw_regret("fair", [1, T, T], 2, [eta, eta, 1e3], rng=stream(3, "fair", T), runs=DRAWS)
    assert far(drawn[:, 1], np.arange(-T, T + 1), law) < DKW
    # one round: uniform choice; regret 1 if exactly the chosen coin of two is a loss, else 0
    assert far(drawn[:, 0], [0, 1], [0.75, 0.25]) < DKW


def test_draws_at_large_sizes_have_the_exact_mean():
    """Bernstein, false alarm 1e-8 for each mean; the variance is at most T/4."""
    T, log_term = np.array([1000, 100_000, 10**6]), math.log(2 / 1e-8)
    for name, n_experts in itertools.product(FIXED, [2, 999]):
        eta = experts.learning_rate(T, n_experts, rule="hoeffding")
        drawn = experts.draw_regret(name, T, n_experts, eta, rng=stream(4, name, n_experts), runs=400)
        slack = np.sqrt(2 * (T / 4) * log_term / 400) + 2 * T.max() ** 0.5 * log_term / 400
        assert (np.abs(drawn.mean(axis=0) - experts.regret_at(name, T, n_experts, eta)) < slack).all()


def test_same_stream_same_draws():
    for name in experts.OPPONENTS:
        one, two = (experts.draw_regret(name, [5, 9], 3, 0.4, rng=stream(5, "x", 0), runs=7) for _ in range(2))
        assert (one == two).all() and one.shape == (7, 2)


@pytest.mark.parametrize("wrong", [
    dict(name="nobody"), dict(T=0), dict(T=[3, 10**8]), dict(T=1.5), dict(n_experts=1), dict(n_experts=10**7), dict(eta=0.0),
    dict(eta=[0.1, np.nan]), dict(eta=-1.0), dict(eta=np.ones(3)), dict(rng=3), dict(runs=0), dict(runs=10**8),
])
def test_bad_input(wrong):
    arguments = dict(name="worst", T=[5, 6], n_experts=3, eta=1.0, rng=stream(0, "", 0), runs=2) | wrong
    with pytest.raises(ValueError, match=next(iter(wrong))):
        experts.draw_regret(**arguments)
    if not {"rng", "runs"} & set(wrong):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            experts.regret_at(*(arguments[k] for k in ("name", "T", "n_experts", "eta")))


def test_too_many_coins():
    with pytest.raises(ValueError, match="T must keep runs x T x n_experts"):
        experts.draw_regret("fair", 10**5, 1000, 0.1, rng=stream(0, "", 0))
    with pytest.raises(ValueError, match="T and eta must be scalars"):
        experts.draw_regret("steady", [[3]], 2, 0.1, rng=stream(0, "", 0))
