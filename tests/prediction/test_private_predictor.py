"""PrivatePredictor: the exact audit with a tiny base learner, and use in scikit-learn's tools.

scikit-learn's own checks of both private estimators are in tests/exppw/test_exppw_classifier.py.
"""

import itertools

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from asking import hoeffding

from dplearn import prediction
from dplearn.estimators import PrivatePredictor
from dplearn.privacy import Relation, all_datasets, audit


class Fussy(ClassifierMixin, BaseEstimator):
    """Deterministic and as unstable as can be: the label of the record with the largest x,
    flipped if the sum of x is even.
    """

    def fit(self, X, y):
        self.classes_, self.n_features_in_ = np.unique(y), X.shape[1]
        place = np.searchsorted(self.classes_, y[X[:, 0].argmax()]) + (X.sum() % 2 == 0)
        self.label_ = self.classes_[place % len(self.classes_)]
        return self

    def predict(self, X):
        return np.full(len(X), self.label_)


def audited(n, n_parts, domain, classes):
    """All data sets of n records; the split is held fixed by the seed."""
    def law(dataset):
        X, y = np.array([[x] for x, _ in dataset], float), np.array([y for _, y in dataset])
        model = PrivatePredictor(Fussy(), epsilon=1.0, n_parts=n_parts, classes=classes, random_state=5).fit(X, y)
        return model.predict_proba([[0.0]])[0]

    domain = list(domain)
    return audit(law, all_datasets(domain, n, ordered=True), domain=domain, relation=Relation.REPLACE_ONE, epsilon=1.0,
                 ordered=True)


# ---- privacy ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize("n, n_parts", [(2, 1), (3, 2)])
def test_audit_over_all_data_sets(n, n_parts):
    report = audited(n, n_parts, itertools.product((0, 1), (0, 1)), (0, 1))
    # a single vote can turn, so the exact ε of the soft majority is reached
    assert report.ok and report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon(n_parts, epsilon=1.0),
                                                              rel=1e-9)


# its seeds must be drawn before the data are seen: many parts hold one class
RANDOM_TREE = DecisionTreeClassifier(splitter="random")


@pytest.mark.parametrize("base, n_parts", [(Fussy(), 3), (RANDOM_TREE, 6)])
def test_a_record_moves_one_vote(base, n_parts):
    rng, moved, points = np.random.default_rng(4), [], np.linspace(0, 9, 40)[:, None]
    for _ in range(30):
        X, y, i = rng.integers(0, 9, (12, 1)).astype(float), rng.integers(0, 2, 12), rng.integers(12)
        before = PrivatePredictor(base, n_parts=n_parts, classes=(0, 1), random_state=6).fit(X, y).votes(points)
        X[i], y[i] = rng.integers(0, 9), rng.integers(0, 2)
        after = PrivatePredictor(base, n_parts=n_parts, classes=(0, 1), random_state=6).fit(X, y).votes(points)
        moved.append(np.abs(before - after).max())
    assert max(moved) == 1


def test_answers_are_drawn_from_the_law():
    X, y, runs = np.arange(12.0)[:, None], np.tile([0, 1, 2], 4), 5_000
    model = PrivatePredictor(KNeighborsClassifier(1), epsilon=1.0, n_parts=5, random_state=0).fit(X, y)
    votes, law = model.votes([[2.5]])[0], model.predict_proba([[2.5]])[0]
    np.testing.assert_allclose(law, np.exp(votes / 2) / np.exp(votes / 2).sum())
    drawn = np.bincount(model.predict(np.full((runs, 1), 2.5)), minlength=3) / runs
    assert np.abs(drawn - law).max() <= hoeffding(runs, 3)     # Hoeffding for three outcomes, 1e-6
    assert sorted(model.part_sizes_) == [2, 2, 2, 3, 3]


# ---- any classifier, any data -------------------------------------------------------------------------------

def blobs(n=120):
    rng, y = np.random.default_rng(1), np.arange(n) % 3
    return rng.normal(size=(n, 2)) * 0.3 + np.array([[0, 0], [3, 0], [0, 3]])[y], y


@pytest.mark.parametrize("base", [None, LogisticRegression(), make_pipeline(StandardScaler(), GaussianNB())])
def test_bases(base):
    """Names as labels, pipelines; random bases are seeded from random_state."""
    X, y = blobs()
    names = np.array(["red", "green", "blue"])[y]
    model, again = (PrivatePredictor(base, epsilon=30.0, n_parts=3, random_state=0).fit(X, names) for _ in range(2))
    assert model.score(X, names) >= 0.97 and (model.votes(X) == again.votes(X)).all()


def test_parts_with_one_class_vote_for_it():
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 0, 0, 0, 1])
    # refuses one class itself
    model = PrivatePredictor(LogisticRegression(), n_parts=6, epsilon=1.0, random_state=0).fit(X, y)
    assert (model.votes(X) == [5, 1]).all()
    declared = PrivatePredictor(LogisticRegression(), n_parts=2, classes=(2, 0, 1), random_state=0).fit(X, y)
    assert (declared.classes_ == [0, 1, 2]).all() and (declared.votes(X)[:, 2] == 0).all()
    assert (declared.predict_proba(X)[:, 2] > 0).all()
