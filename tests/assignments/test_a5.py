"""What the grader of assignment 5 takes for true, by other ways than its own."""

import itertools

import numpy as np
import pytest
from dplearn.privacy import Relation
from scipy import linalg
from scipy.optimize import linprog
from scipy.stats import norm

from assignments.checks import a5, a5_truth
from assignments.checks import counts as counts_of
from assignments.grading import checking
from assignments.grading.assignment import Assignment, assignments

A5 = next(a for a in assignments() if a.short == "a5")
RELATIONS = Relation.REPLACE_ONE, Relation.ADD_REMOVE


@pytest.mark.parametrize("kind", ["number", "share", "lead"])
def test_the_worlds_have_room(kind):
    """Weighted least squares errs with chance Φ(-1/(2 sd)) a bit, below 0.02 on average; so does the most likely of all
    2^12 lists in the last world, and there the pull towards one half errs below 0.035.  An answer as bad as RUNS
    allows fails with probability below 1e-6 (Chernoff)."""
    for name, world in a5.WORLDS.items():
        runs, most = a5.RUNS[name]
        assert np.exp(-runs * (0.1 * np.log(0.1 / most) + 0.9 * np.log(0.9 / (1 - most)))) < 1e-6
        wrong, pulled, lists = [], [0], np.array(list(itertools.product((0, 1), repeat=12)))
        for i in range(200):
            (groups, answers, scales), bits = a5_truth.reconstruction(np.random.default_rng([5, i]), kind, *world)
            _, worth = a5_truth.in_units(kind, groups, bits)
            rows = groups * (worth / scales)[:, None]
            if name == "few answers":
                shift = groups.sum(axis=1) if kind == "lead" else 0
                best = np.square(lists @ rows.T - (answers + shift) / scales).sum(axis=1).argmin()
                wrong.append(np.mean(lists[best] != bits))
                middle = (answers + shift) / scales - rows.sum(axis=1) / 2
                pulled.append(np.mean((np.linalg.solve(rows.T @ rows + 4 * np.eye(12), rows.T @ middle) > 0) != bits))
            else:
                wrong.append(norm.cdf(-0.5 / np.sqrt(np.diag(np.linalg.inv(rows.T @ rows)))).mean())
        assert np.mean(wrong) < 0.02 and np.mean(pulled) < 0.035, (name, np.mean(wrong), np.mean(pulled))


@pytest.mark.parametrize("relation", RELATIONS)
def test_tables_by_their_conditions(relation):
    """The gradient is constant in (a); in (b) it is least where the table is positive; the variance from
    the noise of each published number."""
    for t in a5_truth.noisy_tables(np.random.default_rng(5), relation):
        cells, rows, columns, total, budgets = t
        w = np.square(budgets)

        def slope(x):
            g = w[0] * (x - cells) + w[1] * (x.sum(1) - rows)[:, None] + w[2] * (x.sum(0) - columns)
            return g + (w[3] * (x.sum() - total) if len(w) == 4 else 0)

        x, y = a5_truth.fitted(*t, relation), a5_truth.fitted_nonnegative(*t, relation)
        g, h = slope(x), slope(y)
        level, floor = (g.mean(), h[y > 1e-5].mean()) if len(w) == 3 else (0, 0)
        assert abs(g - level).max() < 1e-8 and h.min() > floor - 1e-3 and abs((h - floor)[y > 1e-5]).max() < 1e-3
        assert y.min() >= 0 and (len(w) == 4 or (abs(x.sum() - total) < 1e-8 and abs(y.sum() - total) < 1e-4))
    sizes, moved = ((2, 3), 2, 3, 1), 0.0
    for i, epsilon in enumerate(budgets):  # by how much each published number moves an entry of the fitted table
        for j in range(np.prod(sizes[i])):
            parts = [np.eye(np.prod(s))[j].reshape(s) if k == i else np.zeros(s) for k, s in enumerate(sizes)]
            moved += (a5_truth.fitted(*parts[:3], parts[3].item(), budgets, relation)[0, 1] / epsilon) ** 2
    assert 2 * a5_truth.delta(relation) ** 2 * moved == pytest.approx(a5_truth.entry_variance(2, 3, budgets, relation))


@pytest.mark.parametrize("kind", ["prefixes", "ranges", "circular ranges"])
@pytest.mark.parametrize("relation", RELATIONS)
def test_no_strategy_is_below_the_least_variance(relation, kind):
    """And those of the solution's kind, roots of the workload or of its square, are near to it."""
    given = Assignment(A5.name, "open").case("somebody").given
    given["WORKLOAD"], rng = kind, np.random.default_rng(5)
    for m in (3, 6):
        W = given["workload"](m)
        least = a5_truth.least_variance(W.tobytes(), m, relation, 400)
        tried = [np.eye(m), W, given["binary_tree"](m), a5_truth._power(W.T @ W, 0.25)]
        tried += [linalg.sqrtm(W).real] if kind == "prefixes" else []
        tried += [rng.normal(size=(m + 2, m)) for _ in range(20)]
        tried += [np.vstack([B, 1e3 * np.ones((1, m))]) for B in tried]
        found = [a5_truth.variance(A, W, 0.5, relation) for A in tried]
        assert (1 - 1e-9) * least < min(found) < 1.15 * least
        moves = [e - (f if relation is Relation.REPLACE_ONE else 0) for e in np.eye(m) for f in np.eye(m)]
        for A in tried:
            assert a5_truth.sensitivity(A, relation) == pytest.approx(max(np.linalg.norm(A @ e) for e in moves))


@pytest.mark.parametrize("klass", ["open", "c1"])
@pytest.mark.parametrize("form", range(3))
def test_a_round_by_drawing_it_and_its_rates_are_the_largest(klass, form):
    """False alarm 1e-6 each (Bretagnolle, Huber and Carol; Hoeffding).  No leak above ε; in forms 1 and 2 one within
    0.1% of it; in form 0, whose proof gives away what the range's ends do, the choice alone has one."""
    case, rng, n = Assignment(A5.name, klass).case("somebody"), np.random.default_rng(5), 200_000
    span = case.HIGH - case.LOW
    queries, p, counts = np.array([[case.LOW, case.HIGH], [1, 0]]), np.array([0.3, 0.7]), [1, 2]
    spread = span if case.RELATION is Relation.REPLACE_ONE else max(case.HIGH, -case.LOW)
    error, rate = queries @ counts - 3 * queries @ p, 0.7 / (4 * spread)
    if form == 0:
        accepted = rng.random((n, 2)) < np.exp(rate * (abs(error) - abs(error).max()))
        chosen = np.where(accepted, rng.random((n, 2)), 2).argmin(axis=1)
        m = np.full(n, -99)
        while (out := (m < 3 * case.LOW) | (m > 3 * case.HIGH)).any():
            noise = np.subtract(*rng.geometric(1 - np.exp(-rate), size=(2, out.sum())))
            m[out] = (queries @ counts)[chosen[out]] + noise
    else:
        scores = rate * (abs(error) if form == 1 else np.concatenate([error, -error]))
        chosen = (scores + rng.gumbel(size=(n, len(scores)))).argmax(axis=1) % 2
        noise = (np.subtract(*rng.geometric(1 - np.exp(-2 * rate), size=(2, n))) if form == 1 else
                 np.rint(rng.laplace(scale=1 / (2 * rate), size=n)).astype(int))
        m = np.clip((queries @ counts)[chosen] + noise, 3 * case.LOW, 3 * case.HIGH)
    law = a5_truth.round_law(case, form, counts, queries, p, 3, 0.7)
    checking.follows(chosen * (3 * span + 1) + m - 3 * case.LOW, law, "the round")
    errors = [abs(queries @ (w / w.sum() - np.array(counts) / 3)).max()
              for q, k in zip(queries[chosen[:5000]], m[:5000]) for w in [p * np.exp(q * (k - 3 * q @ p) / 6)]]
    exact = a5_truth.mean_error(case, form, counts, queries, p, 3, 0.7)
    assert abs(np.mean(errors) - exact) < span * np.sqrt(np.log(2e6) / 10_000)
    worst = np.zeros(2)
    for lists, queries, p, N, epsilon in a5_truth.rounds(case, rng):
        laws = np.array([a5_truth.round_law(case, form, c, queries, p, N, epsilon) for c in lists])
        near = counts_of.neighbors(lists, case.RELATION)
        for i, each in enumerate((laws.reshape(len(laws), -1), laws.sum(axis=2))):
            logs = np.log(np.maximum(each, 1e-9))
            worst[i] = max(worst[i], abs(logs[near[:, 0]] - logs[near[:, 1]]).max() / epsilon)
    assert worst[0] <= 1 + 1e-9 and worst[1] <= 0.5 + 1e-9 and (worst[0] > 0.999 or form == 0 and worst[1] > 0.4995)


@pytest.mark.parametrize("n, epsilon, delta", [(2, 0.7, 0.05)])
def test_the_least_number_of_wrong_bits(n, epsilon, delta):
    """Question 5 (b): the best guess that is private, by linear programming over all of them, meets the bound."""
    lists = list(itertools.product((0, 1), repeat=n))
    size, rows = len(lists), []
    cost = [sum(a != b for a, b in zip(s, g)) / size for s in lists for g in lists]
    for (i, s), (j, t) in itertools.permutations(enumerate(lists), 2):
        if sum(a != b for a, b in zip(s, t)) == 1:
            for event in itertools.product((0, 1), repeat=size):
                rows.append(np.kron(np.eye(size)[i] - np.exp(epsilon) * np.eye(size)[j], event))
    best = linprog(cost, rows, np.full(len(rows), delta), np.kron(np.eye(size), np.ones(size)), np.ones(size)).fun
    assert best == pytest.approx(n * (1 - delta) / (1 + np.exp(epsilon)))


def test_two_data_sets_that_give_like_answers_are_alike():
    """Question 5 (a): the largest difference of answers is at least half of the number of places that differ."""
    lists = np.array(list(itertools.product((0, 1), repeat=4)))
    for s, t in itertools.product(lists, repeat=2):
        assert 2 * abs(lists @ (s - t)).max() >= abs(s - t).sum()
