"""Membership inference: ceilings, the informed attacker, votes with and without a record."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from dplearn import data, privacy
from dplearn.prediction.membership import (
    MembershipGame, informed_advantage, membership_ceiling, says_member, vote_advantage,
)
from dplearn.prediction.soft_majority import soft_majority_epsilon, soft_majority_probability


def binomial(k, p):
    return stats.binom.pmf(np.arange(k + 1), k, p)


# ---- ceilings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0, 3.0])
def test_the_ceiling_is_randomized_response_asked_k_times(epsilon):
    truth = np.array([1 / (1 + math.exp(epsilon)), 1 / (1 + math.exp(-epsilon))])
    for k in range(1, 9):
        outcomes = list(itertools.product((0, 1), repeat=k))
        laws = [np.array([math.prod(side[bit] for bit in bits) for bits in outcomes]) for side in (truth, truth[::-1])]
        assert membership_ceiling(epsilon, k) == pytest.approx(privacy.total_variation(*laws), abs=1e-13)
        assert membership_ceiling(epsilon, k) == pytest.approx(privacy.pure_composition_delta(epsilon, k, 0.0), rel=1e-8)
        assert membership_ceiling(epsilon, k) <= membership_ceiling(epsilon, k, composition="basic") + 1e-15
        assert membership_ceiling(epsilon, k, composition="basic") == pytest.approx(privacy.max_advantage(k * epsilon))
    assert membership_ceiling(epsilon) == pytest.approx(privacy.max_advantage(epsilon))
    many = membership_ceiling(np.array([epsilon, 2 * epsilon])[:, None], [1, 2, 3, 4])
    assert many.shape == (2, 4) and many[0, 1] == many[0, 0] < many[0, 2] == many[0, 3]


@pytest.mark.parametrize("parts", [1, 2, 3, 8, 12])
@pytest.mark.parametrize("epsilon", [0.05, 1.0, 4.0])
def test_the_informed_attacker(parts, epsilon):
    exact = soft_majority_epsilon(parts, epsilon=epsilon)
    p = soft_majority_probability(np.arange(parts + 1), parts, epsilon=epsilon)
    for k in (1, 2, 5, 20):
        every = [privacy.total_variation(binomial(k, p[v]), binomial(k, p[v + 1])) for v in range(parts)]
        assert informed_advantage(parts, epsilon=epsilon, asked=k) == pytest.approx(max(every), abs=1e-12)
        for v in (0, parts - 1):
            assert informed_advantage(parts, epsilon=epsilon, asked=k, votes=v) == pytest.approx(every[v], abs=1e-12)
        assert max(every) <= membership_ceiling(exact, k) + 1e-12     # the exact ε of the coin, so ε as well
    one = informed_advantage(parts, epsilon=epsilon)
    assert one <= math.tanh(epsilon / 4) + 1e-15
    if parts % 2:
        assert one == pytest.approx(math.tanh(epsilon / 4))


def test_without_the_coin_the_informed_attacker_is_sure():
    """A majority vote that is not tossed: the middle vote decides, and no ceiling of a finite ε holds."""
    assert informed_advantage(3, epsilon=200.0) == pytest.approx(1) and membership_ceiling(2.0) < 0.77


@pytest.mark.parametrize("asked", [1, 2, 7])
def test_vote_advantage_by_all_counts(asked):
    rng = np.random.default_rng(1)
    for parts in (1, 4, 9):
        members, fresh = rng.dirichlet(np.ones(parts + 1), 2)
        epsilon = np.array([0.1, 1.0, 5.0])
        values = vote_advantage(members, fresh, epsilon=epsilon, asked=asked)
        for e, value in zip(epsilon, values):
            p = soft_majority_probability(np.arange(parts + 1), parts, epsilon=e)
            says = [sum(w * (1.0 if 2 * c > asked else 0.5 if 2 * c == asked else 0.0) for c, w in enumerate(binomial(asked, q))) for q in p]
            assert value == pytest.approx(np.dot(members - fresh, says), abs=1e-12)
            assert says_member(np.arange(parts + 1), parts, epsilon=e, asked=asked) == pytest.approx(says, abs=1e-12)
            if asked == 1:
                assert value == pytest.approx(members @ p - fresh @ p, abs=1e-12)


# ---- votes with a record and without it --------------------------------------------------------------


def nearest(x, y, query):
    """One neighbor, ties to label 0."""
    away = [sum((a - b) ** 2 for a, b in zip(row, query)) for row in x]
    return int(all(label == 1 for label, d in zip(y, away) if d == min(away)))


@pytest.mark.parametrize("n, parts, targets", [(5, 1, 3), (7, 3, 7), (6, 6, 2), (9, 4, 5)])
def test_votes_by_plain_loops(n, parts, targets):
    world = np.random.default_rng(3)
    x, y = world.integers(0, 3, (40, 2)).astype(float), world.integers(0, 2, 40)   # few places: ties and doubles abound
    members, fresh = MembershipGame(x, y).votes(n, parts, rng=np.random.default_rng(4), runs=20, targets=targets)
    rng = np.random.default_rng(4)
    for run in range(20):
        drawn = rng.choice(40, n + targets, replace=False)
        blocks = [list(range(p * n // parts, (p + 1) * n // parts)) for p in range(parts)]
        for j in range(targets):
            z = drawn[j]
            for newcomer, votes in ((z, members), (drawn[n + j], fresh)):
                s = drawn[:n].copy()
                s[j] = newcomer
                said = [nearest(x[s[b]], y[s[b]], x[z]) for b in blocks]
                assert votes[run, j] == sum(label == y[z] for label in said)
    assert np.abs(members - fresh).max() == 1                     # one record, one vote


def test_real_records_under_the_ceiling():
    """The coupled worlds differ by a vote at most, so the attack's advantage is under tanh(ε/4) on every sample of them."""
    adult = data.load_adult()
    game = MembershipGame(adult.x, adult.y)
    epsilon = np.array([0.1, 1.0, 4.0])
    for n, parts in ((100, 5), (300, 30)):
        votes = game.votes(n, parts, rng=np.random.default_rng(5), runs=50, targets=20)
        laws = [np.bincount(v.ravel(), minlength=parts + 1) / v.size for v in votes]
        gained = vote_advantage(*laws, epsilon=epsilon)
        assert (gained > 0).all() and (gained <= np.tanh(epsilon / 4)).all()
    one = [v.mean() for v in game.votes(300, rng=np.random.default_rng(6), runs=100, targets=20)]
    assert one[0] > 0.98 and 0.7 < one[1] < 0.85                  # one neighbor, no parts: learned by heart
    assert one[0] - one[1] > membership_ceiling(0.3)              # no interface with ε = 0.3 leaks so much


# ---- the game ----------------------------------------------------------------------------------------

TINY_X = np.array([[0.0], [1.0], [2.0], [3.0], [5.0]])
TINY_Y = np.array([0, 1, 1, 0, 1])


def coin_model(x, y):
    """Each record a part that votes its own label; the interface's chance to answer 1."""
    chance = soft_majority_probability(int(y.sum()), len(y), epsilon=1.5)
    return lambda points: np.full(len(points), chance)


def test_the_coin_keeps_the_tiny_game_under_its_ceiling():
    """Every neighbor pair of the tiny world: the informed attacker's exact advantage against the interface."""
    worst = 0
    for a, b, c in itertools.permutations(range(5), 3):
        p, q = (coin_model(TINY_X[s], TINY_Y[s])(TINY_X[:1])[0] for s in ([a, b], [c, b]))
        worst = max(worst, abs(p - q))
    assert worst == pytest.approx(informed_advantage(2, epsilon=1.5)) and worst < membership_ceiling(1.5)


def test_same_stream_same_game():
    game = MembershipGame(TINY_X, TINY_Y)
    one, two = (game.votes(3, 2, rng=np.random.default_rng(9), runs=30, targets=2) for _ in range(2))
    assert all((a == b).all() for a, b in zip(one, two))


@pytest.mark.parametrize("call, says", [
    (lambda: membership_ceiling(-1.0), "epsilon must be >= 0"),
    (lambda: membership_ceiling(1.0, 0), "asked must be >= 1"),
    (lambda: membership_ceiling(1.0, composition="advanced"), "composition must be one of"),
    (lambda: informed_advantage(3, epsilon=1.0, votes=3), "votes must be an integer >= 0 and <= 2"),
    (lambda: informed_advantage(0, epsilon=1.0), "n_parts must be"),
    (lambda: says_member(4, 3, epsilon=1.0), "votes must be <= 3"),
    (lambda: vote_advantage([0.5, 0.5], [1.0], epsilon=1.0), "members and fresh must have one shape"),
    (lambda: MembershipGame(TINY_X, [0, 1, 2, 0, 1]), "y must be <= 1"),
    (lambda: MembershipGame(TINY_X, TINY_Y).votes(3, 4, rng=np.random.default_rng(0)), "targets must be"),
    (lambda: MembershipGame(TINY_X, TINY_Y).votes(3, 4, rng=np.random.default_rng(0), targets=2), "n_parts must be"),
    (lambda: MembershipGame(TINY_X, TINY_Y).votes(5, rng=np.random.default_rng(0)), "n must be"),
])
def test_refused(call, says):
    with pytest.raises(ValueError, match=says.replace("(", r"\(")):
        call()
