"""Concept classes: definitions by hand, fast transforms against the prediction table, guards."""

import itertools
import math

import numpy as np
import pytest

from dplearn.concepts import Conjunctions, IntervalUnions, LabeledSample, Parities, Points, Thresholds

CUBES, LINES = (Conjunctions, Parities), (Points, Thresholds)
SMALL = [*(c(d) for c in CUBES for d in (1, 2, 4)), *(c(N) for c in LINES for N in (1, 7)), IntervalUnions(13, 3),
         *(IntervalUnions(N, k) for N in (1, 2, 6) for k in range(1, N + 2))]
each = pytest.mark.parametrize("concept_class", SMALL, ids=str)
pytestmark = pytest.mark.filterwarnings("error")


def by_definition(concept_class):
    """Rows of labels, hypothesis by hypothesis, straight from the definitions."""
    if isinstance(concept_class, CUBES):
        bits = range(concept_class.d)
        masks = range(2**concept_class.d)
        picked = [[[(x >> i) & 1 for i in bits if h >> i & 1] for x in masks] for h in masks]
        return [[(all(x) if isinstance(concept_class, Conjunctions) else sum(x) % 2 == 1) for x in row]
                for row in picked]
    xs = range(1, concept_class.N + 1)
    if isinstance(concept_class, Points):
        return [[x == j for x in xs] for j in xs]
    if isinstance(concept_class, Thresholds):
        return [[x <= j for x in xs] for j in range(concept_class.N + 1)]
    ends = itertools.combinations(range(1, concept_class.N + 2), concept_class.k)
    return [[sum(a <= x for a in a_s) % 2 == 1 for x in xs] for a_s in ends]


@each
def test_predictions_follow_the_definition(concept_class):
    table = concept_class.predictions(concept_class.domain())
    assert table.dtype == bool and table.shape == (concept_class.n_hypotheses, concept_class.domain_size)
    assert np.array_equal(table, np.array(by_definition(concept_class)))
    assert len(np.unique(table, axis=0)) == concept_class.n_hypotheses  # all concepts differ
    assert concept_class.log_size == pytest.approx(math.log(concept_class.n_hypotheses), abs=1e-15)
    assert np.array_equal(concept_class.cell_index(concept_class.domain()), np.arange(concept_class.domain_size))
    assert all(np.array_equal(concept_class.label_cells(h), row) for h, row in enumerate(table))


@each
def test_mistakes_match_the_table(concept_class):
    rng = np.random.default_rng(3)
    table = concept_class.predictions(concept_class.domain())
    for batch in [(), (1,), (5,), (2, 3)]:
        counts = rng.integers(0, 4, (2, *batch, concept_class.domain_size))
        weights, before = rng.random(counts.shape), counts.copy()
        fast = concept_class.mistakes(*counts)
        assert fast.dtype == np.int64 and fast.shape == (*batch, concept_class.n_hypotheses)
        assert np.array_equal(fast, counts[0] @ table.T + counts[1] @ ~table.T) and np.array_equal(before, counts)
        for zeros, ones in (weights, (counts[0], weights[1])):
            assert np.allclose(concept_class.mistakes(zeros, ones), zeros @ table.T + ones @ ~table.T, rtol=0,
                               atol=1e-13)


@pytest.mark.parametrize("concept_class", [c for c in SMALL if c.domain_size <= 8], ids=str)
def test_vc_dimension_by_brute_force(concept_class):
    table, size = concept_class.predictions(concept_class.domain()), concept_class.domain_size
    most = [max(len(np.unique(table[:, list(s)], axis=0)) for s in itertools.combinations(range(size), m)) if m else 1
            for m in range(size + 1)]
    assert concept_class.vc_dim == max(m for m in range(size + 1) if most[m] == 2**m)


def test_labeled_sample():
    mine = np.array([1, 3, 3, 2])
    sample = LabeledSample(mine, [1, 0, 1, 0])
    assert sample.n == 4 and np.stack(sample.counts(Thresholds(4))).tolist() == [[0, 1, 1, 0], [1, 0, 1, 0]]
    bits = LabeledSample([[1, 0], [1, 0], [1, 1]], [True, False, True])
    assert np.stack(bits.counts(Conjunctions(2))).tolist() == [[0, 1, 0, 0], [0, 1, 0, 1]]
    mine[0] = 9  # a copy is held, and nobody writes into it
    assert sample.x[0] == 1 and not sample.x.flags.writeable
    for wrong, words in ((Points(2), "x must be <= 2"), (Conjunctions(2), "shape")):
        with pytest.raises(ValueError, match=words):
            sample.counts(wrong)
