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
from dataclasses import dataclass, field, replace

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

    def seed(self, *words) -> int:
        """A seed that follows from the student, the instructor's secret and `words`."""
        text = "\0".join((*self.words, self.secret, *map(str, words)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def rng(self, *words) -> np.random.Generator:
        """A hidden stream: another student's, another answer's or another secret's is another."""
        return np.random.default_rng(self.seed(*words))


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
    points: int
    of: int
    gates: dict[str, int | None] = field(default_factory=dict)  # None: not tried
    failed: str = ""  # the first gate that is closed
    words: str = ""  # of each gate that is closed, a line each

    def with_gates(self, gates: dict[str, int | None]) -> Mark:
        """The mark as these gates make it."""
        return replace(self, gates=gates, points=sum(points or 0 for points in gates.values()),
                       failed=next((gate for gate in gates if not gates[gate]), ""))


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
    return asked(question, student, case)[0]


def asked(question: Question, student: Student, case: Case) -> tuple[Mark, list[Call]]:
    """The mark, and the calls that led to it."""
    student.seconds = question.seconds
    passed, words, ask = {}, [], Ask(student, case.rng("order", question.id))
    try:
        for gate, fault in zip(question.gates, _told_gates(question, ask, case), strict=True):
            passed[gate] = question.gates[gate] if fault is None else None if fault == UNTRIED else 0
            words += [f"{gate}: {fault}"] if fault else []
    except (Wrong, Refused, *FORM) as fault:
        if len(passed) == len(question.gates):
            raise  # the check itself is wrong
        gate = next(g for g in question.gates if g not in passed)
        passed[gate], words = 0, [*words, f"{gate}: {_said(fault)}"]
    found = Mark(question.id, 0, question.points, words="\n".join(words))
    return found.with_gates({gate: passed.get(gate) for gate in question.gates}), ask.calls


def _told_gates(question: Question, ask: Ask, case: Case) -> Iterator[str | None]:
    """The check, with `ask` told which gate is tried."""
    gates = iter(question.gates)
    ask.gate = next(gates)
    for fault in question.check(ask, case):
        ask.gate = next(gates, ask.gate)
        yield fault


AGAIN = 12  # calls of a gate that are asked again


def asked_again(answered: dict[str, tuple[Mark, list[Call]]], student: Student, seconds: dict[str, float],
                rng: np.random.Generator) -> dict[str, Mark]:
    """The marks of questions by id, with a gate closed where a call that was asked in it is answered otherwise by
    `student`, a fresh process: alone or by twos and threes, one of them once more, in another order, among the calls of
    other questions.  The gates behind it that rest on the same function, or on earlier calls, close too.

    Twelve of the calls of each gate, drawn by `rng`.  What answers a share f of its calls by anything but their
    arguments passes with probability at most (1 - f)^12.
    """
    drawn = []
    for id, (_, calls) in answered.items():
        for gate in dict.fromkeys(call.gate for call in calls):
            some = [call for call in calls if call.gate == gate]
            some = [some[i] for i in rng.permutation(len(some))[:AGAIN]]
            while some:
                size = int(rng.integers(1, 4))
                batch, some = [c for c in some[:size] if c.name == some[0].name], \
                    [c for c in some[:size] if c.name != some[0].name] + some[size:]
                drawn.append((id, gate, batch))
    marks = {id: found for id, (found, _) in answered.items()}
    names: dict[tuple[str, str], set[str]] = {}  # of the functions that were called, by question and gate
    for id, (_, calls) in answered.items():
        for call in calls:
            names.setdefault((id, call.gate), set()).add(call.name)
    for place in rng.permutation(len(drawn)):
        id, gate, batch = drawn[place]
        student.seconds = seconds[id]
        batch = [*batch, batch[0]]  # one of them twice in a row
        try:
            values = student.ask_each(batch[0].name, [call.args for call in batch])
            differs = not all(same(value, call.value) for value, call in zip(values, batch))
        except Refused:
            differs = True
        if differs:
            later = [g for g in list(marks[id].gates)[list(marks[id].gates).index(gate):]
                     if batch[0].name in names.get((id, g), {batch[0].name})]
            marks[id] = _closed(marks[id], later, f"{batch[0].name} answered the same arguments otherwise when it was "
                                                 "asked again in a fresh process, in another order: an answer may "
                                                 "depend on the arguments alone")
    return marks


def same(a, b) -> bool:
    """Equal values, floats to 1e-9."""
    if isinstance(a, dict) or isinstance(b, dict):
        return type(a) is type(b) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if a is None or isinstance(a, str) or b is None or isinstance(b, str):
        return a == b
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True))


def _closed(found: Mark, later: list[str], words: str) -> Mark:
    """The mark with these gates closed; nothing where the first of them is closed already."""
    if not found.gates[later[0]]:
        return found
    closed = found.with_gates({**found.gates, **dict.fromkeys(later), later[0]: 0})
    return replace(closed, words=f"{found.words}\n{later[0]}: {words}".strip())


def _said(fault: Exception) -> str:
    if isinstance(fault, FORM):
        # Its words could hold what a function returned, and so what it was called with.
        return f"the answer has not the form that the question asks for ({type(fault).__name__})"
    return str(fault)
