"""Lecture 2: the private parity learner, its exact law, its privacy and its sample size."""

import itertools

import numpy as np
import pytest
from scipy import stats

from dplearn.private_pac import parity
from dplearn.concepts import Parities
from dplearn.privacy import Relation


def rank_of_span(rows):
    """log2 of the size of the span of some bit masks, by listing it."""
    span = {0}
    for row in rows:
        span |= {s ^ row for s in span}
    return len(span).bit_length() - 1


def law_by_subsets(x, y, p):
    """All 2^n choices of examples and, for each, all 2^d parities."""
    n, d = x.shape
    law = np.zeros((1 << d) + 1)
    labels = Parities(d).predictions(x) if n else np.zeros((1 << d, 0), bool)
    right = labels == np.asarray(y, bool)
    for kept in itertools.product([False, True], repeat=n):
        mass = np.prod([p if k else 1 - p for k in kept])
        solutions = right[:, np.array(kept, bool)].all(axis=1) if n else np.ones(1 << d, bool)
        if solutions.any():
            law[:-1] += mass * solutions / solutions.sum() / 2
        else:
            law[-1] += mass / 2
    law[-1] += 0.5
    return law


@pytest.mark.parametrize("d, n", [(1, 0), (1, 1), (1, 5), (2, 3), (3, 6), (4, 7)])
@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_law_against_all_subsets(d, n, p):
    rng = np.random.default_rng(10 * d + n)
    for _ in range(3):
        x, y = rng.integers(0, 2, (n, d)), rng.integers(0, 2, n)
        got = parity.parity_learner_probabilities(x, y, epsilon=1.0, sampling=p)
        assert got.shape == (2**d + 1,)
        np.testing.assert_allclose(got, law_by_subsets(x, y, p), rtol=1e-12, atol=1e-15)


def test_law_by_the_rank_formula():
    # Pr[output h] = ½ (1-p)^(mistakes of h) 2^-d E 2^rank(kept examples that h labels rightly): another route to the same law.
    rng, d, p = np.random.default_rng(3), 3, 0.3
    x, y = rng.integers(0, 2, (8, d)), rng.integers(0, 2, 8)
    masks = x @ (1 << np.arange(d))
    right = Parities(d).predictions(x) == y.astype(bool)
    law = parity.parity_learner_probabilities(x, y, epsilon=1.0, sampling=p)
    for h in range(1 << d):
        good = masks[right[h]]
        mean = sum(
            p ** sum(kept) * (1 - p) ** (len(good) - sum(kept)) * 2.0 ** rank_of_span(good[np.array(kept, bool)].tolist())
            for kept in itertools.product([0, 1], repeat=len(good)))
        assert law[h] == pytest.approx(0.5 * (1 - p) ** (8 - len(good)) * mean / 2**d, rel=1e-12)


def test_law_by_hand():
    # d = 1, one example (1, 1), p = 1/4: kept, only r = 1 remains; skipped, both.  No coin "fail": 1/2.
    np.testing.assert_allclose(parity.parity_learner_probabilities([[1]], [1], epsilon=1.0), [3 / 16, 5 / 16, 0.5])
    # (0, 1) has no solution: fails when kept.
    np.testing.assert_allclose(parity.parity_learner_probabilities([[0]], [1], epsilon=1.0), [3 / 16, 3 / 16, 5 / 8])
    # the slide's "1/2 + ε/4" is really at most 1/2 + ε/8: the coin halves it
    for epsilon in (0.1, 1.0, 3.0):
        fail = parity.parity_learner_probabilities([[0]], [1], epsilon=epsilon)[-1]
        assert fail == pytest.approx(0.5 + epsilon / 8)


def test_law_of_a_large_sample_counts_repeats():
    rng = np.random.default_rng(4)
    x, y = rng.integers(0, 2, (5000, 4)), rng.integers(0, 2, 5000)
    law = parity.parity_learner_probabilities(x, y, epsilon=0.001)
    assert law.sum() == pytest.approx(1, abs=1e-12)
    # one example repeated c times acts as one kept with probability 1 - (1-p)^c
    many = parity.parity_learner_probabilities([[1, 0]] * 6, [1] * 6, epsilon=1.0)
    once = parity.parity_learner_probabilities([[1, 0]], [1], epsilon=1.0, sampling=1 - 0.75**6)
    np.testing.assert_allclose(many, once, rtol=1e-13)


def test_epsilon_of_a_rate():
    for p in (1e-9, 0.25, 0.9, 1 - 1e-12):
        assert parity.parity_epsilon(p, Relation.REPLACE_ONE) == pytest.approx(np.log((1 + p) / (1 - p)), rel=1e-6)
        assert parity.parity_epsilon(p, Relation.ADD_REMOVE) == pytest.approx(-np.log(1 - p), rel=1e-6)
        assert parity.parity_epsilon(p) <= 2 * parity.parity_epsilon(p, Relation.ADD_REMOVE)  # a replacement is two steps


def test_where_the_claim_of_the_slides_ends():
    for relation, limit in [(Relation.REPLACE_ONE, 3.83001609631), (Relation.ADD_REMOVE, 3.92069039487)]:
        assert parity.parity_claim_limit(relation) == pytest.approx(limit, abs=1e-11)
        assert parity.parity_epsilon((limit - 1e-6) / 4, relation) < limit - 1e-6
        assert parity.parity_epsilon((limit + 1e-6) / 4, relation) > limit + 1e-6


def test_sampling_rates():
    assert parity.parity_sampling_rate(1.0) == 0.25
    for epsilon in (1e-6, 1.0, 3.9, 20.0):
        rate = parity.parity_sampling_rate(epsilon, rule="exact")
        assert parity.parity_epsilon(rate) == pytest.approx(epsilon, rel=1e-6)
        assert parity.parity_epsilon(rate, Relation.ADD_REMOVE) == pytest.approx(np.log((1 + np.exp(epsilon)) / 2), rel=1e-6)
    for bad in (4.0, 5.0, 0.0, -1, np.nan):
        with pytest.raises(ValueError, match="epsilon"):
            parity.parity_sampling_rate(bad)
    with pytest.raises(ValueError, match="epsilon"):
        parity.parity_sampling_rate(40.0, rule="exact")
    with pytest.raises(ValueError, match="rule"):
        parity.parity_sampling_rate(1.0, rule="other")


# ---- the sampler ---------------------------------------------------------------------------------

def test_sampler_follows_the_law():
    rng = np.random.default_rng(5)
    x, y = np.array([[1, 0], [1, 0], [0, 1], [1, 1], [0, 0]]), np.array([1, 1, 0, 0, 0])
    law = parity.parity_learner_probabilities(x, y, epsilon=1.2, sampling=np.tanh(0.6))
    runs = 20_000
    counts = np.zeros(5)
    for _ in range(runs):
        outcome = parity.private_parity_learner(x, y, epsilon=1.2, rng=rng)
        counts[4 if outcome.failed else int(outcome.mask @ [1, 2])] += 1
    # Hoeffding for 5 outcomes: 5 · 2 exp(-2 runs t²) = 1e-6
    assert np.abs(counts / runs - law).max() < np.sqrt(np.log(10 / 1e-6) / (2 * runs))


def test_batches_follow_the_law():
    # two batches: outputs the first that speaks
    x, y = np.array([[1], [1], [0]]), np.array([1, 1, 1])
    first = parity.parity_learner_probabilities(x[:1], y[:1], epsilon=1.0)
    second = parity.parity_learner_probabilities(x[1:], y[1:], epsilon=1.0)
    expected = np.append(first[:-1] + first[-1] * second[:-1], first[-1] * second[-1])
    rng, runs, counts = np.random.default_rng(6), 20_000, np.zeros(3)
    for _ in range(runs):
        outcome = parity.private_parity_learner(x, y, epsilon=1.0, rng=rng, batches=2, rule="printed")
        counts[2 if outcome.failed else int(outcome.mask[0])] += 1
        assert 1 <= outcome.attempts <= 2
    # Hoeffding for 3 outcomes: 3 · 2 exp(-2 runs t²) = 1e-6
    assert np.abs(counts / runs - expected).max() < np.sqrt(np.log(6 / 1e-6) / (2 * runs))


def test_hundreds_of_bits():
    d, alpha, beta, epsilon = 200, 0.1, 1e-6, 1.0
    plan = parity.parity_sample_size(d, alpha, beta, epsilon, rule="exact")
    assert plan.n == plan.batches * plan.batch_size
    rng = np.random.default_rng(7)
    target = rng.integers(0, 2, d)
    x = rng.integers(0, 2, (plan.n, d), dtype=np.int8)
    outcome = parity.private_parity_learner(x, x @ target % 2, epsilon=epsilon, rng=rng, batches=plan.batches)
    # Under uniform x every wrong parity errs on half; the theorem's failure probability is 1e-6.
    assert not outcome.failed and (outcome.mask == target).all()
    assert outcome.guarantee.epsilon == epsilon and outcome.guarantee.relation is Relation.REPLACE_ONE


def test_plan_is_enough_exactly():
    # The exact failure probability of the batched learner on the lazy world x = 0 w.p. 1 - 2a, uniform otherwise,
    # where every wrong parity errs by a: batches are independent, so it is a geometric sum.
    d, alpha, beta, epsilon = 2, 0.2, 0.2, 1.0
    for rule, p in [("printed", 0.25), ("exact", np.tanh(0.5))]:
        plan = parity.parity_sample_size(d, alpha, beta, epsilon, rule=rule)
        a = alpha * (1 + 1e-9)
        # A batch is consistent; it keeps m informative examples, m ~ Bin(n0, 2a p); rank r of m uniform vectors of 2 bits.
        q = 2 * a * p
        m = np.arange(plan.batch_size + 1)
        full = (1 - 2.0**-m) * (1 - 2.0 ** (1 - m))
        zero = 4.0**-m
        bad = (stats.binom.pmf(m, plan.batch_size, q) * (zero * 3 / 4 + (1 - full - zero) / 2)).sum()
        silent = 0.5**plan.batches
        failure = silent + (1 - silent) * bad
        assert failure <= beta
    assert parity.parity_sample_size(d, alpha, beta, epsilon, rule="exact").n < 0.6 * parity.parity_sample_size(
        d, alpha, beta, epsilon).n


def test_plan_by_hand():
    plan = parity.parity_sample_size(10, 0.1, 0.05, 0.5)
    assert plan.batches == 6 and plan.batch_size == int(np.ceil(4 * (10 * np.log(2) + np.log(40)) / 0.05))
    assert parity.parity_sample_size(10, 0.1, 2**-4, 0.5).batches == 5   # log2(2/β) is whole


def test_bad_arguments():
    x, y, rng = [[0, 1], [1, 1]], [0, 1], np.random.default_rng(0)
    for change in [dict(x=[[0, 2], [1, 1]]), dict(x=[0, 1]), dict(y=[0]), dict(y=[0, 3]), dict(epsilon=0.0), dict(epsilon=4.0),
                   dict(epsilon=np.nan), dict(sampling=1.5), dict(sampling=-0.1), dict(sampling=np.nan), dict(x=np.ones((2, 7))),
                   dict(x=np.ones((2, 0)))]:
        with pytest.raises(ValueError):
            parity.parity_learner_probabilities(**(dict(x=x, y=y, epsilon=1.0) | change))
    for change in [dict(rng=None), dict(batches=0), dict(batches=3), dict(rule="x"), dict(x=np.zeros((0, 2)), y=[]),
                   dict(rule="printed", epsilon=3.9), dict(epsilon=-1.0), dict(x=[[0, np.nan], [1, 1]])]:
        with pytest.raises(ValueError):
            parity.private_parity_learner(**(dict(x=x, y=y, epsilon=1.0, rng=rng) | change))
    for change in [dict(d=0), dict(alpha=0.0), dict(beta=1.0), dict(epsilon=3.9), dict(epsilon=0.0), dict(rule="x"),
                   dict(alpha=1e-300)]:
        with pytest.raises(ValueError):
            parity.parity_sample_size(**(dict(d=5, alpha=0.1, beta=0.1, epsilon=1.0) | change))
    for p in (0.0, 1.0, -0.1, np.nan):
        with pytest.raises(ValueError, match="p must"):
            parity.parity_epsilon(p)
    for call in (lambda: parity.parity_epsilon(0.5, Relation.ONE_ROUND), lambda: parity.parity_claim_limit("replace-one")):
        with pytest.raises(ValueError, match="relation"):
            call()
