"""Exact privacy of the soft majority: every vote pattern for r <= 12, and small data sets with real learners.

Every neighbor of every data set in the lists below is compared at both answers, through the probability functions.
"""

import functools
import itertools

import numpy as np
import pytest

from dplearn import pac, prediction, privacy
from dplearn.concepts import Points, Thresholds

CELLS = (1, 2, 3)
RECORDS = tuple(itertools.product(CELLS, (0, 1)))
FORMS = {"proof": (prediction.soft_majority_probability, prediction.soft_majority_epsilon),
         "introduction": (prediction.soft_majority_probability_printed, prediction.soft_majority_epsilon_printed)}
audit = functools.partial(privacy.audit, relation=privacy.Relation.REPLACE_ONE)


@functools.cache  # thousands of data sets give the same few counts of votes
def answer_law(votes, n_parts, epsilon, form="proof"):
    # answers 0 and 1, without the rounding of 1 - p
    return FORMS[form][0]([n_parts - votes, votes], n_parts, epsilon=epsilon)


@pytest.mark.parametrize("form, n_parts, epsilon", list(itertools.product(FORMS, range(1, 13), (0.1, 1.0, 3.0))))
def test_every_vote_pattern(form, n_parts, epsilon):
    """r records, each alone in its part, whose learner repeats the label it saw.
    The introduction's form is caught from two parts on.
    """
    patterns = list(itertools.product((0, 1), repeat=n_parts))
    report = audit(lambda d: answer_law(sum(d), n_parts, epsilon, form), patterns, domain=(0, 1), epsilon=epsilon)
    assert report.n_pairs == n_parts * 2 ** (n_parts - 1)
    assert report.true_epsilon == pytest.approx(FORMS[form][1](n_parts, epsilon=epsilon), rel=1e-8)
    assert report.ok is (form == "proof" or n_parts == 1) and report.true_epsilon < epsilon * (1 if form == "proof"
        else 2)
    assert {sum(report.worst_pair[0]), sum(report.worst_pair[1])} in ({0, 1}, {n_parts - 1, n_parts})


# ---- several records a part, real learners ---------------------------------------------------------


@functools.cache
def labels_of(part, concept_class):
    """The labels that empirical risk minimization on a part (a tuple of records) gives on all cells."""
    x, y = zip(*part)
    return concept_class.predictions(np.array(CELLS))[pac.erm(concept_class, x, y)].astype(int)


def audit_learners(concept_class, places, form="proof", arranged=tuple, queries=CELLS):
    def law(data):
        votes = sum(labels_of(tuple(arranged(data)[i] for i in part), concept_class) for part in places)
        return functools.reduce(np.multiply.outer,
                                (answer_law(votes[x - 1], len(places), 1.0, form) for x in queries)).ravel()

    return audit(law, itertools.product(RECORDS, repeat=4), domain=RECORDS, epsilon=len(queries))


@pytest.mark.parametrize("concept_class", [Thresholds(3), Points(3)], ids=str)
@pytest.mark.parametrize("places", [((0, 2), (1, 3)), ((0, 1, 2), (3,)), ((0,), (3,), (1, 2))], ids=str)
def test_real_learners(concept_class, places):
    for query in CELLS:
        report = audit_learners(concept_class, places, queries=(query,))
        assert report.ok and report.n_pairs == 6**4 * 4 * 5 // 2
        assert report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon(len(places), epsilon=1.0),
                                                    rel=1e-12)
        assert not audit_learners(concept_class, places, "introduction", queries=(query,)).ok


def test_three_answers_cost_three_times():
    report, one = audit_learners(Thresholds(3), ((0, 2), (1, 3))), prediction.soft_majority_epsilon(2, epsilon=1.0)
    assert report.ok and one < report.true_epsilon <= 3 * one + 1e-12


def test_a_split_that_looks_at_the_data_is_caught():
    """Records sorted before they are dealt out: one replaced record pushes others into the next part,
    and two votes turn.
    """
    places = ((0,), (1, 2), (3,))
    assert audit_learners(Thresholds(3), places, queries=(2,)).ok
    broken = audit_learners(Thresholds(3), places, arranged=sorted, queries=(2,))
    two_votes = np.log((1 + np.exp(1.5)) / (1 + np.exp(-0.5)))  # from v = -3 to v = 1
    assert not broken.ok and broken.true_epsilon == pytest.approx(two_votes, rel=1e-12)


def test_a_random_split_is_private_too():
    """The law averaged over every split of four records into 2 + 2: a mixture of ε-DP laws with the same weights."""
    splits = [(pair, tuple(set(range(4)) - set(pair))) for pair in itertools.combinations(range(4), 2)]

    def law(data):
        return np.mean([answer_law(sum(labels_of(tuple(data[i] for i in part), Thresholds(3))[0] for part in s), 2,
                                   1.0) for s in splits], axis=0)

    report = audit(law, itertools.product(RECORDS, repeat=4), domain=RECORDS, epsilon=1.0)
    assert report.ok and 0.2 < report.true_epsilon < prediction.soft_majority_epsilon(2, epsilon=1.0)
