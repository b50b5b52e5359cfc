"""The season at the racetrack: the declared model, one stream one season, the axis of its picture."""

from dataclasses import fields

import numpy as np
import pytest
from asking import hoeffding

from dplearn import experts
from dplearn.experts.race import CHANCES, MOST_TIPSTERS, WORLDS

LONG = 100_000


def season(T=60, n_experts=6, eta=0.5, seed=0, world="mixed"):
    return experts.run_race(T, n_experts, eta=eta, rng=np.random.default_rng(seed), world=world)


def test_the_numbers_are_those_of_the_package():
    r, t = season(), np.arange(1, 61)
    laws = experts.hedge_probabilities(np.vstack([r.losses, r.losses[:1]]), eta=0.5)
    for found, truth in ((r.winners, r.times.argmin(axis=1)), (r.losses, r.picks != r.winners[:, None]),
                         (r.probabilities, laws[:-1]), (r.next_law, laws[-1]),
                         (r.expected_regret, experts.expected_regret(r.losses, eta=0.5)),
                         (r.realised_regret, experts.realised_regret(r.losses, r.actions)),
                         (r.bound, experts.regret_bound(t, 6, 0.5)),
                         (r.bound_sharp, experts.regret_bound_sharp(t, 6, 0.5))):
        np.testing.assert_allclose(found, truth, rtol=1e-12)
    assert r.losses.sum(axis=0)[r.best] == r.losses.sum(axis=0).min()
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
    slack, r = hoeffding(LONG / 2, alarm=1e-8), season(T=LONG, n_experts=MOST_TIPSTERS, eta=0.01, world=world)
    assert sum(CHANCES) == pytest.approx(1)
    assert np.abs(np.bincount(r.winners, minlength=5) / LONG - CHANCES).max() < slack
    assert len({t.name for t in r.tipsters}) == MOST_TIPSTERS
    assert (r.picks.min(), r.picks.max()) == (0, len(CHANCES) - 1)
    for i, tipster in enumerate(r.tipsters):
        if not tipster.rule:
            off = 1 - r.losses[:, i] - np.linspace(tipster.first, tipster.last, LONG)
            assert np.abs(off.reshape(2, -1).mean(axis=1)).max() < slack
    if world == "mixed":
        assert (r.picks[:, 2] == 0).all() and r.picks[0, 3] == 0 and np.array_equal(r.picks[1:, 3], r.winners[:-1])
        assert [r.tipsters[i].words for i in (2, 4, 5)] == [
            "always backs lane 1", "names the winner in 5% of races at first, in 65% at the end",
            "guesses, each lane alike"]
