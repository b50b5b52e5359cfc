"""Lecture 4: regret bounds of the private algorithm, against exact regret and against their own hypotheses."""

import numpy as np
import pytest
from scipy import stats

from dplearn import experts
from dplearn.privacy import advanced_composition, bounded_range_rho, zcdp_epsilon
from dplearn.private_experts import formulas as bounds, calibration

OTHER_THAN_DR14 = sorted(set(calibration.ANALYSES) - {"dr14"})


def alternating(T, n_experts=2):
    losses = np.zeros((T, n_experts))
    losses[::2, 0] = 1
    losses[1::2, 1:] = 1
    return losses


def some_losses(rng, T, K):
    kind = rng.integers(4)
    if kind == 0:
        return rng.integers(0, 2, (T, K)).astype(float)
    if kind == 1:
        return rng.random((T, K))
    if kind == 2:
        return alternating(T, K)
    steady = np.ones((T, K))
    steady[:, -1] = 0
    return steady


# ---- Theorem 11.3 --------------------------------------------------------------------------------

def test_forms_by_hand():
    # L = 2 at δ = e^-2, so 32 T L = 64 at T = 1 and η = ε/8; ln K = 1 only in the limit, so keep ln 2.
    T, K, epsilon, delta = 4, 2, 1.0, np.exp(-2.0)
    eta = 1 / 16
    assert bounds.avg_private_regret_bound(T, K, epsilon, delta) == pytest.approx(eta + np.log(2) / (4 * eta), rel=1e-14)
    assert bounds.avg_private_regret_bound(T, K, epsilon, delta, form="second") == pytest.approx(8 * np.log(2), rel=1e-14)
    assert bounds.private_regret_bound(T, K, epsilon, delta, form="second") == pytest.approx(32 * np.log(2), rel=1e-14)
    assert bounds.corrected_theorem3_rate(1.0, delta, 3) == pytest.approx(1 / np.sqrt(4 * 3), rel=1e-14)


def test_exact_regret_below_sharp_below_printed():
    rng, tried = np.random.default_rng(1), 0
    for _ in range(200):
        T, K = int(rng.integers(2, 60)), int(rng.integers(2, 6))
        epsilon, delta = 10 ** rng.uniform(-2, 2.5), 10 ** rng.uniform(-8, -0.05)
        losses = some_losses(rng, T, K)
        eta = epsilon / np.sqrt(32 * T * -np.log(delta))
        exact = experts.expected_regret(losses, eta=eta)[-1]
        sharp = experts.regret_bound_sharp(T, K, eta)
        first = bounds.private_regret_bound(T, K, epsilon, delta)
        assert exact <= sharp * (1 + 1e-12) and sharp <= first
        if epsilon**2 <= 32 * -np.log(delta) * np.log(K):
            tried += 1
            assert first <= bounds.private_regret_bound(T, K, epsilon, delta, form="second") * (1 + 1e-12)
    assert 50 < tried < 190  # both sides of the hypothesis were seen


def test_second_form_needs_its_hypothesis():
    T, K, epsilon, delta = 100, 2, 200.0, 0.5
    eta = epsilon / np.sqrt(32 * T * np.log(2))
    exact = experts.expected_regret(alternating(T), eta=eta)[-1] / T
    printed = bounds.dr14_printed_avg_regret(T, K, epsilon, delta)
    assert (round(exact, 6), round(printed, 6)) == (0.242945, 0.003264)
    with pytest.raises(ValueError, match="epsilon must be at most"):
        bounds.private_regret_bound(T, K, epsilon, delta, form="second")
    assert exact <= bounds.avg_private_regret_bound(T, K, epsilon, delta)  # the first form stands
    # The dividing line is where both terms of the first form are equal.
    edge = np.sqrt(32 * np.log(2) * np.log(2))
    first, second = (bounds.private_regret_bound(T, K, edge * (1 - 1e-12), delta, form=f) for f in bounds.FORMS)
    assert first == pytest.approx(second, rel=1e-9)
    # δ <= 0.955 covers ε <= 1 at K = 2.
    assert np.sqrt(32 * -np.log(0.955) * np.log(2)) > 1 > np.sqrt(32 * -np.log(0.957) * np.log(2))


def test_average_and_cumulative_and_arrays():
    T, epsilon = np.array([[10], [1000]]), np.array([0.1, 0.5, 1.0])
    for form in bounds.FORMS:
        cumulative = bounds.private_regret_bound(T, 5, epsilon, 1e-6, form=form)
        assert cumulative.shape == (2, 3)
        np.testing.assert_allclose(cumulative, T * bounds.avg_private_regret_bound(T, 5, epsilon, 1e-6, form=form))
        assert cumulative[1, 2] == bounds.private_regret_bound(1000, 5, 1.0, 1e-6, form=form)
    assert bounds.private_regret_bound_sharp(T, 5, epsilon, 1e-6).shape == (2, 3)


# ---- any analysis --------------------------------------------------------------------------------

@pytest.mark.parametrize("analysis", sorted(calibration.ANALYSES))
def test_sharp_bound_of_every_analysis(analysis):
    T, K, epsilon, delta = 500, 4, np.geomspace(0.05, 40, 9), 1e-5
    rate = bounds.private_rate(T, K, epsilon, delta, analysis=analysis)
    free = experts.learning_rate(T, K, rule="hoeffding")
    permitted = calibration.private_eta(epsilon, delta, T, analysis=analysis)
    np.testing.assert_allclose(rate, np.minimum(permitted, free), rtol=1e-12)
    bound = bounds.private_regret_bound_sharp(T, K, epsilon, delta, analysis=analysis)
    assert (np.diff(bound) <= 1e-9).all()
    assert (bound >= experts.regret_bound_sharp(T, K) * (1 - 1e-12)).all()
    losses = some_losses(np.random.default_rng(2), T, K)
    for eta, value in zip(rate, bound):
        assert experts.expected_regret(losses, eta=eta)[-1] <= value
    wide = bounds.private_rate(T, K, 0.5, delta, analysis=analysis, loss_range=2.0)
    assert wide == pytest.approx(bounds.private_rate(T, K, 0.5, delta, analysis=analysis) / 2, rel=1e-6)


def test_corrected_theorem_3():
    T, epsilon, delta = np.array([2, 10, 1000, 10**6]), np.array([[0.01], [1.0], [30.0]]), 1e-6
    eta = bounds.corrected_theorem3_rate(epsilon, delta, T)
    for e, row in zip(epsilon[:, 0], eta):   # (T-1) steps of range 2η, by zCDP
        for t, rate in zip(T, row):
            assert zcdp_epsilon((t - 1) * bounded_range_rho(2 * rate), delta) <= e * (1 + 1e-12)
    np.testing.assert_array_less(eta, calibration.private_eta(epsilon, delta, T, analysis="bounded-range") * (1 + 1e-12))
    bound = bounds.corrected_theorem3_bound(T, 3, epsilon, delta)
    log = -np.log(delta)
    expected = eta * T / 8 + np.log(3) * np.sqrt(2 * (T - 1) * (log + epsilon)) / epsilon
    np.testing.assert_allclose(bound, expected, rtol=1e-12)


# ---- Theorem 11.4 --------------------------------------------------------------------------------

def test_realised_regret_stays_below():
    T, K, epsilon, delta, beta, runs = 400, 3, 1.0, 1e-3, 0.1, 2000
    losses = alternating(T, K)
    rng = np.random.default_rng(3)
    printed = bounds.private_realised_bound(T, K, epsilon, delta, beta)
    sharp = bounds.private_regret_bound_sharp(T, K, epsilon, delta) + experts.realised_regret_term(T, beta)
    eta = epsilon / np.sqrt(32 * T * -np.log(delta))
    rate = bounds.private_rate(T, K, epsilon, delta)
    for bound, used in ((printed, eta), (sharp, rate)):
        law = experts.hedge_probabilities(losses, eta=used)
        actions = experts.draw_actions(law, rng=rng, runs=runs)
        above = (experts.realised_regret(losses, actions)[:, -1] > bound).sum()
        # If Pr[above] <= β, then above <= Bin(runs, β) stochastically: false alarm 1e-6.
        assert above <= stats.binom.isf(1e-6, runs, beta)
    assert sharp < printed


def test_theorem_4_on_wider_losses():
    bound = bounds.private_realised_bound(100, 20, 1.0, 1e-6, 0.05, loss_range=2.0)   # K = 1/β: just covered
    assert bound == bounds.private_realised_bound(100, 20, 1.0, 1e-6, 0.05)
    with pytest.raises(ValueError, match="1/n_experts"):
        bounds.private_realised_bound(100, 19, 1.0, 1e-6, 0.05, loss_range=2.0)
    assert np.sqrt(np.log(19 / 0.05)) < np.sqrt(2 * np.log(1 / 0.05)) <= np.sqrt(np.log(20 / 0.05)) * (1 + 1e-12)


# ---- the price of privacy ------------------------------------------------------------------------

def test_price_of_privacy():
    for T in (10, 10**5):
        ratio = bounds.private_regret_bound(T, 10, 0.7, 1e-6, form="second") / experts.regret_bound(T, 10)
        assert bounds.price_of_privacy(10, 0.7, 1e-6) == pytest.approx(ratio, rel=1e-12)
    assert bounds.price_of_privacy(10, 1.0, 1e-6) == pytest.approx(np.sqrt(32 * np.log(1e6) * np.log(10)), rel=1e-12)
    with pytest.raises(ValueError):
        bounds.price_of_privacy(2, 200.0, 0.5)


def test_sharp_price_does_not_depend_on_long_horizons():
    T = np.array([10**3, 10**5, 10**7])
    price = bounds.price_of_privacy_sharp(T, 10, 1.0, 1e-6)
    assert np.ptp(price) < 2e-3 * price[0]
    permitted = calibration.private_eta(1.0, 1e-6, 10**7, analysis="bounded-range")
    r = permitted / experts.learning_rate(10**7, 10, rule="hoeffding")
    assert price[2] == pytest.approx((r + 1 / r) / 2, rel=1e-9)
    per_round = bounds.private_regret_bound_sharp(T, 10, 1.0, 1e-6) / T
    assert (per_round[1:] < per_round[:-1] / 9).all()
    assert bounds.price_of_privacy_sharp(1000, 10, 200.0, 1e-6) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("analysis", OTHER_THAN_DR14)
@pytest.mark.parametrize("T, n_experts, delta", [(50, 2, 1e-2), (2000, 30, 1e-6)])
def test_free_epsilon_is_where_the_rates_meet(analysis, T, n_experts, delta):
    free = bounds.free_epsilon(n_experts, delta, analysis=analysis, T=T)
    wanted = experts.learning_rate(T, n_experts, rule="hoeffding")
    permitted = calibration.private_eta(free * np.array([1 - 1e-5, 1 + 1e-5]), delta, T, analysis=analysis)
    assert permitted[0] < wanted < permitted[1]
    assert bounds.price_of_privacy_sharp(T, n_experts, free, delta, analysis=analysis) == pytest.approx(1, abs=1e-9)


def test_free_epsilon_in_the_limit():
    K, delta, T = 10, 1e-6, 10**6
    u, log = np.sqrt(8 * np.log(K)), -np.log(delta)
    free = {a: bounds.free_epsilon(K, delta, analysis=a) for a in calibration.ANALYSES}
    assert free["basic"] == np.inf
    assert bounds.free_epsilon(K, delta, analysis="basic", T=T) == pytest.approx(2 * T * u / np.sqrt(T), rel=1e-8)
    for analysis in ("drv", "kov", "bounded-range", "bounded-range-optimal"):
        assert bounds.free_epsilon(K, delta, analysis=analysis, T=T) == pytest.approx(free[analysis], rel=2e-2)
    # Written out: zCDP with ρ = u²/2; Theorem 3.20 with 1e12 steps of 2u/√T.
    assert free["bounded-range"] == pytest.approx(u * np.sqrt(2 * log) + u * u / 2, rel=1e-12)
    assert free["drv"] == pytest.approx(advanced_composition(2 * u / 1e6, 10**12, delta), rel=1e-4)
    assert free["bounded-range-optimal"] < free["bounded-range"] < free["kov"] < free["drv"]
    # Theorem 11.2 within its hypothesis, and where that rules it out.
    assert free["dr14"] == pytest.approx(16 * np.sqrt(log * np.log(K)), rel=1e-12)
    assert calibration.private_eta(free["dr14"], delta, 777, analysis="dr14") == pytest.approx(u / np.sqrt(777), rel=1e-12)
    assert bounds.free_epsilon(1000, 0.6, analysis="dr14") == np.inf
    # δ beyond the total variation of the limit (0.76 at K = 2): free at once.
    assert bounds.free_epsilon(2, 0.9, analysis="bounded-range-optimal") == 0


def test_gaussian_limit_against_its_own_integral():
    # H_ε of N(0, 1) and N(u, 1), u = √(8 ln 2), by an integral on a fine grid.
    epsilon, u = bounds.free_epsilon(2, 1e-3, analysis="bounded-range-optimal"), np.sqrt(8 * np.log(2))
    x = np.linspace(-12, 14, 400_001)
    stick = np.maximum(stats.norm.pdf(x - u) - np.exp(epsilon) * stats.norm.pdf(x), 0)
    assert np.trapezoid(stick, x) == pytest.approx(1e-3, rel=1e-6)


@pytest.mark.parametrize("change", [dict(T=0), dict(T=2.5), dict(n_experts=1), dict(epsilon=0.0), dict(epsilon=np.nan),
                                    dict(delta=0.0), dict(delta=1.0), dict(form="third"), dict(beta=0.0), dict(beta=1.0),
                                    dict(loss_range=3.0), dict(analysis="none")])
def test_bad_arguments(change):
    good = dict(T=10, n_experts=3, epsilon=1.0, delta=1e-6)
    used = {}
    for function, extra in [
        (bounds.private_regret_bound, dict(form="first")), (bounds.avg_private_regret_bound, dict(form="first")),
        (bounds.private_realised_bound, dict(beta=0.1, loss_range=1.0)),
        (bounds.private_regret_bound_sharp, dict(analysis="bounded-range", loss_range=1.0)),
        (bounds.price_of_privacy_sharp, dict(analysis="bounded-range", loss_range=1.0)),
    ]:
        arguments = good | extra
        function(**arguments)
        if set(change) <= set(arguments):
            used[function] = change
            with pytest.raises(ValueError):
                function(**(arguments | change))
    assert used
