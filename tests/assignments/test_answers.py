"""Right answers in odd styles get all points; answers that are wrong by little lose some, and are told why."""

import importlib
import re

import pytest

from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Mistake, asked, asked_again
from assignments.grading.student import Student


def of_form(assignment: Assignment, form: int) -> Assignment:
    """The assignment as a class has it whose key picks this form."""
    made = (Assignment(assignment.name, f"k{i}") for i in range(1000))
    return next(one for one in made if one.form == form)


def tries():
    for assignment in assignments():
        answers = importlib.import_module(f"answers.{assignment.short}")
        for kind in ("RIGHT", "SLIGHT"):
            for which, some in getattr(answers, kind).items():
                yield pytest.param(assignment, which, some, kind == "RIGHT",
                                   id=f"{assignment.short}-{which if isinstance(which, str) else '-'.join(map(str, which))}-{kind.lower()}")


def marked(assignment, question, code):
    """The mark of one answer, calls asked again as in a batch."""
    case = assignment.case("odd", "secret", code)
    cells = ['STUDENT = "odd"', *assignment.given, code]
    with Student(cells) as student, Student(cells) as fresh:
        found = asked(question, student, case)
        assert not student.errors, student.errors
        return asked_again({question.id: found}, fresh, {question.id: question.seconds}, case.rng("again"))[question.id]


@pytest.mark.parametrize("assignment, which, some, right", tries())
def test_an_answer_gets_what_it_must(assignment, which, some, right):
    id, *forms = [which] if isinstance(which, str) else which
    for here in ([of_form(assignment, form) for form in forms] if forms else [assignment]):
        question = next(q for q in here.questions if q.id == id)
        for each in ([Mistake(name, change, question.points, "^$") for name, change in some.items()] if right else some):
            got = marked(here, question, each.code(here.solution(id)))
            assert (got.points == question.points if right else got.points <= each.most < question.points), (each.name, got)
            assert re.search(each.cause, got.words), (each.name, got)


def test_there_are_enough_of_both():
    modules = [importlib.import_module(f"answers.{a.short}") for a in assignments()]
    assert sum(len(some) for m in modules for some in m.RIGHT.values()) >= 70
    assert sum(len(some) for m in modules for some in m.SLIGHT.values()) >= 40
