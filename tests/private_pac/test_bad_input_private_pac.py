"""Nonsense for lecture 2."""

import nonsense
import numpy as np
from nonsense import RNG, calls
from sklearn.exceptions import DataConversionWarning

from dplearn.concepts import Conjunctions, Thresholds
from dplearn.private_pac.estimator import PrivateConjunctionClassifier

BITS, ONES = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]]), np.array([0, 1, 1, 0])
TABLE_OF_BITS = {"x": BITS, "y": ONES, "epsilon": 0.5}
FITTED = PrivateConjunctionClassifier(random_state=0).fit(BITS, ONES)
OPTIONS = {"epsilon": 0.5, "negations": True, "binarize": 0.5, "classes": (0, 1), "random_state": 0}
# Its words, and its errors and warnings for np.matrix, for labels in a column, and for labels that it cannot cast to
# integers.
SKLEARN = {"says": {"X": ("array", "sample", "samples", "features", "Complex", "Expected", "Pandas", "dtype",
                          "convert", "numeric"),
                    "y": ("array", "sample", "samples", "target", "label", "labels", "classes", "input", "Complex",
                          "inhomogeneous")},
           "also": (TypeError, DataConversionWarning, RuntimeWarning)}

TABLE = {
    "learner_probabilities_from_mistakes": calls({"mistakes": [0, 2, 3], "epsilon": 0.5}),
    "learner_probabilities": calls({"concept_class": Thresholds(4), "x": [1, 3, 2, 4], "y": ONES, "epsilon": 0.5},
                                   {"concept_class": Conjunctions(3), **TABLE_OF_BITS}),
    "parity_learner_probabilities": calls(TABLE_OF_BITS, {**TABLE_OF_BITS, "sampling": 0.3}),
    "private_parity_learner": calls({**TABLE_OF_BITS, "rng": RNG, "batches": 2}),
    "parity_sample_size": calls({"d": 4, "alpha": 0.1, "beta": 0.05, "epsilon": 0.5, "rule": "printed"}),
    "learn_conjunction": calls({**TABLE_OF_BITS, "beta": 0.05, "rng": RNG}),
    "learn_conjunction_probabilities": calls({**TABLE_OF_BITS, "beta": 0.05}),
    "adaptive_trap_error": calls({"m": 5, "sizes": [10, 20], "rng": RNG, "runs": 4}, work=("m", "sizes", "runs")),
    "conjunction_mistakes": calls({"literals": BITS, "y": ONES}),
    "greedy_step_probabilities": calls({"literals": BITS, "y": ONES, "current": [True, False, False], "epsilon": 0.5}),
    "PrivateConjunctionClassifier": calls(
        *(OPTIONS | {"method": m} for m in ("auto", "exponential", "greedy")),
        of=lambda **options: PrivateConjunctionClassifier(**options).fit(BITS, ONES).predict(BITS)),
    "PrivateConjunctionClassifier.fit": calls(
        {"X": BITS, "y": ONES}, of=lambda X, y: PrivateConjunctionClassifier(random_state=0).fit(X, y).predict(BITS),
        **SKLEARN),
    "PrivateConjunctionClassifier.predict": calls({"X": BITS}, of=FITTED.predict, **SKLEARN),
    "PrivateConjunctionClassifier.predict_proba": calls({"X": BITS}, of=FITTED.predict_proba, **SKLEARN),
    "output_laws": calls({"x": [2, 7, 4], "y": [1, 0, 1], "ann": 2, "N": 9, "epsilons": [1.0]}),
    "solution_cubes": calls({"x": [[1, 0, 1]], "y": [1]}),
    "chord": calls({"epsilon": 1.0}),
    "lower_tails": calls({"alpha": 0.1, "n_max": 500}),
}
globals().update(nonsense.tests(TABLE, "dplearn.private_pac", "dplearn.private_pac.estimator",
                                "dplearn.private_pac.figures", results=("ParityOutcome", "ParityPlan")))
