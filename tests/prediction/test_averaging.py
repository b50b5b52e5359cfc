"""Exact privacy of the averages over votes: every vote pattern, every neighbor, and broken copies that the same audit
catches.

A record is one part's whole data and its model repeats it, so a data set of r records is a vote pattern and replacing a
record turns one vote.  Then the same with parts of several records and a real learner.
"""

import itertools

import numpy as np
import pytest

from dplearn import prediction
from dplearn.pac import erm
from dplearn.concepts import Thresholds
from dplearn.privacy import Relation, all_datasets, audit

PARTS = range(1, 13)


def audit_votes(chance, n_parts, epsilon):
    """The audit over all vote patterns of r parts; `chance(votes)` is Pr[answer 1]."""
    return audit(lambda votes: np.array([1 - chance(sum(votes)), chance(sum(votes))]), all_datasets((0, 1), n_parts),
                 domain=(0, 1),
                 relation=Relation.REPLACE_ONE, epsilon=epsilon)


def clipped(n_parts, alpha):
    return lambda votes: prediction.clipped_average_probability(votes, n_parts, alpha=alpha)


def noisy(n_parts, epsilon):
    return lambda votes: prediction.average_probability_laplace(votes / n_parts, n_parts, epsilon=epsilon)


@pytest.mark.parametrize("n_parts", PARTS)
def test_averages(n_parts):
    for alpha in (0.02, 0.25, 0.9):
        report = audit_votes(clipped(n_parts, alpha), n_parts, np.log1p(2 / (alpha * n_parts)))
        assert report.ok and report.true_epsilon == pytest.approx(prediction.clipped_average_epsilon(n_parts, alpha),
                                                                  rel=1e-12), str(report)
    for epsilon in (0.01, 1.0, 5.0):
        true = audit_votes(noisy(n_parts, epsilon), n_parts,
                           epsilon).true_epsilon   # a label says less than the noisy number
        assert true == pytest.approx(prediction.average_epsilon_laplace(n_parts, epsilon=epsilon),
                                     rel=1e-9) and true < epsilon


@pytest.mark.parametrize("alpha, epsilon", list(itertools.product((0.15, 0.25, 0.5), (0.7, 2.0, 4.0))))
def test_enough_parts_and_one_too_few(alpha, epsilon):
    least = prediction.clipped_parts_sharp(alpha, epsilon)
    for r in PARTS:                                           # every smaller number of parts is caught
        if r < least or r in (least, prediction.clipped_parts(alpha, epsilon)):
            assert audit_votes(clipped(r, alpha), r, epsilon).ok == (r >= least), r
    r = prediction.best_average_parts(alpha, epsilon)
    assert audit_votes(lambda votes: prediction.best_average_probability(votes, r, alpha=alpha, epsilon=epsilon), r,
                       epsilon * (1 + 1e-12)).ok


BROKEN = {
    "plain": lambda r, epsilon: lambda votes: votes / r,
    "half the noise": lambda r, epsilon: noisy(r, 2 * epsilon),              # beyond ln(2·2ε + e^{-2ε}) > ε for small ε
    "clip at 1e-6": lambda r, epsilon: lambda votes: np.clip(votes / r, 1e-6, 1 - 1e-6),
    "one clip": lambda r, epsilon: lambda votes: max(votes / r, min(1 / (r * np.expm1(epsilon)), 1.0)),
    # the other label may vanish
    "wrong sensitivity": lambda r, epsilon: noisy(r, r * epsilon),           # noise as if the average moved by 1/r²
}


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("n_parts", [6, 12])
def test_broken_copies_are_caught(fault, n_parts):
    report = audit_votes(BROKEN[fault](n_parts, 0.5), n_parts, 0.5)
    assert not report.ok and (report.true_epsilon == np.inf) == (fault in ("plain", "one clip"))


def test_several_records_a_part_and_a_real_learner():
    """Three parts of two records each, the third fixed; ERM over thresholds on {1, 2, 3}; all ordered data sets of the
    other two."""
    records, classes = list(itertools.product((1, 2, 3), (0, 1))), Thresholds(3)
    says = {pair: classes.predictions([2])[erm(classes, [r[0] for r in pair], [r[1] for r in pair]), 0]
            for pair in itertools.product(records, repeat=2)}

    def report(chance):
        def law(d):
            p = chance(int(says[d[:2]]) + int(says[d[2:]]))
            return np.array([1 - p, p])
        return audit(law, list(itertools.product(records, repeat=4)), domain=records, relation=Relation.REPLACE_ONE,
                     epsilon=np.log1p(4 / 3), ordered=True)

    private = report(lambda votes: prediction.clipped_average_probability(votes + 1, 3, alpha=0.5))
    assert private.ok and private.true_epsilon <= prediction.clipped_average_epsilon(3, 0.5) + 1e-12
    assert report(lambda votes: votes / 2).true_epsilon == np.inf
