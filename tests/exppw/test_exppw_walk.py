"""The walk by scan against the walk step by step; answers against counting; the exact ε against enumeration of ends."""

import itertools

import numpy as np
import pytest

from dplearn import exppw
from dplearn.privacy import Relation


def stepped(labels, clamp):
    """The walk as the page says it."""
    v = [0]
    for y in labels:
        v.append(min(clamp, max(-clamp, v[-1] + (1 if y else -1))))
    return v


@pytest.mark.parametrize("clamp", [1, 2, 3, 7, 50, 1000, 10**6])
def test_scan_is_the_walk(clamp):
    rng = np.random.default_rng(clamp)
    for n in [*range(70), 95, 96, 97, 1000, 3071, 3072, 3073, 9999, 98305]:   # around the blocks' ends, and three levels
        y = rng.random(n) < rng.uniform(0.3, 0.7)
        walk = exppw.projected_walk(y, clamp)
        assert walk.dtype == np.int32 and walk.tolist() == stepped(y, clamp), (n, clamp)
        assert exppw.final_position(y, clamp) == walk[-1]


@pytest.mark.parametrize("shape", [(3, 1), (2, 3, 5), (5000, 3), (4096, 70), (40, 100), (30, 333), (2, 4000), (0, 4), (2, 0), (0, 0)])
def test_many_walks(shape):
    y = np.random.default_rng(1).integers(0, 2, shape)
    for clamp in (1, 4, 9000):   # 9000 needs more than 16 bits where n is that long
        walks, ends = exppw.projected_walk(y, clamp), exppw.final_position(y, clamp)
        assert walks.shape == shape[:-1] + (shape[-1] + 1,) and ends.shape == shape[:-1]
        for i in list(np.ndindex(shape[:-1]))[::97]:
            assert walks[i].tolist() == stepped(y[i], clamp) and ends[i] == walks[i][-1]


def test_a_walk_beyond_16_bits():
    y = np.ones(40_000, bool)
    y[20_000:] = False
    assert exppw.projected_walk(y, 10**9).max() == 20_000 and exppw.projected_walk(y, 9_000)[[20_000, -1]].tolist() == [9_000, -9_000]
    for clamp in (8191, 8192):   # either side of the change of type, with a shift much longer than the clamp
        assert exppw.projected_walk(y, clamp).tolist() == stepped(y, clamp) and exppw.final_position(y, clamp) == -clamp


def test_removing_one_step_moves_the_walk_by_at_most_one():
    """DF18, Lemma 5.1, on all label sequences: every place after the removed one, every clamp."""
    for n in range(1, 11):
        y = np.array(list(itertools.product((0, 1), repeat=n)))
        for clamp in range(1, n + 1):
            walk, largest = exppw.projected_walk(y, clamp), 0
            for i in range(n):
                shorter = exppw.projected_walk(np.delete(y, i, axis=1), clamp)
                assert (walk[:, : i + 1] == shorter[:, : i + 1]).all()
                largest = max(largest, np.abs(walk[:, i + 1 :] - shorter[:, i:]).max())
            assert largest == 1


# ---- answers ---------------------------------------------------------------------------------------

def counted(x, y, query, clamp, epsilon, keys=None, query_keys=None):
    """P[answer 1] by sorting Python tuples and taking examples while they come before the query."""
    probabilities = []
    for j, q in enumerate(query):
        place = (lambda i: (x[i], keys[i])) if keys is not None else (lambda i: (x[i], i))
        before = [i for i in sorted(range(len(x)), key=place)
                  if (x[i] <= q if keys is None else (x[i], keys[i]) <= (q, query_keys[j]))]
        probabilities.append(1 / (1 + np.exp(-epsilon * stepped([y[i] for i in before], clamp)[-1] / 2)))
    return np.array(probabilities)


@pytest.mark.parametrize("seed", range(40))
def test_answers_are_the_walk_at_the_query(seed):
    rng = np.random.default_rng(seed)
    n, clamp, epsilon = rng.integers(1, 60), rng.integers(1, 6), rng.uniform(0.1, 3)
    x, y, query = rng.integers(0, rng.integers(1, 12), n) / 4 - 1, rng.integers(0, 2, n), np.linspace(-2, 2, 33)
    data = dict(clamp=clamp, epsilon=epsilon)
    assert exppw.predict_probability(x, y, query, **data) == pytest.approx(counted(x, y, query, clamp, epsilon), abs=1e-15)
    keys, query_keys = rng.integers(0, 4, n), rng.integers(0, 4, 33)      # keys with ties, too
    got = exppw.predict_probability(x, y, query, tie_keys=keys, query_keys=query_keys, **data)
    assert got == pytest.approx(counted(x, y, query, clamp, epsilon, keys, query_keys), abs=1e-15)
    assert exppw.predict_probability(x, y, float(query[7]), **data) == exppw.predict_probability(x, y, query, **data)[7]
    assert exppw.tie_order(x).tolist() == sorted(range(n), key=lambda i: x[i])
    assert exppw.tie_order(x, tie_keys=keys).tolist() == sorted(range(n), key=lambda i: (x[i], keys[i]))


def test_by_hand():
    # labels 1 1 1 0 0 with clamp 2: 1 2 2 1 0
    assert exppw.projected_walk([1, 1, 1, 0, 0], 2).tolist() == [0, 1, 2, 2, 1, 0]
    p = exppw.predict_probability([5, 1, 2, 3, 4], [0, 1, 1, 1, 0], [0, 1, 2, 3, 4, 9], clamp=2, epsilon=2 * np.log(3))
    assert p == pytest.approx([1 / 2, 3 / 4, 9 / 10, 9 / 10, 3 / 4, 1 / 2])


def test_huge_and_tiny_epsilon():
    data = ([1.0, 2.0], [1, 1], [0.0, 1.0, 3.0])
    assert exppw.predict_probability(*data, clamp=2, epsilon=1e100).tolist() == [0.5, 1, 1]
    assert exppw.predict_probability(*data, clamp=2, epsilon=1e-100).tolist() == [0.5] * 3


def test_drawn_answers():
    """Each answer is drawn afresh.  Hoeffding: off by more than 0.0172 with probability 2 e^(-2·25000·0.0172²) < 8e-7."""
    query = np.repeat([0.5, 1.5, 2.5], 25_000)
    data = dict(clamp=2, epsilon=1.0)
    drawn = exppw.predict([1, 2], [1, 1], query, rng=np.random.default_rng(5), **data)
    assert set(drawn) == {0, 1}
    wanted = exppw.predict_probability([1, 2], [1, 1], [0.5, 1.5, 2.5], **data)
    assert np.abs(drawn.reshape(3, -1).mean(axis=1) - wanted).max() < 0.0172
    again = exppw.predict([1, 2], [1, 1], query, rng=np.random.default_rng(5), **data)
    assert (drawn == again).all() and exppw.predict([1, 2], [1, 1], 2, rng=np.random.default_rng(1), **data) in (0, 1)


# ---- the exact ε -----------------------------------------------------------------------------------

def largest_loss(top, change, epsilon):
    """Over all ends that differ by at most `change`, plainly."""
    loss, ends = 0.0, range(-top, top + 1)
    for v, w in itertools.product(ends, ends):
        if abs(v - w) <= change:
            p, q = 1 / (1 + np.exp(-epsilon * v / 2)), 1 / (1 + np.exp(-epsilon * w / 2))
            loss = max(loss, abs(np.log(p / q)), abs(np.log((1 - p) / (1 - q))))
    return loss


@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1.0, 1.9, 2.1, 5.0])
def test_walk_epsilon(epsilon):
    for clamp in range(1, 9):
        for relation, change in ((Relation.REPLACE_ONE, 2), (Relation.ADD_REMOVE, 1)):
            claimed = epsilon * change / 2
            exact = exppw.walk_epsilon(clamp, epsilon, relation=relation)
            assert exact == pytest.approx(largest_loss(clamp, change, epsilon), rel=1e-9) and exact < claimed
            assert exppw.walk_epsilon(clamp, epsilon, relation=relation, n=3) == exppw.walk_epsilon(min(clamp, 3), epsilon, relation=relation)
        assert exppw.intro_epsilon(clamp, epsilon) == exppw.walk_epsilon(clamp, 2 * epsilon)
        assert exppw.figure_one_epsilon(clamp, epsilon) == pytest.approx(largest_loss(clamp, 3, epsilon), rel=1e-9)
    grid = exppw.walk_epsilon(np.arange(1, 200)[:, None], np.array([0.01, 1.0]))
    assert grid.shape == (199, 2) and (np.diff(grid[:, 0]) > 0).all()         # a longer clamp costs more privacy, up to ε


def test_epsilon_far_out():
    assert exppw.walk_epsilon(10**9, 1e-12) == pytest.approx(1e-12 * 0.5001, rel=1e-3)   # near ε/2 while εT is small
    assert exppw.walk_epsilon(10**6, 1.0) == 1.0 and exppw.walk_epsilon(10, 1e90) == pytest.approx(1e90, rel=1e-15)
    assert exppw.figure_one_epsilon(10**6, 1.0) == 1.5 and exppw.intro_epsilon(10**6, 1.0) == 2.0
    assert exppw.walk_epsilon(1, 0.7) == pytest.approx(0.35, rel=1e-15)                  # clamp 1: ε/2, exactly
    assert exppw.figure_one_epsilon(3, 1.0) == pytest.approx(1.00827, abs=5e-6)
