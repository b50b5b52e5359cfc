"""The season at the racetrack and its picture: the declared model, Hedge on it, words that agree with the numbers."""

import re
from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from dplearn import experts
from dplearn.figures import static
from dplearn.experts.race import CHANCES, MOST_TIPSTERS, WORLDS, Tipster, run_race
from dplearn.experts.race_figure import race_figure, race_words, regret_axis

LONG = 100_000


def season(T=60, n_experts=6, eta=0.5, seed=0, world="mixed"):
    return run_race(T, n_experts, eta=eta, rng=np.random.default_rng(seed), world=world)


def test_the_numbers_are_those_of_the_package():
    r = season()
    t = np.arange(1, 61)
    assert np.array_equal(r.winners, r.times.argmin(axis=1))
    assert np.array_equal(r.losses, r.picks != r.winners[:, None])
    assert np.allclose(r.probabilities, experts.hedge_probabilities(r.losses, eta=0.5), rtol=1e-14, atol=0)
    assert np.array_equal(r.expected_regret, experts.expected_regret(r.losses, eta=0.5))
    assert np.array_equal(r.realised_regret, experts.realised_regret(r.losses, r.actions))
    assert np.array_equal(r.bound, experts.regret_bound(t, 6, 0.5))
    assert np.array_equal(r.bound_sharp, experts.regret_bound_sharp(t, 6, 0.5))
    weights = np.exp(-0.5 * r.losses.sum(axis=0))
    assert np.allclose(r.next_law, weights / weights.sum(), rtol=1e-12)
    assert r.losses.sum(axis=0)[r.best] == r.losses.sum(axis=0).min()


def test_realised_regret_by_hand():
    r = season(T=7, n_experts=3)
    for t in range(1, 8):
        paid = sum(r.losses[s, r.actions[s]] for s in range(t))
        assert r.realised_regret[t - 1] == paid - min(sum(r.losses[s, i] for s in range(t)) for i in range(3))


@pytest.mark.parametrize("world", WORLDS)
def test_expected_at_most_sharp_at_most_printed(world):
    for seed in range(10):
        for eta in (0.02, 0.3, 2.0, 10.0):
            r = season(T=200, n_experts=8, eta=eta, seed=seed, world=world)
            assert (r.expected_regret <= r.bound_sharp).all() and (r.bound_sharp <= r.bound).all()


def test_one_stream_one_season_whatever_is_changed():
    a, b = season(seed=5), season(seed=5)
    assert all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    other = season(seed=5, eta=3.0)
    assert np.array_equal(a.picks, other.picks) and not np.array_equal(a.actions, other.actions)
    fewer = season(seed=5, n_experts=3)
    assert np.array_equal(a.picks[:, :3], fewer.picks) and np.array_equal(a.times, fewer.times)
    assert not np.array_equal(a.winners, season(seed=6).winners)


# Hoeffding: a mean of n outcomes in [0, 1] is off by more than sqrt(ln(2/b)/(2n)) with probability at most b.
def slack(n, b):
    return np.sqrt(np.log(2 / b) / (2 * n))


def test_horses_win_as_often_as_declared():
    wins = np.bincount(season(T=LONG).winners, minlength=5) / LONG
    assert sum(CHANCES) == pytest.approx(1)
    assert np.abs(wins - CHANCES).max() < slack(LONG, 1e-7)  # five lanes: false alarm <= 5e-7


@pytest.mark.parametrize("world", WORLDS)
def test_tipsters_hit_as_often_as_declared(world):
    r = season(T=LONG, n_experts=8, eta=0.01, world=world)
    for part in (slice(0, LONG // 2), slice(LONG // 2, LONG)):
        for i, tipster in enumerate(r.tipsters):
            if tipster.rule:
                continue
            rate = np.linspace(tipster.first, tipster.last, LONG)[part].mean()
            hit = 1 - r.losses[part, i].mean()
            assert abs(hit - rate) < slack(LONG // 2, 1e-8)  # at most 64 comparisons in all worlds: false alarm <= 6.4e-7
    assert r.picks.min() == 0 and r.picks.max() == len(CHANCES) - 1


def test_the_rules_of_thumb():
    r = season()
    assert (r.picks[:, 2] == 0).all()
    assert r.picks[0, 3] == 0 and np.array_equal(r.picks[1:, 3], r.winners[:-1])


def test_the_bettor_draws_from_the_law():
    """One season has one coin a race: the number of times that A is followed is a sum of independent coins."""
    r = season(T=20_000, n_experts=2, eta=0.01, world="guessers")
    assert abs((r.actions == 0).mean() - r.probabilities[:, 0].mean()) < slack(20_000, 1e-6)
    assert not r.actions.any() == r.actions.all()


def test_worlds_are_full_and_named():
    assert all(len(w) == MOST_TIPSTERS and len({t.name for t in w}) == MOST_TIPSTERS for w in WORLDS.values())
    assert Tipster("Guess", 0.2, 0.2).words == "guesses, each lane alike"
    assert Tipster("Up", 0.05, 0.65).words == "names the winner in 5% of races at first, in 65% at the end"
    assert Tipster("One", rule="lane 1").words == "always backs lane 1"


def test_the_record_is_frozen():
    r = season()
    with pytest.raises(FrozenInstanceError):
        r.eta = 1
    with pytest.raises(ValueError, match="read-only"):
        r.losses[0, 0] = 1


@pytest.mark.parametrize("change, name", [
    ({"T": 0}, "T"), ({"T": 1.5}, "T"), ({"T": 10**6}, "T"), ({"n_experts": 1}, "n_experts"), ({"n_experts": 9}, "n_experts"),
    ({"eta": 0}, "eta"), ({"eta": np.nan}, "eta"), ({"rng": 3}, "rng"), ({"world": "moon"}, "world"),
])
def test_bad_input_is_refused(change, name):
    good = {"T": 10, "n_experts": 3, "eta": 0.5, "rng": np.random.default_rng(0), "world": "mixed"}
    with pytest.raises(ValueError, match=name):
        run_race(**{**good, **change})


@pytest.mark.parametrize("change, name", [
    ({"name": 3}, "name"), ({"first": 1.1}, "first"), ({"last": -0.1}, "last"), ({"rule": "crowd"}, "rule"),
])
def test_a_bad_tipster_is_refused(change, name):
    with pytest.raises(ValueError, match=name):
        Tipster(**{"name": "A", **change})


# ---- the picture ------------------------------------------------------------------------------------

SEASONS = [{}, {"T": 1, "n_experts": 2}, {"T": 200, "n_experts": 8, "world": "takeover", "seed": 3}, {"eta": 1e-4},
           {"eta": 30.0, "T": 2000}]


@pytest.mark.parametrize("change", SEASONS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(change, assert_nothing_clipped):
    figure, words = race_figure(season(**change))
    assert_nothing_clipped(figure)
    assert len(words) > 60
    assert static.png(figure, 1.0) == static.png(race_figure(season(**change))[0], 1.0)


def test_the_words_state_the_numbers():
    r = season(T=40, n_experts=4, seed=2)
    words = race_words(r)
    paid = sum(r.losses[t, r.actions[t]] for t in range(40))
    assert f"The bettor lost {paid:.0f}, the best tipster, {r.tipsters[r.best].name}, {r.losses.sum(axis=0).min():.0f}" in words
    named = ("Expected regret", "sharpened bound", "printed bound")
    expected, sharp, printed = (float(re.search(rf"{name} ([0-9.]+)", words)[1].rstrip(".")) for name in named)
    assert expected == pytest.approx(r.expected_regret[-1], rel=0.005)
    assert sharp == pytest.approx(experts.regret_bound_sharp(40, 4, 0.5), rel=0.005)
    assert printed == pytest.approx(experts.regret_bound(40, 4, 0.5), rel=0.005)


def test_a_rate_that_promises_nothing_is_said_so():
    title = race_figure(season(eta=1e-4))[0].texts[0].get_text()
    assert "promises nothing" in title


def test_the_axis_of_regret_holds_the_printed_bound_at_its_best_rate():
    for T, K in ((2, 2), (60, 6), (200, 8)):
        low, high = regret_axis(T, K)
        assert low < 0 and experts.regret_bound(T, K) < high


def test_a_picture_asks_for_a_race():
    with pytest.raises(ValueError, match="race"):
        race_figure(3)
