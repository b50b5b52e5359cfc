"""Opponents that look back: whole trees by brute force, and the exact chain."""

import itertools

import numpy as np
import pytest

from dplearn.experts import deeper
from dplearn.experts.deeper import brute
from dplearn.experts.deeper.adaptive import grudge_regret


def spoiler(actions, n_experts):
    """Hits whoever was picked most often (lowest index first), by 1; the others by 1/4."""
    counts = np.bincount(np.array(actions, dtype=int), minlength=n_experts)
    return np.where(np.arange(n_experts) == counts.argmax(), 1.0, 0.25)


@pytest.mark.parametrize("opponent", [deeper.grudge, deeper.first_choice, spoiler])
def test_trees_against_brute_force(opponent):
    """Rewards 1 - losses, and all histories kept: the same expectations of what is paid and of the best expert."""
    for (T, n_experts), eta in itertools.product([(1, 2), (8, 2), (5, 3), (4, 5)], [0.05, 0.5, 3.0, 40.0]):
        tree = deeper.play_tree(opponent, T, n_experts, eta=eta)
        earned, ends = brute.against(lambda past, t: tuple(1 - opponent(past, n_experts)),
                                     lambda past, pick: (*past, pick), (), T, n_experts, eta)
        best = sum(p * max(sums) for p, sums in ends)
        means = [T - tree.probability @ x for x in (tree.paid, tree.best)]
        assert means == pytest.approx([earned, best], abs=1e-12)
        assert tree.probability.sum() == pytest.approx(1, abs=1e-12) and tree.actions.shape == (n_experts**T, T)


@pytest.mark.parametrize("eta", [1e-3, 0.3, 1.0, 5.0, 100.0])
def test_grudge_chain_against_the_tree(eta):
    trees = [deeper.play_tree(deeper.grudge, T, 2, eta=eta) for T in range(1, 11)]
    exact = [tree.probability @ (tree.paid - tree.best) for tree in trees]
    np.testing.assert_allclose(grudge_regret(10, eta), exact, rtol=0, atol=1e-13)
