"""Lecture 4: the exact privacy profile of all actions of RWM, against enumeration and binomial sums."""

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import binom

from dplearn.experts.deeper import brute as deeper_experts_brute
from dplearn.private_experts import rwm_profile, worst_pair_profile
from dplearn.private_experts.deeper import worst_pair
from dplearn.privacy import hockey_stick


def change(losses, row, values):
    neighbor = losses.copy()
    neighbor[row] = values
    return neighbor


@pytest.mark.parametrize("T, K, values",
                         [(4, 2, (0, 1)), (4, 3, (0, 0.5, 1)), (4, 3, (-1, 0, 1)), (1, 3, (0, 1))])
@pytest.mark.parametrize("eta", [0.03, 6.0])
def test_all_action_sequences(T, K, values, eta):
    rng, wide = np.random.default_rng(T * K), 2.0 if min(values) < 0 else 1.0
    for _ in range(3):
        losses = rng.choice(values, (T, K)).astype(float)
        row = int(rng.integers(T))
        neighbor = change(losses, row, 1 - np.abs(losses[row]))
        if (neighbor == losses).all():
            continue
        p, q = deeper_experts_brute.sequence_law(losses, eta), deeper_experts_brute.sequence_law(neighbor, eta)
        for epsilon in (0.0, 0.5):
            truth = max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
            found = rwm_profile(losses, neighbor, epsilon, eta=eta, loss_range=wide)
            assert found == pytest.approx(truth, abs=1e-13)


@pytest.mark.parametrize("T, eta, epsilons", [
    (10**4, 0.005, (0.1, 1.0, 3.0)), (1000, 0.5, (50.0, 200.0, 400.0))])
def test_binomial_sums(T, eta, epsilons):
    closed = worst_pair_profile(T, epsilons, eta=eta)
    k = np.arange(T)
    losses, law = eta * (2 * k - (T - 1)), binom.pmf(k, T - 1, expit(eta))
    direct = [law @ -np.expm1(np.minimum(e - losses, 0)) for e in epsilons]
    np.testing.assert_allclose(closed, direct, rtol=1e-8, atol=1e-290)
    np.testing.assert_allclose(rwm_profile(*worst_pair(T), epsilons, eta=eta), closed, rtol=0, atol=1e-11)
