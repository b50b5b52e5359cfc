"""Right answers in odd styles get all points; answers that are wrong by little lose some, and are told why."""

import importlib
import re

import pytest
from mutations import answered

from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Mistake, asked, asked_again
from assignments.grading.student import Student


def of_form(assignment: Assignment, form: int) -> Assignment:
    """The assignment as a class has it whose key picks this form."""
    made = (Assignment(assignment.name, f"k{i}") for i in range(1000))
    return next(one for one in made if one.form == form)


def tries():
    """Each question in each of its forms with the answers to try there, each answer in one form; right ones first."""
    for assignment in assignments():
        answers, found = importlib.import_module(f"answers.{assignment.short}"), {}
        for some in (answers.RIGHT, answers.SLIGHT):
            for which, tried in some.items():
                id, *forms = [which] if isinstance(which, str) else which
                points = next(q.points for q in assignment.questions if q.id == id)
                if some is answers.RIGHT:
                    tried = [Mistake(name, change, points, "^$") for name, change in tried.items()]
                for i, form in enumerate(forms or [assignment.form]):
                    found.setdefault((id, form), []).extend(tried[i::len(forms) or 1])
        for (id, form), tried in found.items():
            here = assignment if form == assignment.form else of_form(assignment, form)
            yield pytest.param(here, id, tried, (id, form) == next(iter(found)), id=f"{here.short}-{id}-{form}")


@pytest.fixture(scope="module")
def process():
    with Student([]) as process:
        yield process


@pytest.mark.parametrize("assignment, id, tried, again", list(tries()))
def test_an_answer_gets_what_it_must(process, assignment, id, tried, again):
    """Each in place of the one before; an assignment's first is asked again in a process of its own, as in a batch."""
    question, solution = next(q for q in assignment.questions if q.id == id), assignment.solution(id)
    for one in tried:
        code = one.code(solution)
        answered(process, assignment, "odd", code)
        case = assignment.case("odd", "secret", code)
        got, calls = asked(question, process, case)
        if again and one is tried[0]:
            with Student(['STUDENT = "odd"', *assignment.given, code]) as fresh:
                got = asked_again({id: (got, calls)}, fresh, {id: question.seconds}, case.rng("again"))[id]
        if one.cause == "^$":
            assert (got.points, got.words) == (question.points, ""), (one.name, got)
        else:
            assert got.points <= one.most < question.points and re.search(one.cause, got.words), (one.name, got)
