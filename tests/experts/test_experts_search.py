"""Exact <= sharpened <= printed, with sequences that were searched for; how near the nearest comes (pytest -rP)."""

import itertools

import numpy as np
import pytest

from dplearn import experts
from dplearn.simulate import stream


def regret_of_matrix(losses, eta):
    return experts.expected_regret(losses, eta=eta)[-1]


def every_matrix(T, n_experts, values):
    for entries in itertools.product(values, repeat=T * n_experts):
        yield np.array(entries).reshape(T, n_experts)


# ---- two experts: nothing is worse ---------------------------------------------------------------

@pytest.mark.parametrize("T,grid", [(1, 1), (3, 1), (5, 1), (1, 2), (2, 2), (3, 2), (2, 4)])
def test_worst_of_two_against_all_matrices(T, grid):
    values = np.arange(grid + 1) / grid
    for eta in (0.1, 1.0, 6.0):
        largest = max(regret_of_matrix(m, eta) for m in every_matrix(T, 2, values))
        regret, losses = experts.worst_of_two(T, eta, grid=grid)
        assert regret == pytest.approx(largest, abs=1e-13)
        assert regret_of_matrix(losses, eta) == pytest.approx(regret, abs=1e-12) and set(losses.ravel()) <= set(values)


def test_the_opponent_worst_is_the_worst_of_two():
    for T, eta in itertools.product([1, 2, 3, 10, 41, 100, 500], [1e-6, 0.01, 0.1, 0.3, 1.0, 3.0, 30.0]):
        assert experts.regret_at("worst", T, 2, eta) == pytest.approx(experts.worst_of_two(T, eta)[0], rel=1e-10)


def test_half_losses_do_better_at_large_rates():
    """Turns from d = -1/2 to 1/2 gain tanh(η/4)/2 a round, those from 0 to 1 and back tanh(η/2)/4."""
    eta, T = 4.0, 400
    whole, halves = (experts.worst_of_two(T, eta, grid=g)[0] for g in (1, 2))
    assert whole == pytest.approx(T * np.tanh(eta / 2) / 4, abs=2)
    assert halves == pytest.approx(T * np.tanh(eta / 4) / 2, abs=2) and halves > 1.5 * whole
    for T, eta in itertools.product([5, 60], [0.05, 0.5, 2.0]):
        one, two, four = (experts.worst_of_two(T, eta, grid=g)[0] for g in (1, 2, 4))
        assert one <= two + 1e-12 <= four + 2e-12 <= experts.regret_bound_sharp(T, 2, eta)


# ---- hill climbing -------------------------------------------------------------------------------

def test_climbing_finds_the_largest_of_all_matrices():
    for T, n_experts, eta in [(3, 3, 1.2), (4, 2, 0.7), (2, 4, 2.0)]:
        largest = max(regret_of_matrix(m, eta) for m in every_matrix(T, n_experts, (0.0, 1.0)))
        losses, regret = experts.adversarial_search(T, n_experts, eta, rng=stream(0, "climb", T), steps=300)
        assert regret == pytest.approx(largest, abs=1e-12) and regret == regret_of_matrix(losses, eta)


def test_climbing_never_falls_below_its_start():
    for n_experts, fractions in itertools.product([2, 5], [False, True]):
        losses, regret = experts.adversarial_search(20, n_experts, 0.6, rng=stream(1, "", 0), steps=50, fractions=fractions)
        assert regret >= experts.regret_at("worst", 20, n_experts, 0.6) - 1e-12
        assert losses.shape == (20, n_experts) and 0 <= losses.min() and losses.max() <= 1
        assert fractions or set(losses.ravel()) <= {0.0, 1.0}


# ---- the order of the three ----------------------------------------------------------------------

def order_holds(regret, T, n_experts, eta):
    """exact <= sharpened <= printed; the ratio of the first two."""
    sharp, printed = experts.regret_bound_sharp(T, n_experts, eta), experts.regret_bound(T, n_experts, eta)
    assert regret <= sharp * (1 + 1e-12) and sharp <= printed, (T, n_experts, eta, regret, sharp, printed)
    return regret / sharp


def test_order_for_every_opponent():
    """All opponents, T to 1e6, K to 1000, rates by rule and by hand: 1,500 settings."""
    seen, nearest = 0, {}
    for name, n_experts in itertools.product(experts.OPPONENTS, (2, 3, 10, 101, 1000)):
        for T in (1, 10, 99, 1000, 31_623, 10**6):
            rules = [float(experts.learning_rate(T, n_experts, rule=r)) for r in ("printed", "hoeffding")]
            for eta in rules + [1e-6, 1e-4, 0.003, 0.03, 0.2, 0.5, 2.0, 20.0]:
                ratio = order_holds(experts.regret_at(name, T, n_experts, eta), T, n_experts, eta)
                nearest[name] = max(nearest.get(name, (0,)), (ratio, T, n_experts, eta))
                seen += 1
    for name, (ratio, T, n_experts, eta) in nearest.items():
        print(f"{name:12s} {ratio:.5f} of the sharpened bound at T = {T}, K = {n_experts}, eta = {eta:.4g}")
    assert seen == 1500
    assert 0.998 < nearest["worst"][0] < 1


def test_order_under_search():
    """130 searches: two experts exactly, 0/1 and halves; hill climbing for K = 2 .. 5, 0/1 and fractions."""
    seen, nearest = 0, (0.0,)
    for T, factor, grid in itertools.product([1, 4, 12, 40, 150], [0.2, 0.7, 1.0, 1.5, 3.0], [1, 2]):
        eta = factor * float(experts.learning_rate(T, 2, rule="hoeffding"))
        regret, losses = experts.worst_of_two(T, eta, grid=grid)
        assert regret == pytest.approx(regret_of_matrix(losses, eta), abs=1e-10)
        nearest = max(nearest, (order_holds(regret, T, 2, eta), T, 2, eta, "exact"))
        seen += 1
    climbs = itertools.product([2, 3, 4, 5], [2, 5, 12, 30], [0.7, 1.0, 1.5], [False, True])
    gained = []
    for i, (n_experts, T, factor, fractions) in enumerate(climbs):
        if n_experts == 2 and factor != 1.0:
            continue  # the worst of two is known
        eta = factor * float(experts.learning_rate(T, n_experts, rule="hoeffding"))
        _, regret = experts.adversarial_search(T, n_experts, eta, rng=stream(2, "climb", i), steps=200, fractions=fractions)
        nearest = max(nearest, (order_holds(regret, T, n_experts, eta), T, n_experts, eta, "climbed"))
        gained.append(regret / experts.regret_at("worst", T, n_experts, eta))
        seen += 1
    print("nearest to the sharpened bound under search (ratio, T, K, eta, how):", nearest)
    print(f"hill climbing over the opponent 'worst': between {min(gained):.4f} and {max(gained):.4f} times")
    assert seen == 130 and 0.95 < nearest[0] < 1 and min(gained) > 1 - 1e-9


@pytest.mark.parametrize("call,culprit", [
    (lambda: experts.worst_of_two(0, 1.0), "T"),
    (lambda: experts.worst_of_two(5, 0.0), "eta"),
    (lambda: experts.worst_of_two(5, 1.0, grid=9), "grid"),
    (lambda: experts.worst_of_two(2000, 1.0, grid=3), "T must keep"),
    (lambda: experts.adversarial_search(10, 1, 1.0, rng=stream(0, "", 0)), "n_experts"),
    (lambda: experts.adversarial_search(10**4, 2, 1.0, rng=stream(0, "", 0)), "T must keep"),
    (lambda: experts.adversarial_search(10, 2, np.nan, rng=stream(0, "", 0)), "eta"),
    (lambda: experts.adversarial_search(10, 2, 1.0, rng=np.random), "rng"),
    (lambda: experts.adversarial_search(10, 2, 1.0, rng=stream(0, "", 0), steps=-1), "steps"),
    (lambda: experts.adversarial_search(10, 2, 1.0, rng=stream(0, "", 0), fractions=1), "fractions"),
])
def test_bad_input(call, culprit):
    with pytest.raises(ValueError, match=culprit):
        call()
