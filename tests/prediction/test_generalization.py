"""Moments by hand; the printed tail, the counterexample and the correction (cards enumerate all samples)."""

import math

import numpy as np
import pytest

from dplearn import prediction


def test_moment_bound_by_hand():
    said = prediction.moment_bound(3, 0.5, [0.1, 0.4], weights=[0.25, 0.75], delta=0.02)
    assert said == pytest.approx(math.exp(4.5) * (0.25 * 0.16**3 + 0.75 * 0.46**3))
    assert prediction.moment_bound(2, 0.5, [0.0, 0.0]) == 0 and np.isfinite(prediction.moment_bound(10**6, 10.0, 0.5))
    # on an atomless domain the counterexample has E_S'^k = e^{kε} α^k: more than e^{k²ε} α^k for every k < 1, so k must
    # be whole
    with pytest.raises(ValueError, match="k must be an integer"):
        prediction.moment_bound(0.5, 2.0, 0.05)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_the_printed_tail_is_false_and_the_corrected_one_is_not(epsilon):
    """On [2^40] no fresh record of 100 is in the data but with chance 1e-8:
    the truth is 1 wherever the factor is e^ε at most.
    """
    def truth(factor):
        return prediction.spread_tail(factor, epsilon, 100, 2**40)

    for beta in (0.999, 0.9, 0.5, 0.1, 1e-3):
        assert truth(prediction.tail_factor(beta, epsilon)) <= beta
    edge = prediction.tail_factor_printed(math.exp(-epsilon / 4), epsilon)
    assert edge == pytest.approx(math.exp(epsilon)) and truth(edge) > 1 - 1e-7    # the lemma as printed: β at most
    assert truth(math.exp(epsilon) * 1.001) == 0
