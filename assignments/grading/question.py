"""What a question is: its gates with whole points, the check that goes through them, plausible wrong answers.

A check is a generator.  It asks the student's functions through `ask`, and yields once for each gate, in order:
nothing if the gate is passed, words to the student if not.  `Wrong` raised, an answer that never comes, or a value of
another shape closes that gate and all that follow; gates about another function stand `apart`.  The words name what
failed, never the answer.
"""

from __future__ import annotations

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
    words: tuple[str, ...]  # assignment, class, student
    secret: str = ""

    def __getattr__(self, name: str):
        try:
            return self.given[name]
        except KeyError:
            raise AttributeError(name) from None

    def seed(self, *words) -> int:
        """A seed that follows from the student, the instructor's secret and `words`."""
        text = "\0".join((*self.words, self.secret, *map(str, words)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def rng(self, *words) -> np.random.Generator:
        """A hidden stream: another student's, or another secret's, is another."""
        return np.random.default_rng(self.seed(*words))


@dataclass(frozen=True)
class Ask:
    """Calls of the student's functions."""

    student: Student

    def __call__(self, name: str, *args):
        return self.student.ask(name, *args)

    def each(self, name: str, calls) -> list:
        """The values at each of the calls (tuples of arguments), in the time of one."""
        return self.student.ask_each(name, list(calls))


@dataclass(frozen=True)
class Mark:
    """What an answer to one question got."""

    question: str
    points: int
    of: int
    gates: dict[str, int | None] = field(default_factory=dict)  # None: not tried
    failed: str = ""  # the first gate that is closed
    words: str = ""  # of each gate that is closed, a line each


FORM = (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError, ZeroDivisionError)
UNTRIED = ""


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


def mark(question: Question, student: Student, case: Case) -> Mark:
    """Go through the gates of a question."""
    student.seconds = question.seconds
    passed, words = {}, []
    try:
        for gate, fault in zip(question.gates, question.check(Ask(student), case), strict=True):
            passed[gate] = question.gates[gate] if fault is None else None if fault == UNTRIED else 0
            words += [f"{gate}: {fault}"] if fault else []
    except (Wrong, Refused, *FORM) as fault:
        if len(passed) == len(question.gates):
            raise  # the check itself is wrong
        gate = next(g for g in question.gates if g not in passed)
        passed[gate], words = 0, [*words, f"{gate}: {_said(fault)}"]
    gates = {gate: passed.get(gate) for gate in question.gates}
    failed = next((gate for gate in gates if not gates[gate]), "")
    return Mark(question.id, sum(points or 0 for points in gates.values()), question.points, gates, failed,
                "\n".join(words))


def _said(fault: Exception) -> str:
    if isinstance(fault, FORM):
        return f"the answer has not the form that the question asks for ({type(fault).__name__}: {str(fault)[:200]})"
    return str(fault)
