"""Lecture 2: noisy averages, the conjunction learner built on them, and the adaptive trap."""

import itertools

import numpy as np
import pytest
from scipy import stats

from dplearn.private_pac import statistical_queries as sq
from dplearn.privacy import Relation


# ---- noise ---------------------------------------------------------------------------------------

def test_noise_has_the_scale_of_all_queries_together():
    m, n, epsilon = 50, 20, 0.5
    rng = np.random.default_rng(0)
    noise = np.concatenate([sq.noisy_answers(np.full(m, 0.5), n=n, epsilon=epsilon, rng=rng) - 0.5 for _ in range(400)])
    scale = m / (epsilon * n)
    # Kolmogorov distance of 20,000 draws from the Laplace law; DKW: 2 exp(-2 N t²) = 1e-6
    t = np.sqrt(np.log(2 / 1e-6) / (2 * noise.size))
    assert stats.kstest(noise, stats.laplace(scale=scale).cdf).statistic < t
    # half the noise would be seen
    assert stats.kstest(noise, stats.laplace(scale=scale / 2).cdf).statistic > t


def test_max_error_law():
    m, n, epsilon, runs = 7, 30, 0.8, 40_000
    scale = m / (epsilon * n)
    worst = np.abs(np.random.default_rng(1).laplace(scale=scale, size=(runs, m))).max(axis=1)
    for q in (0.01, 0.5, 0.99):
        # Hoeffding on the share below the quantile, two-sided 1e-6
        assert abs((worst <= sq.max_error_quantile(q, m, epsilon, n)).mean() - q) < np.sqrt(np.log(2e6) / (2 * runs))
    mean = scale * (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5 + 1 / 6 + 1 / 7)
    assert sq.expected_max_error(m, epsilon, n) == pytest.approx(mean, rel=1e-13)
    # E max = integral of the quantiles
    grid = (np.arange(200_000) + 0.5) / 200_000
    assert sq.max_error_quantile(grid, m, epsilon, n).mean() == pytest.approx(mean, rel=1e-4)
    assert sq.expected_max_error(1, 2.0, 5) == pytest.approx(0.1)   # where m ln m would be zero
    assert sq.expected_max_error([1, 2], 2.0, [[5], [10]]).shape == (2, 2)


# ---- conjunctions --------------------------------------------------------------------------------

def kept_probability(q, n, scale, threshold):
    """Exactly: Pr[Bin(n, q)/n + Lap(scale) <= threshold]."""
    k = np.arange(n + 1)
    return (stats.binom.pmf(k, n, q) * stats.laplace.cdf(threshold - k / n, scale=scale)).sum()


@pytest.mark.parametrize("d, epsilon, beta", [(1, 1.0, 0.05), (5, 1.0, 0.1), (20, 3.0, 0.05), (4, 40.0, 0.3), (10, 0.3, 0.01)])
@pytest.mark.parametrize("alpha", [0.1, 0.4])
def test_sample_size_is_enough_exactly(d, epsilon, beta, alpha):
    n = sq.conjunction_sample_size(d, alpha, epsilon, beta)
    assert sq.conjunction_error_bound(d, epsilon, n, beta) <= alpha * (1 + 1e-12)
    assert n == 1 or sq.conjunction_error_bound(d, epsilon, n - 1, beta) > alpha
    scale = d / (epsilon * n)
    threshold = scale * np.log(d / beta)
    # a bit of the target is lost with probability at most β/(2d); a bit with q just above α/d stays with at most β/d
    assert stats.laplace.sf(threshold, scale=scale) <= beta / (2 * d) * (1 + 1e-9)
    for factor in (1.0, 1.5, 3.0):
        if factor * alpha / d <= 1:
            assert kept_probability(min(1, factor * alpha / d), n, scale, threshold) <= beta / d * (1 + 1e-9)


def test_learns_a_conjunction_on_hundreds_of_bits():
    d, epsilon, beta = 150, 10.0, 1e-3
    n, rng = 60_000, np.random.default_rng(2)
    x = (rng.random((n, d)) < 0.9).astype(np.int8)
    target = np.zeros(d, bool)
    target[[3, 50, 149]] = True
    y = x[:, target.nonzero()[0]].all(axis=1)
    learned = sq.learn_conjunction(x, y, epsilon=epsilon, beta=beta, rng=rng)
    bound = sq.conjunction_error_bound(d, epsilon, n, beta)
    # true error of what was learned: bits are independent
    extra = (learned.literals & ~target).sum()
    error = 0.9**3 * (1 - 0.9**extra)
    # the theorem fails with probability 1e-3; seed fixed
    assert learned.literals[target].all() and error <= bound < 1
    assert extra == 0
    assert learned.n_queries == d and learned.guarantee.epsilon == epsilon
    assert learned.guarantee.relation is Relation.REPLACE_ONE
    np.testing.assert_array_equal(learned.predict(x), y)
    assert learned.scale == pytest.approx(d / (epsilon * n)) and learned.threshold == pytest.approx(
        learned.scale * np.log(d / beta))


def test_law_of_the_bits_kept():
    rng = np.random.default_rng(8)
    x, y = rng.integers(0, 2, (12, 3)), rng.integers(0, 2, 12)
    law = sq.learn_conjunction_probabilities(x, y, epsilon=6.0, beta=0.5)
    assert law.shape == (8,) and law.sum() == pytest.approx(1, abs=1e-12)
    runs, counts = 20_000, np.zeros(8)
    for _ in range(runs):
        counts[sq.learn_conjunction(x, y, epsilon=6.0, beta=0.5, rng=rng).literals @ [1, 2, 4]] += 1
    # Hoeffding for 8 outcomes: 8 · 2 exp(-2 runs t²) = 1e-6
    assert np.abs(counts / runs - law).max() < np.sqrt(np.log(16 / 1e-6) / (2 * runs))
    # by hand, d = 1: average 1/2, scale 1/2, τ = ln(2)/2; kept with probability F(ln 2 - 1) = e^{ln 2 - 1}/2
    hand = sq.learn_conjunction_probabilities([[0], [1]], [1, 1], epsilon=1.0, beta=0.5)
    assert hand[1] == pytest.approx(np.exp(np.log(2) - 1) / 2)
    with pytest.raises(ValueError, match="16"):
        sq.learn_conjunction_probabilities(np.ones((2, 17)), [0, 1], epsilon=1.0)


def test_failure_probability_in_simulation():
    # d = 3, target x_0, x_1 and x_2 wrong with q = α/d + a little each; failure: error > α or target lost.
    d, epsilon, beta, n = 3, 2.0, 0.2, 300
    alpha = sq.conjunction_error_bound(d, epsilon, n, beta)
    assert alpha < 1
    rng, runs, failures = np.random.default_rng(3), 4000, 0
    for _ in range(runs):
        x = np.ones((n, d), dtype=np.int8)
        x[:, 0] = rng.random(n) < 0.9
        x[:, 1:] = rng.random((n, 2)) < 1 - alpha / 2
        learned = sq.learn_conjunction(x, x[:, 0], epsilon=epsilon, beta=beta, rng=rng).literals
        error = 0.9 * (1 - (1 - alpha / 2) ** learned[1:].sum()) if learned[0] else 1.0
        failures += error > alpha
    # Clopper-Pearson lower end at false alarm 1e-6 must not exceed β
    assert stats.beta.ppf(1e-6, max(failures, 1e-9), runs - failures + 1) <= beta


def test_empty_conjunction_and_small_data():
    rng = np.random.default_rng(4)
    learned = sq.learn_conjunction([[0, 0]] * 10_000, [1] * 10_000, epsilon=5.0, rng=rng)
    assert not learned.literals.any() and learned.predict([[0, 0], [1, 1]]).all()
    tiny = sq.learn_conjunction([[1]], [0], epsilon=0.01, rng=rng)
    assert tiny.literals.shape == (1,)


# ---- the adaptive trap ---------------------------------------------------------------------------

def test_numbers_of_the_ledger():
    assert sq.nonadaptive_sample_size(1002, 0.1, 0.05) == 530
    exact = sq.adaptive_trap_expected_error(1001, 530)
    assert exact == pytest.approx(0.3636, abs=1e-4)
    errors = sq.adaptive_trap_error(1001, 530, rng=np.random.default_rng(5), runs=200)
    # Hoeffding for the mean of 200 values in [-1/2, 1/2], two-sided 1e-6: .19, less than the distance from exact to α = .1
    slack = np.sqrt(np.log(2e6) / (2 * 200))
    assert abs(errors.mean() - exact) < slack and exact - slack > 0.1
    # The ledger's ".364 ± .013, least .326" of 200 runs; this seed is fixed, so these compare numbers, not luck.
    assert errors.mean() == pytest.approx(0.364, abs=0.004)
    assert errors.std() == pytest.approx(0.013, abs=0.002) and 0.31 < errors.min() < 0.34


def trap_by_enumeration(m, n):
    """Every table of n x m signs."""
    total = 0.0
    for table in itertools.product((-1, 1), repeat=m * n):
        z = np.array(table).reshape(n, m)
        sign = np.where(z.sum(axis=0) >= 0, 1, -1)
        total += (z @ sign > 0).mean()
    return total / 2 ** (m * n) - 0.5


@pytest.mark.parametrize("m, n", [(1, 1), (1, 4), (1, 5), (3, 1), (3, 2), (3, 3), (3, 4), (5, 2)])
def test_expected_error_is_exact(m, n):
    assert sq.adaptive_trap_expected_error(m, n) == pytest.approx(trap_by_enumeration(m, n), abs=1e-12)


def test_simulation_against_the_exact_mean():
    runs = 50_000
    for m, n in [(3, 4), (7, 9), (1, 1)]:
        errors = sq.adaptive_trap_error(m, n, rng=np.random.default_rng(6), runs=runs)
        assert errors.shape == (runs,)
        # Hoeffding, values in an interval of length 1, two-sided 1e-6
        assert abs(errors.mean() - sq.adaptive_trap_expected_error(m, n)) < np.sqrt(np.log(2e6) / (2 * runs))
    # blocks do not matter to the law: one run at a time agrees with the exact mean too
    one = [sq.adaptive_trap_error(51, 40, rng=np.random.default_rng(s), runs=1)[0] for s in range(500)]
    assert abs(np.mean(one) - sq.adaptive_trap_expected_error(51, 40)) < np.sqrt(np.log(2e6) / (2 * 500))


def test_nonadaptive_queries_are_fine():
    # 100 queries fixed in advance at the sample size for α = .1, β = .1: worst error of fair coins.
    n = sq.nonadaptive_sample_size(100, 0.1, 0.1)
    runs = 20_000
    worst = np.abs(np.random.default_rng(7).binomial(n, 0.5, (runs, 100)) / n - 0.5).max(axis=1)
    # Hoeffding on the share of failures, one-sided 1e-6
    assert (worst > 0.1).mean() <= 0.1 + np.sqrt(np.log(1e6) / (2 * runs))


def test_bad_arguments():
    rng = np.random.default_rng(0)
    for change in [dict(values=[0.5, 1.1]), dict(values=[]), dict(values=[np.nan]), dict(values=0.5), dict(n=0), dict(n=1.5),
                   dict(epsilon=0.0), dict(epsilon=np.nan), dict(rng=None)]:
        with pytest.raises(ValueError):
            sq.noisy_answers(**(dict(values=[0.5], n=4, epsilon=1.0, rng=rng) | change))
    for change in [dict(x=[[2]]), dict(x=[1]), dict(x=np.zeros((0, 2)), y=[]), dict(y=[0, 1]), dict(y=[5]), dict(beta=0.0),
                   dict(epsilon=-1.0), dict(rng=1)]:
        with pytest.raises(ValueError):
            sq.learn_conjunction(**(dict(x=[[1]], y=[1], epsilon=1.0, rng=rng) | change))
    learned = sq.learn_conjunction([[1, 0]], [1], epsilon=1.0, rng=rng)
    with pytest.raises(ValueError, match="x must"):
        learned.predict([[1, 0, 1]])
    for call in [lambda: sq.expected_max_error(0, 1.0, 5), lambda: sq.max_error_quantile(1.0, 3, 1.0, 5),
                 lambda: sq.conjunction_error_bound(3, 0.0, 5, 0.1),
                 lambda: sq.conjunction_sample_size(3, 1.0, 1.0, 0.1), lambda: sq.conjunction_sample_size(3, 1e-300, 1.0, 0.1),
                 lambda: sq.nonadaptive_sample_size(0, 0.1, 0.1), lambda: sq.nonadaptive_sample_size(3, 0.0, 0.1),
                 lambda: sq.adaptive_trap_error(4, 5, rng=rng, runs=1), lambda: sq.adaptive_trap_error(3, 0, rng=rng, runs=1),
                 lambda: sq.adaptive_trap_error(3, 5, rng=rng, runs=0), lambda: sq.adaptive_trap_error(3, 5, rng=None, runs=1),
                 lambda: sq.adaptive_trap_error(10**6 - 1, 10**6, rng=rng, runs=1), lambda: sq.adaptive_trap_expected_error(2, 5)]:
        with pytest.raises(ValueError):
            call()
