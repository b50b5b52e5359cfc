"""Lecture 4's experiments: curves by other routes, simulation against exact values, what the story reads off."""

import numpy as np
import pytest

from asking import hoeffding, values

from dplearn import experiments, experts, private_experts
from dplearn.private_experts import deeper
from dplearn.private_experts.experiments import actions, cost

GAME = experiments.read_a_day


# ---- the game, and the profile -----------------------------------------------------------------------


@pytest.mark.parametrize("T, runs", [(2, 2_000), (100, 2_000), (100_000, 2_000)])
def test_played_games_are_the_exact_success(T, runs):
    s, x = GAME.setting(T=T), GAME.simulated_x
    right = actions.draw_day(s, x, np.random.default_rng(T), runs).mean(axis=0)
    assert (np.abs(right - values(GAME, "exact", s, x)) <= hoeffding(runs, 4 * len(x))).all()
    if T <= 100:
        exact = private_experts.attack_success(*deeper.worst_pair(T), eta=0.3)
        assert values(GAME, "exact", s, [0.3])[0] == pytest.approx(exact, rel=1e-9)


def test_no_row_leaks_more_than_the_ceiling():
    rng = np.random.default_rng(4)
    for _ in range(20):
        T, K, eta = int(rng.integers(2, 30)), int(rng.integers(2, 5)), float(np.exp(rng.uniform(-4, 1)))
        losses = rng.integers(0, 2, (T, K)).astype(float)
        neighbor = losses.copy()
        day = rng.integers(T)
        neighbor[day] = 1 - losses[day]
        success = private_experts.attack_success(losses, neighbor, eta=eta)
        assert success <= private_experts.guess_bound(T, eta) + 1e-12


# ---- the cost in regret --------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", list(cost.OPPONENTS))
def test_regret_is_that_of_the_matrix(opponent):
    e, T = experiments.private_regret, np.array([10.0, 63.0, 400.0])
    for analysis, K in (("bounded-range-optimal", 2), ("basic", 3)):
        s = e.setting(opponent=opponent, analysis=analysis, n_experts=K, epsilon=2.0)
        exact = values(e, "exact", s, T)
        for t, eta, curve in zip(T.astype(int), cost.rates(s, T), exact):
            losses = experts.opponent_losses(opponent, t, K, eta=eta)
            assert curve == pytest.approx(experts.expected_regret(losses, eta=eta)[-1] / t, rel=1e-8, abs=1e-10)
