"""The sparse vector technique: laws against plain integrals and plain simulations, prices against what theory says."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate

from dplearn import mechanisms, simulate
from dplearn import query_release as qr
from dplearn.query_release.sparse_variants import _one_threshold

CORRECT = ("lyu", "dwork-roth")


# ---- one epoch ------------------------------------------------------------------------------------

def pdf(x, b):
    return math.exp(-abs(x) / b) / (2 * b)


def cdf(x, b):
    return 0.5 * math.exp(x / b) if x < 0 else 1 - 0.5 * math.exp(-x / b)


def quad(f, breaks):
    """∫ f by scipy between the kinks; the integrands fall at least like e^{-|z|}."""
    edges = sorted({-60.0, 60.0, *breaks})
    return sum(integrate.quad(f, a, b, epsabs=1e-13, epsrel=1e-11, limit=200)[0] for a, b in zip(edges, edges[1:]))


@pytest.mark.parametrize("values", [[0.3], [0.0, 0.0], [2.0, -1.0, 0.5], [5.0, -5.0, 0.0, 1.0]])
@pytest.mark.parametrize("scales", [(1.0, 1.0), (0.7, 2.1), (2.0, 0.4)])
def test_first_above_law_is_the_integral(values, scales):
    threshold, (b1, b2) = 0.4, scales
    law = qr.first_above_law(values, threshold=threshold, threshold_scale=b1, test_scale=b2)
    for i in range(len(values) + 1):
        def f(z, i=i):
            p = pdf(z, b1)
            for j, v in enumerate(values[: i + 1]):
                p *= cdf(-(threshold + z - v), b2) if j == i else cdf(threshold + z - v, b2)
            return p
        assert law[i] == pytest.approx(quad(f, [0.0, *(v - threshold for v in values)]), abs=1e-10)
    assert law.sum() == pytest.approx(1, abs=1e-12)


def test_first_above_law_with_dr14s_scales_is_above_threshold():
    values = [0.2, 1.5, -0.3, 0.9]
    law = qr.first_above_law(values, threshold=1.0, threshold_scale=2 / 0.8, test_scale=4 / 0.8)
    np.testing.assert_allclose(law, mechanisms.above_threshold_probabilities(values, threshold=1.0, epsilon=0.8), rtol=1e-13)


def test_split_scales_are_paid_in_full_and_have_the_least_variance():
    b1, b2, b3 = qr.split_scales(l1_sensitivity=0.1, epsilon_search=2.0, epsilon_answer=0.5)
    assert 0.1 / b1 + 2 * 0.1 / b2 == pytest.approx(2.0, rel=1e-14) and b3 == pytest.approx(0.2)
    firsts = np.linspace(0.01, 1.99, 2001)
    assert b1**2 + b2**2 <= ((0.1 / firsts) ** 2 + (0.2 / (2 - firsts)) ** 2).min() * (1 + 1e-12)
    assert qr.split_scales(l1_sensitivity=0.1, epsilon_search=2.0) == (b1, b2)


@pytest.mark.parametrize("c", [0.0, 0.3, 2.0, 10.0])
def test_sign_leak_is_the_tail_of_a_difference(c):
    law = qr.first_above_law([0.0], threshold=c, threshold_scale=1.0, test_scale=1.0)
    assert qr.sign_leak_delta(c) == pytest.approx(law[0], rel=1e-12)
    assert qr.sign_leak_delta(np.array([c, c])).shape == (2,)
    assert qr.sign_leak_delta(10.0) == pytest.approx(1.362e-4, rel=1e-3)


# ---- the variants' laws ---------------------------------------------------------------------------

def run_variant(name, values, threshold, epsilon, c, cut, rng, runs):
    """The published algorithms, written out as they are printed, Δ = 1; answers (runs, m) in the symbols of answer_patterns."""
    scale = {"lyu": (2, 4 * c), "dwork-roth": (2 * c, 4 * c), "u17": (c, c), "roth": (2, 2 * c), "lee-clifton": (4, 4 / 3),
             "stoddard": (2, 0), "chen": (2, 2)}[name]
    scale = np.array(scale) / epsilon
    rho, count = rng.laplace(0, scale[0], runs), np.zeros(runs, int)
    answers = np.zeros((runs, len(values)), int)
    for i, v in enumerate(values):
        noisy = v + (rng.laplace(0, scale[1], runs) if scale[1] else 0.0)
        stopped = count >= c if name not in ("stoddard", "chen") else np.zeros(runs, bool)
        above = (noisy >= threshold + rho) & ~stopped
        told_low = above & (np.asarray(noisy) <= cut) if name == "roth" else np.zeros(runs, bool)
        answers[:, i] = np.where(stopped, 3, np.where(told_low, 2, above))
        count += above
        if name in ("dwork-roth", "u17"):
            rho = np.where(above, rng.laplace(0, scale[0], runs), rho)
    return answers


@pytest.mark.parametrize("c", [1, 2])
@pytest.mark.parametrize("name", qr.VARIANTS)
def test_variant_laws_are_those_of_the_algorithms(name, c):
    values, runs = [0.5, 2.0, -1.0, 1.0], 200_000
    law = qr.variant_law(name, values, threshold=1.0, epsilon=2.0, c=c, cut=0.7)
    patterns = qr.answer_patterns(name, 4, c=c)
    answers = run_variant(name, values, 1.0, 2.0, c, 0.7, simulate.stream(5, f"variant {name}", c), runs)
    code = 4 ** np.arange(4)
    assert set(answers @ code) <= set(patterns @ code) and len(set(patterns @ code)) == len(patterns)
    seen = np.array([(answers @ code == p).mean() for p in patterns @ code])
    # Hoeffding for each of the at most 81 outcomes, both sides, 14 tests: false alarm below 1e-6
    assert np.abs(seen - law).max() < math.sqrt(math.log(2 * 81 * 14 / 1e-6) / (2 * runs))
    assert law.sum() == pytest.approx(1, abs=1e-12) and law.min() >= 0


@pytest.mark.parametrize("c", [1, 2])
@pytest.mark.parametrize("name", [n for n in qr.VARIANTS if not qr.VARIANTS[n].refreshes])
def test_variant_laws_are_the_integrals(name, c):
    values, threshold, epsilon, cut = [1.4, 0.2, 1.0], 1.0, 1.5, 0.5
    b1, b2 = qr.VARIANTS[name].scales(epsilon, c)

    def answer(symbol, v, level):
        if symbol == 3:
            return 1.0
        if b2 == 0:
            return float((v >= level) == bool(symbol))
        if symbol == 0:
            return cdf(level - v, b2)
        if name != "roth":
            return cdf(-(level - v), b2)
        low = max(0.0, cdf(cut - v, b2) - cdf(level - v, b2))
        return low if symbol == 2 else cdf(-(max(level, cut) - v), b2)

    law = qr.variant_law(name, values, threshold=threshold, epsilon=epsilon, c=c, cut=cut)
    for p, pattern in zip(law, qr.answer_patterns(name, 3, c=c)):
        def f(z, pattern=pattern):
            return pdf(z, b1) * math.prod(answer(s, v, threshold + z) for s, v in zip(pattern, values))
        kinks = [0.0, cut - threshold, *(v - threshold for v in values)]
        assert p == pytest.approx(quad(f, kinks), abs=1e-9)


def test_units_do_not_matter():
    for name in qr.VARIANTS:
        one = qr.variant_law(name, [1.0, 3.0, 2.5], threshold=2.0, epsilon=1.0, cut=0.0)
        two = qr.variant_law(name, [0.1, 0.3, 0.25], threshold=0.2, epsilon=1.0, cut=0.0, sensitivity=0.1)
        np.testing.assert_allclose(one, two, rtol=1e-9)


def test_patterns_by_hand():
    assert qr.answer_patterns("lyu", 2).tolist() == [[0, 0], [0, 1], [1, 3]]
    assert qr.answer_patterns("chen", 2).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert qr.answer_patterns("roth", 1).tolist() == [[0], [1], [2]]
    assert len(qr.answer_patterns("dwork-roth", 5, c=2)) == 1 + 5 + 10   # none above; one; the second one ends it


# ---- what they cost -------------------------------------------------------------------------------

@pytest.mark.parametrize("c", [1, 2, 3])
@pytest.mark.parametrize("epsilon", [0.5, 2.0])
@pytest.mark.parametrize("name", ["lyu", "dwork-roth", "u17", "lee-clifton"])
def test_the_true_epsilon_is_reached_and_never_passed(name, c, epsilon):
    truth = qr.VARIANTS[name].factor(c) * epsilon
    found = [qr.hard_pair_epsilon(name, k, epsilon=epsilon, c=c, reach=60 * c / epsilon) for k in (0, 1, 2, 4, 8, 30)]
    assert max(found) <= truth * (1 + 1e-9) and found[-1] == pytest.approx(truth, rel=1e-6)
    assert (np.diff(found) > -1e-9).all()


def test_u17s_epoch_step_by_step():
    def cost(k, reach):
        return qr.hard_pair_epsilon("u17", k, epsilon=1.0, reach=reach)
    # no test below: the tail of a difference of two Laplace variables, .777 two scales from the threshold, 1 at most
    assert cost(0, 2.0) == pytest.approx(math.log(qr.sign_leak_delta(2.0) / qr.sign_leak_delta(3.0)), rel=1e-10)
    assert cost(0, 2.0) == pytest.approx(0.7769, abs=1e-4)
    np.testing.assert_allclose([cost(k, 1e4) for k in (0, 1, 2)], [1, 2, 3], atol=3e-4)
    assert cost(3, 20.0) > 3 - 1e-3 and cost(4, 30.0) == pytest.approx(3, abs=1e-9)


def test_the_broken_ones_grow_without_end():
    for k in (1, 3, 10, 200):
        assert qr.hard_pair_epsilon("chen", k, epsilon=1.0, reach=60.0) == pytest.approx(k, rel=1e-9)
        for c in (1, 4):
            assert qr.hard_pair_epsilon("roth", k, epsilon=1.0, c=c) == pytest.approx((k + c) / (2 * c), rel=1e-9)
        assert qr.hard_pair_epsilon("stoddard", k, epsilon=1e-3) == math.inf
    for name, kind in qr.VARIANTS.items():
        assert (kind.factor(1) == 1) == (name in CORRECT) == (kind.flaw == "")


def test_the_hard_pair_is_an_event_of_the_law():
    # the same event in the full law of answers: k tests below, then one above
    for name, k, reach in itertools.product(("lyu", "dwork-roth", "u17", "lee-clifton"), (1, 3), (0.0, 1.5)):
        x, y = np.array([reach] * k + [-reach]), np.array([reach + 1] * k + [-reach - 1])
        at = np.flatnonzero((qr.answer_patterns(name, k + 1) == [0] * k + [1]).all(axis=1))[0]
        p, q = (qr.variant_law(name, v, threshold=0.0, epsilon=1.0)[at] for v in (x, y))
        assert qr.hard_pair_epsilon(name, k, epsilon=1.0, reach=reach) == pytest.approx(math.log(p / q), rel=1e-9)


@pytest.mark.parametrize("name", ["lyu", "dwork-roth", "u17", "roth", "lee-clifton", "chen"])
def test_the_hard_pair_by_the_quadrature_of_the_laws(name):
    """Another quadrature, over every test of the event one by one."""
    kind = qr.VARIANTS[name]
    for c, reach, k in itertools.product((1, 3, 10), (0.0, 5.0, 20.0), (1, 7, 40)):
        m = k if not kind.stops else 1 if kind.refreshes else c
        pattern = np.array([[0] * k + [2 if kind.tells_value else 1] * m])
        (shared, test), moved = kind.scales(1.0, c), 1 if kind.tells_value else -1
        here, there = (_one_threshold(np.repeat(v, (k, m)) / shared, test / shared, pattern, cut)[0]
                       for cut in [-(reach + 2) / shared if kind.tells_value else None]
                       for v in ([reach, -reach], [reach + 1, -reach + moved]))
        expected = (here - there) * (c if kind.refreshes else 1)
        assert qr.hard_pair_epsilon(name, k, epsilon=1.0, c=c, reach=reach) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_hard_pairs_far_out_and_many():
    k = np.array([0, 1, 2, 3, 40, 10**6])
    for name, truth in (("u17", [1, 2, 3, 3, 3, 3]), ("lyu", [1 / 4, 1 / 2, 3 / 4, 1, 1, 1]), ("chen", k), ("roth", (k + 1) / 2)):
        for epsilon, reach in ((5.0, 1e3), (0.1, 1e4), (1.0, 1e6)):       # events below e^-745
            found = qr.hard_pair_epsilon(name, k, epsilon=epsilon, reach=reach)
            np.testing.assert_allclose(found, np.multiply(epsilon, truth), rtol=1e-2, atol=1e-9)
            assert found[1] == pytest.approx(qr.hard_pair_epsilon(name, 1, epsilon=epsilon, reach=reach), rel=1e-9)
    assert qr.hard_pair_epsilon("stoddard", [0, 5], epsilon=1.0).tolist() == [0, math.inf]


# ---- bad input ------------------------------------------------------------------------------------

LAW = dict(threshold=0.0, epsilon=1.0)


@pytest.mark.parametrize("call, word", [
    (lambda: qr.first_above_law([], threshold=0, threshold_scale=1, test_scale=1), "values"),
    (lambda: qr.first_above_law([np.nan], threshold=0, threshold_scale=1, test_scale=1), "values"),
    (lambda: qr.first_above_law(np.zeros(257), threshold=0, threshold_scale=1, test_scale=1), "at most 256"),
    (lambda: qr.first_above_law([0.0], threshold=0, threshold_scale=1, test_scale=0), "test_scale"),
    (lambda: qr.first_above_law([0.0], threshold=0, threshold_scale=-1, test_scale=1), "threshold_scale"),
    (lambda: qr.split_scales(l1_sensitivity=0, epsilon_search=1), "l1_sensitivity"),
    (lambda: qr.split_scales(l1_sensitivity=1, epsilon_search=1, epsilon_answer=0), "epsilon_answer"),
    (lambda: qr.sign_leak_delta(-0.1), "c must be"),
    (lambda: qr.answer_patterns("unknown", 2), "variant"),
    (lambda: qr.answer_patterns("lyu", 11), "n_queries"),
    (lambda: qr.variant_law("lyu", [0.0], threshold=0.0, epsilon=0.0), "epsilon"),
    (lambda: qr.variant_law("lyu", [[0.0]], **LAW), "values"),
    (lambda: qr.variant_law("lyu", [0.0], c=0, **LAW), "c must be"),
    (lambda: qr.variant_law("roth", [0.0], cut=np.inf, **LAW), "cut"),
    (lambda: qr.variant_law("lyu", [0.0], sensitivity=-1, **LAW), "sensitivity"),
    (lambda: qr.variant_audit("lyu", n=0), "n must be"),
    (lambda: qr.variant_audit("lyu", n_queries=6), "n_queries"),
    (lambda: qr.hard_pair_epsilon("lyu", -1, epsilon=1.0), "n_below"),
    (lambda: qr.hard_pair_epsilon("lyu", 1, epsilon=1.0, reach=-1), "reach"),
])  # fmt: skip
def test_bad_input(call, word):
    with pytest.raises(ValueError, match=word):
        call()
