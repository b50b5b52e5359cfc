"""Lecture 2's experiments: what a run draws against the learner on records, simulation against exact values and
bounds."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from asking import hoeffding, random_settings, values

from dplearn import private_pac
from dplearn.brute import binomial_log_pmf
from dplearn.concepts import Conjunctions, Points, Thresholds
from dplearn.data import load_interval_task, load_mushroom
from dplearn.privacy import Relation, total_variation
from dplearn import experiments
from dplearn.private_pac import brute
from dplearn.private_pac import deeper
from dplearn.private_pac.deeper import brute as deeper_brute
from dplearn.private_pac.deeper.experiments import data as deeper_data, efficient, learner as deeper_learner
from dplearn.private_pac.experiments import data, learner
from dplearn.simulate import clopper_pearson


def drawn(experiment, runs, seed, **setting):
    """The setting, and runs at the simulated places."""
    s = experiment.setting(**setting)
    return s, experiment.simulation.draw(s, experiment.simulated_x, np.random.default_rng(seed), runs)


@pytest.mark.parametrize("experiment, cases, runs", [
    (experiments.private_occam, [dict(alpha=a, epsilon=e, d=5) for a in (0.05, 0.1, 0.4) for e in (0.1, 0.5, 5)], 4000),
    (experiments.attack, [dict(place=p, others=k) for p, k in ((1, 0), (3, 1), (9, 20))], 5000),
], ids=lambda v: getattr(v, "name", None))
def test_hits_agree_with_the_exact_curve(experiment, cases, runs):
    """Clopper-Pearson at every place of every case, false alarm 1e-6 in all (Bonferroni), seed fixed."""
    x = experiment.simulated_x
    for case in cases:
        s, hits = drawn(experiment, runs, 17, **case)
        low, high = clopper_pearson(hits.sum(axis=0), runs, 1 - 1e-6 / (len(cases) * len(x)))
        exact = values(experiment, "exact", s, x)
        assert ((low <= exact + 1e-15) & (exact <= high)).all(), case


# ---- private_occam -------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["points", "conjunctions", "thresholds"])
def test_failure_given_sample_is_the_learner_on_records(world):
    """The statistic that a run draws gives the same law as the learner on the records themselves."""
    rng, s = np.random.default_rng(8), experiments.private_occam.setting(world=world, d=3, alpha=0.3, epsilon=0.7)
    concept_class, p, labels, bad = (Points(8), [0.3, 0.7], np.array([True, False]), slice(1, None)) \
        if world == "points" else deeper_learner.hard_world(world, 3, 0.3)
    cells = rng.choice(len(p), size=20, p=p)
    counts = np.bincount(cells, minlength=len(p))[None, None]
    law = private_pac.learner_probabilities(concept_class, concept_class.domain()[cells], labels[cells], epsilon=0.7)
    fixed = SimpleNamespace(multinomial=lambda *_, size: counts, binomial=lambda *_, size: counts[..., 0])
    assert deeper_learner.failure_given_sample(s, np.array([20.0]), fixed, 1)[0, 0] == pytest.approx(law[bad].sum(),
                                                                                                     rel=1e-12)


@pytest.mark.parametrize("world", ["conjunctions", "thresholds"])
def test_simulated_failure_below_the_one_line_bound(world):
    # Lower Clopper-Pearson limits, false alarm 1e-6 over 4 x 25 places.
    e = experiments.private_occam
    for alpha, epsilon in itertools.product((0.05, 0.3), (0.2, 3)):
        s, hits = drawn(e, 1000, 23, world=world, alpha=alpha, epsilon=epsilon, d=5)
        low, _ = clopper_pearson(hits.sum(axis=0), 1000, 1 - 2e-6 / 100)
        assert (low <= values(e, "sharp", s, e.simulated_x)).all()


# ---- attack --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place, others, epsilon", [(1, 0, 0.3), (3, 1, 0.5), (8, 2, 4.0), (16, 20, 0.01)])
def test_attack_is_the_total_variation_between_learner_laws(place, others, epsilon):
    x = np.repeat(np.arange(1, 17), np.where(np.arange(1, 17) == place, 1, others))
    laws = [private_pac.learner_probabilities(Thresholds(16), x, np.where(x == place, b, x < place), epsilon=epsilon)
            for b in (0, 1)]
    got = values(experiments.attack, "exact", experiments.attack.setting(place=place, others=others), [epsilon])[0]
    assert got == pytest.approx(0.5 + 0.5 * total_variation(*laws), rel=1e-12)
    assert got <= 0.5 + 0.5 * np.tanh(epsilon / 4) + 1e-12


# ---- agnostic ------------------------------------------------------------------------------------------


def test_mean_excess_at_one_example_by_hand():
    # One example: x uniform, its label wrong with probability .1; the learner's law is known.
    s = experiments.agnostic.setting(epsilon=2.0, noise=0.1, d=2)
    thresholds, _, excess = deeper_learner.noisy_world(2, 0.1)
    np.testing.assert_allclose(excess, 0.8 * np.abs(np.arange(5) - 2) / 4)
    exact = sum((0.9 if y == (x <= 2) else 0.1) / 4 * private_pac.learner_probabilities(thresholds, [x], [y],
        epsilon=2.0) @ excess
                for x, y in itertools.product(range(1, 5), (0, 1)))
    runs = deeper_learner.draw_agnostic(s, np.array([1.0]), np.random.default_rng(4), 20_000)
    assert abs(runs.mean() - exact) <= 0.5 * hoeffding(20_000)  # Hoeffding, range 1/2, false alarm 1e-6


# ---- true_epsilon --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(learner.SMALL_CLASSES))
@pytest.mark.parametrize("relation, most", [("replace_one", 1), ("add_remove", 0.5)])
def test_true_epsilon_is_the_audit(name, relation, most):
    grid = np.geomspace(0.01, 10, 25)
    report = brute.audited(learner.SMALL_CLASSES[name][1], 2, Relation[relation.upper()], claim=grid[16])
    assert learner.small_sample_epsilon(name, 2, grid, relation)[16] == pytest.approx(report.true_epsilon, rel=1e-9)
    for n in range(1, 6):
        assert (learner.small_sample_epsilon(name, n, grid, relation) <= most * grid * (1 + 1e-9)).all()


# ---- parities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d, n, p", [(1, 2, 0.3), (2, 2, 0.7), (2, 3, 0.05)])
def test_parity_polynomials_are_the_learner(d, n, p):
    k = np.arange(n + 1)
    for sample, polynomial in list(efficient.parity_laws(d, n).items())[::7]:
        x = np.array(sample)[:, None] >> 1 + np.arange(d) & 1
        law = private_pac.parity_learner_probabilities(x, np.array(sample) & 1, epsilon=1.0, sampling=p)
        np.testing.assert_allclose(polynomial @ (p**k * (1 - p) ** (n - k)), law, atol=1e-14)


@pytest.mark.parametrize("relation", [Relation.REPLACE_ONE, Relation.ADD_REMOVE])
@pytest.mark.parametrize("d, n", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_enumerated_parity_epsilon_is_the_formula(relation, d, n):
    p = np.linspace(0.01, 0.99, 15)
    np.testing.assert_allclose(efficient.enumerated_epsilon(d, n, p, relation.name.lower()),
                               deeper.parity_epsilon(p, relation), rtol=1e-9)


def batched_success(d, alpha, epsilon, n, batches):
    """Exact, where every other parity errs on α."""
    keep = 2 * alpha * np.tanh(epsilon / 2)
    return (1 - 2.0**-batches) * deeper_brute.target_probability(d, n // batches, keep)


def test_chance_of_target_counts_matrices():
    for m in range(4):  # all lists of m equations over two bits, and how many solutions each leaves
        left = [sum(all((r & row).bit_count() % 2 == 0 for row in rows) for r in range(4))
                for rows in itertools.product(range(4), repeat=m)]
        assert deeper_brute.target_probability(2, m, 1.0) == pytest.approx(np.mean(1 / np.array(left)), rel=1e-12)
    mixed = [deeper_brute.target_probability(2, m, 1.0) for m in range(8)] @ np.exp(binomial_log_pmf(7, 0.3))
    assert deeper_brute.target_probability(2, 7, 0.3) == pytest.approx(mixed, rel=1e-12)


@pytest.mark.parametrize("d, epsilon, alpha, batches", [(1, 1.0, 0.1, 1), (20, 0.1, 0.49, 3), (60, 10.0, 0.01, 8)])
def test_parity_bound_lies_below_exact(d, epsilon, alpha, batches):
    for n in np.geomspace(1000, 1e5, 12).astype(int).tolist():
        bound = deeper.parity_success_bound(d, alpha, epsilon=epsilon, n=n, batches=batches)
        assert bound <= batched_success(d, alpha, epsilon, n, batches) + 1e-9


def test_parity_exact_is_the_learner_on_records():
    # 300 runs of the learner itself in the lazy world; Hoeffding, false alarm 1e-6: sqrt(ln(2e6)/600) = .156.
    rng, hits = np.random.default_rng(12), 0
    target = rng.integers(0, 2, 5)
    for _ in range(300):
        x = rng.integers(0, 2, (90, 5)) * (rng.random((90, 1)) < 0.6)
        mask = deeper.private_parity_learner(x, x @ target % 2, epsilon=1.5, rng=rng, batches=2).mask
        hits += mask is not None and (mask == target).all()
    assert abs(hits / 300 - batched_success(5, 0.3, 1.5, 90, 2)) <= hoeffding(300)


# ---- statistical queries -------------------------------------------------------------------------------


def test_sq_conjunction_simulation_is_the_learner_on_records():
    # 2000 runs of the learner on records against 2000 of the simulation; both in [0, 1].  Hoeffding, false alarm 1e-6
    # in all.
    d, n, epsilon, rng, errors = 12, 110, 2.0, np.random.default_rng(3), []
    chance = np.concatenate([np.full(5, efficient.ZERO), efficient.other_bits(d)])
    for _ in range(2000):
        x = (rng.random((n, d)) > chance).astype(int)
        learned = deeper.learn_conjunction(x, x[:, :5].all(axis=1), epsilon=epsilon, beta=0.05, rng=rng)
        both = np.prod(1 - chance[learned | (np.arange(d) < 5)])
        errors.append(efficient.POSITIVE + np.prod(1 - chance[learned]) - 2 * both)
    runs = efficient.draw_sq_conjunction(experiments.sq_conjunction.setting(d=d, epsilon=epsilon),
                                         np.array([float(n)]), rng, 2000)
    assert abs(np.mean(errors) - runs.mean()) <= 2 * hoeffding(2000, 2)
    assert np.mean(errors) > 0.15  # the comparison has something to compare


def test_sq_error_by_hand():
    # Nothing extra, nothing lost: 0.  One extra bit that is 0 with probability 1/2: half the positives.
    assert efficient.conjunction_error(0.0, 0.0) == pytest.approx(0, abs=1e-15)
    assert efficient.conjunction_error(np.log(0.5), 0.0) == pytest.approx(0.9**5 / 2)
    # Every literal surely lost: Pr[K] = 1, error 1 - .9^5.
    assert efficient.conjunction_error(0.0, 1.0) == pytest.approx(1 - 0.9**5)


# ---- real data -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mushrooms", *deeper_data.TASKS])
def test_curves_on_real_data_are_the_learner(name):
    n, found = 300, load_mushroom() if name == "mushrooms" else load_interval_task(name)
    order = np.random.default_rng(data.SHUFFLE).permutation(found.n)
    if name == "mushrooms":
        e, setting, concept_class = experiments.mushrooms, {"d": 4}, Conjunctions(4)
        x, y = found.literals(data.LITERALS[:4])[order].astype(int), found.y[order]
    else:
        e, setting, concept_class = experiments.private_interval, {"task": name}, Thresholds(found.domain_size)
        x, y = found.ranks[order], found.y[order] != (name in data.RISING)
    law = private_pac.learner_probabilities(concept_class, x[:n], y[:n], epsilon=0.05)
    wrong = concept_class.predictions(x) != y
    seen, unseen = wrong[:, :n].mean(axis=1), wrong[:, n:].mean(axis=1)
    for key, want in (("exact", law @ seen), ("unseen", law @ unseen), ("best", seen.min())):
        assert values(e, key, e.setting(n=n, **setting), [0.05])[0] == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize("e", [experiments.mushrooms, experiments.private_interval], ids=lambda e: e.name)
def test_real_data_error_between_best_and_bound(e):
    for s in random_settings(e, 40):
        best, exact, bound = (values(e, key, s, np.geomspace(0.001, 10, 17)) for key in ("best", "exact", "bound"))
        assert (best <= exact + 1e-12).all() and (exact <= bound + 1e-12).all()
        assert (np.diff(exact) <= 1e-12).all()   # more budget, fewer mistakes on the records seen
