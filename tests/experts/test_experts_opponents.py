"""The opponents' loss matrices: what they are by hand, and what the naive ways and Hedge make of them."""

import itertools

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts._worst import worst_plan
from dplearn.simulate import stream


def test_matrices_by_hand():
    def losses(name, T, n_experts, **options):
        return experts.opponent_losses(name, T, n_experts, **options).tolist()

    assert losses("steady", 2, 3) == [[1, 1, 0]] * 2
    assert losses("alternating", 3, 3) == [[1, 1, 0], [0, 0, 1], [1, 1, 0]]
    assert losses("drifting", 3, 3) == [[0, 1, 1], [1, 0, 1], [1, 0, 1]]
    assert losses("drifting", 2, 2) == [[0, 1], [1, 0]]
    # two turns: 2 (σ(0) - σ(-5)); a turn and a run of two: σ(0) - σ(-5) + σ(0) + σ(-5), which is more
    assert losses("worst", 4, 2, eta=5.0) == [[1, 0], [0, 1], [1, 0], [1, 0]]
    # η so small that nobody is ever found out: one expert runs away from the start
    assert losses("worst", 4, 2, eta=1e-6) == [[1, 0]] * 4
    assert losses("steady", 1, 2) == losses("alternating", 1, 2) == losses("worst", 1, 2, eta=1.0) == [[1, 0]]


def test_worst_opponent_halves_among_many_experts():
    """K = 1024, ten rounds: each takes half of the weight, the last expert is never hit."""
    losses = experts.opponent_losses("worst", 10, 1024, eta=2.0)
    assert losses.sum(axis=1).tolist() == [512] * 10 and losses[:, -1].sum() == 0
    assert len({tuple(column) for column in losses.T}) == 1024
    assert experts.expected_regret(losses, eta=2.0)[-1] == pytest.approx(5, abs=1e-13)


def test_worst_opponent_chases_the_odd_one_out():
    plan = worst_plan(100_000, 3, 0.01)
    assert plan.chase > 100 and plan.turns % 2 == 0 and plan.halving == 0
    losses = experts.opponent_losses("worst", 100_000, 3, eta=0.01)
    assert (losses[: plan.chase] == [1, 0, 0]).all() and (losses[plan.chase] == [1, 1, 0]).all()
    assert (losses[-int(plan.run) :] == [1, 1, 0]).all()


@pytest.mark.parametrize("n_experts", [2, 3, 4, 9, 16])
def test_plans_fill_the_time_and_their_turns_are_best(n_experts):
    """Against every split of the time into turns and a run, played out on matrices."""
    for T, eta in itertools.product([1, 2, 5, 12, 31], [1e-4, 0.1, 0.6, 2.0, 40.0]):
        plan = worst_plan(T, n_experts, eta)
        assert plan.chase + plan.turns + plan.halving + plan.run == T
        assert min(plan.chase, plan.turns, plan.halving, plan.run) >= 0
        for run in range(T + 1):
            losses = experts.opponent_losses("alternating", T, n_experts)
            losses[T - run :] = np.arange(n_experts) < n_experts - 1
            assert experts.expected_regret(losses, eta=eta)[-1] <= plan.regret + 1e-12


def test_follow_the_leader_loses_every_round():
    losses = experts.opponent_losses("alternating", 99, 5)
    law = experts.follow_the_leader(losses)
    assert (law * losses).sum() == 99 and experts.regret_of(losses, law)[-1] == 50
    assert experts.expected_regret(losses, eta=float(experts.learning_rate(99, 5, rule="hoeffding")))[-1] < 10


def test_uniform_choice_never_finds_the_steady_expert():
    losses = experts.opponent_losses("steady", 300, 4)
    assert experts.regret_of(losses, experts.uniform(losses))[-1] == 225
    assert experts.expected_regret(losses, eta=0.5)[-1] < 5


def test_drift_costs_half_of_the_rounds_but_no_regret():
    losses = experts.opponent_losses("drifting", 1000, 2)
    paid = experts.expected_losses(losses, eta=0.1).sum()
    assert 499 < paid < 501 and 0 < experts.expected_regret(losses, eta=0.1)[-1] <= 0.5


def test_fair_coins():
    coins = experts.opponent_losses("fair", 300, 100, rng=stream(0, "coins", 0))
    assert set(np.unique(coins)) == {0.0, 1.0} and coins.shape == (300, 100)
    # Hoeffding: 30,000 coins within 0.016 of 1/2 but for 2 exp(-2 * 30000 * 0.016²) < 5e-7
    assert abs(coins.mean() - 0.5) < 0.016
    again = experts.opponent_losses("fair", 300, 100, rng=stream(0, "coins", 0))
    assert (coins == again).all()


def test_where_regret_comes_from():
    """The identity that the worst opponent is built on, on random matrices: gaps and the last potential."""
    rng = np.random.default_rng(4)
    for _ in range(50):
        T, n_experts, eta = int(rng.integers(1, 30)), int(rng.integers(2, 8)), 10 ** rng.uniform(-2, 1)
        losses = rng.random((T, n_experts))
        q, log_w = experts.expected_losses(losses, eta=eta), experts.log_potential(losses, eta=eta)
        gaps = q + np.diff(log_w) / eta
        last = losses.sum(axis=0)
        rest = (np.log(n_experts) - np.log(np.exp(-eta * (last - last.min())).sum())) / eta
        assert experts.expected_regret(losses, eta=eta)[-1] == pytest.approx(gaps.sum() + rest, abs=1e-10)
        assert (gaps <= eta / 8 + 1e-12).all() and (gaps >= -1e-12).all()


@pytest.mark.parametrize("wrong", [
    dict(name="unfair"), dict(T=0), dict(T=2.5), dict(n_experts=1), dict(T=10**7, n_experts=100), dict(eta=0.0),
    dict(eta=None), dict(eta=float("nan")), dict(name="fair", rng=None), dict(name="fair", rng=7),
])
def test_bad_input(wrong):
    arguments = dict(name="worst", T=5, n_experts=3, eta=1.0, rng=None) | wrong
    culprit = list(wrong)[-1] if len(wrong) == 1 or "name" in wrong else "T"
    with pytest.raises(ValueError, match=culprit):
        experts.opponent_losses(arguments.pop("name"), arguments.pop("T"), arguments.pop("n_experts"), **arguments)


# ---- the same rounds in another order --------------------------------------------------------------------

def test_against_the_leader_keeps_the_rounds():
    losses = np.random.default_rng(5).integers(0, 3, (40, 4)) / 2
    other = experts.against_the_leader(losses)
    assert sorted(map(tuple, other)) == sorted(map(tuple, losses)) and (other != losses).any()


def test_against_the_leader_by_hand():
    """Expert 0 leads at first: the round that hurts him most above the mean comes first; then the new leader's."""
    losses = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], dtype=float)
    np.testing.assert_array_equal(experts.against_the_leader(losses), losses[[2, 1, 0, 3]])


def test_against_the_leader_hurts_him_alone():
    losses = (np.random.default_rng(6).random((300, 5)) < [0.3, 0.5, 0.5, 0.5, 0.6]).astype(float)
    follower, eta = [], experts.learning_rate(300, 5, rule="hoeffding")
    for table in (losses, experts.against_the_leader(losses)):
        follower.append(experts.regret_of(table, experts.follow_the_leader(table))[-1])
        assert experts.expected_regret(table, eta=eta)[-1] <= experts.regret_bound_sharp(300, 5)
    assert follower[1] > 2 * experts.regret_bound_sharp(300, 5) > 10 * follower[0]


def test_against_the_leader_refuses():
    with pytest.raises(ValueError, match="losses"):
        experts.against_the_leader([[0.0, 1.5]])
