"""Baked tables of the racetrack and the release desk: what a kernel would send, made beforehand by the widgets.

A table is made of the line of code that a page shows.  For the racetrack it holds the seasons of all worlds, some seeds
and some learning rates; for the desk some releases of each method, degree and ε at the page's columns, all made at
one desk, so that no two of them share their noise.  static/baked_widgets.js answers from it.

The same array of two seasons is kept once.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from dplearn.experts.race import WORLDS
from dplearn.query_release.deeper.curator import METHODS
from dplearn.racetrack import ETA, RULES, Racetrack
from dplearn.release_desk import ACCOUNTS, DEGREES, EPSILON, PAUSE, TOO_MUCH, ReleaseDesk

from .digits import as_script, rounded

SEEDS = 5
ETAS = (0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0,
        10.0)
EPSILONS = (0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0,
            10.0)
DRAWS = 2
DECIMALS = 8  # of answers: finer than the hundredths of a per cent and the three digits of an error that a page writes
FIXED = ("Other columns, other steps T and the file of a release are for a notebook: the line of code below opens the "
         "desk there.")
SEEN = (f"This page holds {DRAWS} releases of each plan, and you have seen them all. In a notebook the "
        "line of code below draws more.")


def put(arrays: dict[tuple, int], numbers) -> int:
    """Where these numbers stand among all arrays of a table: alike ones once."""
    return arrays.setdefault(tuple(np.ravel(numbers).tolist()), len(arrays))


def packed(name: str, kind: str, start: dict) -> str:
    """The table of a widget as a script for a page; `start` is what its line of code says."""
    arrays = {}
    described = {"racetrack": race_table, "release_desk": desk_table}[kind](start, arrays)
    return as_script(name, described | {"arrays": list(arrays)})


def _parted(sent: dict) -> tuple[dict, dict[str, np.ndarray]]:
    """What a widget sends: words, and its arrays."""
    numbers = {name: np.frombuffer(value, "<f8") for name, value in sent.items() if isinstance(value, bytes)}
    return {name: value for name, value in sent.items() if name not in numbers}, numbers


# ---- the racetrack -------------------------------------------------------------------------------------------------


def race_ways(start: dict) -> tuple[list[int], list]:
    """The seeds of a table, and its learning rates: numbers, then rules."""
    shown = Racetrack(**start)
    first = max(0, shown.seed + 1 - SEEDS)
    by_hand = {*ETAS} if isinstance(shown.eta, str) else {*ETAS, shown.eta}
    return list(range(first, first + SEEDS)), [*sorted(by_hand), *RULES]


def race_table(start: dict, arrays: dict) -> dict:
    """All seasons, η moving first, then the seed."""
    track, (seeds, etas) = Racetrack(**start), race_ways(start)
    numbers, seasons, tipsters = [eta for eta in etas if eta not in RULES], [], {}
    shown = {"seed": track.seed, "world": track.world, "eta": etas.index(track.eta), "round": track.round}
    for world, seed, eta in itertools.product(WORLDS, seeds, etas):
        said, sent = _parted(track.set(world=world, seed=seed, eta=eta).season)
        tipsters[world] = said.pop("tipsters")
        near = int(np.abs(np.log(numbers) - np.log(track.race.eta)).argmin())
        places = {"position": near, "sequence": "", "round": 0}
        seasons.append(said | places | {"arrays": _race_arrays(sent, arrays)})
    layout = track.layout_data | {"etas": [ETA.text(eta) for eta in numbers]}
    return {"layout": layout, "start": shown, "worlds": list(WORLDS), "seeds": seeds,
            "etas": [eta if eta in RULES else i for i, eta in enumerate(etas)], "tipsters": tipsters,
            "seasons": seasons}


def _race_arrays(sent: dict, arrays: dict) -> dict[str, int]:
    whole = {name: sent[name].astype(int) for name in ("picks", "losses", "winners", "actions", "realised")}
    short = {name: rounded(sent[name]) for name in ("reach", "expected", "printed", "sharp")}
    return {name: put(arrays, numbers) for name, numbers in (whole | short | {"laws": shares(sent["laws"])}).items()}


def shares(law: np.ndarray) -> np.ndarray:
    """Probabilities that read as they do: per cent with one digit, "<0.1%", ">99.9%"."""
    # By the rule of toFixed in the browser, which takes 100 p and not p.
    read = np.floor(10 * (100 * law) + 0.5) / 1000
    return np.where((law > 0) & (law < 0.001), 0.0005, np.where((law > 0.999) & (law < 1), 0.9995, read))


# ---- the desk ------------------------------------------------------------------------------------------------------


def desk_plans(start: dict) -> list[dict]:
    """The plans of a table, ε moving first: what `ReleaseDesk.set` takes."""
    plan = ReleaseDesk(**start).plan
    epsilons = sorted({*EPSILONS, plan.epsilon})
    return [{"method": method, "degree": degree, "epsilon": epsilon, "T": plan.T if method == plan.method else None}
            for method, degree, epsilon in itertools.product(METHODS, DEGREES, epsilons)]


def desk_table(start: dict, arrays: dict) -> dict:
    """All plans with their releases, made at one desk; those of the page's own plan first."""
    desk, plans, told = ReleaseDesk(**start), desk_plans(start), []
    layout = desk.layout_data
    desk.tank = math.inf  # a reader's tank holds enough for some of all these
    desk.observe(lambda change: told.append(change["new"]), "progress")
    own = plans.index({name: getattr(desk.plan, name) for name in plans[0]})
    epsilons, subsets, made = sorted({plan["epsilon"] for plan in plans}), {}, {}
    for i in sorted(range(len(plans)), key=lambda i: i != own):
        said = desk.set(**plans[i]).plan_data | {"sequence": ""}
        said["epsilon"] = [epsilons.index(plans[i]["epsilon"]), *said["epsilon"][1:]]
        releases = []
        for _ in range(DRAWS):
            told.clear()
            desk.release()
            run = [_parted(look) for look in told if look]  # the last one says that it is over
            words, sent = _parted(desk.result)
            subsets[words["degree"]] = words.pop("subsets")
            places = {name: put(arrays, np.round(answers, DECIMALS)) for name, answers in sent.items()}
            spent = [desk.newest.guarantee.epsilon, desk.newest.guarantee.delta]
            frames = [said | {"arrays": {"errors": put(arrays, rounded(sent["errors"]))}} for said, sent in run]
            releases.append(words | {"spent": spent, "arrays": places, "run": frames})
        made[i] = {"plan": said, "releases": releases}
    layout |= {"epsilons": [EPSILON.text(v) for v in epsilons], "fixed": FIXED}
    return {"layout": layout, "own": own, "methods": list(METHODS), "degrees": list(DEGREES), "accounts": ACCOUNTS,
            "seen": SEEN, "dry": TOO_MUCH, "pause": 1000 * PAUSE,
            "subsets": subsets, "plans": [made[i] for i in range(len(plans))]}
