"""Lecture 5's experiments on the privacy of the choices: curves against laws written out in full and against
composition."""

import numpy as np
import pytest

from asking import values

from dplearn import experiments
from dplearn.query_release.deeper import brute


@pytest.mark.parametrize("n, T, epsilon_step", [(1, 1, 0.5), (1, 6, 0.3), (2, 5, 0.5), (3, 7, 0.3), (6, 4, 0.05),
                                                (7, 6, 0.5)])
def test_exact_profile_by_all_sequences_and_all_neighbors(n, T, epsilon_step):
    e, epsilon, eta = experiments.sequence_profile, np.linspace(0, 2, 15), np.sqrt(8 * np.log(2) / T)
    laws = [brute.sequences(np.array([r, n - r]) / n, np.eye(2), T, eta, epsilon_step * n / 2)[0] for r in range(n + 1)]
    expected = [max(brute.delta(p, q, level) for p, q in zip(laws, laws[1:])) for level in epsilon]
    s = e.setting(n=n, T=T, epsilon_step=epsilon_step)
    np.testing.assert_allclose(values(e, "exact", s, epsilon), expected, rtol=1e-9, atol=1e-13)
