"""A season at the racetrack (LN, section 2): horses run, tipsters name winners, a bettor follows one tipster a race.

**The model**, declared so that nobody need believe it.  In each race the horse of lane h needs an exponential time
with rate ``CHANCES[h]``, so it wins with just that probability.  A tipster with an eye names the winner with a hit
rate that runs evenly from `first` to `last` over the season, and any other lane evenly otherwise (a hit rate of 1/5 is
a guess that knows nothing).  Others follow a rule: always lane 1, or the winner of the race before.  A tip costs 1
if it is wrong and 0 if it is right.

**The bettor** is Hedge: the law, its exact regret and its bounds are this package's.  He sees no hit rate.

Tips and races depend on the stream alone, not on η or on how many tipsters are heard, and the bettor's coins are
drawn last: two seasons from one stream differ only in what was changed.

References: LN, section 2, "Happy Valley racetrack" and Theorem 2; DR14, section 11.2.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from .. import _validate as check
from .formulas import regret_bound, regret_bound_sharp
from .hedge import draw_actions, expected_regret, hedge_probabilities, realised_regret

CHANCES = (0.30, 0.25, 0.20, 0.15, 0.10)  # of lanes 1 to 5 to win
GUESS = 1 / len(CHANCES)
MOST_RACES, MOST_TIPSTERS = 100_000, 8
RULES = {"lane 1": "always backs lane 1", "repeat": "backs the winner of the race before (lane 1 at first)"}


class Tipster(NamedTuple):
    """One tipster: `name`, and the hit rates `first` and `last` of his season, or a `rule` of ``RULES``."""

    name: str
    first: float = GUESS
    last: float = GUESS
    rule: str = ""

    @property
    def words(self) -> str:
        """How this tipster tips, in words."""
        if self.rule:
            return RULES[self.rule]
        if self.first != self.last:
            return f"names the winner in {self.first:.0%} of races at first, in {self.last:.0%} at the end"
        return "guesses, each lane alike" if self.first == GUESS else f"names the winner in {self.first:.0%} of races"


_GUESSERS = tuple(Tipster(f"Guess {i}") for i in range(1, MOST_TIPSTERS + 1))
WORLDS = {
    "mixed": (Tipster("Sharp", 0.45, 0.45), Tipster("Fading", 0.65, 0.05), Tipster("Lane 1", rule="lane 1"),
              Tipster("Repeat", rule="repeat"),
              Tipster("Rising", 0.05, 0.65), Tipster("Guess"), Tipster("Fair", 0.3, 0.3), Tipster("Jinx", 0.05, 0.05)),
    "steady": (Tipster("Sharp", 0.7, 0.7), *_GUESSERS[:-1]),
    "takeover": (Tipster("Falling", 1.0, 0.0), Tipster("Climbing", 0.0, 1.0), *_GUESSERS[:-2]),
    "guessers": _GUESSERS,
}


@dataclass(frozen=True, eq=False)
class Race:
    """A season of T races with K tipsters and H lanes; time first, all arrays read-only.

    Attributes
    ----------
    tipsters : tuple of K `Tipster`
    eta : float, the bettor's learning rate η
    times : (T, H) running times
    winners : int (T,), lane index of the winner
    picks : int (T, K), lane index that each tipster backs
    losses : (T, K), 1 where the tip is wrong
    probabilities : (T, K), the bettor's law before each race; `next_law` (K,) is the law after the last
    actions : int (T,), the tipster that was followed
    expected_regret, realised_regret : (T,), cumulative, against the best tipster so far
    bound, bound_sharp : (T,), on the expected regret at this η, as printed and by Hoeffding's lemma
    """

    tipsters: tuple[Tipster, ...]
    eta: float
    times: np.ndarray
    winners: np.ndarray
    picks: np.ndarray
    losses: np.ndarray
    probabilities: np.ndarray
    next_law: np.ndarray
    actions: np.ndarray
    expected_regret: np.ndarray
    realised_regret: np.ndarray
    bound: np.ndarray
    bound_sharp: np.ndarray

    def __post_init__(self):
        for f in fields(self):
            if isinstance(value := getattr(self, f.name), np.ndarray):
                value.flags.writeable = False

    @property
    def best(self) -> int:
        """Index of the tipster with the fewest losses of the season (the first of several)."""
        return int(self.losses.sum(axis=0).argmin())


def run_race(T, n_experts, *, eta, rng, world="mixed") -> Race:
    """Run a season of T races (module docstring).

    Parameters
    ----------
    T : int in [1, 100000]
        Races.
    n_experts : int in [2, 8]
        Tipsters: the first so many of ``WORLDS[world]``.
    eta : float in (0, 1e300]
        The bettor's learning rate η (LN's α).
    rng : numpy.random.Generator
    world : "mixed", "steady", "takeover" or "guessers"

    Returns
    -------
    Race

    Raises ValueError outside these ranges.  Cost: a few passes over arrays of shape (T, 8).
    """
    T, n_experts = check.integer("T", T, 1, MOST_RACES), check.integer("n_experts", n_experts, 2, MOST_TIPSTERS)
    rng, tipsters = check.generator("rng", rng), WORLDS[check.choice("world", world, WORLDS)]
    times = rng.exponential(1 / np.array(CHANCES), (T, len(CHANCES)))
    winners = times.argmin(axis=1)
    picks = _picks(tipsters, winners, rng)[:, :n_experts]
    losses = (picks != winners[:, None]).astype(float)
    # A row more than there are races: the law after the last one.
    laws = hedge_probabilities(np.vstack([losses, np.zeros(n_experts)]), eta=eta)
    actions = draw_actions(laws[:-1], rng=rng)[0]
    t = np.arange(1, T + 1)
    return Race(tipsters[:n_experts], float(eta), times, winners, picks, losses, laws[:-1], laws[-1], actions,
                expected_regret(losses, eta=eta), realised_regret(losses, actions), regret_bound(t, n_experts, eta),
                regret_bound_sharp(t, n_experts, eta))


def _picks(tipsters: tuple[Tipster, ...], winners: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The lanes that all tipsters of a world back: int (T, 8)."""
    shape = len(winners), len(tipsters)
    hits = rng.random(shape) < np.linspace([t.first for t in tipsters], [t.last for t in tipsters], len(winners))
    picks = np.where(hits, winners[:, None], (winners[:, None] + rng.integers(1, len(CHANCES), shape)) % len(CHANCES))
    for i, tipster in enumerate(tipsters):
        if tipster.rule:
            picks[:, i] = np.append(0, winners[:-1]) if tipster.rule == "repeat" else 0
    return picks


def regret_axis(T: int, n_experts: int) -> tuple[float, float]:
    """Ends of the axis of regret: they depend on T and K alone, so that the axis stands still while η moves."""
    high = 2.1 * float(np.sqrt(T * np.log(n_experts)))
    return -0.12 * high, high
