"""Assignment 2: the grader's own laws, against the programs that students read and by hand."""

import numpy as np
import pytest

from assignments.checks import a2
from assignments.grading import checking
from assignments.grading.assignment import Assignment, assignments

A2 = next(a for a in assignments() if a.short == "a2")


@pytest.mark.parametrize("klass", ("open", "c1"))
def test_the_laws_of_the_programs(klass):
    """20,000 runs of each program against the law that the grader writes out (false alarm 1e-6 each)."""
    case, rng = Assignment(A2.name, klass).case("somebody"), np.random.default_rng(5)
    for data in ((0, 1, 2), (2, 2, 2, 1), (0, 0)):
        for name, law in a2._program_laws(case, data).items():
            runs = np.array([case.given[name](data, rng) for _ in range(20_000)]) + (name == "sometimes_silent")
            checking.follows(runs, law, name)


def test_two_rounds_by_hand():
    law = a2.peeled([2, 1, 0], np.log(2))  # weights 4, 2, 1
    by_hand = [[0, 4 / 7 * 2 / 3, 4 / 7 / 3], [2 / 7 * 4 / 5, 0, 2 / 7 / 5], [1 / 7 * 4 / 6, 1 / 7 * 2 / 6, 0]]
    assert law == pytest.approx(np.array(by_hand))


@pytest.mark.parametrize("relation", [a2.Relation.REPLACE_ONE, a2.Relation.ADD_REMOVE])
def test_the_rates_that_are_proved(relation):
    """Over the profiles two rounds lose three and two times the rate at most: 1/4 and 1/2 of the budget are private."""
    losses = [abs(np.subtract(*(np.log(a2.peeled(c, 0.5)[~np.eye(len(c), dtype=bool)]) for c in pair))).max()
              for pair in a2._profiles(relation)]
    most = 3 if relation is a2.Relation.REPLACE_ONE else 2
    assert most - 0.01 < max(losses) / 0.5 <= most + 1e-9
