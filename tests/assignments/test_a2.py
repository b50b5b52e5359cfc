"""Assignment 2: the grader's own laws, against the programs that students read and by hand."""

import itertools

import handed
import numpy as np
import pytest

from assignments.checks import a2
from assignments.checks.a2_truth import peeled
from assignments.grading.assignment import assignments

A2 = next(a for a in assignments() if a.short == "a2")


def test_the_laws_of_the_programs():
    """2,000 runs of each program against the law that the grader writes out (false alarm 5e-8 each)."""
    case, rng = A2.case("somebody"), np.random.default_rng(5)
    for data in ((0, 1, 2), (2, 2, 2, 1)):
        for name, law in a2._program_laws(case, data).items():
            assert handed.follows(case.given[name], data, law, rng, lambda v: v + (name == "sometimes_silent")), name


@pytest.mark.parametrize("relation", [a2.Relation.REPLACE_ONE, a2.Relation.ADD_REMOVE])
def test_the_largest_private_rate_of_a_pair(relation):
    """On all profiles of up to five votes on two to four remedies, and lopsided ones, two rounds lose at most so many
    times the rate, and come as near to it as floats do."""
    large, rate = [(0, 90), (90, 0, 0), (90, 90, 0), (0, 0, 90, 1), (2, 90, 0, 0, 0)], 0.9
    small = [c for k in (2, 3, 4) for c in itertools.product(range(6), repeat=k) if sum(c) <= 5]
    most = max(abs(np.log(peeled(c, rate)[off] / peeled(other, rate)[off])).max()
               for c in small + large for off in [~np.eye(len(c), dtype=bool)] for other in a2.near(c, relation))
    assert most / rate == pytest.approx(1 / a2.SHARES[relation][1], rel=1e-9)


def test_the_share_behind_a_law():
    for one in (a2.Input((5, 2, 0), 1.0), a2.Input((3, 3, 1, 2), 0.5)):
        assert one.share(one.law(0.3)[one.best]) == pytest.approx(0.3)
