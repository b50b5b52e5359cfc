"""What a formula is: one record from which its call, its help, its curve, its row in a table and its tests are made.

A bound is written once, as a decorated function of numbers that are checked already:

    @formula("|C| e^(−αn)", given=(CLASS, ALPHA, N), tex=r"|C| e^{-\\alpha n}", source="LN, Theorem 1",
             log=True, positional=3)
    def occam_bound(log_size, alpha, n):
        \"\"\"Bound on the probability that some bad hypothesis is consistent with n examples.\"\"\"
        return log_size - alpha * n

    @occam_bound.variant("sharp", "|C| (1−α)ⁿ", tex=r"|C| (1-\\alpha)^n", source="LN, Theorem 1 (proof)")
    def occam_bound_sharp(log_size, alpha, n):
        \"\"\"The same without 1 - α <= e^(-α).\"\"\"
        return log_size + n * np.log1p(-alpha)

`occam_bound(64, 0.1, 100)` checks each argument against its `Domain`, broadcasts arrays, raises ValueError where the
hypotheses (`needs`) fail, and gives a float for numbers; `occam_bound.sharp` is the other variant;
`occam_bound.record` is the frozen `Formula`; `occam_bound.curve(...)` is for settings of sliders, which are checked
already: it checks nothing again, and gives NaN where the hypotheses fail, so that a line stops there.  The variants
have one vocabulary: "printed" (in the source), "corrected" (where that is false),
"sharp" (ours, never above the printed one), "exact".
"""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from . import _validate as check
from ._bounds import go_together, whole

VARIANTS = ("printed", "corrected", "sharp", "exact")
LARGEST = np.finfo(float).max
REQUIRED = inspect.Parameter.empty


@dataclass(frozen=True)
class Domain:
    """A parameter of formulas: its name in code, symbol, meaning, and range.

    The range is [low, high], without the ends that `open` names ("(" for the low one, ")" for the high one, "()" for
    both); whole numbers with `integral`, a menu with `options`.  A parameter with a `default` may be left out.  `tries`
    are a few values of everyday size: tests go through them, and the first one is the good value beside bad ones.
    """

    name: str
    symbol: str
    words: str
    low: float = -np.inf
    high: float = np.inf
    open: str = ""
    integral: bool = False
    options: tuple = ()
    default: object = REQUIRED
    tries: tuple = ()

    def check(self, value):
        """The value as an array (an entry of a menu as it stands; None where that is the default)."""
        if self.options:
            return check.choice(self.name, value, self.options)
        if value is None and self.default is None:
            return None
        values = check.array(self.name, value, integral=self.integral)
        inside = self._holds(values)
        if not inside.all():
            raise ValueError(f"{self.name} must be {self.range}; got {values[~inside].flat[0]}")
        return values

    def _holds(self, values: np.ndarray) -> np.ndarray:
        """Whether each value lies in the range."""
        above = values > self.low if "(" in self.open else values >= self.low
        return above & (values < self.high if ")" in self.open else values <= self.high)

    @property
    def range(self) -> str:
        """The range in words, as an error and the help say it."""
        if self.options:
            return "one of " + ", ".join(repr(o) for o in self.options)
        kind = "whole" if self.integral else ""
        if self.high == np.inf:
            sign = ">" if "(" in self.open else ">="
            return f"{kind} {sign} {self.low:g}".strip() if self.low > -np.inf else f"{kind} finite".strip()
        ends = f"{'(' if '(' in self.open else '['}{self.low:g}, {self.high:g}{')' if ')' in self.open else ']'}"
        return f"{kind} in {ends}".strip()

    def but(self, **changes) -> Domain:
        """The same parameter with another range, default, meaning ...; of the values to try those that lie in the range
        stay."""
        other = replace(self, **changes)
        inside = tuple(v for v in other.tries if other._holds(np.asarray(v)).all())
        return other if "tries" in changes or other.options else replace(other, tries=inside
                                                                         or ((other.low + other.high) / 2,))


# One meaning each; β is a probability of failure, δ one of privacy.  ε stays where its products and quotients with n
# are floats.
CLASS = Domain("n_hypotheses", "|C|", "number of hypotheses; None with `log_size`, its natural logarithm", 1,
               integral=True, tries=(64, 2, 1024))
ALPHA = Domain("alpha", "α", "error", 0, 1, "()", tries=(0.1, 0.01, 0.4))
BETA = Domain("beta", "β", "probability of failure", 0, 1, "()", tries=(0.05, 1e-6, 0.5))
EPSILON = Domain("epsilon", "ε", "privacy", 1e-100, 1e100, tries=(0.5, 0.01, 5.0))
DELTA = Domain("delta", "δ", "failure of privacy", 0, 1, "()", tries=(1e-6, 1e-10, 0.1))
N = Domain("n", "n", "number of records", 1, integral=True, tries=(100, 1, 10_000))
T = Domain("T", "T", "number of rounds", 1, 10**15, integral=True, tries=(100, 1, 10_000))
N_EXPERTS = Domain("n_experts", "K", "number of experts", 1, 10**15, integral=True, tries=(8, 2, 1000))
ETA = Domain("eta", "η", "learning rate", 0, 1e300, "(", tries=(0.1, 0.001, 2.0))
VC_DIM = Domain("vc_dim", "d", "VC dimension", 1, 2**53, integral=True, tries=(3, 1, 50))
N_QUERIES = Domain("n_queries", "k", "number of queries", 1, integral=True, tries=(64, 1, 1000))
UNIVERSE = Domain("universe_size", "|X|", "size of the universe", 1, integral=True, tries=(64, 2, 1024))
N_PARTS = Domain("n_parts", "r", "number of parts", 1, integral=True, tries=(20, 1, 300))


@dataclass(frozen=True)
class Formula:
    """The record of one variant of a formula (module docstring).

    `label` is the formula as a curve's label writes it, `tex` as a card does, `source` its place, `card` the id of its
    statement.  `needs` is a predicate on the checked arguments, true where the theorem holds, and `needs_words` says
    it. `bounds` is what it is: an "upper" or a "lower" bound, or an "exact" value or rule with nothing to be above or
    below. `holds` is False for a printed formula that is false.  With `log` the body gives the logarithm; with `sized`
    a number (of examples, of rounds) that is rounded up; with `scalar` it takes single numbers and the call maps it
    over arrays.
    """

    name: str
    variant: str
    label: str
    tex: str
    source: str
    given: tuple[Domain, ...]
    body: Callable = field(compare=False, repr=False)
    card: str = ""
    needs: Callable | None = field(default=None, compare=False, repr=False)
    needs_words: str = ""
    bounds: str = "upper"
    holds: bool = True
    log: bool = False
    sized: bool = False
    scalar: bool = False
    positional: int = 2

    def __post_init__(self):
        check.record(self, variant=VARIANTS, bounds=("upper", "lower", "exact"))

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """How it is called: the first `positional` parameters by place, those after them by keyword; `log_size` beside
        |C|."""
        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        listed = [inspect.Parameter(d.name, kinds[i >= self.positional], default=d.default)
                  for i, d in enumerate(self.given)]
        if CLASS.name in (d.name for d in self.given):
            listed.append(inspect.Parameter("log_size", kinds[1], default=None))
        return inspect.Signature(listed)

    def arguments(self, *args, **kwargs) -> dict:
        """The body's arguments, each checked against its domain: arrays, entries of menus, None."""
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.name}{self.signature}: {error}") from None
        bound.apply_defaults()
        raw = bound.arguments
        found = {d.name: d.check(raw[d.name]) for d in self.given if d.name != CLASS.name}
        size = next((d for d in self.given if d.name == CLASS.name), None)
        return found if size is None else found | {"log_size": _log_class_size(size, raw[size.name], raw["log_size"])}

    def taken(self, *args, **kwargs) -> dict:
        """The same for a setting of sliders, unchecked: it has been checked, against a range inside the formula's."""
        raw, found = dict(zip(self.signature.parameters, args), **kwargs), {}
        for d in self.given:
            value = raw.get(d.name, d.default)
            if d.name == CLASS.name:
                size = raw.get("log_size")
                found["log_size"] = np.asarray(math.log(value) if size is None else size, float)
            else:
                as_it_stands = d.options or value is None or callable(value)
                found[d.name] = value if as_it_stands else np.asarray(value, np.int64 if d.integral else float)
        return found

    def values(self, arguments: dict, outside: str):
        """The formula; where the hypotheses fail it raises ("raise") or gives NaN ("nan")."""
        arrays = {k: v for k, v in arguments.items() if isinstance(v, np.ndarray)}
        holds, shape = True, ()
        with np.errstate(all="ignore"):
            if self.needs is not None or outside == "raise":
                shape = np.shape(go_together(**arrays)[0]) if arrays else ()
            if self.needs is not None:
                holds = np.broadcast_to(self.needs(**arguments), shape)
            if outside == "raise" and not np.all(holds):
                first = ", ".join(f"{k} = {np.broadcast_to(v, shape)[~holds].flat[0]}" for k, v in arrays.items())
                raise ValueError(f"{self.name} needs {self.needs_words}; got {first}")
            value = self._mapped(arguments, arrays, holds) if self.scalar else self.body(**arguments)
            if self.log:
                value = np.exp(np.minimum(value, 709.0))
        if not np.isfinite(value).all():
            value = np.clip(value, -LARGEST, LARGEST)
        if self.sized:
            value = whole(np.where(holds, value, 1))
        if outside == "nan":
            return value if holds is True else np.where(holds, value, np.nan)
        return np.asarray(value).item() if np.ndim(value) == 0 else value

    def _mapped(self, arguments, arrays, holds):
        """The body at each place, of Python's numbers; NaN where the hypotheses fail."""
        names, fixed = list(arrays), {k: v for k, v in arguments.items() if k not in arrays}

        def one(there, *values):
            return self.body(**dict(zip(names, values)), **fixed) if there else np.nan

        return np.vectorize(one, otypes=[float])(holds, *arrays.values())[()]

    def help(self) -> str:
        """The docstring: what the body's says, then parameters, result and source from the record."""
        rows = [f"{d.name} : {d.range}{'' if d.default is REQUIRED else f', default {d.default!r}'}\n    {d.symbol}, "
                f"{d.words}." for d in self.given]
        if CLASS.name in self.signature.parameters:
            rows.append("log_size : float or array >= 0, optional\n    ln|C|, for classes too large for a float.")
        kind = {"upper": "An upper bound", "lower": "A lower bound", "exact": "Exact"}[self.bounds]
        size = "; a whole number, rounded up" if self.sized else ""
        size += "; held at 8.2e307 beyond" if self.log else ""
        needs = f"; ValueError unless {self.needs_words}" if self.needs_words else ""
        said = inspect.cleandoc(self.body.__doc__ or "")
        return (f"{said}\n\n    {self.label}\n\nParameters\n----------\n" + "\n".join(rows) + "\n\nReturns\n-------\n"
                f"number, or an array for arrays (they broadcast)\n    {kind}{size}{needs}.\n\nNotes\n-----\n"
                f"{self.variant.capitalize()}{'' if self.holds else ', and false as printed'}.  Source: "
                f"{self.source}.\n")


def _log_class_size(domain: Domain, n_hypotheses, log_size) -> np.ndarray:
    """ln|C| from exactly one of the two ways to give it."""
    if (n_hypotheses is None) == (log_size is None):
        raise ValueError("give exactly one of n_hypotheses and log_size; "
                         f"got n_hypotheses={n_hypotheses!r}, log_size={log_size!r}")
    if log_size is None:  # Python's log: integers of any size
        return np.asarray(math.log(check.integer("n_hypotheses", n_hypotheses, int(domain.low))))
    return check.array("log_size", log_size, low=math.log(domain.low) * (1 - 1e-12), high=1e15)


def formula(label: str, *, given: tuple[Domain, ...], tex: str, source: str, variant: str = "printed", **more):
    """Decorator: the function becomes the body of a `Formula`, and the formula's call takes its place (module
    docstring)."""

    def dress(body: Callable) -> Callable:
        record = Formula(body.__name__, variant, label, tex, source, tuple(given), body, **more)
        call = _callable(record)
        call.variants = {variant: call}
        return call

    return dress


def _callable(record: Formula) -> Callable:
    """A plain function, so that help() and completion know it: the record's call with the record's signature."""

    def call(*args, **kwargs):
        return record.values(record.arguments(*args, **kwargs), "raise")

    def curve(*args, **kwargs):
        return record.values(record.taken(*args, **kwargs), "nan")

    def variant(name: str, label: str, *, tex: str, source: str, **changes):
        def dress(body: Callable) -> Callable:
            other = _callable(replace(record, name=body.__name__, variant=name, label=label, tex=tex, source=source,
                                      body=body, **changes))
            call.variants[name] = other
            other.variants = call.variants
            setattr(call, name, other)
            return other

        return dress

    call.__name__, call.__qualname__, call.__module__ = record.name, record.name, record.body.__module__
    call.__doc__, call.__signature__, call.__wrapped__ = record.help(), record.signature, record.body
    call.record, call.curve, call.variant = record, curve, variant
    return call


def formulas(names: dict) -> dict[str, Callable]:
    """The formulas that a module defines, by name; `names` is its ``globals()``, and its last line offers them."""
    return {name: f for name, f in names.items()
            if isinstance(getattr(f, "record", None), Formula) and f.__module__ == names["__name__"]}


def least_size(start: float, enough: Callable[[int], bool]) -> int:
    """The least n >= 1 with enough(n), near `start`, which solves it but for rounding; `start` rounded up where n
    cannot be tried one by one."""
    n = max(1, int(np.ceil(start))) if start < 2**50 else None
    if n is None:
        return start
    while n > 1 and enough(n - 1):
        n -= 1
    while not enough(n):
        n += 1
    return n


class Table:
    """Formulas as rows of a table: what a lecture's list of bounds shows."""

    def __init__(self, *formulas: Callable):
        self.rows = [_row(f.record) for f in formulas]

    def __repr__(self) -> str:
        return "\n".join(" | ".join(row) for row in self.rows)

    def _repr_markdown_(self) -> str:
        rows = [("bound", "says", "source", "in code"), ("---",) * 4, *self.rows]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(record: Formula) -> tuple[str, str, str, str]:
    """Formula with its hypotheses, the first sentence of its help, source, name; a bar would end a cell of the
    table, a star set it in italics."""
    tex = re.sub(r"\|(\w)\|", r"\\lvert{\1}\\rvert{}", record.tex).replace("|", r"\vert ")
    said = " ".join(inspect.cleandoc(record.body.__doc__).split())
    says = re.split(r"\.(?: (?=[A-Z`\"])|$)", said)[0]
    where = f", {record.needs_words.split(':')[0]}" if record.needs_words else ""
    false = "" if record.holds else "; false as printed"
    plain = str.maketrans({"|": "\\|", "*": "\\*"})
    says, where, source = (text.translate(plain).replace("<=", "≤").replace(">=", "≥")
                           for text in (says, where, f"{record.source}{false}"))
    return f"${tex}${where}", says, source, f"`{record.name}`"
