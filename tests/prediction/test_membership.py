"""Membership inference: ceilings, the informed attacker, votes with and without a record, a tree cut at every depth."""

import math

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from dplearn import prediction, privacy
from dplearn import brute as ground_brute
from dplearn.prediction import brute
from dplearn.prediction.experiments import membership as questions
from dplearn.prediction.experiments._neighbor_votes import neighbor_votes

RNG = np.random.default_rng


@pytest.mark.parametrize("epsilon", [0.05, 3.0])
def test_the_ceiling_is_randomized_response_asked_k_times(epsilon):
    k = np.arange(1, 9)
    # how many answers are true
    laws = [[ground_brute.binomial(times, brute.sigma(sign * epsilon)) for sign in (1, -1)] for times in k]
    assert prediction.membership_ceiling(epsilon, k) == pytest.approx(
        [privacy.total_variation(*pair) for pair in laws], abs=1e-13)


@pytest.mark.parametrize("parts", [2, 7])
@pytest.mark.parametrize("epsilon", [4.0])
def test_the_informed_attacker(parts, epsilon):
    exact = prediction.soft_majority_epsilon(parts, epsilon=epsilon)
    p = prediction.soft_majority_probability(np.arange(parts + 1), parts, epsilon=epsilon)
    for k in (1, 2, 20):
        worst = max(privacy.total_variation(ground_brute.binomial(k, p[v]), ground_brute.binomial(k, p[v + 1]))
                    for v in range(parts))
        assert prediction.informed_advantage(parts, epsilon=epsilon, asked=k) == pytest.approx(worst, abs=1e-12)
        assert worst <= prediction.membership_ceiling(exact, k) + 1e-12     # the exact ε of the coin, so ε as well
    one = prediction.informed_advantage(parts, epsilon=epsilon)
    assert one <= math.tanh(epsilon / 4) + 1e-15 and (parts % 2 == 0 or one == pytest.approx(math.tanh(epsilon / 4)))


# ---- votes with a record and without it --------------------------------------------------------------


def nearest(x, y, query):
    """One neighbor, ties to label 0."""
    away = [sum((a - b) ** 2 for a, b in zip(row, query)) for row in x]
    return int(all(label == 1 for label, d in zip(y, away) if d == min(away)))


@pytest.mark.parametrize("n, parts, targets", [(7, 3, 7)])
def test_votes_by_plain_loops(n, parts, targets):
    world = RNG(3)
    x, y = world.integers(0, 3, (40, 2)).astype(float), world.integers(0, 2, 40)   # few places: ties and doubles abound
    members, fresh = neighbor_votes(x, y, (x**2).sum(axis=1), n, parts, rng=RNG(4), runs=20, targets=targets)
    rng = RNG(4)
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


# ---- a tree cut at every depth is the tree of that depth -----------------------------------------------


def test_one_column_against_trees_of_each_depth():
    """One column of distinct values: the best split is unique but for ties of equal gain, which both break alike."""
    for n in (2, 101):
        x, y = RNG(n).normal(size=(n, 1)), np.arange(n) % 3 == 0
        queries, depths = np.concatenate([x, RNG(n + 1).normal(size=(50, 1))]), np.array([3, 0, 1, 2, 40])
        cut = questions.answers_by_depth(x, y, queries, depths, RNG(2))
        for answers, depth in zip(cut[depths > 0], depths[depths > 0]):
            tree = DecisionTreeClassifier(max_depth=int(depth), random_state=int(RNG(2).integers(2**31))).fit(x, y)
            assert (answers == (tree.predict_proba(queries)[:, -1] > 0.5)).all()
        # to purity: learned by heart; depth 0
        assert (cut[4, :n] == y).all() and (cut[1] == (y.mean() > 0.5)).all()
