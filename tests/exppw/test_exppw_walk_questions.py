"""The questions of lecture 7 about the walk: what the pictures show, against the package and against plain loops."""

import itertools

import numpy as np
import pytest
from asking import random_settings, values
from scipy.special import expit

from dplearn import exppw
from dplearn.exppw.experiments import walk as file
from dplearn.exppw.experiments.walk import exppw_true_epsilon, exppw_walk
from dplearn.privacy import Relation

QUERIES = np.linspace(0, 1, 41)


def plain_sample(s):
    """x and y of the sample in the order of the stream: its first n examples, label by label."""
    x, place, coin = file._stream()
    first = np.argsort(place)[: s.n]
    label = np.floor(np.minimum(x[first], 1 - 1e-9) * (s.k + 1)).astype(int) % 2
    return x[first], label ^ (coin[first] < np.float32(s.noise))


def settings():
    return [s for s in random_settings(exppw_walk, 60) if s.n <= 20_000][:40] + [exppw_walk.setting()]


@pytest.mark.parametrize("s", settings(), ids=lambda s: f"n={s.n}, T={s.clamp}, {s.neighbor}")
def test_the_picture_is_what_the_package_answers(s):
    x, y = plain_sample(s)
    p = exppw.predict_probability(x, y, QUERIES, clamp=s.clamp, epsilon=s.epsilon)
    assert values(exppw_walk, "answer", s, QUERIES) == pytest.approx(p, abs=1e-12)
    assert expit(s.epsilon * s.clamp * values(exppw_walk, "walk", s, QUERIES) / 2) == pytest.approx(p, abs=1e-12)
    assert values(exppw_walk, "clean", s, QUERIES[1:-1] + 1e-4) == pytest.approx(np.floor((QUERIES[1:-1] + 1e-4) * (s.k + 1)) % 2)


@pytest.mark.parametrize("s", settings(), ids=lambda s: f"n={s.n}, T={s.clamp}, {s.neighbor}")
def test_the_neighbor(s):
    """The neighbor's walk is that of the sample with one example changed, and never more than 1 or 2 away."""
    shown = values(exppw_walk, "neighbor", s, QUERIES) * s.clamp
    if s.neighbor == "none":
        assert np.isnan(shown).all()
        return
    x, y = plain_sample(s)
    order = np.argsort(x)
    x, y = x[order], y[order]
    behind = (x <= 1 / (s.k + 1)).sum() if s.k else 0
    i = min(behind + (s.clamp + 1) // 2, s.n - 1)
    x2, y2 = (np.delete(x, i), np.delete(y, i)) if s.neighbor == "removed" else (x, np.where(np.arange(s.n) == i, 1 - y, y))
    wanted = exppw.projected_walk(y2, s.clamp)[np.searchsorted(x2, QUERIES, side="right")]
    assert shown == pytest.approx(wanted, abs=1e-9)
    assert np.abs(shown - s.clamp * values(exppw_walk, "walk", s, QUERIES)).max() <= (1 if s.neighbor == "removed" else 2) + 1e-9


def test_the_largest_samples_neighbor():
    """Slow to meet: no noise to speak of, a long clamp, 10^6 examples; the walk is followed until they meet."""
    for kind, change in (("removed", 1), ("flipped", 2)):
        s = exppw_walk.setting(n=10**6, clamp=50, noise=0.5, k=1, neighbor=kind)
        y = file.sample(s.n, s.noise, s.k)
        i = int(file.come_before(s.n, 0.5)) + 25
        y2 = np.delete(y, i) if kind == "removed" else np.concatenate([y[:i], [not y[i]], y[i + 1 :]])
        near = np.linspace(0.4999, 0.52, 500)
        taken = file.come_before(s.n, near)
        wanted = exppw.projected_walk(y2, 50)[taken - (kind == "removed") * (taken > i)]
        got = 50 * values(exppw_walk, "neighbor", s, near)
        assert got == pytest.approx(wanted, abs=1e-9)
        assert np.abs(got - 50 * values(exppw_walk, "walk", s, near)).max() == pytest.approx(change)


@pytest.mark.parametrize("k", range(6))
def test_the_clean_label_has_its_k_ends_and_no_other(k):
    x = np.arange(121) / 120
    clean = values(exppw_walk, "clean", exppw_walk.setting(k=k), x)
    assert np.flatnonzero(clean == 0.5).tolist() == [120 * j // (k + 1) for j in range(1, k + 1)]
    assert clean[0] == 0 and clean[-1] == k % 2 and np.isin(clean, (0, 0.5, 1)).all()


def test_sliders_keep_the_sample():
    """More examples keep the earlier ones, more noise keeps what is turned, another clamp or ε changes no label."""
    for n, m in ((10, 60), (60, 1000), (1000, 10**6)):
        assert set(file._first(n)) < set(file._first(m))
    clean, little, more = (file.sample(500, noise, 2) for noise in (0.0, 0.1, 0.3))
    assert ((clean != little) <= (clean != more)).all() and 0 < (clean != little).sum() < (clean != more).sum()
    assert len(file.sample(10, 0.5, 5)) == 10


# ---- exppw_true_epsilon --------------------------------------------------------------------------------

def test_true_epsilon():
    T = np.arange(1.0, 101)
    for epsilon in (0.01, 0.3, 1.0, 10.0):
        s = exppw_true_epsilon.setting(epsilon=epsilon)
        walk, removed, figure, found = (values(exppw_true_epsilon, key, s, T) for key in ("walk", "removed", "figure", "enumerated"))
        assert found[:6] == pytest.approx(walk[:6], rel=1e-12) and np.isnan(found[6:]).all()   # all data sets, against the formula
        assert (walk <= 1).all() and (removed <= 0.5).all() and (figure <= 1.5).all()
        assert walk == pytest.approx(exppw.walk_epsilon(T, epsilon) / epsilon)
        assert removed == pytest.approx(exppw.walk_epsilon(T, epsilon, relation=Relation.ADD_REMOVE) / epsilon)
    assert values(exppw_true_epsilon, "figure", exppw_true_epsilon.setting(), [3])[0] == pytest.approx(1.00827, abs=5e-6)


def test_enumerated_pairs_by_hand():
    """Clamp 1: all ends occur beside all others; a longer clamp: ends at most 2 apart, with (T, T - 2) among them."""
    assert len(file.enumerated_pairs(1)) == 9
    for clamp in range(2, 7):
        pairs = file.enumerated_pairs(clamp)
        assert np.abs(np.diff(pairs, axis=1)).max() == 2 and [clamp, clamp - 2] in pairs.tolist()
        assert {tuple(p) for p in pairs.tolist()} == {tuple(p[::-1]) for p in pairs.tolist()}
        assert set(itertools.chain.from_iterable(pairs.tolist())) == set(range(-clamp, clamp + 1))
