"""Every solution gets all its points in five classes, every plausible mistake loses them and is told why in one of the
five (`python -m assignments.grading.mutations` tries each in all, for fifty students)."""

import re

import numpy as np
import pytest

from assignments.grading import checking, mutations, notebook
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Case, Proof, Question, Wrong, apart, mark
from assignments.grading.student import Student

GRADED = [(a, q.id) for a in assignments() for q in a.questions if not isinstance(q, Proof)]
CLASSES = ("open", "k6", "c41", "k15", "k19")


@pytest.mark.parametrize("klass", CLASSES)
@pytest.mark.parametrize("assignment, question", GRADED, ids=lambda x: getattr(x, "short", x))
def test_the_solution_passes_and_each_mistake_fails(assignment, question, klass):
    here, turn = Assignment(assignment.name, klass), slice(CLASSES.index(klass), None, len(CLASSES))
    for trial in mutations.trials(here, next(q for q in here.questions if q.id == question), "student 0", turn):
        assert trial.right, trial


@pytest.mark.parametrize("klass", CLASSES)
@pytest.mark.parametrize("assignment", assignments(), ids=lambda a: a.short)
def test_the_visible_checks_pass_the_solution_of_any_student(assignment, klass, capsys):
    """A check on the page that calls a right answer wrong makes a student spoil it."""
    for student in ("ada", "bo", "cy", "dee"):  # with constants of their own
        page = {"__name__": "page"}
        for cell in Assignment(assignment.name, klass).source.cells:
            if cell.cell_type == "code":
                code = cell.source.replace('STUDENT = ""', f"STUDENT = {student!r}")
                exec(compile(code, notebook.name(cell), "exec"), page)
        words = re.findall(r"^\w+: (passes|fails.*|not written yet)$", capsys.readouterr().out, re.M)
        assert len(words) >= 3 and set(words) == {"passes"}, (student, words)


@pytest.mark.parametrize("assignment", assignments(), ids=lambda a: a.short)
def test_these_classes_draw_every_variant(assignment):
    def drawn(klass):
        some = [Assignment(assignment.name, klass).case(student).given for student in "abcd"]
        return {name: repr(value) for name, value in some[0].items()
                if name.isupper() and name != "CLASS" and len({repr(given[name]) for given in some}) == 1}

    many = [drawn(f"key {i}") for i in range(25)]
    for name in set.intersection(*map(set, many)):
        assert {found[name] for found in many} <= {drawn(klass)[name] for klass in CLASSES}, name


def test_what_goes_wrong_in_a_part_closes_no_other():
    def part(name):
        value = ask(name)
        yield
        yield None if value == 1 else "not one"

    def check(said, case):
        nonlocal ask
        ask = said
        for name in ("missing", "f", "text"):
            yield from apart(2, part(name))

    ask, gates = None, dict.fromkeys("abcdef", 1)
    with Student(["def f():\n    return 1\ndef text():\n    return 'one'"]) as process:
        got = mark(Question("q", 1, (), gates, check), process, Case({}, ()))
    assert got.gates == dict(gates, a=0, b=None, f=0) and got.failed == "a" and "no function" in got.words


def test_another_student_has_other_constants():
    drawn = {str(assignments()[0].case(name).given["mine"].bit_generator.state) for name in "abc"}
    assert len(drawn) == 3


def test_follows_lets_the_law_pass_and_nothing_near_it():
    p = np.array([0.2, 0.3, 0.5])
    checking.follows(np.random.default_rng(1).choice(3, 200_000, p=p), p, "the same")
    with pytest.raises(Wrong, match="off by"):
        checking.follows(np.random.default_rng(1).choice(3, 200_000, p=p), np.array([0.21, 0.3, 0.49]), "another")
