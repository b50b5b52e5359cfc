"""Lecture 4: the exact privacy profile of all actions of RWM, against enumeration, binomial sums and sums in long
double."""

import math

import numpy as np
import pytest

from dplearn.experts import hedge_probabilities
from dplearn.experts.deeper import brute as deeper_experts_brute
from dplearn.private_experts import rwm_profile, worst_pair_profile
from dplearn.private_experts.deeper import brute, worst_pair
from dplearn.privacy import hockey_stick
from dplearn.privacy.lattice import lattice_profile

LONG = np.longdouble


def change(losses, row, values):
    neighbor = losses.copy()
    neighbor[row] = values
    return neighbor


def long_profile(masses, places, step, epsilons):
    """By convolving in long double: the larger of both directions, all terms positive."""
    masses, law = masses.astype(LONG), np.ones(1, LONG)
    for row in masses:
        grown = np.zeros(len(law) + places[-1], LONG)
        for j, p in zip(places, row):
            grown[j : j + len(law)] += p * law
        law = grown
    loss = LONG(step) * np.arange(len(law)) + np.log(masses @ np.exp(-LONG(step) * places.astype(LONG))).sum()
    both = np.array([[np.sum((p * -np.expm1(-gap))[gap > 0]) for gap in (s * loss - LONG(e) for e in epsilons)]
                     for p, s in ((law, 1), (law * np.exp(-loss), -1))])
    return both.max(axis=0).astype(float)


@pytest.mark.parametrize("T, K, values",
                         [(4, 2, (0, 1)), (4, 3, (0, 1)), (4, 3, (0, 0.5, 1)), (4, 3, None), (4, 3, (-1, 0, 1)),
                          (1, 3, (0, 1)), (2, 2, None)])
@pytest.mark.parametrize("eta", [0.03, 0.7, 6.0])
def test_all_action_sequences(T, K, values, eta):
    rng, wide = np.random.default_rng(T * K), 2.0 if values and min(values) < 0 else 1.0
    for _ in range(6):
        losses = rng.random((T, K)) if values is None else rng.choice(values, (T, K)).astype(float)
        row = int(rng.integers(T))
        neighbor = change(losses, row, rng.random(K) if values is None else 1 - np.abs(losses[row]))
        if (neighbor == losses).all():
            continue
        p, q = deeper_experts_brute.sequence_law(losses, eta), deeper_experts_brute.sequence_law(neighbor, eta)
        for epsilon in (0.0, 0.02, 0.5, 2.0):
            truth = max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
            found = rwm_profile(losses, neighbor, epsilon, eta=eta, loss_range=wide)
            # losses on no grid: an upper bound, of second order in the grid's step
            assert truth - 1e-13 <= found <= truth + (1e-5 if values is None else 1e-13)


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


@pytest.mark.parametrize("T, eta, epsilons", [
    (10**4, 0.005, (0.1, 1.0, 3.0)), (10**5, 0.00236, (0.01, 1.0, 5.0)), (1000, 0.5, (50.0, 200.0, 400.0))])
def test_binomial_sums(T, eta, epsilons):
    closed = worst_pair_profile(T, epsilons, eta=eta)
    np.testing.assert_allclose(closed, [brute.swap_delta(T - 1, eta, e) for e in epsilons], rtol=1e-8, atol=1e-290)
    for n_experts in (2, 4):
        found = rwm_profile(*worst_pair(T, n_experts), epsilons, eta=eta)
        np.testing.assert_allclose(found, closed, rtol=0, atol=1e-11)


def shapes(kind, T, J, rng):
    if kind == "wide":
        masses = rng.dirichlet(np.ones(J), T)
    elif kind == "sparse":        # most rounds all but certain, masses down to 1e-250
        masses = np.maximum(rng.dirichlet(np.full(J, 0.05), T), 1e-250)
    else:                         # rare events, more of them later
        masses = np.linspace(0, 1, T)[:, None] ** np.arange(J) * np.array([1, 1e-3, 1, 1])[:J]
    return masses / masses.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("kind", ["wide", "sparse", "rare"])
@pytest.mark.parametrize("places, T, step", [((0, 1, 2), 1, 1.0), ((0, 1, 2, 3), 30, 2.0), ((0, 3, 7), 900, 0.01),
                                             ((0, 1), 1200, 0.02)])
def test_lattices_in_long_double(kind, places, T, step):
    rng, places = np.random.default_rng(5), np.array(places)
    masses, counts = shapes(kind, T, len(places), rng), rng.integers(1, 3, T)
    epsilons = np.linspace(0, min(step * places[-1] * T / 2, 30.0), 25)
    found = lattice_profile(masses, places, step, epsilons, counts)
    repeated = np.repeat(masses, counts, axis=0)
    np.testing.assert_allclose(found, long_profile(repeated, places, step, epsilons), rtol=0, atol=2e-12)
    np.testing.assert_allclose(found, lattice_profile(repeated, places, step, epsilons), rtol=0, atol=2e-12)


@pytest.mark.parametrize("T, K, eta", [(150, 3, 0.1), (2000, 5, 0.02)])
def test_losses_on_no_grid_are_near_rounded_ones(T, K, eta):
    rng, epsilons = np.random.default_rng(T), np.array([0.0, 0.05, 0.3, 0.8])
    losses = rng.random((T, K))
    neighbor = change(losses, 0, rng.random(K))
    rounded = change(losses, 0, losses[0] + np.round(neighbor[0] - losses[0], 3))
    np.testing.assert_allclose(rwm_profile(losses, neighbor, epsilons, eta=eta),
                               rwm_profile(losses, rounded, epsilons, eta=eta), rtol=0.05)


def test_two_decimals_are_a_grid():
    rng, epsilons = np.random.default_rng(2), [0.0, 0.2, 0.9]
    losses = np.round(rng.random((40, 4)), 2)
    neighbor = change(losses, 0, np.round(rng.random(4), 2))
    tilt = neighbor[0] - losses[0]
    places = np.round((tilt - tilt.min()) * 100).astype(int)
    shares = (places[:, None] == np.arange(places.max() + 1)).astype(float)
    laws = hedge_probabilities(losses, eta=0.3)[1:] @ shares
    np.testing.assert_allclose(rwm_profile(losses, neighbor, epsilons, eta=0.3),
                               long_profile(laws, np.arange(places.max() + 1), 0.003, epsilons), rtol=0, atol=1e-12)


def test_masses_that_underflow_say_nothing_without_a_warning():
    losses = np.zeros((300, 2))
    losses[:, 1] = 1
    assert rwm_profile(losses, change(losses, 150, 1 - losses[150]), 17.0, eta=100.0) == 0.0  # by chances of e^-15000


def test_swapped_row_by_hand():
    # One bit with odds 3 against 1/3, ε = ln 2: 3/4 - 2·1/4. Two bits: (9 - 2·1)/16.
    assert brute.swap_delta(1, np.log(3), np.log(2)) == pytest.approx(0.25)
    assert brute.swap_delta(2, np.log(3), np.log(2)) == pytest.approx(7 / 16)
    assert brute.swap_delta(1, 0.5, 0.5) == 0
