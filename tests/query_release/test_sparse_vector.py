"""The sparse vector technique: prices exactly, a law against a simulation, a broken version caught."""

import numpy as np
import pytest
from asking import hoeffding

from dplearn import query_release as qr, simulate
from dplearn.query_release import deeper


def test_split_scales_are_paid_in_full_and_have_the_least_variance():
    b1, b2, b3 = qr.split_scales(l1_sensitivity=0.1, epsilon_search=2.0, epsilon_answer=0.5)
    assert 0.1 / b1 + 2 * 0.1 / b2 == pytest.approx(2.0, rel=1e-14) and b3 == pytest.approx(0.2)
    firsts = np.linspace(0.01, 1.99, 2001)
    assert b1**2 + b2**2 <= ((0.1 / firsts) ** 2 + (0.2 / (2 - firsts)) ** 2).min() * (1 + 1e-12)


def test_the_law_of_an_epoch_is_that_of_the_algorithm(runs=100_000):
    values, rng = np.array([0.5, 2.0, -1.0, 1.0]), simulate.stream(5, "epoch", 0)
    above = values + rng.laplace(0, 3.0, (runs, 4)) >= 1.5 + rng.laplace(0, 2.0, (runs, 1))
    seen = np.bincount(np.where(above.any(axis=1), above.argmax(axis=1), 4), minlength=5) / runs
    law = deeper.first_above_law(values, threshold=1.5, threshold_scale=2.0, test_scale=3.0)
    assert abs(law - seen).max() < hoeffding(runs, 5)     # false alarm below 1e-6


# ---- their prices: all tiny data sets, all neighbors, all answers ------------------------------------

@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_the_correct_version_passes_and_the_broken_one_is_caught(epsilon):
    report = deeper.stream_audit(2 / epsilon, 4 / epsilon, epsilon=epsilon)       # Lyu, Su and Li, Algorithm 1
    assert report.ok and report.true_epsilon > epsilon / 2, str(report)           # not so private as to be empty
    assert report.n_datasets == 64 and report.n_pairs == 336
    broken = deeper.stream_audit(4 / epsilon, 4 / (3 * epsilon), epsilon=epsilon)  # Lee and Clifton: up to 7/4 times
    assert not broken.ok and 1.1 * epsilon < broken.true_epsilon <= 1.75 * epsilon * (1 + 1e-9)
    halved = deeper.stream_audit(1 / epsilon, 2 / epsilon, epsilon=epsilon)        # half the noise
    assert not halved.ok
