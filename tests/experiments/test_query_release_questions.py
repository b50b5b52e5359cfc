"""Lecture 5's offline experiments: curves against plain loops and the mathematics room, simulation against exact values."""

import itertools

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments
from dplearn.experiments import query_release_hunt as hunts

HOURS = np.arange(24)


def plain_sets(name):
    """0/1 rows of the sets of hours, by a loop."""
    if name == "intervals":
        rows = [[float(a <= x <= b) for x in HOURS] for a in HOURS for b in HOURS if a <= b and (a, b) != (0, 23)]
    else:
        rows = [[float(x < a) for x in HOURS] for a in range(1, 24)]
    return np.array(rows)


def plain_hunt(p_star, base, closed, T, eta):
    """p^1..p^(T+1) and the queries taken, by the definition: weights multiplied step by step, the first worst query."""
    rows = np.vstack([base, -base]) if closed else base
    p, path, taken = np.full(24, 1 / 24), [np.full(24, 1 / 24)], []
    for _ in range(T):
        errors = rows @ (p - p_star)
        q = rows[np.flatnonzero(errors >= errors.max() - 1e-12)[0]]
        p = p * np.exp(-eta * q)
        p = p / p.sum()
        path.append(p)
        taken.append(q)
    return np.array(path), np.array(taken)


# ---- hunt ----------------------------------------------------------------------------------------------

def test_worlds_and_sets():
    for world in hunts.WORLDS:
        assert hunts.day(world).shape == (24,) and hunts.day(world).sum() == pytest.approx(1, abs=1e-12)
    assert (np.round(2951 * hunts.day("bikes")) == pytest.approx(2951 * hunts.day("bikes"), abs=1e-9)) and hunts.day("bikes").argmax() == 8
    for name in hunts.SETS:
        np.testing.assert_array_equal(hunts.sets(name).matrix, plain_sets(name))
    assert hunts.divergence(hunts.day("one")) == pytest.approx(np.log(24)) and hunts.divergence(np.full(24, 1 / 24)) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("world, queries", list(itertools.product(hunts.WORLDS, hunts.SETS)))
def test_hunt_is_the_plain_loop(world, queries):
    e = experiments.hunt
    for t, speed in ((1, 1.0), (8, 1.0), (100, 0.5), (37, 10.0)):
        s = e.setting(t=t, speed=speed, data=world, queries=queries)
        eta = speed * np.sqrt(8 * np.log(24) / 100)
        path, taken = plain_hunt(hunts.day(world), plain_sets(queries), queries != "one-sided", t, eta)
        now, average, error, losers = (values(e, key, s, HOURS) for key in ("now", "average", "error", "losers"))
        np.testing.assert_allclose(now, path[t - 1], atol=1e-11)
        np.testing.assert_allclose(average, path[:t].mean(axis=0), atol=1e-11)
        worst = np.abs(plain_sets(queries) @ (path[:t].mean(axis=0) - hunts.day(world))).max()
        np.testing.assert_allclose(error, worst, atol=1e-11)
        np.testing.assert_array_equal(~np.isnan(losers), taken[t - 1] == taken[t - 1].max())
        np.testing.assert_array_equal(values(e, "truth", s, HOURS), hunts.day(world))


def test_the_dots_are_the_hours_that_lose():
    e = experiments.hunt
    for s in random_settings(e, 40):
        if s.t < 100:
            now, losers = values(e, "now", s, HOURS), ~np.isnan(values(e, "losers", s, HOURS))
            after = values(e, "now", e.setting(**{**vars(s), "t": s.t + 1}), HOURS)
            assert (after[losers] <= now[losers]).all() and (after[~losers] >= now[~losers]).all(), s


# ---- hunt_error ----------------------------------------------------------------------------------------

def test_error_of_a_hunt_is_below_its_bounds():
    e = experiments.hunt_error
    T = e.simulated_x
    for world, queries in itertools.product(hunts.WORLDS, hunts.SETS):
        s = e.setting(data=world, queries=queries)
        printed, sharp, kl, average, last = (values(e, key, s, T) for key in ("printed", "sharp", "kl", "average", "last"))
        assert (kl <= sharp * (1 + 1e-12)).all() and (sharp <= printed).all()
        base, p_star = plain_sets(queries), hunts.day(world)
        for i in (0, 4, 8):  # T = 1, 10, 100
            path, _ = plain_hunt(p_star, base, queries != "one-sided", int(T[i]), np.sqrt(8 * np.log(24) / T[i]))
            signed = base @ (path[:-1].mean(axis=0) - p_star)
            assert average[i] == pytest.approx(np.abs(signed).max(), abs=1e-10)
            assert last[i] == pytest.approx(np.abs(base @ (path[-1] - p_star)).max(), abs=1e-9)
            assert signed.max() <= kl[i] + 1e-12  # the side that is hunted, with negations or without
        if queries != "one-sided":
            assert (average <= kl + 1e-12).all()


def test_without_negations_the_other_side_stays():
    e = experiments.hunt_error
    s = e.setting(data="one", queries="one-sided", T=100)
    assert e.picture(s).at_marker()["average"] > 2 * e.picture(s).at_marker()["printed"]
    assert e.picture(e.setting(data="one", queries="thresholds", T=100)).at_marker()["average"] < 0.12
