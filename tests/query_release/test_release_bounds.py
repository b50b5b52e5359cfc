"""Error bounds of PMW: each against brute force, exact laws or the algorithm itself, and each asked outside its range."""

import itertools
import math

import numpy as np
import pytest
from scipy import optimize

from dplearn import query_release as qr
from dplearn.mechanisms import exponential_probabilities

QUERIES = {
    "two cells": np.eye(2),
    "a query and its negation": np.array([[1.0, 0.0], [-1.0, 0.0]]),
    "four on three cells": np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [-1.0, 0.0, -0.5], [0.0, -1.0, -0.5]]),
}
SETTINGS = list(itertools.product((2, 2**10, 2**40), (2, 100, 10**9), (10**3, 10**6), (0.1, 1.0, 10.0), (1e-9, 1e-3)))


# ---- the first term ------------------------------------------------------------------------------

def test_approximation_by_hand():
    assert qr.approximation_bound(16, 4) == pytest.approx(2 * math.sqrt(math.log(16) / 4))
    assert qr.approximation_bound_sharp(16, 4) == pytest.approx(math.sqrt(math.log(16) / 8))
    assert qr.approximation_bound_sharp(16, 4, kl=0.5, width=2.0) == pytest.approx(2 * math.sqrt(0.5 / 8))
    assert qr.approximation_bound_sharp(16, 4, eta=0.3) == pytest.approx(0.3 / 8 + math.log(16) / 1.2)
    etas = np.linspace(0.1, 9, 100_001)
    assert qr.approximation_bound_sharp(16, 4, eta=etas, width=2.0).min() == pytest.approx(qr.approximation_bound_sharp(16, 4, width=2.0), rel=1e-9)
    assert qr.approximation_bound(1, 7) == 0 == qr.approximation_bound_sharp(1, 7)


def divergence_from_uniform(p):
    return float((p[p > 0] * np.log(p[p > 0] * len(p))).sum())


@pytest.mark.parametrize("seed", range(4))
def test_the_hunt_stays_below(seed):
    """Any p*, any queries: the printed η and bound, Hoeffding's, and the one that knows how far p* is from uniform."""
    rng, used = np.random.default_rng(seed), []
    for _ in range(25):
        cells, T = int(rng.integers(2, 40)), int(rng.integers(1, 80))
        p = rng.dirichlet(np.full(cells, 10.0 ** rng.uniform(-2, 1)))
        rows = rng.integers(0, 2, (int(rng.integers(1, 9)), cells)).astype(float)
        queries, kl = qr.with_negations(rows), divergence_from_uniform(p)
        for eta, bound in (("printed", qr.approximation_bound(cells, T)), ("hoeffding", qr.approximation_bound_sharp(cells, T)),
                           (math.sqrt(8 * kl / T), qr.approximation_bound_sharp(cells, T, kl=kl)),
                           (0.7, qr.approximation_bound_sharp(cells, T, kl=kl, eta=0.7))):
            error = qr.max_error(rows, p, qr.multiplicative_weights(p, queries, T, eta=eta).histogram)
            assert error <= bound + 1e-12
            used.append(error / bound)
    assert max(used) > 0.6                                    # the bounds are not far off


def test_signed_queries_need_their_width():
    p, T = np.array([1.0, 0.0]), 4
    signed = np.array([[1.0, -1.0], [-1.0, 1.0]])
    error = qr.max_error(signed, p, qr.multiplicative_weights(p, signed, T, eta="hoeffding").histogram)
    assert qr.approximation_bound_sharp(2, T) < error <= qr.approximation_bound_sharp(2, T, width=2.0)


# ---- the second term -----------------------------------------------------------------------------

def lost(gaps):
    """What EM with weights e^{-gap} loses in expectation against the best of the queries."""
    weights = np.exp(-gaps)
    return (weights * gaps).sum(axis=-1) / (1 + weights.sum(axis=-1))


@pytest.mark.parametrize("n_queries", [2, 3, 5, 40, 1_000])
def test_lambert_form_is_the_exact_supremum(n_queries):
    # ε₀ = 2, n = 1: weights e^{score}
    sup = qr.selection_bound_sharp(n_queries, 1, 2.0)
    rng, best = np.random.default_rng(n_queries), 0.0
    for _ in range(300):
        gaps = rng.exponential(10.0 ** rng.uniform(-1, 1), (40, n_queries - 1)) + rng.uniform(0, 2 * sup + 2)
        best = max(best, lost(gaps).max())
    equal = np.linspace(0, sup + 5, 4_001)
    assert best <= sup and max(lost(np.full(n_queries - 1, g)) for g in equal) == pytest.approx(sup, rel=1e-6)
    assert lost(np.full(n_queries - 1, 1 + sup)) == pytest.approx(sup, rel=1e-13)
    if n_queries <= 5:      # and a free search over the gaps finds nothing larger
        found = max(-optimize.minimize(lambda g: -lost(np.abs(g)), rng.exponential(2, n_queries - 1), method="Nelder-Mead",
                                       options={"xatol": 1e-9, "fatol": 1e-13, "maxiter": 4_000}).fun for _ in range(5))
        assert found == pytest.approx(sup, rel=1e-6) and found <= sup * (1 + 1e-12)
    assert sup < qr.selection_bound(n_queries, 1, 2.0) == pytest.approx(math.log(n_queries))


def test_selection_units():
    """Scores <q, p - p*> of sensitivity w/n, chosen by the mechanism itself: attained where the gaps are as bad as can be."""
    for n, step, width, n_queries in ((50, 0.7, 1.0, 12), (400, 0.1, 2.0, 3)):
        sharp = qr.selection_bound_sharp(n_queries, n, step, width=width)
        gap = sharp + 2 * width / (step * n)
        law = exponential_probabilities([0.0] + [-gap] * (n_queries - 1), score_sensitivity=width / n, epsilon=step)
        assert gap * law[1:].sum() == pytest.approx(sharp, rel=1e-12)
    assert qr.selection_bound(1, 10, 1.0) == 0 == qr.selection_bound_sharp(1, 10, 1.0)
    assert qr.selection_bound(7, 10, 1.0, width=2.0) == pytest.approx(2 * 2 * math.log(7) / 10)


@pytest.mark.parametrize("average", [False, True])
def test_high_probability_form(average):
    """The exact law of the losses of T choices on tiny cases: the chance to pass the bound is at most β."""
    worst = 0.0
    for name, n, step, beta in itertools.product(QUERIES, (1, 20), (0.5, 20.0), (0.3, 0.05)):
        queries, T, eta = QUERIES[name], 4, 0.8
        histogram = np.eye(queries.shape[1])[0]
        bound = qr.selection_bound_whp(len(queries), n, step, T, beta, average=average)
        chance = 0.0
        for path in itertools.product(range(len(queries)), repeat=T):
            forced = iter(path)
            steps = itertools.islice(qr.hunt_steps(histogram, queries, eta=eta, choose=lambda _: next(forced)), T)
            errors = [s.errors for s in steps]
            gaps = [e.max() - e[i] for e, i in zip(errors, path)]
            law = [exponential_probabilities(e, score_sensitivity=1 / n, epsilon=step)[i] for e, i in zip(errors, path)]
            chance += math.prod(law) * ((np.mean(gaps) if average else max(gaps)) > bound)
        assert chance <= beta
        worst = max(worst, chance / beta)
    assert worst > 0 or not average
    for T in (10, 10**6):      # the average costs one unit more than the expectation, and no ln T
        unit = 2 / (0.1 * 500)
        more = qr.selection_bound_whp(100, 500, 0.1, T, 1e-3, average=True) - qr.selection_bound(100, 500, 0.1)
        assert unit < more < qr.selection_bound_whp(100, 500, 0.1, T, 1e-3) - qr.selection_bound(100, 500, 0.1)
    assert more < 1.01 * unit


# ---- both together -------------------------------------------------------------------------------

@pytest.mark.parametrize("name", QUERIES)
def test_exact_expected_error_is_below(name):
    queries, worst = QUERIES[name], 0.0
    for n, epsilon, T in itertools.product((1, 4, 50), (0.5, 5.0, 13.0), (1, 3, 6)):
        for histogram in np.array([np.eye(queries.shape[1])[0], np.full(queries.shape[1], 1 / queries.shape[1])]):
            for bound, step, eta in (
                (qr.pmw_bound, qr.printed_step_epsilon(epsilon, 1e-3, T), min(math.sqrt(math.log(queries.shape[1]) / T), 1)),
                (qr.pmw_bound_sharp, qr.step_epsilon(epsilon, 1e-3, T), math.sqrt(8 * math.log(queries.shape[1]) / T)),
            ):
                law = qr.sequence_law(histogram, queries, n=n, epsilon_step=step, T=T, eta=eta)
                expected = law @ qr.sequence_errors(histogram, queries, T=T, eta=eta)
                most = bound(queries.shape[1], len(queries), n, epsilon, 1e-3, T)
                assert expected <= most
                worst = max(worst, expected / most)
    assert worst > 0.45


def test_the_printed_claim_is_no_sure_statement():
    T, n, step = 12, 10, 1.0
    claimed = qr.approximation_bound(2, T) + qr.selection_bound(2, n, step)
    eta = min(math.sqrt(math.log(2) / T), 1)
    law = qr.sequence_law([1.0, 0.0], np.eye(2), n=n, epsilon_step=step, T=T, eta=eta)
    errors = qr.sequence_errors([1.0, 0.0], np.eye(2), T=T, eta=eta)
    assert claimed == pytest.approx(0.6193, abs=5e-5) and law[errors > claimed].sum() == pytest.approx(3.1326e-15, rel=1e-4)
    assert law @ errors == pytest.approx(0.2594, abs=5e-5)                                   # in expectation it holds, with room
    safe = qr.approximation_bound(2, T) + qr.selection_bound_whp(2, n, step, T, 0.01)
    assert law[errors > safe].sum() <= 0.01


def test_bounds_of_a_budget_are_their_two_terms():
    X, Q, n, epsilon, delta, T = 64, 30, 10**4, 0.8, 1e-6, np.array([1, 10, 500])
    wanted = 2 * np.sqrt(np.log(X) / T) + 2 * np.log(Q) * np.sqrt(T * math.log(1e6)) / (epsilon * n)
    np.testing.assert_allclose(qr.pmw_bound(X, Q, n, epsilon, delta, T), wanted, rtol=1e-13)
    step = qr.step_epsilon(epsilon, delta, T, calibration="advanced")
    sharp = np.sqrt(np.log(X) / (2 * T)) + qr.selection_bound_sharp(Q, n, step)
    np.testing.assert_allclose(qr.pmw_bound_sharp(X, Q, n, epsilon, delta, T, calibration="advanced"), sharp, rtol=1e-13)
    assert (qr.pmw_bound_sharp(X, Q, n, epsilon, delta, T) < qr.pmw_bound(X, Q, n, epsilon, delta, T)).all()
    with pytest.raises(ValueError, match="printed"):
        qr.pmw_bound_sharp(X, Q, n, 60.0, delta, T, calibration="printed")


@pytest.mark.parametrize("sharp", [False, True])
def test_best_rounds(sharp):
    bound, best = (qr.pmw_bound_sharp, qr.pmw_best_bound_sharp) if sharp else (qr.pmw_bound, qr.pmw_best_bound)
    for setting in SETTINGS:
        real, whole = qr.best_rounds(*setting, sharp=sharp), qr.best_whole_rounds(*setting, sharp=sharp)
        X, Q, n, epsilon, delta = setting
        log = math.log(1 / delta)
        if not sharp:
            assert real == pytest.approx(math.sqrt(math.log(X)) * epsilon * n / (math.log(Q) * math.sqrt(log)), rel=1e-12)
            rate = (math.log(Q) * math.sqrt(math.log(X) * log) / (epsilon * n)) ** 0.5
            assert best(*setting) == pytest.approx(4 * rate, rel=1e-12)
            assert qr.pmw_rate(*setting) == pytest.approx(rate, rel=1e-12)
        else:
            assert best(*setting) <= 2 * (math.log(Q) * math.sqrt(math.log(X) * (log + epsilon)) / (epsilon * n)) ** 0.5
        assert isinstance(whole, int) and (whole == 1 or abs(whole - real) < 1)
        if whole <= 10**9:
            near = np.unique(np.clip(np.concatenate([whole + np.arange(-3, 4), np.geomspace(1, 1e10, 60).astype(int)]), 1, None))
            values = bound(*setting, near)
            assert bound(*setting, whole) <= values.min() * (1 + 1e-12) and best(*setting) <= values.min() * (1 + 1e-12)
        if real > 30:
            assert bound(*setting, whole) <= 1.01 * best(*setting)


# ---- arguments -----------------------------------------------------------------------------------

@pytest.mark.parametrize("call, name", [
    (lambda: qr.approximation_bound(0, 1), "universe_size"), (lambda: qr.approximation_bound(4, 0), "T"),
    (lambda: qr.approximation_bound([2, 4], [1, 2, 3]), "broadcast"), (lambda: qr.approximation_bound_sharp(4, 1, kl=2.0), "kl"),
    (lambda: qr.approximation_bound_sharp(4, 1, eta=0), "eta"), (lambda: qr.approximation_bound_sharp(4, 1, width=2.5), "width"),
    (lambda: qr.selection_bound(0, 1, 1), "n_queries"), (lambda: qr.selection_bound(2, 0, 1), "n "),
    (lambda: qr.selection_bound_sharp(2, 1, 0), "epsilon"), (lambda: qr.selection_bound_whp(2, 1, 1, 1, 1), "beta"),
    (lambda: qr.selection_bound_whp(2, 1, 1, 1, 0.5, average=1), "average"),
    (lambda: qr.pmw_bound(4, 2, 10, 1, 0, 1), "delta"), (lambda: qr.pmw_bound_sharp(4, 2, 10, 1, 0.1, 0), "T"),
    (lambda: qr.best_rounds(1, 2, 10, 1, 0.1), "universe_size"), (lambda: qr.best_rounds(2, 1, 10, 1, 0.1), "n_queries"),
    (lambda: qr.best_whole_rounds(2, 2, 10, 1, 0.1, sharp=None), "sharp"), (lambda: qr.pmw_best_bound(2, 2, 10, 1, 1), "delta"),
    (lambda: qr.pmw_best_bound_sharp(2, 2, 1.5, 1, 0.1), "n "), (lambda: qr.pmw_rate(2, 2, 10, -1, 0.1), "epsilon"),
])
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_shapes():
    assert isinstance(qr.pmw_bound(4, 2, 10, 1, 0.1, 5), float)
    assert qr.pmw_bound_sharp(4, 2, [[10], [20]], 1, 0.1, [5, 6, 7]).shape == (2, 3)
    assert qr.best_whole_rounds(4, 2, [10, 20], 1, 0.1).dtype == np.int64
    assert qr.selection_bound_whp(4, 10, 1.0, [1, 2], [[0.1], [0.2], [0.3]]).shape == (3, 2)
