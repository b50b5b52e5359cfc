"""Where an explorer's curves and runs are baked: of each slider that they depend on, a few of its positions.

A page's sliders keep all their positions.  Curves that depend on the same sliders make a `Group`; it is baked at a grid
of their positions, as dense as the budgets of numbers and of seconds allow, ends, menus and the settings that pages
start with among them.  Between two of them the page interpolates (`stencils`), where that is near the truth
(`bake.smooth`); runs stand at the positions of their own group and nowhere else.
"""

from __future__ import annotations

import functools
import itertools
import time
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np

from dplearn.experiment import Choice, Experiment
from dplearn.session import SEED

NUMBERS = 600_000  # in a table, about 1.3 of them a byte
SECONDS = 7.0  # of a processor for the runs of a table, and twice as many for its curves
LEAST_RUNS = 4
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
    """All of a table: the values of each slider's positions, the groups of curves, that of the runs, and what share of
    a printed picture's runs is drawn (less where runs are dear)."""

    experiment: Experiment
    places: dict[str, tuple]
    groups: tuple[Group, ...]
    runs: Group | None
    share: float = 1.0

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


def reads(e: Experiment, curve, x, whole: set | None = None) -> set[str]:
    """The parameters that a curve asks a setting for, over the menus, the ends of the sliders and a few settings; all
    (or `whole`) where it takes the setting as a whole."""
    read, names = set(), {p.name for p in e.parameters}

    class Watched(SimpleNamespace):
        def __getattribute__(self, name):
            read.add(name)
            return super().__getattribute__(name)

    rng = np.random.default_rng(SEED)
    tried = [{}, *({p.name: p.values[end] for p in e.parameters} for end in (0, -1)),
             *({p.name: v} for p in e.parameters if isinstance(p, Choice) for v in p.values),
             *({p.name: p.values[rng.integers(len(p.values))] for p in e.parameters} for _ in range(4))]
    for said in tried:
        curve(Watched(**vars(e.setting(**said))), x)
    return read & names | ((names if whole is None else whole) if "__dict__" in read else set())


def depends(e: Experiment, series, x) -> tuple[str, ...]:
    """The parameters that move a curve, in their order."""
    found = set()
    if hasattr(series.values, "formula"):  # which looks through the whole setting for its arguments, the places for one
        arguments = series.values.arguments
        found = reads(e, arguments, x, whole=set()) - {n for n, v in arguments(e.setting(), x).items() if v is x}
    elif callable(series.values):
        found = reads(e, series.curve, x)
    return tuple(p.name for p in e.parameters if p.name in found)


def grid_for(e: Experiment, starts: list[dict], numbers: int = NUMBERS, seconds: float = 2 * SECONDS) -> Grid:
    """The grid of a table: within the budgets, with the values that pages start with."""
    begins = [vars(e.setting(**start)) for start in [*starts, {}]]
    must = {p.name: {b[p.name] for b in begins} for p in e.parameters}
    places = {p.name: p.values if isinstance(p, Choice) else tuple(sorted({*p.values, *must[p.name]}))
              for p in e.parameters}
    grid = Grid(e, places, (), None)
    by_names = {}
    for i, series in enumerate(e.series):
        by_names.setdefault(depends(e, series, grid.x), []).append(i)
    bare = [Group(names, tuple(series)) for names, series in by_names.items()]
    bare.sort(key=lambda g: np.prod([len(places[n]) for n in g.names]) * len(g.series))  # what leaves most over first
    groups = []
    for left, group in zip(range(len(bare), 0, -1), bare):
        size, dear = len(group.series) * len(grid.x), TRIES * curve_cost(grid, group)
        groups.append(with_positions(grid, group, must, min(numbers / left / size, seconds / left / dear)))
        count = np.prod([len(k) for k in groups[-1].kept])
        numbers, seconds = max(0, numbers - count * size), max(0, seconds - count * dear)
    runs, share = runs_group(grid, must, begins[0]) if e.simulation else (None, 1.0)
    return replace(grid, groups=tuple(groups), runs=runs, share=share)


def curve_cost(grid: Grid, group: Group) -> float:
    """Seconds of a setting's curves, from a few that nothing remembers."""
    e, rng = grid.experiment, np.random.default_rng(SEED + len(group.series))
    settings = [e.setting(**{n: v[rng.integers(len(v))] for n, v in grid.places.items()}) for _ in range(6)]
    return cost(lambda setting: [e.series[i].curve(setting, grid.x) for i in group.series], settings)


def cost(work, settings: list) -> float:
    """Seconds of a processor that `work` takes at one of these settings."""
    begun = time.process_time()
    for setting in settings:
        work(setting)
    return max((time.process_time() - begun) / len(settings), 1e-5)


def runs_group(grid: Grid, must: dict, start: dict, seconds: float = SECONDS) -> tuple[Group, float]:
    """The positions at which runs are drawn, and what share of a printed picture's."""
    e, s = grid.experiment, grid.experiment.simulation

    def drawn(setting, x):
        s.draw(setting, x, np.random.default_rng(SEED), 1)
        s.total_runs(setting), s.chunk_runs(setting)

    names = reads(e, drawn, e.simulated_x) - ({e.x} if isinstance(e.x, str) else set())
    bare = Group(tuple(p.name for p in e.parameters if p.name in names), ())
    few = max(LEAST_RUNS, s.static_runs // 20)
    ends = [{n: grid.places[n][end] for n in bare.names} for end in (0, -1)]
    dear = cost(lambda at: e.simulate(e.setting(**start | at), seed=SEED, runs=few), [{}, *ends]) * s.static_runs / few
    least = with_positions(grid, bare, must, 1)
    share = float(np.clip(seconds / dear / np.prod([len(k) for k in least.kept]) / 4, 0.1, 1))
    settings = min(seconds / (share * dear), NUMBERS / (3 * len(e.simulated_x)) / 4)
    return with_positions(grid, bare, must, settings), share


def with_positions(grid: Grid, group: Group, must: dict, settings: float) -> Group:
    """The group with positions: about so many settings."""
    e = grid.experiment
    sliders = [n for n in group.names if not isinstance(e.parameter(n), Choice)]
    menus = np.prod([len(grid.places[n]) for n in group.names if n not in sliders])
    counts = dict(zip(sliders, shares([len(grid.places[n]) for n in sliders], [len(must[n]) for n in sliders],
                                      settings / menus)))
    kept = []
    for name in group.names:
        values = grid.places[name]
        best = chosen(values, must[name], counts[name]) if name in counts else values
        kept.append(tuple(values.index(v) for v in best))
    return replace(group, kept=tuple(kept))


def shares(most: list[int], least: list[int], settings: float, floor: int = 3) -> list[int]:
    """How many positions each slider keeps: as even as can be, their product within `settings` where `floor` each (and
    those that pages start with, and both ends) allow it."""
    counts = [min(m, max(l + 2, floor)) for m, l in zip(most, least)]
    while True:
        open_ = [i for i, m in enumerate(most) if counts[i] < m]
        grown = [(counts[i], i) for i in open_ if np.prod(counts) / counts[i] * (counts[i] + 1) <= settings]
        if not grown:
            return counts
        counts[min(grown)[1]] += 1


def chosen(values: tuple, must: set, count: int) -> list:
    """`count` values of a slider: both ends and `must` among them, then one after the other in the middle of the
    largest gap, at a round number ("ε = 1", not 1.07): fewer are always among more."""
    kept = sorted({0, len(values) - 1, *map(values.index, must)})
    while len(kept) < min(count, len(values)):
        low, high = max(zip(kept, kept[1:]), key=lambda gap: gap[1] - gap[0])
        third = (high - low) // 3
        inside = range(max(low + 1, low + third), min(high - 1, high - third) + 1)
        kept.append(min(inside, key=lambda i: (len(f"{values[i]:.6g}".strip("0.").replace(".", "")),
                                               abs(2 * i - low - high))))
        kept.sort()
    return [values[i] for i in kept]
