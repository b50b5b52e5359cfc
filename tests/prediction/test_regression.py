"""How far the predictions of gradient descent move: the largest change over small data sets.  The audits of noisy
predictions, with the half step and the printed one, are companion 6a's, and so is its plain loop.
"""

import numpy as np
import pytest

from dplearn.prediction import deeper
from dplearn.prediction.deeper import psgd, psgd_rate

UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}


@pytest.mark.parametrize("n", [2, 4])
def test_the_true_rate_is_the_largest_change_over_all_data_sets(n):
    """Records at the ends of their ranges: one pulls up, one down, one does nothing."""
    x, y = np.array([[1], [1], [0]]), np.array([2, -2, 0])
    step = deeper.psgd_step(n, **UNIT)
    chosen = np.indices((3,) * n).reshape(n, -1).T
    said = psgd(x[chosen], y[chosen], radius=1.0, step=step, slope=np.sign).reshape((3,) * n)
    assert max(np.ptp(said, axis=i).max() for i in range(n)) == pytest.approx(psgd_rate(n, step=step, **UNIT), rel=1e-9)


def test_a_kink_drives_paths_apart():
    """After the first record the two paths stand on both sides of the second one's kink, which pushes them apart
    sideways."""
    x, y = np.array([[1.0, 0.0], [0.01, 0.99995**0.5], [0.0, 0.0]]), np.array([[9.0, 0.0, 0.0], [-9.0, 0.0, 0.0]])
    apart = -np.diff(psgd(x, y, radius=10.0, step=0.1, slope=np.sign), axis=0)
    assert np.linalg.norm(apart) > 1.1 * psgd_rate(3, step=0.1, **{**UNIT, "radius": 10.0})
