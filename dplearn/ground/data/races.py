"""Horse races, and betting rules as experts."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import columns, frozen
from .expert_data import ExpertData

# A jockey with no rides yet is taken for one with 1 win in 10: two lucky rides do not make the best one.
WINS_BEFORE, RIDES_BEFORE = 1, 10


@dataclass(frozen=True, eq=False)
class HorseRaces:
    """All 262 races of 25 days at Seoul racecourse, 3 January to 29 March 2026, in time order.

    Attributes
    ----------
    date : datetime64[D] array (262,); race_no, distance_m : int64 arrays (262,), a race
    starts : int64 array (263,)
        The runners of race r (from 0) are the rows ``starts[r]:starts[r + 1]``, by gate.
    race : int64 array (2793,), a runner
        The race of each runner, from 0.
    gate, horse, jockey, trainer, age, rating, finish : int64 arrays (2793,)
        Horses and people are numbered from 1 by first appearance; gate 1 is innermost; rating 0: none is
        given; finish 1 is the winner, and once there are two.
    weight_kg, win_odds, place_odds : float arrays (2793,)
        Weight carried; final pay-out per 1 staked, the stake included.

    All arrays are read-only.
    """

    date: np.ndarray
    race_no: np.ndarray
    distance_m: np.ndarray
    starts: np.ndarray
    race: np.ndarray
    gate: np.ndarray
    horse: np.ndarray
    jockey: np.ndarray
    trainer: np.ndarray
    age: np.ndarray
    rating: np.ndarray
    weight_kg: np.ndarray
    win_odds: np.ndarray
    place_odds: np.ndarray
    finish: np.ndarray


@dataclass(frozen=True, eq=False)
class RacingRules(ExpertData):
    """Betting rules as experts: loss 1 unless the rule's horse wins.

    Attributes
    ----------
    picks : int64 array (races, rules), read-only
        The runner that each rule backs, as a row of the `HorseRaces` arrays.
    """

    picks: np.ndarray


@functools.cache
def load_horse_races() -> HorseRaces:
    """The 262 races, one entry a runner and one a race.

    Returns
    -------
    HorseRaces
        Cached: every call gives the same object.  The first takes about 20 ms.

    Source: Korea Racing Authority (출처: 한국마사회, 공공데이터포털), data set 15119524, no restriction on use.
    """
    table = columns("horse_races.csv.gz", date="date", real="weight_kg win_odds place_odds",
                    whole="race race_no distance_m gate horse jockey trainer age rating finish")
    first = np.flatnonzero(np.diff(table["race"], prepend=0))
    a_race = {name: frozen(table[name][first]) for name in ("date", "race_no", "distance_m")}
    return HorseRaces(**table | a_race | {"race": frozen(table["race"] - 1),
                                          "starts": frozen(np.append(first, len(table["race"])))})


def _nth(races: HorseRaces, key: np.ndarray, place: int) -> np.ndarray:
    """In each race the runner with the smallest `key` (place 0), the second smallest (1), ...; ties to the lower gate.
    """
    return np.lexsort((races.gate, key, races.race))[races.starts[:-1] + place]


def _so_far(races: HorseRaces, won: np.ndarray) -> np.ndarray:
    """Wins and rides of each runner's jockey in earlier races, who rides once a race."""
    counts, found = np.zeros((2, races.jockey.max() + 1)), np.empty((2, len(won)))
    for field in map(slice, races.starts[:-1], races.starts[1:]):
        found[:, field] = counts[:, races.jockey[field]]
        counts[:, races.jockey[field]] += won[field], np.ones(len(won[field]))
    return found


@functools.cache
def _racing_rules(races: HorseRaces) -> RacingRules:
    won = races.finish == 1
    wins, rides = _so_far(races, won)
    smallest = {  # each rule backs the runner with the smallest key, but for two
        "favourite": races.win_odds,
        "second favourite": races.win_odds,
        "third favourite": races.win_odds,
        "longest odds": -races.win_odds,
        "gate 1": races.gate,
        "outermost gate": -races.gate,
        "lightest": races.weight_kg,
        "heaviest": -races.weight_kg,
        "highest rating": -races.rating,
        "youngest": races.age,
        "oldest": -races.age,
        "jockey with most wins so far": -wins,
        "jockey with best win rate so far": -(wins + WINS_BEFORE) / (rides + RIDES_BEFORE),
    }
    place = {"second favourite": 1, "third favourite": 2}
    picks = np.column_stack([_nth(races, key, place.get(name, 0)) for name, key in smallest.items()])
    return RacingRules(tuple(smallest), frozen(1.0 - won[picks]), frozen(picks))


def racing_rules(races: HorseRaces) -> RacingRules:
    """Thirteen betting rules as experts, each naming one horse a race before it is run.

    Parameters
    ----------
    races : HorseRaces

    Returns
    -------
    RacingRules, shape (262, 13), cached
        Ties go to the lower gate.  The two rules "so far" use earlier races alone.  The odds are final ones, which a
        bettor at the window does not know yet.  Returns above 1 rest on a few winners at long odds: 262 races are no
        evidence of an edge, and none is claimed.

    Raises
    ------
    ValueError
        For anything else than `HorseRaces`.
    """
    return _racing_rules(check.instance("races", races, HorseRaces))
