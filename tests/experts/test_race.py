"""The season at the racetrack: the declared model, one stream one season, the axis of its picture."""

from dataclasses import fields

import numpy as np
import pytest

from dplearn import experts
from dplearn.experts.race import CHANCES, MOST_TIPSTERS, WORLDS, regret_axis

LONG = 100_000


def season(T=60, n_experts=6, eta=0.5, seed=0, world="mixed"):
    return experts.run_race(T, n_experts, eta=eta, rng=np.random.default_rng(seed), world=world)


def test_the_numbers_are_those_of_the_package():
    r, t = season(), np.arange(1, 61)
    assert np.array_equal(r.winners, r.times.argmin(axis=1)) and np.array_equal(r.losses, r.picks != r.winners[:, None])
    assert np.allclose(r.probabilities, experts.hedge_probabilities(r.losses, eta=0.5), rtol=1e-14, atol=0)
    assert np.array_equal(r.expected_regret, experts.expected_regret(r.losses, eta=0.5))
    assert np.array_equal(r.realised_regret, r.losses[t - 1, r.actions].cumsum() - r.losses.cumsum(axis=0).min(axis=1))
    assert np.array_equal([r.bound, r.bound_sharp],
                          [experts.regret_bound(t, 6, 0.5), experts.regret_bound_sharp(t, 6, 0.5)])
    weights = np.exp(-0.5 * r.losses.sum(axis=0))
    assert np.allclose(r.next_law, weights / weights.sum(), rtol=1e-12) and weights[r.best] == weights.max()
    with pytest.raises(ValueError, match="read-only"):
        r.losses[0, 0] = 1


def test_one_stream_one_season_whatever_is_changed():
    a, b, other, fewer = season(seed=5), season(seed=5), season(seed=5, eta=3.0), season(seed=5, n_experts=3)
    assert all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    assert np.array_equal(a.picks, other.picks) and not np.array_equal(a.actions, other.actions)
    assert np.array_equal(a.picks[:, :3], fewer.picks) and np.array_equal(a.times, fewer.times)
    assert not np.array_equal(a.winners, season(seed=6).winners)


@pytest.mark.parametrize("world", WORLDS)
def test_horses_and_tipsters_do_as_declared(world):
    """Hoeffding: a mean of n outcomes is off by more than sqrt(ln(2/b)/(2n)) with probability at most b = 1e-8: 69
    comparisons a world.
    """
    slack, r = np.sqrt(np.log(2 / 1e-8) / LONG), season(T=LONG, n_experts=MOST_TIPSTERS, eta=0.01, world=world)
    assert np.abs(np.bincount(r.winners,
                              minlength=5) / LONG - CHANCES).max() < slack and sum(CHANCES) == pytest.approx(1)
    assert len({t.name
                for t in r.tipsters}) == MOST_TIPSTERS and r.picks.min() == 0 and r.picks.max() == len(CHANCES) - 1
    for (i, tipster), part in ((pair, part) for pair in enumerate(r.tipsters)
                               for part in (slice(LONG // 2), slice(LONG // 2, LONG))):
        rate = np.linspace(tipster.first, tipster.last, LONG)[part].mean()
        assert tipster.rule or abs(1 - r.losses[part, i].mean() - rate) < slack
    if world == "mixed":
        assert (r.picks[:, 2] == 0).all() and r.picks[0, 3] == 0 and np.array_equal(r.picks[1:, 3], r.winners[:-1])
        assert [r.tipsters[i].words for i in (2, 4, 5)] == [
            "always backs lane 1", "names the winner in 5% of races at first, in 65% at the end",
            "guesses, each lane alike"]


def test_the_bettor_draws_from_the_law():
    """The number of times that A is followed is a sum of independent coins: Hoeffding, false alarm 1e-6."""
    r = season(T=20_000, n_experts=2, eta=0.01, world="guessers")
    assert abs((r.actions == 0).mean() - r.probabilities[:, 0].mean()) < np.sqrt(np.log(2e6) / 40_000)


def test_the_axis_of_regret_holds_the_printed_bound_at_its_best_rate():
    for T, K in ((2, 2), (60, 6), (200, 8)):
        assert regret_axis(T, K)[0] < 0 and experts.regret_bound(T, K) < regret_axis(T, K)[1]
