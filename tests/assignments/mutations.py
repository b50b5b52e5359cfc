"""The mutation table: every plausible wrong answer of every question, what it got and what its feedback named.

usage: python -m tests.assignments.mutations [--students N] [--class KEY ...] [NAME ...]

For N students of each class: the solution must get all its points, each mistake at most its own, for a reason that is
named.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tqdm import tqdm

from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Mark, Mistake, Proof, Question, mark
from assignments.grading.student import Budget, Refused, Student


@dataclass(frozen=True)
class Trial:
    """One answer of one student."""

    question: str
    who: str  # class and student
    name: str
    most: int
    mark: Mark
    right: bool  # whether it got what it must


def notebook_of(assignment: Assignment, student: str) -> Student:
    """A student's process with what is given, for the trials of all questions."""
    return Student([f"STUDENT = {student!r}", *assignment.given])


def trials(process: Student, assignment: Assignment, question: Question, student: str,
           every: slice = slice(None)) -> Iterator[Trial]:
    """The solution, then each mistake (or those of a slice)."""
    solution, case = assignment.solution(question.id), assignment.case(student, "secret")
    right = Mistake("solution", {}, question.points, "^$")
    vars(process.budget).update(vars(Budget()))
    for mistake in (right, *question.mistakes[every]):
        try:
            process.run(mistake.code(solution))
        except Refused as error:
            raise ValueError(f"{mistake.name}: the cell must run; got {error}") from None
        got = mark(question, process, case)
        holds = got.points == mistake.most if mistake is right else got.points <= mistake.most
        yield Trial(question.id, f"{assignment.klass}, {student}", mistake.name, mistake.most, got,
                    holds and bool(re.search(mistake.cause, got.words)))


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("names", nargs="*", metavar="NAME")
    said.add_argument("--students", type=int, default=50)
    said.add_argument("--class", dest="classes", nargs="+", default=["open", "c1", "c2"])
    said = said.parse_args()
    wrong = 0
    print("| assignment | question | answer | at most | got | trials not as expected | feedback |")
    print("|---|---|---|---|---|---|---|")
    for assignment in assignments():
        if said.names and not {assignment.name, assignment.short} & set(said.names):
            continue
        for asked in assignment.questions:
            if isinstance(asked, Proof):
                continue
            found: dict[str, list[Trial]] = {}
            for klass in said.classes:
                here = Assignment(assignment.name, klass)
                question = next(q for q in here.questions if q.id == asked.id)
                for i in tqdm(range(said.students), desc=f"{question.id} {klass}", leave=False):
                    with notebook_of(here, f"student {i}") as process:
                        for trial in trials(process, here, question, f"student {i}"):
                            found.setdefault(trial.name, []).append(trial)
            for name, some in found.items():
                points, bad = sorted({t.mark.points for t in some}), [t for t in some if not t.right]
                wrong += len(bad)
                words = " / ".join((bad or some)[0].mark.words.replace("|", "\\|").splitlines())[:110]
                words = f"{bad[0].who}: {words}" if bad else words
                print(f"| {assignment.short} | {asked.id} | {name} | {some[0].most} | "
                      f"{'..'.join(map(str, points))} | "
                      f"{len(bad)} of {len(some)} | {words} |", flush=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
