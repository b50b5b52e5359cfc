"""The private conjunction learner as a scikit-learn classifier, and the laws beneath it.

The problem: predict a binary label from binary features with a rule that can be read aloud ("odor is not foul and
spore print is not green"), such that no single row of the training data can be told from the rule.

Privacy: ε-DP under REPLACE_ONE, for whatever data is given.  Private: the values in X and y.  Public: the number of
rows, the features and what they mean, the parameters, the list of candidate literals, and the two class labels (pass
`classes` if it is not public which labels occur; a fit on one class only is refused otherwise).  A fitted
estimator holds the released rule and public facts, nothing else.  The seed is part of the secret:
`random_state` is for tests and lectures; for a release leave it None.

How it learns (`method`):
- "exponential": the exponential mechanism of lecture 2 over all conjunctions of the L literals (2^L of them, L <= 18).
  With probability 1 - β its training error is within 2(ln|C| + ln 1/β)/(εn) of the best.
- "greedy": six rounds; each offers every literal, and adding none, to the exponential mechanism at ε/6 and adds the one
  drawn (basic composition).  Any number of literals; no guarantee against the best conjunction.
- "auto": "exponential" for at most 18 literals, "greedy" beyond.  Greedy and not noisy averages
  (`statistical_queries.learn_conjunction`) because real labels are noisy: on the mushroom data with 117 literals and
  ε = 1 greedy errs on about 1 %, averages on nearly half.

References: LN, section 1; DR14, section 11.1; Kasiviswanathan et al. (2008); scikit-learn's developer guide.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from .. import _validate as check
from .._bounds import one_epsilon
from .._estimator import generator, public_classes
from ..concepts import Conjunctions
from ..mechanisms import exponential_probabilities
from ..privacy import Guarantee, Relation
from .learner import learner_probabilities_from_mistakes

METHODS = ("auto", "exponential", "greedy")
MOST_LITERALS = 18    # of "exponential", whose class has 2^18 conjunctions
ROUNDS = 6            # of "greedy"
MISS_COST = 2.0       # what a lost positive row costs beside a false alarm, while choosing


# ---- the laws, apart from the estimator ------------------------------------------------------------

def conjunction_mistakes(literals, y) -> np.ndarray:
    """Mistakes of every conjunction of binary columns, by bit mask, shape (2^L,).

    `literals` (n, L) of 0/1, y (n,) of 0/1.  Raises ValueError for L > 18.  Not private: feed it to an exponential
    mechanism.  Cost: one subset-sum transform, 2^L L additions.
    """
    literals, y = _table(literals, y)
    n_literals = literals.shape[1]
    if n_literals > MOST_LITERALS:
        raise ValueError(f"literals must have at most {MOST_LITERALS} columns; got {n_literals}")
    cells = literals @ (1 << np.arange(n_literals))
    counts = (np.bincount(cells[y == label], minlength=1 << n_literals) for label in (False, True))
    return Conjunctions(n_literals).mistakes(*counts)


def _table(literals, y) -> tuple[np.ndarray, np.ndarray]:
    literals = check.array("literals", literals, (None, None), low=0, high=1, integral=True)
    return literals, check.labels("y", y, len(literals))


def greedy_step_probabilities(literals, y, current, *, epsilon) -> np.ndarray:
    """The law of one greedy round: add literal l to the conjunction `current`, l = 0 .. L - 1, or (last entry) none.

    `literals` (n, L) and y (n,) as in `conjunction_mistakes`, `current` a bool mask (L,) of earlier, released choices,
    ε > 0 for this round.  Exponential mechanism on the cost 2 · (positive rows no longer accepted) + (negative rows
    still accepted): a false alarm can be removed by a later literal, a lost positive row never comes back.  One row
    changes every cost by at most 2 in absolute value, so the round is ε-DP under REPLACE_ONE.  Cost: O(nL).
    """
    literals, y = _table(literals, y)
    current = check.labels("current", current, literals.shape[1])
    value = np.where(y, MISS_COST, -1.0) * literals[:, current].all(axis=1)
    scores = np.append(value @ literals, value.sum())   # minus the cost, up to what all options share
    return exponential_probabilities(scores, score_sensitivity=MISS_COST, epsilon=one_epsilon(epsilon))


# ---- the estimator ---------------------------------------------------------------------------------

class PrivateConjunctionClassifier(ClassifierMixin, BaseEstimator):
    """A conjunction of binary features, learned with ε-differential privacy (REPLACE_ONE).

    Parameters
    ----------
    epsilon : float > 0
        The whole budget of one call of `fit`.
    method : {"auto", "exponential", "greedy"}
        See the module's note.
    negations : bool
        Offer "feature is 0" beside "feature is 1" as literals (then there are twice as many).
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
    terms_ : list of (feature index, value 0 or 1): the rule predicts classes_[1] where all of them hold
    rule_ : str, the rule in words
    method_ : str, the method used;  guarantee_ : Guarantee
    """

    def __init__(self, epsilon=1.0, *, method="auto", negations=False, binarize=None, classes=None, random_state=None):
        self.epsilon = epsilon
        self.method = method
        self.negations = negations
        self.binarize = binarize
        self.classes = classes
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the rule from X (n, d) and y (n,); returns self.  ε-DP under REPLACE_ONE; every call spends ε anew.

        Raises ValueError for features that are not binary (without `binarize`), labels outside `classes`, one class
        only, more than two classes, or parameters outside their range.
        """
        epsilon = one_epsilon(self.epsilon)
        check.choice("method", self.method, METHODS)
        check.flag("negations", self.negations)
        rng = generator(self.random_state)
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        if len(public_classes(self.classes, y)) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass; "
                             "y (or `classes`) has more than two classes")
        self.classes_ = np.unique(y) if self.classes is None else np.asarray(self.classes)
        X = self._binary(X)
        literals = np.hstack([X, ~X]) if self.negations else X
        small = literals.shape[1] <= MOST_LITERALS
        self.method_ = ("exponential" if small else "greedy") if self.method == "auto" else self.method
        learn = _fit_exponential if self.method_ == "exponential" else _fit_greedy
        mask = learn(literals, y == self.classes_[1], epsilon, rng)
        d = self.n_features_in_
        self.terms_ = [(int(i % d), int(i < d)) for i in np.flatnonzero(mask)]
        self.guarantee_ = Guarantee(epsilon, 0.0, Relation.REPLACE_ONE, f"{self.method_} conjunction learner")
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
        X = self._binary(validate_data(self, X, reset=False))
        accepts = np.ones(len(X), dtype=bool)
        for feature, value in self.terms_:
            accepts &= X[:, feature] == bool(value)
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
        terms = " and ".join(names[i] if value else f"not {names[i]}" for i, value in self.terms_)
        return f"{self.classes_[1]} if {terms}" if terms else f"always {self.classes_[1]}"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True   # a conjunction at ε = 1 need not fit Gaussian blobs
        return tags


def _fit_exponential(literals, positive, epsilon, rng):
    law = learner_probabilities_from_mistakes(conjunction_mistakes(literals, positive), epsilon=epsilon)
    return rng.choice(len(law), p=law) >> np.arange(literals.shape[1]) & 1


def _fit_greedy(literals, positive, epsilon, rng):
    current = np.zeros(literals.shape[1] + 1, dtype=bool)  # the last entry: a round that added none
    for _ in range(ROUNDS):
        law = greedy_step_probabilities(literals, positive, current[:-1], epsilon=epsilon / ROUNDS)
        current[rng.choice(len(law), p=law)] = True
    return current[:-1]
