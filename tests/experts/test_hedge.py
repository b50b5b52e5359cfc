"""Lecture 3: Hedge's law, its exact regret, the naive ways, and what is drawn.

The cards hold the forms to each other on small cases.
"""

import numpy as np
import pytest
from scipy import special
from asking import hoeffding

from dplearn import experts
from dplearn.simulate import stream

FORMS = (experts.hedge_probabilities, lambda losses, eta: experts.reward_probabilities(1 - losses, eta=eta))


@pytest.mark.parametrize("eta", [1e-300, 1e-8, 0.1, 1.0, 30.0, 1e5, 1e300])
@pytest.mark.parametrize("T, n_experts", [(40, 2), (700, 64)])
def test_both_forms_agree_at_every_rate(T, n_experts, eta):
    """Losses that floats add exactly, ties among them: the law is then known at any η."""
    losses = stream(3, "eighths", T).integers(0, 9, (T, n_experts)) / 8
    before = np.vstack([np.zeros(n_experts), np.cumsum(losses, axis=0)[:-1]])
    expected = special.softmax(-eta * (before - before.min(axis=1, keepdims=True)), axis=1)
    for form in FORMS:
        np.testing.assert_allclose(form(losses, eta=eta), expected, rtol=0, atol=1e-12)


# ---- other ways ----------------------------------------------------------------------------------

def test_follow_the_leader():
    law = experts.follow_the_leader([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    np.testing.assert_array_equal(law, np.eye(3)[[0, 1, 0, 2]])  # ties to the lowest index
    losses = np.vstack([[0.5, 0.0],
                        np.tile([[0.0, 1.0], [1.0, 0.0]], (20_000, 1))])  # never a tie again
    follower = experts.follow_the_leader(losses)
    assert (follower * losses).sum() == len(losses) - 0.5
    np.testing.assert_array_equal(experts.hedge_probabilities(losses, eta=1e300)[1:], follower[1:])


# ---- what is drawn -------------------------------------------------------------------------------

@pytest.mark.parametrize("n_experts", [1, 3, 33])
def test_draws_follow_the_law(n_experts):
    T, runs = 3, 40_000
    laws = stream(3, "laws", n_experts).dirichlet(np.full(n_experts, 0.3), T)
    actions = experts.draw_actions(laws, rng=stream(3, "draws", n_experts), runs=runs)
    assert actions.shape == (runs, T)
    seen = np.array([np.bincount(actions[:, t], minlength=n_experts) for t in range(T)]) / runs
    # Hoeffding for each of T K shares: 2 T K exp(-2 runs s²) = 1e-6.
    assert np.abs(seen - laws).max() <= hoeffding(runs, T * n_experts)


def test_impossible_actions_are_never_drawn():
    laws = np.array([[0, 0.3, 0, 0.7 + 1e-10, 0], [0, 0, 1, 0, 0], [0.1, 0, 0, 0, 0.9]])

    class Edge(np.random.Generator):
        def random(self, size):  # the ends of [0, 1)
            return np.resize([0.0, 1 - 2.0**-53], size)

    edges = experts.draw_actions(laws, rng=Edge(np.random.PCG64(1)), runs=2)
    np.testing.assert_array_equal(edges, [[1, 2, 0], [3, 2, 4]])
