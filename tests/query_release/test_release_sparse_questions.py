"""Lecture 5's experiment on the sparse vector technique: curves against the package's exact laws."""

import numpy as np
import pytest

from asking import values

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.query_release import deeper


@pytest.mark.parametrize("reach, step", [(5, 0.1), (12, 0.01)])
def test_epochs_by_the_law_of_an_epoch(reach, step):
    e, k = experiments.epoch_cost, 40
    repaired = qr.split_scales(l1_sensitivity=step, epsilon_search=step)
    for key, side, scales in (("surprise", 1, (1.0, 1.0)), ("plain", -1, (1.0, 1.0)), ("split", 1, repaired)):
        here, there = (deeper.first_above_law([side * reach + moved] * k + [-reach - moved], threshold=0.0,
                                          threshold_scale=scales[0], test_scale=scales[1])[k] for moved in (0.0, step))
        curve = values(e, key, e.setting(reach=reach, epsilon_step=step), [k])[0]
        assert curve == pytest.approx(np.log(here / there) / step, abs=1e-9 / step)
