"""Lecture 4: reading one day's losses out of the actions, exactly and played, and the ceiling that privacy sets."""

import math

import numpy as np
import pytest

from dplearn.private_experts import attack_ceiling, attack_success, rwm_profile
from dplearn.private_experts.deeper import worst_pair


def with_row(losses, day, row):
    changed = losses.copy()
    changed[day] = row
    return changed


def test_the_attack_wins_and_loses():
    losses, neighbor = worst_pair(1000)
    assert attack_success(losses, neighbor, eta=1.0) > 1 - 1e-12             # a day is an open book
    # at the rate that is best for regret: Φ(sqrt(2 ln 2)), whatever T
    best = attack_success(losses, neighbor, eta=math.sqrt(8 * math.log(2) / 1000))
    assert best == pytest.approx((1 + math.erf(math.sqrt(math.log(2)))) / 2, abs=1e-3)
    assert 0.5 < attack_success(losses, neighbor, eta=1 / 2000) < 0.51       # basic composition, ε = 1
    # a day after which nothing is played, or that scales all alike: blind guessing
    for day, row in ((999, [1, 0]), (5, [1, 1])):
        assert attack_success(losses, with_row(losses, day, row), eta=9.0) == 0.5


def test_success_is_under_the_ceiling_of_every_point_of_the_profile():
    eta, losses = 0.1, np.random.default_rng(3).integers(0, 2, (200, 4)).astype(float)
    epsilons, neighbor = np.linspace(0, 4, 41), with_row(losses, 0, [1, 1, 0, 0])
    success, delta = attack_success(losses, neighbor, eta=eta), rwm_profile(losses, neighbor, epsilons, eta=eta)
    ceilings = attack_ceiling(epsilons, delta)
    assert (success <= ceilings + 1e-12).all() and success == pytest.approx(ceilings[0], rel=1e-12)
    assert success > attack_ceiling(0.0, delta[0] / 2)  # a profile half as large would be caught
