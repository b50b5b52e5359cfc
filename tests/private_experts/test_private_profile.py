"""Lecture 4: the exact privacy profile of all actions of RWM, against enumeration, binomial sums and other
accountants."""

import math

import numpy as np
import pytest

from dplearn.experts import hedge_probabilities
from dplearn.private_experts import brute, rwm_profile, worst_pair, worst_pair_profile
from dplearn.privacy import hockey_stick
from dplearn.privacy.lattice import LatticeRounds

LONG = np.longdouble


def change(losses, row, values):
    neighbor = losses.copy()
    neighbor[row] = values
    return neighbor


def long_profile(masses, places, step, epsilons):
    """Both directions by convolving in long double: all terms positive, so relative digits everywhere.  Shape (2,
    ε)."""
    masses, law = masses.astype(LONG), np.ones(1, LONG)
    for row in masses:
        grown = np.zeros(len(law) + places[-1], LONG)
        for j, p in zip(places, row):
            grown[j : j + len(law)] += p * law
        law = grown
    loss = LONG(step) * np.arange(len(law)) + np.log(masses @ np.exp(-LONG(step) * places.astype(LONG))).sum()
    other = law * np.exp(-loss)
    return np.array([[float(np.sum((p * -np.expm1(-gap))[gap > 0])) for gap in (s * loss - LONG(e) for e in epsilons)]
                     for p, s in ((law, 1), (other, -1))])


def assert_profile(found, truth):
    """To the engine's stated error where δ >= 1e-30; nothing to speak of below."""
    seen = truth > 1e-30
    np.testing.assert_allclose(found[seen], truth[seen], rtol=1e-9)
    assert (found[~seen] < 1.1e-30).all()


# ---- tiny cases ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("T, K, values",
                         [(4, 2, (0, 1)), (4, 3, (0, 1)), (3, 4, (0, 1)), (4, 3, (0, 0.5, 1)), (4, 3, None),
                                          (4, 3, (-1, 0, 1)), (1, 3, (0, 1)), (2, 2, None)])
@pytest.mark.parametrize("eta", [0.03, 0.7, 6.0])
def test_all_action_sequences(T, K, values, eta):
    rng, wide = np.random.default_rng(T * K), 2.0 if values and min(values) < 0 else 1.0
    for _ in range(6):
        losses = rng.random((T, K)) if values is None else rng.choice(values, (T, K)).astype(float)
        row = int(rng.integers(T))
        neighbor = change(losses, row, rng.random(K) if values is None else 1 - np.abs(losses[row]))
        if (neighbor == losses).all():
            continue
        p, q = brute.sequence_law(losses, eta), brute.sequence_law(neighbor, eta)
        for epsilon in (0.0, 0.02, 0.5, 2.0):
            truth = max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
            found = rwm_profile(losses, neighbor, epsilon, eta=eta, loss_range=wide)
            # on no grid it is an upper bound; the enumeration cancels to 1e-16
            assert truth - 1e-12 <= found <= truth + (1e-6 if values is None else 1e-13)


def test_by_hand():
    # K=2, T=2, row 0 is (1, 0) against (0, 1): the second action is a coin with odds e^{-η} against e^{η}
    eta, (losses, neighbor) = math.log(3), worst_pair(2)
    assert rwm_profile(losses, neighbor, 0.0, eta=eta) == pytest.approx(0.5, rel=1e-14)         # 3/4 - 1/4
    assert rwm_profile(losses, neighbor, math.log(2), eta=eta) == pytest.approx(0.25, rel=1e-13)  # 3/4 - 2/4
    assert rwm_profile(losses, neighbor, math.log(3) + 1e-9, eta=eta) == 0
    # the last row teaches nothing, nor does a row in which all experts lose one more
    still = np.zeros((3, 2))
    assert rwm_profile(still, change(still, 2, [0, 1]), 0.0, eta=5.0) == 0
    assert rwm_profile(still, change(still, 0, [1, 1]), [0.0, 1.0], eta=5.0).tolist() == [0, 0]


# ---- binomial sums: the worst pair ------------------------------------------------------------------


@pytest.mark.parametrize("T, eta, epsilons", [
    (10**4, 0.001, (0.0, 0.12, 1.0, 2.0)), (10**4, 0.005, (0.1, 3.0, 6.0)), (10**5, 0.00236, (0.01, 1.0, 5.0, 12.0)),
    (10**5, 0.0005, (0.1, 1.0, 3.0)), (10**5, 0.2, (1500.0, 2500.0, 5000.0)), (1000, 3.0, (2000.0, 2990.0, 2996.9))])
def test_binomial_sums(T, eta, epsilons):
    closed = worst_pair_profile(T, epsilons, eta=eta)
    np.testing.assert_allclose(closed, [brute.swap_delta(T - 1, eta, e) for e in epsilons], rtol=1e-8, atol=1e-290)
    for n_experts in (2, 4):
        assert_profile(rwm_profile(*worst_pair(T, n_experts), epsilons, eta=eta), closed)


# ---- the engine --------------------------------------------------------------------------------------


def shapes(kind, T, J, rng):
    if kind == "wide":
        masses = rng.dirichlet(np.ones(J), T)
    elif kind == "sparse":        # most rounds all but certain, masses down to 1e-250
        masses = np.maximum(rng.dirichlet(np.full(J, 0.05), T), 1e-250)
    else:                         # rare events, more of them later
        masses = np.linspace(0, 1, T)[:, None] ** np.arange(J) * np.array([1, 1e-3, 1, 1])[:J]
    return masses / masses.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("kind", ["wide", "sparse", "rare"])
@pytest.mark.parametrize("T, J, step",
                         [(1, 3, 1.0), (30, 4, 2.0), (300, 3, 0.05), (1200, 2, 0.02), (1200, 3, 0.005),
                          (4000, 2, 0.01)])
def test_relative_digits(kind, T, J, step):
    masses, places = shapes(kind, T, J, np.random.default_rng(5)), np.arange(J)
    rounds, epsilons = LatticeRounds(masses, places, step), np.linspace(0, min(step * (J - 1) * T / 2, 30.0), 25)
    for sign, truth in zip((1, -1), long_profile(masses, places, step, epsilons)):
        ours = rounds.one_way(epsilons, sign)
        assert_profile(ours, truth)
        assert (np.diff(ours) <= 1e-12).all()
    if kind == "wide" and T == 4000:
        assert truth.min() < 1e-30 and rounds.reach > 0    # through the series


def test_gaps_in_the_lattice():
    # places 0 and 7 only with a rare 3: the characteristic function comes back near 1 away from 0
    masses = np.column_stack([p := np.random.default_rng(8).random(900), np.full(900, 1e-6), 1 - 1e-6 - p * (1 - 2e-6)])
    masses /= masses.sum(axis=1, keepdims=True)
    places, epsilons = np.array([0, 3, 7]), np.linspace(0, 8, 20)
    assert_profile(LatticeRounds(masses, places, 0.01).profile(epsilons),
                   long_profile(masses, places, 0.01, epsilons).max(axis=0))


@pytest.mark.parametrize("rows, most, step, J, epsilons",
                         [(5, 400, 0.01, 2, (0.0, 0.1, 2.0)), (30, 60, 0.05, 3, (0.5, 5.0)),
                                                           (700, 20, 0.002, 2, (0.1, 2.0)),
                                                           (40, 9, 0.3, 4, (10.0, 20.0))])
def test_counted_rows_are_repeated_rounds(rows, most, step, J, epsilons):
    rng, epsilons = np.random.default_rng(rows), np.array(epsilons)
    masses, counts = rng.dirichlet(np.ones(J), rows), rng.integers(1, most, rows)
    counted = LatticeRounds(masses, np.arange(J), step, counts).profile(epsilons)
    np.testing.assert_allclose(counted,
                               LatticeRounds(np.repeat(masses, counts, axis=0), np.arange(J), step).profile(epsilons),
                               rtol=1e-9)
    assert 0.001 < counted[0] < 0.9


def test_one_row_for_all_rounds():
    low, epsilons = 1 / (1 + math.exp(0.00237)), np.geomspace(0.01, 10, 40)
    one = LatticeRounds([[low, 1 - low]], [0, 1], 2 * 0.00237, [10**5 - 1])
    assert_profile(one.profile(epsilons), worst_pair_profile(10**5, epsilons, eta=0.00237))


# ---- losses on no grid, rounding ----------------------------------------------------------------------


def test_losses_on_no_grid():
    """Above the truth by draws (Hoeffding for E (1 - e^{ε-L})+ in [0, 1], both directions, 8 means at 1e-7 each), and
    near the answer for the row's changes rounded to 1/1000, which is exact."""
    T, rng, epsilons = 12, np.random.default_rng(12), np.array([0.0, 0.05, 0.3, 0.8])
    losses = rng.random((T, 3))
    neighbor = change(losses, 0, rng.random(3))
    upper = rwm_profile(losses, neighbor, epsilons, eta=0.5)
    rounded = change(losses, 0, losses[0] + np.round(neighbor[0] - losses[0], 3))
    np.testing.assert_allclose(upper, rwm_profile(losses, rounded, epsilons, eta=0.5), rtol=0.05)
    p, q = (hedge_probabilities(x, eta=0.5) for x in (losses, neighbor))
    u, means, slack = rng.random((200_000, T)), [], math.sqrt(math.log(2 / 1e-7) / 400_000)
    for one, other in ((p, q), (q, p)):
        actions = (u[:, :, None] > np.cumsum(one, axis=1)[:, :-1]).sum(axis=2)
        loss = np.log(one / other)[np.arange(T), actions].sum(axis=1)
        means.append([np.maximum(-np.expm1(e - loss), 0).mean() for e in epsilons])
    np.testing.assert_allclose(np.max(means, axis=0), upper, rtol=0, atol=slack)


def test_two_decimals_are_a_grid():
    rng, epsilons = np.random.default_rng(2), [0.0, 0.2, 0.9]
    losses = np.round(rng.random((40, 4)), 2)
    neighbor = change(losses, 0, np.round(rng.random(4), 2))
    tilt = neighbor[0] - losses[0]
    places = np.round((tilt - tilt.min()) * 100).astype(int)
    shares = (places[:, None] == np.arange(places.max() + 1)).astype(float)
    truth = long_profile(hedge_probabilities(losses, eta=0.3)[1:] @ shares, np.arange(places.max() + 1), 0.003,
                         epsilons).max(axis=0)
    assert_profile(rwm_profile(losses, neighbor, epsilons, eta=0.3), truth)


def test_masses_that_underflow_say_nothing_without_a_warning():
    losses = np.zeros((300, 2))
    losses[:, 1] = 1
    assert rwm_profile(losses, change(losses, 150, 1 - losses[150]), 17.0, eta=100.0) == 0.0  # by chances of e^-15000


def test_swapped_row_by_hand():
    # One bit with odds 3 against 1/3, ε = ln 2: 3/4 - 2·1/4. Two bits: (9 - 2·1)/16.
    assert brute.swap_delta(1, np.log(3), np.log(2)) == pytest.approx(0.25)
    assert brute.swap_delta(2, np.log(3), np.log(2)) == pytest.approx(7 / 16)
    assert brute.swap_delta(1, 0.5, 0.5) == 0
