"""What a question is: its gates with whole points, the check that goes through them, plausible wrong answers.

A check is a generator.  It asks the student's functions through `ask`, and yields once for each gate, in order:
nothing if the gate is passed, words to the student if not.  `Wrong` raised, an answer that never comes, or a value of
another shape closes that gate and all that follow; gates about another function stand `apart`.  The words name what
failed, never the answer.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from .student import Refused, Student


class Wrong(Exception):
    """The answer is wrong; the words say in what, to the student."""


def need(holds, words: str) -> None:
    """Raise `Wrong(words)` unless `holds`."""
    if not holds:
        raise Wrong(words)


@dataclass(frozen=True)
class Mistake:
    """A plausible wrong answer: what it changes in the solution, the most points it may get, words its feedback has.

    `change` maps parts of the solution's code to what stands there instead; the key "" adds lines at the end.
    """

    name: str
    change: dict[str, str]
    most: int
    cause: str

    def code(self, solution: str) -> str:
        """The solution with the mistake in it."""
        for old, new in self.change.items():
            if old not in solution:
                raise ValueError(f"the solution must hold what {self.name!r} changes; got no {old!r}")
            solution = solution.replace(old, new) if old else solution + "\n\n" + new
        return solution


@dataclass(frozen=True)
class Question:
    """A question graded by its check; `goals` are the numbers of the lecture's goals that it tests."""

    id: str
    minutes: int
    goals: tuple[int, ...]
    gates: dict[str, int]
    check: Callable[[Ask, Case], Iterator[str | None]]
    mistakes: tuple[Mistake, ...] = ()
    seconds: float = 5
    kind: str = "exact"

    @property
    def points(self) -> int:
        return sum(self.gates.values())


@dataclass(frozen=True)
class Proof:
    """A question graded by hand: `rubric` maps what an answer must hold to its whole points, `errors` names what is
    often wrong and what it costs."""

    id: str
    minutes: int
    goals: tuple[int, ...]
    rubric: dict[str, int]
    errors: dict[str, str]
    kind: str = "by hand"

    @property
    def points(self) -> int:
        return sum(self.rubric.values())


@dataclass(frozen=True)
class Case:
    """What one student's copy is about: the constants that the release drew for this student, and hidden streams."""

    given: dict
    words: tuple[str, ...]  # assignment, class, student, a digest of the answers
    secret: str = ""

    def __getattr__(self, name: str):
        try:
            return self.given[name]
        except KeyError:
            raise AttributeError(name) from None

    def rng(self, *words) -> np.random.Generator:
        """A hidden stream, from the student, the instructor's secret and `words`: another student's, another answer's
        or another secret's is another."""
        text = "\0".join((*self.words, self.secret, *map(str, words)))
        return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


@dataclass(frozen=True)
class Call:
    """A call that was answered, while `gate` was tried."""

    gate: str
    name: str
    args: tuple
    value: object


@dataclass
class Ask:
    """Calls of the student's functions; `calls` keeps each with its answer, for `asked_again`."""

    student: Student
    rng: np.random.Generator
    gate: str = ""
    calls: list[Call] = field(default_factory=list)

    def __call__(self, name: str, *args):
        return self.each(name, [args])[0]

    def each(self, name: str, calls) -> list:
        """The values at each of the calls (tuples of arguments), in the time of one, asked in a hidden order."""
        calls = [copy.deepcopy(tuple(args)) for args in calls]  # a script may go on writing into its history
        order = self.rng.permutation(len(calls))
        values = dict(zip(order, self.student.ask_each(name, [calls[i] for i in order])))
        self.calls += [Call(self.gate, name, args, values[i]) for i, args in enumerate(calls)]
        return [values[i] for i in range(len(calls))]


@dataclass(frozen=True)
class Mark:
    """What an answer to one question got."""

    question: str
    of: int
    gates: dict[str, int | None] = field(default_factory=dict)  # None: not tried
    words: str = ""  # of each gate that is closed, a line each

    @property
    def points(self) -> int:
        return sum(points or 0 for points in self.gates.values())

    @property
    def failed(self) -> str:
        """The first gate that is closed."""
        return next((gate for gate in self.gates if not self.gates[gate]), "")


FORM = (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError, ZeroDivisionError)
UNTRIED = ""
MOST_WORDS = 9999  # to the student: an answer of millions of numbers may stand in them


def apart(gates: int, part: Iterator[str | None]) -> Iterator[str | None]:
    """A part of a check with so many gates: what goes wrong in it closes those that it has left, and no other."""
    try:
        for fault in part:
            gates -= 1
            yield fault
    except (Wrong, Refused, *FORM) as fault:
        if not gates:
            raise
        yield _said(fault)
        yield from [UNTRIED] * (gates - 1)


def asked(question: Question, student: Student, case: Case) -> tuple[Mark, list[Call]]:
    """Go through the gates of a question: the mark, and the calls that led to it."""
    student.seconds = question.seconds
    passed, words, ask = {}, [], Ask(student, case.rng("order", question.id))
    faults = iter(question.check(ask, case))
    try:
        for ask.gate in question.gates:
            fault = next(faults)
            passed[ask.gate] = None if fault == UNTRIED else 0 if fault else question.gates[ask.gate]
            words += [f"{ask.gate}: {fault}"] if fault else []
    except (Wrong, Refused, *FORM) as fault:
        passed[ask.gate], words = 0, [*words, f"{ask.gate}: {_said(fault)}"]
    else:
        for more in faults:
            raise ValueError(f"the check of {question.id} has more gates than it names")
    gates = {gate: passed.get(gate) for gate in question.gates}
    return Mark(question.id, question.points, gates, "\n".join(words)[:MOST_WORDS]), ask.calls


AGAIN = 12  # calls of a function in a gate that are asked again


def asked_again(answered: dict[str, tuple[Mark, list[Call]]], student: Student, seconds: dict[str, float],
                rng: np.random.Generator) -> dict[str, Mark]:
    """The marks of questions by id, with a gate closed where a call that was asked in it is answered otherwise by
    `student`, a fresh process: alone or by twos and threes, one of them once more, in another order, among the calls of
    other questions.  The gates behind it that rest on the same function, or on earlier calls, close too.

    Twelve of the calls of each function in a gate, drawn by `rng`.  What answers a share f of its calls by anything but
    their arguments passes with probability at most (1 - f)^12.
    """
    groups: dict[tuple[str, str, str], list[Call]] = {}  # by question, gate and function
    for id, (_, calls) in answered.items():
        for call in calls:
            groups.setdefault((id, call.gate, call.name), []).append(call)
    drawn = []
    for place, calls in groups.items():
        some = [calls[i] for i in rng.permutation(len(calls))[:AGAIN]]
        while some:
            size = int(rng.integers(1, 4))
            drawn.append((*place, [*some[:size], some[0]]))  # one of them twice
            some = some[size:]
    marks = {id: found for id, (found, _) in answered.items()}
    for i in rng.permutation(len(drawn)):
        id, gate, name, batch = drawn[i]
        student.seconds = seconds[id]
        try:
            values = student.ask_each(name, [call.args for call in batch])
            differs = not all(same(value, call.value) for value, call in zip(values, batch))
        except Refused:
            differs = True
        if differs and marks[id].gates[gate]:
            gates = list(marks[id].gates)
            later = [g for g in gates[gates.index(gate):] if (id, g, name) in groups or not any(
                (id, g) == place[:2] for place in groups)]
            words = (f"{gate}: {name} answered the same arguments otherwise when it was asked again in a fresh "
                     "process, in another order: an answer may depend on the arguments alone")
            marks[id] = Mark(id, marks[id].of, {**marks[id].gates, **dict.fromkeys(later), gate: 0},
                             f"{marks[id].words}\n{words}".strip())
    return marks


def same(a, b) -> bool:
    """Equal values, floats to 1e-9."""
    if isinstance(a, (dict, list, tuple)) and type(a) is type(b) and len(a) == len(b):
        if isinstance(a, dict):
            return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
        return all(map(same, a, b))
    if any(isinstance(value, (dict, list, tuple, str, type(None))) for value in (a, b)):
        return type(a) is type(b) and isinstance(a, (str, type(None))) and a == b
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True))


def _said(fault: Exception) -> str:
    if isinstance(fault, FORM):
        # Its words could hold what a function returned, and so what it was called with.
        return f"the answer has not the form that the question asks for ({type(fault).__name__})"
    return str(fault)
