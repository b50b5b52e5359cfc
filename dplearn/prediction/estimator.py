"""Private answers from any classifier: train it on r parts of the data, let the parts vote, draw the label.

Split the n records into r parts at random, without looking at them, train a copy of the base classifier on each, and
answer a question x with class j with probability

    e^{ε votes_j(x)/2} / Σ_i e^{ε votes_i(x)/2},

the exponential mechanism on the votes; for two classes the soft majority of `dplearn.prediction`.  A replaced record
stays in its part, so it changes one of the r models and moves one vote, whatever the base classifier is and does.

**Privacy**: every answer is ε-DP under REPLACE_ONE, and k answers cost as `prediction.answers_bought` says (the answers
have bounded range ε).  `fit` releases nothing and costs nothing.  Private: the values in X and y.  Public: n, the
features, the parameters, the set of labels, and the questions.  What
the proof asks of the base classifier: what it learns from one part depends on nothing but that part and its own random
numbers.  Not covered: an error that it raises on some data, and time.

**Which r?**  More parts make the votes count for more (a lead of m votes wins with odds e^{εm/2}) and each model worse.
By default r = ⌈6 ln(4/α)/ε⌉ with α = 0.1 (`prediction.n_parts`: DF18's choice), but at most n/20: a part has twenty
records.

**Parts without a class.**  The split does not look at the labels, so it cannot be stratified.  A part that lacks a
class never votes for it; a part with a single class votes for that class always, and the base classifier is not asked
(many refuse one class).

References: DF18, section 4.1 and Theorem 4.1; DR14, Theorem 3.10; scikit-learn's developer guide.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, validate_data

from .. import _validate as check
from ..mechanisms import exponential_mechanism, exponential_probabilities
from . import n_parts as parts_for
from . import split_parts
from .._estimator import DrawsAnswers

DEFAULT_ALPHA = 0.1
LEAST_PART = 20          # records, where r is not given


class PrivatePredictor(DrawsAnswers, MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """Labels from a vote of models trained on disjoint parts of the data; each answer is ε-DP (REPLACE_ONE).

    Parameters
    ----------
    base_estimator : classifier, optional
        Any scikit-learn classifier or pipeline; by default a decision tree of depth 3.  It sees its part of X and y.
        Where its random_state is None one is drawn.
    epsilon : float in [1e-100, 1e100]
        Of ONE answer.
    n_parts : int, 1 .. n, optional
        r; by default as in the module's note.
    classes : sequence of different labels, optional
        None takes the sorted labels in y as public.
    random_state : None, int >= 0, numpy Generator or RandomState
        None for a release: with a known seed nothing is private.

    Attributes
    ----------
    classes_ : array (n_classes,), sorted;  n_features_in_ : int
    n_parts_ : int;  part_sizes_ : array (n_parts_,)
    estimators_ : list of the r fitted models.  NOT private, as is everything learned from the data: a fitted predictor
        is for whoever keeps the data, and its answers for the others.
    guarantee_ : Guarantee of one answer

    Notes
    -----
    `predict` draws afresh: asking twice may give two answers, and costs twice.  Scores, cross-validation and searches
    read thousands of answers, each of which costs ε: they are for whoever keeps the data.  Cost: r fits on n/r records,
    r predictions.
    """

    def __init__(self, base_estimator=None, *, epsilon=1.0, n_parts=None, classes=None, random_state=None):
        self.base_estimator = base_estimator
        self.epsilon = epsilon
        self.n_parts = n_parts
        self.classes = classes
        self.random_state = random_state

    def fit(self, X, y):
        """Train one model on each part of X (n, d), finite, and y (n,); returns self.  Releases
        nothing.

        Raises ValueError for parameters outside their range, more parts than records, labels outside `classes`, fewer
        than two classes, and whatever the base classifier refuses.
        """
        X = validate_data(self, X, dtype=None)
        y = self._start(X, y)
        self.n_parts_ = self._how_many(len(y))
        part_of = split_parts(len(y), self.n_parts_, rng=self._rng)
        self.part_sizes_ = np.bincount(part_of)
        self.estimators_ = self._fit_parts(X, y, part_of)
        return self

    def votes(self, X):
        """How many parts vote for each class: int array (m, n_classes), rows sum to n_parts_ (less where a
        base gives another label, which counts for nothing).  NOT private."""
        check_is_fitted(self, "estimators_")
        X = validate_data(self, X, dtype=None, reset=False)
        return sum(np.asarray(model.predict(X))[:, None] == self.classes_ for model in self.estimators_)

    def predict_proba(self, X):
        """The exact law of each answer, shape (m, n_classes).  NOT private: it shows the votes.
        For audits and exact errors.
        """
        votes = self.votes(X)
        return exponential_probabilities(votes, score_sensitivity=1.0, epsilon=self.guarantee_.epsilon)

    def predict(self, X):
        """Labels (m,), each drawn afresh from its law and ε-DP; all m together cost as m answers."""
        votes = self.votes(X)
        drawn = exponential_mechanism(votes, score_sensitivity=1.0, epsilon=self.guarantee_.epsilon, rng=self._rng)
        return self.classes_[drawn]

    def _base(self):
        base = DecisionTreeClassifier(max_depth=3) if self.base_estimator is None else self.base_estimator
        if isinstance(base, type) or not (hasattr(base, "fit") and hasattr(base, "get_params") and is_classifier(base)):
            raise ValueError(f"base_estimator must be a classifier with fit and predict; got {base!r}")
        return base

    def _how_many(self, n):
        if self.n_parts is not None:
            return check.integer("n_parts", self.n_parts, 1, n)
        # below 1e-9 the second is the smaller
        return max(1, min(parts_for(DEFAULT_ALPHA, max(self.epsilon, 1e-9)), n // LEAST_PART))

    def _fit_parts(self, X, y, part_of):
        base, models = self._base(), []
        params = base.get_params(deep=True)
        unseeded = [name for name in sorted(params) if name.split("__")[-1] == "random_state" and params[name] is None]
        # before the data decide which of them are used
        seeds = self._rng.integers(2**31, size=(self.n_parts_, len(unseeded)))
        for j in range(self.n_parts_):
            rows = np.flatnonzero(part_of == j)
            x, labels = X[rows], y[rows]
            if (labels == labels[0]).all():
                models.append(DummyClassifier(strategy="most_frequent").fit(np.zeros((len(labels), 1)), labels))
            else:
                model = clone(base).set_params(**dict(zip(unseeded, seeds[j].tolist())))
                models.append(model.fit(x, labels))
        return models

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = get_tags(self._base()).classifier_tags.multi_class
        tags.classifier_tags.poor_score = True   # an answer at ε = 1 from few parts is close to a coin
        return tags
