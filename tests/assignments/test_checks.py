"""Every solution gets all its points in classes that draw every form and variant, and so does, in one of them, every
right answer in an odd style; every wrong one loses some there, and is told why (`python -m tests.assignments.mutations`
tries mistakes in all, for fifty students)."""

import re

import pytest

import mutations
from assignments.grading import notebook
from assignments.grading.assignment import assignments
from assignments.grading.batch import graded_questions
from assignments.grading.question import Case, Question, apart, asked, asked_again
from assignments.grading.student import Student

EACH = [one for some in mutations.CLASSES.values() for one in some]


@pytest.fixture(scope="module")
def process():
    with mutations.patient() as process:
        yield process


@pytest.mark.parametrize("assignment", EACH, ids=lambda a: f"{a.short}-{a.klass}")
def test_the_solution_passes_and_each_mistake_fails(process, assignment):
    """Each answer in one of the classes that have it."""
    for question in graded_questions(assignment):
        answers = mutations.tried(assignment, question)
        same = [one.klass for one in mutations.CLASSES[assignment.short] for q in one.questions
                if q.id == question.id and [m.name for m in mutations.tried(one, q)] == [m.name for m in answers]]
        turn = answers[same.index(assignment.klass)::len(same)]
        for trial in mutations.trials(process, assignment, question, "student 0", turn):
            assert trial.right, trial


@pytest.mark.parametrize("assignment", assignments(), ids=lambda a: a.short)
def test_the_solution_answers_alike_when_it_is_asked_again(process, assignment):
    question, case = graded_questions(assignment)[0], assignment.case("odd", "secret")
    cells = ['STUDENT = "odd"', *(c.source for c in assignment.given), assignment.solution(question.id)]
    mutations.answered(process, assignment, "odd", cells[-1])
    found = asked(question, process, case)
    with Student(cells) as fresh:
        again = asked_again({question.id: found}, fresh, {question.id: question.seconds}, case.rng("again"))
    assert again == {question.id: found[0]} and found[0].points == question.points


@pytest.mark.parametrize("short, id", [("a1", "flipped"), ("a3", "hurt"), ("a4", "held"), ("a5", "round"),
                                          ("a6", "overlap")])
def test_a_solution_gets_at_most_half_of_the_points_of_another_form(process, short, id):
    forms = list({one.form: one for one in mutations.CLASSES[short]}.values())
    assert len(forms) == 3
    for here, other in zip(forms, forms[1:] + forms[:1]):
        question, case = next(q for q in here.questions if q.id == id), here.case("ada", "secret")
        mutations.answered(process, here, "ada", other.solution(id))
        got, _ = asked(question, process, case)
        assert got.points <= question.points / 2, (here.form, other.form, got)


@pytest.mark.parametrize("assignment", EACH, ids=lambda a: f"{a.short}-{a.klass}")
def test_the_visible_checks_pass_the_solution_of_any_student(assignment, capsys):
    """A check on the page that calls a right answer wrong makes a student spoil it."""
    for student in ("ada", "bo") if assignment.klass == "open" else ("ada",):  # with constants of their own
        page = {"__name__": "page"}
        for cell in assignment.source.cells:
            if cell.cell_type == "code":
                code = cell.source.replace('STUDENT = ""', f"STUDENT = {student!r}")
                exec(compile(code, notebook.name(cell), "exec"), page)
        words = re.findall(r"^\w+: (passes|fails.*|not written yet)$", capsys.readouterr().out, re.M)
        assert len(words) >= 2 and set(words) == {"passes"}, (student, words)


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
        got, _ = asked(Question("q", 1, (), gates, check), process, Case({}, ()))
    assert got.gates == dict(gates, a=0, b=None, f=0) and got.failed == "a" and "no function" in got.words
