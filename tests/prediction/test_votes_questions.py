"""Lecture 6's questions: curves against plain loops, runs under ceilings, real records, promises that are kept."""

from types import SimpleNamespace

import numpy as np
import pytest

from dplearn import experiments, prediction


def curves(experiment, setting):
    """(x, {key: curve})."""
    picture = experiment.picture(setting)
    return picture.lines[0].x, {line.series.key: line.y for line in picture.lines}


def test_the_promise_begins_with_the_theorems_parts_and_is_kept():
    for alpha, epsilon in ((0.02, 0.3), (0.4, 4.0)):
        n = 1_000_000   # beyond the slider's end
        x, y = curves(experiments.soft_majority_parts,
                      SimpleNamespace(n_parts=23, n=n, epsilon=epsilon, alpha=alpha))
        promised = ~np.isnan(y["promise"])
        assert promised.any() and (x[promised] >= prediction.n_parts(alpha, epsilon)).all()
        assert (y["printed"][promised] <= alpha * (1 + 1e-9)).all() and (y["exact"][promised] <= alpha).all()


def test_a_late_record_moves_the_prediction_less():
    """After place t n - t of the n points of the mean differ."""
    assert experiments.prediction_stability.at(n=16, place=0.25)["run"] == pytest.approx(2 * (16 - 5) / 16, abs=1e-12)


def test_no_press_of_a_slider_trains_new_trees():
    e = experiments.prediction_adult
    assert set(e.parameter("n_parts").values) == set(e.x_values(e.setting()).astype(int).tolist())
