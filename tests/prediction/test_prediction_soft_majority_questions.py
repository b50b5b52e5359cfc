"""The soft majority's experiments: curves against the prediction room, simulation against exact values, every slider's ends."""

from types import SimpleNamespace

import numpy as np
import pytest

from asking import ends, random_settings, values

from dplearn import experiments, prediction
from dplearn.prediction.experiments import soft_majority as file

def test_curves_are_there_but_where_a_statement_does_not_apply():
    experiment = experiments.soft_majority_parts
    for setting in ends(experiment) + random_settings(experiment, 60):
        for line in experiment.picture(setting).lines:
            if line.series.key != "promise":
                assert not np.isnan(line.y).any()


@pytest.mark.parametrize("world", file.WORLDS)
def test_the_promise_begins_with_the_theorems_parts_and_is_kept(world):
    experiment = experiments.soft_majority_parts
    for alpha, epsilon in ((0.1, 1.0), (0.02, 0.3), (0.4, 4.0)):
        parts = prediction.n_parts(alpha, epsilon)
        least = prediction.soft_majority_sample_size(alpha, file.BETA, epsilon, file.MAKE[world].part_size)
        for n, promised in ((least, True), (least - 1, False)):
            setting = SimpleNamespace(n=n, alpha=alpha, epsilon=epsilon, world=world)
            assert np.isfinite(values(experiment, "promise", setting, np.array([float(parts)]))).all() == promised
        setting = SimpleNamespace(n_parts=23, n=1_000_000, epsilon=epsilon, alpha=alpha, world=world)   # beyond the slider's end
        drawn = {line.series.key: line.y for line in experiment.picture(setting).lines}
        x, promised = experiment.x_values(setting), ~np.isnan(drawn["promise"])
        assert promised.any() and not promised[x < parts].any()
        assert (drawn["printed"][promised] <= alpha * (1 + 1e-9)).all() and (drawn["exact"][promised] <= alpha).all()


@pytest.mark.parametrize("world", file.WORLDS)
def test_exact_below_sharp_and_within_the_proof(world):
    """In expectation exact <= sharp <= the proof's form at the mean; the drawn proof has the quantile of a in place of it."""
    experiment = experiments.soft_majority_parts
    for setting in random_settings(experiment, 25):
        setting = experiment.setting(**{**vars(setting), "world": world})
        drawn = {line.series.key: line.y for line in experiment.picture(setting).lines}
        assert (drawn["exact"] <= drawn["sharp"] * (1 + 1e-9)).all()
        assert (drawn["exact"] <= drawn["printed"] + 0.05).all()            # 0.05 = β: outside it the error is at most 1


@pytest.mark.parametrize("world", file.WORLDS)
def test_simulation_matches_exact(world):
    """1500 runs; Bernstein (Maurer and Pontil) at every place, L = ln(2 · 13 places · 3 cases · 2/1e-6) < 20."""
    experiment, runs, log = experiments.soft_majority_parts, 1500, 20
    setting = experiment.setting(world=world, n_parts=7, epsilon=0.6)
    x = experiment.simulated_x
    draws = np.concatenate([experiment.draw(setting)(np.random.default_rng([seed, 4]), 50) for seed in range(runs // 50)])
    room = np.sqrt(2 * draws.var(axis=0, ddof=1) * log / runs) + 7 * log / (3 * (runs - 1))
    exact = values(experiment, "exact", setting, x)
    assert draws.shape == (runs, len(x)) and (np.abs(draws.mean(axis=0) - exact) <= room).all()
