"""Theorem 5.3: the leave-one-out form on every labeling, printed above sharp, sample sizes, the two other parts."""

import itertools

import numpy as np
import pytest
from scipy import integrate

from dplearn import exppw, private_pac
from dplearn.simulate import clopper_pearson
from test_exppw_errors import EPSILONS, all_labelings, functions, plain_walks, wrong


@pytest.mark.parametrize("points", range(1, 13))
def test_leave_one_out_on_all_labelings(points):
    """Errors of the next step, summed over n + 1 points in any order of labels: the bound holds row by row."""
    labels = all_labelings(points)
    # the bound sees only a labeling's least errors: once for each number, then dealt out to the labelings
    best = [np.unique((labels[:, None, :] != functions(points, k)).sum(axis=-1).min(axis=1) / points, return_inverse=True) for k in range(4)]
    slack = np.inf
    for clamp in range(1, points + 2):
        v = plain_walks(labels, clamp)
        v_stays = (np.diff(v, axis=1) == 0).mean(axis=1)
        errors = {epsilon: wrong(v[:, :-1], labels, epsilon).mean(axis=1) for epsilon in EPSILONS}
        for (epsilon, error), k in itertools.product(errors.items(), range(4)):
            least, of = best[k]
            bound = exppw.population_error_bound_sharp(least, k, clamp, epsilon, points - 1)[of]
            assert (error <= bound + 1e-12).all()
            floor = 1 / (1 + np.exp(epsilon * clamp / 2))
            slack = min(slack, (bound - floor * (1 - v_stays) - error).min())
    assert slack > -1e-12 and (points > 1 or slack < 1e-12)     # counting the steps that stay, one point meets it


ALPHAS, GRID = np.geomspace(1e-3, 0.99, 12), list(itertools.product(np.geomspace(1e-2, 30, 15), (0, 1, 2, 6), (0.0, 0.1, 0.5)))


@pytest.mark.parametrize("alpha", ALPHAS)
def test_sharp_implies_printed_whatever_the_rounding(alpha):
    for epsilon, k, optimum in GRID:
        n, T = exppw.sample_size(alpha, epsilon, k), exppw.clamp(alpha, epsilon)
        sharp = exppw.population_error_bound_sharp(optimum, k, T, epsilon, n)
        assert sharp <= exppw.population_error_bound(optimum, k, alpha, epsilon, n)


def test_rounding_T_up_can_break_the_proof_but_not_the_theorem():
    def chain(alpha, epsilon, k):                   # what Lemma 5.2 leaves above Opt, which the proof takes for α
        n, T = exppw.sample_size(alpha, epsilon, k), exppw.clamp(alpha, epsilon)
        return exppw.empirical_error_bound(0.0, k, T, n, epsilon)

    assert chain(0.1, 11.8, 100) > 0.1
    for alpha, epsilon, k in itertools.product((1e-3, 0.1, 0.5), np.linspace(0.05, 1.386, 60), (0, 1, 100)):
        assert chain(alpha, epsilon, k) <= alpha
    assert all(chain(0.1, epsilon, 100) <= 0.1 for epsilon in np.linspace(0.05, 5.63, 200))
    n, T = exppw.sample_size(0.1, 11.8, 100), exppw.clamp(0.1, 11.8)
    assert exppw.population_error_bound_sharp(0.0, 100, T, 11.8, n) <= exppw.population_error_bound(0.0, 100, 0.1, 11.8, n)


def test_printed_numbers_and_hypotheses():
    assert exppw.clamp(0.05, 0.1) == 74 and exppw.sample_size(0.05, 0.1, 1) == 8854
    assert exppw.population_error_bound(0.1, 1, 0.05, 0.1, 8854) == pytest.approx(0.16578, abs=5e-6)
    with pytest.raises(ValueError, match="n must be at least .* = 8854; got 8853"):
        exppw.population_error_bound(0.1, 1, 0.05, 0.1, 8853)
    with pytest.raises(ValueError, match="optimum must be <= 0.5"):
        exppw.population_error_bound(0.6, 1, 0.05, 0.1, 8854)


@pytest.mark.parametrize("k, epsilon, n",
                         [(0, 0.5, 40), (1, 0.01, 10), (1, 0.1, 8854), (2, 1.0, 300), (3, 5.0, 10**6), (6, 0.1, 500),
                          (0, 1.5, 1), (0, 0.19, 11), (0, 0.01, 450), (1, 0.01, 1190), (1, 0.05, 236), (1, 0.02, 600)])
def test_best_clamp_is_the_best(k, epsilon, n):
    T = exppw.best_clamp(k, epsilon, n)
    values = exppw.population_error_bound_sharp(0.0, k, np.arange(1, max(2 * T + 50, int(76 / epsilon))), epsilon, n)
    assert values[T - 1] == pytest.approx(values.min(), abs=1e-12)


@pytest.mark.parametrize("alpha, epsilon, k, optimum",
                         [(0.05, 0.1, 1, 0.0), (0.05, 0.1, 3, 0.3), (0.2, 1.0, 2, 0.1), (0.01, 0.02, 1, 0.5)])
def test_sharp_sample_size_is_the_smallest(alpha, epsilon, k, optimum):
    n, T = exppw.sample_size_sharp(alpha, epsilon, k, optimum=optimum), exppw.clamp(alpha, epsilon)
    here, below = exppw.population_error_bound_sharp(optimum, k, T, epsilon, np.array([n, n - 1]))
    assert here <= optimum + alpha < below and n <= exppw.sample_size(alpha, epsilon, k)
    best, clamp, rate = exppw.best_setting(alpha, epsilon, k, optimum=optimum)
    assert best <= n and rate <= epsilon
    assert exppw.population_error_bound_sharp(optimum, k, clamp, rate, best) <= optimum + alpha
    finer = min(exppw.sample_size_sharp(alpha, r, k, optimum=optimum, clamp=T)           # a plain search, 30 by 60
                for r in rate * np.linspace(0.95, min(1.05, epsilon / rate), 30) for T in range(max(1, clamp - 30), clamp + 30)
                if np.tanh(r / 4) / 2 * optimum + 1 / (1 + np.exp(r * T / 2)) < alpha)
    assert best <= 1.02 * finer


@pytest.mark.parametrize("alpha, epsilon, k, optimum",
                         [(0.7, 0.002, 2, 0.5), (0.61, 0.83, 10, 0.5), (0.95, 3.0, 1, 0.0), (0.5, 0.3, 3, 0.2)])
def test_best_setting_where_a_coin_is_nearly_enough(alpha, epsilon, k, optimum):
    best, clamp, rate = exppw.best_setting(alpha, epsilon, k, optimum=optimum)
    assert exppw.population_error_bound_sharp(optimum, k, clamp, rate, best) <= optimum + alpha
    finer = min(exppw.sample_size_sharp(alpha, r, k, optimum=optimum, clamp=T) for r in np.geomspace(alpha / 100, 1, 60) * epsilon
                for T in np.unique(np.geomspace(1, 20 / r, 60).astype(int)).tolist()
                if np.tanh(r / 4) / 2 * optimum + 1 / (1 + np.exp(r * T / 2)) < alpha)
    assert best <= 1.02 * finer + 1


def test_no_sample_is_enough_where_the_factor_eats_alpha():
    with pytest.raises(ValueError, match="epsilon must keep"):
        exppw.sample_size_sharp(0.05, 1.0, 1, optimum=0.5)
    assert exppw.best_setting(0.05, 1.0, 1, optimum=0.5)[2] < 0.5


def test_part_b_literally_fails_and_a_quarter_repairs_it():
    optimum, alpha = np.meshgrid(np.linspace(0, 0.5, 26), np.linspace(0.01, 0.99, 50))
    assert (exppw.agnostic_error_bound(optimum, alpha, accuracy="literal") > optimum + alpha).all()
    assert (exppw.agnostic_error_bound(optimum, alpha) <= optimum + 0.74 * alpha).all()
    # and it is Theorem 5.3 (a) at that setting
    n = exppw.sample_size(0.1 / 4, 0.1 / 2, 1)
    assert exppw.population_error_bound(0.3, 1, 0.1 / 4, 0.1 / 2, n) == exppw.agnostic_error_bound(0.3, 0.1)


def test_part_c_asks_for_its_hypotheses():
    n = exppw.sample_size(0.1, 0.02, 1)
    assert exppw.realizable_failure_bound(0.1, 0.05, 0.02, 1, n) == 0.1
    with pytest.raises(ValueError, match="epsilon must be at most"):
        exppw.realizable_failure_bound(0.1, 0.05, 0.03, 1, n)
    with pytest.raises(ValueError, match="n must be at least"):
        exppw.realizable_failure_bound(0.1, 0.05, 0.02, 1, n - 1)


def test_part_c_on_samples():
    """Err_P of single samples, exact: how often is it 3α or more?  Clopper-Pearson upper limit at 1e-6 under 2β."""
    alpha, beta, epsilon, k = 0.2, 0.3, 0.05, 1
    n, T, runs = exppw.sample_size(alpha, epsilon, k), exppw.clamp(alpha, epsilon), 60
    rng = np.random.default_rng(11)
    bad = 0
    for _ in range(runs):
        x, query = np.sort(rng.random(n)), (np.arange(2000) + 0.5) / 2000
        p = exppw.predict_probability(x, x >= 0.5, query, clamp=T, epsilon=epsilon)
        bad += np.abs(p - (query >= 0.5)).mean() >= 3 * alpha - 1 / 2000
    assert clopper_pearson(bad, runs, 1 - 2e-6)[1] <= 2 * beta


# ---- the others ----------------------------------------------------------------------------------------

def test_exponential_mechanism_in_expectation():
    log_size, epsilon, alpha = np.log(1000.0), 0.5, 0.1
    n = exppw.exponential_sample_size(alpha, epsilon, log_size=log_size, realizable=True)
    tail = lambda t: min(1.0, private_pac.private_occam_bound_sharp(None, t, epsilon, n, log_size=log_size))  # noqa: E731
    cut = log_size / (n * -np.expm1(-epsilon / 2))
    assert cut + integrate.quad(tail, cut, 1)[0] <= alpha
    sizes = [exppw.exponential_sample_size(alpha, epsilon, log_size=b * np.log(2), realizable=r)
             for r in (True, False) for b in (8, 16, 32, 64)]
    assert (np.diff(sizes)[[0, 1, 2, 4, 5, 6]] > 0).all() and sizes[7] > 6 * sizes[4] / 1.2


def test_without_privacy():
    for k in (1, 2, 3):                           # the left neighbor's label errs at most k times
        rows = functions(10, k)
        assert (np.diff(rows, axis=1, prepend=0) != 0).sum(axis=1).max() == k
        assert k / (exppw.nonprivate_sample_size(0.07, k, realizable=True) + 1) <= 0.07
    rng, alpha, noise = np.random.default_rng(2), 0.2, 0.3
    n, excess = exppw.nonprivate_sample_size(alpha, 1, realizable=False), []
    for _ in range(300):
        x = rng.random(n)
        y = (x >= 0.5) ^ (rng.random(n) < noise)
        ends = exppw.best_intervals(x, y, 1)[1]
        excess.append((1 - 2 * noise) * abs((ends[0] if len(ends) else 1.0) - 0.5))
    assert np.mean(excess) + np.sqrt(np.log(1e6) / 600) * (1 - 2 * noise) / 2 <= alpha      # Hoeffding, 1e-6
