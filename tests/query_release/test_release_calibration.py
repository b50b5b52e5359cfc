"""ε₀ of a step of PMW: five rules, where the printed one ends, and the exact law of whole runs on tiny cases."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import expit

from dplearn import experts
from dplearn import query_release as qr
from dplearn.mechanisms import exponential_probabilities, report_noisy_max_probabilities
from dplearn.privacy import (
    Relation, advanced_composition, bounded_range_composition_delta, bounded_range_rho, exact_epsilon, hockey_stick, privacy_loss, pure_composition_delta, zcdp_epsilon,
)

GRID = np.meshgrid([0.01, 0.3, 1.0, 10.0], [1e-12, 1e-6, 0.01, 0.3], [1, 2, 10, 101, 3_000, 10**5], indexing="ij")
TIED = [[1.0, 0.0, 0.5], [0.0, 1.0, 0.25], [-1.0, 0.0, -0.5]]


def permitted(calibration, epsilon, delta, T):
    """step_epsilon where the rule is proved, NaN elsewhere."""
    epsilon, delta, T = np.broadcast_arrays(epsilon, delta, T)
    there = epsilon <= -8 * (1 - math.sqrt(0.5)) * np.log(delta) if calibration == "printed" else np.full(epsilon.shape, True)
    steps = np.full(epsilon.shape, np.nan)
    if there.any():
        steps[there] = qr.step_epsilon(epsilon[there], delta[there], T[there], calibration=calibration)
    return steps


# ---- the rules -----------------------------------------------------------------------------------

def test_closed_forms():
    epsilon, delta, T = 0.7, 1e-5, 321
    log = math.log(1e5)
    for unused in (delta, 0):
        assert qr.step_epsilon(epsilon, unused, T, calibration="basic") == epsilon / T
    assert qr.step_epsilon(epsilon, delta, T, calibration="printed") == pytest.approx(epsilon / math.sqrt(T * log), rel=1e-15)
    wanted = math.sqrt(8 / T) * (math.sqrt(log + epsilon) - math.sqrt(log))
    assert qr.step_epsilon(epsilon, delta, T) == pytest.approx(wanted, rel=1e-12)      # bounded range is the default
    assert epsilon * math.sqrt(2 / (T * (log + epsilon))) <= wanted


def test_every_rule_meets_its_equation_from_below():
    for epsilon, delta, T in itertools.product((1e-3, 0.3, 2.0, 50.0), (1e-12, 1e-3, 0.9), (1, 17, 10_000)):
        step = {c: permitted(c, epsilon, delta, T).item() for c in qr.CALIBRATIONS}
        assert epsilon * (1 - 1e-12) <= advanced_composition(step["advanced"], T, delta) <= epsilon
        assert epsilon * (1 - 1e-12) <= zcdp_epsilon(T * bounded_range_rho(step["bounded-range"]), delta) <= epsilon
        reached = pure_composition_delta(step["pure-optimal"], T, epsilon)
        assert reached <= delta and (reached >= delta * (1 - 3e-7) or
                                     pure_composition_delta(step["pure-optimal"] * (1 + 1e-12), T, epsilon) > delta)


def test_table():
    """What the lecture shows: ε = 1, δ = 1e-6."""
    rounds = [10, 100, 1_000]
    wanted = {"basic": [0.1, 0.01, 0.001], "advanced": [0.05807, 0.018376, 0.005812],
              "pure-optimal": [0.100063, 0.024011, 0.007495],
              "printed": [0.085078, 0.026904, 0.008508], "bounded-range": [0.118216, 0.037383, 0.011822]}
    assert list(wanted) == list(qr.CALIBRATIONS)
    for calibration, steps in wanted.items():
        np.testing.assert_allclose(qr.step_epsilon(1, 1e-6, rounds, calibration=calibration), steps, atol=6e-7)


@pytest.mark.parametrize("calibration", qr.CALIBRATIONS)
def test_no_rule_permits_more_than_randomized_response(calibration):
    """One record, two cells, queries (1, 0) and (0, 1), η -> 0: each step is randomized response with log-ratio ±ε₀/2."""
    epsilon, delta, T = GRID
    steps = permitted(calibration, *GRID)
    seen = ~np.isnan(steps)
    assert seen.sum() > 80 and (pure_composition_delta(steps[seen] / 2, T[seen], epsilon[seen]) <= delta[seen]).all()


def test_curves_and_shapes():
    rounds = np.round(np.geomspace(1, 1e5, 49))
    for calibration in qr.CALIBRATIONS:
        steps = qr.step_epsilon(1.0, 1e-6, rounds, calibration=calibration)
        assert (np.diff(steps) <= 0).all() and isinstance(qr.step_epsilon(1, 1e-6, 3, calibration=calibration), float)
        points = [qr.step_epsilon(1.0, 1e-6, T, calibration=calibration) for T in rounds[::12]]
        np.testing.assert_allclose(steps[::12], points, rtol=1e-12)
        assert qr.step_epsilon([[0.5], [1.0]], 1e-6, [2, 3, 4], calibration=calibration).shape == (2, 3)


# ---- as printed ----------------------------------------------------------------------------------

def test_the_theorem_u17_calls_for_does_not_give_the_printed_step():
    step = qr.step_epsilon(1, 1e-6, 1_000, calibration="printed")
    assert advanced_composition(step, 1_000, 1e-6) == pytest.approx(1.487, abs=5e-4)       # Theorem 3.20
    assert pure_composition_delta(step, 1_000, 1.0) == pytest.approx(1.045e-5, rel=1e-3)   # nor do generic ε₀-DP steps
    assert zcdp_epsilon(1_000 * bounded_range_rho(step), 1e-6) < 0.72                      # bounded range does, with room
    assert step > qr.step_epsilon(1, 1e-6, 1_000, calibration="pure-optimal")


@pytest.mark.parametrize("delta", [1e-9, 1e-6, 1e-3, 0.3, 0.9])
def test_printed_holds_exactly_as_far_as_bounded_range_proves_it(delta):
    limit = -8 * (1 - math.sqrt(0.5)) * math.log(delta)
    for T in (1, 50, 10**6):
        inside = qr.step_epsilon(limit * (1 - 1e-9), delta, T, calibration="printed")
        assert zcdp_epsilon(T * bounded_range_rho(inside), delta) <= limit * (1 - 1e-9)
        assert inside <= qr.step_epsilon(limit * (1 - 1e-9), delta, T) * (1 + 1e-9)
        beyond = qr.printed_step_epsilon(limit * (1 + 1e-9), delta, T)
        assert zcdp_epsilon(T * bounded_range_rho(beyond), delta) > limit * (1 + 1e-9)
        with pytest.raises(ValueError, match="the proof of"):
            qr.step_epsilon([limit / 2, limit * (1 + 1e-9)], delta, T, calibration="printed")


@pytest.mark.parametrize("epsilon, delta, T, told", [(48.0, 1e-6, 1_000, 3.34e-6), (60.0, 1e-6, 1_000, 6.16e-5),
                                                        (25.0, 0.01, 100, 0.0336)])
def test_printed_fails_further_on(epsilon, delta, T, told):
    """U17's algorithm with its own η on one record: the count of one query alone refutes the claim."""
    eta, step = experts.learning_rate(T, 2, rule="capped"), qr.printed_step_epsilon(epsilon, delta, T)
    known = qr.count_profile(0, 1, epsilon, epsilon_step=step, T=T, eta=eta)
    assert known == pytest.approx(told, rel=5e-3) and known > 2 * delta
    with pytest.raises(ValueError, match="T=1000, epsilon=60, delta=1e-6"):
        qr.step_epsilon(epsilon, delta, T, calibration="printed")
    assert qr.count_profile(0, 1, epsilon, epsilon_step=qr.step_epsilon(epsilon, delta, T), T=T, eta=eta) <= delta


def test_the_cost_of_the_steps_done_can_be_passed_by_choosing_when_to_stop():
    """Two queries whose errors, a record apart, change places: the chance that after some step the loss is above the claim."""
    step, delta, T = 0.1, 1e-6, 1_000
    likelier, passed, law = expit(step / 2), 0.0, np.ones(1)      # the law of how often the likelier query was chosen
    for k, epsilon in enumerate(qr.certified_epsilon(step, delta, np.arange(1, T + 1)), 1):
        law = np.append(law * (1 - likelier), 0) + np.insert(law * likelier, 0, 0)
        beyond = step / 2 * (2 * np.arange(k + 1) - k) > epsilon * (1 + 1e-12)
        passed, law = passed + law[beyond].sum(), np.where(beyond, 0, law)
    assert passed == pytest.approx(1.85e-6, rel=5e-3) and passed > delta


def test_noisy_max_steps_may_not_use_bounded_range():
    """Laplace noisy max is not of range ε₀; three ε₀-DP rules are left, and bounded range permits too much for ε₀-DP steps."""
    laws = [report_noisy_max_probabilities(s, score_sensitivity=1, epsilon=1.0) for s in ([0, 1, 1, 1], [1, 0, 1, 1])]
    assert np.ptp(privacy_loss(*laws)) == pytest.approx(1.155, abs=5e-4) and exact_epsilon(*laws) < 1
    epsilon, delta, T = (a[(GRID[2] > 100) & (GRID[1] < 1e-3)] for a in GRID)
    for calibration in qr.NOISY_MAX_CALIBRATIONS:
        assert (pure_composition_delta(permitted(calibration, epsilon, delta, T), T, epsilon) <= delta).all()
    assert (pure_composition_delta(qr.step_epsilon(epsilon, delta, T), T, epsilon) > delta).all()


# ---- what was spent ------------------------------------------------------------------------------

def test_certified_epsilon():
    assert qr.certified_epsilon(0.1, 0, 7) == pytest.approx(0.7) and qr.certified_epsilon(0.1, 1e-6, 0) == 0
    by_zcdp = zcdp_epsilon(1_000 * bounded_range_rho(0.01), 1e-6)
    assert qr.certified_epsilon(0.01, 1e-6, 1_000) == pytest.approx(by_zcdp, rel=1e-14) and by_zcdp < 10
    assert qr.certified_epsilon(0.01, 1e-6, 3) == pytest.approx(0.03)
    table = qr.certified_epsilon([[0.01], [1.0]], 1e-6, np.arange(50))
    assert table.shape == (2, 50) and (np.diff(table) > 0).all()
    assert np.isfinite(qr.certified_epsilon(1e100, [0.0, 1e-300], 10**7)).all()


@pytest.mark.parametrize("calibration", ["basic", "bounded-range", "printed"])
def test_what_is_permitted_is_not_overspent(calibration):
    steps, (epsilon, delta, T) = permitted(calibration, *GRID), GRID
    seen = ~np.isnan(steps)
    spent = qr.certified_epsilon(steps[seen], delta[seen], T[seen])
    assert (spent <= epsilon[seen] * (1 + 4e-16)).all()
    half = qr.certified_epsilon(steps[seen], delta[seen], T[seen] // 2)          # interrupted half-way
    assert (half <= spent).all() and (half[T[seen] > 1] < spent[T[seen] > 1]).all()


def test_selection_guarantee():
    some = qr.selection_guarantee(0.01, 1e-6, 1_000)
    assert some.epsilon == qr.certified_epsilon(0.01, 1e-6, 1_000) and some.delta == 1e-6
    assert some.relation is Relation.REPLACE_ONE and "1000 selections" in some.note
    few, none = qr.selection_guarantee(0.01, 1e-6, 3), qr.selection_guarantee(0.01, 1e-6, 0)
    assert few.epsilon == pytest.approx(0.03) and few.delta == 0 and (none.epsilon, none.delta) == (0, 0)


# ---- the exact law of a run ----------------------------------------------------------------------

def plain_law(histogram, queries, n, epsilon_step, T, eta):
    """Each sequence walked by itself: (probabilities, largest errors of the average)."""
    cells, width = range(len(histogram)), max(max(q) - min(q) for q in queries)
    probabilities, errors = [], []
    for path in itertools.product(range(len(queries)), repeat=T):
        weights, average, chance = [1.0] * len(cells), [0.0] * len(cells), 1.0
        for i in path:
            p = [w / sum(weights) for w in weights]
            scores = [sum(q[x] * (p[x] - histogram[x]) for x in cells) for q in queries]
            odds = [math.exp(epsilon_step * n * s / (2 * width)) for s in scores]
            chance *= odds[i] / sum(odds)
            average = [a + b / T for a, b in zip(average, p)]
            weights = [w * math.exp(-eta * queries[i][x]) for x, w in zip(cells, weights)]
        probabilities.append(chance)
        errors.append(max(sum(q[x] * (average[x] - histogram[x]) for x in cells) for q in queries))
    return probabilities, errors


@pytest.mark.parametrize("queries", [TIED, [[1.0, 0.0, 0.0]], [[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0]], [[0.5] * 3, [0.2] * 3]])
@pytest.mark.parametrize("histogram", [[1.0, 0.0, 0.0], [0.25, 0.5, 0.25]])
def test_sequence_law_is_the_plain_one(queries, histogram):
    if np.ptp(queries, axis=1).max() == 0:      # constant queries: equal chances, whatever the data
        assert qr.sequence_law(histogram, queries, n=4, epsilon_step=3.0, T=3, eta=0.4) == pytest.approx(
            exponential_probabilities(np.outer([1], [0.0] * 8)[0], score_sensitivity=1, epsilon=1), abs=1e-12)
        return
    law, errors = plain_law(histogram, queries, 4, 0.7, 3, 0.4)
    np.testing.assert_allclose(qr.sequence_law(histogram, queries, n=4, epsilon_step=0.7, T=3, eta=0.4), law, atol=1e-14)
    np.testing.assert_allclose(qr.sequence_errors(histogram, queries, T=3, eta=0.4), errors, atol=1e-14)


def test_sequence_law_is_that_of_the_algorithm_itself():
    """Each path forced upon `hunt_steps`: the law of its choices multiplies to `sequence_law`, the average to its error."""
    histogram, T, eta, width = np.array([0.5, 0.0, 0.5]), 3, 0.6, 1.0
    law = qr.sequence_law(histogram, TIED, n=2, epsilon_step=1.5, T=T, eta=eta)
    errors = qr.sequence_errors(histogram, TIED, T=T, eta=eta)
    for index, path in enumerate(itertools.product(range(3), repeat=T)):
        forced = iter(path)
        steps = list(itertools.islice(qr.hunt_steps(histogram, TIED, eta=eta, choose=lambda _: next(forced)), T))
        laws = [exponential_probabilities(s.errors, score_sensitivity=width / 2, epsilon=1.5) for s in steps]
        assert law[index] == pytest.approx(math.prod(p[i] for p, i in zip(laws, path)), rel=1e-12)
        average = np.mean([s.p for s in steps], axis=0)
        assert errors[index] == pytest.approx((np.array(TIED) @ (average - histogram)).max(), abs=1e-14)


def test_pmw_draws_from_the_sequence_law():
    """4,000 runs: Σ|frequency - probability| <= √(2 (k ln 2 + ln(1/β))/runs), k = 16 (Bretagnolle-Huber-Carol), β = 1e-7."""
    histogram, runs, T = [0.75, 0.0, 0.25], 4_000, 2
    queries = [*TIED, [0.0, 0.5, 1.0]]
    rng, eta = np.random.default_rng(7), 0.5
    step = qr.step_epsilon(2.0, 0.01, T)
    law = qr.sequence_law(histogram, queries, n=4, epsilon_step=step, T=T, eta=eta)
    seen = np.zeros(16)
    for _ in range(runs):
        first, second = qr.pmw(histogram, queries, n=4, epsilon=2.0, delta=0.01, T=T, rng=rng, eta=eta).chosen
        seen[4 * first + second] += 1
    allowed = math.sqrt(2 * (16 * math.log(2) + math.log(1e7)) / runs)
    assert np.abs(seen / runs - law).sum() <= allowed < np.abs(law - 1 / 16).sum()


def test_count_law_is_the_sequence_law_counted():
    for T, n, records in ((1, 1, 0), (6, 3, 2), (9, 5, 5)):
        share = records / n
        law = qr.sequence_law([share, 1 - share], np.eye(2), n=n, epsilon_step=0.9, T=T, eta=0.5)
        count = T - np.array([sum(path) for path in itertools.product((0, 1), repeat=T)])
        np.testing.assert_allclose(qr.count_law(records, n, epsilon_step=0.9, T=T, eta=0.5), np.bincount(count, law), atol=1e-14)
    known = qr.count_profile(1, 3, [0.0, 0.5], epsilon_step=0.9, T=6, eta=0.5)
    whole = [qr.sequence_law([r / 3, 1 - r / 3], np.eye(2), n=3, epsilon_step=0.9, T=6, eta=0.5) for r in (1, 2)]
    exact = np.maximum(hockey_stick(*whole, [0.0, 0.5]), hockey_stick(*whole[::-1], [0.0, 0.5]))
    assert (known > 0).all() and (known <= exact).all()


@pytest.mark.parametrize("calibration", qr.CALIBRATIONS)
@pytest.mark.parametrize("epsilon, delta", [(0.5, 1e-3), (1.0, 0.05)])
def test_private_on_every_small_data_set(calibration, epsilon, delta):
    cases = [(TIED, 3, 4, 0.4), (np.eye(2), 4, 4, 1.0), ([[1.0, -1.0], [-1.0, 1.0], [0.5, 0.5], [0.0, 1.0]], 2, 3, 0.1)]
    for queries, n, T, eta in cases:
        step = permitted(calibration, epsilon, delta, T).item()
        told = qr.release_profile(queries, epsilon, n=n, epsilon_step=step, T=T, eta=eta)
        assert told <= (0 if calibration == "basic" else delta) + 1e-15


def test_adaptive_steps_stay_close_to_the_optimum_of_fixed_ones():
    """The optimum of fixed bounded-range steps is no theorem here; on these cases the exact δ keeps below it, and is not tiny."""
    levels = np.array([0.2, 0.8, 1.5])
    told = qr.release_profile(TIED, levels, n=3, epsilon_step=1.0, T=4, eta=0.7)
    optimum = bounded_range_composition_delta(1.0, 4, levels)
    assert (told <= optimum).all() and told[0] > 0.3 * optimum[0]


# ---- arguments -----------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments, name", [
    ((0, 1e-6, 10), "epsilon"), ((math.nan, 1e-6, 10), "epsilon"), ((1, 0, 10), "delta"), ((1, 1, 10), "delta"),
    ((1, 1e-6, 0), "T"), ((1, 1e-6, 2.5), "T"), ((1, 1e-6, 10**16), "T"), (([1, 2], 1e-6, [2, 3, 4]), "broadcast"),
])
def test_bad_budgets(arguments, name):
    for calibration in set(qr.CALIBRATIONS) - ({"basic"} if arguments[1] == 0 else set()):
        with pytest.raises(ValueError, match=name):
            qr.step_epsilon(*arguments, calibration=calibration)
    with pytest.raises(ValueError, match=name):
        qr.printed_step_epsilon(*arguments)


@pytest.mark.parametrize("call, name", [
    (lambda: qr.step_epsilon(1, 1e-6, 10, calibration="moments"), "calibration"),
    (lambda: qr.step_epsilon(1, 1e-6, 10**8, calibration="pure-optimal"), "T"),
    (lambda: qr.certified_epsilon(0, 1e-6, 1), "epsilon"), (lambda: qr.certified_epsilon(1, 1, 1), "delta"),
    (lambda: qr.certified_epsilon(1, 1e-6, -1), "steps"), (lambda: qr.selection_guarantee(1, 1e-6, 1.5), "steps"),
    (lambda: qr.sequence_law([0.5, 0.6], np.eye(2), n=1, epsilon_step=1, T=1, eta=1), "histogram"),
    (lambda: qr.sequence_law([0.5, 0.5], np.eye(2), n=1, epsilon_step=1, T=17, eta=1), "T"),
    (lambda: qr.sequence_errors([0.5, 0.5], np.eye(2), T=2, eta=0), "eta"),
    (lambda: qr.release_audit(np.eye(2), n=0, epsilon_step=1, T=1, eta=1, epsilon=1), "n "),
    (lambda: qr.release_audit(np.eye(2), n=141, epsilon_step=1, T=1, eta=1, epsilon=1), "n .*20000 neighbors"),
    (lambda: qr.release_profile(np.eye(4), 1, n=13, epsilon_step=1, T=1, eta=1), "n .*20000 neighbors"),
    (lambda: qr.release_profile(np.eye(2), -1, n=1, epsilon_step=1, T=1, eta=1), "epsilon"),
    (lambda: qr.count_law(3, 2, epsilon_step=1, T=1, eta=1), "records"),
    (lambda: qr.count_profile(2, 2, 1.0, epsilon_step=1, T=1, eta=1), "records"),
])
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()
