"""Concept classes: definitions by hand, fast transforms against the prediction table, guards."""

import itertools
import math
import warnings

import numpy as np
import pytest

from dplearn.concepts import (
    ConceptClass, Conjunctions, IntervalUnions, LabeledSample, Parities, Points, Thresholds, empirical_errors,
)

SMALL = [
    Conjunctions(1),
    Conjunctions(2),
    Conjunctions(4),
    Parities(1),
    Parities(3),
    Parities(4),
    Points(1),
    Points(2),
    Points(7),
    Thresholds(1),
    Thresholds(2),
    Thresholds(9),
    *[IntervalUnions(N, k) for N in range(1, 7) for k in range(1, N + 2)],
    IntervalUnions(13, 3),
]
TINY = [c for c in SMALL if c.domain_size <= 8]


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def by_definition(concept_class):
    """Rows of labels, hypothesis by hypothesis, straight from the definitions."""
    if isinstance(concept_class, (Conjunctions, Parities)):
        d = concept_class.d
        cells = [[(mask >> i) & 1 for i in range(d)] for mask in range(2**d)]
        if isinstance(concept_class, Conjunctions):
            return [[all(x[i] for i in range(d) if s >> i & 1) for x in cells] for s in range(2**d)]
        return [[sum(x[i] for i in range(d) if r >> i & 1) % 2 == 1 for x in cells] for r in range(2**d)]
    xs = range(1, concept_class.N + 1)
    if isinstance(concept_class, Points):
        return [[x == j for x in xs] for j in xs]
    if isinstance(concept_class, Thresholds):
        return [[x <= j for x in xs] for j in range(concept_class.N + 1)]
    ends = itertools.combinations(range(1, concept_class.N + 2), concept_class.k)
    return [[sum(a <= x for a in a_s) % 2 == 1 for x in xs] for a_s in ends]


@pytest.mark.parametrize("concept_class", SMALL, ids=str)
def test_predictions_follow_the_definition(concept_class):
    table = concept_class.predictions(concept_class.domain())
    assert table.dtype == bool
    assert table.shape == (concept_class.n_hypotheses, concept_class.domain_size)
    assert np.array_equal(table, np.array(by_definition(concept_class)))
    assert len({row.tobytes() for row in table}) == concept_class.n_hypotheses  # all concepts differ
    assert concept_class.log_size == pytest.approx(math.log(concept_class.n_hypotheses), abs=1e-15)
    assert np.array_equal(concept_class.cell_index(concept_class.domain()), np.arange(concept_class.domain_size))
    for h in range(concept_class.n_hypotheses):
        assert np.array_equal(concept_class.label_cells(h), table[h])


def test_tables_by_hand():
    x = np.array([[0, 0], [1, 0], [1, 1]])
    assert Conjunctions(2).predictions(x).astype(int).tolist() == [[1, 1, 1], [0, 1, 1], [0, 0, 1], [0, 0, 1]]
    assert Parities(2).predictions(x).astype(int).tolist() == [[0, 0, 0], [0, 1, 1], [0, 0, 1], [0, 1, 0]]
    assert Points(3).predictions([3, 1]).astype(int).tolist() == [[0, 1], [0, 0], [1, 0]]
    assert Thresholds(2).predictions([1, 2]).astype(int).tolist() == [[0, 0], [1, 0], [1, 1]]
    # endpoints (1,2), (1,3), (2,3) on {1, 2}
    assert IntervalUnions(2, 2).predictions([1, 2]).astype(int).tolist() == [[1, 0], [1, 1], [0, 1]]


def test_ln_examples():
    """LN, section 1: the first table leaves one AND; the second leaves r1 ^ ... ^ r6 right on 3/4 at least."""
    first = np.array([[int(c) for c in row] for row in ("001011", "000000", "000010")])
    fits = empirical_errors(Conjunctions(6), first, [1, 0, 1]) == 0
    assert np.flatnonzero(fits).tolist() == [1 << 4]  # r_5
    second = np.array([[int(c) for c in row] for row in ("001011", "010110", "100010", "110100", "000100")])
    fits = np.flatnonzero(empirical_errors(Conjunctions(6), second, [0] * 5) == 0)
    assert not {0, 1, 2, 4, 8, 16, 32} & set(fits.tolist())
    uniform = np.full(64, 1 / 64)
    worst = max(Conjunctions(6).errors(uniform, target)[63] for target in fits)
    assert worst == 15 / 64  # accuracy 49/64 >= 3/4


@pytest.mark.parametrize("concept_class", SMALL, ids=str)
def test_mistakes_match_the_table(concept_class):
    rng = np.random.default_rng(3)
    table = concept_class.predictions(concept_class.domain())
    for batch in [(), (1,), (5,), (2, 3)]:
        counts0 = rng.integers(0, 4, (*batch, concept_class.domain_size))
        counts1 = rng.integers(0, 4, (*batch, concept_class.domain_size))
        before = counts0.copy(), counts1.copy()
        fast = concept_class.mistakes(counts0, counts1)
        assert fast.dtype == np.int64 and fast.shape == (*batch, concept_class.n_hypotheses)
        assert np.array_equal(fast, counts0 @ table.T + counts1 @ ~table.T)
        assert np.array_equal(before, (counts0, counts1))
        weights = rng.random((2, *batch, concept_class.domain_size))
        slow = weights[0] @ table.T + weights[1] @ ~table.T
        assert np.allclose(concept_class.mistakes(*weights), slow, rtol=0, atol=1e-13)
        assert np.allclose(concept_class.mistakes(counts0, weights[1]), counts0 @ table.T + weights[1] @ ~table.T, atol=1e-13)


@pytest.mark.parametrize("concept_class", SMALL, ids=str)
def test_rejection_times_match_brute_force(concept_class):
    rng = np.random.default_rng(4)
    table = concept_class.predictions(concept_class.domain())
    targets = range(concept_class.n_hypotheses)
    if concept_class.n_hypotheses > 40:
        targets = rng.integers(0, concept_class.n_hypotheses, 25).tolist()
    for target in targets:
        seen = rng.integers(1, 12, (3, concept_class.domain_size)).astype(float)  # with ties
        seen[rng.random(seen.shape) < 0.3] = np.inf
        before = seen.copy()
        fast = concept_class.rejection_times(seen, target)
        differ = table != table[target]
        slow = np.where(differ[None], seen[:, None, :], np.inf).min(axis=2)
        assert np.array_equal(fast, slow)
        assert np.array_equal(before, seen)
        assert np.array_equal(concept_class.rejection_times(seen[0], target), slow[0])
        assert np.array_equal(concept_class.rejection_times(np.asfortranarray(seen), target), slow)
        assert np.array_equal(before, seen)


@pytest.mark.parametrize("concept_class", SMALL, ids=str)
def test_errors_match_brute_force(concept_class):
    rng = np.random.default_rng(5)
    table = concept_class.predictions(concept_class.domain())
    p = rng.dirichlet(np.full(concept_class.domain_size, 0.3))
    for target in {0, concept_class.n_hypotheses // 2, concept_class.n_hypotheses - 1}:
        error = concept_class.errors(p, target)
        assert np.allclose(error, (table != table[target]) @ p, rtol=0, atol=1e-14)
        assert error[target] == 0 and error.min() >= 0 and error.max() <= 1
        assert np.allclose(concept_class.errors(np.stack([p, p]), target), error, rtol=0, atol=1e-15)


@pytest.mark.parametrize("concept_class", TINY, ids=str)
def test_vc_dimension_and_growth_by_brute_force(concept_class):
    table = concept_class.predictions(concept_class.domain())
    size = concept_class.domain_size
    most = [1] + [
        max(len({row.tobytes() for row in table[:, list(s)]}) for s in itertools.combinations(range(size), m))
        for m in range(1, size + 1)
    ]
    assert concept_class.vc_dim == max(m for m in range(size + 1) if most[m] == 2**m)
    for n in range(1, size + 3):
        assert concept_class.growth(n) == max(most[: min(n, size) + 1])


def test_vc_dimension_of_large_interval_unions():
    assert IntervalUnions(100, 7).vc_dim == 7
    assert IntervalUnions(10, 8).vc_dim == 3
    assert IntervalUnions(10, 11).vc_dim == 0
    assert IntervalUnions(2**40, 4).growth(100) == sum(math.comb(100, i) for i in range(5))  # Sauer, attained


def test_large_classes_exist_without_tables():
    assert Conjunctions(500).n_hypotheses == 2**500
    assert Conjunctions(500).log_size == pytest.approx(500 * math.log(2), rel=1e-15)
    assert Thresholds(2**60).log_size == pytest.approx(60 * math.log(2), rel=1e-15)
    assert Parities(64).growth(10**6) == 2**64
    assert IntervalUnions(10**6, 3).n_hypotheses == math.comb(10**6 + 1, 3)
    for large in [Conjunctions(21), Parities(30), Points(2**20 + 1), Thresholds(2**20), IntervalUnions(400, 4)]:
        for ask in [
            lambda c: c.label_cells(0),
            lambda c: c.mistakes([1], [1]),
            lambda c: c.rejection_times([1], 0),
            lambda c: c.errors([1.0], 0),
            lambda c: c.predictions([[0] * c.d] if hasattr(c, "d") else [1]),
        ]:
            with pytest.raises(ValueError, match="too large"):
                ask(large)
    with pytest.raises(ValueError, match="d must be .* <= 20"):
        Conjunctions(21).domain()
    with pytest.raises(ValueError, match="N must be"):
        Points(2**21).domain()
    with pytest.raises(ValueError, match="d must be .* <= 62"):
        Parities(63).cell_index(np.zeros((1, 63)))
    with pytest.raises(ValueError, match="at most"):
        Conjunctions(20).predictions(np.zeros((1000, 20), int))
    with pytest.raises(ValueError, match="n must be"):
        IntervalUnions(10**5, 3).growth(5000)


def test_classes_are_values():
    assert Conjunctions(3) == Conjunctions(3.0) and Conjunctions(3) != Parities(3) and Points(3) != Thresholds(3)
    assert len({Conjunctions(3), Conjunctions(3), Parities(3), IntervalUnions(5, 2)}) == 3
    with pytest.raises(AttributeError):
        Points(3).N = 4
    assert isinstance(Points(3), ConceptClass)


@pytest.mark.parametrize(
    "make",
    [
        *[lambda v=v, c=c: c(v) for v in (0, -1, 1.5, np.nan, np.inf, "3", None, True, [3]) for c in (Conjunctions, Parities, Points, Thresholds)],
        lambda: Conjunctions(10**9),
        lambda: Points(2**70),
        lambda: IntervalUnions(5, 0),
        lambda: IntervalUnions(5, 7),
        lambda: IntervalUnions(0, 1),
        lambda: IntervalUnions(10**9, 10**8),
        lambda: Conjunctions(3).growth(0),
    ],
)
def test_bad_parameters_raise(make):
    with pytest.raises(ValueError, match="must be"):
        make()


@pytest.mark.parametrize("concept_class", [Conjunctions(2), Parities(2), Points(4), Thresholds(4), IntervalUnions(4, 2)], ids=str)
def test_bad_arguments_raise(concept_class):
    cells, last = concept_class.domain_size, concept_class.n_hypotheses
    bad_points = [[], np.nan, [[0.5, 0]], [[2, 0]], [0], [5], [1.5], [np.nan], "ab", [[0, 0, 0]], [[[1]]]]
    for x in bad_points:
        with pytest.raises(ValueError):
            concept_class.predictions(x)
    good = np.ones(cells)
    for c0, c1 in [
        (-good, good),
        (good, good * np.nan),
        (good[:-1], good[:-1]),
        (good, np.ones((2, cells))),
        (3.0, 3.0),
        ([], []),
        (good * np.inf, good),
        (np.full(cells, 2**50), np.full(cells, 2**50)),
        ([[1], [1, 2]], good),
    ]:
        with pytest.raises(ValueError, match="counts"):
            concept_class.mistakes(c0, c1)
    for seen in [-good, good * np.nan, good[:-1], [], 1.0, "x", [[1], [1, 2]]]:
        with pytest.raises(ValueError, match="first_seen"):
            concept_class.rejection_times(seen, 0)
    for target in [-1, last, 0.5, np.nan]:
        with pytest.raises(ValueError, match="target"):
            concept_class.rejection_times(good, target)
        with pytest.raises(ValueError, match="target"):
            concept_class.errors(good / cells, target)
        with pytest.raises(ValueError, match="hypothesis"):
            concept_class.label_cells(target)
    for p in [good, good[:-1] / (cells - 1), -good / cells, np.full(cells, np.nan)]:
        with pytest.raises(ValueError, match="p must"):
            concept_class.errors(p, 0)


def test_labeled_sample():
    sample = LabeledSample([1, 3, 3, 2], [1, 0, 1, 0])
    assert sample.n == 4
    zeros, ones = sample.counts(Thresholds(4))
    assert zeros.tolist() == [0, 1, 1, 0] and ones.tolist() == [1, 0, 1, 0]
    bits = LabeledSample([[1, 0], [1, 0], [1, 1]], [True, False, True])
    zeros, ones = bits.counts(Conjunctions(2))
    assert zeros.tolist() == [0, 1, 0, 0] and ones.tolist() == [0, 1, 0, 1]
    mine = np.array([1, 2])
    held = LabeledSample(mine, [0, 1])
    mine[0] = 9
    assert held.x[0] == 1
    with pytest.raises(ValueError):
        held.x[0] = 5
    for x, y in [([], []), ([1], [0, 1]), ([1, 2], [0, 2]), ([1, np.nan], [0, 1]), ([0.5], [1]), (1, [1]), (np.zeros((1, 1, 1)), [1]), ([1], [np.nan])]:
        with pytest.raises(ValueError):
            LabeledSample(x, y)
    with pytest.raises(ValueError, match="x must be <= 2"):
        sample.counts(Points(2))
    with pytest.raises(ValueError, match="shape"):
        sample.counts(Conjunctions(2))
    with pytest.raises(ValueError, match="concept_class"):
        sample.counts("Points")
    with pytest.raises(ValueError, match="concept_class"):
        empirical_errors(None, [1], [1])


def test_empirical_errors():
    rng = np.random.default_rng(6)
    x, y = rng.integers(0, 2, (50, 4)), rng.integers(0, 2, 50)
    for concept_class in (Conjunctions(4), Parities(4)):
        slow = (concept_class.predictions(x) != y.astype(bool)).mean(axis=1)
        assert np.allclose(empirical_errors(concept_class, x, y), slow, atol=1e-15)
