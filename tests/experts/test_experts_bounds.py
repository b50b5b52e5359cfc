"""Lecture 3: learning rates, the printed bounds, the sharpened ones, and the order exact <= sharpened <= printed."""

import itertools
from decimal import Decimal, getcontext

import numpy as np
import pytest

from dplearn import experts
from dplearn.simulate import stream

SETTINGS = 700


def kinds_of_losses(rng, T, n_experts, loss_range):
    """One matrix of a random kind: from tame to made to hurt."""
    kind = int(rng.integers(5))
    if kind == 0:                                     # real, more or less close to the ends
        losses = rng.random((T, n_experts)) ** np.exp(rng.uniform(-3, 3))
    elif kind == 1:                                   # coins of different bias
        losses = (rng.random((T, n_experts)) < rng.random(n_experts)).astype(float)
    elif kind == 2:                                   # one steady, the others always wrong
        losses = np.ones((T, n_experts))
        losses[:, -1] = 0
    elif kind == 3:                                   # two halves in turn, then one runs away: near the bound
        losses = np.zeros((T, n_experts))
        run, half = int(rng.integers(0, T + 1)), max(1, n_experts // 2)
        losses[0::2, :half], losses[1::2, half:] = 1, 1
        losses[run:] = 1
        losses[run:, rng.integers(n_experts)] = 0
    else:                                             # everyone's luck changes halfway
        losses = rng.integers(0, 2, (T, n_experts)).astype(float)
        losses[T // 2:] = 1 - losses[:T - T // 2]
    return losses if loss_range == 1.0 else 2 * losses - 1


@pytest.mark.parametrize("loss_range", [1.0, 2.0])
def test_exact_below_sharp_below_printed(loss_range):
    rng, count, nearest = stream(3, "order", int(loss_range)), 0, 0.0
    for _ in range(SETTINGS):
        T, n_experts = int(np.exp(rng.uniform(0, np.log(2000)))), int(np.exp(rng.uniform(np.log(2), np.log(100))))
        eta = float(np.exp(rng.uniform(np.log(1e-4), np.log(100))))
        rules = [eta, *(experts.learning_rate(T, n_experts, rule=r, loss_range=loss_range) for r in experts.RULES)]
        eta = rules[rng.integers(4)]
        exact = experts.expected_regret(kinds_of_losses(rng, T, n_experts, loss_range), eta=eta, loss_range=loss_range)
        rounds = np.arange(1, T + 1)
        sharp = experts.regret_bound_sharp(rounds, n_experts, eta, loss_range=loss_range)
        printed = experts.regret_bound(rounds, n_experts, eta, loss_range=loss_range)
        assert (exact <= sharp * (1 + 1e-12)).all() and (sharp <= printed).all(), (T, n_experts, eta)
        nearest, count = max(nearest, (exact / sharp).max()), count + 1
    print(f"{count} settings with losses in a range of {loss_range:g}; nearest to the sharpened bound: {nearest:.4f}")
    assert count >= 500 and nearest > 0.5  # a bound that nothing comes near would be no test


def test_every_tiny_matrix():
    """All 0/1 matrices with T K <= 10, at several rates: none breaks a bound."""
    count = 0
    for T, n_experts in [(1, 2), (3, 2), (5, 2), (2, 3), (3, 3), (2, 5), (2, 4)]:
        bounds = {eta: (experts.regret_bound_sharp(T, n_experts, eta), experts.regret_bound(T, n_experts, eta)) for eta in (0.3, 1.0, 4.0)}
        for bits in itertools.product((0.0, 1.0), repeat=T * n_experts):
            losses = np.reshape(bits, (T, n_experts))
            for eta, (sharp, printed) in bounds.items():
                assert experts.expected_regret(losses, eta=eta)[-1] <= sharp <= printed
                count += 1
    assert count > 7000


def test_doubling_below_its_bounds():
    rng, count = stream(3, "doubling", 1), 0
    for _ in range(250):
        T, n_experts, loss_range = int(np.exp(rng.uniform(0, 7))), int(rng.integers(2, 20)), float(rng.integers(1, 3))
        losses = kinds_of_losses(rng, T, n_experts, loss_range)
        for rule in ("printed", "hoeffding"):
            law = experts.doubling_probabilities(losses, rule=rule, loss_range=loss_range)
            exact, rounds = experts.regret_of(losses, law, loss_range=loss_range), np.arange(1, T + 1)
            epochs = experts.doubling_bound(rounds, n_experts, rule=rule, loss_range=loss_range)
            closed = experts.doubling_bound(rounds, n_experts, rule=rule, form="closed", loss_range=loss_range)
            assert (exact <= epochs * (1 + 1e-12)).all() and (epochs <= closed).all()
            count += 1
    assert count == 500


def test_doubling_bound_by_hand():
    """T = 5: epochs of 1, 2 and 2 of 4 rounds."""
    log2 = np.log(2)
    rates = [np.sqrt(log2 / n) for n in (1, 2, 4)]
    printed = sum(eta * n + log2 / eta for eta, n in zip(rates, (1, 2, 2)))
    assert experts.doubling_bound(5, 2) == pytest.approx(printed, rel=1e-14)
    rates = [np.sqrt(8 * log2 / n) for n in (1, 2, 4)]
    sharp = sum(eta * n / 8 + log2 / eta for eta, n in zip(rates, (1, 2, 2)))
    np.testing.assert_allclose(experts.doubling_bound([5, 1], 2, rule="hoeffding"), [sharp, np.sqrt(log2 / 2)], rtol=1e-14)
    assert experts.doubling_bound(10**15, 2, form="closed") / experts.regret_bound(10**15, 2) == pytest.approx(3.41421356)
    # After a whole epoch the sum is geometric: all but 2√(T ln K)/(√2 - 1) of the closed form.
    M = 30
    whole = 2 * np.sqrt(log2) * (np.sqrt(2.0) ** M - 1) / (np.sqrt(2) - 1)
    assert experts.doubling_bound(2**M - 1, 2) == pytest.approx(whole, rel=1e-12)


# ---- formulas ------------------------------------------------------------------------------------

def test_values_by_hand():
    assert experts.regret_bound(100, 4, 0.1) == pytest.approx(10 + 10 * np.log(4))
    assert experts.regret_bound_sharp(100, 4, 0.1) == pytest.approx(1.25 + 10 * np.log(4))
    assert experts.regret_bound_sharp(100, 4, 0.1, loss_range=2.0) == pytest.approx(5 + 10 * np.log(4))
    assert experts.regret_bound(100, 4) == pytest.approx(2 * np.sqrt(100 * np.log(4)))
    assert experts.regret_bound_sharp(100, 4) == pytest.approx(np.sqrt(50 * np.log(4)))
    assert experts.regret_bound(7, 1) == 0 and experts.regret_bound(7, 1, 0.5) == 3.5
    assert experts.learning_rate(100, 4, rule="printed") == pytest.approx(np.sqrt(np.log(4)) / 10)
    assert experts.learning_rate(1, 4, rule="capped") == 1.0 < experts.learning_rate(1, 4, rule="printed")
    assert experts.realised_regret_term(200, np.exp(-1)) == pytest.approx(10)
    assert experts.realised_regret_term(200, np.exp(-1), loss_range=2.0) == pytest.approx(20)


def test_each_rule_is_the_best_of_its_bound():
    T, n_experts = np.array([1, 10, 1000, 10**7]), np.array([2, 3, 50, 10**6])
    for bound, rule, r in [(experts.regret_bound, "printed", 1.0), (experts.regret_bound_sharp, "hoeffding", 1.0),
                           (experts.regret_bound_sharp, "hoeffding", 2.0)]:
        eta = experts.learning_rate(T, n_experts, rule=rule, loss_range=r)
        np.testing.assert_allclose(bound(T, n_experts, eta, loss_range=r), bound(T, n_experts, loss_range=r), rtol=1e-14)
        for factor in (0.5, 0.99, 1.01, 2):
            assert (bound(T, n_experts, factor * eta, loss_range=r) > bound(T, n_experts, loss_range=r)).all()
    # Hoeffding's rate is √8 of the printed one, and the best sharpened bound √8 below the best printed one.
    np.testing.assert_allclose(experts.regret_bound(T, n_experts) / experts.regret_bound_sharp(T, n_experts), np.sqrt(8))


def test_bounds_stay_finite():
    for eta in (1e-300, 1e300):
        for bound in (experts.regret_bound, experts.regret_bound_sharp):
            assert np.isfinite(bound(10**15, 10**15, eta)) and np.isfinite(bound(np.array([1, 10**15]), 2, eta)).all()


def test_arrays_broadcast():
    T, eta = np.array([1, 10, 100]), np.array([[0.1], [1.0]])
    grid = experts.regret_bound_sharp(T, 3, eta)
    assert grid.shape == (2, 3) and grid[1, 2] == experts.regret_bound_sharp(100, 3, 1.0)
    for form in ("epochs", "closed"):
        assert experts.doubling_bound(T, 3, form=form)[2] == experts.doubling_bound(100, 3, form=form)
    assert isinstance(experts.regret_bound(10, 3), float) and isinstance(experts.doubling_bound(10, 3), float)


# ---- LN's root -----------------------------------------------------------------------------------

def test_largest_ln_rate():
    """e^x <= 1 + x + x² up to the root and not beyond, in 40 digits; LN rounds it to 1.79."""
    getcontext().prec = 40
    root = Decimal(experts.LARGEST_LN_RATE)
    gap = lambda x: 1 + x + x * x - x.exp()  # noqa: E731
    assert gap(root - Decimal("1e-15")) > 0 > gap(root + Decimal("1e-15"))
    assert all(gap(root * i / 1000) > 0 for i in range(1, 1000))
    assert experts.LARGEST_LN_RATE == pytest.approx(1.7932821329007610, abs=1e-15)


def test_ln_theorem_2_stops_at_its_root():
    assert experts.rewards_gap_bound(100, 5, 1.79) == experts.regret_bound(100, 5, 1.79)
    assert np.all(experts.rewards_gap_bound(100, 5, [0.1, experts.LARGEST_LN_RATE]) > 0)
    for eta in (1.7933, [0.1, 1.8], 1e300):
        with pytest.raises(ValueError, match="eta must be in .0, 1.793282"):
            experts.rewards_gap_bound(100, 5, eta)
    # Beyond the root LN's step fails and the bound holds all the same: X = 1 breaks ln E e^{ηX} <= η E X + η².
    eta = 1.8
    assert np.expm1(eta) > eta + eta**2
    losses = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    assert experts.expected_regret(losses, eta=eta)[-1] <= experts.regret_bound(3, 2, eta)


def test_rounds_needed():
    """The least T with regret_bound(T, K)/T <= α: DR14's "at most" read as "at least"."""
    for alpha, n_experts in itertools.product((0.9, 0.3, 0.05, 0.001), (2, 3, 36, 10**6)):
        for needed, bound in [(experts.rounds_needed, experts.regret_bound),
                              (experts.rounds_needed_sharp, experts.regret_bound_sharp)]:
            T = needed(alpha, n_experts)
            assert isinstance(T, int) and bound(T, n_experts) / T <= alpha
            assert T == 1 or bound(T - 1, n_experts) / (T - 1) > alpha
    assert experts.rounds_needed(0.1, 10) == 922 and experts.rounds_needed_sharp(0.1, 10) == 116
    assert experts.rounds_needed(0.5, 1) == 1


# ---- refusals ------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, call", [
    ("T", lambda: experts.regret_bound(0, 2)),
    ("T", lambda: experts.regret_bound_sharp(1.5, 2)),
    ("T", lambda: experts.doubling_bound(0, 2)),
    ("T", lambda: experts.learning_rate(10**16, 2, rule="printed")),
    ("n_experts", lambda: experts.regret_bound(5, 0)),
    ("n_experts", lambda: experts.learning_rate(5, 1, rule="printed")),
    ("n_experts", lambda: experts.doubling_bound(5, 1)),
    ("eta", lambda: experts.regret_bound(5, 2, 0.0)),
    ("eta", lambda: experts.regret_bound_sharp(5, 2, -1)),
    ("eta", lambda: experts.rewards_gap_bound(5, 2, np.nan)),
    ("rule", lambda: experts.learning_rate(5, 2, rule="golden")),
    ("rule", lambda: experts.doubling_bound(5, 2, rule="capped")),
    ("form", lambda: experts.doubling_bound(5, 2, form="open")),
    ("loss_range", lambda: experts.regret_bound(5, 2, loss_range=1.5)),
    ("loss_range", lambda: experts.realised_regret_term(5, 0.1, loss_range=0)),
    ("beta", lambda: experts.realised_regret_term(5, 1.0)),
    ("alpha", lambda: experts.rounds_needed(0, 2)),
    ("alpha", lambda: experts.rounds_needed_sharp(1e-9, 2)),
])
def test_refusals(name, call):
    with pytest.raises(ValueError, match=name):
        call()
