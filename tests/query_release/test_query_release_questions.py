"""Lecture 5's offline experiments: curves against plain loops and the room's functions, simulation against ceilings."""

import numpy as np
import pytest

from asking import hoeffding, random_settings, values

from dplearn import experiments, mechanisms
from dplearn.query_release.experiments import release as offline

# ---- reconstruction -------------------------------------------------------------------

def test_no_attack_passes_the_ceiling():
    e, runs = experiments.reconstruction, 50
    for i, s in enumerate(random_settings(e, 12)):
        ceiling, averaging = (values(e, key, s, e.simulated_x) for key in ("ceiling", "averaging"))
        assert (averaging <= ceiling + 1e-12).all() if s.answers in ("each", "total") else (ceiling == 1).all()
        mean = offline.draw_reconstructed(s, e.simulated_x, np.random.default_rng(i), runs).mean(axis=0)
        # Hoeffding, 12 x 16 places, false alarm 1e-6
        assert (mean <= ceiling + hoeffding(runs, 96)).all()


# ---- selection -----------------------------------------------------------------------------------------

def test_expected_loss_is_that_of_the_law():
    e = experiments.selection
    for K in (2, 57):
        s = e.setting(n_queries=K)
        for x in (0.1, 4.5, 30.0):
            gaps = {"others": [0] + [x] * (K - 1), "half": [0] * (K - K // 2) + [x] * (K // 2),
                    "spread": np.linspace(0, x, K)}
            for key, behind in gaps.items():
                law = mechanisms.exponential_probabilities(-np.array(behind), score_sensitivity=1.0, epsilon=2.0)
                assert values(e, key, s, [x])[0] == pytest.approx(law @ behind, rel=1e-9)
