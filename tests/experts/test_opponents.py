"""The opponents: their matrices by hand, exact regret against the matrices."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts.deeper import brute as deeper_brute

pytestmark = pytest.mark.filterwarnings("error")
FIXED = [name for name in experts.OPPONENTS if name != "fair"]


def regret(losses, eta):
    return experts.expected_regret(losses, eta=eta)[-1]


# ---- matrices --------------------------------------------------------------------------------------

def test_matrices_by_hand():
    def losses(name, T, n_experts, eta=None):
        return experts.opponent_losses(name, T, n_experts, eta=eta).tolist()

    assert losses("steady", 2, 3) == [[1, 1, 0]] * 2
    assert losses("alternating", 3, 3) == [[1, 1, 0], [0, 0, 1], [1, 1, 0]]
    # two turns: 2 (σ(0) - σ(-5)); a turn and a run of two: σ(0) - σ(-5) + σ(0) + σ(-5), which is more
    assert losses("runaway", 4, 2, 5.0) == [[1, 0], [0, 1], [1, 0], [1, 0]]
    # η so small that nobody is ever found out: one expert runs away from the start
    assert losses("runaway", 4, 2, 1e-6) == [[1, 0]] * 4
    assert losses("steady", 1, 2) == losses("alternating", 1, 2) == losses("runaway", 1, 2, 1.0) == [[1, 0]]


def test_against_the_leader():
    """By hand: expert 0 leads at first, and the round that hurts him most above the mean comes first; then the new
    leader's.  The rounds stay the same, and the leader's follower is hurt beyond any bound of Hedge.
    """
    losses = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], dtype=float)
    np.testing.assert_array_equal(experts.against_the_leader(losses), losses[[2, 1, 0, 3]])
    losses = (np.random.default_rng(6).random((300, 5)) < [0.3, 0.5, 0.5, 0.5, 0.6]).astype(float)
    other = experts.against_the_leader(losses)
    assert sorted(map(tuple, other)) == sorted(map(tuple, losses))
    assert experts.regret_of(other, experts.follow_the_leader(other))[-1] > 2 * experts.regret_bound_sharp(300, 5)


# ---- regret without a matrix ------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIXED)
def test_exact_regret_against_matrices(name):
    """T = 1, K = 2 and odd K among them, η from 1e-6 to 1e3; all rates of a size at once."""
    rng = np.random.default_rng(2)
    small = itertools.product((1, 2, 3, 7, 10, 11), (2, 3, 4, 5, 33))
    for T, n_experts in [*small, *rng.integers((1, 2), (300, 40), (40, 2)).tolist(),
                         (40_000, 25), (1001, 1000), (300_000, 3)]:
        etas = 10 ** rng.uniform([-6, -2], [3, 0.5])
        truth = [regret(experts.opponent_losses(name, T, n_experts, eta=eta), eta) for eta in etas]
        found = experts.regret_at(name, T, n_experts, etas)
        assert found == pytest.approx(truth, rel=1e-9, abs=1e-9 + 1e-14 * T + 1e-14 / etas.min()), (T, n_experts, etas)


def test_fair_regret():
    """In rational arithmetic; from the whole binomial law; half the standard deviation times E max of two
    normals, 1/√π.
    """
    for T, n_experts in itertools.product([1, 2, 3, 10, 25], [2, 3, 7, 1000]):
        above = [Fraction(sum(math.comb(T, j) for j in range(k + 1, T + 1)), 2**T) for k in range(T)]
        truth = Fraction(T, 2) - sum(a**n_experts for a in above)
        assert experts.regret_at("fair", T, n_experts, 1.0) == pytest.approx(float(truth), rel=1e-12)
    assert experts.regret_at("fair", 10**7, 2, 1.0) == pytest.approx(math.sqrt(10**7 / (4 * math.pi)), rel=1e-6)


def test_no_zeros_and_ones_cost_two_experts_more_than_the_runaway():
    for T, eta in itertools.product((1, 3, 5), (0.1, 1.0, 6.0)):
        largest = max(regret(losses, eta) for losses in deeper_brute.all_losses(T, 2))
        assert experts.regret_at("runaway", T, 2, eta) == pytest.approx(largest, rel=1e-9)
