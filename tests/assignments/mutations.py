"""Every plausible wrong answer of every question, and all of tests/answers, for many students: what does not get what
it must, or names no cause.

usage: python -m tests.assignments.mutations [NAME ...]

For fifty students of each of some classes: the solution and other right answers must get all points, each mistake at
most its own, for a reason that is named.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from tqdm import tqdm

from assignments.grading import fence
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.batch import graded_questions
from assignments.grading.question import Mark, Mistake, Question, asked
from assignments.grading.student import Budget, Refused, Student

STUDENTS = 50
# The open class, and as few others as together draw every form and every variant.
KEYS = {"a1": "k2 k13", "a2": "k2 k12", "a3": "k0 k12", "a4": "k2 k16", "a5": "k32 k56 k63", "a6": "k2 k16",
        "a7": "k0", "a8": "k39 k51 k98"}
CLASSES = {a.short: [Assignment(a.name, key) for key in ("open", *KEYS[a.short].split())] for a in assignments()}
RIGHT = "^$"  # the words to one who gets all points


@dataclass(frozen=True)
class Trial:
    """One answer of one student."""

    name: str
    most: int
    mark: Mark
    right: bool  # whether it got what it must


def tried(assignment: Assignment, question: Question) -> list[Mistake]:
    """Plausible mistakes, then of tests/answers what fits this form: right in odd styles, or wrong by little."""
    more, found = importlib.import_module(f"tests.answers.{assignment.short}"), [*question.mistakes]
    for answers in (more.RIGHT, more.SLIGHT):
        for which, some in answers.items():
            id, *forms = [which] if isinstance(which, str) else which
            if id == question.id and assignment.form in (forms or [assignment.form]):
                found += some if answers is more.SLIGHT else [
                    Mistake(name, change, question.points, RIGHT) for name, change in some.items()]
    return found


@contextmanager
def patient() -> Iterator[Student]:
    """A process for many submissions: its kernel's own limit of seconds is not that of one of them."""
    with patch.dict(fence.LIMITS, RLIMIT_CPU=3600), Student([]) as process:
        yield process


def answered(process: Student, assignment: Assignment, student: str, code: str) -> None:
    """The notebook anew, with this answer, in a process that may have run others: to start one takes a second."""
    process.cells = ["%reset -f", f"STUDENT = {student!r}", *(c.source for c in assignment.given), code]
    process.errors.clear()
    process._start()
    for place in range(len(process.cells)):
        process._run(place)
    vars(process.budget).update(vars(Budget()))


def trials(process: Student, assignment: Assignment, question: Question, student: str,
           answers: Sequence[Mistake]) -> Iterator[Trial]:
    """The solution, then each of the answers; one whose cause is no word at all is right."""
    solution, case = assignment.solution(question.id), assignment.case(student, "secret")
    for one in (Mistake("solution", {}, question.points, RIGHT), *answers):
        try:
            answered(process, assignment, student, one.code(solution))
        except Refused as error:
            raise ValueError(f"{one.name}: the cell must run; got {error}") from None
        got, _ = asked(question, process, case)
        holds = got.points == one.most if one.cause == RIGHT else got.points <= one.most
        yield Trial(one.name, one.most, got, holds and bool(re.search(one.cause, got.words)))


def main(*names: str) -> None:
    everyone = [(one, i) for short, some in CLASSES.items() if not names or {some[0].name, short} & {*names}
                for one in some for i in range(STUDENTS)]
    if not everyone:
        sys.exit(f"NAME must be one of {', '.join(CLASSES)}; got {', '.join(names)}")
    count = wrong = 0
    with patient() as process:
        for assignment, i in tqdm(everyone):
            for question in graded_questions(assignment):
                for trial in trials(process, assignment, question, f"student {i}", tried(assignment, question)):
                    count += 1
                    if not trial.right:
                        wrong += 1
                        tqdm.write(f"{assignment.short} {assignment.klass}, student {i}: {trial}")
    sys.exit(f"{wrong} of {count} answers did not get what they must" if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
