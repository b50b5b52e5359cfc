"""Every plausible wrong answer of every question, for many students: what does not get what it must, or names no cause.

usage: python -m tests.assignments.mutations [NAME ...]

For fifty students of each of three classes: the solution must get all its points, each mistake at most its own, for a
reason that is named.
"""

from __future__ import annotations

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

STUDENTS, CLASSES = 50, ("open", "c1", "c2")
RIGHT = "^$"  # the words to one who gets all points


@dataclass(frozen=True)
class Trial:
    """One answer of one student."""

    name: str
    most: int
    mark: Mark
    right: bool  # whether it got what it must


@contextmanager
def patient() -> Iterator[Student]:
    """A process for many submissions: its kernel's own limit of seconds is not that of one of them."""
    with patch.dict(fence.LIMITS, RLIMIT_CPU=3600), Student([]) as process:
        yield process


def answered(process: Student, assignment: Assignment, student: str, code: str) -> None:
    """The notebook anew, with this answer, in a process that may have run others: to start one takes a second."""
    for cell in ("%reset -f", f"STUDENT = {student!r}", *(c.source for c in assignment.given), code):
        process.run(cell)
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
    everyone = [(a.name, klass, i) for a in assignments() if not names or {a.name, a.short} & {*names}
                for klass in CLASSES for i in range(STUDENTS)]
    tried = wrong = 0
    with patient() as process:
        for name, klass, i in tqdm(everyone):
            assignment = Assignment(name, klass)
            for question in graded_questions(assignment):
                for trial in trials(process, assignment, question, f"student {i}", question.mistakes):
                    tried += 1
                    if not trial.right:
                        wrong += 1
                        tqdm.write(f"{assignment.short} {klass}, student {i}: {trial}")
    sys.exit(f"{wrong} of {tried} answers did not get what they must" if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
