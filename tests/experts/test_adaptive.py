"""Opponents that look back: paths added up as states, against every sequence of picks."""

import itertools

import numpy as np
import pytest

from dplearn.experts.deeper import brute


@pytest.mark.parametrize("alpha", [0.05, 1.0, 40.0])
@pytest.mark.parametrize("T, n_experts", [(1, 2), (8, 2), (4, 5)])
def test_states_against_all_paths(T, n_experts, alpha):
    """The last pick earns nothing, the first one a half: the pair of them is all that has to be remembered."""
    def rewards(memory, t):
        first, last = memory or (None, None)
        return tuple(float(i != last) / (1 + (i == first)) for i in range(n_experts))

    def remember(memory, pick):
        return (memory or (pick, pick))[0], pick

    earned, best = 0.0, 0.0
    for path in itertools.product(range(n_experts), repeat=T):
        memory, sums, chance, mine = None, np.zeros(n_experts), 1.0, 0.0
        for t, pick in enumerate(path, 1):
            now, weights = np.array(rewards(memory, t)), np.exp(alpha * (sums - sums.max()))
            chance, mine = chance * weights[pick] / weights.sum(), mine + now[pick]
            sums, memory = sums + now, remember(memory, pick)
        earned, best = earned + chance * mine, best + chance * sums.max()
    got, ends = brute.against(rewards, remember, None, T, n_experts, alpha)
    assert (got, sum(p * max(s) for p, s in ends)) == pytest.approx((earned, best), abs=1e-12)
    assert sum(p for p, _ in ends) == pytest.approx(1, abs=1e-12)
