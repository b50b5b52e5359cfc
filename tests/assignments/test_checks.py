"""Every solution gets all its points, every plausible mistake loses them and is told why, for many students and both
variants of a class; the grader's own laws agree with the programs that students read."""

import re

import numpy as np
import pytest

from assignments.checks import a2
from assignments.grading import checking, notebook
from assignments.grading.assignment import assignments, for_class
from assignments.grading.question import Proof, Wrong, mark
from assignments.grading.student import Student

GRADED = [(a, q) for a in assignments() for q in a.questions if not isinstance(q, Proof)]
CLASSES = ("open", "c1", "c2")
STUDENTS = 3


def setup(assignment, klass, student):
    """The locked cells for this student."""
    return [f"STUDENT = {student!r}", *(for_class(c.source, klass) for c in assignment.source.cells
            if c.cell_type == "code" and notebook.locked(c) and not notebook.tests(c))]


@pytest.mark.parametrize("klass", CLASSES)
@pytest.mark.parametrize("assignment, question", GRADED, ids=lambda x: getattr(x, "id", None) or x.short)
def test_the_solution_passes_and_each_mistake_fails(assignment, question, klass):
    solution = assignment.solution(question.id)
    for number in range(STUDENTS):
        student = f"student {number}"
        case = assignment.case(klass, student, "secret")
        with Student(setup(assignment, klass, student)) as process:
            for name, code, most, cause in [("solution", solution, question.points, "^$"),
                                            *((m.name, m.code(solution), m.most, m.cause) for m in question.mistakes)]:
                process.run(code)
                got = mark(question, process, case)
                assert got.points == most if name == "solution" else got.points <= most, (name, got)
                assert re.search(cause, got.words), (name, got)


def test_another_student_has_other_constants():
    drawn = {str(assignments()[0].case("open", name).given["mine"].bit_generator.state) for name in "abc"}
    assert len(drawn) == 3


@pytest.mark.parametrize("klass", ("open", "c1"))
def test_the_laws_of_the_programs(klass):
    """200,000 runs of each program against the law that the grader writes out (false alarm 1e-6 each)."""
    case, rng = assignments()[0].case(klass, "somebody"), np.random.default_rng(5)
    for data in ((0, 1, 2), (2, 2, 2, 1), (0, 0)):
        for name, law in a2._program_laws(case, data).items():
            runs = np.array([case.given[name](data, rng) for _ in range(20_000)]) + (name == "sometimes_silent")
            checking.follows(runs, law, name)


def test_two_rounds_by_hand():
    law = a2.peeled([2, 1, 0], np.log(2))  # weights 4, 2, 1
    assert law == pytest.approx(np.array([[0, 4 / 7 * 2 / 3, 4 / 7 / 3], [2 / 7 * 4 / 5, 0, 2 / 7 / 5], [1 / 7 * 4 / 6, 1 / 7 * 2 / 6, 0]]))


def test_follows_lets_the_law_pass_and_nothing_near_it():
    p = np.array([0.2, 0.3, 0.5])
    checking.follows(np.random.default_rng(1).choice(3, 200_000, p=p), p, "the same")
    with pytest.raises(Wrong, match="off by"):
        checking.follows(np.random.default_rng(1).choice(3, 200_000, p=p), np.array([0.21, 0.3, 0.49]), "another")
