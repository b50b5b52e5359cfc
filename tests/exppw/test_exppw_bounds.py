"""Harmless ties, rounding, sizes against plain searches; that errors lie below the bounds is their cards'."""

import itertools

import numpy as np
import pytest
from scipy import integrate
from scipy.special import expit

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.exppw.formulas import enough, half_steps

EPSILONS = (0.05, 0.7, 2.0, 6.0)


def test_ties_that_share_a_label_are_harmless():
    for labels in brute.labelings(5):
        x, y = np.repeat([np.arange(5), labels], (3, 1, 2, 1, 3), axis=1)
        best = exppw.best_intervals(x, y, 2)[0]
        for clamp, epsilon, k in itertools.product((1, 2, 4), EPSILONS, (0, 1, 2)):
            bound = exppw.empirical_error_bound_sharp(best[k], k, clamp, 10, epsilon)
            assert exppw.empirical_error(x, y, clamp=clamp, epsilon=epsilon) <= bound + 1e-12


def test_half_steps_are_the_sum():
    for epsilon, clamp in itertools.product((1e-4, 0.01, 0.3, 0.5, 1.0, 3.0, 30.0), (1, 2, 5, 12, 13, 100, 20_000)):
        plain = expit(-epsilon * np.arange(1, clamp + 1) / 2).sum()
        assert float(half_steps(epsilon, clamp)) == pytest.approx(plain, abs=1e-10)


# ---- Theorem 5.3 -------------------------------------------------------------------------------------


def setting(k, alpha, epsilon):
    return exppw.clamp(alpha, epsilon), exppw.sample_size(k, alpha, epsilon=epsilon)


def test_sharp_implies_printed_whatever_the_rounding():
    for alpha, epsilon, k in [*itertools.product(np.geomspace(1e-3, 0.99, 12), np.geomspace(1e-2, 30, 15),
                                                 (0, 1, 2, 6)), (0.1, 11.8, 100)]:
        (T, n), optimum = setting(k, alpha, epsilon), np.array([0.0, 0.1, 0.5])
        sharp = exppw.population_error_bound_sharp(optimum, k, T, epsilon, n)
        assert (sharp <= exppw.population_error_bound(optimum, k, alpha, epsilon, n)).all()


@pytest.mark.parametrize("epsilon, holds", [(11.8, False), (1.386, True)])
def test_rounding_T_up_can_break_the_proof(epsilon, holds):
    """What Lemma 5.2 leaves above Opt, which the proof takes for α; where it is safe, the card goes through."""
    T, n = setting(100, 0.1, epsilon)
    assert (exppw.empirical_error_bound(0.0, 100, T, n, epsilon) <= 0.1) == holds


@pytest.mark.parametrize("k, epsilon, n", [
    (1, 0.01, 10), (1, 0.1, 8854), (3, 5.0, 10**6), (0, 0.19, 11), (1, 0.05, 236)])
def test_best_clamp_is_the_best(k, epsilon, n):
    T = exppw.best_clamp(k, epsilon, n)
    values = exppw.population_error_bound_sharp(0.0, k, np.arange(1, max(2 * T + 50, int(76 / epsilon))), epsilon, n)
    assert values[T - 1] == pytest.approx(values.min(), abs=1e-12)


@pytest.mark.parametrize("alpha, epsilon, k, optimum",
                         [(0.05, 0.1, 3, 0.3), (0.7, 0.002, 2, 0.5), (0.95, 3.0, 1, 0.0)])
def test_best_setting_is_the_best(alpha, epsilon, k, optimum):
    """Within 2% of a plain search over all ε' and T."""
    best, clamp, rate = exppw.best_setting(k, alpha, epsilon=epsilon, optimum=optimum)
    here, below = exppw.population_error_bound_sharp(optimum, k, clamp, rate, np.array([best, best - 1]))
    assert here <= optimum + alpha and (below > optimum + alpha or best == 1) and rate <= epsilon
    rates = np.geomspace(min(alpha / 100, rate / epsilon / 2), 1, 300)[:, None] * epsilon
    clamps = np.unique(np.geomspace(1, max(2000 / alpha / epsilon, 2 * clamp), 1000).astype(int))
    assert best <= 1.02 * enough(k, alpha, rates, optimum, clamps).min() + 1


# ---- the others ----------------------------------------------------------------------------------------


def test_exponential_mechanism_in_expectation():
    log_size, epsilon, alpha = np.log(1000.0), 0.5, 0.1
    n = exppw.exponential_sample_size(log_size, alpha, epsilon=epsilon, case="realizable")
    cut = log_size / (n * -np.expm1(-epsilon / 2))
    assert cut + integrate.quad(lambda t: min(1.0, 1000 * np.exp(-n * t * -np.expm1(-epsilon / 2))), cut, 1)[0] <= alpha
    # agnostic: the worst gap between one best function and 999 others that make m mistakes more, at the best rate
    rates, m = np.linspace(0.01, 0.38, 100)[:, None], np.linspace(0, 2000, 20_001)
    others = 999 * np.exp(-rates * m / 2)
    needed = (others * m / (1 + others)).max(axis=1) / (alpha - np.tanh(rates[:, 0] / 4))
    n = exppw.exponential_sample_size(log_size, alpha, epsilon=epsilon, case="agnostic")
    assert n == pytest.approx(needed.min(), rel=0.01)
