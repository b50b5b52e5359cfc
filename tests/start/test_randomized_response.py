"""Randomized response: estimate, exact error probability, Hoeffding's bound."""

import itertools

import numpy as np
import pytest

import nonsense
from dplearn.start import randomized_response as rr
from dplearn.mechanisms import randomized_response_probabilities
from nonsense import RNG, calls


def estimates(bits, epsilon):
    """The estimate from each vector of reports, with its probability."""
    law = randomized_response_probabilities(bits, epsilon=epsilon)
    for reports in itertools.product((0, 1), repeat=len(bits)):
        yield rr.share_estimate(reports, epsilon=epsilon), np.prod(law[np.arange(len(bits)), reports])


def brute_force(n, share, epsilon, tolerance):
    """Sum over all 2^n vectors of reports, with the mechanism's own law for one person."""
    bits = np.arange(n) < round(n * share)
    return sum(chance for estimate, chance in estimates(bits, epsilon)
               if abs(estimate - bits.mean()) >= tolerance - 1e-9)


@pytest.mark.parametrize("n, share, epsilon, tolerance", [
    (1, 1, 1.0, 0.3), (5, 0.4, 1.0, 0.3), (7, 0, 0.5, 0.2), (10, 0.3, 8, 0.05), (9, 1 / 3, 0.01, 0.9),
])
def test_exact_probability_is_the_sum_over_all_reports(n, share, epsilon, tolerance):
    exact = rr.error_probability(n, epsilon=epsilon, tolerance=tolerance, share=share)
    assert exact == pytest.approx(brute_force(n, share, epsilon, tolerance), abs=1e-12)


def test_estimate_is_unbiased():
    found = estimates(np.array([1, 1, 0, 0, 0, 0]), 0.7)
    assert sum(estimate * chance for estimate, chance in found) == pytest.approx(1 / 3, abs=1e-12)


TABLE = {
    "shrinkage": calls({"epsilon": 0.5}),
    "share_estimate": calls({"reports": [0, 1, 1], "epsilon": 0.5}),
    "error_probability": calls({"n": 20, "epsilon": 0.5, "tolerance": 0.1, "share": 0.3}),
    "draw_errors": calls({"n": [10, 20], "epsilon": 0.5, "share": 0.3, "rng": RNG, "runs": 4}, work=("runs",)),
}
globals().update(nonsense.tests(TABLE, "dplearn.start.randomized_response"))
