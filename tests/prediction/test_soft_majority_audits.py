"""Exact privacy of the soft majority: every vote pattern for r <= 12, and small data sets with real learners.

Every neighbor of every data set in the lists below is compared at both answers, through the probability functions.
"""

import functools
import itertools

import numpy as np
import pytest

from dplearn import pac, prediction
from dplearn.concepts import Points, Thresholds
from dplearn.privacy import Relation, audit

REPLACE = Relation.REPLACE_ONE
FORMS = {"proof": prediction.soft_majority_probability, "introduction": prediction.soft_majority_probability_printed}


@functools.cache  # thousands of data sets give the same few counts of votes
def answer_law(votes, n_parts, epsilon, form="proof"):
    return FORMS[form]([n_parts - votes, votes], n_parts, epsilon=epsilon)  # answers 0 and 1, without the rounding of 1 - p


# ---- one record a part: every vote pattern ---------------------------------------------------------

def audit_votes(n_parts, epsilon, form):
    """r records, each alone in its part, whose learner repeats the label it saw: a data set is a vote pattern."""
    patterns = list(itertools.product((0, 1), repeat=n_parts))
    return audit(lambda d: answer_law(sum(d), n_parts, epsilon, form), patterns, domain=(0, 1), relation=REPLACE, epsilon=epsilon)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("n_parts", range(1, 13))
def test_every_vote_pattern(n_parts, epsilon):
    report = audit_votes(n_parts, epsilon, "proof")
    assert report.ok and report.n_pairs == n_parts * 2 ** (n_parts - 1)
    exact = np.log((1 + np.exp(epsilon * n_parts / 2)) / (1 + np.exp(epsilon * (n_parts - 2) / 2)))
    assert report.true_epsilon == pytest.approx(exact, rel=1e-9)
    assert report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon(n_parts, epsilon=epsilon), rel=1e-9)
    assert report.true_epsilon < epsilon
    assert {sum(report.worst_pair[0]), sum(report.worst_pair[1])} in ({0, 1}, {n_parts - 1, n_parts})


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("n_parts", range(1, 13))
def test_the_introduction_is_caught(n_parts, epsilon):
    """e^{ε votes}: ε at one part, above it from two parts on, never 2ε."""
    report = audit_votes(n_parts, epsilon, "introduction")
    assert report.ok is (n_parts == 1)
    exact = np.log((1 + np.exp(epsilon * n_parts)) / (1 + np.exp(epsilon * (n_parts - 2))))
    assert report.true_epsilon == pytest.approx(exact, rel=1e-8)
    assert report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon_printed(n_parts, epsilon=epsilon), rel=1e-8)
    assert report.true_epsilon < 2 * epsilon


def test_the_numbers_of_the_ledger():
    assert round(audit_votes(2, 1.0, "introduction").true_epsilon, 4) == 1.4338
    assert round(audit_votes(5, 1.0, "introduction").true_epsilon, 4) == 1.9581


# ---- several records a part, real learners ---------------------------------------------------------

CELLS = (1, 2, 3)
RECORDS = tuple(itertools.product(CELLS, (0, 1)))


@functools.cache
def labels_of(part, concept_class):
    """The labels that empirical risk minimization on a part (a tuple of records) gives on all cells."""
    x, y = zip(*part)
    return concept_class.predictions(np.array(CELLS))[pac.erm(concept_class, x, y)].astype(int)


def fixed_split(data, places):
    return tuple(tuple(data[i] for i in part) for part in places)


def sorted_split(data, places):
    """Broken: records are sorted first, so one replaced record pushes others into the next part."""
    return fixed_split(sorted(data), places)


def audit_learners(concept_class, places, epsilon, form="proof", split=fixed_split, queries=CELLS):
    n = sum(map(len, places))

    def law(data):
        votes = sum(labels_of(part, concept_class) for part in split(data, places))
        laws = [answer_law(votes[x - 1], len(places), epsilon, form) for x in queries]
        return functools.reduce(np.multiply.outer, laws).ravel()

    return audit(law, itertools.product(RECORDS, repeat=n), domain=RECORDS, relation=REPLACE, epsilon=len(queries) * epsilon)


SPLITS = {"2+2": ((0, 2), (1, 3)), "3+1": ((0, 1, 2), (3,)), "1+1+2": ((0,), (3,), (1, 2))}


@pytest.mark.parametrize("concept_class", [Thresholds(3), Points(3)], ids=str)
@pytest.mark.parametrize("places", SPLITS.values(), ids=SPLITS)
def test_real_learners(concept_class, places):
    for query in CELLS:
        report = audit_learners(concept_class, places, 1.0, queries=(query,))
        assert report.ok and report.n_pairs == 6**4 * 4 * 5 // 2
        assert report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon(len(places), epsilon=1.0), rel=1e-12)
        assert not audit_learners(concept_class, places, 1.0, "introduction", queries=(query,)).ok


def test_three_answers_cost_three_times():
    report = audit_learners(Thresholds(3), SPLITS["2+2"], 1.0)
    one = prediction.soft_majority_epsilon(2, epsilon=1.0)
    assert report.ok and one < report.true_epsilon <= 3 * one + 1e-12


def test_a_split_that_looks_at_the_data_is_caught():
    """Records sorted before they are dealt out: one replaced record pushes others into the next part, and two votes turn."""
    places = ((0,), (1, 2), (3,))
    assert audit_learners(Thresholds(3), places, 1.0, queries=(2,)).ok
    broken = audit_learners(Thresholds(3), places, 1.0, split=sorted_split, queries=(2,))
    two_votes = np.log((1 + np.exp(1.5)) / (1 + np.exp(-0.5)))  # from v = -3 to v = 1
    assert not broken.ok and broken.true_epsilon == pytest.approx(two_votes, rel=1e-12)


def test_a_random_split_is_private_too():
    """The law averaged over every split of four records into 2 + 2: a mixture of ε-DP laws with the same weights."""
    splits = [(pair, tuple(set(range(4)) - set(pair))) for pair in itertools.combinations(range(4), 2)]

    def law(data):
        return np.mean([answer_law(sum(labels_of(p, Thresholds(3))[0] for p in fixed_split(data, s)), 2, 1.0) for s in splits], axis=0)

    report = audit(law, itertools.product(RECORDS, repeat=4), domain=RECORDS, relation=REPLACE, epsilon=1.0)
    assert report.ok and 0.2 < report.true_epsilon < prediction.soft_majority_epsilon(2, epsilon=1.0)
