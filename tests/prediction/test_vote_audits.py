"""Every rule that answers from votes: exact privacy over all patterns of votes and small data sets with real learners,
broken copies that the same audits catch, and numbers of parts.

Every neighbor of every data set is compared at both answers, through the probability functions.
"""

import functools
import itertools

import numpy as np
import pytest

from dplearn import prediction, privacy
from dplearn.concepts import LabeledSample, Thresholds

CELLS = (1, 2, 3)
RECORDS = tuple(itertools.product(CELLS, (0, 1)))
FORMS = {"proof": (prediction.soft_majority_probability, prediction.soft_majority_epsilon),
         "introduction": (prediction.soft_majority_probability_printed, prediction.soft_majority_epsilon_printed)}
audit = functools.partial(privacy.audit, relation=privacy.Relation.REPLACE_ONE)


def both(rule, n_parts, **options):
    """votes -> Pr[answer 0], Pr[answer 1] of a rule that treats the labels alike, without the rounding of 1 - p."""
    return lambda votes: rule([n_parts - votes, votes], n_parts, **options)


def noisy(n_parts, epsilon):
    return lambda votes: prediction.average_probability_laplace([1 - votes / n_parts, votes / n_parts], n_parts,
                                                                epsilon=epsilon)


def audit_votes(law, n_parts, epsilon):
    """r records, each alone in its part, whose learner repeats the label it saw: a data set is a pattern of votes."""
    laws = [np.asarray(law(votes)) for votes in range(n_parts + 1)]
    return audit(lambda data: laws[sum(data)], privacy.all_datasets((0, 1), n_parts), domain=(0, 1), epsilon=epsilon)


@pytest.mark.parametrize("form, n_parts, epsilon", list(itertools.product(FORMS, (1, 2, 8), (3.0,))))
def test_soft_majority(form, n_parts, epsilon):
    """The introduction's form is caught from two parts on."""
    rule, exact = FORMS[form]
    report = audit_votes(both(rule, n_parts, epsilon=epsilon), n_parts, epsilon)
    assert report.true_epsilon == pytest.approx(exact(n_parts, epsilon=epsilon), rel=1e-8)
    assert report.ok is (form == "proof" or n_parts == 1)
    assert {sum(report.worst_pair[0]), sum(report.worst_pair[1])} in ({0, 1}, {n_parts - 1, n_parts})


@pytest.mark.parametrize("n_parts", [1, 2, 7])
def test_averages(n_parts):
    for alpha in (0.02, 0.9):
        report = audit_votes(both(prediction.clipped_average_probability, n_parts, alpha=alpha), n_parts,
                             np.log1p(2 / (alpha * n_parts)))
        assert report.ok, str(report)
    for epsilon in (0.01, 5.0):
        true = audit_votes(noisy(n_parts, epsilon), n_parts, epsilon).true_epsilon
        assert true < epsilon   # a label says less than the noisy number


@pytest.mark.parametrize("alpha, epsilon", [(0.15, 0.7), (0.5, 2.0)])
def test_enough_parts_and_one_too_few(alpha, epsilon):
    """Of the clipped average, for which fewer parts never pass."""
    least = prediction.clipped_parts_sharp(alpha, epsilon)
    for r in range(1, min(least, 10) + 1):
        law = both(prediction.clipped_average_probability, r, alpha=alpha)
        assert audit_votes(law, r, epsilon).ok == (r >= least), r


BROKEN = {
    "plain": lambda r, epsilon: lambda votes: [1 - votes / r, votes / r],
    "half the noise": lambda r, epsilon: noisy(r, 2 * epsilon),              # enough for the number, not for the label
    "clip at 1e-6": lambda r, epsilon: both(prediction.clipped_average_probability, r, alpha=2e-6),
    "one clip": lambda r, epsilon: lambda votes: [1 - (p := max(votes / r, min(1 / (r * np.expm1(epsilon)), 1))), p],
    "wrong sensitivity": lambda r, epsilon: noisy(r, r * epsilon),           # noise as if the average moved by 1/r²
}


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_copies_are_caught(fault):
    report = audit_votes(BROKEN[fault](6, 0.5), 6, 0.5)
    assert not report.ok and (report.true_epsilon == np.inf) == (fault in ("plain", "one clip"))


# ---- several records a part, real learners ---------------------------------------------------------


@functools.cache
def labels_of(part, concept_class):
    """The labels that empirical risk minimization on a part (a tuple of records) gives on all cells."""
    x, y = zip(*part)
    fewest = concept_class.mistakes(*LabeledSample(x, y).counts(concept_class)).argmin()
    return concept_class.predictions(np.array(CELLS))[fewest].astype(int)


def audit_learners(concept_class, places, rule, arranged=tuple):
    """All data sets of four records, dealt out to parts by their places; one answer at the middle cell."""
    laws = [np.asarray(rule(votes)) for votes in range(len(places) + 1)]

    def law(data):
        return laws[sum(labels_of(tuple(arranged(data)[i] for i in part), concept_class)[1] for part in places)]

    return audit(law, itertools.product(RECORDS, repeat=4), domain=RECORDS, epsilon=1.0)


def test_a_split_that_looks_at_the_data_is_caught():
    """Records sorted before they are dealt out: one replaced record pushes others into the next part,
    and two votes turn.
    """
    places, soft = ((0,), (1, 2), (3,)), both(prediction.soft_majority_probability, 3, epsilon=1.0)
    good = audit_learners(Thresholds(3), places, soft)
    assert good.ok and good.true_epsilon == pytest.approx(prediction.soft_majority_epsilon(3, epsilon=1.0))
    broken = audit_learners(Thresholds(3), places, soft, arranged=sorted)
    two_votes = np.log((1 + np.exp(1.5)) / (1 + np.exp(-0.5)))  # from v = -3 to v = 1
    assert not broken.ok and broken.true_epsilon == pytest.approx(two_votes, rel=1e-12)
