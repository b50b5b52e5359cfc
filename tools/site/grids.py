"""Where an explorer's curves and runs are baked: of each slider that they depend on, a few of its positions.

A page's sliders keep all their positions.  Curves that depend on the same sliders make a `Group`; it is baked at a grid
of their positions, as dense as the budgets of numbers and of seconds allow, ends, menus and the settings that pages
start with among them.  Between two of them the page interpolates (`stencils`), where that is near the truth
(`bake.smooth`); runs stand at the positions of their own group and nowhere else.
"""

from __future__ import annotations

import functools
import itertools
import math
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np

from dplearn.experiment import Choice, Experiment
from dplearn.session import SEED

NUMBERS = 200_000  # of the curves of a table: 1 to 2 bytes each
SECONDS = 7.0  # of a processor for the runs of a table, and twice as many for its curves
SHARE, LEAST_RUNS = 0.5, 4  # of a printed picture's runs; runs at least
TRIES = 6  # settings that are computed for one that is baked: the others try its cell
ORDER = 4  # points of an interpolating polynomial


@dataclass(frozen=True)
class Group:
    """What depends on the same sliders: curves by their places in the experiment (runs: none), and for each of the
    sliders the positions that are baked."""

    names: tuple[str, ...]
    series: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...] = ()

    def corners(self):
        """The baked positions, one setting after the other, the last slider moving first."""
        return itertools.product(*self.kept)


@dataclass(frozen=True)
class Grid:
    """All of a table: the values of each slider's positions, those that pages start with, the groups of curves, that
    of the runs, and what share of a printed picture's runs is drawn."""

    experiment: Experiment
    places: dict[str, tuple]
    must: dict[str, set]
    groups: tuple[Group, ...] = ()
    runs: Group | None = None
    share: float = SHARE

    @functools.cached_property
    def x(self) -> np.ndarray:
        """Where curves are computed: the grid of a live picture, and every place that the marker can take."""
        e = self.experiment
        markers = self.places[e.x] if isinstance(e.x, str) else ()
        return np.union1d(e.x_axis.grid(e.points), np.asarray(markers, float))

    def setting(self, group: Group, corner) -> SimpleNamespace:
        """The setting at these positions of a group's sliders; the others, which do not enter, stand at the start."""
        return self.experiment.setting(**{n: self.places[n][i] for n, i in zip(group.names, corner)})

    def runs_at(self, setting) -> int:
        """How many runs the table has at a setting."""
        s = self.experiment.simulation
        return min(s.static_runs, s.total_runs(setting), max(LEAST_RUNS, int(self.share * s.static_runs)))

    def stencils(self, group: Group, positions: dict[str, int], order: int) -> list[list[tuple[int, float]]]:
        """For each slider of a group which baked positions weigh how much at a position."""
        return [stencil([self.places[n][i] for i in kept], self.places[n][positions[n]],
                        getattr(self.experiment.parameter(n), "log", False), order)
                for n, kept in zip(group.names, group.kept)]


def stencil(there: list, value, log: bool, order: int) -> list[tuple[int, float]]:
    """Which of the values `there`, increasing, weigh how much at another between them: the polynomial through `order`
    of them (static/baked.js does the same)."""
    if value in there:
        return [(there.index(value), 1.0)]
    place = np.log if log else np.float64
    count = min(order, len(there))
    first = int(np.clip(np.searchsorted(there, value) - count // 2, 0, len(there) - count))
    u, near = place(value), [place(there[i]) for i in range(first, first + count)]
    return [(first + i, float(np.prod([(u - w) / (v - w) for w in near if w != v]))) for i, v in enumerate(near)]


def reads(e: Experiment, work, x) -> tuple[str, ...]:
    """The parameters that `work` asks a setting for, over the menus, the ends of the sliders and a few settings."""
    read = set()

    class Watched(SimpleNamespace):
        def __getattribute__(self, name):
            read.add(name)
            return super().__getattribute__(name)

    rng = np.random.default_rng(SEED)
    tried = [{}, *({p.name: p.values[end] for p in e.parameters} for end in (0, -1)),
             *({p.name: v} for p in e.parameters if isinstance(p, Choice) for v in p.values),
             *({p.name: p.values[rng.integers(len(p.values))] for p in e.parameters} for _ in range(4))]
    for said in tried:
        work(Watched(**vars(e.setting(**said))), x)
    return tuple(p.name for p in e.parameters if p.name in read)


def grid_for(e: Experiment, starts: list[dict], numbers: int = NUMBERS, seconds: float = 2 * SECONDS) -> Grid:
    """The grid of a table: within the budgets, with the values that pages start with."""
    begins = [vars(e.setting(**start)) for start in [*starts, {}]]
    must = {p.name: {b[p.name] for b in begins} for p in e.parameters}
    places = {p.name: p.values if isinstance(p, Choice) else tuple(sorted({*p.values, *must[p.name]}))
              for p in e.parameters}
    grid, by_names, groups = Grid(e, places, must), defaultdict(list), []
    for i, series in enumerate(e.series):
        by_names[reads(e, series.curve, grid.x)].append(i)
    # What leaves most over comes first.
    order = sorted(by_names.items(), key=lambda item: math.prod(len(places[n]) for n in item[0]) * len(item[1]))
    for left, (names, series) in zip(range(len(order), 0, -1), order):
        size = len(series) * len(grid.x)
        dear = TRIES * cost(grid, len(groups), lambda s: [e.series[i].curve(s, grid.x) for i in series])  # noqa: B023
        groups.append(Group(names, tuple(series), kept(grid, names, min(numbers / left / size, seconds / left / dear))))
        count = len([*groups[-1].corners()])
        numbers, seconds = numbers - count * size, seconds - count * dear
    return replace(grid, groups=tuple(groups), runs=runs_group(grid) if e.simulation else None)


def cost(grid: Grid, number: int, work) -> float:
    """Seconds of a processor that `work` takes at one of a few settings; each number has its own, for what is computed
    may be remembered."""
    rng = np.random.default_rng((SEED, number))
    settings = [grid.experiment.setting(**{n: v[rng.integers(len(v))] for n, v in grid.places.items()})
                for _ in range(6)]
    begun = time.process_time()
    for setting in settings:
        work(setting)
    return max((time.process_time() - begun) / len(settings), 1e-5)


def runs_group(grid: Grid) -> Group:
    """The positions at which runs are drawn."""
    e, s = grid.experiment, grid.experiment.simulation

    def drawn(setting, x):
        s.draw(setting, x, np.random.default_rng(SEED), 1)
        s.total_runs(setting), s.chunk_runs(setting)

    names = tuple(n for n in reads(e, drawn, e.simulated_x) if n != e.x)  # the marker is where they are read
    few = max(LEAST_RUNS, s.static_runs // 20)
    dear = cost(grid, 0, lambda setting: e.simulate(setting, seed=SEED, runs=few)) * SHARE * s.static_runs / few
    return Group(names, (), kept(grid, names, min(SECONDS / dear, NUMBERS / 12 / len(e.simulated_x))))


def kept(grid: Grid, names: tuple[str, ...], settings: float) -> tuple[tuple[int, ...], ...]:
    """The positions of these sliders, about so many settings: all entries of menus, both ends and what pages start
    with; then by turns one more each, in the middle of its largest gap."""
    at = {n: {0, len(grid.places[n]) - 1, *map(grid.places[n].index, grid.must[n])} for n in names}
    at |= {n: {*range(len(grid.places[n]))} for n in names if isinstance(grid.experiment.parameter(n), Choice)}
    while True:
        size = math.prod(map(len, at.values()))
        more = [n for n in names if len(at[n]) < len(grid.places[n])
                and (len(at[n]) < 3 or size / len(at[n]) * (len(at[n]) + 1) <= settings)]
        if not more:
            return tuple(tuple(sorted(places)) for places in at.values())
        name = min(more, key=lambda n: len(at[n]))
        at[name].add(between(grid.places[name], sorted(at[name])))


def between(values: tuple, there: list[int]) -> int:
    """A position in the middle of the largest gap, at a round number ("ε = 1", not 1.07)."""
    low, high = max(itertools.pairwise(there), key=lambda gap: gap[1] - gap[0])
    third = (high - low) // 3
    inside = range(max(low + 1, low + third), min(high - 1, high - third) + 1)
    return min(inside, key=lambda i: (len(f"{values[i]:.6g}".strip("0.").replace(".", "")), abs(2 * i - low - high)))
