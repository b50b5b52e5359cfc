"""The parts that an experiment is put together from: parameters and menus, axes, curves, runs.

Each is a frozen record, checked when it is made, so that a lecture's file with a slip in it fails where the
slip stands and not when a reader moves a slider.  `Experiment`, which joins them, is in `experiment`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from types import SimpleNamespace

import numpy as np

from . import _validate as check
from . import simulate

KINDS = ("printed", "sharp", "exact", "baseline", "rate", "run")
FINITE = (-1e300, 1e300)
NEAR = 0.03  # a position of a log slider that is this near (3%) to 1, 2, 5, 10 ... stands there
ROLES = ("nonprivate", "private", "truth", "attack", "theory", "baseline")


class Scale:
    """What has two ends `low` and `high`, perhaps on a `log` scale, perhaps whole numbers (`integer`)."""

    def grid(self, points: int) -> np.ndarray:
        """About `points` places from low to high, without repetition."""
        spaced = np.geomspace if self.log else np.linspace
        places = spaced(self.low, self.high, check.integer("points", points, 2, 100_000))
        return np.unique(np.round(places)) if self.integer else places


@dataclass(frozen=True)
class Parameter(Scale):
    """A number that a reader moves.

    `name` is the identifier, `symbol` what mathematics calls it, `meaning` a few words.  The
    slider has the positions `values`: at most `steps` of them from `low` to `high`, evenly spaced
    (geometrically with `log`, but for 1, 2, 5, 10 ..., which are stops), rounded to three significant digits (to whole
    numbers with `integer`).  `default` is always one of the positions.
    """

    name: str
    symbol: str
    meaning: str
    low: float
    high: float
    default: float
    log: bool = False
    integer: bool = False
    steps: int = 121

    def __post_init__(self):
        check.record(self, low=FINITE, high=FINITE, default=FINITE, steps=(2, 10_000))
        if not self.low < self.high or not self.low <= self.default <= self.high:
            raise ValueError(f"{self.name} needs low < high and low <= default <= high; got {self.low}, {self.high}, "
                             f"{self.default}")
        if self.log and self.low <= 0:
            raise ValueError(f"{self.name} has a log scale and needs low > 0; got {self.low}")

    @cached_property
    def values(self) -> tuple:
        """The slider's positions, increasing, both ends and the default among them."""
        raw = self.grid(self.steps)
        if self.log:  # what a page asks for, "halve ε", "move n to 200", is a stop
            tens = 10.0 ** np.arange(np.floor(np.log10(self.low)), np.ceil(np.log10(self.high)) + 1)
            for even in np.outer(tens, (1, 2, 5)).ravel():
                raw = np.where((near := np.abs(np.log(raw / even))) == min(near.min(), NEAR), even, raw)
        tidy = raw if self.integer else [float(f"{v:.3g}") for v in raw]  # three digits read well and paste well
        # Rounding may step over an end; the ends themselves are always reachable.
        inside = {float(v) for v in tidy if self.low <= v <= self.high}
        points = sorted(inside | {float(self.low), float(self.high), float(self.default)})
        return tuple(int(v) for v in points) if self.integer else tuple(points)

    @property
    def label(self) -> str:
        """Meaning and symbol, for an axis."""
        return f"{self.meaning}, {self.symbol}"

    def check(self, value):
        """`value` in its type; raises ValueError outside [low, high]."""
        if self.integer:
            return check.integer(self.name, value, int(self.low), int(self.high))
        return check.real(self.name, value, self.low, self.high)

    def text(self, value) -> str:
        """The value as a reader writes it."""
        value = check.integer("value", value) if self.integer else check.real("value", value)
        if self.integer:
            return f"{value:,}"
        return np.format_float_positional(value, trim="-") if 1e-4 <= abs(value) < 1e6 or value == 0 else f"{value:g}"

    def position(self, value) -> int:
        """The slider's position nearest to a value in [low, high], by its scale."""
        return self.nearest(self.check(value))

    def nearest(self, value) -> int:
        """The same for a value of a setting, which is checked already."""
        scale = np.log if self.log else np.asarray
        return int(np.abs(scale(self.values) - scale(value)).argmin())


def log_scale(*args, **kwargs) -> Parameter:
    """A parameter with its positions evenly spaced in the logarithm: ε, δ, α, a rate."""
    return Parameter(*args, log=True, **kwargs)


def integer(*args, **kwargs) -> Parameter:
    """A parameter that is a whole number."""
    return Parameter(*args, integer=True, **kwargs)


def log_integer(*args, **kwargs) -> Parameter:
    """A whole number, its positions evenly spaced in the logarithm: how many records, rounds, queries."""
    return Parameter(*args, log=True, integer=True, **kwargs)


@dataclass(frozen=True)
class Choice:
    """A menu: `options` maps each key (used in code) to the words a reader sees."""

    name: str
    meaning: str
    options: dict = field(hash=False)
    default: str

    def __post_init__(self):
        if not isinstance(self.options, dict) or not self.options or not all(isinstance(w, str)
                for kv in self.options.items() for w in kv):
            raise ValueError(f"options must map keys to words, both strings; got {self.options!r}")
        check.record(self, default=self.options)

    @property
    def values(self) -> tuple:
        """The keys, in the order of the menu."""
        return tuple(self.options)

    def check(self, value):
        """`value` if it is a key; raises ValueError otherwise."""
        return check.choice(self.name, value, self.options)

    def position(self, value) -> int:
        """The place of a key in the menu."""
        return self.nearest(self.check(value))

    def nearest(self, value) -> int:
        """The same for a key of a setting, which is checked already."""
        return self.values.index(value)

    def text(self, value) -> str:
        """The words for a key."""
        return self.options[check.choice("value", value, self.options)]


@dataclass(frozen=True)
class Axis(Scale):
    """An axis that stays put: label with symbol and unit, ends, scale."""

    label: str
    low: float
    high: float
    log: bool = False
    integer: bool = False

    def __post_init__(self):
        check.record(self, low=FINITE, high=FINITE)
        if not self.low < self.high or (self.log and self.low <= 0):
            raise ValueError(f"low must be below high{', and positive on a log scale' if self.log else ''}; got "
                             f"{self.low}, {self.high}")


@dataclass(frozen=True)
class Series:
    """A computed curve.

    `short` stands beside the line, `label` (the formula with its source) in the table below.
    `values(setting, x)` returns an array like x, or one number for all x; a number alone is a level line.
    `kind`: "printed" or "sharp" (bounds), "exact", "baseline", "rate" (fitted constant), "run" (a
    single one).
    `role` gives the colour; left out, bounds are dark and exact values black.  `mark` is "line",
    "step" or "points".
    """

    key: str
    short: str
    label: str
    values: Callable | float = field(compare=False)
    kind: str = "printed"
    role: str = "theory"
    mark: str = "line"

    def __post_init__(self):
        check.record(self, kind=KINDS, role=ROLES, mark=("line", "step", "points"))
        if not callable(self.values):
            check.real("values", self.values)

    def curve(self, setting, x) -> np.ndarray:
        """The values at the places x, shape (len(x),); NaN where nothing is drawn.  Not to be written to."""
        y = np.asarray(self.values(setting, x) if callable(self.values) else self.values, dtype=float)
        return y if y.ndim else np.full(len(x), y)

    @classmethod
    def of(cls, formula: Callable, key: str, short: str, *, x: str = "", label: str = "", **more) -> Series:
        """The curve of a formula (`dplearn.formula`) in its parameter `x`; its other parameters are those of the
        setting.

        `x` left out is the experiment's first parameter, which stands on the x axis where nothing else is said.  What
        the setting does not have is given by keyword: a number, or a function of the setting.  The rest goes to the
        series; label and kind are the record's where nothing else is said.
        """
        record = formula.record
        names = list(record.signature.parameters)
        given = {name: more.pop(name) for name in names if name in more}

        def arguments(setting, places) -> dict:
            across = x or next(iter(vars(setting)))
            said = {n: v(setting) if callable(v) else v for n, v in given.items()}
            at = {n: getattr(setting, n) for n in names if n not in (across, *said) and hasattr(setting, n)}
            return at | said | {across: places}

        def values(setting, places):
            return formula.curve(**arguments(setting, places))

        values.formula, values.arguments = formula, arguments  # a test holds the sliders' ranges to the formula's

        kind = {"printed": "printed", "corrected": "printed"}.get(record.variant, record.variant)
        return cls(key, short, label or f"{record.label}  ({record.source})", values, **{"kind": kind, **more})


def remembered(*names: str) -> Callable:
    """Decorator of a curve (setting, x): kept for the places and these values of the setting, which are all it sees.

    Several series and the runs may then ask for the same numbers; sliders that do not enter leave them as they are.
    """
    def dress(curve: Callable) -> Callable:
        @lru_cache
        def kept(places: bytes, *values):
            return curve(SimpleNamespace(**dict(zip(names, values))), np.frombuffer(places))

        @wraps(curve)
        def asked(setting, x):
            return kept(np.asarray(x, float).tobytes(), *(getattr(setting, name) for name in names))

        asked.kept = kept
        return asked

    return dress


@dataclass(frozen=True)
class Simulation:
    """Independent runs.

    `draw(setting, x, rng, runs)` returns (runs, len(x)).  `runs` is the full number; `chunk` is
    how many are drawn at a time, a number or a function of the setting, chosen so that a chunk
    takes about 10 ms: between two chunks a slider is heard.  `static_runs` are drawn for a printed
    picture.  `band` as in `dplearn.simulate.estimate`; `short` stands beside the line, `label` in the table.
    """

    draw: Callable = field(compare=False)
    label: str = "simulation"
    runs: int | Callable = 10_000
    chunk: int | Callable = 100
    static_runs: int = 1_000
    band: str = "clopper-pearson"
    short: str = "simulation"

    def __post_init__(self):
        check.record(self, static_runs=(1,), band=simulate.BANDS)
        for name in ("runs", "chunk"):
            if not callable(getattr(self, name)):
                check.integer(name, getattr(self, name), 1)

    def total_runs(self, setting) -> int:
        """How many runs a full simulation has at this setting."""
        return int(self.runs(setting)) if callable(self.runs) else self.runs

    def chunk_runs(self, setting) -> int:
        """How many runs are drawn at a time at this setting, at least one."""
        return max(1, int(self.chunk(setting)) if callable(self.chunk) else self.chunk)
