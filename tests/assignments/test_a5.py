"""What the grader of assignment 5 takes for true, by other ways than its own."""


import numpy as np
import pytest
from dplearn.privacy import Relation
from scipy import linalg

from assignments.checks import a5, a5_truth
from assignments.checks.counts import neighbors
from assignments.grading.assignment import Assignment, assignments

A5 = next(a for a in assignments() if a.short == "a5")
RELATIONS = Relation.REPLACE_ONE, Relation.ADD_REMOVE


@pytest.mark.parametrize("kind", ["number", "share", "lead"])
def test_the_worlds_have_room(kind):
    """Least squares with a pull towards one half errs less than RUNS allows; an answer as bad as that fails with
    probability below 1e-6 (Chernoff)."""
    for name, world in a5.WORLDS.items():
        runs, most = a5.RUNS[name]
        assert np.exp(-runs * (0.1 * np.log(0.1 / most) + 0.9 * np.log(0.9 / (1 - most)))) < 1e-6
        wrong = []
        for i in range(200):
            (groups, answers, scales), bits = a5_truth.reconstruction(np.random.default_rng([5, i]), kind, *world)
            _, worth = a5_truth.in_units(kind, groups, bits)
            rows = groups * (worth / scales)[:, None]
            middle = (answers + groups.sum(axis=1) * (kind == "lead")) / scales - rows.sum(axis=1) / 2
            wrong.append(np.mean((np.linalg.solve(rows.T @ rows + 4 * np.eye(len(bits)), rows.T @ middle) > 0) != bits))
        assert np.mean(wrong) < most, (name, np.mean(wrong))


@pytest.mark.parametrize("kind", ["prefixes", "ranges", "circular ranges"])
@pytest.mark.parametrize("relation", RELATIONS)
def test_no_strategy_is_below_the_bound(relation, kind):
    """And those of the solution's kind, roots of the workload or of its square, are near to it."""
    given = Assignment(A5.name, "open").case("somebody").given
    given["WORKLOAD"], rng = kind, np.random.default_rng(5)
    for m in (3, 6):
        W = given["workload"](m)
        bound = a5_truth.variance_bound(W, relation)
        tried = [np.eye(m), W, given["binary_tree"](m), linalg.sqrtm(linalg.sqrtm(W.T @ W)).real]
        tried += [linalg.sqrtm(W).real] if kind == "prefixes" else []
        tried += [rng.normal(size=(m + 2, m)) for _ in range(20)]
        tried += [np.vstack([B, 1e3 * np.ones((1, m))]) for B in tried]
        found = [a5_truth.variance(A, W, relation) for A in tried]
        assert (1 - 1e-9) * bound < min(found) < 1.4 * bound


@pytest.mark.parametrize("klass", ["open", "c1"])
@pytest.mark.parametrize("form", range(3))
def test_the_rates_of_a_round_are_the_largest(klass, form):
    """No leak above ε; in forms 1 and 2 one within 0.1% of it; in form 0, whose proof gives away what the range's ends
    do, the choice alone has one."""
    case, worst = Assignment(A5.name, klass).case("somebody"), np.zeros(2)
    for lists, queries, p, N, epsilon in a5_truth.rounds(case, np.random.default_rng(5)):
        steps = [a5_truth.steps(case, form, c, queries, p, N, epsilon) for c in lists]
        laws = np.array([choice[:, None] * measured for choice, measured in steps])
        near = neighbors(lists, case.RELATION)
        for i, each in enumerate((laws.reshape(len(laws), -1), laws.sum(axis=2))):
            logs = np.log(np.maximum(each, 1e-9))
            worst[i] = max(worst[i], abs(logs[near[:, 0]] - logs[near[:, 1]]).max() / epsilon)
    assert worst[0] <= 1 + 1e-9 and worst[1] <= 0.5 + 1e-9 and (worst[0] > 0.999 or form == 0 and worst[1] > 0.4995)
