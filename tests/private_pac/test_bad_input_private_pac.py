"""Nonsense for lecture 2."""

import nonsense
from nonsense import BITS, LINE, ONES, Each, calls

from dplearn.concepts import Conjunctions, Thresholds
from dplearn.private_pac.deeper.estimator import PrivateConjunctionClassifier

GOOD = {
    "x": BITS, "literals": BITS, "y": ONES, "beta": 0.05, "batches": 2, "mistakes": [0, 2, 3],
    "sampling": Each((None, 0.3)), "d": 4,
}
TABLE = {
    "learner_probabilities": calls({"concept_class": Thresholds(4), "x": LINE}, {"concept_class": Conjunctions(3)}),
    **nonsense.estimator(PrivateConjunctionClassifier, epsilon=0.5, binarize=0.5, classes=(0, 1)),
}
globals().update(nonsense.tests(
    TABLE, "dplearn.private_pac", "dplearn.private_pac.estimator", good=GOOD,
    results=("ParityOutcome", "ParityPlan", "PrivateConjunctionClassifier")))
