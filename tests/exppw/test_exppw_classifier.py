"""ExpPWClassifier: the exact audit, its law against the package's walk, scikit-learn's checks and tools."""

import itertools
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import check_estimator
from asking import hoeffding

from dplearn import exppw
from dplearn.estimators import ExpPWClassifier, PrivatePredictor
from dplearn.privacy import Relation, all_datasets, audit


def interval_data(n=400):
    rng = np.random.default_rng(0)
    x = rng.random(n)
    return x, ((x > 0.3) & (x < 0.7)) ^ (rng.random(n) < 0.05)


# ---- privacy and the law ---------------------------------------------------------------------------------


def audited(model, domain, n, query, **ordered):
    return audit(lambda data: model.fit(*np.array(data).T).predict_proba([query])[0],
                 all_datasets(domain, n, **ordered), domain=domain,
                 relation=Relation.REPLACE_ONE, epsilon=0.7, **ordered)


@pytest.mark.parametrize("n, clamp", [(3, 2)])
def test_audit_over_all_data_sets_with_ties(n, clamp):
    for query, seed in itertools.product((1, 2), (0, 1)):
        model = ExpPWClassifier(0.7, clamp=clamp, classes=(0, 1), random_state=seed)
        assert audited(model, list(itertools.product((1, 2), (0, 1))), n, query, ordered=True).ok


def test_law_against_the_walk_with_every_key():
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 5, 30), rng.integers(0, 2, 30)
    model = ExpPWClassifier(1.0, clamp=3, random_state=0).fit(x, y)
    query, fine = np.meshgrid(np.arange(-1, 7), (np.arange(20_001) + 0.5) / 20_001)
    each = exppw.predict_probability(x, y, query.ravel(), clamp=3, epsilon=1.0, query_keys=fine.ravel(),
                                     tie_keys=np.random.default_rng(0).random(30)).reshape(query.shape)
    # the mean over a grid of keys errs by at most a cell for each of 30 jumps
    assert np.abs(each.mean(axis=0) - model.predict_proba(query[0])[:, 1]).max() <= 30 / 20_001


def test_answers_are_drawn_from_the_law_and_noise_is_never_used_twice():
    x, y = interval_data()
    model, runs = ExpPWClassifier(0.5, clamp=2).fit(x, y), 20_000
    p = model.predict_proba([0.5])[0, 1]
    assert 0.05 < p < 0.95
    # Hoeffding, false alarm 1e-6
    assert abs(model.predict(np.full(runs, 0.5)).mean() - p) <= hoeffding(runs)
    copy = pickle.loads(pickle.dumps(model))
    assert (copy.predict_proba(x) == model.predict_proba(x)).all()
    answers = model.predict(x)
    assert (answers != copy.predict(x)).any() and (answers != model.predict(x)).any()
    seeded = ExpPWClassifier(0.01, random_state=3)
    assert (seeded.fit(x, y).predict(x) == clone(seeded).fit(x, y).predict(x)).all()


# ---- scikit-learn ----------------------------------------------------------------------------------------

DRAWN = {"check_classifiers_train": "asks that predict be the most likely class; here each answer is drawn"}


@pytest.mark.parametrize("estimator, expected", [
    (ExpPWClassifier(feature=0), DRAWN), (PrivatePredictor(LogisticRegression(), n_parts=3), DRAWN),
], ids=["walk", "logistic"])
def test_scikit_learn_checks_of_both_private_estimators(estimator, expected):
    # With feature=None only (n,) and (n, 1) are taken, and scikit-learn's checks leave such estimators out.
    results = check_estimator(estimator, expected_failed_checks=expected, on_fail="raise", on_skip=None)
    assert sum(r["status"] == "passed" for r in results) >= 45
    assert {r["check_name"] for r in results if r["status"] == "xfail"} == set(expected)


def test_a_column_of_a_table():
    x, y = interval_data(2000)
    names, model = np.where(y, "inside", "outside"), ExpPWClassifier(2.0, random_state=0)
    wide = np.column_stack([np.zeros(2000), x])
    column = ExpPWClassifier(2.0, feature=1, random_state=0).fit(wide, names)
    np.testing.assert_array_equal(column.predict_proba(wide), model.fit(x, names).predict_proba(x))
