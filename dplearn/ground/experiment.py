"""What an experiment is: one description of a question, used by slider, picture, test and sweep.

An `Experiment` names its question, its parameters (each becomes a slider or a menu), an x axis
that is usually one of the parameters, and

* `series`: curves that are computed, not drawn at random: bounds as printed, bounds sharpened,
  exact values, baselines.  Each is a function ``values(setting, x) -> array like x`` or a number; NaN where
  the statement does not apply (outside its hypotheses), so that nothing is drawn there;
* `simulation`: a `Simulation` whose ``draw(setting, x, rng, runs) -> (runs, len(x))`` gives
  independent runs, each a whole curve over x.

From these come `Experiment.picture` (all that a figure shows, as numbers) and `Experiment.simulate`;
`dplearn.sweep` goes through a grid of settings.  Nothing here knows how a figure is drawn.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

import numpy as np

from . import _validate as check
from . import simulate
from .parts import (Axis, Choice, Parameter, Series, Simulation, integer, log_integer, log_scale,  # noqa: F401
                    remembered)  # offered here


@dataclass(frozen=True)
class Line:
    """One curve of a picture: x and y of one length; y is NaN where nothing is drawn."""

    series: Series
    x: np.ndarray
    y: np.ndarray


@dataclass(frozen=True)
class Picture:
    """All that a figure of an experiment at one setting shows, as numbers."""

    title: str
    x_axis: Axis
    y_axis: Axis
    lines: tuple[Line, ...]
    estimate: simulate.Estimate | None
    estimate_x: np.ndarray
    simulation: Simulation | None
    marker: float | None
    code: str
    words: str

    def at_marker(self) -> dict[str, float]:
        """The value of each computed curve at the marker, by the curve's key (NaN: does not apply)."""
        if self.marker is None:
            raise ValueError("marker must be set; this picture's x axis is no parameter")
        return {line.series.key: float(line.y[line.x == self.marker][0]) for line in self.lines}

    def table(self) -> dict[str, np.ndarray]:
        """The curves one below the other: see `Experiment.table`."""
        each = [len(line.x) for line in self.lines]
        named = {name: np.repeat([getattr(line.series, field) for line in self.lines], each)
                 for name, field in (("curve", "key"), ("label", "label"), ("kind", "kind"))}
        return named | {name: np.concatenate([getattr(line, name) for line in self.lines]) for name in ("x", "y")}

    def readings(self) -> list[tuple[str, str, str]]:
        """(key, label, value at the marker) for each curve, and for the simulation with its band."""
        rows = [(line.series.key, line.series.label, self._value(line)) for line in self.lines]
        if self.simulation is not None:
            rows.append(("simulation", self.simulation.label, self._estimate_value()))
        return rows

    def _value(self, line: Line) -> str:
        if self.marker is None:
            return ""
        y = line.y[np.abs(line.x - self.marker).argmin()]
        return "does not apply" if np.isnan(y) else number_text(y)

    def _estimate_value(self) -> str:
        if self.marker is None or self.estimate is None:
            return ""
        i = np.abs(self.estimate_x - self.marker).argmin()
        elsewhere = "" if self.estimate_x[i] == self.marker else f" at {number_text(self.estimate_x[i], 4)}"
        return (f"{number_text(self.estimate.mean[i])} [{number_text(self.estimate.low[i])}, "
                f"{number_text(self.estimate.high[i])}]{elsewhere}")


def number_text(value: float, digits: int = 3) -> str:
    """A number as a reader writes it: to `digits` figures, those before the point in full (1,024 and not 1.02e+03).

    0 below 2.2e-308, where doubles lose their digits.
    """
    value = 0.0 if abs(value) < sys.float_info.min else value  # -0 too
    if not 1e-4 <= abs(value) < 999_999.5:
        return f"{value:.{digits}g}"
    text = f"{value:,.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@dataclass(frozen=True)
class Experiment:
    """A question with parameters, computed curves and a simulation (module docstring).

    `x` names the parameter on the x axis (its slider then moves a marker along the curves), or is an `Axis` of its own;
    left out, it is the first parameter.  `points` is the number of places on it where curves are computed;
    `simulated_points`, if given, a smaller number where runs are drawn.
    """

    name: str
    title: str
    question: str
    parameters: tuple
    y: Axis
    series: tuple[Series, ...]
    x: str | Axis | None = None
    simulation: Simulation | None = None
    points: int = 97
    simulated_points: int | None = None

    def __post_init__(self):
        check.record(self, points=(2, 100_000))
        for name, kinds in (("parameters", (Parameter, Choice)), ("series", Series)):
            values = getattr(self, name)
            if not isinstance(values, tuple) or not all(isinstance(v, kinds) for v in values):
                raise ValueError(f"{name} must be a tuple of their kind; got {values!r}")
        check.instance("y", self.y, Axis)
        check.instance("simulation", self.simulation, (Simulation, type(None)))
        if self.simulated_points is not None:
            check.integer("simulated_points", self.simulated_points, 2, 100_000)
        names = [p.name for p in self.parameters]
        if len(set(names)) != len(names):
            raise ValueError(f"parameters must have different names; got {names}")
        if self.x is None:
            object.__setattr__(self, "x", names[0])
        if not isinstance(self.x, Axis):
            check.choice("x", self.x, [p.name for p in self.parameters if isinstance(p, Parameter)])

    def parameter(self, name: str):
        """The parameter or menu called `name`."""
        check.choice("name", name, [p.name for p in self.parameters])
        return next(p for p in self.parameters if p.name == name)

    def setting(self, **values) -> SimpleNamespace:
        """A checked setting: defaults where nothing is said; raises ValueError naming what is wrong."""
        unknown = set(values) - {p.name for p in self.parameters}
        if unknown:
            raise ValueError(f"{self.name} has no parameter {sorted(unknown)[0]!r}; it has "
                             f"{', '.join(p.name for p in self.parameters)}")
        return SimpleNamespace(**{p.name: p.check(values.get(p.name, p.default)) for p in self.parameters})

    def _checked(self, setting) -> SimpleNamespace:
        """A setting that `setting` made."""
        known = isinstance(setting, SimpleNamespace) and list(vars(setting)) == [p.name for p in self.parameters]
        if not known:
            raise ValueError(f"setting must come from {self.name}.setting(...); got {setting!r}")
        return setting

    @property
    def x_axis(self) -> Axis:
        """The x axis: that of the parameter on it, or the experiment's own."""
        if isinstance(self.x, Axis):
            return self.x
        p = self.parameter(self.x)
        return Axis(p.label, p.low, p.high, p.log, p.integer)

    def x_values(self, setting) -> np.ndarray:
        """Where curves are computed: an even grid, with the marker's own place among them."""
        setting, grid = self._checked(setting), self.x_axis.grid(self.points)
        return np.union1d(grid, [getattr(setting, self.x)]) if isinstance(self.x, str) else grid

    @property
    def simulated_x(self) -> np.ndarray:
        """Where runs are drawn: the same for all settings, so that moving the marker keeps the runs."""
        return self.x_axis.grid(self.simulated_points or self.points)

    def code(self, setting) -> str:
        """A line to paste into a cell that shows this setting: what differs from the defaults."""
        defaults = {p.name: p.default for p in self.parameters}
        values = [f"{k}={v!r}" for k, v in vars(self._checked(setting)).items() if v != defaults[k]]
        return f"explore({', '.join([f'experiments.{self.name}', *values])})"

    def words(self, setting) -> str:
        """The setting as a reader says it."""
        self._checked(setting)
        return "at " + ", ".join(f"{getattr(p, 'symbol', p.meaning)} = {p.text(getattr(setting, p.name))}"
                                 for p in self.parameters)

    def picture(self, setting, estimate: simulate.Estimate | None = None) -> Picture:
        """The curves at `setting`, with an estimate if there is one (cost: the series alone)."""
        if estimate is not None:
            check.instance("estimate", estimate, simulate.Estimate)
        x = self.x_values(setting)
        lines = tuple(Line(s, x, s.curve(setting, x)) for s in self.series)
        marker = getattr(setting, self.x) if isinstance(self.x, str) else None
        return Picture(self.title, self.x_axis, self.y, lines, estimate, self.simulated_x, self.simulation,
                       marker, self.code(setting), self.words(setting))

    def at(self, **values) -> dict[str, float]:
        """The value of each computed curve where the marker stands, by its key (NaN: does not apply); `values` as in
        `setting`.

        The numbers of a page come from here and not from a widget, whose sliders are the reader's.
        """
        return self.picture(self.setting(**values)).at_marker()

    def table(self, **values) -> dict[str, np.ndarray]:
        """The curves at a setting as a tidy table, column -> array: `curve` (its key), `label`, `kind` (printed, sharp,
        exact, ...), `x`, `y` (NaN: does not apply).  ``pandas.DataFrame(...)`` takes it.
        """
        return self.picture(self.setting(**values)).table()

    def draw(self, setting) -> Callable:
        """``draw(rng, runs)`` at this setting, for `dplearn.simulate`."""
        if self.simulation is None:
            raise ValueError(f"{self.name} has no simulation: its curves are exact")
        return partial(self.simulation.draw, self._checked(setting), self.simulated_x)

    def estimate(self, moments: simulate.Moments) -> simulate.Estimate:
        """The moments of runs as an estimate with this experiment's band."""
        return simulate.estimate(moments, band=self.simulation.band)

    def simulate(self, setting, *, seed: int, runs: int | None = None) -> simulate.Estimate:
        """The simulated curve with its band at `setting`; the same seed gives the same estimate."""
        draw = self.draw(setting)
        runs = self.simulation.total_runs(setting) if runs is None else runs
        return self.estimate(simulate.run(draw, runs=runs, chunk=self.simulation.chunk_runs(setting), seed=seed,
                                          name=self.name))
