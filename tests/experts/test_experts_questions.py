"""Lecture 3's experiments: curves against the algorithms and by brute force, runs against exact values.  (Bounds lie
above: tests/test_formula.py and the cards.)
"""

import numpy as np
import pytest
from asking import hoeffding, values

from dplearn import experiments, experts, simulate
from dplearn.experts import deeper
from dplearn.experts.deeper.experiments import data as real
from dplearn.experts.deeper.experiments import regret as deeper_regret
from dplearn.experts.experiments import race


@pytest.mark.parametrize("opponent", deeper_regret.RESTARTED)
@pytest.mark.parametrize("n_experts", [2, 3, 10])
def test_doubling_regret_is_that_of_the_matrix(opponent, n_experts):
    """The opponent's rounds put together epoch by epoch, Hedge with its restarts on them, the best expert of all
    rounds.
    """
    for T in (1, 2, 10, 31, 100):
        losses = np.concatenate([experts.opponent_losses(opponent, min(n, T - n + 1), n_experts,
                                                         eta=race.best_rate(n, n_experts))
                                 for n in 2 ** np.arange(T.bit_length())])
        matrix = experts.regret_of(losses, deeper.doubling_probabilities(losses, rule="hoeffding"))[-1]
        assert deeper_regret.doubling_regret(opponent, [T], n_experts)[0] == pytest.approx(matrix, abs=1e-10)


@pytest.mark.parametrize("opponent", experts.OPPONENTS)
def test_one_race_simulated_and_exact(opponent):
    """Only what is paid is random, and after t rounds it is a sum of t independent terms in [0, 1]: Hoeffding."""
    s, x, runs = experiments.one_race.setting(opponent=opponent, n_experts=4, speed=2.0), np.array([1, 100, 200]), 300
    drawn = race.draw_one_race(s, x, simulate.stream(1, "one_race test", 0), runs)
    apart = np.abs(drawn.mean(axis=0) - values(experiments.one_race, "exact", s, x))
    assert (apart < np.sqrt(x) * hoeffding(runs, len(x))).all()


# ---- real data -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", real.SOURCES)
def test_curves_on_real_data_are_the_algorithms(name):
    """At a few rounds, from the laws themselves and a plain sum; beyond the data nothing is drawn."""
    e, (T, K) = experiments.forecasters, real.losses_of(name).shape
    losses, at = real.losses_of(name)[:262], np.array([1, 2, 17, 100, 261])
    for speed in (0.01, 1, 100):
        eta, s = speed * np.sqrt(8 * np.log(K) / T), e.setting(speed=speed, source=name)
        laws = {"exact": experts.hedge_probabilities(losses, eta=eta), "uniform": np.full(losses.shape, 1 / K),
                "leader": experts.follow_the_leader(losses)}
        for key, law in laws.items():
            want = (law * losses).sum(axis=1).cumsum() - losses.cumsum(axis=0).min(axis=1)
            assert values(e, key, s, at) == pytest.approx(want[at - 1], abs=1e-9), (key, speed)
        assert values(e, "bound", s, at) == pytest.approx(eta * at / 8 + np.log(K) / eta, rel=1e-12)
        for key in (*laws, "bound"):
            assert np.isnan(values(e, key, s, [T, T + 1])).tolist() == [False, True]
