"""Every solution gets all its points in classes that draw every form and variant, every plausible mistake loses them
and is told why in one of them (`python -m tests.assignments.mutations` tries each in all, for fifty students)."""

import re

import numpy as np
import pytest

import mutations
from assignments.grading import checking, notebook
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Case, Proof, Question, Wrong, apart, mark
from assignments.grading.student import Student


def drawn(assignment):
    """What a key picks: the form, and the constants that all its students share."""
    some = [assignment.case(student).given for student in "abcdef"]
    shared = {name: repr(value) for name, value in some[0].items() if name.isupper() and name != "CLASS"}
    return {(name, value) for name, value in shared.items() if all(repr(given[name]) == value for given in some)} \
        | {("form", assignment.form)}


# The open class, and as few others as together draw every form and every variant.
KEYS = {"a1": "k2 k13", "a2": "k2 k12", "a3": "k0 k12", "a4": "k2 k16", "a5": "k3 k13 k14 k37", "a6": "k8 k16",
        "a7": "k0", "a8": "k0 k17 k29 k39"}
CLASSES = {a.short: [Assignment(a.name, key) for key in ("open", *KEYS[a.short].split())] for a in assignments()}
EACH = [one for some in CLASSES.values() for one in some]


@pytest.mark.parametrize("short", KEYS)
def test_these_classes_draw_all_that_twelve_others_do(short):
    some = CLASSES[short]
    forms = {("form", i) for i in range(3)} if short in ("a2", "a7", "a8") else set()
    others = [drawn(Assignment(some[0].name, f"c{i}")) for i in range(12)]
    assert set.union(*others) - forms <= set.union(*map(drawn, some))


@pytest.fixture(scope="module")
def process():
    with Student([]) as process:
        yield process


@pytest.mark.parametrize("assignment", EACH, ids=lambda a: f"{a.short}-{a.klass}")
def test_the_solution_passes_and_each_mistake_fails(process, assignment):
    for place, question in enumerate(assignment.questions):
        if isinstance(question, Proof):
            continue
        names = [m.name for m in question.mistakes]  # forms have them in common, but for some of a5
        same = [a.klass for a in CLASSES[assignment.short]
                if [m.name for m in a.questions[place].mistakes] == names]
        turn = slice(same.index(assignment.klass), None, len(same))
        for trial in mutations.trials(process, assignment, question, "student 0", turn):
            assert trial.right, trial


@pytest.mark.parametrize("short, asked", [("a1", "flipped"), ("a3", "hurt"), ("a4", "held"), ("a5", "round"),
                                          ("a6", "overlap")])
def test_a_solution_gets_at_most_half_of_the_points_of_another_form(process, short, asked):
    forms = list({one.form: one for one in CLASSES[short]}.values())
    assert len(forms) == 3
    for here, other in zip(forms, forms[1:] + forms[:1]):
        question, case = next(q for q in here.questions if q.id == asked), here.case("ada", "secret")
        mutations.answered(process, here, "ada", other.solution(asked))
        got = mark(question, process, case)
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
