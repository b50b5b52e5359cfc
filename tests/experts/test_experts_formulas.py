"""Lecture 3's rates and bounds: values by hand, each rate the best of its bound, doubling below its sharp bound."""

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts import deeper


@pytest.mark.parametrize("bound, rule, r", [(experts.regret_bound, "printed", 1.0),
                                            (experts.regret_bound_sharp, "hoeffding", 1.0),
                                            (experts.regret_bound_sharp, "hoeffding", 2.0)])
def test_each_rule_is_the_best_of_its_bound(bound, rule, r):
    T, n_experts = np.array([1, 10, 1000, 10**7]), np.array([2, 3, 50, 10**6])
    eta, least = experts.learning_rate(T, n_experts, rule=rule, loss_range=r), bound(T, n_experts, loss_range=r)
    np.testing.assert_allclose(bound(T, n_experts, eta, loss_range=r), least, rtol=1e-14)
    for factor in (0.5, 0.99, 1.01, 2):
        assert (bound(T, n_experts, factor * eta, loss_range=r) > least).all()


def test_doubling_by_hand():
    """T = 5: epochs of 1, 2 and 2 of 4 rounds."""
    rates = [np.sqrt(8 * np.log(2) / n) for n in (1, 2, 4)]
    sharp = sum(eta * n / 8 + np.log(2) / eta for eta, n in zip(rates, (1, 2, 2)))
    np.testing.assert_allclose(deeper.doubling_bound_sharp([5, 1], 2), [sharp, np.sqrt(np.log(2) / 2)], rtol=1e-14)
    assert deeper.doubling_bound(10**15, 2) / experts.regret_bound_sharp(10**15, 2) == pytest.approx(3.41421356)
