"""Lecture 2's experiments: what a run draws against the learner on records, simulation against exact values and
bounds."""

import numpy as np
import pytest
from asking import values

from dplearn import experiments, private_pac
from dplearn.concepts import Conjunctions, Thresholds
from dplearn.data import load_mushroom
from dplearn.privacy import Relation, total_variation
from dplearn.private_pac import brute
from dplearn.private_pac.experiments import data, learner
from dplearn.simulate import clopper_pearson


@pytest.mark.parametrize("experiment, cases, runs", [
    (experiments.private_occam, [dict(alpha=a, epsilon=e, d=5) for a, e in ((0.05, 0.1), (0.4, 5))], 1000),
    (experiments.attack, [dict(place=p, others=k) for p, k in ((3, 1), (9, 20))], 1000),
], ids=lambda v: getattr(v, "name", None))
def test_hits_agree_with_the_exact_curve(experiment, cases, runs):
    """Clopper-Pearson at every place of every case, false alarm 1e-6 in all (Bonferroni), seed fixed."""
    x = experiment.simulated_x
    for case in cases:
        s = experiment.setting(**case)
        hits = experiment.simulation.draw(s, x, np.random.default_rng(17), runs)
        low, high = clopper_pearson(hits.sum(axis=0), runs, 1 - 1e-6 / (len(cases) * len(x)))
        exact = values(experiment, "exact", s, x)
        assert ((low <= exact + 1e-15) & (exact <= high)).all(), case


@pytest.mark.parametrize("place, others, epsilon", [(1, 0, 0.3), (8, 2, 4.0)])
def test_attack_is_the_total_variation_between_learner_laws(place, others, epsilon):
    x = np.repeat(np.arange(1, 17), np.where(np.arange(1, 17) == place, 1, others))
    laws = [private_pac.learner_probabilities(Thresholds(16), x, np.where(x == place, b, x < place), epsilon=epsilon)
            for b in (0, 1)]
    got = values(experiments.attack, "exact", experiments.attack.setting(place=place, others=others), [epsilon])[0]
    assert got == pytest.approx(0.5 + 0.5 * total_variation(*laws), rel=1e-12)
    assert got <= 0.5 + 0.5 * np.tanh(epsilon / 4) + 1e-12


@pytest.mark.parametrize("relation, most", [("replace_one", 1), ("add_remove", 0.5)])
def test_true_epsilon_is_the_audit(relation, most):
    grid = np.geomspace(0.01, 10, 25)
    report = brute.audited(Thresholds(3), 2, Relation[relation.upper()], claim=grid[16])
    assert learner.small_sample_epsilon(2, grid, relation)[16] == pytest.approx(report.true_epsilon, rel=1e-9)
    assert (learner.small_sample_epsilon(5, grid, relation) <= most * grid * (1 + 1e-9)).all()


def test_curves_on_mushrooms_are_the_learner():
    n, found = 300, load_mushroom()
    order = np.random.default_rng(data.SHUFFLE).permutation(found.n)
    x, y = found.literals(data.LITERALS[:4])[order].astype(int), found.y[order]
    law = private_pac.learner_probabilities(Conjunctions(4), x[:n], y[:n], epsilon=0.05)
    wrong = Conjunctions(4).predictions(x) != y
    seen, unseen = wrong[:, :n].mean(axis=1), wrong[:, n:].mean(axis=1)
    e, s = experiments.mushrooms, experiments.mushrooms.setting(n=n, d=4)
    for key, want in (("exact", law @ seen), ("unseen", law @ unseen), ("best", seen.min())):
        assert values(e, key, s, [0.05])[0] == pytest.approx(want, rel=1e-9)
    assert law @ seen <= values(e, "bound", s, [0.05])[0]
