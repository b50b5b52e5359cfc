"""Assignment 2: the grader's own laws, against the programs that students read and by hand."""

import itertools

import numpy as np
import pytest

from answers.a2 import RIGHT, SLIGHT
from assignments.checks import a2
import mutations
from assignments.grading import checking
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Mistake, mark
from assignments.grading.student import Student

A2 = next(a for a in assignments() if a.short == "a2")
FORMS = [Assignment(A2.name, klass) for klass in ("k2", "open", "k0")]


def test_the_laws_of_the_programs():
    """5,000 runs of each program against the law that the grader writes out (false alarm 5e-8 each)."""
    case, rng = A2.case("somebody"), np.random.default_rng(5)
    for data in ((0, 1, 2), (2, 2, 2, 1), (0, 0)):
        for name, law in a2._program_laws(case, data).items():
            runs = np.array([case.given[name](data, rng) for _ in range(5_000)]) + (name == "sometimes_silent")
            checking.follows(runs, law, name)


def test_two_rounds_by_hand():
    law = a2.peeled([2, 1, 0], np.log(2))  # weights 4, 2, 1
    by_hand = [[0, 4 / 7 * 2 / 3, 4 / 7 / 3], [2 / 7 * 4 / 5, 0, 2 / 7 / 5], [1 / 7 * 4 / 6, 1 / 7 * 2 / 6, 0]]
    assert law == pytest.approx(np.array(by_hand))


@pytest.mark.parametrize("relation", [a2.Relation.REPLACE_ONE, a2.Relation.ADD_REMOVE])
def test_the_largest_private_rate_of_a_pair(relation):
    """On all profiles of up to seven votes on two to four remedies, and lopsided ones, two rounds lose at most so many
    times the rate, and come as near to it as floats do."""
    large, rate = [(0, 90), (90, 0, 0), (90, 90, 0), (0, 0, 90, 1), (2, 90, 0, 0, 0)], 0.9
    small = [c for k in (2, 3, 4) for c in itertools.product(range(8), repeat=k) if sum(c) <= 7]
    most = max(abs(np.log(a2.peeled(c, rate)[off] / a2.peeled(other, rate)[off])).max()
               for c in small + large for off in [~np.eye(len(c), dtype=bool)] for other in a2._neighbors(c, relation))
    assert most / rate == pytest.approx(1 / a2.SHARES[relation][1], rel=1e-9)


@pytest.mark.parametrize("form", a2.HOUSEHOLDS)
def test_the_largest_private_rate_of_a_household(form):
    """What a record's change moves two cut-offs' costs against each other, over all records; and as a law loses where
    one cut-off has all the weight."""
    records = [(x, ill) for x in (1, 2, 3) for ill in (False, True)]
    cost = {r: form.costs([r[0]], [r[1]], 3) for r in records}
    changes = list(cost.values()) if form.joins else [cost[a] - cost[b] for a in records for b in records]
    moved = max(np.ptp(change) for change in changes)
    assert moved == 1 / form.ceiling
    rate, lost = 0.5, 0.0
    for old, new in itertools.product(records, repeat=2):  # eighty of a kind, then one more or one other
        before = 80 * cost[old]
        after = before + cost[new] - (0 if form.joins else cost[old])
        laws = [a2._weighted(m - m.min(), rate) for m in (before, after)]
        lost = max(lost, abs(np.log(laws[0] / laws[1])).max())
    assert lost == pytest.approx(moved * rate, rel=1e-9)


def test_the_share_behind_a_law():
    for one in (a2._profile(1.0, [5, 2, 0]), a2._profile(0.5, [3, 3, 1, 2]),
                a2.HOUSEHOLDS[1].asked([1, 2], [True, False], 2, 1.0, 1)):
        assert one.share(one.law(0.3 * one.budget).ravel()[one.best]) == pytest.approx(0.3)


def points(here: Assignment, id: str, answers: dict[str, str]) -> dict[str, int]:
    """Of some answers to one question, by name."""
    question, found = next(q for q in here.questions if q.id == id), {}
    with Student(["STUDENT = 'ada'", *here.given]) as process:
        for name, code in answers.items():
            process.run(code)
            found[name] = mark(question, process, here.case("ada", "secret")).points
    return found


@pytest.mark.parametrize("here", FORMS, ids=lambda here: here.form)
def test_the_solution_of_one_form_fails_in_another(here):
    got = points(here, "household", {other.klass: other.solution("household") for other in FORMS})
    assert got.pop(here.klass) == 5 and max(got.values()) <= 2, got


def test_the_form_that_no_class_of_test_checks_has():
    question = next(q for q in FORMS[0].questions if q.id == "household")
    with mutations.notebook_of(FORMS[0], "student 0") as process:
        assert all(trial.right for trial in mutations.trials(process, FORMS[0], question, "student 0"))


def test_the_pair_under_the_relation_that_test_answers_does_not_draw():
    here = Assignment(A2.name, "c1")
    assert A2.case("odd").RELATION is a2.Relation.ADD_REMOVE and here.case("odd").RELATION is a2.Relation.REPLACE_ONE
    solution, slight = here.solution("top_two"), {mistake.name: mistake for mistake in SLIGHT["top_two"]}
    right = {name: Mistake(name, change, 0, "").code(solution) for name, change in RIGHT["top_two"].items()}
    assert set(points(here, "top_two", right).values()) == {8}
    got = points(here, "top_two", {name: mistake.code(solution) for name, mistake in slight.items()})
    assert all(got[name] <= mistake.most for name, mistake in slight.items()), got
