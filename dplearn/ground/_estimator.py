"""What the estimators share: generators from scikit-learn's `random_state`, label sets, and the stream that answers
come from.

A seed that is known undoes privacy, and so does noise that is used twice.  An estimator that draws its answers
therefore goes on drawing from one stream, begun by `fit`.  Two calls never share noise, and a copy (pickle,
copy.deepcopy) of an estimator with random_state=None begins a new stream; with a given seed a copy repeats the noise,
for tests.  So does a copy with a Generator or RandomState, which scikit-learn's `clone` copies too, and a process that
was forked after `fit`: one that answers should fit after the fork, or get its estimator by pickle.
"""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, column_or_1d

from . import _validate as check
from ._bounds import one_epsilon
from .privacy import Guarantee, Relation


def generator(random_state) -> np.random.Generator:
    """A Generator from what scikit-learn users pass; None draws the seed from the system, as a release should."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    if hasattr(random_state, "tomaxint"):  # numpy's RandomState, which scikit-learn still passes around
        return np.random.default_rng(random_state.randint(2**31, size=4))
    return np.random.default_rng(None if random_state is None else check.integer("random_state", random_state, 0))


def public_classes(classes, y) -> np.ndarray:
    """The label set, sorted: `classes` where given, which must hold all of y, else the labels in y.  At least two."""
    found = np.unique(y)
    if classes is None:
        if len(found) < 2:
            raise ValueError(f"y must hold two classes or more, or `classes` must name them; got one class: {found!r}")
        return found
    try:
        named = np.unique(np.asarray(classes))
        no_nan = (named == named).all()
        different = np.ndim(classes) == 1 and len(named) == len(classes) > 1 and no_nan
    except (TypeError, ValueError):
        different = False
    if not different:
        raise ValueError(f"classes must be different labels, two or more; got {classes!r}")
    if not np.isin(found, named).all():
        raise ValueError(f"y must hold labels of classes={classes!r} only; got {found!r}")
    return named


class DrawsAnswers:
    """For estimators with `epsilon`, `classes` and `random_state` whose `predict` draws from `self._rng`, made by
    `fit`."""

    def _start(self, X, y) -> np.ndarray:
        """How `fit` begins: the labels y of the records X, checked; sets `classes_`, `guarantee_` and the stream."""
        self.guarantee_ = Guarantee(one_epsilon(self.epsilon), 0.0, Relation.REPLACE_ONE, "one answer")
        self._rng = generator(self.random_state)
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        check_classification_targets(y)
        self.classes_ = public_classes(self.classes, y)
        return y

    def __getstate__(self):
        state = dict(super().__getstate__())
        if self.random_state is None:
            state.pop("_rng", None)
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if self.random_state is None:
            self._rng = generator(None)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.non_deterministic = True
        return tags
