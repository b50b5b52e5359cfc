"""Right answers in odd styles get all points; answers that are wrong by little lose some, and are told why."""

import importlib
import re

import pytest

from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Mistake, asked, asked_again
from assignments.grading.student import Budget, Student


def of_form(assignment: Assignment, form: int) -> Assignment:
    """The assignment as a class has it whose key picks this form."""
    made = (Assignment(assignment.name, f"k{i}") for i in range(1000))
    return next(one for one in made if one.form == form)


def tries():
    for assignment in assignments():
        answers = importlib.import_module(f"answers.{assignment.short}")
        for kind in ("RIGHT", "SLIGHT"):
            for which, some in getattr(answers, kind).items():
                id, *forms = [which] if isinstance(which, str) else which
                heres = [of_form(assignment, form) for form in forms] or [assignment]
                for i, here in enumerate(heres):  # each answer in one of its forms
                    part = dict([*some.items()][i::len(heres)]) if kind == "RIGHT" else some[i::len(heres)]
                    if part:
                        yield pytest.param(here, id, part, kind == "RIGHT",
                                           id=f"{here.short}-{id}-{here.form}-{kind.lower()}")


def right_mark(assignment, question, code, again):
    """In a process of its own, since a right answer may do to it what it likes; perhaps asked again as in a batch."""
    case, cells = assignment.case("odd", "secret", code), ['STUDENT = "odd"', *assignment.given, code]
    with Student(cells) as student:
        found = asked(question, student, case)
        assert not student.errors, student.errors
    if not again:
        return found[0]
    with Student(cells) as fresh:
        return asked_again({question.id: found}, fresh, {question.id: question.seconds}, case.rng("again"))[question.id]


def slight_marks(assignment, question, codes):
    """Of each answer in place of the one before."""
    given = ['STUDENT = "odd"', *assignment.given]
    with Student(given) as student:
        for code in codes:
            for cell in [*given, code]:
                student.run(cell)
            vars(student.budget).update(vars(Budget()))
            yield asked(question, student, assignment.case("odd", "secret", code))[0]


@pytest.mark.parametrize("assignment, id, some, right", list(tries()))
def test_an_answer_gets_what_it_must(assignment, id, some, right):
    question, solution = next(q for q in assignment.questions if q.id == id), assignment.solution(id)
    if right:
        for place, (name, change) in enumerate(some.items()):
            got = right_mark(assignment, question, Mistake(name, change, 0, "").code(solution), again=place == 0)
            assert (got.points, got.words) == (question.points, ""), (name, got)
        return
    for one, got in zip(some, slight_marks(assignment, question, [m.code(solution) for m in some]), strict=True):
        assert got.points <= one.most < question.points and re.search(one.cause, got.words), (one.name, got)


def test_there_are_enough_of_both():
    modules = [importlib.import_module(f"answers.{a.short}") for a in assignments()]
    assert sum(len(some) for m in modules for some in m.RIGHT.values()) >= 70
    assert sum(len(some) for m in modules for some in m.SLIGHT.values()) >= 40
