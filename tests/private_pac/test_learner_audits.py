"""Exact privacy of the learners of lecture 2, and the same audit on copies that are broken.

Every neighbor of every data set in the lists below is compared, output by output, through the
probability functions: no sampling, so no chance.  A record is (cell of the domain, label).
"""

import functools

import numpy as np
import pytest
from scipy import stats

from dplearn import private_pac
from dplearn.private_pac import parity as private_parity, statistical_queries
from dplearn.concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from dplearn.private_pac.estimator import conjunction_mistakes, greedy_step_probabilities
from dplearn.mechanisms import exponential_probabilities
from dplearn.privacy import Relation, all_datasets, audit

REPLACE, ADD = Relation.REPLACE_ONE, Relation.ADD_REMOVE
CLASSES = {str(c): (c, n) for c, n in [
    (Conjunctions(2), 4), (Points(3), 4), (Points(2), 6), (Thresholds(3), 4), (IntervalUnions(3, 2), 4), (Parities(2), 4),
    (Conjunctions(1), 5)]}


POINTS = functools.cache(lambda concept_class: concept_class.domain())
PREDICTIONS = functools.cache(lambda concept_class: concept_class.predictions(POINTS(concept_class)))


def records_of(concept_class):
    return [(cell, label) for cell in range(concept_class.domain_size) for label in (0, 1)]


def data_sets(records, sizes):
    return [data for n in sizes for data in all_datasets(records, n)]


def split(concept_class, data):
    return POINTS(concept_class)[[r[0] for r in data]], [r[1] for r in data]


def mistakes_of(concept_class, data):
    """Mistakes of every hypothesis, by the definition; zeros for the empty data set."""
    predictions = PREDICTIONS(concept_class)
    return sum((predictions[:, cell] != bool(label) for cell, label in data), np.zeros(len(predictions)))


@functools.cache  # the law and its values: the data sets of one relation's audit are among those of the other's
def learner(concept_class, epsilon, relation=REPLACE):
    @functools.cache
    def law(data):
        if not data:
            return private_pac.learner_probabilities_from_mistakes(np.zeros(concept_class.n_hypotheses), epsilon=epsilon,
                                                                   relation=relation)
        return private_pac.learner_probabilities(concept_class, *split(concept_class, data), epsilon=epsilon, relation=relation)
    return law


def run(law, concept_class, relation, epsilon, n):
    records = records_of(concept_class)
    sizes = [n] if relation is REPLACE else range(n + 1)
    return audit(law, data_sets(records, sizes), domain=records, relation=relation, epsilon=epsilon)


# ---- the exponential-mechanism learner -----------------------------------------------------------

@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_learner_is_private(name, epsilon):
    concept_class, n = CLASSES[name]
    replace = run(learner(concept_class, epsilon), concept_class, REPLACE, epsilon, n)
    assert replace.ok and replace.true_epsilon > 0.5 * epsilon, str(replace)     # and not so private as to be empty
    # the same weights cost ε/2 under add/remove, and the add/remove weights ε
    half = run(learner(concept_class, epsilon), concept_class, ADD, epsilon / 2, n)
    assert half.ok, str(half)
    full = run(learner(concept_class, epsilon, ADD), concept_class, ADD, epsilon, n)
    assert full.ok and full.true_epsilon > 0.45 * epsilon, str(full)


def test_enough_data_sets_are_audited():
    total = sum(len(data_sets(records_of(c), [n])) + len(data_sets(records_of(c), range(n + 1))) for c, n in CLASSES.values())
    assert total >= 1000


def test_tight_cases_are_approached():
    # n examples (1, 1) against the same with one (1, 0): with many examples c_1 has all the weight on both sides, so
    # c_2 gains the whole e^ε
    for epsilon, n in [(1.0, 30), (6.0, 8)]:
        report = audit(learner(Points(2), epsilon), [((0, 1),) * n], domain=records_of(Points(2)), relation=REPLACE,
                       epsilon=epsilon)
        assert report.ok and report.true_epsilon > epsilon * (1 - 1e-5)


def exact_audit_of_one(concept_class, data, epsilon, relation):
    return private_pac.exact_learner_epsilon(concept_class, *split(concept_class, data), epsilon=epsilon, relation=relation)


def test_the_loss_at_a_sample_agrees_with_the_audit():
    for concept_class, n in [(Conjunctions(2), 2), (Points(3), 3), (Thresholds(3), 2), (Parities(2), 2)]:
        for relation in (REPLACE, ADD):
            records = records_of(concept_class)
            report = audit(learner(concept_class, 2.0), data_sets(records, [n]), domain=records, relation=relation, epsilon=2.0)
            worst = max(exact_audit_of_one(concept_class, d, 2.0, relation) for d in data_sets(records, [n]))
            assert worst == pytest.approx(report.true_epsilon, rel=1e-11), concept_class


# ---- broken copies of it -------------------------------------------------------------------------

def halved_noise(c, epsilon):
    def law(data):   # weight e^{-ε m} under REPLACE_ONE
        weights = np.exp(-epsilon * mistakes_of(c, data))
        return weights / weights.sum()
    return law


def halved_sensitivity(c, epsilon):
    return lambda data: exponential_probabilities(-mistakes_of(c, data), score_sensitivity=0.5, epsilon=epsilon)


def only_consistent(c, epsilon):
    def law(data):   # the support looks at the data: hypotheses with a mistake are struck out if any has none
        mistakes = mistakes_of(c, data)
        weights = np.exp(-epsilon / 2 * mistakes) * ((mistakes == 0) | (mistakes.min() > 0))
        return weights / weights.sum()
    return law


def consistent_learner(c, epsilon):
    def law(data):   # uniform on the hypotheses with fewest mistakes
        mistakes = mistakes_of(c, data)
        best = (mistakes == mistakes.min()).astype(float)
        return best / best.sum()
    return law


BROKEN = {"half the noise": halved_noise, "halved sensitivity": halved_sensitivity, "support from the data": only_consistent,
          "consistent learner": consistent_learner, "add/remove weights": lambda c, e: learner(c, e, ADD)}


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("name", CLASSES)
def test_broken_copies_are_caught(name, fault):
    concept_class, n = CLASSES[name]
    report = run(BROKEN[fault](concept_class, 1.0), concept_class, REPLACE, 1.0, n)
    assert not report.ok, f"{fault} passed on {name}"
    if fault in ("support from the data", "consistent learner"):
        assert report.true_epsilon == np.inf


@pytest.mark.parametrize("name", CLASSES)
def test_the_wrong_relation_is_caught(name):
    concept_class, n = CLASSES[name]
    # ε/2 is the claim for add/remove, not for replacing
    assert not run(learner(concept_class, 1.0), concept_class, REPLACE, 0.5, n).ok


@pytest.mark.parametrize("name", CLASSES)
def test_an_average_over_a_private_number_is_caught(name):
    concept_class, n = CLASSES[name]

    def law(data):   # score -mistakes/size, "sensitivity 1/n" with a typical n put in, while the size is private
        score = -mistakes_of(concept_class, data) / max(1, len(data))
        return exponential_probabilities(score, score_sensitivity=1 / n, epsilon=1.0)

    assert not run(law, concept_class, ADD, 1.0, n).ok
    assert run(law, concept_class, REPLACE, 1.0, n).ok        # with n public and equal to the size it is fine


# ---- parities ------------------------------------------------------------------------------------

PARITY_SETS = [(1, 5), (2, 3), (3, 2)]


@functools.cache
def parity_law(d, epsilon, sampling=None, coin=True):
    points = Parities(d).domain()

    @functools.cache
    def law(data):
        x = points[[r[0] for r in data]].reshape(-1, d)
        p = private_parity.parity_learner_probabilities(x, [r[1] for r in data], epsilon=epsilon, sampling=sampling)
        return p if coin else np.append(2 * p[:-1], 2 * p[-1] - 1)
    return law


@pytest.mark.parametrize("d, n", PARITY_SETS)
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_parity_learner_has_its_epsilon_exactly(d, n, p):
    for relation in (REPLACE, ADD):
        claim = private_parity.parity_epsilon(p, relation)
        report = run(parity_law(d, 1.0, p), Parities(d), relation, claim, n)
        assert report.ok and report.true_epsilon == pytest.approx(claim, rel=1e-11), str(report)   # tight


@pytest.mark.parametrize("d, n", PARITY_SETS)
def test_parity_claim_of_the_slides(d, n):
    for relation, limit in [(REPLACE, 3.83001609631), (ADD, 3.92069039487)]:
        for epsilon in (0.1, 1.0, limit - 1e-9):
            assert run(parity_law(d, epsilon), Parities(d), relation, epsilon, n).ok
        for epsilon in (limit + 1e-9, 3.99):
            assert not run(parity_law(d, epsilon), Parities(d), relation, epsilon, n).ok
    for epsilon in (0.1, 1.0, 5.0):      # the exact rule spends ε, neither more nor less
        rate = private_parity.parity_sampling_rate(epsilon, rule="exact")
        report = run(parity_law(d, epsilon, rate), Parities(d), REPLACE, epsilon, n)
        assert report.ok and report.true_epsilon == pytest.approx(epsilon, rel=1e-10)


@pytest.mark.parametrize("d, n", PARITY_SETS)
def test_broken_parity_learners_are_caught(d, n):
    for epsilon in (0.5, 1.5):
        assert not run(parity_law(d, epsilon, epsilon / 2), Parities(d), REPLACE, epsilon, n).ok       # twice the rate
        for relation in (REPLACE, ADD):
            without_coin = run(parity_law(d, epsilon, coin=False), Parities(d), relation, epsilon, n)
            assert not without_coin.ok
        # the add/remove figure claimed for replacing
        claim = private_parity.parity_epsilon(epsilon / 4, ADD)
        assert not run(parity_law(d, epsilon), Parities(d), REPLACE, claim, n).ok


# ---- noisy averages ------------------------------------------------------------------------------

def averages_law(d, epsilon, noise_factor):
    """The bits kept by `learn_conjunction`, with its noise scaled: 1 is right, 1/d forgets that d averages were asked."""
    points = Conjunctions(d).domain()

    def law(data):
        x, y = points[[r[0] for r in data]], np.array([r[1] for r in data], bool)
        averages = ((x == 0) & y[:, None]).mean(axis=0)
        scale = noise_factor * d / (epsilon * len(data))
        law = np.ones(1)
        for kept in stats.laplace.cdf(0.5 * scale - averages, scale=scale):
            law = np.concatenate([law * (1 - kept), law * kept])
        return law
    return law


@pytest.mark.parametrize("d, n", [(1, 5), (2, 3)])
def test_noisy_averages(d, n):
    records = Conjunctions(d)
    points = records.domain()
    for epsilon in (0.5, 6.0):
        right = run(lambda data: statistical_queries.learn_conjunction_probabilities(
            points[[r[0] for r in data]], [r[1] for r in data], epsilon=epsilon, beta=0.9), records, REPLACE, epsilon, n)
        assert right.ok and right.true_epsilon > 0.4 * epsilon, str(right)
        assert run(averages_law(d, epsilon, 1), records, REPLACE, epsilon, n).ok
        if d > 1:
            assert not run(averages_law(d, epsilon, 1 / d), records, REPLACE, epsilon, n).ok   # m forgotten
        assert not run(averages_law(d, epsilon, 0.5 / d), records, REPLACE, epsilon, n).ok


def test_noisy_averages_are_tight():
    # enough positive rows with every bit 0 that all averages sit above the threshold: the loss is exactly ε
    d, epsilon, n = 2, 6.0, 6
    points = Conjunctions(d).domain()
    law = lambda data: statistical_queries.learn_conjunction_probabilities(
        points[[r[0] for r in data]], [r[1] for r in data], epsilon=epsilon, beta=0.9)
    report = audit(law, [((0, 1),) * n], domain=records_of(Conjunctions(d)), relation=REPLACE, epsilon=epsilon)
    assert report.ok and report.true_epsilon == pytest.approx(epsilon, rel=1e-10)


# ---- the estimator's laws ------------------------------------------------------------------------

def greedy_law(d, epsilon, rounds, step_epsilon):
    """All rounds together: the law of the sequence of choices (each literal, or none)."""
    points = Conjunctions(d).domain()

    def law(data):
        x, y = points[[r[0] for r in data]], [r[1] for r in data]

        def walk(current, left):
            step = greedy_step_probabilities(x, y, current, epsilon=step_epsilon)
            if left == 1:
                return step
            return np.concatenate([p * walk(current | (np.arange(d) == i), left - 1) for i, p in enumerate(step)])
        return walk(np.zeros(d, bool), rounds)
    return law


def test_estimator_laws_are_private():
    d, n, epsilon = 2, 3, 2.0
    concept_class = Conjunctions(d)
    points = concept_class.domain()
    for max_terms in (None, 1):
        law = lambda data: private_pac.learner_probabilities_from_mistakes(
            conjunction_mistakes(points[[r[0] for r in data]], [r[1] for r in data], max_terms=max_terms), epsilon=epsilon)
        report = run(law, concept_class, REPLACE, epsilon, n)
        assert report.ok and report.true_epsilon > 0.5 * epsilon
    for rounds in (1, 2, 3):
        report = run(greedy_law(d, epsilon, rounds, epsilon / rounds), concept_class, REPLACE, epsilon, n)
        assert report.ok and report.true_epsilon > 0.3 * epsilon, str(report)
        if rounds > 1:   # the whole ε in every round
            assert not run(greedy_law(d, epsilon, rounds, epsilon), concept_class, REPLACE, epsilon, n).ok
