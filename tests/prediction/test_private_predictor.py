"""PrivatePredictor: the exact audit with a tiny base learner, scikit-learn's checks, and use in scikit-learn's tools."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression, SGDClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

from dplearn import prediction
from dplearn.estimators import PrivatePredictor
from dplearn.privacy import Relation, all_datasets, audit


class Fussy(ClassifierMixin, BaseEstimator):
    """Deterministic and as unstable as can be: the label of the record with the largest x, flipped if the sum of x is even."""

    def fit(self, X, y):
        X = np.asarray(X)
        self.classes_, self.n_features_in_ = np.unique(y), X.shape[1]
        top = np.flatnonzero(X[:, 0] == X[:, 0].max())[0]
        place = np.searchsorted(self.classes_, y[top]) + (X.sum() % 2 == 0)
        self.label_ = self.classes_[place % len(self.classes_)]
        return self

    def predict(self, X):
        return np.full(len(X), self.label_)


def law_of(n_parts, epsilon, classes, seed, scale=1.0):
    """The law of one answer as a function of the data set, the split held fixed by the seed."""
    def law(dataset):
        X, y = np.array([[x] for x, _ in dataset], float), np.array([y for _, y in dataset])
        model = PrivatePredictor(Fussy(), epsilon=scale * epsilon, n_parts=n_parts, classes=classes, random_state=seed).fit(X, y)
        return model.predict_proba([[0.0]])[0]

    return law


# ---- privacy ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize("n, n_parts", [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3)])
def test_audit_over_all_data_sets(n, n_parts):
    domain = list(itertools.product((0, 1), (0, 1))) if n == 4 else list(itertools.product((0, 1, 2), (0, 1)))
    report = audit(law_of(n_parts, 0.8, (0, 1), 5), all_datasets(domain, n, ordered=True), domain=domain,
                   relation=Relation.REPLACE_ONE, epsilon=0.8, ordered=True)
    assert report.ok
    # a single vote can turn, so the exact ε of the soft majority is reached
    assert report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon(n_parts, epsilon=0.8), rel=1e-9)


@pytest.mark.parametrize("n_parts", [2, 3])
def test_audit_with_three_classes(n_parts):
    domain = list(itertools.product((0, 1), "abc"))
    report = audit(law_of(n_parts, 1.0, tuple("abc"), 1), all_datasets(domain, 3, ordered=True), domain=domain,
                   relation=Relation.REPLACE_ONE, epsilon=1.0, ordered=True)
    # every way to count votes, and one vote moved
    law = lambda votes: np.exp(np.array(votes) / 2) / np.exp(np.array(votes) / 2).sum()
    counts = [v for v in itertools.product(range(n_parts + 1), repeat=3) if sum(v) == n_parts]
    moved = [(v, w) for v in counts for w in counts if np.abs(np.subtract(v, w)).sum() == 2]
    worst = max(np.log(law(v) / law(w)).max() for v, w in moved)
    assert report.ok and report.true_epsilon == pytest.approx(worst, rel=1e-9)


def test_the_introduction_s_weights_are_caught():
    domain = list(itertools.product((0, 1), (0, 1)))
    report = audit(law_of(3, 0.8, (0, 1), 5, scale=2.0), all_datasets(domain, 3, ordered=True), domain=domain,
                   relation=Relation.REPLACE_ONE, epsilon=0.8, ordered=True)
    assert not report.ok and report.true_epsilon == pytest.approx(prediction.soft_majority_epsilon_printed(3, epsilon=0.8))


class Sorted(PrivatePredictor):
    """Broken: parts of neighboring x.  One record that changes its place moves others from part to part."""

    def fit(self, X, y):
        order = np.argsort(X[:, 0], kind="stable")
        return super().fit(X[order], y[order])


@pytest.mark.parametrize("kind, most", [(PrivatePredictor, 1), (Sorted, 2)])
def test_a_record_moves_one_vote_unless_the_data_make_the_split(kind, most):
    rng, moved = np.random.default_rng(4), []
    for _ in range(300):
        X, y, i = rng.integers(0, 9, (9, 1)).astype(float), rng.integers(0, 2, 9), rng.integers(9)
        votes = kind(Fussy(), n_parts=3, classes=(0, 1), random_state=6).fit(X, y).votes(X[:1])[0, 1]
        X[i], y[i] = rng.integers(0, 9), rng.integers(0, 2)
        moved.append(abs(votes - kind(Fussy(), n_parts=3, classes=(0, 1), random_state=6).fit(X, y).votes(X[:1])[0, 1]))
    assert max(moved) == most


def test_random_bases_have_their_seeds_before_the_data_are_seen():
    # parts of two records often hold one class; whether they do must not shift the seeds of the parts after them
    rng, base, points = np.random.default_rng(7), DecisionTreeClassifier(splitter="random"), np.linspace(0, 1, 40)[:, None]
    for _ in range(60):
        X, y, i = rng.random((12, 1)), rng.integers(0, 2, 12), rng.integers(12)
        before = PrivatePredictor(base, n_parts=6, classes=(0, 1), random_state=8).fit(X, y).votes(points)
        X[i], y[i] = rng.random(), 1 - y[i]
        assert np.abs(before - PrivatePredictor(base, n_parts=6, classes=(0, 1), random_state=8).fit(X, y).votes(points)).max() <= 1


def test_the_split_looks_at_n_alone():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 2)), rng.integers(0, 2, 50)
    other = X.copy()
    other[7], label = [9.0, -9.0], y.copy()
    label[7] = 1 - y[7]
    votes = [PrivatePredictor(GaussianNB(), n_parts=7, random_state=3).fit(a, b).votes(X) for a, b in ((X, y), (other, label))]
    assert np.abs(votes[0] - votes[1]).max() == 1       # one part, one vote
    model = PrivatePredictor(GaussianNB(), n_parts=7, random_state=3).fit(X, y)
    assert model.part_sizes_.tolist() == [8, 7, 7, 7, 7, 7, 7]


def test_answers_are_drawn_from_the_law():
    X, y = np.arange(12.0)[:, None], np.tile([0, 1, 2], 4)
    model = PrivatePredictor(KNeighborsClassifier(1), epsilon=1.0, n_parts=4, random_state=0).fit(X, y)
    point, runs = np.repeat([[2.5]], 20_000, axis=0), 20_000
    votes, law = model.votes([[2.5]])[0], model.predict_proba([[2.5]])[0]
    np.testing.assert_allclose(law, np.exp(votes / 2) / np.exp(votes / 2).sum())
    drawn = np.bincount(model.predict(point), minlength=3) / runs
    assert np.abs(drawn - law).max() <= np.sqrt(np.log(6e6) / (2 * runs))     # Hoeffding for three outcomes, 1e-6
    binary = PrivatePredictor(KNeighborsClassifier(1), epsilon=1.0, n_parts=4, random_state=0).fit(X, y > 0)
    ones = binary.votes(X)[:, 1]
    np.testing.assert_allclose(binary.predict_proba(X)[:, 1], prediction.soft_majority_probability(ones, 4, epsilon=1.0))


# ---- scikit-learn's own checks -----------------------------------------------------------------------------

DRAWN = {"check_classifiers_train": "asks that predict be the most likely class; here each answer is drawn"}


@pytest.mark.parametrize("estimator, expected", [
    (PrivatePredictor(), DRAWN),
    (PrivatePredictor(epsilon=200.0), {}),       # at so large an ε the votes decide
    (PrivatePredictor(LogisticRegression(), n_parts=3), DRAWN),
    (PrivatePredictor(make_pipeline(StandardScaler(), GaussianNB()), n_parts=1, epsilon=2000.0), {}),
], ids=["default", "sure", "logistic", "pipeline"])
def test_scikit_learn_checks(estimator, expected):
    results = check_estimator(estimator, expected_failed_checks=expected, on_fail="raise", on_skip=None)
    assert sum(r["status"] == "passed" for r in results) >= 45
    assert {r["check_name"] for r in results if r["status"] == "xfail"} == set(expected)


class Likeliest(PrivatePredictor):
    """Not private: it says what is most likely."""

    def predict(self, X):
        likeliest = self.predict_proba(X).argmax(axis=1)
        return self.classes_[likeliest]


def test_the_draw_is_the_only_reason():
    results = check_estimator(Likeliest(), on_fail=None, on_skip=None)
    assert [(r["check_name"], r["exception"]) for r in results if r["status"] == "failed"] == []


# ---- any classifier, any data -------------------------------------------------------------------------------

def blobs(n=120):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 3
    return rng.normal(size=(n, 2)) * 0.3 + np.array([[0, 0], [3, 0], [0, 3]])[y], y


@pytest.mark.parametrize("base", [None, GaussianNB(), LogisticRegression(), KNeighborsClassifier(3), DecisionTreeClassifier(),
                                  SGDClassifier(), make_pipeline(StandardScaler(), LogisticRegression())], ids=str)
def test_bases_and_string_labels(base):
    X, y = blobs()
    names = np.array(["red", "green", "blue"])[y]
    model = PrivatePredictor(base, epsilon=20.0, n_parts=4, random_state=0).fit(X, names)
    assert model.classes_.tolist() == ["blue", "green", "red"] and model.score(X, names) > 0.97
    assert model.predict(X).dtype == names.dtype
    again = PrivatePredictor(base, epsilon=20.0, n_parts=4, random_state=0).fit(X, names)
    np.testing.assert_array_equal(model.votes(X), again.votes(X))        # random bases are seeded from random_state


def test_texts_sparse_and_missing_values():
    texts, y = ["good film", "bad film", "a good one", "a bad one"] * 10, [1, 0] * 20
    words = make_pipeline(CountVectorizer(), LogisticRegression())
    model = PrivatePredictor(words, epsilon=30.0, n_parts=3, random_state=0).fit(texts, y)
    assert model.predict(["good", "bad"]).tolist() == [1, 0]
    X, labels = blobs()
    few = PrivatePredictor(LogisticRegression(), epsilon=30.0, n_parts=3, random_state=0).fit(sparse.csr_matrix(X), labels)
    assert few.score(sparse.csr_matrix(X), labels) > 0.97
    X[::7, 0] = np.nan
    filled = make_pipeline(SimpleImputer(), GaussianNB())
    assert PrivatePredictor(filled, epsilon=30.0, n_parts=3, random_state=0).fit(X, labels).score(X, labels) > 0.8
    with pytest.raises(ValueError, match="NaN"):
        PrivatePredictor(GaussianNB()).fit(X, labels)



def test_parts_with_one_class_vote_for_it():
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 0, 0, 0, 1])
    model = PrivatePredictor(LogisticRegression(), n_parts=6, epsilon=1.0, random_state=0).fit(X, y)    # refuses one class itself
    assert (model.votes(X) == [5, 1]).all()
    declared = PrivatePredictor(LogisticRegression(), n_parts=2, epsilon=1.0, classes=(2, 0, 1), random_state=0).fit(X, y)
    assert declared.classes_.tolist() == [0, 1, 2] and (declared.votes(X)[:, 2] == 0).all()
    assert (declared.predict_proba(X)[:, 2] > 0).all()


def test_default_number_of_parts():
    rng = np.random.default_rng(2)

    def parts(n, epsilon):
        return PrivatePredictor(epsilon=epsilon, random_state=0).fit(rng.normal(size=(n, 1)), np.arange(n) % 2).n_parts_

    assert parts(1000, 1.0) == prediction.n_parts(0.1, 1.0) == 23
    assert parts(1000, 0.2) == 50 and parts(1000, 100.0) == 1 and parts(30, 1.0) == 1


# ---- in scikit-learn's tools -------------------------------------------------------------------------------

def test_cross_validation_search_pipeline():
    X, y = blobs()
    model = PrivatePredictor(GaussianNB(), epsilon=20.0, n_parts=4, random_state=0)
    assert cross_val_score(model, X, y, cv=3).min() > 0.9
    grid = {"epsilon": [0.01, 20.0], "base_estimator": [GaussianNB(), KNeighborsClassifier(1)]}
    search = GridSearchCV(model, grid, cv=3).fit(X, y)
    assert search.best_params_["epsilon"] == 20.0
    assert make_pipeline(StandardScaler(), model).fit(X, y).score(X, y) > 0.9
    assert clone(model).set_params(base_estimator__var_smoothing=1e-3).fit(X, y).base_estimator.var_smoothing == 1e-3
    assert model.get_params()["base_estimator"] is model.base_estimator and not hasattr(model.base_estimator, "classes_")


def test_noise_is_never_used_twice():
    X, y = blobs()
    model = PrivatePredictor(GaussianNB(), epsilon=0.1, n_parts=4).fit(X, y)
    twins = [pickle.loads(pickle.dumps(model)), copy.deepcopy(model), model]
    answers = [m.predict(np.repeat(X, 5, axis=0)) for m in twins]
    assert not any((a == b).all() for a, b in itertools.combinations(answers, 2))     # 600 nearly fair three-sided dice
    assert (model.predict(X) != model.predict(X)).any()
    seeded = PrivatePredictor(GaussianNB(), epsilon=0.1, n_parts=4, random_state=1)
    assert (seeded.fit(X, y).predict(X) == seeded.fit(X, y).predict(X)).all()
    assert (seeded.predict(X) != seeded.predict(X)).any()                             # and goes on drawing
    stream = np.random.default_rng(0)
    assert (PrivatePredictor(GaussianNB(), epsilon=0.1, random_state=stream).fit(X, y).predict(X)
            != PrivatePredictor(GaussianNB(), epsilon=0.1, random_state=stream).fit(X, y).predict(X)).any()


def test_a_server_of_its_answers():
    X, y = blobs()
    model = PrivatePredictor(GaussianNB(), epsilon=0.5, random_state=0).fit(X, y)
    server = prediction.PredictionServer(lambda x: model.predict_proba([x])[0], epsilon_answer=model.guarantee_.epsilon,
                                         epsilon_total=2.0, delta=1e-6, composition="bounded-range", rng=np.random.default_rng(0))
    assert server.answers == prediction.answers_bought(2.0, 1e-6, 0.5)
    assert server.predict(X[0]) in (0, 1, 2) and server.answered == 1


def test_bad_input():
    X, y = blobs(30)
    for options in [dict(epsilon=0.0), dict(epsilon=np.nan), dict(epsilon="1"), dict(n_parts=0), dict(n_parts=31),
                    dict(n_parts=1.5), dict(base_estimator=LinearRegression()), dict(base_estimator=3),
                    dict(base_estimator=GaussianNB), dict(classes=(0, 1)), dict(classes=(0, 1, 1, 2)), dict(classes="red"), dict(random_state=-1)]:
        with pytest.raises(ValueError):
            PrivatePredictor(**options).fit(X, y)
    with pytest.raises(ValueError, match="n_parts must be an integer >= 1 and <= 30; got 31"):
        PrivatePredictor(n_parts=31).fit(X, y)
    with pytest.raises(ValueError, match="one class"):
        PrivatePredictor().fit(X, np.ones(30))
    with pytest.raises(NotFittedError):
        PrivatePredictor().predict(X)
    fitted = PrivatePredictor(random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="features"):
        fitted.predict(X[:, :1])

    class Liar(GaussianNB):
        def predict(self, X):
            return np.full(len(X), 7)

    with pytest.raises(ValueError, match="predict labels among"):
        PrivatePredictor(Liar(), n_parts=1).fit(X, y).predict(X)
