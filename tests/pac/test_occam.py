"""Occam worlds: exact failure against enumeration, against the bounds, and against simulation."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import beta as beta_law

from dplearn.pac import occam, occam_engine
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds

WORLDS = {
    "conjunctions": occam.conjunction_world,
    "thresholds": occam.threshold_world,
    "points": occam.point_world,
    "parities": occam.parity_world,
}


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def failure_counts(times, n_values):
    """How many runs fail at each n: those whose failure time is beyond it."""
    return (times[:, None] > np.asarray(n_values)).sum(axis=0)


def enumerated_failure(world, alpha, n):
    """Sum over all sets of cells that n examples can fill: exact in rational arithmetic, brute force."""
    p = [Fraction(float(v)) for v in world.p]
    total = sum(p)
    p = [v / total for v in p]
    support = [c for c in range(len(p)) if p[c]]
    table = world.concept_class.predictions(world.concept_class.domain())
    differ = table != table[world.target]
    bad = [h for h in range(len(table))
           if sum(p[c] for c in support if differ[h, c]) > Fraction(alpha) * (1 + Fraction(1, 10**9))]
    # Pr[all n examples fall in A] = p(A)^n; inclusion-exclusion gives Pr[the set of seen cells is exactly A].
    size = len(support)
    within = [sum((p[support[i]] for i in range(size) if a >> i & 1), Fraction(0)) ** n for a in range(2**size)]
    for i in range(size):
        for a in range(2**size):
            if a >> i & 1:
                within[a] -= within[a ^ (1 << i)]
    failure = Fraction(0)
    for a in range(2**size):
        seen = [support[i] for i in range(size) if a >> i & 1]
        if any(not differ[h, seen].any() for h in bad):
            failure += within[a]
    return failure


def close(value, truth, rel=1e-10):
    return abs(value - float(truth)) <= rel * float(truth) + 1e-300


SETTINGS = [(kind, d, alpha) for kind in WORLDS for d in (1, 2, 3) for alpha in (0.05, 0.2, 0.45, 0.7)]


@pytest.mark.parametrize("kind,d,alpha", SETTINGS)
def test_exact_failure_by_enumeration(kind, d, alpha):
    if (kind == "points" and d == 1) or (kind == "parities" and alpha >= 0.5):
        with pytest.raises(ValueError):
            WORLDS[kind](d, alpha)
        return
    world = WORLDS[kind](d, alpha)
    n_values = [1, 2, 3, 7, 30]
    for asked in {alpha, 0.3, 0.6}:  # also bad sets at another α than the world was made for
        exact = occam.exact_failure(world, asked, n_values)
        for n, value in zip(n_values, exact):
            assert close(value, enumerated_failure(world, asked, n)), (n, asked)


def test_custom_worlds_by_enumeration():
    rng = np.random.default_rng(0)
    worlds = [occam.World(Thresholds(7), t, rng.dirichlet(np.ones(7) / 2)) for t in (0, 1, 4, 7)]
    worlds += [occam.World(Conjunctions(3), 0, np.full(8, 1 / 8)), occam.World(Points(5), 2, [0.3, 0.0, 0.2, 0.5, 0.0])]
    worlds += [occam.World(Points(3), 2, [0.3, 0.1, 0.6]), occam.World(Points(2), 0, [0.4, 0.6])]
    for world, alpha in itertools.product(worlds, [0.05, 0.22, 0.8]):
        try:
            exact = occam.exact_failure(world, alpha, [1, 2, 5, 20])
        except ValueError as error:
            # points with several bad rivals, all of positive mass: no closed form, and it says so
            assert "closed form" in str(error) and isinstance(world.concept_class, Points)
            assert world.bad(alpha).sum() > 1 and world.p[world.bad(alpha)].min() > 0
            continue
        for n, value in zip([1, 2, 5, 20], exact):
            assert close(value, enumerated_failure(world, alpha, n))


def test_exact_failure_by_hand():
    a = 0.1 * (1 + 1e-6)
    q = (1 - a) ** 50
    assert occam.exact_failure(occam.conjunction_world(10, 0.1), 0.1, 50)[0] == pytest.approx(1 - (1 - q) ** 10,
            rel=1e-12)
    assert occam.exact_failure(occam.point_world(4, 0.1), 0.1, 50)[0] == pytest.approx(q, rel=1e-12)
    # 16 points, α = 0.1: two cells on either side
    sides = 2 * (14 / 16) ** 50 - (12 / 16) ** 50
    assert occam.exact_failure(occam.threshold_world(4, 0.1), 0.1, 50)[0] == pytest.approx(sides, rel=1e-12)
    # d = 1: a parity fails iff x = 1 was never seen
    assert occam.exact_failure(occam.parity_world(1, 0.1), 0.1, 50)[0] == pytest.approx(q, rel=1e-12)
    assert (occam.exact_failure(occam.threshold_world(4, 0.5), 0.5, [1, 2, 3]) == 0).all()


def test_parity_failure_in_rational_arithmetic():
    """The alternating sum over subspaces, exact in fractions, at sizes where it cancels badly in floats."""
    for d, alpha in [(5, 0.2), (8, 0.05), (12, 0.4)]:
        world = occam.parity_world(d, alpha)
        busy = Fraction(float(world.p[1])) * 2**d
        n_values = [1, d, 3 * d, 200, 1500]
        exact = occam.exact_failure(world, alpha, n_values)
        for n, value in zip(n_values, exact):
            truth, subspaces = Fraction(0), Fraction(1)
            for k in range(1, d + 1):  # Gaussian binomial [d, k]_2
                subspaces = subspaces * (2 ** (d - k + 1) - 1) / (2**k - 1)
                truth += (-1) ** (k + 1) * 2 ** (k * (k - 1) // 2) * subspaces * (1 - busy
                        * (1 - Fraction(1, 2**k))) ** n
            assert close(value, truth)


def test_large_n_is_fast_and_tiny():
    n = np.unique(np.logspace(0, 6, 60).astype(int))
    for kind in WORLDS:
        exact = occam.exact_failure(WORLDS[kind](10, 1e-5), 1e-5, n)
        assert exact.shape == n.shape and (np.diff(exact) <= 0).all() and exact[0] > 0.99 and exact[-1] < 0.05
    # the leading term (2^d - 1)(1 - a)^n, to the next one (ratio about 2^d (1 - a/2)^n)
    tail = occam.exact_failure(occam.parity_world(10, 0.25), 0.25, 1000)[0]
    assert tail == pytest.approx(1023 * math.exp(1000 * math.log1p(-0.25 * (1 + 1e-6))), rel=1e-10)
    assert occam.exact_failure(occam.parity_world(20, 0.25), 0.25, 10**6)[0] == 0.0


def clopper_pearson(successes, runs, alarm):
    """Two-sided interval that misses the truth with probability at most `alarm`."""
    low = beta_law.ppf(alarm / 2, successes, runs - successes + 1) if successes else 0.0
    high = beta_law.ppf(1 - alarm / 2, successes + 1, runs - successes) if successes < runs else 1.0
    return low, high


def test_simulation_agrees_with_exact():
    runs, n_values = 4000, np.array([1, 3, 8, 20, 45])
    cases = [(kind, d, alpha) for kind in WORLDS for d in (2, 4, 6) for alpha in (0.05, 0.15, 0.4)]
    alarm = 1e-6 / (len(cases) * n_values.size)  # Bonferroni over all comparisons: 1e-6 in total
    for i, (kind, d, alpha) in enumerate(cases):
        world = WORLDS[kind](d, alpha)
        counts = failure_counts(occam_engine.failure_times(world, alpha, np.random.default_rng([7, i]), runs), n_values)
        for count, exact in zip(counts, occam.exact_failure(world, alpha, n_values)):
            low, high = clopper_pearson(count, runs, alarm)
            assert low <= exact <= high, (kind, d, alpha, count, exact)


def test_simulation_agrees_with_enumeration_where_no_closed_form_is_known():
    rng = np.random.default_rng(8)
    worlds = [occam.World(Conjunctions(3), 5, occam.product_law(3, 0.2)),
              occam.World(Conjunctions(3), 2, np.full(8, 1 / 8))]
    worlds += [occam.World(IntervalUnions(6, 2), 4, rng.dirichlet(np.ones(6))),
               occam.World(Parities(3), 3, rng.dirichlet(np.ones(8)))]
    worlds += [occam.World(Points(4), 1, [0.1, 0.2, 0.3, 0.4]), occam.World(Conjunctions(2), 1, [0.5, 0.0, 0.0, 0.5])]
    runs, n_values = 4000, [1, 2, 5, 12]
    alarm = 1e-6 / (len(worlds) * len(n_values))  # Clopper-Pearson with Bonferroni: 1e-6 in total
    for world in worlds:
        counts = failure_counts(occam_engine.failure_times(world, 0.15, rng, runs), n_values)
        for n, count in zip(n_values, counts):
            low, high = clopper_pearson(count, runs, alarm)
            assert low <= float(enumerated_failure(world, 0.15, n)) <= high


def test_failure_times_agree_with_drawn_records():
    """The same statistic from the records themselves: the two empirical laws differ little."""
    world, alpha, runs, horizon = occam.World(Conjunctions(3), 1, occam.product_law(3, 0.2)), 0.2, 3000, 200
    rng = np.random.default_rng(9)
    fast = occam_engine.failure_times(world, alpha, rng, runs)
    records = rng.choice(8, size=(runs, horizon), p=world.p)
    seen = np.full((runs, 8), np.inf)
    for cell in range(8):
        hit = records == cell
        seen[:, cell] = np.where(hit.any(axis=1), hit.argmax(axis=1) + 1, np.inf)
    table = world.concept_class.predictions(world.concept_class.domain())
    bad = world.bad(alpha)
    rejected = np.where((table != table[1])[None], seen[:, None, :], np.inf).min(axis=2)[:, bad]
    slow = rejected.max(axis=1)
    grid = np.arange(1, 60)
    gap = np.abs(failure_counts(fast, grid) - (slow[:, None] > grid).sum(axis=0)).max() / runs
    # DKW for each sample (Massart's constant 2), false alarm 5e-7 each.
    assert gap <= 2 * math.sqrt(math.log(2 / 5e-7) / (2 * runs))


def test_first_seen_times_by_exact_probabilities():
    """The whole joint law on 3 cells for small indices, by multiplying probabilities."""
    p, runs = np.array([0.6, 0.3, 0.1]), 20_000
    times = occam_engine.first_seen_times(p, np.random.default_rng(10), runs)
    outcomes = []
    for word_length in (3, 4, 5):
        for word in itertools.product(range(3), repeat=word_length):
            first = tuple(word.index(c) + 1 if c in word else 0 for c in range(3))
            if max(first) == word_length and min(first) > 0:
                outcomes.append((first, math.prod(p[list(word)])))
    law = {}
    for first, chance in outcomes:
        law[first] = law.get(first, 0) + chance
    alarm = 1e-6 / len(law)  # Clopper-Pearson with Bonferroni: 1e-6 in total
    assert len(law) > 20
    for first, chance in law.items():
        low, high = clopper_pearson(int((times == first).all(axis=1).sum()), runs, alarm)
        assert low <= chance <= high, (first, chance)


def test_first_seen_times_marginals():
    """Each cell alone is geometric(p_c), also with equal, tiny and zero masses."""
    p = np.array([0.0, 0.25, 0.25, 1e-3, 0.499, 0.0, 1e-12])
    p[4] += 1 - p.sum()
    runs = 5000
    times = occam_engine.first_seen_times(p, np.random.default_rng(11), runs)
    assert np.isinf(times[:, [0, 5]]).all() and (times.min(axis=1) == 1).all()
    assert (times[:, 1:5] == np.floor(times[:, 1:5])).all()
    width = math.sqrt(math.log(2 * 5 / 1e-6) / (2 * runs))  # DKW for 5 cells: false alarm 1e-6
    for cell in (1, 2, 3, 4, 6):
        values = np.unique(times[:, cell])
        empirical = np.searchsorted(np.sort(times[:, cell]), values, side="right") / runs
        truth = -np.expm1(values * np.log1p(-p[cell]))
        assert np.abs(empirical - truth).max() <= width
    assert np.median(times[:, 6]) > 1e11


def test_first_seen_times_corner_cases():
    rng = np.random.default_rng(12)
    assert (occam_engine.first_seen_times([1.0], rng, 3) == 1).all()
    assert occam_engine.first_seen_times([0.0, 1.0], rng, 2).tolist() == [[math.inf, 1.0]] * 2
    tiny = occam_engine.first_seen_times([1 - 1e-9, 1e-9, 5e-324, 1e-200], rng, 100)
    assert (tiny[:, 0] <= 2).all() and np.isinf(tiny[:, 2]).all() and (tiny[:, 3] > 1e150).all()
    one, two = (occam_engine.first_seen_times(np.full(50, 0.02), np.random.default_rng(1), 20) for _ in range(2))
    assert np.array_equal(one, two)
    big = occam_engine.first_seen_times(np.full(70_000, 1 / 70_000), rng, 5)  # more than one block
    assert np.array_equal(np.sort(big, axis=1)[:, 0], np.ones(5)) and (np.diff(np.sort(big, axis=1)) > 0).all()


def test_failure_times_corner_cases():
    rng = np.random.default_rng(13)
    assert (occam_engine.failure_times(occam.threshold_world(4, 0.5), 0.5, rng, 10) == 0).all()  # nothing is bad
    sure = occam.World(Points(2), 0, [1.0, 0.0])
    assert (occam_engine.failure_times(sure, 0.3, rng, 10) == 1).all()  # one example says everything
    assert (occam.exact_failure(sure, 0.3, [1, 2]) == 0).all()
    world = occam.conjunction_world(4, 0.2)
    one, two = (occam_engine.failure_times(world, 0.2, np.random.default_rng(5), 50) for _ in range(2))
    assert np.array_equal(one, two) and one.dtype == np.int64 and (one >= 1).all()


def test_worlds_have_bad_hypotheses_just_above_alpha():
    for kind, alpha in itertools.product(WORLDS, (1e-6, 0.003, 0.1, 0.49)):
        world = WORLDS[kind](6, alpha)
        errors = world.errors()
        bad = world.bad(alpha)
        assert errors[world.target] == 0 and not bad[world.target] and bad.any()
        if kind != "thresholds":
            assert errors[bad].min() == pytest.approx(alpha * (1 + 1e-6), rel=1e-8)
        if kind == "parities":
            assert bad.sum() == 63 and np.allclose(errors[bad], alpha * (1 + 1e-6), rtol=1e-8, atol=0)
    # errors equal to α are not bad: 2/16 at α = 1/8
    assert np.flatnonzero(~occam.threshold_world(4, 0.125).bad(0.125)).tolist() == [6, 7, 8, 9, 10]
    assert np.flatnonzero(~occam.threshold_world(4, 0.1).bad(0.1)).tolist() == [7, 8, 9]


# ---- N17's random hypothesis ----------------------------------------------------------------


@pytest.mark.parametrize("rule", ["random", "random-consistent"])
def test_random_hypothesis_by_brute_force(rule):
    """Every sequence of n examples, every answer of the learner, in rational arithmetic."""
    for N, alpha, n in itertools.product([1, 2, 5], [0.1, 0.35, 0.65], [1, 2, 4]):
        table, failure = Thresholds(N).predictions(np.arange(1, N + 1)), Fraction(0)
        for word in itertools.product(range(N), repeat=n):
            answers = table if rule == "random" else table[~table[:, list(word)].any(axis=1)]
            failure += Fraction(int((answers.mean(axis=1) > alpha).sum()), len(answers) * N**n)
        assert occam.threshold_all_zero_failure(N, alpha, n, rule=rule) == pytest.approx(float(failure), rel=1e-12,
                abs=1e-15)
    assert occam.threshold_all_zero_failure(16, 0.1, 10**6, rule="random") == 15 / 17  # no sample helps


def test_worlds_without_a_closed_form_say_so():
    for world in (occam.World(Conjunctions(3), 1, occam.product_law(3, 0.1)),
                  occam.World(Conjunctions(2), 0, [0.4, 0.1, 0.1, 0.4]),
                  occam.World(Parities(2), 0, [0.1, 0.2, 0.3, 0.4]), occam.World(Points(3), 0, [0.2, 0.4, 0.4]),
                  occam.World(IntervalUnions(3, 2), 0, [0.3, 0.3, 0.4])):
        with pytest.raises(ValueError, match="closed form"):
            occam.exact_failure(world, 0.1, 5)
    with pytest.raises(ValueError, match="too large"):
        occam.World(Points(2**21), 0, [1.0])
    with pytest.raises(ValueError):
        occam.point_world(3, 0.1).p[0] = 1
