"""The private conjunction learner as a scikit-learn classifier, and the laws beneath it.

The problem: predict a binary label from binary features with a rule that can be read aloud ("odor is not foul and
spore print is not green"), such that no single row of the training data can be told from the rule.

Privacy: ε-DP under REPLACE_ONE, for whatever data is given.  Private: the values in X and y.  Public: the number of
rows, the features and what they mean, the parameters, and the two class labels (pass `classes` if it is not public
which labels occur; a fit on one class only is refused otherwise).  A fitted estimator holds the released rule and
public facts, nothing else.  The seed is part of the secret: `random_state` is for tests and lectures; for a release
leave it None.

How it learns: the exponential mechanism of lecture 2 over all 2^d conjunctions of the d features, d <= 18; columns
"not b" beside b are the user's to add.  With probability 1 - β its training error is within 2(ln|C| + ln 1/β)/(εn) of
the best.

References: LN, section 1; DR14, section 11.1; Kasiviswanathan et al. (2008); scikit-learn's developer guide.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from ... import _validate as check
from ..._bounds import one_epsilon
from ..._estimator import generator, public_classes
from ...concepts import Conjunctions
from ...privacy import Guarantee, Relation
from ..learner import learner_probabilities_from_mistakes

MOST_LITERALS = 18    # 2^18 conjunctions


def conjunction_mistakes(literals, y) -> np.ndarray:
    """Mistakes of every conjunction of binary columns, by bit mask, shape (2^L,).

    `literals` (n, L) of 0/1, y (n,) of 0/1.  Raises ValueError for L > 18.  Not private: feed it to an exponential
    mechanism.  Cost: one subset-sum transform, 2^L L additions.
    """
    literals = check.array("literals", literals, (None, None), low=0, high=1, integral=True)
    y = check.labels("y", y, len(literals))
    n_literals = literals.shape[1]
    if n_literals > MOST_LITERALS:
        raise ValueError(f"literals must have at most {MOST_LITERALS} columns; got {n_literals}")
    cells = literals @ (1 << np.arange(n_literals))
    counts = (np.bincount(cells[y == label], minlength=1 << n_literals) for label in (False, True))
    return Conjunctions(n_literals).mistakes(*counts)


class PrivateConjunctionClassifier(ClassifierMixin, BaseEstimator):
    """A conjunction of binary features, learned with ε-differential privacy (REPLACE_ONE).

    Parameters
    ----------
    epsilon : float > 0
        The whole budget of one call of `fit`.
    binarize : float, optional
        A public cut: a feature counts as 1 where its value is above it.  With None (the default) X must hold 0/1 or
        booleans.
    classes : pair of labels, optional
        The two labels, the second being what the rule asserts.  None takes the sorted labels in y as public.
    random_state : None, int >= 0, numpy Generator or RandomState
        None for a release: with a known seed nothing is private.

    Attributes
    ----------
    classes_ : array (2,);  n_features_in_ : int
    terms_ : list of features, by index: the rule predicts classes_[1] where all of them are 1
    rule_ : str, the rule in words
    guarantee_ : Guarantee
    """

    def __init__(self, epsilon=1.0, *, binarize=None, classes=None, random_state=None):
        self.epsilon = epsilon
        self.binarize = binarize
        self.classes = classes
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the rule from X (n, d) and y (n,); returns self.  ε-DP under REPLACE_ONE; every call spends ε anew.

        Raises ValueError for features that are not binary (without `binarize`), labels outside `classes`, one class
        only, more than two classes, or parameters outside their range.
        """
        epsilon = one_epsilon(self.epsilon)
        rng = generator(self.random_state)
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        if len(public_classes(self.classes, y)) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass; "
                             "y (or `classes`) has more than two classes")
        self.classes_ = np.unique(y) if self.classes is None else np.asarray(self.classes)
        mistakes = conjunction_mistakes(self._binary(X), y == self.classes_[1])
        law = learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
        self.terms_ = np.flatnonzero(rng.choice(len(law), p=law) >> np.arange(self.n_features_in_) & 1).tolist()
        self.guarantee_ = Guarantee(epsilon, 0.0, Relation.REPLACE_ONE, "exponential conjunction learner")
        self.rule_ = self._in_words()
        return self

    def predict(self, X):
        """Labels (n,): classes_[1] where every term of the rule holds, classes_[0] elsewhere."""
        accepts = self.predict_proba(X)[:, 1]  # first: it refuses to go before `fit`
        return self.classes_[accepts.astype(int)]

    def predict_proba(self, X):
        """Shape (n, 2): probability 1 for the predicted class.  The rule is all that is released, so there is no finer
        number."""
        check_is_fitted(self, "terms_")
        accepts = self._binary(validate_data(self, X, reset=False))[:, self.terms_].all(axis=1)
        return np.column_stack([~accepts, accepts]).astype(float)

    def _binary(self, X):
        if self.binarize is not None:
            return X > check.real("binarize", self.binarize)
        if X.dtype.kind not in "biuf" or not np.isin(X, (0, 1)).all():
            raise ValueError("X must hold 0/1 features (or set `binarize` to a public cut); "
                             "got other values")
        return X.astype(bool)

    def _in_words(self):
        names = getattr(self, "feature_names_in_", [f"x{i}" for i in range(self.n_features_in_)])
        terms = " and ".join(names[i] for i in self.terms_)
        return f"{self.classes_[1]} if {terms}" if terms else f"always {self.classes_[1]}"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True   # a conjunction at ε = 1 need not fit Gaussian blobs
        return tags
