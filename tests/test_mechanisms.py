"""Laws against hand and brute force; samplers against laws; broken copies against the audit."""

import functools
import math

import numpy as np
import pytest
from scipy.stats import laplace as laplace_law
from asking import hoeffding

from dplearn import mechanisms as m
from dplearn import privacy
from dplearn.privacy import Relation
from dplearn.query_release.deeper import first_above_law

REPLACE, ADD_REMOVE = Relation.REPLACE_ONE, Relation.ADD_REMOVE


# ---- exponential mechanism


@pytest.mark.parametrize("scores", [[0.0], [3, -2, 0.5, 0.5], [-1e6, 0]])
@pytest.mark.parametrize("epsilon, sensitivity", [(0.1, 3.0), (20, 0.5)])
def test_exponential_against_brute_force(scores, epsilon, sensitivity):
    weights = [math.exp(epsilon / sensitivity / 2 * (s - max(scores))) for s in scores]
    got = m.exponential_probabilities(scores, score_sensitivity=sensitivity, epsilon=epsilon)
    np.testing.assert_allclose(got, np.array(weights) / math.fsum(weights), rtol=1e-11, atol=1e-320)


def test_exponential_batched_and_extreme():
    scores = [[1e308, -1.7e308, 1e308], [0, -1e8, 0]]
    law = m.exponential_probabilities(scores, score_sensitivity=1, epsilon=1)
    np.testing.assert_array_equal(law, [[0.5, 0, 0.5]] * 2)


# ---- samplers against their laws

N = 40_000
# DKW: Pr[sup |F_N - F| > t] <= 2 e^(-2 N t²); 1e-7 for each comparison, fewer than ten of them
DKW = hoeffding(N, alarm=1e-7)
SCORES = np.array([[[0.0, 2], [5, 0]], [[0, 0], [0, -1e9]]])
GIVEN = {"score_sensitivity": 1, "epsilon": 1.3}
STREAM = {"threshold": 1.0, "epsilon": 3.0, "l1_sensitivity": 0.7}
SAMPLERS = {
    "exponential": (lambda size, rng: m.exponential_mechanism(np.array([SCORES] * size), rng=rng, **GIVEN),
                    m.exponential_probabilities(SCORES, **GIVEN)),
    "above": (lambda **o: m.above_threshold([0.0, 1, -1, 2], **STREAM, **o),
              first_above_law([0.0, 1, -1, 2], threshold=1.0, threshold_scale=2 * 0.7 / 3, test_scale=4 * 0.7 / 3)),
    "response": (lambda size, rng: m.randomized_response([[1, 0]] * size, epsilon=0.8, rng=rng),
                 m.randomized_response_probabilities([1, 0], epsilon=0.8)),
}


@pytest.mark.parametrize("name", SAMPLERS)
def test_discrete_samplers_follow_their_laws(name):
    draw, law = SAMPLERS[name]
    draws = draw(rng=np.random.default_rng(20), size=N)
    assert draws.shape == (N,) + law.shape[:-1]
    np.testing.assert_array_equal(draws, draw(rng=np.random.default_rng(20), size=N))    # same stream, same result
    shares = (draws[..., None] == np.arange(law.shape[-1])).mean(axis=0)
    assert np.abs(np.cumsum(shares - law, axis=-1)).max() < DKW and (shares[law == 0] == 0).all()


def test_laplace_sampler_follows_its_law():
    draw = functools.partial(m.laplace, l1_sensitivity=2, epsilon=0.5)
    draws = np.sort(draw(3.0, rng=np.random.default_rng(21), size=N))
    cdf = laplace_law.cdf(draws, loc=3, scale=4)
    assert max((np.arange(1, N + 1) / N - cdf).max(), (cdf - np.arange(N) / N).max()) < DKW
    rng = np.random.default_rng(0)
    assert isinstance(draw(1.0, rng=rng), float) and draw([1.0, 2], rng=rng, size=5).shape == (5, 2)


# ---- the audit on every mechanism, and on broken copies


def counts(records, k=3):
    return np.bincount(np.asarray(records, dtype=int), minlength=k).astype(float)


def audit(law, epsilon, relation=REPLACE, domain=range(3), most=4, **more):
    datasets = [d for n in range(most + 1) for d in privacy.all_datasets(domain, n)]
    return privacy.audit(law, datasets, domain=domain, relation=relation, epsilon=epsilon, **more)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_selection_of_the_mode_is_private(epsilon):
    """Which record is the most frequent: counts, Δ = 1 under both relations; under ADD_REMOVE they all move the same
    way, for half of ε."""
    law = lambda records: m.exponential_probabilities(counts(records), score_sensitivity=1, epsilon=epsilon)
    report = audit(law, epsilon, slack=1e-9)
    assert report.ok and report.true_epsilon > 0.4 * epsilon
    assert audit(law, epsilon / 2, ADD_REMOVE, slack=1e-9).ok and not audit(law, epsilon / 2, slack=1e-9).ok


@pytest.mark.parametrize("sensitivity, epsilon", [(2, 1.0), (1, 1.0), (2, 2.0)],
                         ids=["true", "half the sensitivity", "half the noise"])
def test_audit_catches_broken_selection(sensitivity, epsilon):
    # scores that move by Δ = 2 in opposite ways between neighbors, so that nothing is lost to slack
    law = lambda bits: m.exponential_probabilities(2 * counts(bits, 2) - len(bits), score_sensitivity=sensitivity,
                                                   epsilon=epsilon)
    assert audit(law, 1.0, domain=range(2), slack=1e-9).ok == (sensitivity == 2 and epsilon == 1)


def test_audit_catches_data_dependent_candidates():
    """The exponential mechanism among the records that occur: a support that tells on its own."""
    def law(records):
        scores, p = counts(records), np.zeros(3)
        p[scores > 0] = m.exponential_probabilities(scores[scores > 0], score_sensitivity=1, epsilon=1)
        return p

    report = privacy.audit(law, privacy.all_datasets(range(3), 3), domain=range(3), relation=REPLACE, epsilon=1)
    assert report.true_epsilon == math.inf and not report.ok


def test_randomized_response_is_exactly_epsilon():
    np.testing.assert_allclose(m.randomized_response_probabilities([0, 1], epsilon=math.log(3)),
                               [[0.75, 0.25], [0.25, 0.75]], rtol=1e-15)
    assert m.randomized_response_probabilities(True, epsilon=1e5).tolist() == [0, 1]
    law = lambda bits: m.randomized_response_probabilities(bits[0], epsilon=1.1)
    report = privacy.audit(law, [(0,)], domain=(0, 1), relation=REPLACE, epsilon=1.1)
    assert report.ok and report.true_epsilon == pytest.approx(1.1, rel=1e-14)
