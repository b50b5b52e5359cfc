"""Every solution gets all its points in three classes, every plausible mistake loses them and is told why in one of the
three (`python -m assignments.grading.mutations` tries each in all, for fifty students)."""

import numpy as np
import pytest

from assignments.grading import checking, mutations
from assignments.grading.assignment import assignments
from assignments.grading.question import Proof, Question, Wrong, apart, mark
from assignments.grading.student import Student

GRADED = [(a, q) for a in assignments() for q in a.questions if not isinstance(q, Proof)]
CLASSES = ("open", "c1", "k6")


@pytest.mark.parametrize("klass", CLASSES)
@pytest.mark.parametrize("assignment, question", GRADED, ids=lambda x: getattr(x, "id", None) or x.short)
def test_the_solution_passes_and_each_mistake_fails(assignment, question, klass):
    turn = slice(CLASSES.index(klass), None, len(CLASSES))
    for trial in mutations.trials(assignment, question, klass, "student 0", turn):
        assert trial.right, trial


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
        got = mark(Question("q", 1, (), gates, check), process, None)
    assert got.gates == dict(gates, a=0, b=None, f=0) and got.failed == "a" and "no function" in got.words


def test_another_student_has_other_constants():
    drawn = {str(assignments()[0].case("open", name).given["mine"].bit_generator.state) for name in "abc"}
    assert len(drawn) == 3


def test_follows_lets_the_law_pass_and_nothing_near_it():
    p = np.array([0.2, 0.3, 0.5])
    checking.follows(np.random.default_rng(1).choice(3, 200_000, p=p), p, "the same")
    with pytest.raises(Wrong, match="off by"):
        checking.follows(np.random.default_rng(1).choice(3, 200_000, p=p), np.array([0.21, 0.3, 0.49]), "another")
