"""What the grader of assignment 6 takes for true, by other ways than its own."""

import itertools

import numpy as np
import pytest
from dplearn import prediction
from dplearn.privacy import Relation

from assignments.checks import a6_truth as truth
from assignments.grading import checking
from assignments.grading.assignment import assignments

A6 = next(a for a in assignments() if a.short == "a6")


@pytest.mark.parametrize("n, m, shift, circle", [(5, 2, 2, True), (5, 3, 2, False), (7, 4, 3, True), (6, 6, 2, False)])
def test_the_most_votes_that_one_record_moves(n, m, shift, circle):
    """Every data set with two places and two labels, every replacement."""
    parts, most = truth.parts_of(n, m, shift, circle), 0
    for records in itertools.product(itertools.product((0, 1), repeat=2), repeat=n):
        x, y = (list(column) for column in zip(*records))
        votes = truth.votes_for_one(x, y, 0, parts)
        for i in range(n):
            for place, label in itertools.product((0, 1), repeat=2):
                other = truth.votes_for_one([*x[:i], place, *x[i + 1:]], [*y[:i], label, *y[i + 1:]], 0, parts)
                most = max(most, abs(votes - other))
    assert most == truth.moved(n, m, shift, circle)


def test_the_rate_of_the_overlapping_parts_is_private_and_a_larger_one_is_not():
    for r, s in itertools.product((20, 40), (1, 2, 5)):
        lead = 2 * np.arange(r + 1) - r
        for factor, private in ((1, True), (1.05, False)):
            one = np.array([truth.coin(z, factor * 3.0 / (2 * s)) for z in lead])
            zero = np.array([truth.coin(-z, factor * 3.0 / (2 * s)) for z in lead])
            worst = max(np.abs(np.log(p[s:] / p[:-s])).max() for p in (one, zero))
            assert (worst <= 3.0) == private


@pytest.mark.parametrize("relation", [Relation.REPLACE_ONE, Relation.ADD_REMOVE])
def test_a_total_by_drawing_the_noise(relation):
    """False alarm 1e-6 each: the difference of two geometric variables, clipped like the total."""
    rng, values = np.random.default_rng(6), [5, -9, 1, 0]
    rate = 0.8 / truth.spread(-2, 3, relation)
    noise = rng.geometric(1 - np.exp(-rate), 200_000) - rng.geometric(1 - np.exp(-rate), 200_000)
    drawn = 3 - 2 + 1 + 0 + noise
    checking.follows(np.clip(drawn, -6, 6) + 6, truth.total_law(values, -2, 3, 6, rate), "the total")
    error, exact = (drawn + 3.0) ** 2, truth.squared_error(values, -2, 3, 0.8, relation)  # 2 clipped, -3 true
    assert abs(np.mean(error - exact - 10 * (drawn - 2))) < 6 * np.std(error - 10 * drawn) / np.sqrt(200_000)
    moves = [abs(np.clip(a, -2, 3) - np.clip(b, -2, 3)) for a in range(-5, 9) for b in range(-5, 9)]
    joins = [abs(np.clip(a, -2, 3)) for a in range(-5, 9)]
    assert truth.spread(-2, 3, relation) == max(moves if relation is Relation.REPLACE_ONE else joins)


def test_the_account_is_the_lectures():
    """55 coins at 0.05 for (1, 1e-6), 20 by adding up (lecture 6, section 6)."""
    case = A6.case("somebody")
    case.given.update(BUDGET=1000, DELTA=1e-6)
    most = {kind: [max(k for k in range(1, 80) if truth.room(case, [(kind, 50, True)] * (k - 1), kind, 50)[account])
                   for account in (0, 1)] for kind in truth.PRICE}
    assert most["coin"] == [20, prediction.answers_bought(1.0, 1e-6, 0.05, composition="bounded-range")] == [20, 55]
    assert most["plain"] == [20, 55 // 4]


def test_the_two_laws_of_the_attack_by_drawing_the_members():
    x, y, questions, rng = [0, 3, 3, 7, 9], [1, 0, 1, 1, 0], [3, 3, 8], np.random.default_rng(7)
    laws = truth.two_laws(1, x, y, 3, questions, 2.0, 3)
    drawn = ([], [])
    for _ in range(20_000):
        members = rng.permutation(5)[:3]
        lead = 2 * sum(y[i] for i in members) - 3  # three members: all of them vote
        answers = rng.random(3) < 1 / (1 + np.exp(-2.0 * lead / 2))
        drawn[1 not in members].append(int(answers @ [4, 2, 1]))
    for samples, law in zip(drawn, laws):
        checking.follows(np.array(samples), law, "the answers")


def test_a_private_window_on_records_that_are_not_independent():
    """Question 5 (c): n copies of one record; one vote each."""
    n = 30
    votes = np.array([truth.coin(2 * v - n, 0.5) for v in range(n + 1)])
    assert np.abs(np.diff(np.log(votes))).max() <= 1 and np.abs(np.diff(np.log(1 - votes))).max() <= 1 + 1e-9
    assert 1 - votes[n] < 1e-6 and (votes[0] + 1 - votes[0]) / 2 == 0.5
