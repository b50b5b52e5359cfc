"""ExpPW as a scikit-learn classifier: private answers from one feature, by the exponential projected walk.

Sort the examples by the feature and walk through those up to the question: a step up for each label classes_[1], a
step down for classes_[0], never beyond ±T (`clamp`).  From the end v of the walk the answer is classes_[1] with
probability σ(εv/2).  It fits unions of intervals whose number need not be known, and its need of data does not grow
with the number of possible x.

**Privacy**: every answer is ε-DP under REPLACE_ONE, and k answers cost as `prediction.answers_bought` says (the
answers have bounded range ε).  `fit` sorts, releases nothing and costs nothing.  Private: the values in X and y.
Public: n, the parameters, the two labels, the questions.  Not covered: an error that some data raise in `fit`, and
time.

**Ties.** Each example draws a key when `fit` is called, and each question one for each answer; keys tell equal x
apart.  That makes the order independent of the labels, as Lemma 5.2 needs and privacy too.  A question at a value
that t examples share is answered from one of t + 1 places of the walk; `predict_proba` is the average over its key.

References: DF18, Figure 1, Lemmas 5.1 and 5.2, Theorem 5.3; `dplearn.exppw`.
"""

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from ... import _validate as check
from ..._estimator import DrawsAnswers
from ..formulas import clamp
from ..predictor import tie_order
from ..walk import projected_walk

MOST_CLAMP = 2**30


class ExpPWClassifier(DrawsAnswers, ClassifierMixin, BaseEstimator):
    """One numeric feature, two classes; each answer is ε-DP (REPLACE_ONE).

    Parameters
    ----------
    epsilon : float in [1e-100, 1e100]
        Of ONE answer.
    clamp : int >= 1, optional
        T.  None takes ⌈2 ln(2/alpha)/epsilon⌉ (DF18, Theorem 5.3).
    alpha : float in (0, 1)
        The excess error aimed at; used for `clamp` only.
    feature : int, optional
        The column to look at, chosen without looking at the data.  With None, X has shape (n,) or (n, 1), as for
        scikit-learn's IsotonicRegression.
    classes : pair of labels, optional
        None takes the sorted labels in y as public.
    random_state : None, int >= 0, numpy Generator or RandomState
        None for a release: with a known seed nothing is private.

    Attributes
    ----------
    classes_ : array (2,), sorted;  n_features_in_ : int;  clamp_ : int
    guarantee_ : Guarantee of one answer

    Notes
    -----
    A fitted classifier holds the sorted data; it is for whoever keeps them, and its answers are for the others.
    `predict` draws afresh: each answer costs ε, also in scores and searches.  Cost: a sort to fit, a binary search
    for each answer.
    """

    def __init__(self, epsilon=1.0, *, clamp=None, alpha=0.1, feature=None, classes=None, random_state=None):
        self.epsilon = epsilon
        self.clamp = clamp
        self.alpha = alpha
        self.feature = feature
        self.classes = classes
        self.random_state = random_state

    def fit(self, X, y):
        """Sort the examples and walk; X (n,), or (n, d) with `feature`, of finite numbers, y (n,).  Returns self;
        releases nothing.

        Raises ValueError for parameters outside their range, several features, and labels that are not of two classes.
        """
        alpha, x = check.fraction("alpha", self.alpha), self._column(X, fitting=True)
        y = self._start(x, y)
        if len(self.classes_) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass; "
                             f"y has {len(self.classes_)} classes")
        steps = clamp.record.body(alpha, self.epsilon) if self.clamp is None else check.integer("clamp", self.clamp, 1)
        self.clamp_ = int(np.ceil(min(max(steps, 1), MOST_CLAMP)))
        self._remember(x, y == self.classes_[1], self._rng.random(len(x)))
        return self

    def _remember(self, x, y, keys):
        """The sorted x, the law after each of them, and what a question at a tie averages over."""
        order = tie_order(x, tie_keys=keys)
        self._x, keys = x[order], keys[order]
        self._after = expit(self.guarantee_.epsilon / 2 * projected_walk(y[order], self.clamp_))   # (n + 1,)
        before = np.where(np.append(False, self._x[1:] == self._x[:-1]), np.append(0.0, keys[:-1]), 0.0)
        # a question tied with x[i] has its key between those of x[i - 1] and x[i] with chance keys - before, and then
        # v_i
        self._tied = np.append(0.0, np.cumsum(self._after[:-1] * (keys - before)))
        self._keys = keys

    def predict_proba(self, X):
        """The exact law of each answer, shape (m, 2), averaged over the question's key.  NOT private: it shows the
        walk.
        """
        check_is_fitted(self, "classes_")
        x = self._column(X, fitting=False)
        low, high = (np.searchsorted(self._x, x, side=side) for side in ("left", "right"))
        last = np.where(high > low, self._keys[high - 1], 0.0)
        one = np.clip(self._tied[high] - self._tied[low] + self._after[high] * (1 - last), 0.0, 1.0)
        return np.column_stack([1 - one, one])

    def predict(self, X):
        """Labels (m,), each drawn afresh from its law and ε-DP; all m together cost as m answers."""
        one = self.predict_proba(X)[:, 1]
        return self.classes_[(self._rng.random(len(one)) < one).astype(int)]

    def _column(self, X, *, fitting) -> np.ndarray:
        """The feature's values, shape (n,)."""
        if self.feature is not None:
            X = validate_data(self, X, reset=fitting, dtype=np.float64)
            return X[:, check.integer("feature", self.feature, 0, X.shape[1] - 1)]
        X = check_array(X, dtype=np.float64, ensure_2d=False, input_name="X")
        if X.ndim == 2 and X.shape[1] != 1:
            raise ValueError(f"X must have shape (n,) or (n, 1), or `feature` must say which column to take; got shape "
                             f"{X.shape}")
        self.n_features_in_ = 1
        return X.ravel()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array, tags.input_tags.two_d_array = self.feature is None, self.feature is not None
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True   # one feature, and an answer near an end of an interval is a coin
        return tags

