"""Lecture 3: Hedge's law in three forms, its exact regret, and what is drawn from it."""

import itertools
import math
import warnings

import numpy as np
import pytest
from scipy import special

from dplearn import experts
from dplearn.experts import hedge
from dplearn.simulate import stream

FORMS = [
    experts.hedge_probabilities,
    experts.weights_probabilities,
    lambda losses, eta: experts.reward_probabilities(1 - np.asarray(losses), eta=eta),
]
NAMES = ["algorithm 16", "algorithm 15", "rewards"]
RATES = [1e-300, 1e-8, 0.1, 1.0, 30.0, 1e5, 1e300]


def eighths(rng, T, n_experts):
    """Losses that floats add exactly, ties among them: the law is then known at any η."""
    return rng.integers(0, 9, (T, n_experts)) / 8


def law_by_definition(losses, eta):
    """One product of weights for each round and expert, in plain Python (small η T only)."""
    T, n_experts = losses.shape
    rows = []
    for t in range(T):
        weights = [math.prod(math.exp(-eta * losses[s, i]) for s in range(t)) for i in range(n_experts)]
        rows.append([w / math.fsum(weights) for w in weights])
    return np.array(rows)


def regret_by_sequences(losses, eta):
    """Expected regret from all K^T action sequences, each played by the textbook algorithm."""
    T, n_experts = losses.shape
    total, chances = 0.0, []
    for actions in itertools.product(range(n_experts), repeat=T):
        weights, chance, paid = [1.0] * n_experts, 1.0, 0.0
        for t, action in enumerate(actions):
            chance *= weights[action] / math.fsum(weights)
            paid += losses[t, action]
            weights = [w * math.exp(-eta * loss) for w, loss in zip(weights, losses[t])]
        chances.append(chance)
        total += chance * (paid - min(losses.sum(axis=0)))
    assert math.fsum(chances) == pytest.approx(1, abs=1e-12)
    return total


def alternating(T):
    """Two experts that lose in turn, after half a loss that sets the leader on the wrong foot."""
    losses = np.tile([[1.0, 0.0], [0.0, 1.0]], (T // 2 + 1, 1))[:T]
    losses[0] = [0.5, 0.0]
    return losses


# ---- the law -------------------------------------------------------------------------------------

@pytest.mark.parametrize("form", FORMS, ids=NAMES)
def test_law_by_hand(form):
    law = form(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), eta=math.log(3))
    np.testing.assert_allclose(law, [[1 / 2, 1 / 2], [1 / 4, 3 / 4], [1 / 10, 9 / 10]], rtol=1e-14)
    np.testing.assert_array_equal(form(np.ones((3, 1)), eta=2.0), np.ones((3, 1)))
    np.testing.assert_array_equal(form(np.ones((1, 4)), eta=2.0), np.full((1, 4), 1 / 4))


@pytest.mark.parametrize("T, n_experts", [(1, 1), (1, 3), (2, 2), (7, 2), (5, 3), (4, 5), (9, 1)])
@pytest.mark.parametrize("eta", [1e-9, 0.3, 2.5])
def test_three_forms_and_all_action_sequences(T, n_experts, eta):
    losses = stream(3, "tiny", 10 * T + n_experts).random((T, n_experts))
    law = law_by_definition(losses, eta)
    for form in FORMS:
        np.testing.assert_allclose(form(losses, eta=eta), law, rtol=0, atol=1e-12)
    truth = regret_by_sequences(losses, eta)
    assert experts.expected_regret(losses, eta=eta)[-1] == pytest.approx(truth, abs=1e-12)
    assert experts.regret_of(losses, law)[-1] == pytest.approx(truth, abs=1e-12)
    gained = (experts.reward_probabilities(1 - losses, eta=eta) * (1 - losses)).sum()
    assert (1 - losses).sum(axis=0).max() - gained == pytest.approx(truth, abs=1e-12)  # LN's regret, in rewards


@pytest.mark.parametrize("eta", RATES)
@pytest.mark.parametrize("T, n_experts", [(40, 2), (3000, 3), (700, 64)])
def test_three_forms_agree_at_every_rate(T, n_experts, eta):
    losses = eighths(stream(3, "eighths", T), T, n_experts)
    before = np.vstack([np.zeros(n_experts), np.cumsum(losses, axis=0)[:-1]])
    expected = special.softmax(-eta * (before - before.min(axis=1, keepdims=True)), axis=1)
    for form in FORMS:
        np.testing.assert_allclose(form(losses, eta=eta), expected, rtol=0, atol=1e-12)


def test_law_does_not_see_the_future():
    losses = stream(3, "future", 0).random((50, 4))
    changed = losses.copy()
    changed[20:] = 1 - changed[20:]
    for form in FORMS:
        before, after = form(losses, eta=0.7), form(changed, eta=0.7)
        np.testing.assert_allclose(after[:21], before[:21], rtol=1e-12)
        assert (after[21] != before[21]).any()


@pytest.mark.parametrize("n_experts", [1, 2, 5, 40, 600, 2000])
def test_blocks_join_without_a_seam(n_experts):
    """Several blocks beside one softmax over the whole matrix: the same law, expected losses, regret and potential."""
    T = 2 * max(64, (1 << 15) // n_experts) + 7
    assert len(list(hedge._lost(np.zeros((T, n_experts))))) == 3
    losses, eta = stream(3, "blocks", n_experts).random((T, n_experts)), 0.2
    total = np.cumsum(losses, axis=0)
    before = np.vstack([np.zeros(n_experts), total[:-1]])
    law = special.softmax(-eta * before, axis=1)
    np.testing.assert_allclose(experts.hedge_probabilities(losses, eta=eta), law, rtol=1e-9)
    mine = (law * losses).sum(axis=1)
    np.testing.assert_allclose(experts.expected_losses(losses, eta=eta), mine, rtol=1e-9)
    regret = np.cumsum(mine) - total.min(axis=1)
    np.testing.assert_allclose(experts.expected_regret(losses, eta=eta), regret, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(experts.regret_of(losses, law), regret, rtol=1e-8, atol=1e-8)
    potential = special.logsumexp(-eta * np.vstack([before[:1], total]), axis=1)
    np.testing.assert_allclose(experts.log_potential(losses, eta=eta), potential, rtol=1e-10, atol=1e-8)


@pytest.mark.parametrize("n_experts", [2, 4])
def test_a_million_rounds_at_any_rate(n_experts):
    losses = stream(3, "million", n_experts).integers(0, 2, (10**6, n_experts)).astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for eta in (1e-300, 1e-3, 1e3, 1e300):
            law = experts.hedge_probabilities(losses, eta=eta)
            assert law.min() >= 0 and np.abs(law.sum(axis=1) - 1).max() < 1e-12  # a NaN would fail both
            regret = experts.expected_regret(losses, eta=eta)
            assert np.isfinite(regret).all() and np.isfinite(experts.log_potential(losses, eta=eta)).all()
            assert regret[-1] <= experts.regret_bound_sharp(10**6, n_experts, eta)
            for form in FORMS[1:]:  # a step of Python a round: their last rows would take half a minute here
                np.testing.assert_allclose(form(losses[:20_000], eta=eta), law[:20_000], rtol=0, atol=1e-12)


def test_long_sums_keep_their_digits():
    """A million rounds of equal losses that no float holds: regret 0 within 1e-13 a round, as the docstring says."""
    losses = np.full((10**6, 2), 0.1)
    assert np.abs(experts.expected_regret(losses, eta=5.0)).max() < 1e-13 * 10**6
    np.testing.assert_array_equal(experts.hedge_probabilities(losses, eta=5.0), 0.5)


def test_losses_are_left_as_they_are():
    losses = stream(3, "untouched", 0).random((40, 3))
    same, law = losses.copy(), experts.hedge_probabilities(losses, eta=1.0)
    for act in (*FORMS, experts.expected_losses, experts.expected_regret, experts.log_potential):
        act(losses, eta=1.0)
    for act in (experts.follow_the_leader, experts.uniform):
        act(losses)[:] = 7.0
    law[:] = 7.0
    np.testing.assert_array_equal(losses, same)
    # Whatever holds the numbers: lists, integers, another memory order.
    bits = np.array([[0, 1], [1, 0], [1, 1]])
    for other in (bits, bits.tolist(), bits.astype(bool), np.asfortranarray(bits, dtype=float), bits.astype(np.float32)):
        np.testing.assert_array_equal(experts.hedge_probabilities(other, eta=1.0),
                                      experts.hedge_probabilities(bits.astype(float), eta=1.0))


def test_losses_in_minus_one_one():
    losses = 2 * stream(3, "range", 0).random((60, 3)) - 1
    wide = experts.hedge_probabilities(losses, eta=0.3, loss_range=2.0)
    np.testing.assert_allclose(wide, experts.hedge_probabilities((losses + 1) / 2, eta=0.6), rtol=1e-10)
    regret = experts.expected_regret(losses, eta=0.3, loss_range=2.0)
    np.testing.assert_allclose(regret, 2 * experts.expected_regret((losses + 1) / 2, eta=0.6), atol=1e-10)
    with pytest.raises(ValueError, match="losses must be >= 0"):
        experts.hedge_probabilities(losses, eta=0.3)


# ---- the potential -------------------------------------------------------------------------------

def test_potential_chain_and_its_index():
    """-η min L(T) <= ln W^{T+1} <= ln K + η² T - η sum <p, l>; the slides print W^T, which breaks it."""
    rng, steps = stream(3, "potential", 0), 0
    for _ in range(200):
        T, n_experts, eta = int(rng.integers(1, 60)), int(rng.integers(1, 9)), float(np.exp(rng.uniform(-5, 0.58)))
        losses = rng.random((T, n_experts)) ** rng.choice([0.1, 1, 10])
        log_w = experts.log_potential(losses, eta=eta)
        paid, best = np.cumsum(experts.expected_losses(losses, eta=eta)), np.cumsum(losses, axis=0).min(axis=1)
        rounds = np.arange(1, T + 1)
        assert log_w[0] == np.log(n_experts)
        assert (-eta * best <= log_w[1:] + 1e-12).all()
        assert (log_w[1:] <= np.log(n_experts) + eta**2 * rounds / 8 - eta * paid + 1e-12).all()
        steps += T
    assert steps > 3000
    losses = np.ones((1, 2))
    eta = experts.learning_rate(1, 2, rule="capped")
    w, upper = np.exp(experts.log_potential(losses, eta=eta)), 2 * math.exp(eta**2 - eta)
    assert w[0] == pytest.approx(2) and upper == pytest.approx(1.7398, abs=1e-4)
    assert not w[0] <= upper         # W^T, as printed
    assert math.exp(-eta) <= w[1] <= upper  # W^{T+1}


# ---- naive ways ----------------------------------------------------------------------------------

def test_follow_the_leader():
    law = experts.follow_the_leader([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    np.testing.assert_array_equal(law, np.eye(3)[[0, 1, 0, 2]])  # ties to the lowest index
    T = 40_001  # more than a block
    losses = alternating(T)
    paid = np.cumsum((experts.follow_the_leader(losses) * losses).sum(axis=1))
    assert paid[-1] == T - 0.5  # wrong every time; each expert alone loses half of it
    assert experts.regret_of(losses, experts.follow_the_leader(losses))[-1] >= (T - 1) / 2
    eta = experts.learning_rate(T, 2, rule="hoeffding")
    assert experts.expected_regret(losses, eta=eta)[-1] <= experts.regret_bound_sharp(T, 2) < 0.01 * T
    # Hedge at a huge rate is the leader's follower, but for ties.
    np.testing.assert_array_equal(experts.hedge_probabilities(losses, eta=1e300)[1:], experts.follow_the_leader(losses)[1:])


def test_uniform_beside_a_steady_leader():
    T, n_experts = 1000, 8
    losses = np.ones((T, n_experts))
    losses[:, 3] = 0
    np.testing.assert_allclose(experts.regret_of(losses, experts.uniform(losses)), np.arange(1, T + 1) * 7 / 8, rtol=1e-12)
    eta = experts.learning_rate(T, n_experts, rule="printed")
    # Closed form: the leader's share before round t is 1/(1 + 7 e^{-η(t-1)}).
    missed = special.expit(np.log(n_experts - 1) - eta * np.arange(T))
    np.testing.assert_allclose(experts.expected_regret(losses, eta=eta), np.cumsum(missed), rtol=1e-10)
    assert np.sum(missed) < 0.12 * T


@pytest.mark.parametrize("rule", list(experts.RULES))
def test_doubling_restarts(rule):
    losses = stream(3, "doubling", 0).random((37, 3))
    law = experts.doubling_probabilities(losses, rule=rule)
    assert law.shape == losses.shape
    for start, stop in [(1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 37)]:  # rounds counted from 1
        eta = experts.learning_rate(start, 3, rule=rule)
        np.testing.assert_allclose(law[start - 1:stop], law_by_definition(losses[start - 1:stop], eta), rtol=1e-12)


# ---- what is drawn -------------------------------------------------------------------------------

@pytest.mark.parametrize("n_experts", [1, 2, 3, 7, 8, 33])
def test_draws_follow_the_law(n_experts):
    T, runs = 3, 40_000
    laws = stream(3, "laws", n_experts).dirichlet(np.full(n_experts, 0.3), T)
    actions = experts.draw_actions(laws, rng=stream(3, "draws", n_experts), runs=runs)
    assert actions.shape == (runs, T)
    seen = np.array([np.bincount(actions[:, t], minlength=n_experts) for t in range(T)]) / runs
    # Hoeffding for each of T K shares: 2 T K exp(-2 runs s²) = 1e-6.
    assert np.abs(seen - laws).max() <= np.sqrt(np.log(2 * T * n_experts / 1e-6) / (2 * runs))


def test_impossible_actions_are_never_drawn():
    laws = np.tile([[0, 0.3, 0, 0.7 + 1e-10, 0], [0, 0, 1, 0, 0], [0.1, 0, 0, 0, 0.9]], (500, 1))
    actions = experts.draw_actions(laws, rng=stream(3, "zeros", 0), runs=100)
    assert (laws[np.arange(1500), actions] > 0).all()

    class Edge(np.random.Generator):
        def random(self, size):  # the ends of [0, 1)
            return np.resize([0.0, 1 - 2.0**-53], size)

    edges = experts.draw_actions(laws[:3], rng=Edge(np.random.PCG64(1)), runs=2)
    np.testing.assert_array_equal(edges, [[1, 2, 0], [3, 2, 4]])


def test_realised_regret():
    losses = np.array([[1.0, 0.0], [0.5, 0.25], [0.0, 1.0]])
    np.testing.assert_array_equal(experts.realised_regret(losses, [0, 0, 1]), [1.0, 1.25, 1.25])
    np.testing.assert_array_equal(experts.realised_regret(losses, [[0, 0, 1], [1, 0, 0]])[1], [0.0, 0.25, -0.75])
    assert experts.expected_losses(losses, eta=1e-12) == pytest.approx([0.5, 0.375, 0.5])


def test_realised_regret_on_average_and_in_the_tail():
    T, runs, beta = 400, 4000, 0.05
    losses = stream(3, "tail", 0).integers(0, 2, (T, 4)).astype(float)
    eta = experts.learning_rate(T, 4, rule="hoeffding")
    laws = experts.hedge_probabilities(losses, eta=eta)
    realised = experts.realised_regret(losses, experts.draw_actions(laws, rng=stream(3, "tail", 1), runs=runs))[:, -1]
    expected = experts.expected_regret(losses, eta=eta)[-1]
    # Hoeffding for T runs losses in [0, 1], two-sided: 2 exp(-2 s² runs/T) = 1e-6.
    assert abs(realised.mean() - expected) <= np.sqrt(T * np.log(2 / 1e-6) / (2 * runs))
    above = (realised > expected + experts.realised_regret_term(T, beta)).mean()
    assert above <= beta + np.sqrt(np.log(1 / 1e-6) / (2 * runs))  # Hoeffding for runs events of chance <= β: 1e-6
    assert (realised > expected + experts.realised_regret_term(T, 0.999)).mean() > 0.1  # the term is not idle


# ---- refusals ------------------------------------------------------------------------------------

@pytest.mark.parametrize("bad", [[[0.0, 1.1]], [[-0.1, 0.0]], [[np.nan, 0.0]], [0.0, 1.0], [[]], [["a"]]])
def test_losses_out_of_range_are_refused(bad):
    for act in (*FORMS[:2], experts.expected_regret, experts.expected_losses, experts.log_potential):
        with pytest.raises(ValueError, match="losses must"):
            act(bad, eta=0.1)
        with pytest.raises(ValueError, match="losses must"):
            act(np.asarray(bad), eta=0.1)  # arrays of floats take a shorter way
    for act in (experts.follow_the_leader, experts.uniform, lambda x: experts.doubling_probabilities(x, rule="printed")):
        with pytest.raises(ValueError, match="losses must"):
            act(bad)
    with pytest.raises(ValueError, match="rewards must"):
        experts.reward_probabilities(bad, eta=0.1)


@pytest.mark.parametrize("eta", [0.0, -1.0, np.inf, np.nan, 1.1e300, "1", [0.1]])
def test_rates_out_of_range_are_refused(eta):
    for act in (*FORMS[:2], experts.reward_probabilities, experts.expected_regret, experts.expected_losses,
                experts.log_potential):
        with pytest.raises(ValueError, match="eta must"):
            act(np.zeros((2, 2)), eta=eta)


def test_other_refusals():
    losses, rng = np.zeros((3, 2)), stream(3, "bad", 0)
    for name, call in [
        ("probabilities", lambda: experts.regret_of(losses, np.full((2, 2), 0.5))),
        ("probabilities", lambda: experts.regret_of(losses, np.full((3, 2), 0.6))),
        ("probabilities", lambda: experts.draw_actions([0.5, 0.5], rng=rng)),
        ("rng", lambda: experts.draw_actions([[0.5, 0.5]], rng=1)),
        ("runs", lambda: experts.draw_actions([[0.5, 0.5]], rng=rng, runs=0)),
        ("actions", lambda: experts.realised_regret(losses, [0, 1])),
        ("actions", lambda: experts.realised_regret(losses, [0, 1, 2])),
        ("actions", lambda: experts.realised_regret(losses, np.zeros((1, 1, 3)))),
        ("rule", lambda: experts.doubling_probabilities(losses, rule="golden")),
        ("n_experts", lambda: experts.doubling_probabilities(losses[:, :1], rule="printed")),
        ("loss_range", lambda: experts.hedge_probabilities(losses, eta=1.0, loss_range=3.0)),
    ]:
        with pytest.raises(ValueError, match=name):
            call()
