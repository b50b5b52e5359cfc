"""Private learners for the tools people have: scikit-learn's `fit`, `predict`, `get_params`, pipelines and searches.

- `PrivateConjunctionClassifier` (lecture 2) releases a rule: `fit` spends ε once, `predict` nothing.
- `PrivatePredictor` (lecture 6) keeps the models of any classifier and draws answers: `fit` spends nothing, each
  *answer* ε.
- `ExpPWClassifier` (lecture 7) keeps the data, one feature, and draws answers: the same.

Relation: REPLACE_ONE for all three.  Scores from cross-validation and choices from a search look at the data again; no
estimator can count what is done with several copies of it.

References: LN, section 1; DR14, section 11.1; DF18; scikit-learn's developer guide.
"""

from .exppw.deeper.estimator import ExpPWClassifier
from .prediction.estimator import PrivatePredictor
from .private_pac.deeper.estimator import PrivateConjunctionClassifier

__all__ = ["ExpPWClassifier", "PrivateConjunctionClassifier", "PrivatePredictor"]
