"""Lecture 2: noisy averages, the conjunction learner built on them, and the adaptive trap."""

import itertools

import numpy as np
import pytest
from scipy import stats
from asking import hoeffding

from dplearn.private_pac import deeper

# ---- conjunctions --------------------------------------------------------------------------------


def test_law_of_the_bits_kept():
    rng = np.random.default_rng(8)
    x, y = rng.integers(0, 2, (12, 3)), rng.integers(0, 2, 12)
    law = deeper.learn_conjunction_probabilities(x, y, epsilon=6.0, beta=0.5)
    assert law.shape == (8,) and law.sum() == pytest.approx(1, abs=1e-12)
    runs, counts = 20_000, np.zeros(8)
    for _ in range(runs):
        counts[deeper.learn_conjunction(x, y, epsilon=6.0, beta=0.5, rng=rng) @ [1, 2, 4]] += 1
    # Hoeffding for 8 outcomes: 8 · 2 exp(-2 runs t²) = 1e-6
    assert np.abs(counts / runs - law).max() < hoeffding(runs, 8)
    # by hand, d = 1: average 1/2, scale 1/2, τ = ln(2)/2; kept with probability F(ln 2 - 1) = e^{ln 2 - 1}/2
    assert deeper.learn_conjunction_probabilities([[0], [1]], [1, 1], epsilon=1.0,
                                                       beta=0.5)[1] == pytest.approx(np.exp(np.log(2) - 1) / 2)


@pytest.mark.parametrize("d, epsilon, beta", [(1, 1.0, 0.05), (5, 1.0, 0.1), (20, 3.0, 0.05), (4, 40.0, 0.3),
                                              (10, 0.3, 0.01)])
@pytest.mark.parametrize("alpha", [0.1, 0.4])
def test_sample_size_is_enough_exactly(d, epsilon, beta, alpha):
    n = deeper.conjunction_sample_size(d, alpha, beta=beta, epsilon=epsilon)
    bound = [deeper.conjunction_error_bound(d, beta, epsilon=epsilon, n=max(m, 1)) for m in (n, n - 1)]
    assert bound[0] <= alpha * (1 + 1e-12) and (n == 1 or bound[1] > alpha)
    scale = d / (epsilon * n)
    threshold, k = scale * np.log(d / beta), np.arange(n + 1)
    # a bit of the target is lost with probability at most β/(2d); a bit with q just above α/d stays with at most β/d
    assert stats.laplace.sf(threshold, scale=scale) <= beta / (2 * d) * (1 + 1e-9)
    for q in (alpha / d, 1.5 * alpha / d, min(1.0, 3 * alpha / d)):
        kept = (stats.binom.pmf(k, n, q) * stats.laplace.cdf(threshold - k / n, scale=scale)).sum()
        assert kept <= beta / d * (1 + 1e-9)


def test_failure_probability_in_simulation():
    # d = 3, target x_0; x_1 and x_2 are 0 with probability α/2 each.  Failure: error > α or target lost.
    d, epsilon, beta, n = 3, 2.0, 0.2, 300
    alpha = deeper.conjunction_error_bound(d, beta, epsilon=epsilon, n=n)
    assert alpha < 1
    rng, runs, failures = np.random.default_rng(3), 4000, 0
    for _ in range(runs):
        x = rng.random((n, d)) < (0.9, 1 - alpha / 2, 1 - alpha / 2)
        learned = deeper.learn_conjunction(x, x[:, 0], epsilon=epsilon, beta=beta, rng=rng)
        failures += (0.9 * (1 - (1 - alpha / 2) ** learned[1:].sum()) if learned[0] else 1.0) > alpha
    # Clopper-Pearson lower end at false alarm 1e-6 must not exceed β
    assert stats.beta.ppf(1e-6, max(failures, 1e-9), runs - failures + 1) <= beta


# ---- the adaptive trap ---------------------------------------------------------------------------


@pytest.mark.parametrize("m, n", [(1, 1), (1, 4), (1, 5), (3, 1), (3, 2), (3, 3), (3, 4), (5, 2)])
def test_expected_error_is_exact(m, n):
    z = np.array(list(itertools.product((-1, 1), repeat=m * n))).reshape(-1, n, m)  # every table of signs
    sign = np.where(z.sum(axis=1, keepdims=True) >= 0, 1, -1)
    exact = ((z * sign).sum(axis=2) > 0).mean() - 0.5
    assert deeper.adaptive_trap_expected_error(m, n) == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("m, sizes, runs", [(3, [2, 4], 20_000), (7, [9], 20_000), (11, [20, 93, 400], 1000),
                                            (1001, [530], 60)])
def test_simulation_against_the_exact_mean(m, sizes, runs):
    errors = deeper.adaptive_trap_error(m, sizes, rng=np.random.default_rng(6), runs=runs)
    assert errors.shape == (runs, len(sizes))
    # Hoeffding, values in an interval of length 1, two-sided 1e-6 at each size
    off = np.abs(errors.mean(axis=0) - deeper.adaptive_trap_expected_error(m, sizes))
    assert (off < hoeffding(runs)).all()


def test_trap_on_records_by_brute_force():
    """The drawing gives, for the bits it drew, what the definition gives."""
    m, sizes = 11, np.array([20, 57, 401])
    drawn = deeper.adaptive_trap_error(m, sizes, rng=np.random.default_rng(5), runs=1)[0]
    bits = np.unpackbits(np.frombuffer(np.random.default_rng(5).bytes((401 * m + 7) // 8), np.uint8),
                         count=401 * m).reshape(401, m)
    for n, error in zip(sizes, drawn):
        z = 2.0 * bits[:n] - 1
        assert error == pytest.approx((z @ np.where(z.sum(axis=0) >= 0, 1, -1) > 0).mean() - 0.5, abs=1e-12)


@pytest.mark.parametrize("m, sizes", [(4, [5]), (3, [5, 5]), (3, [5, 4]), (10**6 - 1, [100])])
def test_trap_refuses(m, sizes):
    with pytest.raises(ValueError, match="m must|sizes"):
        deeper.adaptive_trap_error(m, sizes, rng=np.random.default_rng(0), runs=1)
