"""Every public function, every parameter, every kind of nonsense: an error that names it, or a clean answer.

Each public function, class and method of a room, or of a module of the ground or the desk (a room's `figures` draw what
the room computed, and check nothing again; a formula's record checks its arguments, which tests/test_formula.py tries),
has a good call at least, from good values by name and a table, and one without is a fault.  Each parameter in turn
then takes bad values, all of `BAD` and what `damaged` makes out of the good value (NaN put in, an axis lost, a sign
turned ...), while the others keep their good values.  The call must

* raise ValueError with the parameter's name in its message, or return something that holds no NaN (for numbers,
  good in themselves but at odds with the other arguments, the error may name another parameter);
* refuse `object()` and a stray text, whatever the parameter (unless the table says that it takes a text or anything);
* warn of nothing, and stay within the work allowed: so many lines of the package (tests/work.py), so much memory.

A test file says: ``from nonsense import calls``, ``TABLE = {"f": calls({"x": 1})}`` and
``globals().update(nonsense.tests(TABLE, "dplearn.pac", "dplearn.pac.figures", good={"y": [0, 1]}))``.
"""

import contextlib
import dataclasses
import functools
import importlib
import importlib.util
import inspect
import itertools
import re
import resource
import types
import warnings
from enum import Enum

import numpy as np
import pytest

import dplearn
from work import counted

# of the package that a call may execute; the dearest of `BAD` takes 135,000 (a start of `query_release.pmw_steps`)
LINES = 250_000
MEMORY = 1 << 30  # bytes of address space beyond what the test process holds already; the dearest call takes 400 MB


def public_callables(*modules):
    """Name -> function or class, methods as ``Class.method``: what modules define, and what a room's door offers."""
    found = {}
    for module in map(importlib.import_module, modules):
        for name, thing in vars(module).items():
            home = getattr(thing, "__module__", None) or ""
            package = hasattr(module, "__path__")
            if name.startswith("_") or not (home.startswith(module.__name__ + ".") if package
                                            else home == module.__name__):
                continue
            if inspect.isclass(thing):
                if issubclass(thing, (Enum, BaseException)):
                    continue
                found[name] = thing
                ours = [c for c in thing.__mro__ if c.__module__.startswith("dplearn")]
                others = [c for c in thing.__mro__ if c not in ours and c is not object]
                for method in {m for c in ours for m in vars(c) if not m.startswith("_")}:
                    value = getattr(thing, method)
                    if not (inspect.isfunction(value)
                            or inspect.ismethod(value)) or not value.__module__.startswith("dplearn"):
                        continue
                    # What overrides a method of another library answers to that library.
                    if not any(hasattr(c, method) for c in others):
                        found[f"{name}.{method}"] = value
            elif inspect.isfunction(thing) or hasattr(thing, "__wrapped__"):
                found[name] = thing
    return found


def with_deeper(modules) -> list[str]:
    """Of each module of a room its two sides, of which there must be one; other modules as they are."""
    found = []
    for module in modules:
        _, room, *rest = module.split(".")
        sides = [module, ".".join(["dplearn", room, "deeper", *rest])] if room in dplearn.ROOMS else [module]
        found += (there := [name for name in sides if importlib.util.find_spec(name)])
        assert there, f"no module {module}"
    return found


# ---- one good call for each ---------------------------------------------------------------------------


class Stream:
    """Stands for a fresh generator in each call, so that no call depends on another."""


RNG = Stream()
COMMON = {"rng": RNG, "epsilon": 0.5, "delta": 1e-6, "alpha": 0.1, "eta": 0.3}  # where a test file says nothing else


@dataclasses.dataclass
class Case:
    """Good calls of one function.

    `good` lists sets of keyword arguments; `of` gives the object whose method is meant, or replaces the function.
    `text` names parameters that take any string, `free` those that take anything at all, `callback` functions
    (those that fail when called are the caller's), `work` those with which the call's work may grow (`SIZES_TRIED` and
    10^3 to 10^9 are then not tried).  `says` are other words that an error may use in place of a parameter's name.
    """

    good: list
    of: object = None
    text: tuple = ()
    free: tuple = ()
    callback: tuple = ()
    work: tuple = ()
    says: dict = dataclasses.field(default_factory=dict)


def calls(*good, **more):
    return Case(list(good) or [{}], **more)


class Each(tuple):
    """Good values of one parameter, with a call for each."""


BITS = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]])
ONES, LINE = np.array([0, 1, 1, 0]), np.array([1, 3, 2, 4])

def estimator(kind, **options):
    """The row of an estimator, fitted to `BITS`: `options` are good values of its parameters.

    What its methods do with bad data, scikit-learn's own checks try.
    """
    return {kind.__name__: calls({"random_state": 3, **options},
                                 of=lambda **given: kind(**given).fit(BITS, ONES).predict(BITS))}


# ---- nonsense ---------------------------------------------------------------------------------------------

SIZES_TRIED = (203, 999)  # of what a caller may take for small

BAD = [
    None, "text", object(), lambda: None,
    float("nan"), float("inf"), -1, 0, 0.5, 1, 2, True, 1 + 2j,
    1e308, 5e-324, 10**400, 2**63, 10**7, *SIZES_TRIED, np.int64(-1), np.float32(0.1),
    [], [[]], np.zeros((0, 3)), np.zeros((2, 3, 4)), np.array(np.nan),
    [0.5, float("nan")], [1e308, 1e308], [0.5, 0.6], [1, 0, 1, 0],
    [[1], [1, 2]], [[0, 1], [1, 0]], ["a", "b"], [10**30, 1],
    np.array(["2020-01-01"], "datetime64[D]"), np.ma.masked_array([1, 2], [True, False]), np.matrix([[1, 2]]),
]
REFUSED = [object(), "no such thing"]  # whatever the parameter


def damaged(good):
    """Bad values made out of a good number or array: an entry spoiled, signs turned, an axis won or lost, another
    type."""
    if isinstance(good, (bool, str)) or not plain_number(good):
        return []
    a = np.array(good, float)
    spoiled = [a.copy() for _ in range(6)]
    for b, value in zip(spoiled, (np.nan, np.inf, -1.0, 0.5, 1e18, 1e-300)):
        b.flat[-1:] = value
    axes = [a[:-1], np.concatenate([a, a])] if a.ndim else [a * f for f in (1e6, 1e-9, 1e300)]
    found = [*spoiled, *axes, -a, a[None], a[..., None], *map(a.astype, (complex, object, str))]
    return [x.tolist() for x in found] if isinstance(good, (list, tuple, int, float)) else found


# ---- one call, watched --------------------------------------------------------------------------------------


@contextlib.contextmanager
def watched():
    """Warnings raise; so does the line after the last one allowed."""
    with warnings.catch_warnings(), counted(LINES):
        warnings.simplefilter("error")
        yield


def holds_nan(value, depth=0):
    """Whether NaN stands anywhere in a result."""
    if depth > 6 or value is None or isinstance(value, (str, bytes, Enum, types.FunctionType, np.random.Generator)):
        return False
    if isinstance(value, (float, complex, np.inexact)):
        return bool(np.isnan(value))
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fc" and bool(np.isnan(value).any())
    if isinstance(value, dict):
        parts = value.values()
    elif isinstance(value, types.SimpleNamespace) or dataclasses.is_dataclass(type(value)):
        parts = vars(value).values()
    elif isinstance(value, (list, tuple)) or hasattr(value, "__next__"):
        parts = itertools.islice(value, 50)
    else:
        return False
    return any(holds_nan(part, depth + 1) for part in parts)


def invoke(function, arguments):
    """The call with fresh streams, its result walked; returns whether the result holds NaN."""
    fresh = {k: np.random.default_rng(5) if isinstance(v, Stream) else v for k, v in arguments.items()}
    with watched():
        return holds_nan(function(**fresh))


def plain_number(value):
    """A number, or an array of numbers, that is nonsense at most beside the other arguments."""
    try:
        a = np.asarray(value)
    except ValueError:
        return False
    return isinstance(value, int) or a.dtype.kind in "biuf" and not np.isnan(a).any()


def verdict(case, function, good, parameter, value):
    """("refused" or "answered" or "broken", None if the call complies, otherwise what is wrong)."""
    if parameter in case.callback and callable(value):
        return "refused", None
    if parameter in case.work and np.isscalar(value) and isinstance(value, (int, float)) and (value in SIZES_TRIED
            or 10**3 <= abs(value) <= 10**9):
        return "refused", None
    try:
        nan = invoke(function, {**good, parameter: value})
    except ValueError as error:
        words = [parameter, *case.says.get(parameter, ())]
        if plain_number(value):
            words += {*good, *signature_of(function).parameters}
        if any(re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", str(error)) for word in words):
            return "refused", None
        return "refused", f"the error does not name {parameter}: {error}"
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"
    if nan and parameter not in case.free:
        return "answered", "the result holds NaN"
    return "answered", None


# ---- the tests of a table ---------------------------------------------------------------------------

signature_of = functools.cache(inspect.signature)


def parameters_of(function, good):
    """Those of the signature, and those that go through ``**values``."""
    listed = [p.name for p in signature_of(function).parameters.values()
              if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    return list(dict.fromkeys([*listed, *good]))


@pytest.fixture(scope="module", autouse=True)
def bounded_memory():
    """A call that would fill the machine raises MemoryError, which is a failure."""
    with open("/proc/self/statm") as statm:
        held = int(statm.read().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def filled(function, given, good):
    """The calls that `given` makes with what else the function asks for, from `good`; none if a value is missing."""
    asked = signature_of(function).parameters.values()
    words = {p.name: good[p.name] for p in asked if p.name in good} | given
    if any(p.default is p.empty and p.kind is not p.VAR_KEYWORD and p.name not in words for p in asked):
        return []
    choices = [value if isinstance(value, Each) else (value,) for value in words.values()]
    return [dict(zip(words, values)) for values in itertools.product(*choices)]


def row(name, function, case, good, things, kinds):
    """The row of a name: `case` if the table has one, or what `good` and `things` give, None if nothing."""
    owner, _, method = name.partition(".")
    thing = next((t for t in things if type(t).__name__ == owner), None)
    if case is None and dataclasses.is_dataclass(thing) and not method:
        return calls({f.name: getattr(thing, f.name) for f in dataclasses.fields(thing) if f.init}, **kinds)
    case = case or calls(**kinds)
    if method and thing is not None and case.of is None:
        case = dataclasses.replace(case, of=getattr(thing, method))
    found = [call for given in case.good for call in filled(case.of or function, given, good)]
    return dataclasses.replace(case, good=found) if found else None


def tests(table, *modules, results=(), good=None, things=(), **kinds):
    """The tests of what `modules` offer, for a test file's `globals`.

    Rows come from `good`, beside `COMMON` a good value for each name of a parameter, and `things`, good objects: their
    class is called with their fields, their methods with `good`. `table` has the rows that this does not give; they
    need only say what is not in `good`. `kinds` are the case's `text`, `work`, ... of all other rows. `results` names
    what a reader never calls, classes that the package makes above all: the functions that make them are held to the
    rules.
    """
    good, modules = COMMON | (good or {}), with_deeper(modules)
    public = {name: thing for name, thing in public_callables(*modules).items() if name in table
              or not hasattr(thing, "record") and not {name, name.partition(".")[0]} & set(results)}
    found = {name: row(name, f, table.get(name), good, things, kinds) for name, f in public.items()}
    rows = {name: case for name, case in found.items() if case}
    tried = sorted(name for name in rows if rows[name].good)
    function_of = {name: rows[name].of or public.get(name) for name in tried}
    with_parameters = [n for n in tried if any(parameters_of(function_of[n], good) for good in rows[n].good)]

    def test_every_public_name_has_a_row():
        assert not (odd := set(public) ^ {*rows, *table}), odd

    @pytest.mark.parametrize("name", tried)
    def test_good_calls(name):
        function = function_of[name]
        for good in rows[name].good:
            assert not invoke(function, good)
            signature_of(function).bind(**good)  # the table names real parameters
        if "no_such_option" not in rows[name].free:  # else any name is one of its own
            with pytest.raises((TypeError, ValueError), match="no_such_option"):
                invoke(function, {**rows[name].good[0], "no_such_option": 1})

    @pytest.mark.parametrize("name", with_parameters)
    def test_bad_values(name):
        case, function, faults = rows[name], function_of[name], []
        for good in case.good:
            for parameter in parameters_of(function, good):
                for value in [*BAD, *damaged(good.get(parameter))]:
                    _, fault = verdict(case, function, good, parameter, value)
                    if fault:
                        faults.append(f"{name}({parameter}={_shown(value)}): {fault}")
                for value in REFUSED if parameter not in case.free + case.text else REFUSED[:parameter in case.text]:
                    outcome, _ = verdict(case, function, good, parameter, value)
                    if outcome == "answered":
                        faults.append(f"{name}({parameter}={value!r}) is answered")
        assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:400])

    found = [test_every_public_name_has_a_row, test_good_calls]
    found += [test_bad_values] if with_parameters else []
    return {f.__name__: f for f in found} | {"bounded_memory": bounded_memory}


def _shown(value):
    text = repr(value)
    return text if len(text) < 70 else text[:67] + "..."
