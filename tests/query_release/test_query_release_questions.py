"""Lecture 5's offline experiments: curves against plain loops and the room's functions, simulation against ceilings."""

import numpy as np

from asking import hoeffding, random_settings, values

from dplearn import experiments
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
