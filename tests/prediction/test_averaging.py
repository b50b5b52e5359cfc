"""Exact privacy of the averages over votes: every vote pattern, every neighbor, and broken copies that the same audit catches.

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
    def law(votes):
        p = chance(sum(votes))
        return np.array([1 - p, p])
    return audit(law, all_datasets((0, 1), n_parts), domain=(0, 1), relation=Relation.REPLACE_ONE, epsilon=epsilon)


def clipped(n_parts, alpha):
    return lambda votes: prediction.clipped_average_probability(votes, n_parts, alpha=alpha)


def noisy(n_parts, epsilon):
    return lambda votes: prediction.average_probability_laplace(votes / n_parts, n_parts, epsilon=epsilon)


@pytest.mark.parametrize("n_parts", PARTS)
@pytest.mark.parametrize("alpha", [0.02, 0.1, 0.25, 0.5, 0.9])
def test_clipped_average(n_parts, alpha):
    claimed = np.log1p(2 / (alpha * n_parts))
    report = audit_votes(clipped(n_parts, alpha), n_parts, claimed)
    assert report.ok, str(report)
    assert report.true_epsilon == pytest.approx(prediction.clipped_average_epsilon(n_parts, alpha), rel=1e-12)


@pytest.mark.parametrize("alpha", [0.15, 0.2, 0.25, 0.4, 0.5])
@pytest.mark.parametrize("epsilon", [0.7, 1.0, 2.0, 4.0])
def test_enough_parts_and_one_too_few(alpha, epsilon):
    enough, least = prediction.clipped_parts(alpha, epsilon), prediction.clipped_parts_sharp(alpha, epsilon)
    assert least <= enough <= prediction.laplace_parts(alpha, epsilon)
    for r in {least, enough} & set(PARTS):
        assert audit_votes(clipped(r, alpha), r, epsilon).ok
    for r in range(1, min(least, 13)):                        # every smaller number of parts is caught
        assert not audit_votes(clipped(r, alpha), r, epsilon).ok, r


@pytest.mark.parametrize("n_parts", PARTS)
@pytest.mark.parametrize("epsilon", [0.01, 0.3, 1.0, 5.0])
def test_average_with_noise(n_parts, epsilon):
    report = audit_votes(noisy(n_parts, epsilon), n_parts, epsilon)
    assert report.ok and report.true_epsilon < epsilon, str(report)      # a label says less than the noisy number
    assert report.true_epsilon == pytest.approx(prediction.average_epsilon_laplace(n_parts, epsilon=epsilon), rel=1e-9)


def plain_average(n_parts, epsilon):
    return lambda votes: votes / n_parts


def half_the_noise(n_parts, epsilon):        # beyond ln(2·2ε + e^{-2ε}) > ε for small ε
    return noisy(n_parts, 2 * epsilon)


def clip_at_the_end(n_parts, epsilon):       # only what is exactly 0 or 1 is moved, and too little
    return lambda votes: np.clip(votes / n_parts, 1e-6, 1 - 1e-6)


def clip_below_only(n_parts, epsilon):       # the other label's probability may vanish
    floor = 1 / (n_parts * np.expm1(epsilon))
    return lambda votes: max(votes / n_parts, min(floor, 1.0))


def scale_of_the_sum(n_parts, epsilon):      # noise as if the average moved by 1/r²
    return noisy(n_parts, n_parts * epsilon)


BROKEN = {"plain": plain_average, "half the noise": half_the_noise, "clip at 1e-6": clip_at_the_end, "one clip": clip_below_only,
          "wrong sensitivity": scale_of_the_sum}


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("n_parts", [6, 12])
def test_broken_copies_are_caught(fault, n_parts):
    report = audit_votes(BROKEN[fault](n_parts, 0.5), n_parts, 0.5)
    assert not report.ok, fault
    if fault in ("plain", "one clip"):
        assert report.true_epsilon == np.inf


def test_several_records_a_part_and_a_real_learner():
    """Three parts of two records each; ERM over thresholds on {1, 2, 3}; all 6^6 / 720 ordered data sets by their types."""
    records = [(x, y) for x in (1, 2, 3) for y in (0, 1)]
    classes = Thresholds(3)
    says = {pair: classes.predictions([2])[erm(classes, [r[0] for r in pair], [r[1] for r in pair]), 0]
            for pair in itertools.product(records, repeat=2)}
    alpha, parts = 0.5, 3
    data = [d for d in itertools.product(records, repeat=4)]

    def law(d):                                               # the third part is fixed: its record pairs are audited by symmetry
        votes = int(says[d[0:2]]) + int(says[d[2:4]]) + int(says[(1, 1), (3, 0)])
        p = prediction.clipped_average_probability(votes, parts, alpha=alpha)
        return np.array([1 - p, p])

    report = audit(law, data, domain=records, relation=Relation.REPLACE_ONE, epsilon=np.log1p(2 / (alpha * parts)), ordered=True)
    assert report.ok and report.n_datasets == 1296, str(report)
    assert report.true_epsilon <= prediction.clipped_average_epsilon(parts, alpha) + 1e-12
    plain = audit(lambda d: [1 - sum(map(int, (says[d[0:2]], says[d[2:4]]))) / 2, sum(map(int, (says[d[0:2]], says[d[2:4]]))) / 2],
                  data, domain=records, relation=Relation.REPLACE_ONE, epsilon=10.0, ordered=True)
    assert plain.true_epsilon == np.inf
