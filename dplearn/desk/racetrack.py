"""`racetrack(...)`: a season at the races that is watched, race by race.

The kernel runs the whole season (`experts.run_race`) and sends it at once; playing it forward, back and round again
is the browser's affair and needs no kernel.  A new season, another η or another world is asked of the kernel, whose
mathematics it stays.  Where no kernel runs, the output carries the picture of the finished season as PNG, with its
description as alternative text.
"""

from __future__ import annotations

import numpy as np
import traitlets

from . import _validate as check
from . import experts, simulate
from ._assets import joined
from ._widget import Widget, in_turn
from .experiment import Axis, Parameter
from .experts.figures import race_figure
from .experts.race import CHANCES, MOST_TIPSTERS, WORLDS, Race, regret_axis, run_race
from .figures.chart import ticks

SEED = 3
MOST_WATCHED = 200  # races: more would not be told apart on a screen
LARGEST_SEED = 2**31 - 1
ETA = Parameter("eta", "η", "learning rate", 0.01, 10.0, 0.5, log=True, steps=91)
RULES = {"hoeffding": "√(8 ln K/T)", "printed": "√(ln K/T)"}  # of the learning rate; a number is set by hand
WORLD_WORDS = {
    "mixed": "eyes that fade and rise, rules of thumb",
    "steady": "one sharp eye among guessers",
    "takeover": "one falls, another climbs",
    "guessers": "nobody knows anything",
}


class Racetrack(Widget):
    """A season at the racetrack that can be played forward (model: `dplearn.experts.race`); also called `racetrack`.

    Parameters
    ----------
    n_experts : tipsters, 2 to 8.
    T : races, 2 to 200.
    seed : of everything random; the same seed shows the same season.
    eta : the bettor's learning rate in [0.01, 10], or a rule: "hoeffding" √(8 ln K/T), "printed" √(ln K/T).
    world : "mixed", "steady", "takeover" or "guessers": how good the tipsters are.
    round : races already run when the page opens.

    Attributes
    ----------
    race : `experts.Race`, the season shown.
    seed, world, eta : what it was made of; eta is a number or the name of a rule.
    round : races run on the page when it last stood still, 0 to T.

    Raises
    ------
    ValueError
        For a value outside its range.
    """

    _esm = joined("dom.js", "racetrack_season.js", "racetrack_track.js", "racetrack_book.js", "racetrack.js")
    _css = joined("explorer.css", "racetrack.css")
    layout_data = traitlets.Dict().tag(sync=True)
    season = traitlets.Dict().tag(sync=True)
    round = traitlets.Int(0).tag(sync=True)

    def __init__(self, n_experts: int = 6, T: int = 60, *, seed: int = SEED, eta="hoeffding", world: str = "mixed",
                 round: int = 0):
        self.n_experts = check.integer("n_experts", n_experts, 2, MOST_TIPSTERS)
        self.T = check.integer("T", T, 2, MOST_WATCHED)
        round = check.integer("round", round, 0, self.T)
        self._run(seed, eta, world)
        super().__init__(layout_data=self._layout(), season=self._season(round), round=round)

    # --- what a reader's code can do -----------------------------------------------------------

    def set(self, **changes) -> Racetrack:
        """Change `seed`, `eta`, `world` or `round` from code; raises ValueError outside their ranges, and then nothing
        changes.

        A new season starts at race 0 unless `round` is given; another η keeps the place.
        """
        return self._change(changes)

    @in_turn
    def _change(self, changes: dict, sequence: str = "") -> Racetrack:
        now = {"seed": self.seed, "eta": self.eta, "world": self.world,
               "round": 0 if {"seed", "world"} & set(changes) else self.round}
        if unknown := sorted(set(changes) - set(now)):
            raise ValueError(f"{unknown[0]} must be one of {', '.join(now)}; got {changes[unknown[0]]!r}")
        wanted = now | changes
        round = check.integer("round", wanted.pop("round"), 0, self.T)
        self._run(**wanted)
        with self.hold_sync():  # one message: no frame shows the new place in the old season
            self.round = round
            self.season = self._season(round, sequence)
        return self

    def __repr__(self) -> str:
        sizes = "" if (self.n_experts, self.T) == (6, 60) else f"n_experts={self.n_experts}, T={self.T}, "
        return f"racetrack({sizes}seed={self.seed}, eta={self.eta!r}, world={self.world!r}, round={self.round})"

    def _still(self) -> tuple:
        return race_figure(self.race)

    # --- the season, and the browser's side ------------------------------------------------------

    def _run(self, seed, eta, world) -> None:
        """Run the season; nothing changes where an argument is refused."""
        seed, world = check.integer("seed", seed, 0, LARGEST_SEED), check.choice("world", world, WORLDS)
        if isinstance(eta, str):
            eta = check.choice("eta", eta, RULES)
            rate = experts.learning_rate(self.T, self.n_experts, rule=eta)
        else:
            eta = rate = ETA.check(eta)
        stream = simulate.stream(seed, f"racetrack {world}", 0)
        self.race: Race = run_race(self.T, self.n_experts, eta=rate, rng=stream, world=world)
        self.seed, self.eta, self.world = seed, eta, world

    def _layout(self) -> dict:
        low, high = regret_axis(self.T, self.n_experts)
        return {"T": self.T, "experts": self.n_experts, "lanes": len(CHANCES), "low": low, "high": high,
                "ticks": {"regret": ticks(Axis("", low, high)), "races": ticks(Axis("", 0, self.T, integer=True))},
                "largest_seed": LARGEST_SEED, "etas": [ETA.text(v) for v in ETA.values], "rules": RULES,
                "worlds": WORLD_WORDS,
                "title": "Happy Valley: follow one tipster a race",
                "question": f"{self.n_experts} tipsters name winners, {self.T} races are run. "
                            "How far behind the best tipster does the bettor end?"}

    def _season(self, round: int, sequence: str = "") -> dict:
        """All that the browser shows, numbers as bytes of float64; `sequence` answers a request of the browser."""
        r = self.race
        behind = r.times - r.times.min(axis=1, keepdims=True)
        arrays = {
            # How near the line each horse is when the winner crosses it; for the eye alone.
            "reach": 0.7 + 0.3 * np.exp(-behind * sum(CHANCES)) - 0.015 * (behind > 0),
            "picks": r.picks, "losses": r.losses, "winners": r.winners,
            "laws": np.vstack([r.probabilities, r.next_law]), "actions": r.actions,
            "expected": r.expected_regret, "realised": r.realised_regret, "printed": r.bound, "sharp": r.bound_sharp,
        }
        return {
            "sequence": sequence, "round": round, "seed": self.seed, "world": self.world,
            "rule": self.eta if isinstance(self.eta, str) else "", "eta": f"{r.eta:.3g}",
            "position": ETA.position(r.eta),
            "code": repr(self).partition(", round=")[0],
            "tipsters": [[t.name, t.words] for t in r.tipsters],
            **{name: np.ascontiguousarray(a, dtype="<f8").tobytes() for name, a in arrays.items()},
        }

    def _hear(self, _, content: dict, buffers) -> None:
        try:
            changes = dict(content["changes"])
            if "position" in changes:
                changes["eta"] = ETA.values[changes.pop("position")]
            self._change(changes, sequence=content["sequence"])
        except Exception as error:
            self._failed(error, content.get("sequence"))


racetrack = Racetrack
