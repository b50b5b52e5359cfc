"""Laws against hand, brute force and OpenDP; samplers against laws; broken copies against the audit."""

import functools
import itertools
import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import laplace as laplace_law

from dplearn import mechanisms as m
from dplearn import privacy
from dplearn.privacy import Relation

REPLACE, ADD_REMOVE = Relation.REPLACE_ONE, Relation.ADD_REMOVE
AWKWARD = [[0.0], [1, 1, 1], [0, 1], [3, -2, 0.5, 0.5], [0, 40, 41], [-1e6, 0], list(np.linspace(0, 3, 9))]


def brute_softmax(scores, rate):
    weights = [math.exp(rate * (s - max(scores))) for s in scores]
    return np.array(weights) / math.fsum(weights)


# ---- exponential mechanism


@pytest.mark.parametrize("scores", AWKWARD)
@pytest.mark.parametrize("epsilon, sensitivity", [(1, 1), (0.1, 3.0), (20, 0.5)])
def test_exponential_against_brute_force(scores, epsilon, sensitivity):
    for monotone in (False, True):
        got = m.exponential_probabilities(scores, score_sensitivity=sensitivity, epsilon=epsilon, monotone=monotone)
        rate = epsilon / sensitivity / (1 if monotone else 2)
        np.testing.assert_allclose(got, brute_softmax(scores, rate), rtol=1e-11, atol=1e-320)


def test_exponential_by_hand_batched_and_extreme():
    p = m.exponential_probabilities([0, 2 * math.log(3)], score_sensitivity=1, epsilon=1)
    np.testing.assert_allclose(p, [0.25, 0.75], rtol=1e-15)
    scores = np.random.default_rng(0).normal(size=(4, 3, 5))
    batch = m.exponential_probabilities(scores, score_sensitivity=1, epsilon=2)
    one = m.exponential_probabilities(scores[2, 1], score_sensitivity=1, epsilon=2)
    np.testing.assert_array_equal(batch[2, 1], one)
    for huge in ([1e308, -1e308, 1e308], [1e308, -1.7e308, 1e308]):
        np.testing.assert_array_equal(m.exponential_probabilities(huge, score_sensitivity=1, epsilon=1), [0.5, 0, 0.5])
    shifted = m.exponential_probabilities(np.array([0.0, 1, 2]) + 2.0**40, score_sensitivity=1, epsilon=1)
    np.testing.assert_allclose(shifted, m.exponential_probabilities([0, 1, 2], score_sensitivity=1, epsilon=1), rtol=1e-14)
    # ε to infinity: the best; ε to 0: uniform
    np.testing.assert_allclose(m.exponential_probabilities([0, 1, 1], score_sensitivity=1, epsilon=1e6), [0, 0.5, 0.5])
    np.testing.assert_allclose(m.exponential_probabilities([0, 1, 1], score_sensitivity=1, epsilon=1e-12), [1 / 3] * 3)


def test_exponential_has_bounded_range():
    """For scores that move by at most 1, all losses lie in an interval of length ε, so its zCDP holds."""
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 2, (500, 6))
    moved = scores + rng.choice([-1, 1], (500, 6))
    for epsilon in (0.3, 2.0):
        p, q = (m.exponential_probabilities(s, score_sensitivity=1, epsilon=epsilon) for s in (scores, moved))
        loss = privacy.privacy_loss(p, q)
        width = np.ptp(loss, axis=-1)
        assert width.max() <= epsilon + 1e-12 and width.max() > 0.99 * epsilon
        for order in (1.5, 2, 10, 50):  # Renyi divergence against ρ·order, ρ = ε²/8
            renyi = np.log(np.sum(p * np.exp((order - 1) * loss), axis=-1)) / (order - 1)
            assert (renyi <= order * privacy.bounded_range_rho(epsilon) + 1e-12).all()


# ---- report-noisy-max


def brute_noisy_max(scores, rate, noise):
    """Adaptive integration over the winner's noise, with every kink given."""
    a = rate * np.asarray(scores, float)
    low = (lambda x: laplace_law.cdf(x)) if noise == "laplace" else (lambda x: -np.expm1(-np.maximum(x, 0)))
    dens = (lambda x: laplace_law.pdf(x)) if noise == "laplace" else (lambda x: np.where(x >= 0, np.exp(-np.maximum(x, 0)), 0))
    knots = sorted({*a, a.min() - 40, a.max() + 40})
    return np.array([
        sum(
            quad(lambda y: dens(y - a[i]) * np.prod(np.delete(low(y - a), i)), s, e, epsabs=1e-13, epsrel=1e-11)[0]
            for s, e in zip(knots, knots[1:])
        )
        for i in range(len(a))
    ])  # fmt: skip


@pytest.mark.parametrize("noise", ["laplace", "exponential"])
@pytest.mark.parametrize("scores", [[0.0], [1, 1, 1], [0, 1], [3, -2, 0.5, 0.5], [0, 8, 9], list(np.linspace(0, 3, 9))])
def test_noisy_max_against_adaptive_integration(noise, scores):
    for monotone, rate in ((False, 0.75), (True, 1.5)):
        got = m.report_noisy_max_probabilities(scores, score_sensitivity=1, epsilon=1.5, noise=noise, monotone=monotone)
        np.testing.assert_allclose(got, brute_noisy_max(scores, rate, noise), atol=1e-9)
        assert abs(got.sum() - 1) < 1e-12


def test_noisy_max_by_hand():
    for d in (0.0, 0.1, 2.0, 30.0, 300.0):
        lap = m.report_noisy_max_probabilities([0, d], score_sensitivity=1, epsilon=2)
        assert lap[0] == pytest.approx(0.5 * math.exp(-d) * (1 + d / 2), rel=1e-12)
        flip = m.report_noisy_max_probabilities([0, d], score_sensitivity=1, epsilon=2, noise="exponential")
        assert flip[0] == pytest.approx(0.5 * math.exp(-d), rel=1e-12)


def brute_permute_and_flip(scores, rate):
    """Over all orders and all flips of coins."""
    k, q = len(scores), np.exp(rate * (np.asarray(scores, float) - max(scores)))
    p = np.zeros(k)
    for order in itertools.permutations(range(k)):
        still = 1.0 / math.factorial(k)
        for r in order:
            p[r] += still * q[r]
            still *= 1 - q[r]
    return p


def test_exponential_noise_is_permute_and_flip_and_beats_the_exponential_mechanism():
    for scores in ([0, 1, 3], [1, 1, 0, -2], [0.0, 0.5, 1, 1.5, 2]):
        flip = m.report_noisy_max_probabilities(scores, score_sensitivity=1, epsilon=2, noise="exponential")
        np.testing.assert_allclose(flip, brute_permute_and_flip(scores, 1.0), rtol=1e-12)
        softmax = m.exponential_probabilities(scores, score_sensitivity=1, epsilon=2)
        assert flip @ scores >= softmax @ scores


def test_noisy_max_survives_extremes():
    for noise in ("laplace", "exponential"):
        far = m.report_noisy_max_probabilities([0, 1e308, -1e308], score_sensitivity=1e-6, epsilon=5, noise=noise)
        np.testing.assert_allclose(far, [0, 1, 0], atol=1e-12)
        many = m.report_noisy_max_probabilities(np.zeros(256), score_sensitivity=1, epsilon=1, noise=noise)
        np.testing.assert_allclose(many, 1 / 256, rtol=1e-11)


# ---- noise on numbers, and bits


def test_laplace_scale_and_shapes():
    assert m.laplace_scale(l1_sensitivity=3, epsilon=0.5) == 6
    rng = np.random.default_rng(0)
    assert isinstance(m.laplace(1.0, l1_sensitivity=1, epsilon=1, rng=rng), float)
    assert m.laplace([1.0, 2], l1_sensitivity=1, epsilon=1, rng=rng).shape == (2,)
    assert m.laplace([1.0, 2], l1_sensitivity=1, epsilon=1, rng=rng, size=5).shape == (5, 2)
    np.testing.assert_allclose(m.laplace([1.0, 2], l1_sensitivity=1e-9, epsilon=1e6, rng=rng), [1, 2], atol=1e-9)


def test_discrete_laplace_law():
    support = np.arange(-60, 80)
    p = m.discrete_laplace_probabilities(7, sensitivity=2, epsilon=1.5, support=support)
    weights = np.exp(-0.75 * np.abs(support - 7))
    np.testing.assert_allclose(p, weights / weights.sum(), rtol=1e-12)
    clamped = m.discrete_laplace_probabilities(3, sensitivity=2, epsilon=1.5, support=np.arange(0, 5), clamp=True)
    wide = m.discrete_laplace_probabilities(3, sensitivity=2, epsilon=1.5, support=np.arange(-300, 300))
    brute = [wide[: 300 + 1].sum(), *wide[301:304], wide[304:].sum()]
    np.testing.assert_allclose(clamped, brute, rtol=1e-12)
    for value in (-4, 9):  # a value outside the ends is folded like its neighbors
        law = m.discrete_laplace_probabilities(value, sensitivity=1, epsilon=0.5, support=np.arange(0, 5), clamp=True)
        wide = m.discrete_laplace_probabilities(value, sensitivity=1, epsilon=0.5, support=np.arange(-300, 300))
        np.testing.assert_allclose(law, [wide[:301].sum(), *wide[301:304], wide[304:].sum()], rtol=1e-11)
    one = m.discrete_laplace_probabilities(4, sensitivity=1, epsilon=1, support=[9], clamp=True)
    assert one.tolist() == [1.0]
    assert m.discrete_laplace_probabilities(0, sensitivity=1, epsilon=1e4, support=[0, 10**15]).tolist() == [1, 0]


def test_randomized_response_law():
    p = m.randomized_response_probabilities([0, 1], epsilon=math.log(3))
    np.testing.assert_allclose(p, [[0.75, 0.25], [0.25, 0.75]], rtol=1e-15)
    assert privacy.exact_epsilon(*p) == pytest.approx(math.log(3), rel=1e-14)
    assert m.randomized_response_probabilities(True, epsilon=1e5).tolist() == [0, 1]


# ---- above-threshold


def pattern_law(values, threshold, threshold_scale, query_scale, most=1, fresh=False):
    """Sparse vector's law over patterns of answers by a midpoint sum over the threshold's noise.

    An oracle that shares no code with the package; with it the known wrong variants are made.
    `most` answers above, then it stops; `fresh` draws a new threshold after each of them.
    A scale of 0 is no noise.  Returns {pattern: probability}.
    """
    if threshold_scale:
        # equal-probability midpoints of the noise, refined near the tails by the quantiles themselves
        u = (np.arange(20_000) + 0.5) / 20_000
        z = threshold + laplace_law.ppf(u, scale=threshold_scale)
    else:
        z = np.array([float(threshold)])
    up = [laplace_law.sf(z - v, scale=query_scale) if query_scale else (v >= z).astype(float) for v in values]

    law = {}

    def walk(start, pattern, weight, found):
        if found == most or start == len(values):
            law[pattern] = law.get(pattern, 0.0) + weight.mean()
            return
        walk(start + 1, pattern + (0,), weight * (1 - up[start]), found)
        hit = weight * up[start]
        if fresh and found + 1 < most:
            rest = pattern_law(values[start + 1 :], threshold, threshold_scale, query_scale, most - found - 1, True)
            for tail, p in rest.items():
                full = pattern + (1,) + tail
                law[full] = law.get(full, 0.0) + hit.mean() * p
        else:
            walk(start + 1, pattern + (1,), hit, found + 1)

    walk(0, (), np.ones_like(z), 0)
    return law


def stops(law, k):
    """The law of the first answer above, from a law over patterns that stops there."""
    return np.array([law.get((0,) * i + (1,), 0.0) for i in range(k)] + [law.get((0,) * k, 0.0)])


@pytest.mark.parametrize("values", [[0.0], [2, 2], [5, -1, 3, 0.5], [-3, -2, -1, 0, 1, 2], [0] * 8])
def test_above_threshold_against_a_sum_over_the_threshold(values):
    for epsilon, sensitivity, threshold in ((1, 1, 1.0), (4, 0.5, 0), (0.3, 2.0, -5)):
        got = m.above_threshold_probabilities(values, threshold=threshold, epsilon=epsilon, l1_sensitivity=sensitivity)
        brute = stops(pattern_law(values, threshold, 2 * sensitivity / epsilon, 4 * sensitivity / epsilon), len(values))
        np.testing.assert_allclose(got, brute, atol=1e-5)  # the oracle's midpoints
        assert abs(got.sum() - 1) < 1e-12


@pytest.mark.parametrize("values", [[0.5], [5, -1, 3, 0.5], [-3, -2, 0, 0, 1, 20]])
def test_above_threshold_against_adaptive_integration(values):
    k, epsilon, threshold = len(values), 1.7, 0.8
    rho, nu = laplace_law(scale=2 / epsilon), laplace_law(scale=4 / epsilon)

    def integrand(z, i):
        stop = nu.sf(threshold + z - values[i]) if i < k else 1.0
        return rho.pdf(z) * stop * np.prod([nu.cdf(threshold + z - v) for v in values[:i]])

    knots = sorted({-60.0, 0.0, 60.0, *(v - threshold for v in values)})
    brute = [
        sum(quad(integrand, s, e, args=(i,), epsabs=1e-14, epsrel=1e-11, limit=200)[0] for s, e in zip(knots, knots[1:]))
        for i in range(k + 1)
    ]
    got = m.above_threshold_probabilities(values, threshold=threshold, epsilon=epsilon)
    np.testing.assert_allclose(got, brute, rtol=1e-9, atol=1e-13)


def test_above_threshold_by_hand_and_extremes():
    # one query, in units of the threshold's scale: P[ν + g >= ρ] for Laplace noises of scales 2 and 1
    for gap in (0.0, 0.4, 5.0, 100.0):
        below = (4 * math.exp(-gap / 2) - math.exp(-gap)) / 6  # gap = (value - threshold)/scale >= 0
        got = m.above_threshold_probabilities([2 * gap], threshold=0, epsilon=1)
        assert got[1] == pytest.approx(below, rel=1e-12)
    np.testing.assert_allclose(m.above_threshold_probabilities([-1e300, 1e300], threshold=0, epsilon=1), [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(m.above_threshold_probabilities([1, 3, 5], threshold=2, epsilon=1e5), [0, 1, 0, 0], atol=1e-12)
    assert m.above_threshold_probabilities(np.zeros(256), threshold=3, epsilon=1).sum() == pytest.approx(1, abs=1e-12)


# ---- samplers against their laws


N = 40_000
# DKW: Pr[sup |F_N - F| > t] <= 2 e^(-2 N t²); 1e-7 for each comparison, fewer than ten of them
DKW = math.sqrt(math.log(2 / 1e-7) / (2 * N))


def follows(draws, law):
    counts = np.bincount(draws, minlength=len(law))
    assert len(counts) == len(law) and (counts[np.asarray(law) == 0] == 0).all()
    assert np.abs(np.cumsum(counts) / N - np.cumsum(law)).max() < DKW


def test_discrete_samplers_follow_their_laws():
    rng = np.random.default_rng(20)
    scores = [0.0, 1, 3, 2, -1e9]
    given = dict(score_sensitivity=1, epsilon=1.3)
    follows(m.exponential_mechanism(scores, rng=rng, size=N, **given), m.exponential_probabilities(scores, **given))
    for noise in ("laplace", "exponential"):
        law = m.report_noisy_max_probabilities(scores, noise=noise, **given)
        follows(m.report_noisy_max(scores, rng=rng, size=N, noise=noise, **given), law)
    stream = dict(threshold=1.0, epsilon=3.0, l1_sensitivity=0.7)
    values = [0.0, 1, -1, 2]
    follows(m.above_threshold(values, rng=rng, size=N, **stream), m.above_threshold_probabilities(values, **stream))
    follows(m.randomized_response(1, epsilon=0.8, rng=rng, size=N), m.randomized_response_probabilities(1, epsilon=0.8))
    noisy = m.discrete_laplace(2, sensitivity=1, epsilon=0.9, rng=rng, size=N)
    law = m.discrete_laplace_probabilities(2, sensitivity=1, epsilon=0.9, support=np.arange(-8, 13), clamp=True)
    follows(np.clip(noisy, -8, 12) + 8, law)


def test_laplace_sampler_follows_its_law():
    draws = np.sort(m.laplace(3.0, l1_sensitivity=2, epsilon=0.5, rng=np.random.default_rng(21), size=N))
    cdf = laplace_law.cdf(draws, loc=3, scale=4)
    assert max((np.arange(1, N + 1) / N - cdf).max(), (cdf - np.arange(N) / N).max()) < DKW


def test_batched_exponential_sampler():
    rng = np.random.default_rng(22)
    scores = np.array([[[0.0, 2], [5, 0]], [[0, 0], [0, -1e9]]])
    law = m.exponential_probabilities(scores, score_sensitivity=1, epsilon=1)
    draws = m.exponential_mechanism(scores, score_sensitivity=1, epsilon=1, rng=rng, size=N)
    assert draws.shape == (N, 2, 2)
    for i, j in itertools.product(range(2), repeat=2):
        follows(draws[:, i, j], law[i, j])
    assert m.exponential_mechanism(scores, score_sensitivity=1, epsilon=1, rng=rng).shape == (2, 2)
    assert isinstance(m.exponential_mechanism([0, 1], score_sensitivity=1, epsilon=1, rng=rng), int)


def test_same_stream_same_result():
    calls = (
        lambda r: m.exponential_mechanism([0, 1.0], score_sensitivity=1, epsilon=1, rng=r, size=9),
        lambda r: m.report_noisy_max([0, 1.0], score_sensitivity=1, epsilon=1, rng=r, size=9),
        lambda r: m.laplace(0.0, l1_sensitivity=1, epsilon=1, rng=r, size=9),
        lambda r: m.discrete_laplace(0, sensitivity=1, epsilon=1, rng=r, size=9),
        lambda r: m.randomized_response([0, 1], epsilon=1, rng=r, size=9),
        lambda r: m.above_threshold([0, 1.0], threshold=0, epsilon=1, rng=r, size=9),
    )
    for call in calls:
        np.testing.assert_array_equal(call(np.random.default_rng(5)), call(np.random.default_rng(5)))


# ---- the audit on every mechanism, and on broken copies


def counts(bits, k=3):
    return np.bincount(np.asarray(bits, dtype=int), minlength=k).astype(float)


def audit(law, epsilon, relation=REPLACE, domain=range(3), most=4, **more):
    datasets = [d for n in range(most + 1) for d in privacy.all_datasets(domain, n)]
    return privacy.audit(law, datasets, domain=domain, relation=relation, epsilon=epsilon, **more)



SELECTORS = {
    "exponential": m.exponential_probabilities,
    "laplace": lambda s, **k: m.report_noisy_max_probabilities(s, noise="laplace", **k),
    "flip": lambda s, **k: m.report_noisy_max_probabilities(s, noise="exponential", **k),
}


@pytest.mark.parametrize("name", SELECTORS)
@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_selection_of_the_mode_is_private(name, epsilon):
    """Which record is the most frequent: counts, Δ = 1 under both relations, monotone under ADD_REMOVE."""
    law = lambda bits: SELECTORS[name](counts(bits), score_sensitivity=1, epsilon=epsilon)  # noqa: E731
    report = audit(law, epsilon, slack=1e-9)
    assert report.ok and report.true_epsilon > 0.4 * epsilon
    half = audit(law, epsilon / 2, ADD_REMOVE, slack=1e-9)  # monotone: the factor 2 is not needed
    assert half.ok
    sharp = lambda bits: SELECTORS[name](counts(bits), score_sensitivity=1, epsilon=epsilon, monotone=True)  # noqa: E731
    assert audit(sharp, epsilon, ADD_REMOVE, slack=1e-9).ok
    wrong_relation = audit(sharp, epsilon, slack=1e-9)
    assert not wrong_relation.ok and wrong_relation.true_epsilon <= 2 * epsilon + 1e-9


@pytest.mark.parametrize("name", SELECTORS)
def test_audit_catches_broken_selection(name):
    # scores that move by Δ = 2 in opposite ways between neighbors, so that nothing is lost to slack
    scores = lambda bits: 2.0 * (2 * counts(bits, 2) - len(bits)) / 2  # noqa: E731
    for true, claimed in (
        (dict(score_sensitivity=2, epsilon=1.0), True),
        (dict(score_sensitivity=1, epsilon=1.0), False),  # half the sensitivity
        (dict(score_sensitivity=2, epsilon=2.0), False),  # half the noise
    ):
        report = audit(lambda bits: SELECTORS[name](scores(bits), **true), 1.0, domain=range(2), slack=1e-9)
        assert report.ok is claimed, (name, true, report.true_epsilon)


def test_audit_catches_data_dependent_candidates():
    """The exponential mechanism among the records that occur: a support that tells on its own."""
    def law(bits):
        seen = counts(bits) > 0
        p = np.zeros(3)
        p[seen] = m.exponential_probabilities(counts(bits)[seen], score_sensitivity=1, epsilon=1)
        return p  # fmt: skip

    data = privacy.all_datasets(range(3), 3)
    report = privacy.audit(law, data, domain=range(3), relation=REPLACE, epsilon=1)
    assert report.true_epsilon == math.inf and not report.ok


def test_counting_with_geometric_noise():
    def law(bits, scale=1.0):
        return m.discrete_laplace_probabilities(
            sum(bits), sensitivity=scale, epsilon=0.8, support=np.arange(-2, 8), clamp=True
        )

    for relation in (REPLACE, ADD_REMOVE):
        report = audit(law, 0.8, relation, domain=range(2))
        assert report.ok and report.true_epsilon == pytest.approx(0.8, rel=1e-12)
        assert not audit(lambda bits: law(bits, 0.5), 0.8, relation, domain=range(2)).ok
    # values in 0..2: a sum has Δ = 2, not 1
    assert not audit(law, 0.8).ok and audit(lambda bits: law(bits, 2.0), 0.8).ok


def test_randomized_response_is_exactly_epsilon():
    law = lambda bits: m.randomized_response_probabilities(bits[0], epsilon=1.1)  # noqa: E731
    report = privacy.audit(law, [(0,)], domain=(0, 1), relation=REPLACE, epsilon=1.1)
    assert report.ok and report.true_epsilon == pytest.approx(1.1, rel=1e-14)
    assert not privacy.audit(law, [(0,)], domain=(0, 1), relation=REPLACE, epsilon=1.0999).ok


def streams(k, step=1.0):
    """Records are rows of 0/1 answers to k queries, so each query's count has Δ = 1 and rows may be opposed."""
    return list(itertools.product((0.0, step), repeat=k))


def query_counts(rows, k):
    return np.sum(rows, axis=0) if len(rows) else np.zeros(k)


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_above_threshold_is_private(epsilon):
    k = 4
    for relation in (REPLACE, ADD_REMOVE):
        at = functools.cache(lambda c: m.above_threshold_probabilities(c, threshold=1.5, epsilon=epsilon))
        report = audit(lambda rows: at(tuple(query_counts(rows, k))), epsilon, relation, domain=streams(k), most=2, slack=1e-9)
        assert report.ok and report.true_epsilon > 0.3 * epsilon


def test_audit_catches_known_bugs_of_sparse_vector():
    """Each published slip of above-threshold, on one record in {0, 1}^k, k = 8 queries, ε = 1."""
    k, epsilon = 8, 1.0
    zeros, ones, opposed = (0.0,) * k, (1.0,) * k, (0.0,) + (1.0,) * (k - 1)
    rows = (zeros, ones, opposed, (1.0,) + (0.0,) * (k - 1), zeros[:4] + ones[:4], ones[:4] + zeros[:4])
    patterns = list(itertools.product((0, 1), repeat=k))
    outcomes = sorted({p[: i + 1] for p in patterns for i in range(k)}, key=lambda p: (len(p), p))
    law_of = functools.cache(pattern_law)  # one law is audited twice, under two claims

    def report(threshold_scale, query_scale, most=1, fresh=False, claim=epsilon):
        def law(rows):
            found = law_of(rows[0], 0.5, threshold_scale, query_scale, most, fresh)
            p = np.array([found.get(o, 0.0) for o in outcomes])
            return p / p.sum()  # the midpoint sum keeps the total to rounding

        return privacy.audit(law, [(r,) for r in rows], domain=rows, relation=REPLACE, epsilon=claim, slack=1e-3)

    assert report(2, 4).ok  # as printed
    assert report(2, 4, most=4, fresh=True, claim=4 * epsilon).ok  # four runs cost four budgets
    assert not report(0, 4).ok  # no noise on the threshold: every query costs
    assert report(2, 0).true_epsilon == math.inf  # no noise on the queries
    assert not report(2, 4, most=k).ok  # never stops: the threshold's noise is used up by the first
    assert not report(2, 4, most=4, fresh=True).ok  # four answers for the price of one
    assert not report(1, 2).ok  # half the noise
    assert not report(2, 1).ok  # the queries' noise without its factor


# ---- OpenDP and dp_accounting, where they are installed


def test_scales_and_budgets_agree_with_opendp():
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    atoms = dp.vector_domain(dp.atom_domain(T=float, nan=False))
    for sensitivity, epsilon in ((1.0, 1.0), (3.0, 0.25), (0.01, 2.0)):
        scale = m.laplace_scale(l1_sensitivity=sensitivity, epsilon=epsilon)
        assert dp.m.make_laplace(atoms, dp.l1_distance(T=float), scale=scale).map(sensitivity) == pytest.approx(epsilon, rel=1e-9)
        # noisy max: permute-and-flip for pure DP, the exponential mechanism for zCDP, both of scale 2Δ/ε
        select = dict(input_domain=atoms, input_metric=dp.linf_distance(T=float), scale=2 * sensitivity / epsilon)
        flip = dp.m.make_noisy_max(output_measure=dp.max_divergence(), **select)
        assert flip.map(sensitivity) == pytest.approx(epsilon, rel=1e-9)
        gumbel = dp.m.make_noisy_max(output_measure=dp.zero_concentrated_divergence(), **select)
        assert gumbel.map(sensitivity) == pytest.approx(privacy.bounded_range_rho(epsilon), rel=1e-9)


def test_opendp_draws_from_our_permute_and_flip():
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    atoms = dp.vector_domain(dp.atom_domain(T=float, nan=False))
    select = dp.m.make_noisy_max(atoms, dp.linf_distance(T=float), dp.max_divergence(), scale=2.0)
    scores = [0.0, 1.0, 2.5]
    runs = 4000  # OpenDP seeds itself: DKW's false alarm is 1e-7
    counted = np.bincount([select(scores) for _ in range(runs)], minlength=3) / runs
    law = m.report_noisy_max_probabilities(scores, score_sensitivity=1, epsilon=1, noise="exponential")
    assert np.abs(np.cumsum(counted - law)).max() < math.sqrt(math.log(2 / 1e-7) / (2 * runs))


def test_geometric_noise_composes_as_in_dp_accounting():
    """Clamped to [0, Δ] the law keeps the privacy loss of neighbors 0 and Δ, so its profile is the mechanism's."""
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    for rate, sensitivity, rounds in ((0.1, 1, 50), (0.05, 3, 20)):
        p, q = (
            m.discrete_laplace_probabilities(v, sensitivity=1, epsilon=rate, support=np.arange(sensitivity + 1), clamp=True)
            for v in (sensitivity, 0)
        )
        for epsilon in (0.2, 1.0):
            delta = privacy.product_profile(np.tile(p, (rounds, 1)), np.tile(q, (rounds, 1)), epsilon)
            ends = [
                pld.from_discrete_laplace_mechanism(rate, sensitivity, pessimistic_estimate=side, value_discretization_interval=1e-3)
                .self_compose(rounds)
                .get_delta_for_epsilon(epsilon)
                for side in (False, True)
            ]
            assert ends[0] - 1e-10 <= delta <= ends[1] + 1e-10
            assert delta == pytest.approx(np.mean(ends), rel=5e-2)


# ---- bad input


RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: m.exponential_probabilities([], score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.exponential_probabilities(3.0, score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.exponential_probabilities([math.nan], score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.exponential_probabilities([math.inf], score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.exponential_probabilities(["a"], score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.exponential_probabilities([1, 2], score_sensitivity=0, epsilon=1), "score_sensitivity"),
        (lambda: m.exponential_probabilities([1, 2], score_sensitivity=1, epsilon=0), "epsilon"),
        (lambda: m.exponential_probabilities([1, 2], score_sensitivity=1, epsilon=-1), "epsilon"),
        (lambda: m.exponential_probabilities([1, 2], score_sensitivity=1e-300, epsilon=1e300), "epsilon"),
        (lambda: m.exponential_probabilities([1, 2], score_sensitivity=1e300, epsilon=1e-10), "epsilon"),
        (lambda: m.exponential_mechanism([1, 2], score_sensitivity=1, epsilon=1, rng=0), "rng"),
        (lambda: m.exponential_mechanism([1, 2], score_sensitivity=1, epsilon=1, rng=RNG, size=0), "size"),
        (lambda: m.report_noisy_max_probabilities([[1, 2]], score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.report_noisy_max_probabilities(np.zeros(257), score_sensitivity=1, epsilon=1), "scores"),
        (lambda: m.report_noisy_max_probabilities([1], score_sensitivity=1, epsilon=1, noise="gauss"), "noise"),
        (lambda: m.report_noisy_max([1], score_sensitivity=1, epsilon=1, rng=RNG, noise="gauss"), "noise"),
        (lambda: m.report_noisy_max([1], score_sensitivity=1, epsilon=1, rng=np.random), "rng"),
        (lambda: m.laplace_scale(l1_sensitivity=-1, epsilon=1), "l1_sensitivity"),
        (lambda: m.laplace(math.nan, l1_sensitivity=1, epsilon=1, rng=RNG), "value"),
        (lambda: m.laplace([], l1_sensitivity=1, epsilon=1, rng=RNG), "value"),
        (lambda: m.laplace(1, l1_sensitivity=1, epsilon=math.nan, rng=RNG), "epsilon"),
        (lambda: m.laplace(1, l1_sensitivity=1, epsilon=1, rng=None), "rng"),
        (lambda: m.discrete_laplace_probabilities(0.5, sensitivity=1, epsilon=1, support=[0]), "value"),
        (lambda: m.discrete_laplace_probabilities(0, sensitivity=1, epsilon=1, support=[0.5]), "support"),
        (lambda: m.discrete_laplace_probabilities(0, sensitivity=1, epsilon=1, support=[]), "support"),
        (lambda: m.discrete_laplace_probabilities(0, sensitivity=1, epsilon=1, support=[0, 2], clamp=True), "support"),
        (lambda: m.discrete_laplace_probabilities(0, sensitivity=0, epsilon=1, support=[0]), "sensitivity"),
        (lambda: m.discrete_laplace(0, sensitivity=1, epsilon=1e-10, rng=RNG), "epsilon"),
        (lambda: m.discrete_laplace(1.5, sensitivity=1, epsilon=1, rng=RNG), "value"),
        (lambda: m.randomized_response_probabilities(2, epsilon=1), "bit"),
        (lambda: m.randomized_response_probabilities(0, epsilon=0), "epsilon"),
        (lambda: m.randomized_response(0, epsilon=1, rng="x"), "rng"),
        (lambda: m.above_threshold_probabilities([], threshold=0, epsilon=1), "query_values"),
        (lambda: m.above_threshold_probabilities([[0]], threshold=0, epsilon=1), "query_values"),
        (lambda: m.above_threshold_probabilities(np.zeros(257), threshold=0, epsilon=1), "query_values"),
        (lambda: m.above_threshold_probabilities([0], threshold=math.inf, epsilon=1), "threshold"),
        (lambda: m.above_threshold_probabilities([0], threshold=0, epsilon=0), "epsilon"),
        (lambda: m.above_threshold([0], threshold=0, epsilon=1, l1_sensitivity=0, rng=RNG), "l1_sensitivity"),
        (lambda: m.above_threshold([0], threshold=0, epsilon=1, rng=7), "rng"),
    ],
)
def test_validation(call, name):
    with pytest.raises(ValueError, match=name):
        call()
