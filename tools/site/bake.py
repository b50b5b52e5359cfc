"""Baked tables: what an explorer says at a grid of settings, worked out beforehand and packed for a page.

A table is made of an `Experiment` and the settings that pages start it with.  `kept_values` chooses the positions of
its sliders: menus whole, the starts among them, the others at even steps and round numbers, as many as the budgets of
numbers and of seconds give.  At each combination of them the curves are computed and runs are drawn (the number of a
printed picture).  The marker's slider keeps all its positions and costs no settings, unless a curve depends on it.

`packed` writes numbers with as many digits as the page shows and the eye needs (`digits.py`); static/baked.js unpacks
them and answers static/explorer.js as a kernel would.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass

import numpy as np

from dplearn.experiment import Choice, Experiment
from dplearn.figures.style import HEIGHT, is_drawn, scale
from dplearn.session import SEED, Session

from .digits import as_script, decode, encode, squeezed

NUMBERS = 300_000  # in a table, about 1.3 of them a byte
SECONDS = 12.0  # of a processor, for a table's runs and curves
LEAST_RUNS = 4


@dataclass(frozen=True)
class Grid:
    """The settings of a table: the values kept of each parameter, and whether the marker's come for nothing."""

    experiment: Experiment
    kept: dict[str, tuple]
    free: str | None  # the marker's parameter, if no curve depends on it
    share: float = 1.0  # of a printed picture's runs: less where runs are dear

    def runs(self, setting) -> int:
        """How many runs the table has at a setting."""
        s = self.experiment.simulation
        return min(s.static_runs, s.total_runs(setting), max(LEAST_RUNS, int(self.share * s.static_runs)))

    def settings(self):
        """All of them, the last parameter moving first."""
        moved = {name: values[:1] if name == self.free else values for name, values in self.kept.items()}
        for values in itertools.product(*moved.values()):
            yield self.experiment.setting(**dict(zip(moved, values)))

    @property
    def x(self) -> np.ndarray:
        """Where curves are computed: the grid of a live picture, and every place that the marker can take."""
        e = self.experiment
        markers = self.kept[e.x] if isinstance(e.x, str) else ()
        return np.union1d(e.x_axis.grid(e.points), np.asarray(markers, float))


def free_marker(e: Experiment) -> str | None:
    """The parameter on the x axis, if no curve depends on where it stands."""
    if not isinstance(e.x, str):
        return None
    p = e.parameter(e.x)
    x = np.union1d(e.x_axis.grid(e.points), np.asarray(p.values, float))
    whole = [s.curve(e.setting(), x) for s in e.series]
    for value in {*p.values[::max(1, len(p.values) // 12)], p.default, p.high}:
        setting = e.setting(**{e.x: value})
        places = e.x_values(setting)
        there = np.searchsorted(x, places)
        if not all(np.allclose(s.curve(setting, places), y[there], equal_nan=True) for s, y in zip(e.series, whole)):
            return None
    return p.name


def cost(grid: Grid, setting) -> tuple[float, float]:
    """Seconds of a setting: its curves, and the runs of a printed picture."""
    e, whole, few = grid.experiment, grid.runs(setting) if grid.experiment.simulation else 0, 0
    start = time.process_time()
    if whole:
        few = max(LEAST_RUNS, whole // 20)
        e.simulate(setting, seed=SEED, runs=few)
    drawn = time.process_time()
    e.picture(setting)
    return time.process_time() - drawn, (drawn - start) * whole / few if few else 0.0


def kept_values(e: Experiment, starts: list[dict], numbers: int = NUMBERS, seconds: float = SECONDS) -> Grid:
    """The grid of a table: within the budgets, with the values that pages start with."""
    begins = [vars(e.setting(**start)) for start in (starts or [{}])]
    free = free_marker(e)
    must = {p.name: sorted({b[p.name] for b in begins}, key=p.position) for p in e.parameters}
    kept = {p.name: p.values for p in e.parameters if isinstance(p, Choice)}
    if free:
        kept[free] = tuple(sorted({*e.parameter(free).values, *must[free]}))
    points = len(np.union1d(e.x_axis.grid(e.points), kept.get(free, ()))) if free else e.points
    size = len(e.series) * points + (3 * len(e.simulated_x) if e.simulation else 0)
    sliders = [p for p in e.parameters if p.name not in kept]
    menus = int(np.prod([len(v) for k, v in kept.items() if k != free]))
    most, least = [len(p.values) for p in sliders], [len(must[p.name]) for p in sliders]
    counts = shares(most, least, numbers // (size * menus))
    # A few settings tell what one costs: where pages start, and where all sliders are at one end.
    probes = [begins[0], *({**begins[0], **{p.name: p.values[end] for p in sliders}} for end in (0, -1))]
    curves, runs = np.max([cost(Grid(e, kept, free), e.setting(**probe)) for probe in probes], axis=0)
    share = float(np.clip((seconds / (menus * np.prod(counts)) - curves) / runs, 0.1, 1)) if runs else 1.0
    affordable = int(seconds / (curves + share * runs))
    if menus * np.prod(counts) > affordable:
        counts = shares(most, least, affordable // menus, floor=2)
    for p, count in zip(sliders, counts):
        kept[p.name] = chosen(p.values, must[p.name], count)
    return Grid(e, {p.name: kept[p.name] for p in e.parameters}, free, share)


def shares(most: list[int], least: list[int], settings: int, floor: int = 3) -> list[int]:
    """How many positions each slider keeps: as even as can be, their product within `settings` where `floor` each (and
    those that pages start with, and both ends) allow it."""
    counts = [min(m, max(l, floor)) for m, l in zip(most, least)]
    while True:
        open_ = [i for i, m in enumerate(most) if counts[i] < m]
        grown = [(counts[i], i) for i in open_ if np.prod(counts) / counts[i] * (counts[i] + 1) <= settings]
        if not grown:
            return counts
        counts[min(grown)[1]] += 1


def chosen(values: tuple, must: list, count: int) -> tuple:
    """`count` values of a slider: both ends and `must` among them, the others at even steps, at round numbers."""
    values = sorted({*values, *must})
    if count >= len(values):
        return tuple(values)
    fixed = {values.index(v) for v in (values[0], values[-1], *must)}
    even = np.linspace(0, len(values) - 1, max(2, count - len(fixed) + 2)).round().astype(int).tolist()
    return tuple(values[i] for i in _rounded(values, sorted({*even, *fixed}), fixed))


def _rounded(values: list, kept: list[int], fixed: set[int]) -> list[int]:
    """The places kept, those that are not fixed moved to the roundest number nearby: a page says "ε = 1", not 1.07."""
    found = []
    for before, at, after in zip([0, *kept], kept, [*kept[1:], kept[-1]]):
        low, high = at - (at - before) // 3, at + (after - at) // 3
        near = [at] if at in fixed else range(low, high + 1)
        found.append(min(near, key=lambda i: (len(f"{values[i]:.6g}".strip("0.").replace(".", "")), abs(i - at))))
    return found


def said(grid: Grid, setting, x) -> dict:
    """All that a page shows at a setting: curves at x, the estimate, which curves are drawn."""
    e = grid.experiment
    estimate = e.simulate(setting, seed=SEED, runs=grid.runs(setting)) if e.simulation else None
    picture = e.picture(setting, estimate)
    curves = np.stack([s.curve(setting, x) for s in e.series])
    return {"curves": curves, "estimate": estimate,
            "drawn": "".join("01"[is_drawn(line, picture.y_axis)] for line in picture.lines)}


def layout(grid: Grid) -> dict:
    """What explorer.js asks first, the sliders cut down to what is kept."""
    whole = Session(grid.experiment, lambda content, buffers: None).layout()
    for control, p in zip(whole["controls"], grid.experiment.parameters):
        control["values"] = list(grid.kept[p.name])
        control["texts"] = [p.text(v) for v in grid.kept[p.name]]
    return whole


def digits_for(e: Experiment, curves: np.ndarray) -> int:
    """As few digits as move no point that is seen by more than a third of a pixel."""
    for digits in (3, 4):
        rounded = decode(encode(curves, digits), digits)
        u, v = scale(e.y, curves), scale(e.y, rounded)
        seen = (u > -0.05) & (u < 1.05)
        if not seen.any() or HEIGHT * np.abs(u - v)[seen].max() < 1 / 3:
            return digits
    return 5


def packed(grid: Grid) -> str:
    """The table as a script for a page: a call with name, description and numbers."""
    e, x = grid.experiment, grid.x
    rows = [said(grid, setting, x) for setting in grid.settings()]
    curves = np.stack([row["curves"] for row in rows])
    digits = [digits_for(e, curves[:, i]) for i in range(len(e.series))]
    coded = [encode(curves[:, i:i + 1], d) for i, d in enumerate(digits)]
    described = {
        "name": e.name, "layout": layout(grid), "x": x.tolist(), "marker": e.x if isinstance(e.x, str) else None,
        "free": grid.free, "digits": digits, "settings": len(rows),
        "values": {name: [repr(v) for v in values] for name, values in grid.kept.items()},
        "defaults": {p.name: repr(p.check(p.default)) for p in e.parameters},
        "drawn": [row["drawn"] for row in rows],
    }
    if e.simulation:
        estimates = [row["estimate"] for row in rows]
        bands = np.stack([[est.mean, est.low, est.high] for est in estimates])
        described |= {"band_digits": digits_for(e, bands), "simulated_x": e.simulated_x.tolist(),
                      "runs": [est.runs for est in estimates], "band": estimates[0].label.rpartition(", ")[0]}
        coded_band = squeezed(encode(bands, described["band_digits"]))
    numbers = b"".join(squeezed(c) for c in coded) + (coded_band if e.simulation else b"")
    return as_script(e.name, described, numbers)
