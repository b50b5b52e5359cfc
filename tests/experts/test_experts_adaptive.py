"""Opponents that look back: whole trees by brute force, the exact chain, and LN's caveat."""

import itertools
import math

import numpy as np
import pytest

from dplearn import experts
from dplearn.simulate import stream


def spoiler(actions, n_experts):
    """Hits whoever was picked most often (lowest index first), by 1; the others by 1/4."""
    counts = np.bincount(np.array(actions, dtype=int), minlength=n_experts)
    return np.where(np.arange(n_experts) == counts.argmax(), 1.0, 0.25)


OPPONENTS = {"grudge": experts.grudge, "first choice": experts.first_choice, "spoiler": spoiler}


@pytest.mark.parametrize("name", OPPONENTS)
def test_the_bound_holds_inside_one_expectation(name):
    """E[paid - best] <= sharpened bound on every tree, although both sides depend on the draws."""
    nearest = 0.0
    for (T, n_experts), eta in itertools.product([(1, 2), (3, 2), (8, 2), (5, 3), (4, 5)], [0.05, 0.5, 1.0, 3.0, 40.0]):
        tree = experts.play_tree(OPPONENTS[name], T, n_experts, eta=eta)
        assert tree.probability.sum() == pytest.approx(1, abs=1e-12) and tree.actions.shape == (n_experts**T, T)
        assert tree.expected_regret == pytest.approx(tree.expected_paid - tree.expected_best, abs=1e-12)
        ratio = tree.expected_regret / experts.regret_bound_sharp(T, n_experts, eta)
        assert ratio <= 1
        nearest = max(nearest, ratio)
    print(f"{name}: nearest to the sharpened bound {nearest:.3f}")


def test_an_opponent_that_never_looks_is_a_matrix():
    losses = np.random.default_rng(0).random((5, 3))
    tree = experts.play_tree(lambda actions, n_experts: losses[len(actions)], 5, 3, eta=0.9)
    assert tree.expected_regret == pytest.approx(experts.expected_regret(losses, eta=0.9)[-1], abs=1e-13)


@pytest.mark.parametrize("T", [2, 3, 7, 10])
def test_caveat_of_theorem_2(T):
    """Losses 1 - r, and the first pick decides: E Σ r_t(a_t) is (T - 1)/2, max_i Σ r_t(i) is T - 1 on the lucky path, half of it on average."""
    tree = experts.play_tree(experts.first_choice, T, 2, eta=math.sqrt(math.log(2) / T))
    assert T - tree.expected_paid == pytest.approx((T - 1) / 2, abs=1e-12)
    assert (T - tree.best[tree.actions[:, 0] == 0] == T - 1).all()
    assert T - tree.expected_best == pytest.approx((T - 1) / 2, abs=1e-12)


def test_grudge_by_hand():
    """Two rounds: nobody loses, then yesterday's pick does; a fair coin picks it again."""
    assert experts.grudge((), 2).tolist() == [0, 0] and experts.grudge((0, 1), 3).tolist() == [0, 1, 0]
    assert experts.grudge_regret(2, eta=1.0).tolist() == [0, 0.5]


@pytest.mark.parametrize("eta", [1e-3, 0.3, 1.0, 5.0, 100.0])
def test_grudge_chain_against_the_tree(eta):
    exact = experts.grudge_regret(10, eta=eta)
    for T in range(1, 11):
        assert exact[T - 1] == pytest.approx(experts.play_tree(experts.grudge, T, 2, eta=eta).expected_regret, abs=1e-13)


def full_chain(T, eta):
    """The chain of `grudge_regret` on all differences, none dropped, both actions kept."""
    law = {(0, 0): 0.5, (0, 1): 0.5}
    paid, regret = 0.0, [0.0]
    for t in range(1, T):
        after, best = {}, 0.0
        for (d, last), mass in law.items():
            pick = 1 / (1 + math.exp(min(eta * d, 700)))
            paid += mass * (pick if last == 0 else 1 - pick)
            moved = d + 1 - 2 * last
            best += mass * (t - abs(moved)) / 2
            for action, chance in ((0, pick), (1, 1 - pick)):
                after[moved, action] = after.get((moved, action), 0.0) + mass * chance
        law = after
        regret.append(paid - best)
    return np.array(regret)


@pytest.mark.parametrize("eta", [0.01, 0.3, 4.0])
def test_grudge_chain_drops_nothing_that_counts(eta):
    # both add up T probabilities that times T make the loss: T² roundings
    assert np.abs(experts.grudge_regret(400, eta=eta) - full_chain(400, eta)).max() < 400**2 * 2.3e-16


def test_grudge_stays_below_the_bound():
    for T in (10, 300, 5000):
        for factor in (0.1, 1, 10):
            eta = factor * float(experts.learning_rate(T, 2, rule="hoeffding"))
            assert 0 < experts.grudge_regret(T, eta=eta)[-1] < experts.regret_bound_sharp(T, 2, eta)


def test_drawn_grudges():
    """Two experts against the chain, three against the tree.  Hoeffding, regret in [-t, t], false alarm 1e-8."""
    runs, T = 20_000, 30
    drawn = experts.draw_grudge_regret(T, 2, eta=0.4, rng=stream(0, "grudge", 0), runs=runs)
    slack = 2 * np.arange(1, T + 1) * math.sqrt(math.log(2 * T / 1e-8) / (2 * runs))
    assert drawn.shape == (runs, T) and (np.abs(drawn.mean(axis=0) - experts.grudge_regret(T, eta=0.4)) < slack).all()
    drawn = experts.draw_grudge_regret(6, 3, eta=0.8, rng=stream(0, "grudge", 1), runs=runs)[:, -1]
    tree = experts.play_tree(experts.grudge, 6, 3, eta=0.8)
    values, place = np.unique(tree.paid - tree.best, return_inverse=True)
    law = np.bincount(place, tree.probability)
    empirical = np.searchsorted(np.sort(drawn), values + 0.5, side="right") / runs
    # DKW, false alarm 1e-8
    assert set(drawn) <= set(values) and np.abs(empirical - np.cumsum(law)).max() < math.sqrt(math.log(2e8) / (2 * runs))


@pytest.mark.parametrize("call,culprit", [
    (lambda: experts.play_tree(None, 3, 2, eta=1.0), "opponent"),
    (lambda: experts.play_tree(experts.grudge, 17, 2, eta=1.0), "T must keep"),
    (lambda: experts.play_tree(lambda actions, k: [2.0, 0.0], 2, 2, eta=1.0), "losses"),
    (lambda: experts.play_tree(experts.grudge, 3, 2, eta=0), "eta"),
    (lambda: experts.grudge((2,), 2), "actions"),
    (lambda: experts.grudge((), 1), "n_experts"),
    (lambda: experts.first_choice([0.5], 2), "actions"),
    (lambda: experts.grudge_regret(10**6, eta=1.0), "T"),
    (lambda: experts.grudge_regret(5, eta=-1.0), "eta"),
    (lambda: experts.draw_grudge_regret(10**6, 100, eta=1.0, rng=stream(0, "", 0)), "T must keep"),
    (lambda: experts.draw_grudge_regret(10, 2, eta=1.0, rng=None), "rng"),
    (lambda: experts.draw_grudge_regret(10, 2, eta=1.0, rng=stream(0, "", 0), runs=0), "runs"),
])
def test_bad_input(call, culprit):
    with pytest.raises(ValueError, match=culprit):
        call()
