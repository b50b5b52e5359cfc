"""What lecture pages use besides explorers: the package's own source, pictures with words, exercises.

The algorithm that a lecture shows *is* the code that runs: `source(f)` prints the function from the
package, so there is one copy of it.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection
from types import FunctionType

import numpy as np

from . import _validate as check


class Source:
    """The source of a function, without its docstring, shown as highlighted code."""

    def __init__(self, code: str, where: str):
        self.code, self.where = code, where

    def __repr__(self) -> str:
        return f"# {self.where}\n{self.code}"

    def _repr_markdown_(self) -> str:
        return f"```python\n# {self.where}\n{self.code}\n```"


def source(function: Callable) -> Source:
    """The code of a function of this package, docstring left out (``help(function)`` shows that)."""
    check.function("function", function)
    try:
        lines = textwrap.dedent(inspect.getsource(function)).splitlines()
    except (OSError, TypeError):
        raise ValueError(f"function must be a function or class written in Python; got {function!r}") from None
    node = ast.parse("\n".join(lines)).body[0]
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or getattr(function, "__name__", node.name) == "<lambda>":
        raise ValueError(f"function must be written with def or class; got {function!r}")
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        del lines[first.lineno - 1:first.end_lineno]
    return Source("\n".join(lines).rstrip(), f"{function.__module__}.{function.__qualname__}")


class Drawing:
    """A matplotlib figure with its description: PNG with alternative text, the words where no picture shows."""

    def __init__(self, figure, alt: str):
        self.figure, self.alt = figure, alt

    def __repr__(self) -> str:
        return f"[picture: {self.alt}]"

    def _repr_mimebundle_(self, **kwargs):
        from .figures.stills import with_still

        return with_still(({}, {}), repr(self), self.figure, self.alt)


def drawing(figure, alt: str) -> Drawing:
    """A figure ready for a cell's last line; `alt` says in words what it shows."""
    from matplotlib.figure import Figure

    return Drawing(check.instance("figure", figure, Figure), _words(alt))


def _words(alt: str) -> str:
    if not check.text("alt", alt):
        raise ValueError("alt must say in words what is seen; got an empty text")
    return alt


def living(chart, alt: str):
    """An altair chart ready for a cell's last line; `alt` says what is seen, and what changes as sliders move."""
    from .figures.vegalite import Living, altair

    return Living(check.instance("chart", chart, altair().TopLevelMixin), _words(alt))


def predict(*choices: str) -> None:
    """Ask before a cell shows anything; its first line, ``predict("a half", "more")``.

    What else the cell shows waits, and the words after it, until the reader has chosen or skipped; where no kernel runs
    and no script, all is seen at once.  The choice stays in the page: it is neither sent nor kept.

    Parameters
    ----------
    *choices : two to six, in words.
    """
    from IPython.display import display

    from . import _predict

    display(_predict.Prediction(choices=_predict.choices(choices)))


def report(check_answer: Callable, *, allowed: tuple[Callable, ...] = (), seed: int | None = None,
           **answers: Callable) -> dict[str, bool]:
    """Run an exercise's check on each answer, say which of them pass, and return that.

    Parameters
    ----------
    check_answer : function of an answer and a generator, from which it draws its cases
        Raises AssertionError, with a hint, where the answer is wrong.  An assignment's visible check takes the answer
        alone, which may call what it likes: the grader has its own cases, and its own word on that.
    allowed : functions of this package that an answer may call (plain functions, no formulas).
    seed : other cases at each call where it is None; a page that shows what the check says gives one.
    **answers : the answers by name; one that raises NotImplementedError counts as not written yet.

    Returns
    -------
    dict
        Name to whether it passed.  An error in an answer is told and counts as not passed.
    """
    check.function("check_answer", check_answer)
    allowed = check.instance("allowed", allowed, tuple)
    free = {check.instance("allowed", each, FunctionType).__code__ for each in allowed}
    seed = seed if seed is None else check.integer("seed", seed, 0)
    draws, passed = len(inspect.signature(check_answer).parameters) > 1, {}
    for name, answer in answers.items():
        try:
            check_answer(*(_by_hand(answer, free), np.random.default_rng(seed)) if draws else (answer,))
            passed[name], word = True, "passes"
        except NotImplementedError:
            passed[name], word = False, "not written yet"
        except AssertionError as fault:
            passed[name], word = False, f"fails: {str(fault).partition(chr(10))[0]}"
        except Exception as error:  # a student's code may raise anything; the page goes on
            passed[name], word = False, f"fails: {type(error).__name__}: {error}"
        print(f"{name}: {word}")
    return passed


def _by_hand(answer: Callable, free: Collection = ()) -> Callable:
    """The answer, which raises AssertionError where it called this package.

    Free are functions with this code, methods of what it is given, and whatever these call.
    Python's profiler watches the answer's own thread while it runs.  That reminds an honest reader and stops nobody
    else: what was computed before or after, in another thread, or by a copy of the source is not seen.
    """
    def watched(*args, **kwargs):
        here, before, called = sys._getframe(), sys.getprofile(), []

        def watch(frame, event, _):
            if event != "call" or called or not frame.f_globals.get("__name__", "").startswith(f"{__package__}."):
                return
            name = _name(frame)
            while frame is not here:
                if frame.f_code in free or any(frame.f_locals.get("self") is given for given in args):
                    return
                frame = frame.f_back
            called.append(name)

        collects = gc.isenabled()
        gc.disable()  # a generator of the package that is thrown away meanwhile is closed, which looks like a call
        sys.setprofile(watch)
        try:
            return answer(*args, **kwargs)
        finally:
            sys.setprofile(before)
            if collects:
                gc.enable()
            assert not called, f"write it yourself: your answer calls {called[0]}, which is the package's"

    return watched


def _name(frame) -> str:
    """What a reader calls the function that runs: a method by its object's class, a formula as its record does."""
    local, code = frame.f_locals, frame.f_code
    if "self" in local:
        return f"{type(local['self']).__name__}.{code.co_name}"
    return getattr(local.get("record"), "name", code.co_qualname)


def keyed_rng(assignment: str, klass: str, student: str | None = None) -> np.random.Generator:
    """A random generator that follows from words alone (SHA-256): an assignment, the key of a class, a student or None.

    What it draws is the student's own, and no secret: whoever knows the words draws the same.
    """
    named = {"assignment": assignment, "klass": klass} | ({} if student is None else {"student": student})
    words = [check.text(name, word) for name, word in named.items()]
    seed = hashlib.sha256("\0".join(words).encode()).digest()
    return np.random.default_rng(np.frombuffer(seed, dtype=np.uint32))
