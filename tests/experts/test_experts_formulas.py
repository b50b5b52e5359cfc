"""Lecture 3's rates: each is the best of its bound."""

import numpy as np
import pytest

from dplearn import experts


@pytest.mark.parametrize("bound, rule, r", [(experts.regret_bound, "printed", 1.0),
                                            (experts.regret_bound_sharp, "hoeffding", 1.0),
                                            (experts.regret_bound_sharp, "hoeffding", 2.0)])
def test_each_rule_is_the_best_of_its_bound(bound, rule, r):
    T, n_experts = np.array([1, 10, 1000, 10**7]), np.array([2, 3, 50, 10**6])
    eta, least = experts.learning_rate(T, n_experts, rule=rule, loss_range=r), bound(T, n_experts, loss_range=r)
    np.testing.assert_allclose(bound(T, n_experts, eta, loss_range=r), least, rtol=1e-14)
    for factor in (0.5, 0.99, 1.01, 2):
        assert (bound(T, n_experts, factor * eta, loss_range=r) > least).all()
